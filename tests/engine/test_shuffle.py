"""The verifiable deal: published vectors, a second implementation, and no favourite among the cards."""

import hashlib
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from games.engine.cards import DECK, parse_card
from games.engine.shuffle import METHOD, commitment, deal_cards, shuffled_deck

NOBODY = ("", "", "", "")
SEED = bytes(range(32))


def published() -> list[dict[str, Any]]:
    page = (Path(__file__).resolve().parents[2] / "docs" / "shuffle.md").read_text(encoding="utf-8")
    return [json.loads(line) for line in page.splitlines() if line.startswith('{"seed"')]


def test_the_page_publishes_vectors() -> None:
    assert len(published()) == 5


@pytest.mark.parametrize("vector", published())
def test_published_vectors(vector: dict[str, Any]) -> None:
    seed = bytes.fromhex(vector["seed"])
    dealt = deal_cards(seed, vector["player_seeds"], vector["dealer"])
    assert [" ".join(map(str, cards)) for cards in dealt] == vector["cards"]
    assert commitment(seed) == vector["commitment"]


def deal_by_the_page(seed: bytes, players: tuple[str, ...], dealer: int) -> list[list[str]]:
    """The method again, written from docs/shuffle.md and sharing no code with the engine."""
    message = b"tarneeb-deal/1/key\x00" + seed
    for player in players:
        message += len(player.encode()).to_bytes(4, "big") + player.encode()
    key = hashlib.sha256(message).digest()
    stream = b""
    for block in range(20):
        stream += hashlib.sha256(b"tarneeb-deal/1/stream\x00" + key + block.to_bytes(8, "big")).digest()
    deck = [suit + rank for suit in "CDHS" for rank in "23456789TJQKA"]
    at = 0
    for i in range(51, 0, -1):
        while stream[at] >= 256 - 256 % (i + 1):
            at += 1
        j = stream[at] % (i + 1)
        at += 1
        deck[i], deck[j] = deck[j], deck[i]
    hands: list[list[str]] = [[], [], [], []]
    for turn, card in enumerate(deck):
        hands[(dealer + 1 + turn) % 4].append(card)
    return hands


def test_a_second_implementation_makes_the_same_deals() -> None:
    rng = random.Random(7)
    for _ in range(200):
        seed, dealer = rng.randbytes(32), rng.randrange(4)
        players = tuple("".join(rng.choices("aب♠0 ", k=rng.randrange(4))) for _ in range(4))
        dealt = [[str(card) for card in cards] for cards in deal_cards(seed, players, dealer)]
        assert dealt == deal_by_the_page(seed, players, dealer)


def test_every_deal_is_the_whole_deck() -> None:
    for dealer in range(4):
        dealt = deal_cards(SEED, NOBODY, dealer)
        assert [len(cards) for cards in dealt] == [13] * 4
        assert {card for cards in dealt for card in cards} == set(DECK)


def test_cards_go_round_one_at_a_time_from_the_dealers_right_and_the_dealer_last() -> None:
    deck = shuffled_deck(SEED, NOBODY)
    for dealer in range(4):
        dealt = deal_cards(SEED, NOBODY, dealer)
        assert dealt[(dealer + 1) % 4][0] is deck[0]
        assert dealt[dealer][0] is deck[3]
        assert dealt[dealer][-1] is deck[51], "the dealer's thirteenth is the last card of all"


def test_each_seed_matters() -> None:
    deals = {
        shuffled_deck(SEED, NOBODY),
        shuffled_deck(bytes(32), NOBODY),
        shuffled_deck(SEED, ("a", "", "", "")),
        shuffled_deck(SEED, ("", "a", "", "")),
        shuffled_deck(SEED, ("a", "a", "", "")),
        shuffled_deck(SEED, ("aa", "", "", "")),
    }
    assert len(deals) == 6


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33)])
def test_a_seed_has_32_bytes(seed: bytes) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        deal_cards(seed, NOBODY, 0)
    with pytest.raises(ValueError, match="32 bytes"):
        commitment(seed)


@pytest.mark.parametrize("players", [(), ("",) * 3, ("",) * 5])
def test_there_are_four_player_seeds(players: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="four"):
        deal_cards(SEED, players, 0)


def test_a_commitment_is_not_the_seed_nor_its_plain_hash() -> None:
    assert commitment(SEED) not in (SEED.hex(), hashlib.sha256(SEED).hexdigest())
    assert METHOD == "tarneeb-deal/1"


def test_each_card_comes_to_each_place_about_equally_often() -> None:
    """Chi-squared over 4,000 fixed deals: 51 degrees of freedom a place, so 100 is far beyond chance."""
    rng = random.Random(52)
    deals = [shuffled_deck(rng.randbytes(32), NOBODY) for _ in range(4000)]
    for place in (0, 1, 25, 50, 51):
        counts = Counter(deck[place] for deck in deals)
        expected = len(deals) / 52
        assert sum((counts[card] - expected) ** 2 / expected for card in DECK) < 100
    aces = Counter(deck.index(parse_card("SA")) % 4 for deck in deals)
    assert all(abs(count - 1000) < 120 for count in aces.values())
