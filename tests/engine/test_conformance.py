"""Every registered variant, under each of its options, passes every check of ``conformance``."""

from dataclasses import replace

import pytest

from games.engine import rules
from games.engine.cards import Suit
from games.engine.errors import IllegalMove, InvalidOptions
from games.engine.events import TrickTaken
from games.engine.observation import Observation, observe
from games.engine.state import HandState, MatchState
from games.engine.variants import OptionValue, Variant, variants
from tests.engine import conformance
from tests.engine.conformance import Exchange, Game, exchange_of
from tests.engine.scripted import hand_of

C, D, H, S = Suit

COLOURS_TURNED: Exchange = {C: D, D: C, S: H, H: S}


def exchanges_of(variant: type[Variant], options: dict[str, OptionValue]) -> tuple[Exchange, ...]:
    """The suits that can change places. In Syrian 41 the two suits of a colour belong together, in Tarneeb 41
    hearts stand apart, and Egyptian bids rank by suit."""
    if variant.key == "tarneeb":
        return () if options.get("egyptian") else (exchange_of(C, S), exchange_of(D, S), exchange_of(H, C))
    if variant.key == "syrian41":
        return exchange_of(C, S), exchange_of(D, H), COLOURS_TURNED
    if variant.key == "tarneeb41":
        return exchange_of(C, S), exchange_of(D, S)
    return ()


def games_of(variant: type[Variant]) -> list[Game]:
    """The game without options, with each value of each option, and with all that go together."""
    chosen: list[dict[str, OptionValue]] = [{}]
    together: dict[str, OptionValue] = {}
    for spec in variant.option_specs:
        others = [value for value in spec.allowed if value != spec.default]
        chosen += [{spec.name: value} for value in others]
        if others and fits(variant, {**together, spec.name: others[0]}):
            together[spec.name] = others[0]
    chosen += [together] if len(together) > 1 else []
    return [Game(variant.key, options, exchanges_of(variant, options)) for options in chosen]


def fits(variant: type[Variant], options: dict[str, OptionValue]) -> bool:
    """Whether these options go together."""
    try:
        variant(options)
    except InvalidOptions:
        return False
    return True


GAMES = [game for variant in variants() for game in games_of(variant)]

every_game = pytest.mark.parametrize("game", GAMES, ids=str)


@every_game
def test_random_play(game: Game) -> None:
    conformance.check_random_play(game, 1)


@every_game
def test_fallback_play_with_a_limit_on_hands(game: Game) -> None:
    conformance.check_fallback_play(game, 2)


@every_game
def test_record_and_replay(game: Game) -> None:
    for seed in range(3):
        conformance.check_record(game, seed)


@every_game
def test_secrecy(game: Game) -> None:
    for seed in range(3):
        conformance.check_secrecy(game, seed)


@every_game
def test_turning_the_seats_turns_the_result(game: Game) -> None:
    for seed in range(10):
        conformance.check_turned_seats(game, seed)


@pytest.mark.parametrize(
    ("game", "exchange"),
    [(game, exchange) for game in GAMES for exchange in game.exchanges],
    ids=lambda value: str(value) if isinstance(value, Game) else "".join(map(str, value.values())),
)
def test_exchanging_suits_exchanges_the_result(game: Game, exchange: Exchange) -> None:
    for seed in range(5):
        conformance.check_exchanged_suits(game, exchange, seed)


@pytest.mark.parametrize(
    ("game", "exchange"),
    [
        (Game("syrian41", {}), exchange_of(C, D)),
        (Game("tarneeb41", {}), exchange_of(C, H)),
        (Game("tarneeb", {"egyptian": True}), exchange_of(C, D)),
    ],
    ids=["syrian41", "tarneeb41", "egyptian"],
)
def test_other_suits_cannot_be_exchanged(game: Game, exchange: Exchange) -> None:
    """The check finds it where suits are not alike: a move is refused, or the result is another."""
    with pytest.raises((IllegalMove, AssertionError)):
        check_all(game, exchange)


def test_a_card_of_the_deal_that_is_shown_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a viewer sees must not depend on the deal any more than on the hands that are held."""

    def leaky(state: MatchState, viewer: int | None) -> Observation:
        seen = observe(state, viewer)
        assert seen.hand is not None
        return replace(seen, hand=replace(seen.hand, revealed=hand_of(state).dealt[0][0]))

    monkeypatch.setattr(conformance, "observe", leaky)
    with pytest.raises(AssertionError):
        conformance.check_secrecy(Game("tarneeb", {}), 0)


def test_an_event_that_depends_on_a_hidden_card_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    original = rules._take_trick

    def leaky(state: MatchState, hand: HandState) -> TrickTaken:
        taken = original(state, hand)
        return replace(taken, trick=hand.held[(taken.seat + 1) % 4].bit_length())

    monkeypatch.setattr(rules, "_take_trick", leaky)
    with pytest.raises(AssertionError):
        conformance.check_secrecy(Game("tarneeb", {}), 0)


def check_all(game: Game, exchange: Exchange) -> None:
    for seed in range(10):
        conformance.check_exchanged_suits(game, exchange, seed)
