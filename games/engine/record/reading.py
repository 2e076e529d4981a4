"""From text to a MatchRecord. Anything that is not exactly a record is refused with a RecordFault.

Only the form is checked here; ``replaying`` checks that the match was played by the rules.
"""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final, NoReturn, TypeVar, get_args

from games.engine.cards import DECK, SEATS, Card, Seat, Trump, parse_card, parse_trump
from games.engine.errors import Code, InvalidMove, InvalidOptions, Param, RecordCode, RecordFault
from games.engine.moves import Call, parse_move
from games.engine.record.faults import Where, shown
from games.engine.record.schema import FORMAT, FairDeal, HandRecord, MatchRecord
from games.engine.results import MatchResult, Reason
from games.engine.variants import Options, Variant, get_variant

T = TypeVar("T")

MATCH_KEYS: Final = ("format", "match", "variant", "options", "seats", "hands", "result")
HAND_KEYS: Final = (
    "number",
    "dealer",
    "cards",
    "revealed",
    "calls",
    "trump",
    "plays",
    "tricks",
    "points",
    "scores",
)
FAIR_KEYS: Final = ("method", "commitment", "seed", "player_seeds")
RESULT_KEYS: Final = ("winner", "reason", "scores")

LONGEST_NUMBER: Final = 18  # digits; no number of a record comes near


def read_record(text: str | bytes, line: int = 1) -> MatchRecord:
    """The match written in ``text``; ``line`` is its place in a file, for faults.

    Raises RecordFault when it is not a record, whatever else it is.
    """
    where = Where(line)
    data = _object(_parse(text, where), MATCH_KEYS, where)
    if data["format"] != FORMAT:
        raise where.at("format").wrong(f'"{FORMAT}"', data["format"])
    variant = _variant(data["variant"], where.at("variant"))
    hands = _list(data["hands"], where.at("hands"))
    return MatchRecord(
        match=_text(data["match"], where.at("match")),
        variant=variant.key,
        options=_options(data["options"], variant, where.at("options")),
        seats=_four(data["seats"], _text, where.at("seats")),
        hands=tuple(_hand(hand, variant, where.in_hand(place)) for place, hand in enumerate(hands, 1)),
        result=_result(data["result"], variant, where.at("result")),
        line=line,
    )


def read_hand(data: object, variant: str) -> HandRecord:
    """One hand from its JSON value, as ``hand_data`` gives it.

    Raises RecordFault when it is none, InvalidOptions when there is no such variant.
    """
    return _hand(data, get_variant(variant), Where(1, 1))


def split_records(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The texts of the matches in a file, each with the number of its first line.

    A file holds one match a line (blank lines are skipped), or one match alone, spaced as its writer liked.
    """
    lines = [(number, line) for number, line in enumerate(data.split(b"\n"), 1) if line.strip()]
    if len(lines) > 1 and _is_one_object(data, [line for _, line in lines]):
        yield lines[0][0], data
    else:
        yield from lines


def _is_one_object(data: bytes, lines: list[bytes]) -> bool:
    """Whether several lines are one match. A broken one counts as one too if its lines look like parts."""
    first, *others = lines
    if _is_json(first):
        return False
    if _is_json(data):
        return True
    opens = first.removeprefix(BOM_UTF8).lstrip().startswith(b"{")
    return opens and not any(map(_looks_whole, others))


def _looks_whole(line: bytes) -> bool:
    """Whether a line looks like a match by itself: parts of one are indented, or a brace alone."""
    return line.startswith(b"{") and line.rstrip() != b"{"


def _is_json(data: bytes) -> bool:
    try:
        _parse(data, Where(1))
    except RecordFault as fault:
        return fault.code not in (RecordCode.NOT_JSON, RecordCode.NOT_UTF8)
    return True


# --- JSON ---------------------------------------------------------------------------------------------------


class _Refused(Exception):
    """Raised inside the JSON parser, which knows no place."""

    def __init__(self, code: RecordCode, **params: Param) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        twice, _ = Counter(key for key, _ in pairs).most_common(1)[0]
        raise _Refused(RecordCode.KEY_TWICE, key=shown(twice))
    return values


def _whole_number(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise _Refused(RecordCode.NUMBER_TOO_LONG)
    return int(digits)


def _not_finite(name: str) -> NoReturn:
    raise _Refused(RecordCode.NUMBER_NOT_FINITE, found=name)


def _parse(text: str | bytes, where: Where) -> object:
    try:
        decoded = text.decode("utf-8") if isinstance(text, bytes) else text
        return json.loads(
            decoded, object_pairs_hook=_unique_keys, parse_int=_whole_number, parse_constant=_not_finite
        )
    except UnicodeDecodeError:
        raise where.fault(RecordCode.NOT_UTF8) from None
    except json.JSONDecodeError as error:
        raise where.fault(RecordCode.NOT_JSON, problem=f"{error.msg}, character {error.pos + 1}") from None
    except RecursionError:
        raise where.fault(RecordCode.NESTED_TOO_DEEP) from None
    except _Refused as refused:
        raise where.fault(refused.code, **refused.params) from None


# --- values: types are exact, so True is no 1 and 41.0 no 41 ------------------------------------------------


def _object(value: object, keys: tuple[str, ...], where: Where, may: tuple[str, ...] = ()) -> dict[str, Any]:
    """An object with all of ``keys`` and no others but those of ``may``."""
    if not isinstance(value, dict):
        raise where.wrong("an object", value)
    for key in value:
        if key not in keys and key not in may:
            raise where.fault(RecordCode.KEY_UNKNOWN, key=shown(key))
    for key in keys:
        if key not in value:
            raise where.fault(RecordCode.KEY_MISSING, key=shown(key))
    return value


def _list(value: object, where: Where) -> list[Any]:
    if not isinstance(value, list):
        raise where.wrong("a list", value)
    return value


def _text(value: object, where: Where) -> str:
    if not isinstance(value, str):
        raise where.wrong("a string", value)
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        raise where.fault(RecordCode.NOT_TEXT) from None
    return value


def _integer(value: object, where: Where) -> int:
    if type(value) is not int:
        raise where.wrong("a whole number", value)
    return value


def _seat(value: object, where: Where) -> Seat:
    if type(value) is not int or value not in SEATS:
        raise where.wrong("a seat, 0 to 3", value)
    return value


def _four(value: object, read: Callable[[object, Where], T], where: Where) -> tuple[T, ...]:
    return _several(value, 4, read, where)


def _several(value: object, count: int, read: Callable[[object, Where], T], where: Where) -> tuple[T, ...]:
    items = _list(value, where)
    if len(items) != count:
        raise where.wrong_count(f"a list of {count}", len(items))
    return tuple(read(item, where) for item in items)


def _or_null(value: object, read: Callable[[object, Where], T], where: Where) -> T | None:
    return None if value is None else read(value, where)


def _card(value: object, where: Where) -> Card:
    try:
        return parse_card(_text(value, where))
    except InvalidMove:
        raise where.wrong("a card", value) from None


def _trump(value: object, where: Where) -> Trump:
    try:
        return parse_trump(_text(value, where))
    except InvalidMove:
        raise where.wrong('"C", "D", "H", "S" or "NT"', value) from None


# --- the parts of a record ----------------------------------------------------------------------------------


def _variant(value: object, where: Where) -> type[Variant]:
    try:
        return get_variant(_text(value, where))
    except InvalidOptions:
        raise where.fault(Code.UNKNOWN_VARIANT, variant=shown(value)) from None


def _options(value: object, variant: type[Variant], where: Where) -> Options:
    """Every option of the variant, spelled out."""
    if not isinstance(value, dict):
        raise where.wrong("an object", value)
    try:
        options = variant(value).options
    except InvalidOptions as error:
        quoted = {key: shown(value) for key, value in error.params.items()}
        if error.code is Code.OPTION_VALUE:
            quoted["value"] = shown(value[str(error.params["option"])])
        raise where.fault(error.code, **quoted) from None
    for name in options:
        if name not in value:
            raise where.fault(Code.OPTION_MISSING, option=shown(name))
    return options


def _result(value: object, variant: type[Variant], where: Where) -> MatchResult:
    data = _object(value, RESULT_KEYS, where)
    winner = data["winner"]
    if winner is not None and (type(winner) is not int or winner not in (0, 1)):
        raise where.wrong("a winner: 0, 1 or null", winner)
    reasons = [reason.value for reason in Reason]
    if data["reason"] not in reasons:
        raise where.wrong(f"a reason: {', '.join(reasons)}", data["reason"])
    return MatchResult(winner, Reason(data["reason"]), _scores(data["scores"], variant, where))


def _scores(value: object, variant: type[Variant], where: Where) -> tuple[int, ...]:
    return _several(value, 2 if variant.scores_per == "team" else 4, _integer, where)


def _hand(value: object, variant: type[Variant], where: Where) -> HandRecord:
    data = _object(value, HAND_KEYS, where, may=("fair",))
    number = _or_null(data["number"], _integer, where.at("number"))
    points, tricks = data["points"], data["tricks"]
    return HandRecord(
        number=number,
        dealer=_seat(data["dealer"], where.at("dealer")),
        cards=_cards(data["cards"], where.at("cards")),
        revealed=_or_null(data["revealed"], _card, where.at("revealed")),
        calls=tuple(
            _call(call, where.at(f"call {place}"))
            for place, call in enumerate(_list(data["calls"], where.at("calls")), 1)
        ),
        trump=_or_null(data["trump"], _trump, where.at("trump")),
        plays=tuple(
            _card(card, where.at(f"play {place}"))
            for place, card in enumerate(_list(data["plays"], where.at("plays")), 1)
        ),
        tricks=None if tricks is None else _four(tricks, _integer, where.at("tricks")),
        points=None if points is None else _scores(points, variant, where.at("points")),
        scores=_scores(data["scores"], variant, where.at("scores")),
        fair=_fair(data["fair"], where.at("fair")) if "fair" in data else None,
    )


def _cards(value: object, where: Where) -> tuple[tuple[Card, ...], ...]:
    """Four strings of thirteen cards, one space between two; every card once."""
    dealt = []
    left = set(DECK)
    for text in _four(value, _text, where):
        cards = tuple(_card(name, where) for name in text.split(" "))
        if len(cards) != 13:
            raise where.wrong_count("thirteen cards", len(cards))
        for card in cards:
            if card not in left:
                raise where.fault(RecordCode.CARD_TWICE, card=str(card))
            left.remove(card)
        dealt.append(cards)
    return tuple(dealt)


def _call(value: object, where: Where) -> tuple[Seat, Call]:
    items = _list(value, where)
    if len(items) != 2:
        raise where.wrong_count("a seat and a call", len(items))
    seat = _seat(items[0], where)
    text = _text(items[1], where)
    try:
        move = parse_move(text)
    except InvalidMove:
        raise where.wrong("a call", text) from None
    if not isinstance(move, get_args(Call)):
        raise where.wrong("a call", text)
    return seat, move


def _fair(value: object, where: Where) -> FairDeal:
    data = _object(value, FAIR_KEYS, where)
    return FairDeal(
        method=_text(data["method"], where),
        commitment=_hex(data["commitment"], where),
        seed=_hex(data["seed"], where),
        player_seeds=_four(data["player_seeds"], _text, where),
    )


def _hex(value: object, where: Where) -> str:
    text = _text(value, where)
    if len(text) != 64 or not set(text) <= set("0123456789abcdef"):
        raise where.wrong("64 hexadecimal digits, small letters", text)
    return text
