"""A state in parts, so that a move writes only what it has changed.

A part is some of the keys of a state. `needs` picks the values that it is made from; `facts` makes it from them and
sees nothing else. So the same values are the same facts, and their text is kept until one of the values is another one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

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
    writes: Callable[..., str] | None = None
    """Writes the facts in a language, as they would be written, without their braces: where that is quicker."""

    def text(self, needs: Needs, speech: Speech) -> str:
        """Its JSON text without the braces."""
        if self.writes is not None:
            return self.writes(speech, *needs)
        return encoded(self.facts(*needs), speech)[1:-1]


_Shelf = list[tuple[Needs, str] | None]
"""For each part what its text was made from, and the text without its braces."""


class Texts:
    """The texts of one table's state, for each reader and language."""

    __slots__ = ("_alike", "_own", "_shelves")

    def __init__(self, parts: Sequence[Part]) -> None:
        self._alike = [part for part in parts if part.alike]
        self._own = [part for part in parts if not part.alike]
        self._shelves: dict[tuple[Reader | None, str], _Shelf] = {}

    def now(self, course: Course) -> Moment:
        """How the table stands now."""
        return Moment(self, course, [part.needs(course, _NOBODY) for part in self._alike])

    def to(self, reader: Reader, course: Course, moment: Moment) -> Standing:
        """How it stands for one reader."""
        return Standing(self, moment, reader, [part.needs(course, reader) for part in self._own])

    def alike(self, needs: Sequence[Needs], speech: Speech) -> str:
        """The text of what is the same for every reader."""
        return ",".join(self._written(None, self._alike, needs, speech))

    def of(self, reader: Reader, alike: str, needs: Sequence[Needs], speech: Speech) -> str:
        """The whole text, with what is this reader's alone."""
        own = self._written(reader, self._own, needs, speech)
        if alike:
            own.insert(0, alike)
        return f"{{{','.join(own)}}}"

    def _written(
        self, reader: Reader | None, parts: Sequence[Part], needs: Sequence[Needs], speech: Speech
    ) -> list[str]:
        shelf = self._shelves.get((reader, speech.language))
        if shelf is None:
            shelf = self._shelves[reader, speech.language] = [None] * len(parts)
        texts = []
        for at, wanted in enumerate(needs):
            kept = shelf[at]
            if kept is None or kept[0] != wanted:
                kept = shelf[at] = wanted, parts[at].text(wanted, speech)
            texts.append(kept[1])
        return texts


_NOBODY: Final = Reader(None)


class Moment:
    """How a table stands at one moment."""

    __slots__ = ("_alike", "_course", "_said", "_texts")

    def __init__(self, texts: Texts, course: Course, alike: Sequence[Needs]) -> None:
        self._texts = texts
        self._course = course
        self._alike = alike
        self._said: dict[str, str] = {}
        """What is the same for every reader, by language."""

    def to(self, reader: Reader) -> Standing:
        """The same for one reader; to be called before anything changes."""
        return self._texts.to(reader, self._course, self)

    def alike(self, speech: Speech) -> str:
        """The text of what is the same for every reader."""
        text = self._said.get(speech.language)
        if text is None:
            text = self._said[speech.language] = self._texts.alike(self._alike, speech)
        return text


class Standing(Writing):
    """How a table stood at one moment, for one reader: it can be written later, in any language, and stays the same."""

    __slots__ = ("_moment", "_own", "_reader", "_texts")

    def __init__(self, texts: Texts, moment: Moment, reader: Reader, own: Sequence[Needs]) -> None:
        self._texts = texts
        self._moment = moment
        self._reader = reader
        self._own = own

    def written(self, speech: Speech) -> str:
        """The JSON text of the state."""
        return self._texts.of(self._reader, self._moment.alike(speech), self._own, speech)
