"""Every code has a sentence, and a sentence needs only the parameters that its code has."""

import re
from pathlib import Path

import pytest

from games.engine.errors import Code, IllegalMove
from games.protocol import SocketCode
from games.sentences import SENTENCES, bid_name, card_name, sentence, sentence_of
from games.services.errors import MoveCode, TableCode, TableError

CODES = [code.value for enum in (Code, MoveCode, TableCode, SocketCode) for code in enum]
PARAMS = {
    "card": "SA",
    "suit": "H",
    "bid": "8H",
    "high": "9",
    "lowest": 2,
    "highest": 13,
    "phase": "play",
    "seat": 1,
    "turn": 2,
    "version": 7,
    "option": "egyptian",
    "other": "single_round",
    "value": "x",
    "table": "abc",
    "seconds": 42,
}


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_a_sentence(code: str) -> None:
    text = sentence_of(code, PARAMS)
    assert text
    assert text[-1] == "."
    assert "%(" not in text


def test_there_is_no_sentence_without_a_code() -> None:
    assert {str(code) for code in SENTENCES} == set(CODES)


def test_the_engine_documents_the_parameters_that_the_sentences_need(project_root: Path) -> None:
    source = (project_root / "games/engine/errors.py").read_text()
    documented = dict(re.findall(r'= "([a-z_]+)"  # ([a-z, ]+)$', source, re.MULTILINE))
    for code in Code:
        needed = set(re.findall(r"%\((\w+)\)s", str(SENTENCES[code])))
        assert needed <= set(documented.get(code.value, "").split(", ")), code


def test_cards_and_bids_are_spelled_out() -> None:
    assert card_name("SA") == "ace of spades"
    assert card_name("HT") == "10 of hearts"
    assert card_name("C2") == "2 of clubs"
    assert (bid_name("8"), bid_name("8H"), bid_name("9NT")) == ("8", "8 hearts", "9 no trump")


def test_a_refusal_is_told_with_its_parameters() -> None:
    error = IllegalMove(Code.MUST_FOLLOW_SUIT, {"suit": "D"})
    assert sentence(error) == "You must follow suit: you hold diamonds."
    assert "ace of spades" in sentence(IllegalMove(Code.CARD_NOT_HELD, {"card": "SA"}))
    assert sentence(IllegalMove(Code.WRONG_PHASE, {"phase": "auction"})) == "It is time to bid, not to play."
    assert "Egyptian" in sentence(TableError("option_value", option="egyptian", value="x"))
