"""A fourth game in one small file: it is played, recorded and replayed, and the engine is not touched.

*Whist round the other way*: everything goes to the left; each seat in turn says pass, once; there are no
trumps, the dealer leads; a trick is a point for its seat, or three with ``steep``; a team wins with 20 or 40
points together.
"""

from collections.abc import Mapping

import pytest

from games.engine import variants as registry
from games.engine.auction import Auction
from games.engine.cards import NO_TRUMP, Card, Seat, Suit, Team, Trump
from games.engine.errors import Code, IllegalMove
from games.engine.moves import PASS, Call
from games.engine.results import Outcome
from games.engine.state import HandState
from games.engine.variants import OptionSpec, Variant, register
from games.engine.variants.options import switch
from tests.engine import conformance
from tests.engine.conformance import Game, exchange_of
from tests.engine.test_conformance import games_of

TO_THE_LEFT = (3, 0, 1, 2)


class EveryonePasses(Auction):
    """Four passes, to the left."""

    def check(self, hand: HandState, seat: Seat, call: Call) -> None:
        if call != PASS:
            raise IllegalMove(Code.BID_OUT_OF_RANGE, {"bid": str(call), "lowest": 0, "highest": 0})

    def record(self, hand: HandState, seat: Seat, call: Call) -> None:
        hand.calls.append((seat, call))

    def next_caller(self, hand: HandState) -> Seat | None:
        return TO_THE_LEFT[hand.calls[-1][0]] if len(hand.calls) < 4 else None

    def legal(self, hand: HandState, seat: Seat) -> tuple[Call, ...]:
        return (PASS,)


class LeftWhist(Variant):
    """The toy."""

    key = "left_whist"
    scores_per = "seat"
    option_specs = (OptionSpec("target", 20, (20, 40)), switch("steep"))
    turn_order = TO_THE_LEFT
    auction = EveryonePasses()

    def trump_of_deal(self, revealed: Card | None) -> Trump | None:
        return NO_TRUMP

    def outcome_of_auction(self, hand: HandState) -> Outcome | None:
        return None

    def first_leader(self, hand: HandState) -> Seat:
        return hand.dealer

    def points(self, hand: HandState) -> tuple[int, ...]:
        worth = 3 if self.options["steep"] else 1
        return tuple(worth * taken for taken in hand.tricks)

    def winner(self, scores: tuple[int, ...]) -> Team | None:
        teams = (scores[0] + scores[2], scores[1] + scores[3])
        if max(teams) < self.target or teams[0] == teams[1]:
            return None
        return 0 if teams[0] > teams[1] else 1

    def next_dealer(self, dealer: Seat, outcome: Outcome) -> Seat:
        return TO_THE_LEFT[dealer]


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register it in a copy of the registry, so that no other test meets it."""
    monkeypatch.setattr(registry, "_REGISTRY", dict(registry._REGISTRY))
    register(LeftWhist)


GAMES = games_of(LeftWhist)


def test_its_options_are_found() -> None:
    chosen: list[Mapping[str, int | bool]] = [game.options for game in GAMES]
    assert chosen == [{}, {"target": 40}, {"steep": True}, {"target": 40, "steep": True}]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_it_passes_every_check(game: Game) -> None:
    conformance.check_random_play(game, 1)
    conformance.check_fallback_play(game, 2)
    for seed in range(4):
        conformance.check_record(game, seed)
        conformance.check_secrecy(game, seed)
        conformance.check_turned_seats(game, seed)
        for one, other in ((Suit.CLUBS, Suit.SPADES), (Suit.DIAMONDS, Suit.CLUBS)):
            conformance.check_exchanged_suits(game, exchange_of(one, other), seed)


def test_it_goes_to_the_left_and_ends_at_its_target() -> None:
    played = conformance.play(GAMES[0], 3, 10)
    callers = [seat for seat, _ in played.script[0][1][:4]]
    assert callers == [(played.first_dealer - step) % 4 for step in (1, 2, 3, 4)]
    assert played.script[0][1][4][0] == played.first_dealer
    trick = [seat for seat, _ in played.script[0][1][4:8]]
    assert trick == [(played.first_dealer - step) % 4 for step in (0, 1, 2, 3)]
    assert played.state.result is not None
    winner = played.state.result.winner
    assert winner is not None
    assert played.state.scores[winner] + played.state.scores[winner + 2] >= 20
