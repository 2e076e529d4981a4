"""The kept matches are what the rules give, and they cover every variant and option.

Where a change of the rules is meant, ``python -m tests.golden --write`` writes them anew, and the diff shows
what has changed for whom.
"""

import pytest

from games.engine.state import MatchState
from games.engine.variants import variants
from tests.golden import playthrough as module
from tests.golden.files import difference, differences
from tests.golden.matches import MATCHES
from tests.golden.playthrough import Playthrough, text_of


@pytest.mark.parametrize("playthrough", MATCHES, ids=lambda match: match.name)
def test_the_rules_give_the_match_that_is_kept(playthrough: Playthrough) -> None:
    lines = difference(playthrough)
    assert not lines, "".join(lines[:60])


def test_every_option_of_every_variant_is_in_some_match() -> None:
    for variant in variants():
        kept = [match.options for match in MATCHES if match.variant == variant.key]
        assert kept, variant.key
        for spec in variant.option_specs:
            assert len(spec.allowed) == 1 or any(spec.name in options for options in kept), spec.name


def test_there_is_a_file_for_every_match_and_no_other() -> None:
    assert not [line for line in differences() if line.endswith("belongs to no match\n")]


def test_what_one_viewer_sees_differently_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """A viewer who is told another's moves is named in the diff."""
    original = module._values

    def leaky(state: MatchState, viewer: int | None) -> module.Values:
        return original(state, state.turn if viewer == 3 and state.turn is not None else viewer)

    monkeypatch.setattr(module, "_values", leaky)
    lines = [line for line in difference(MATCHES[0]) if line.startswith("+  ")]
    assert lines
    assert any(line.startswith("+  seat 3: ") for line in lines)


def test_a_text_has_every_state() -> None:
    versions = [line.split("]")[0] for line in text_of(MATCHES[0]).splitlines() if line.startswith("[")]
    assert versions == [f"[{version}" for version in range(len(versions))]
