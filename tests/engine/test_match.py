"""A match from its first deal to its end."""

import random

import pytest

from games.engine import rules
from games.engine.errors import Code, EngineError, IllegalMove, InvalidDeal, InvalidOptions
from games.engine.events import CardsDealt, HandEnded, HandStarted, MatchEnded
from games.engine.moves import parse_move
from games.engine.results import MatchResult, Reason
from games.engine.state import Phase
from games.engine.variants import OptionSpec, get_variant, register, variants
from games.engine.variants.options import switch
from games.engine.variants.syrian41 import Syrian41
from games.engine.variants.tarneeb import Tarneeb
from games.engine.variants.tarneeb41 import Tarneeb41
from tests.engine.scripted import (
    SUIT_EACH,
    calling,
    deal_to_take,
    dealt,
    hand_of,
    play_out,
    refusal,
    shuffled,
)


class TestStarting:
    def test_a_match_awaits_its_first_deal(self) -> None:
        state = rules.start("tarneeb", {}, 2)
        assert (state.phase, state.version, state.scores, state.next_dealer) == (
            Phase.AWAITING_DEAL,
            0,
            (0, 0),
            2,
        )
        assert rules.legal_moves(state) == ()
        assert rules.start("syrian41", {}, 0).scores == (0, 0, 0, 0)

    def test_a_variant_is_named_by_its_key_or_by_its_class(self) -> None:
        assert rules.start(Tarneeb, {"no_trump": True}, 1) == rules.start("tarneeb", {"no_trump": True}, 1)

    def test_options_have_their_defaults(self) -> None:
        assert rules.start("tarneeb", {"no_trump": True}, 0).options == {
            "target": 41,
            "single_round": False,
            "dealer_must_bid": False,
            "no_trump": True,
            "first_lead_trump": False,
            "egyptian": False,
        }
        assert rules.start("tarneeb41", {}, 0).options == {"target": 41}

    @pytest.mark.parametrize(
        ("variant", "options", "code"),
        [
            ("whist", {}, Code.UNKNOWN_VARIANT),
            ("tarneeb", {"jokers": True}, Code.OPTION_UNKNOWN),
            ("syrian41", {"no_trump": True}, Code.OPTION_UNKNOWN),
            ("tarneeb", {"target": 40}, Code.OPTION_VALUE),
            ("tarneeb", {"target": 41.0}, Code.OPTION_VALUE),
            ("tarneeb", {"target": "41"}, Code.OPTION_VALUE),
            ("tarneeb", {"target": []}, Code.OPTION_VALUE),
            ("tarneeb", {"no_trump": 1}, Code.OPTION_VALUE),
            ("tarneeb", {"no_trump": None}, Code.OPTION_VALUE),
            ("syrian41", {"target": 31}, Code.OPTION_VALUE),
            ("tarneeb", {"egyptian": True, "single_round": True}, Code.OPTIONS_EXCLUDE),
        ],
    )
    def test_options_that_do_not_fit_are_refused(
        self, variant: str, options: dict[str, object], code: Code
    ) -> None:
        with pytest.raises(InvalidOptions) as caught:
            rules.start(variant, options, 0)
        assert caught.value.code is code

    @pytest.mark.parametrize("target", [31, 41, 51, 61])
    def test_targets(self, target: int) -> None:
        assert rules.start("tarneeb", {"target": target}, 0).variant.target == target

    @pytest.mark.parametrize("dealer", [-1, 4, True, None, "0"])
    def test_the_dealer_is_a_seat(self, dealer: object) -> None:
        with pytest.raises(EngineError) as caught:
            rules.start("tarneeb", {}, dealer)  # type: ignore[arg-type]
        assert caught.value.code is Code.NOT_A_SEAT

    def test_variants_are_found_by_key(self) -> None:
        assert [variant.key for variant in variants()] == ["tarneeb", "syrian41", "tarneeb41"]
        assert get_variant("tarneeb") is Tarneeb
        register(Tarneeb)
        assert len(variants()) == 3
        assert [get_variant(key).scores_per for key in ("tarneeb", "syrian41", "tarneeb41")] == [
            "team",
            "seat",
            "seat",
        ]

    def test_a_variant_is_a_value(self) -> None:
        assert Tarneeb() == Tarneeb({"target": 41})
        assert hash(Tarneeb()) == hash(Tarneeb({"target": 41}))
        assert Tarneeb() != Tarneeb({"target": 31})
        assert hash(Tarneeb()) != hash(Tarneeb({"target": 31}))
        assert Syrian41() != Tarneeb41()
        assert hash(Syrian41()) != hash(Tarneeb41())
        assert Syrian41() != "syrian41"
        assert repr(Syrian41()) == "Syrian41({'target': 41})"


class TestDealing:
    def test_it_gives_events_and_each_seat_its_cards_sorted(self) -> None:
        deal = shuffled(random.Random(1))
        state, events = rules.deal(rules.start("tarneeb", {}, 3), deal)
        assert events[0] == HandStarted(1, 1, 3)
        assert events[1:] == tuple(
            CardsDealt(seat, tuple(sorted(deal[seat], key=lambda card: card.index))) for seat in range(4)
        )
        assert (state.phase, state.turn, state.version) == (Phase.AUCTION, 0, 1)

    @pytest.mark.parametrize(
        "cards",
        [
            (),
            SUIT_EACH[:3],
            (*SUIT_EACH, ()),
            (SUIT_EACH[0], SUIT_EACH[0], SUIT_EACH[2], SUIT_EACH[3]),
            (SUIT_EACH[0][:12], (*SUIT_EACH[1], SUIT_EACH[0][12]), SUIT_EACH[2], SUIT_EACH[3]),
            ((*SUIT_EACH[0][:12], SUIT_EACH[1][0]), *SUIT_EACH[1:]),
            ((*SUIT_EACH[0][:12], "SA"), *SUIT_EACH[1:]),
        ],
    )
    def test_52_different_cards_in_four_thirteens_or_nothing(self, cards: object) -> None:
        state = rules.start("tarneeb", {}, 0)
        before = state.copy()
        with pytest.raises(InvalidDeal) as caught:
            rules.deal_in_place(state, cards)  # type: ignore[arg-type]
        assert caught.value.code is Code.NOT_A_FULL_DEAL
        assert state == before

    def test_only_when_a_deal_is_awaited(self) -> None:
        for state in (dealt(), rules.abandon(dealt())[0]):
            with pytest.raises(InvalidDeal) as caught:
                rules.deal(state, SUIT_EACH)
            assert caught.value.code is Code.DEAL_NOT_AWAITED


class TestGoingOn:
    def test_the_deal_passes_to_the_right_after_a_scored_hand(self) -> None:
        for dealer in range(4):
            declarer = (dealer + 1) % 4
            state = dealt(cards=deal_to_take(8, declarer), dealer=dealer)
            state = play_out(calling(state, "8 pass pass pass S"))
            assert state.next_dealer == (dealer + 1) % 4

    def test_hands_that_count_are_numbered_and_every_hand_has_its_ordinal(self) -> None:
        state = rules.start("tarneeb", {}, 0)
        for calls in (
            "pass pass pass pass",
            "7 pass pass pass S",
            "pass pass pass pass",
            "7 pass pass pass S",
        ):
            state = rules.deal(state, deal_to_take(7, (state.next_dealer + 1) % 4))[0]
            state = play_out(calling(state, calls))
        assert [(result.ordinal, result.number, result.dealer) for result in state.results] == [
            (1, None, 0),
            (2, 1, 0),
            (3, None, 1),
            (4, 2, 1),
        ]

    def test_the_version_counts_deals_and_moves(self) -> None:
        state = calling(dealt(), "7 pass pass pass S SA HA")
        assert state.version == 1 + 4 + 1 + 2

    def test_the_finished_hand_stays_until_the_next_deal(self) -> None:
        state = play_out(calling(dealt(cards=deal_to_take(8)), "8 pass pass pass S"))
        assert state.phase is Phase.AWAITING_DEAL
        assert len(hand_of(state).plays) == 52
        state = rules.deal(state, SUIT_EACH)[0]
        assert (hand_of(state).plays, hand_of(state).ordinal) == ([], 2)


class TestEnding:
    @pytest.mark.parametrize("target", [31, 41, 51, 61])
    def test_the_first_team_at_the_target_wins(self, target: int) -> None:
        for before, ended in ((target - 9, False), (target - 8, True), (target - 7, True)):
            state = dealt(cards=deal_to_take(8), scores=(0, before), target=target)
            state = play_out(calling(state, "8 pass pass pass S"))
            assert (state.phase is Phase.ENDED) is ended
            if ended:
                assert state.result == MatchResult(1, Reason.TARGET, (0, before + 8))

    def test_defenders_win_too(self) -> None:
        state = dealt(cards=deal_to_take(7), scores=(35, 39))
        state = play_out(calling(state, "8 pass pass pass S"))
        assert state.result == MatchResult(0, Reason.TARGET, (41, 31))

    def test_the_end_is_told_after_the_last_trick(self) -> None:
        state = calling(dealt(cards=deal_to_take(8), scores=(0, 40)), "8 pass pass pass S")
        while len(hand_of(state).plays) < 51:
            state, _ = rules.apply(state, state.turn or 0, rules.legal_moves(state)[-1])
        state, events = rules.apply(state, state.turn or 0, rules.legal_moves(state)[0])
        assert [type(event) for event in events[2:]] == [HandEnded, MatchEnded]

    def test_nothing_can_be_done_after_it(self) -> None:
        state = play_out(calling(dealt(cards=deal_to_take(8), scores=(0, 40)), "8 pass pass pass S"))
        assert (state.turn, rules.legal_moves(state)) == (None, ())
        for move in ("SA", "S", "pass"):
            assert refusal(state, move, seat=0) == Code.MATCH_OVER
        with pytest.raises(IllegalMove, match="match_over"):
            rules.forfeit(state, 0)
        with pytest.raises(IllegalMove, match="match_over"):
            rules.abandon(state)

    def test_a_forfeit_is_won_by_the_other_team(self) -> None:
        state = calling(dealt(scores=(10, 5)), "7")
        ended, events = rules.forfeit(state, 0)
        result = MatchResult(1, Reason.FORFEIT, (10, 5))
        assert (ended.phase, ended.turn, ended.result) == (Phase.ENDED, None, result)
        assert (events, ended.version) == ((MatchEnded(result),), state.version + 1)
        assert rules.forfeit(state, 1)[0].result == MatchResult(0, Reason.FORFEIT, (10, 5))
        assert state.phase is Phase.AUCTION, "the state before is as it was"

    def test_an_abandoned_match_has_no_winner(self) -> None:
        for state in (rules.start("syrian41", {}, 0), dealt("syrian41")):
            ended, events = rules.abandon(state)
            assert ended.result == MatchResult(None, Reason.ABANDONED, (0, 0, 0, 0))
            assert events == (MatchEnded(ended.result),)

    @pytest.mark.parametrize("team", [2, -1, None, True, 1.0])
    def test_only_a_team_forfeits(self, team: object) -> None:
        with pytest.raises(EngineError) as caught:
            rules.forfeit(dealt(), team)  # type: ignore[arg-type]
        assert caught.value.code is Code.NOT_A_TEAM


@pytest.mark.parametrize("seat", [True, 1.0])
def test_a_seat_is_kept_as_the_number_that_it_equals(seat: object) -> None:
    state, events = rules.apply(dealt(), seat, parse_move("7"))  # type: ignore[arg-type]
    assert str(hand_of(state).calls) == str(hand_of(calling(dealt(), "7")).calls)
    assert repr(events[0]).startswith("CallMade(seat=1, ")


def test_no_move_before_the_first_deal() -> None:
    assert refusal(rules.start("tarneeb", {}, 0), "7", seat=1) == Code.NO_HAND_DEALT
    with pytest.raises(IllegalMove) as caught:
        rules.apply(rules.start("tarneeb", {}, 0), None, parse_move("7"))  # type: ignore[arg-type]
    assert caught.value.code is Code.NO_HAND_DEALT


def test_nobody_moves_for_nobody_after_a_hand() -> None:
    """``None`` is no seat, though it equals the turn when no seat is to move."""
    state = calling(dealt(), "pass pass pass pass")
    for move in ("7", "S", "SA"):
        with pytest.raises(IllegalMove) as caught:
            rules.apply(state, None, parse_move(move))  # type: ignore[arg-type]
        assert caught.value.code is Code.NO_HAND_DEALT


def test_a_match_goes_on_from_what_was_kept_of_its_hands() -> None:
    state = play_out(calling(dealt(cards=deal_to_take(8)), "8 pass pass pass S"))
    resumed = rules.resume(
        "tarneeb", state.options, state.scores, state.next_dealer, state.results, state.version
    )
    state.hand = None
    assert resumed == state


def test_an_earlier_state_stays_as_it_was() -> None:
    state = calling(dealt(), "7 pass pass pass S")
    before = state.copy()
    play_out(state)
    assert state == before


def test_a_house_rule_is_an_option_that_is_off_unless_chosen() -> None:
    assert switch("jokers", ("egyptian",)) == OptionSpec("jokers", False, (False, True), ("egyptian",))
    assert switch("jokers").excludes == ()
