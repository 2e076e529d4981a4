"""Observations written by hand: what a seat sees, without a match behind it."""

from __future__ import annotations

from random import Random

from games.bots import choose
from games.engine.cards import Card, mask_of, parse_card, parse_trump, partner
from games.engine.moves import ALL_MOVES, DOUBLE, PASS, Bid, Move, PlayCard, parse_move
from games.engine.observation import HandView, Observation
from games.engine.state import Phase
from games.engine.tricks import playable
from games.engine.variants import get_variant

ME = 0
RIGHT, PARTNER, LEFT = 1, 2, 3


def cards(text: str) -> tuple[Card, ...]:
    """``"S AK2 H 5"`` or ``"SA SK S2 H5"``: cards, sorted as an observation has them."""
    found = [parse_card(word) for word in _words(text)]
    return tuple(sorted(found, key=lambda card: card.index))


def _words(text: str) -> list[str]:
    words: list[str] = []
    suit = ""
    for part in text.split():
        if part in "CDHS":
            suit = part
        elif suit:
            words += [suit + rank for rank in part]
        else:
            words.append(part)
    return words


def in_play(
    held: str,
    *tricks: str,
    trump: str = "H",
    leader: int = ME,
    declarer: int | None = None,
    variant: str = "tarneeb",
    bids: tuple[int, int, int, int] = (2, 2, 2, 2),
    taken: tuple[int, int, int, int] = (0, 0, 0, 0),
    revealed: str | None = None,
    dealer: int = LEFT,
) -> Observation:
    """What seat 0 sees when it is to play a card.

    ``tricks`` are the tricks so far and the one it plays to: cards in the order played, each trick's first
    seat before them (``"2 S5 S9 SK S3"``). In the 41 games ``bids`` are what the seats bid.
    """
    plays: list[tuple[int, Card]] = []
    for trick in tricks:
        first, *texts = trick.split()
        plays += [((int(first) + place) % 4, parse_card(text)) for place, text in enumerate(texts)]
    mine = cards(held)
    current = plays[len(plays) & ~3 :]
    led = current[0][1].suit_mask if current else 0
    legal = playable(mask_of(mine), led)
    own = get_variant(variant).scores_per == "seat"
    return observation(
        variant,
        phase=Phase.PLAY,
        legal=tuple(PlayCard(card) for card in mine if card.bit & legal),
        hand=view(
            mine,
            calls=tuple((seat, Bid(bid)) for seat, bid in enumerate(bids)) if own else (),
            plays=tuple(plays),
            trump=trump,
            declarer=declarer,
            taken=taken,
            revealed=revealed,
            dealer=dealer,
        ),
    )


def view(
    mine: tuple[Card, ...],
    *,
    calls: tuple[tuple[int, Bid], ...] = (),
    plays: tuple[tuple[int, Card], ...] = (),
    trump: str | None = None,
    declarer: int | None = None,
    taken: tuple[int, int, int, int] = (0, 0, 0, 0),
    revealed: str | None = None,
    dealer: int = LEFT,
) -> HandView:
    return HandView(
        ordinal=1,
        number=1,
        dealer=dealer,
        cards=mine,
        counts=(len(mine),) * 4,
        revealed=parse_card(revealed) if revealed else None,
        trump=parse_trump(trump) if trump else None,
        declarer=declarer,
        contract=Bid(7) if declarer is not None else None,
        doubled=False,
        calls=calls,
        plays=plays,
        tricks=taken,
    )


def observation(
    variant: str,
    *,
    phase: Phase,
    legal: tuple[Move, ...],
    hand: HandView,
    scores: tuple[int, ...] | None = None,
    options: dict[str, int] | None = None,
) -> Observation:
    game = get_variant(variant)(options)
    return Observation(
        variant=variant,
        scores_per=game.scores_per,
        options=game.options,
        version=1,
        phase=phase,
        seat=ME,
        turn=ME,
        legal=legal,
        hand=hand,
        scores=scores if scores is not None else game.opening_scores(),
        target=game.target,
        results=(),
        result=None,
    )


def in_auction(
    held: str,
    *calls: str,
    variant: str = "tarneeb",
    trump: str | None = None,
    scores: tuple[int, ...] | None = None,
    **options: int,
) -> Observation:
    """What seat 0 sees when it is to call; ``calls`` are the last ones before it, the left seat's last."""
    made = tuple(((4 - len(calls) + place) % 4, parse_move(text)) for place, text in enumerate(calls))
    hand = view(cards(held), calls=made, trump=trump)  # type: ignore[arg-type]
    own = get_variant(variant).scores_per == "seat"
    legal = tuple(Bid(tricks) for tricks in range(2, 14)) if own else _higher_calls(made, options)
    return observation(variant, phase=Phase.AUCTION, legal=legal, hand=hand, scores=scores, options=options)


EGYPTIAN_ORDER = ("C", "S", "H", "D", "NT")


def _higher_calls(made: tuple[tuple[int, Move], ...], options: dict[str, int]) -> tuple[Move, ...]:
    suited = bool(options.get("egyptian"))
    bids = [move for move in ALL_MOVES if isinstance(move, Bid) and move.tricks >= 7]
    bids = [bid for bid in bids if (bid.trump is not None) == suited]
    if suited and not options.get("no_trump"):
        bids = [bid for bid in bids if str(bid.trump) != "NT"]
    bids.sort(key=_rank)
    high = [(seat, call) for seat, call in made if isinstance(call, Bid)]
    if not high:
        return (PASS, *bids)
    seat, best = high[-1]
    higher = tuple(bid for bid in bids if _rank(bid) > _rank(best))
    return (PASS, DOUBLE, *higher) if suited and seat != partner(ME) else (PASS, *higher)


def _rank(bid: Bid) -> tuple[int, int]:
    return bid.tricks, EGYPTIAN_ORDER.index(str(bid.trump)) if bid.trump is not None else 0


def chosen(seen: Observation) -> str:
    """The steady bot's move, as text."""
    return str(choose(seen, Random(1)))
