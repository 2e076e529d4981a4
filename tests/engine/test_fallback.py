"""The move made for a seat whose time ran out."""

import pytest

from games.engine import rules
from games.engine.auction import EgyptianAuction
from games.engine.cards import DECK, Seat
from games.engine.errors import Code, IllegalMove
from games.engine.fallback import fallback
from games.engine.moves import PASS, Call
from games.engine.state import HandState, MatchState, Phase
from tests.engine.scripted import VARIANT_OPTIONS, calling, deal_of, dealt, hand_of, random_match


def move(state: MatchState) -> str:
    return str(fallback(state))


def test_it_passes_in_an_auction() -> None:
    assert move(dealt()) == "pass"
    assert move(calling(dealt(), "7 8 9")) == "pass"
    assert move(calling(dealt(egyptian=True), "7C")) == "pass"


def test_it_bids_the_lowest_where_it_may_not_pass() -> None:
    assert move(calling(dealt(dealer_must_bid=True), "pass pass pass")) == "7"


class PassesLast(EgyptianAuction):
    """An auction that lists its pass after its bids."""

    def legal(self, hand: HandState, seat: Seat) -> tuple[Call, ...]:
        first, *others = super().legal(hand, seat)
        return (*others, first)


def test_it_passes_wherever_an_auction_lists_its_pass() -> None:
    assert PassesLast(no_trump=False).fallback(hand_of(dealt(egyptian=True)), 1) == PASS


@pytest.mark.parametrize("variant", ["syrian41", "tarneeb41"])
@pytest.mark.parametrize(
    ("bids", "call"),
    [
        ("", "2"),
        ("2", "2"),
        ("2 2", "2"),
        ("2 2 2", "5"),
        ("3 2 2", "4"),
        ("3 3 3", "2"),
        ("13 13 13", "2"),
        ("3 3 2", "3"),
    ],
)
def test_in_the_41_games_it_bids_2_and_the_last_brings_the_total_to_11(
    variant: str, bids: str, call: str
) -> None:
    assert move(calling(dealt(variant), bids)) == call


@pytest.mark.parametrize(
    ("declarer", "trump"),
    [
        ("C AKQ D AKQ H AKQ S 5432", "S"),  # the longest
        ("C 8765 D AKQ H AKQJ S 32", "H"),  # then the one with the higher cards
        ("C AKQJ D AKQ H 32 S 8765", "C"),
        ("C A432 D KQJT H A532 S 9", "H"),  # ace and five above ace and four; kings do not help
        ("C AKQ2 D AKQ2 H AKQ2 S 3", "H"),  # then ♠ ♥ ♦ ♣
        ("C AKQ2 D AKQ2 H 3 S AKQ2", "S"),
        ("C AKQ2 D AKQ2 H T98 S J3", "D"),
    ],
)
def test_it_names_the_longest_suit_then_the_higher_cards_then_spades_first(declarer: str, trump: str) -> None:
    own = deal_of(declarer)[0]
    others = [card for card in DECK if card not in own]
    cards = (tuple(others[:13]), own, tuple(others[13:26]), tuple(others[26:]))
    assert move(calling(dealt(cards=cards), "7 pass pass pass")) == trump


WEAK = deal_of(
    "C AKQJT98765432",
    "D 32 H 32 S 2 D AKQJT987",
    "S AKQJT98765 H A D 64",
    "H KQJT987654 S 43 D 5",
)


@pytest.mark.parametrize(
    ("trump", "card"),
    [
        ("C", "D2"),  # of equal ranks ♣ ♦ ♥ ♠
        ("D", "H2"),  # not a trump before a trump
        ("S", "D2"),
    ],
)
def test_in_play_it_plays_the_weakest_legal_card(trump: str, card: str) -> None:
    assert move(calling(dealt(cards=WEAK), f"7 pass pass pass {trump}")) == card


def test_it_follows_suit_and_plays_a_trump_when_it_has_nothing_else() -> None:
    state = calling(dealt(cards=WEAK), "7 pass pass pass S DA")
    assert move(state) == "D4"
    state = calling(state, "D4 D5 C2 DK D6 H4 C3 DQ")
    assert move(state) == "HA", "a trump is kept back even behind an ace"
    state = calling(state, "HA H5 C4 DJ")
    assert move(state) == "S5"


def test_it_leads_a_trump_where_it_must() -> None:
    assert move(calling(dealt(cards=WEAK, first_lead_trump=True), "7 pass pass pass D")) == "D2"


@pytest.mark.parametrize(("variant", "options"), VARIANT_OPTIONS)
def test_it_is_legal_and_the_same_every_time(variant: str, options: dict[str, int | bool]) -> None:
    for state, _ in random_match(variant, options, seed=11, most_hands=3):
        if state.turn is None:
            continue
        before = state.copy()
        chosen = fallback(state)
        assert chosen in rules.legal_moves(state)
        assert fallback(state.copy()) == chosen
        assert state == before


def test_there_is_none_when_no_seat_is_to_move() -> None:
    ended = rules.abandon(dealt())[0]
    for state, code in (
        (rules.start("tarneeb", {}, 0), Code.NO_HAND_DEALT),
        (calling(dealt(), "pass pass pass pass"), Code.NO_HAND_DEALT),
        (ended, Code.MATCH_OVER),
    ):
        assert state.phase in (Phase.AWAITING_DEAL, Phase.ENDED)
        with pytest.raises(IllegalMove) as caught:
            fallback(state)
        assert caught.value.code is code
