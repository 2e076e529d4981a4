"""The steady bot: plays as a careful beginner does, in every variant and under every house rule.

It counts sure tricks before it bids (``evaluation``, ``bidding``, ``own_bids``), remembers what was played
(``memory``), leads (``leading``) and follows (``following``) by the plain maxims of trick games.
"""

from __future__ import annotations

from random import Random

from games.bots.steady.bidding import call, name_trump
from games.bots.steady.following import follow
from games.bots.steady.leading import lead
from games.bots.steady.memory import bids_are_own, remember
from games.bots.steady.own_bids import own_bid
from games.engine.cards import Card
from games.engine.moves import PLAYS, Move, NameTrump, PlayCard
from games.engine.observation import Observation


def choose(observation: Observation, _rng: Random) -> Move:
    """The steady bot's move. It leaves nothing to chance, so the generator is not drawn from."""
    first = observation.legal[0]
    if len(observation.legal) == 1:
        return first
    if isinstance(first, PlayCard):
        return PLAYS[_card(observation).index]
    if isinstance(first, NameTrump):
        return name_trump(observation)
    return own_bid(observation) if bids_are_own(observation) else call(observation)


def _card(observation: Observation) -> Card:
    memory = remember(observation)
    return follow(memory) if memory.trick else lead(memory)
