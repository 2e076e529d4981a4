"""What a seat may know, and that nothing else reaches it."""

import random
from dataclasses import replace

import pytest

from games.engine import rules
from games.engine.cards import SEATS, Card
from games.engine.errors import Code, EngineError
from games.engine.events import CardRevealed, CardsDealt, redact
from games.engine.observation import Observation, observe
from games.engine.state import MatchState, Phase
from tests.engine.scripted import (
    SUIT_EACH,
    VARIANT_OPTIONS,
    calling,
    cards,
    deal_to_take,
    dealt,
    hand_of,
    held_by,
    play_out,
    random_match,
    shuffled,
)

VIEWERS = (None, *SEATS)


def hidden_from(state: MatchState, viewer: int | None) -> set[Card]:
    """The cards that ``viewer`` may not see."""
    hand = state.hand
    if hand is None:
        return set()
    return {
        card for seat in SEATS if seat != viewer for card in held_by(state, seat) if card is not hand.revealed
    }


def cards_in(value: object) -> set[Card]:
    """Every card that can be reached from a value."""
    if isinstance(value, Card):
        return {value}
    if isinstance(value, tuple | list | dict):
        items = value.values() if isinstance(value, dict) else value
        return set().union(*(cards_in(item) for item in items)) if value else set()
    slots = getattr(value, "__slots__", ())
    return set().union(*(cards_in(getattr(value, name)) for name in slots)) if slots else set()


@pytest.mark.parametrize(("variant", "options"), VARIANT_OPTIONS)
def test_no_hidden_card_is_in_an_observation_or_an_event(
    variant: str, options: dict[str, int | bool]
) -> None:
    for state, events in random_match(variant, options, seed=5, most_hands=3):
        for viewer in VIEWERS:
            hidden = hidden_from(state, viewer)
            told = [redact(event, viewer) for event in events]
            assert not cards_in(observe(state, viewer)) & hidden
            assert not cards_in(told) & hidden
            # A finished hand's result may name a card that was shown then.
            text = repr(replace(observe(state, viewer), results=()))
            assert not [card for card in hidden if repr(card) in text or repr(card.text) in text]


def test_no_hidden_card_is_in_the_text_of_a_state_or_its_events() -> None:
    for state, events in random_match("tarneeb41", {}, seed=6, most_hands=1):
        hidden = hidden_from(state, None)
        text = repr(state) + repr(events)
        assert not [card for card in hidden if repr(card) in text]


def test_an_observation_does_not_tell_the_order_dealt() -> None:
    deal = shuffled(random.Random(2))
    state, events = rules.deal(rules.start("tarneeb", {}, 0), deal)
    other, other_events = rules.deal(
        rules.start("tarneeb", {}, 0), tuple(tuple(reversed(hand)) for hand in deal)
    )
    assert events == other_events
    assert [observe(state, viewer) for viewer in VIEWERS] == [observe(other, viewer) for viewer in VIEWERS]


def test_cards_are_dealt_to_one_seat_each_and_the_revealed_one_to_all() -> None:
    _, events = rules.deal(rules.start("syrian41", {}, 2), SUIT_EACH)
    for viewer in VIEWERS:
        seen = [redact(event, viewer) for event in events]
        dealt_to = [event.seat for event in seen if isinstance(event, CardsDealt)]
        assert dealt_to == ([] if viewer is None else [viewer])
        assert sum(isinstance(event, CardRevealed) for event in seen) == 1


@pytest.mark.parametrize("seat", [-1, -4, 4, True, 1.0, "1"])
def test_who_is_no_seat_sees_nothing(seat: object) -> None:
    with pytest.raises(EngineError) as caught:
        observe(dealt(), seat)  # type: ignore[arg-type]
    assert caught.value.code is Code.NOT_A_SEAT


def test_every_field_before_the_first_deal() -> None:
    assert observe(rules.start("tarneeb41", {}, 1), 2) == Observation(
        variant="tarneeb41",
        scores_per="seat",
        options={"target": 41},
        version=0,
        phase=Phase.AWAITING_DEAL,
        seat=2,
        turn=None,
        legal=(),
        hand=None,
        scores=(0, 0, 0, 0),
        target=41,
        results=(),
        result=None,
    )


def test_the_hand_as_a_seat_sees_it() -> None:
    state = calling(dealt(egyptian=True), "7S double pass pass SA HA")
    view = observe(state, 2).hand
    assert view is not None
    assert view.cards == tuple(sorted(cards("H KQJT98765432"), key=lambda card: card.index))
    assert (view.ordinal, view.number, view.dealer, view.counts) == (1, 1, 0, (13, 12, 12, 13))
    assert (view.declarer, str(view.contract), view.doubled, str(view.trump)) == (1, "7S", True, "S")
    assert [(seat, str(call)) for seat, call in view.calls] == [
        (1, "7S"),
        (2, "double"),
        (3, "pass"),
        (0, "pass"),
    ]
    assert [(seat, str(card)) for seat, card in view.plays] == [(1, "SA"), (2, "HA")]
    assert (view.tricks, view.revealed) == ((0, 0, 0, 0), None)


def test_nothing_done_to_what_was_seen_changes_the_match() -> None:
    state = rules.start("tarneeb", {}, 0)
    seen = observe(state, 0)
    assert isinstance(seen.options, dict)
    seen.options["target"] = 1
    assert state.variant.target == 41
    assert observe(state, 0).options["target"] == 41


def test_a_spectator_has_no_cards() -> None:
    view = observe(dealt(), None).hand
    assert view is not None
    assert view.cards is None


def test_legal_moves_are_shown_to_the_seat_in_turn_only() -> None:
    state = calling(dealt(), "7")
    for viewer in VIEWERS:
        legal = observe(state, viewer).legal
        assert legal == (rules.legal_moves(state) if viewer == 2 else ())


def test_the_finished_hand_stays_to_be_seen_until_the_next_deal() -> None:
    state = play_out(calling(dealt(cards=deal_to_take(8)), "8 pass pass pass S"))
    observation = observe(state, None)
    assert observation.hand is not None
    assert len(observation.hand.plays) == 52
    assert observation.hand.tricks == (0, 8, 5, 0)
    assert observation.results == state.results
    assert observation.scores == (0, 8)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_cards_of_a_hand_that_stopped_stay_hidden(viewer: int | None) -> None:
    stopped = calling(dealt(), "7 pass pass pass S SA")
    for state, _ in (rules.forfeit(stopped, 0), rules.abandon(stopped)):
        assert not cards_in(observe(state, viewer)) & hidden_from(state, viewer)


def test_a_hand_passed_out_is_never_shown() -> None:
    state = calling(dealt(), "pass pass pass pass")
    assert cards_in(observe(state, None)) == set()
    assert cards_in(observe(state, 1)) == set(hand_of(state).dealt[1])
