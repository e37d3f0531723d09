"""The text form of records: tag pairs and move text, for people to read and to type.

    [Rules "ply-yard"]
    [Version "1"]
    [Players "2"]
    [Leader "0"]
    [Seat0 "Ann"]
    [Seat1 "Ben"]
    [Hand0 "6-5 6-3 6-1 5-5 5-0 3-1 0-0"]
    [Hand1 "6-6 6-4 6-0 4-4 4-2 3-3 1-1"]
    [Boneyard "2-0 5-1 2-2 3-0 4-1 6-2 5-2 1-0 5-3 2-1 4-0 3-2 4-3 5-4"]

    1. 5-5 {the free double} 2. draw draw 5-1L *

It holds exactly what the JSON form holds. A value that has no plain form of its own stands in its tag as JSON, without
quotes. `text_reader` reads it back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from doublesix.notation.record import MatchRecord, Record
from doublesix.notation.text_values import as_json, escape, quoted, write_end, write_outcome, write_whole
from doublesix.rules.scoring import ENDINGS

WIDTH: Final = 80
"""Columns that move text is broken at; a longer comment stays in one piece."""


def to_text(record: Record | MatchRecord) -> str:
    """A round or a match in the text form, with a line break at its end."""
    if isinstance(record, Record):
        return _round(record.to_json())
    value = record.to_json()
    tags = {"Match": quoted(str(len(value["rounds"])))} | dict(_head(value)) | dict(_extras(value, 0))
    rounds = [_round(part, number) for number, part in enumerate(value["rounds"], 1)]
    return "\n".join([_tags(tags), *rounds] if rounds else [_tags(tags), "*\n"])


def _tags(tags: Mapping[str, str]) -> str:
    return "".join(f"[{name} {value}]\n" for name, value in tags.items())


def _round(value: Mapping[str, Any], number: int | None = None) -> str:
    moves = value["moves"]
    tags = {} if number is None else {"Round": quoted(str(number))}
    tags |= dict(_head(value))
    tags |= {f"Hand{seat}": quoted(" ".join(hand)) for seat, hand in enumerate(value["hands"])}
    tags["Boneyard"] = quoted(" ".join(value["boneyard"]))
    tags |= dict(_extras(value, len(moves)))
    return f"{_tags(tags)}\n{_wrap(_tokens(value))}\n"


def _head(value: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if "rules" in value:
        rules = value["rules"]
        yield "Rules", quoted(rules) if isinstance(rules, str) else as_json(rules)
    for key in ("version", "players", "leader"):
        if key in value:
            yield key.capitalize(), quoted(str(value[key]))
    for seat, name in enumerate(value.get("names", ())):
        yield f"Seat{seat}", quoted(name)
    if "scores" in value:
        yield "Scores", quoted(write_whole(value["scores"]))


def _extras(value: Mapping[str, Any], moves: int) -> Iterator[tuple[str, str]]:
    """The tags for what stands neither in the deal nor in the move text."""
    for key, write in (("end", write_end), ("outcome", write_outcome)):
        if key in value:
            text = write(value[key])
            yield key.capitalize(), as_json(value[key]) if text is None else quoted(text)
    if "fair" in value:
        yield "Fair", as_json(value["fair"])
    if "clocks" in value and not inline_clocks(value["clocks"], moves):
        yield "Clocks", as_json(value["clocks"])
    if "comments" in value and not inline_comments(value["comments"], moves):
        yield "Comments", as_json(value["comments"])


def inline_clocks(clocks: object, moves: int) -> bool:
    """Whether clocks can stand beside the moves: one number or null for each move, and not only nulls."""
    if not isinstance(clocks, list) or len(clocks) != moves or not any(clock is not None for clock in clocks):
        return False
    return all(clock is None or type(clock) in (int, float) for clock in clocks)


def inline_comments(comments: object, moves: int) -> bool:
    """Whether comments can stand beside the moves: texts by the index of a move that exists."""
    if not isinstance(comments, Mapping) or not comments:
        return False
    indexes = {str(at) for at in range(moves)}
    return all(key in indexes and isinstance(text, str) for key, text in comments.items())


def _tokens(value: Mapping[str, Any]) -> Iterator[str]:
    """The move text: turn numbers with their first move, moves, clocks, comments, the result."""
    moves = value["moves"]
    clocks, comments = value.get("clocks"), value.get("comments")
    shown_clocks: Any = clocks if inline_clocks(clocks, len(moves)) else [None] * len(moves)
    shown_comments: Any = comments if inline_comments(comments, len(moves)) else {}
    turn, fresh = 1, True
    for at, move in enumerate(moves):
        yield f"{turn}. {move}" if fresh else move
        fresh = not move.startswith("draw")
        turn += fresh
        if shown_clocks[at] is not None:
            yield f"{{[clock {as_json(shown_clocks[at])}]}}"
        if str(at) in shown_comments:
            yield f"{{{_comment(shown_comments[str(at)])}}}"
    yield _result(value)


def _comment(text: str) -> str:
    """A comment as it stands between braces; blanks at its ends and a first bracket are kept by a backslash."""
    inner = text.strip(" ")
    if not inner:
        return r"\ " * len(text)
    before = len(text) - len(text.lstrip(" "))
    after = len(text) - len(text.rstrip(" "))
    body = escape(inner, "{}")
    return r"\ " * before + ("\\" if inner.startswith("[") else "") + body + r"\ " * after


def _result(value: Mapping[str, Any]) -> str:
    """How the record says that the round ended; `*` where it does not say."""
    for key in ("outcome", "end"):
        ending = value.get(key, {}).get("ending")
        if ending in ENDINGS:
            return str(ending)
    return "*"


def _wrap(tokens: Iterator[str]) -> str:
    lines: list[str] = []
    for token in tokens:
        if lines and len(lines[-1]) + 1 + len(token) <= WIDTH:
            lines[-1] += f" {token}"
        else:
            lines.append(token)
    return "\n".join(lines)
