"""The client's picture of a match is right whatever way frames come: in order, late, twice, or not at all."""

from __future__ import annotations

import json
from itertools import permutations
from random import Random

import pytest

from games.engine import rules
from games.engine.cards import DECK
from games.engine.observation import observe
from games.engine.state import MatchState, Phase
from games.protocol import event_payload, move_texts, observation_payload
from tests.load.picture import Frame, Picture

SEAT = 2
MATCH = "m"


def frames_of_two_hands(variant: str) -> tuple[list[list[Frame]], list[Frame]]:
    """Play by lot; give what the seat is sent for each version, and its whole observation of each version."""
    rng, sent, whole = Random(7), [], []
    state = rules.start(variant, {}, 0)
    whole.append(observation_frame(state))
    while len(state.results) < 2:
        if state.phase is Phase.AWAITING_DEAL:
            deck = rng.sample(DECK, 52)
            state, events = rules.deal(state, [deck[start : start + 13] for start in range(0, 52, 13)])
        else:
            assert state.turn is not None
            state, events = rules.apply(state, state.turn, rng.choice(rules.legal_moves(state)))
        public = [event_payload(event) for event in events if event.audience is None]
        private = [event_payload(event) for event in events if event.audience == SEAT]
        legal = list(move_texts(rules.legal_moves(state))) if state.turn == SEAT else []
        place = {"match": MATCH, "version": state.version}
        now = {"turn": state.turn, "phase": state.phase.value, "scores": list(state.scores), "clock": None}
        sent.append([{"type": "events", **place, "events": public, **now, "now": 0}])
        if private or legal:
            sent[-1].append({"type": "private", **place, "events": private, "legal": legal})
        whole.append(observation_frame(state))
    return sent, whole


def as_it_comes(frame: Frame) -> Frame:
    """Give a frame after its way over a socket, one of the reader's own."""
    return dict(json.loads(json.dumps(frame)))


def observation_frame(state: MatchState) -> Frame:
    known = observation_payload(observe(state, SEAT))
    place = {"match": MATCH, "version": state.version}
    return {"type": "observation", **place, "observation": known, "clock": None, "now": 0}


@pytest.mark.parametrize("variant", ["tarneeb", "syrian41", "tarneeb41"])
def test_events_make_the_same_picture_as_whole_observations(variant: str) -> None:
    sent, whole = frames_of_two_hands(variant)
    picture = Picture()
    picture.take(as_it_comes(whole[0]))
    for frames, expected in zip(sent, whole[1:], strict=True):
        assert not any(picture.take(as_it_comes(frame)) for frame in frames)
        assert picture.known == as_it_comes(expected)["observation"]
        picture.take(as_it_comes(expected))
    assert picture.compared == len(sent)
    assert not picture.differences


def test_frames_of_three_versions_may_come_in_any_order() -> None:
    """The picture is whole in the end; or it is known not to be, where one's cards came too late."""
    sent, whole = frames_of_two_hands("syrian41")
    three = [frame for frames in sent[:3] for frame in frames]
    assert len(three) > 3
    expected = as_it_comes(whole[3])["observation"]
    made_whole = 0
    for order in permutations(three):
        picture = Picture()
        picture.take(as_it_comes(whole[0]))
        asks = [picture.take(as_it_comes(frame)) for frame in order]
        assert picture.version == 3
        assert picture.known == expected or (any(asks) and picture.known["hand"]["cards"] == [])
        made_whole += picture.known == expected
    assert made_whole > 1


def test_a_missing_version_is_noticed_and_mended_by_the_whole() -> None:
    sent, whole = frames_of_two_hands("syrian41")
    picture = Picture()
    picture.take(as_it_comes(whole[0]))
    for frame in sent[0]:
        picture.take(as_it_comes(frame))
    assert picture.take(as_it_comes(sent[2][0]))
    assert picture.version == 1
    assert not picture.take(as_it_comes(whole[2]))
    assert picture.known == as_it_comes(whole[3])["observation"] | {"legal": picture.known["legal"]}


def test_what_is_old_or_came_before_changes_nothing() -> None:
    sent, whole = frames_of_two_hands("tarneeb")
    picture = Picture()
    picture.take(as_it_comes(whole[9]))
    for frame in [*sent[3], *sent[8], whole[5]]:
        assert not picture.take(as_it_comes(frame))
    assert picture.known == as_it_comes(whole[9])["observation"]


def test_a_frame_of_another_match_asks_for_the_whole() -> None:
    sent, whole = frames_of_two_hands("tarneeb")
    picture = Picture()
    picture.take(as_it_comes(whole[0]))
    assert picture.take(as_it_comes(sent[0][0]) | {"match": "another"})
    assert picture.version == 0
