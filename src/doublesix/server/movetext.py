"""Moves as JSON text, written once for everybody.

The same move with the same ends comes again at every table; what differs from one to the next is the name of who made
it. So the text is kept with a gap for the name, for each language, and only the name is put in.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from doublesix.rules import Event, Move
from doublesix.rules.phrases import Phrase, Who
from doublesix.rules.telling import drew, laid, passed
from doublesix.server.setup import Setup
from doublesix.server.wire import encoded, quoted
from doublesix.speech import Speech

_GAP: Final = "\ufdd0"
"""Stands for the name in the text: no letter, so that it is in no other part of it."""
_SEATS: Final = 16
"""Seats of the largest table that a phrase could name, and more."""


class _MoveText(NamedTuple):
    """The fields of an event that is a move, behind its number."""

    gaps: tuple[str, ...]
    """Before and after the name of who moved, wherever the sentence has it."""
    yours: str
    """The same, spoken to him."""

    def naming(self, name: str) -> str:
        """The text with a name, which is JSON without its quotation marks."""
        return name.join(self.gaps)


def move_of(seen: Event) -> str:
    """The text of the move that an event is, as far as its reader may see it: a draw without its tile is `draw`."""
    if seen.kind == "drew":
        return f"draw:{seen.data['tile']}" if "tile" in seen.data else "draw"
    return "pass" if seen.kind == "passed" else str(seen.data["move"])


def move_text(n: int, seen: Event, setup: Setup, reader: int | None, speech: Speech) -> str:
    """A move as `reader` may see it, with its sentence: the JSON text of the event."""
    seat, data = seen.seat, seen.data
    assert seat is not None
    move = move_of(seen)
    if seen.kind == "drew":
        text = _drawn(seat, move, data.get("tile"), data["boneyard"], speech)
    elif seen.kind == "passed":
        text = _passed(seat, move, speech)
    else:
        text = _laid(seen.kind, seat, move, tuple(data["ends"].items()), speech)
    if seat == reader and not setup.labels:
        return f'{{"n":{n},{text.yours}'
    return f'{{"n":{n},{text.naming(quoted(setup.name(seat), speech)[1:-1])}'


@lru_cache(maxsize=16_384)
def _laid(kind: str, seat: int, move: str, ends: tuple[tuple[str, int], ...], speech: Speech) -> _MoveText:
    said = laid(Who(seat), Move.parse(move), dict(ends))
    return _written(kind, seat, said, f'"move":"{move}","ends":{encoded(dict(ends))}', speech)


@lru_cache(maxsize=4096)
def _drawn(seat: int, move: str, tile: str | None, boneyard: int, speech: Speech) -> _MoveText:
    return _written("drew", seat, drew(Who(seat), tile, boneyard), f'"move":"{move}","boneyard":{boneyard}', speech)


@lru_cache(maxsize=256)
def _passed(seat: int, move: str, speech: Speech) -> _MoveText:
    return _written("passed", seat, passed(Who(seat)), f'"move":"{move}"', speech)


def _written(kind: str, seat: int, said: Phrase, rest: str, speech: Speech) -> _MoveText:
    def text(reader: int | None) -> str:
        sentence = quoted(said.called([_GAP] * _SEATS, reader), speech)
        return f'"kind":"{kind}","seat":{seat},"text":{sentence},{rest}}}'

    return _MoveText(tuple(text(None).split(_GAP)), text(seat))
