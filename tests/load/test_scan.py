"""The long test finds a hidden card, holding or seed, however it is written, and nothing else."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from games.engine.cards import DECK
from tests.load.known import DealtHand, KnownMatch
from tests.load.scan import HeardFrame, ReadPage, Scanner
from tests.load.written import Seeds, cards_in, lists_in, number_of

CARDS = [str(card) for card in DECK]  # seat 0 has the clubs, seat 1 the diamonds, and so on
HOLDINGS = tuple(tuple(CARDS[start : start + 13]) for start in range(0, 52, 13))
CALLS = ("7", "pass", "pass", "pass")
# The deal is version 1, the calls 2 to 5, the trump 6, the first card 7.
HAND = DealtHand(1, HOLDINGS, None, CALLS, names_trump=True, plays=("C2", "D2", "H2", "S2", "C3"))
NEXT = DealtHand(HAND.last + 1, HOLDINGS, "D5", (), names_trump=False, plays=())


@pytest.fixture
def match() -> KnownMatch:
    return KnownMatch("m", NEXT.first, [HAND, NEXT])


def leaks_of_frame(known: KnownMatch, seat: int | None, **frame: Any) -> list[str]:
    scanner = Scanner()
    scanner.scan_frame(HeardFrame("reader", seat, json.dumps(frame)), known)
    return [leak.what for leak in scanner.leaks]


def leaks_of_page(match: KnownMatch, text: str, version: int | None = 9) -> list[str]:
    scanner = Scanner()
    scanner.scan_page(ReadPage("reader", None, "/", text, version), match)
    return [leak.what for leak in scanner.leaks]


@pytest.mark.parametrize(
    "written",
    [
        "SA",
        "AS",
        '{"card":"SA"}',
        "♠A",
        "A♠",
        "A ♤",
        "♠️A",
        "🂡",
        "ace of spades",
        "Ace of Spades",
        "آس بستوني",
    ],
)
def test_an_ace_is_found_in_every_notation(written: str) -> None:
    assert cards_in(f"<b>{written}</b>") == {"SA"}


@pytest.mark.parametrize("written", ["HT", "H10", "10H", "♥10", "10♥", "🂺", "ten of hearts", "10 of hearts"])
def test_so_is_a_ten(written: str) -> None:
    assert cards_in(f"<b>{written}</b>") == {"HT"}


@pytest.mark.parametrize("text", ["HTML", "class='seat-S2'", "x_C4", "h7wq3m9xkc", "7 of them"])
def test_what_only_looks_like_a_card_is_none(text: str) -> None:
    assert not cards_in(text)


def test_a_bid_of_the_egyptian_auction_is_no_card() -> None:
    assert cards_in('["8H", "9H"]', bids=frozenset({"8H"})) == {"H9"}


def test_a_card_is_known_from_the_version_on_that_played_it(match: KnownMatch) -> None:
    for version, known in ((1, set()), (6, set()), (7, {"C2"}), (8, {"C2", "D2"}), (11, {*HAND.plays})):
        assert match.known(version, None) == known
    assert match.known(6, 2) == set(HOLDINGS[2])
    assert match.known(7, 2) == {*HOLDINGS[2], "C2"}
    assert match.known(0, 2) == set()
    assert match.known(NEXT.first, None) == {"D5"}


def test_a_played_card_may_be_named_and_a_later_one_not(match: KnownMatch) -> None:
    event = {"type": "card_played", "seat": 1, "card": "D2"}
    frame = {"type": "events", "match": "m", "events": [event]}
    assert leaks_of_frame(match, None, **frame, version=8) == []
    assert leaks_of_frame(match, None, **frame, version=7) == ["D2"]


def test_a_seat_may_read_its_own_cards_only(match: KnownMatch) -> None:
    frame = {
        "type": "private",
        "match": "m",
        "version": 1,
        "events": [{"cards": list(HOLDINGS[3])}],
        "legal": [],
    }
    assert leaks_of_frame(match, 3, **frame) == []
    assert leaks_of_frame(match, 0, **frame)
    assert leaks_of_frame(match, None, **frame)


def test_another_seats_view_is_found_before_a_card_is_in_it(match: KnownMatch) -> None:
    observation = {"seat": 1, "legal": [], "results": []}
    frame = {"type": "observation", "match": "m", "version": 0, "observation": observation}
    assert leaks_of_frame(match, 1, **frame) == []
    assert leaks_of_frame(match, None, **frame) == ["the view of seat 1"]


def test_a_frame_without_a_version_names_no_card(match: KnownMatch) -> None:
    assert leaks_of_frame(match, 0, type="table", table={"name": "C2"}) == ["C2"]


def test_the_readers_own_name_for_a_move_is_no_card(match: KnownMatch) -> None:
    answer: dict[str, Any] = {"type": "refused", "client_id": "SA", "params": {}, "version": None}
    assert leaks_of_frame(match, None, **answer, text="You do not sit in this match.") == []
    assert leaks_of_frame(match, None, **answer, text="SK takes SA") == ["SA, SK"]


def test_a_result_tells_the_card_that_was_shown_and_no_other(match: KnownMatch) -> None:
    for revealed, found in (("D5", False), ("D6", True)):
        result = {"ordinal": 2, "revealed": revealed, "contract": None, "bids": []}
        event = {"type": "hand_ended", "result": result}
        frame = {"type": "events", "match": "m", "version": NEXT.first, "events": [event]}
        assert bool(leaks_of_frame(match, None, **frame)) == found


@pytest.mark.parametrize("kept", [HOLDINGS[2], HOLDINGS[2][1:]])
def test_the_number_of_a_holding_is_found(match: KnownMatch, kept: tuple[str, ...]) -> None:
    assert leaks_of_frame(match, None, type="pong", mask=number_of(kept)) == ["the number of a holding"]
    assert leaks_of_page(match, f"<td>0x{number_of(kept):x}</td>") == ["the number of a holding"]


def test_a_list_of_places_in_the_deck_is_found(match: KnownMatch) -> None:
    places = list(range(13))
    assert leaks_of_frame(match, None, type="pong", held=places) == ["a list of numbers"]
    assert lists_in(str(places)) == [frozenset(HOLDINGS[0])]
    assert leaks_of_page(match, str(places)) == ["a list of numbers"]


def test_a_page_may_tell_what_was_played_when_it_was_made(match: KnownMatch) -> None:
    assert leaks_of_page(match, "<td>C2 &diams;2</td>") == []
    assert leaks_of_page(match, "<td>&diams;3</td>") == ["D3"]
    assert leaks_of_page(match, "<td>C2</td>", version=None) == ["C2"]


def test_a_log_names_no_card() -> None:
    scanner = Scanner()
    scanner.scan_line("web | INFO played C2")
    scanner.scan_line("web | INFO Listening on port 8000")
    assert [leak.what for leak in scanner.leaks] == ["C2"]


def test_a_seed_is_found_in_every_writing() -> None:
    seed = bytes(range(100, 132))
    for written in (seed.hex(), seed.hex().upper(), base64.b64encode(seed).decode(), repr(bytes(32))):
        scanner = Scanner()
        scanner.scan_line(f"web | a deal from {written}")
        scanner.look_for(Seeds([seed, bytes(32)]))
        assert [leak.what for leak in scanner.leaks] == ["a seed"]


def test_what_is_as_long_as_a_seed_is_none() -> None:
    scanner = Scanner()
    scanner.scan_line(f"web | csrf {bytes(32).hex()}")
    scanner.look_for(Seeds([bytes(range(32))]))
    assert not scanner.leaks


def test_hands_that_do_not_follow_on_one_another_are_told(match: KnownMatch) -> None:
    assert match.disorder() == ""
    assert KnownMatch("m", NEXT.first, [NEXT, HAND]).disorder()
    assert KnownMatch("m", NEXT.first + 5, [HAND, NEXT]).disorder()
