"""The 41 games: Syrian 41 and Tarneeb 41."""

import pytest

from games.engine import rules
from games.engine.cards import Suit, parse_card
from games.engine.errors import Code
from games.engine.events import CardRevealed, TrumpSet
from games.engine.moves import PASS, Bid
from games.engine.state import MatchState, Phase
from games.engine.variants.forty_one import team_that_won
from games.engine.variants.tarneeb41 import Tarneeb41
from tests.engine.scripted import (
    SUIT_EACH,
    Dealt,
    calling,
    calls_of,
    deal_of,
    dealt,
    hand_of,
    held_by,
    play_until,
    refusal,
    result_of,
)

BOTH = pytest.mark.parametrize("variant", ["syrian41", "tarneeb41"])

EVEN = deal_of(
    "C AKQJ D T98 H 765 S 432",
    "C T98 D 765 H 432 S AKQJ",
    "C 765 D 432 H AKQJ S T98",
    "C 432 D AKQJ H T98 S 765",
)


class TestTrump:
    @pytest.mark.parametrize(
        ("last", "trump"),
        [("C2", Suit.SPADES), ("S2", Suit.CLUBS), ("D2", Suit.HEARTS), ("H2", Suit.DIAMONDS)],
    )
    @pytest.mark.parametrize("dealer", range(4))
    def test_it_is_the_other_suit_of_the_colour_of_the_dealers_thirteenth_card(
        self, last: str, trump: Suit, dealer: int
    ) -> None:
        card = parse_card(last)
        deal = tuple(
            tuple(sorted(hand, key=lambda one: one is card)) for hand in rotated(SUIT_EACH, card.suit, dealer)
        )
        state = rules.start("syrian41", {}, dealer)
        state, events = rules.deal(state, deal)
        hand = hand_of(state)
        assert (hand.revealed, hand.trump) == (card, trump)
        assert CardRevealed(dealer, card) in events
        assert TrumpSet(trump, None) in events
        assert card in held_by(state, dealer), "it stays in the dealer's hand"

    def test_it_is_the_card_dealt_last_not_the_highest_or_lowest(self) -> None:
        thirteen = "C 5 D A H 9 S K C AK H A D 2 C 2 S A2 C 3 D 7"
        deal = deal_of("C QJT9876 D KQJT98", "H KQJT8765432 S QJ", thirteen, "S T9876543 D 6543 C 4")
        state = dealt("syrian41", deal, dealer=2)
        assert (str(hand_of(state).revealed), hand_of(state).trump) == ("D7", Suit.HEARTS)

    def test_hearts_are_always_trumps_in_tarneeb41_and_nothing_is_revealed(self) -> None:
        state, events = rules.deal(rules.start("tarneeb41", {}, 0), SUIT_EACH)
        assert (hand_of(state).trump, hand_of(state).revealed) == (Suit.HEARTS, None)
        assert not any(isinstance(event, CardRevealed) for event in events)
        assert TrumpSet(Suit.HEARTS, None) in events

    @BOTH
    def test_nobody_chooses_it(self, variant: str) -> None:
        assert refusal(dealt(variant), "H") == Code.WRONG_PHASE
        assert calling(dealt(variant), "3 3 3 3").phase is Phase.PLAY


def rotated(deal: Dealt, suit: Suit, dealer: int) -> Dealt:
    """The deal with the hand of one suit at the dealer's place."""
    shift = next(seat for seat, hand in enumerate(deal) if hand[0].suit is suit) - dealer
    return tuple(deal[(seat + shift) % 4] for seat in range(4))


@BOTH
class TestDeclaring:
    def test_each_seat_declares_once_from_the_dealers_right(self, variant: str) -> None:
        state = dealt(variant, dealer=2)
        order = []
        for _ in range(4):
            order.append(state.turn)
            state = calling(state, "3")
        assert order == [3, 0, 1, 2]
        assert (state.phase, state.turn) == (Phase.PLAY, 3), "the dealer's right leads"

    def test_2_to_13_no_pass_and_not_necessarily_higher(self, variant: str) -> None:
        state = calling(dealt(variant), "13")
        assert calls_of(state) == [str(number) for number in range(2, 14)]
        assert refusal(state, "1") == Code.BID_OUT_OF_RANGE
        assert refusal(state, "3H") == Code.BID_TAKES_NO_SUIT
        assert refusal(state, PASS) == Code.PASS_NOT_ALLOWED
        assert refusal(state, "double") == Code.DOUBLE_NOT_PLAYED
        calling(state, "2 13 2")

    def test_below_11_in_all_the_hand_is_cancelled(self, variant: str) -> None:
        state = calling(dealt(variant, scores=(1, 2, 3, 4), dealer=1), "2 3 3 2")
        result = result_of(state)
        assert (result.outcome, result.number, result.points, result.tricks) == (
            "cancelled",
            None,
            None,
            None,
        )
        assert (state.phase, state.scores) == (Phase.AWAITING_DEAL, (1, 2, 3, 4))
        assert (state.next_dealer, state.next_number) == (2, 1), "the deal passes to the right"
        assert (result.bids, result.trump) == (("3", "2", "2", "3"), str(hand_of(state).trump))

    def test_11_in_all_is_played(self, variant: str) -> None:
        assert calling(dealt(variant), "2 3 3 3").phase is Phase.PLAY


STRONG = deal_of(
    "S 98765432 H 5432 C 2",
    "S AKQJT C AKQ D 98765",
    "H AKQJT9876 D 432 C 3",
    "D AKQJT C JT987654",
)
"""Spades are trumps in syrian41 when seat 0 deals; seat 1 and then seat 0 have most of the strength."""


def played(
    variant: str,
    bids: str,
    deal: Dealt = EVEN,
    scores: tuple[int, ...] | None = None,
    **tricks: range | int,
) -> MatchState:
    """A hand in which the seats named (``s0=range(4, 14)``) took tricks as wanted.

    Seat 0 deals, so that seat 1 bids first.
    """
    state = calling(dealt(variant, deal, scores=scores), bids)
    wanted = {int(name[1:]): range(n, n + 1) if isinstance(n, int) else n for name, n in tricks.items()}
    return play_until(state, lambda taken: all(taken[seat] in wanted[seat] for seat in wanted))


def points(state: MatchState) -> tuple[int, ...]:
    gained = result_of(state).points
    assert gained is not None
    return gained


class TestPoints:
    def test_bid_5_took_7(self) -> None:
        assert points(played("syrian41", "5 2 2 2", STRONG, s1=7))[1] == 5

    def test_bid_4_took_3(self) -> None:
        assert points(played("syrian41", "4 3 2 2", s1=3))[1] == -4

    def test_bid_5_took_3_is_minus(self) -> None:
        assert points(played("syrian41", "5 2 2 2", s1=3))[1] == -5

    def test_bid_10_took_8_is_minus_10(self) -> None:
        assert points(played("syrian41", "10 2 2 2", STRONG, s1=8))[1] == -10

    def test_i_fail_and_my_partner_makes_it(self) -> None:
        """I bid 4 and take 2 while my partner takes three over its bid: nobody's tricks help another."""
        state = played("syrian41", "4 3 2 2", s1=2, s3=5)
        assert (points(state)[1], points(state)[3]) == (-4, 2)

    def test_scores_are_per_seat_and_may_be_negative(self) -> None:
        state = played("syrian41", "13 13 13 13")
        assert state.scores == (-13, -13, -13, -13)

    def test_tarneeb41_bid_5_took_4(self) -> None:
        assert points(played("tarneeb41", "5 2 2 2", s1=4))[1] == -10

    def test_tarneeb41_bid_5_made(self) -> None:
        assert points(played("tarneeb41", "5 2 2 2", s1=range(5, 14)))[1] == 10

    def test_what_bids_are_worth_in_tarneeb41(self) -> None:
        game = Tarneeb41()
        worth = [game.worth(bid) for bid in range(2, 14)]
        assert worth == [2, 3, 4, 10, 12, 14, 16, 18, 20, 22, 24, 26]


class TestWinning:
    @pytest.mark.parametrize(
        ("scores", "winner"),
        [
            ((41, 0, 0, 0), None),  # the partner must have more than zero
            ((41, 0, 1, 0), 0),
            ((1, 0, 41, 0), 0),
            ((0, 41, 0, 1), 1),
            ((40, 0, 40, 0), None),  # 80 together are no 41
            ((41, 60, 1, 30), 1),  # both qualify: the higher team score
            ((60, 41, 30, 1), 0),
            ((50, 42, 2, 10), None),  # both qualify and are level
            ((41, 60, 0, 30), 1),  # one of them does not qualify, whatever its sum
            ((90, 41, 0, 1), 1),
            ((41, 0, -1, 0), None),
        ],
    )
    def test_team_rules(self, scores: tuple[int, ...], winner: int | None) -> None:
        assert team_that_won(scores, 41) == winner

    def test_41_with_a_partner_at_0_plays_on(self) -> None:
        state = played("syrian41", "3 2 3 3", scores=(38, 0, -2, 0), s0=range(3, 14), s2=range(2, 14))
        assert (state.scores[0], state.scores[2], state.phase) == (41, 0, Phase.AWAITING_DEAL)

    def test_41_with_a_partner_above_0_ends_the_match(self) -> None:
        state = played("syrian41", "3 2 3 3", scores=(38, 0, -1, 0), s0=range(3, 14), s2=range(2, 14))
        assert (state.scores[0], state.scores[2], state.phase) == (41, 1, Phase.ENDED)
        assert state.result is not None
        assert (state.result.winner, state.result.reason) == (0, "target")

    def test_41_to_1_against_60_to_30(self) -> None:
        made = range(3, 14)
        state = played(
            "syrian41", "3 2 3 3", scores=(38, 57, -1, 27), s0=made, s1=made, s2=range(2, 5), s3=made
        )
        assert state.scores == (41, 60, 1, 30)
        assert state.result is not None
        assert state.result.winner == 1

    def test_a_cancelled_hand_is_not_judged(self) -> None:
        state = calling(dealt("syrian41", scores=(41, 0, 1, 0)), "2 2 2 2")
        assert state.phase is Phase.AWAITING_DEAL
        assert state.result is None


def test_a_declaration_is_a_bid_and_there_is_no_contract() -> None:
    state = calling(dealt("syrian41"), "3 4 5 6")
    hand = hand_of(state)
    assert hand.bids == [Bid(6), Bid(3), Bid(4), Bid(5)]
    assert (hand.contract, hand.declarer, hand.high_bid) == (None, None, None)
