"""A state in parts, so that a move writes only what it has changed.

A part is some of the keys of a state. `needs` picks the values that it is made from; `facts` makes it from them and
sees nothing else. So the same values are the same facts, and their text is kept until one of the values is another one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from doublesix.server.step import Json
from doublesix.server.wire import Writing, encoded
from doublesix.speech import Speech

if TYPE_CHECKING:
    from doublesix.server.course import Course

Needs = tuple[Any, ...]


class Reader(NamedTuple):
    """Who reads a state."""

    seat: int | None
    """Whose facts he gets; None for who watches."""
    seats: tuple[int, ...] = ()
    """The seats that he acts for."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some keys of a state. All values that it needs are immutable."""

    needs: Callable[[Course, Reader], Needs]
    facts: Callable[..., Json]
    alike: bool = False
    """Whether it is the same for every reader."""


_Shelf = list[tuple[Needs, str] | None]
"""For each part what its text was made from, and the text without its braces."""


class Texts:
    """The texts of one table's state, for each reader and language."""

    __slots__ = ("_parts", "_shelves")

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = parts
        self._shelves: dict[tuple[Reader | None, str], _Shelf] = {}

    def now(self, course: Course, reader: Reader) -> Standing:
        """How the table stands now, for this reader."""
        return Standing(self, reader, [part.needs(course, reader) for part in self._parts])

    def text(self, reader: Reader, needs: Sequence[Needs], speech: Speech) -> str:
        """The text of a state that needs these values."""
        own, common = self._shelf(reader, speech), self._shelf(None, speech)
        texts = []
        for index, part in enumerate(self._parts):
            shelf = common if part.alike else own
            kept = shelf[index]
            if kept is None or kept[0] != needs[index]:
                kept = shelf[index] = needs[index], encoded(part.facts(*needs[index]), speech)[1:-1]
            texts.append(kept[1])
        return f"{{{','.join(texts)}}}"

    def _shelf(self, reader: Reader | None, speech: Speech) -> _Shelf:
        shelf = self._shelves.get((reader, speech.language))
        if shelf is None:
            shelf = self._shelves[reader, speech.language] = [None] * len(self._parts)
        return shelf


class Standing(Writing):
    """How a table stood at one moment, for one reader: it can be written later, in any language, and stays the same."""

    __slots__ = ("_needs", "_reader", "_texts")

    def __init__(self, texts: Texts, reader: Reader, needs: Sequence[Needs]) -> None:
        self._texts = texts
        self._reader = reader
        self._needs = needs

    def written(self, speech: Speech) -> str:
        """The JSON text of the state."""
        return self._texts.text(self._reader, self._needs, speech)
