"""The rules pages: one a game, with examples that the engine agrees with."""

import pytest
from django.test import Client

from games.engine.variants import get_variant, variants
from games.engine.variants.tarneeb import contract_points
from games.score_sheet import signed
from games.variant_texts import HOUSE_RULES, VARIANTS
from games.views.rules import EXAMPLES


def with_sign(points: int) -> str:
    return f"+{points}" if points > 0 else signed(points)


def test_every_game_of_the_engine_has_texts_and_rules() -> None:
    keys = [variant.key for variant in variants()]
    assert [text.key for text in VARIANTS] == keys
    assert list(EXAMPLES) == keys


def test_every_house_rule_of_the_engine_has_a_label_and_an_explanation() -> None:
    rules = [spec.name for spec in get_variant("tarneeb").option_specs if spec.name != "target"]
    assert [text.key for text in HOUSE_RULES] == rules
    for text in HOUSE_RULES:
        assert text.label
        assert text.help


@pytest.mark.django_db
@pytest.mark.parametrize("variant", list(EXAMPLES))
def test_each_game_has_its_page_with_its_examples(client: Client, variant: str) -> None:
    answer = client.get(f"/rules/{variant}/")
    page = answer.content.decode()
    assert answer.status_code == 200
    for example in EXAMPLES[variant]:
        assert f'<span dir="ltr">{example[2]}</span>' in page
    assert f'name="variant" value="{variant}"' in page


@pytest.mark.django_db
def test_rules_of_another_game_are_not_found(client: Client) -> None:
    assert client.get("/rules/bridge/").status_code == 404


@pytest.mark.parametrize("example", EXAMPLES["tarneeb"])
def test_the_examples_of_tarneeb_are_what_the_engine_counts(example: tuple[str, ...]) -> None:
    bid, took, ours, theirs = example
    assert tuple(map(with_sign, contract_points(int(bid), int(took)))) == (ours, theirs)


@pytest.mark.parametrize("variant", ["syrian41", "tarneeb41"])
def test_the_examples_of_the_41_games_are_what_the_engine_counts(variant: str) -> None:
    game = get_variant(variant)()
    for bid, took, points in EXAMPLES[variant]:
        worth = game.worth(int(bid))  # type: ignore[attr-defined]
        assert with_sign(worth if int(took) >= int(bid) else -worth) == points
