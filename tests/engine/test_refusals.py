"""Every refusal with its parameters: a sentence is made of them, and no more than they say is known of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.engine import rules
from games.engine.cards import parse_card, parse_trump
from games.engine.errors import Code, EngineError, IllegalMove, InvalidDeal, InvalidMove, InvalidOptions
from games.engine.moves import Bid, parse_move
from games.engine.state import MatchState
from games.engine.variants import get_variant
from tests.engine.scripted import SUIT_EACH, calling, dealt

LONG = "x" * 41
SHORTENED = "x" * 40


def trump(**options: Any) -> MatchState:
    return calling(dealt(**options), "7 pass pass pass")


def play(**options: Any) -> MatchState:
    return calling(trump(**options), "S")


def mixed() -> MatchState:
    """Seat 1 declares in spades and holds spades and one heart; seat 2 has the other hearts."""
    hearts, spades = list(SUIT_EACH[2]), list(SUIT_EACH[1])
    hearts[0], spades[0] = spades[0], hearts[0]
    cards = (SUIT_EACH[0], tuple(spades), tuple(hearts), SUIT_EACH[3])
    return calling(dealt(cards=cards, first_lead_trump=True), "7 pass pass pass S")


MOVES: list[tuple[Callable[[], MatchState], int, str, Code, dict[str, Any]]] = [
    (lambda: dealt(), 3, "7", Code.NOT_YOUR_TURN, {"seat": 3, "turn": 1}),
    (lambda: play(), 0, "CA", Code.NOT_YOUR_TURN, {"seat": 0, "turn": 1}),
    (lambda: rules.start("tarneeb", {}, 0), 1, "7", Code.NO_HAND_DEALT, {}),
    (lambda: rules.abandon(dealt())[0], 1, "7", Code.MATCH_OVER, {}),
    (lambda: dealt(), 1, "SA", Code.WRONG_PHASE, {"phase": "auction"}),
    (lambda: dealt(), 1, "S", Code.WRONG_PHASE, {"phase": "auction"}),
    (lambda: trump(), 1, "7", Code.WRONG_PHASE, {"phase": "naming_trump"}),
    (lambda: trump(), 1, "SA", Code.WRONG_PHASE, {"phase": "naming_trump"}),
    (lambda: play(), 1, "S", Code.WRONG_PHASE, {"phase": "play"}),
    (lambda: play(), 1, "pass", Code.WRONG_PHASE, {"phase": "play"}),
    (lambda: calling(dealt(), "9"), 2, "8", Code.BID_TOO_LOW, {"bid": "8", "high": "9"}),
    (lambda: calling(dealt(egyptian=True), "9H"), 2, "9S", Code.BID_TOO_LOW, {"bid": "9S", "high": "9H"}),
    (lambda: dealt(), 1, "6", Code.BID_OUT_OF_RANGE, {"bid": "6", "lowest": 7, "highest": 13}),
    (lambda: dealt(egyptian=True), 1, "6H", Code.BID_OUT_OF_RANGE,
     {"bid": "6H", "lowest": 7, "highest": 13}),
    (lambda: dealt("syrian41"), 1, "1", Code.BID_OUT_OF_RANGE, {"bid": "1", "lowest": 2, "highest": 13}),
    (lambda: dealt(egyptian=True), 1, "8", Code.BID_NEEDS_SUIT, {"bid": "8"}),
    (lambda: dealt(), 1, "8S", Code.BID_TAKES_NO_SUIT, {"bid": "8S"}),
    (lambda: dealt("tarneeb41"), 1, "8S", Code.BID_TAKES_NO_SUIT, {"bid": "8S"}),
    (lambda: dealt("syrian41"), 1, "pass", Code.PASS_NOT_ALLOWED, {}),
    (lambda: calling(dealt(dealer_must_bid=True), "pass pass pass"), 0, "8", Code.MUST_BID_SEVEN, {}),
    (lambda: dealt(egyptian=True), 1, "double", Code.NOTHING_TO_DOUBLE, {}),
    (lambda: calling(dealt(egyptian=True), "7C pass"), 3, "double", Code.DOUBLE_OWN_TEAM, {}),
    (lambda: calling(dealt(egyptian=True), "7C double pass"), 0, "double", Code.ALREADY_DOUBLED, {}),
    (lambda: calling(dealt(), "7"), 2, "double", Code.DOUBLE_NOT_PLAYED, {}),
    (lambda: dealt("syrian41"), 1, "double", Code.DOUBLE_NOT_PLAYED, {}),
    (lambda: trump(), 1, "NT", Code.NO_TRUMP_NOT_PLAYED, {}),
    (lambda: dealt(egyptian=True), 1, "8NT", Code.NO_TRUMP_NOT_PLAYED, {}),
    (lambda: play(), 1, "CA", Code.CARD_NOT_HELD, {"card": "CA"}),
    (lambda: mixed(), 1, "HA", Code.MUST_LEAD_TRUMP, {"suit": "S"}),
    (lambda: calling(mixed(), "SK"), 2, "HK", Code.MUST_FOLLOW_SUIT, {"suit": "S"}),
]  # fmt: skip


@pytest.mark.parametrize(("state", "seat", "move", "code", "params"), MOVES)
def test_refused_moves(
    state: Callable[[], MatchState], seat: int, move: str, code: Code, params: dict[str, Any]
) -> None:
    with pytest.raises(IllegalMove) as caught:
        rules.apply(state(), seat, parse_move(move))
    assert (caught.value.code, caught.value.params) == (code, params)


OTHERS: list[tuple[Callable[[], object], type[EngineError], Code, dict[str, Any]]] = [
    (lambda: parse_move(LONG), InvalidMove, Code.NOT_A_MOVE, {"text": SHORTENED}),
    (lambda: parse_card(LONG), InvalidMove, Code.NOT_A_MOVE, {"text": SHORTENED}),
    (lambda: parse_trump(LONG), InvalidMove, Code.NOT_A_MOVE, {"text": SHORTENED}),
    (lambda: Bid(10**40), InvalidMove, Code.NOT_A_MOVE, {"text": "1" + "0" * 39}),
    (lambda: rules.apply(dealt(), 1, LONG), InvalidMove, Code.NOT_A_MOVE,  # type: ignore[arg-type]
     {"text": SHORTENED}),
    (lambda: rules.start("tarneeb", {}, LONG), EngineError, Code.NOT_A_SEAT,  # type: ignore[arg-type]
     {"seat": SHORTENED}),
    (lambda: rules.start("tarneeb", {}, 4), EngineError, Code.NOT_A_SEAT, {"seat": "4"}),
    (lambda: rules.forfeit(dealt(), LONG), EngineError, Code.NOT_A_TEAM,  # type: ignore[arg-type]
     {"team": SHORTENED}),
    (lambda: rules.deal(dealt(), SUIT_EACH), InvalidDeal, Code.DEAL_NOT_AWAITED, {"phase": "auction"}),
    (lambda: rules.deal(rules.start("tarneeb", {}, 0), ()), InvalidDeal, Code.NOT_A_FULL_DEAL, {}),
    (lambda: rules.forfeit(rules.abandon(dealt())[0], 0), IllegalMove, Code.MATCH_OVER, {}),
    (lambda: get_variant(LONG), InvalidOptions, Code.UNKNOWN_VARIANT, {"variant": SHORTENED}),
    (lambda: get_variant("tarneeb")({LONG: True}), InvalidOptions, Code.OPTION_UNKNOWN,
     {"option": SHORTENED}),
    (lambda: get_variant("tarneeb")({"target": LONG}), InvalidOptions, Code.OPTION_VALUE,
     {"option": "target", "value": SHORTENED}),
    (lambda: get_variant("tarneeb")({"egyptian": 1}), InvalidOptions, Code.OPTION_VALUE,
     {"option": "egyptian", "value": "1"}),
    (lambda: get_variant("tarneeb")({"egyptian": True, "dealer_must_bid": True}), InvalidOptions,
     Code.OPTIONS_EXCLUDE, {"option": "egyptian", "other": "dealer_must_bid"}),
]  # fmt: skip


@pytest.mark.parametrize(("attempt", "error", "code", "params"), OTHERS)
def test_other_refusals(
    attempt: Callable[[], object], error: type[EngineError], code: Code, params: dict[str, Any]
) -> None:
    with pytest.raises(error) as caught:
        attempt()
    assert (caught.value.code, caught.value.params) == (code, params)


def test_every_code_of_the_engine_is_refused_here() -> None:
    """Save the one that only a record can give."""
    refused = {code for *_, code, _ in MOVES} | {code for *_, code, _ in OTHERS}
    assert refused == {*Code} - {Code.OPTION_MISSING}
