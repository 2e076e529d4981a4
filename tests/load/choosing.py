"""How the clients of a test play: like the careful bot, from what they know, and now and then by lot."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from games.bots import choose
from games.engine.cards import parse_card, parse_trump
from games.engine.moves import parse_move
from games.engine.observation import HandView, Observation
from games.engine.state import Phase
from games.load.choice import choose as choose_by_lot
from tests.load.picture import Frame

BY_LOT = 0.1  # of the moves: enough for plays that no bot makes, few enough that matches end


def player(rng: Random) -> Callable[[Frame], str]:
    """Give somebody who picks moves from observations as they come over the socket."""

    def pick(known: Frame) -> str:
        if rng.random() < BY_LOT:
            return choose_by_lot(known["legal"], rng)
        return str(choose(read_observation(known), rng))

    return pick


def read_observation(known: Frame) -> Observation:
    """Give the engine's observation of a frame's; results stay behind, since no bot looks at them."""
    return Observation(
        variant=known["variant"],
        scores_per="team" if len(known["scores"]) == 2 else "seat",
        options=known["options"],
        version=known["version"],
        phase=Phase(known["phase"]),
        seat=known["seat"],
        turn=known["turn"],
        legal=tuple(parse_move(move) for move in known["legal"]),
        hand=_read_hand(known["hand"]) if known["hand"] else None,
        scores=tuple(known["scores"]),
        target=known["target"],
        results=(),
        result=None,
    )


def _read_hand(hand: Frame) -> HandView:
    return HandView(
        ordinal=hand["ordinal"],
        number=hand["number"],
        dealer=hand["dealer"],
        cards=None if hand["cards"] is None else tuple(parse_card(card) for card in hand["cards"]),
        counts=tuple(hand["counts"]),
        revealed=parse_card(hand["revealed"]) if hand["revealed"] else None,
        trump=parse_trump(hand["trump"]) if hand["trump"] else None,
        declarer=hand["declarer"],
        contract=parse_move(hand["contract"]) if hand["contract"] else None,  # type: ignore[arg-type]
        doubled=hand["doubled"],
        calls=tuple((seat, parse_move(call)) for seat, call in hand["calls"]),  # type: ignore[misc]
        plays=tuple((seat, parse_card(card)) for seat, card in hand["plays"]),
        tricks=tuple(hand["tricks"]),
    )
