"""A state in parts, so that a move writes only what it has changed.

A part is some of the keys of a state. `needs` picks the values that it is made from; `facts` makes it from them and
sees nothing else. So the same values are the same facts: what most moves leave as it is, is written once and kept
until one of the values is another one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol

from doublesix.rules.phrases import Phrase
from doublesix.server.step import Json, Situation
from doublesix.server.wire import encoded
from doublesix.speech import Speech
from doublesix.store import ChangeRow

Needs = tuple[Any, ...]


class Truth(Protocol):
    """What is true of a table at a moment: what its events made of it, and the little that no event tells."""

    @property
    def now(self) -> Situation:
        """Where its events have led."""

    @property
    def ratings(self) -> Sequence[ChangeRow]:
        """What a rated table has changed, once it has."""

    @property
    def following(self) -> str | None:
        """The table where the next deal of the duplicate is played."""

    @property
    def withheld(self) -> bool:
        """Whether nothing of the deal may be shown yet."""

    @property
    def forfeits(self) -> Mapping[int | None, tuple[Phrase, ...]]:
        """Why the round was forfeited, as each seat is told, and None who watches; empty where it was not."""


class Reader(NamedTuple):
    """Who reads a state."""

    seat: int | None
    """Whose facts he gets; None for who watches."""
    seats: tuple[int, ...] = ()
    """The seats that he acts for."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some keys of a state. All values that it needs are immutable."""

    needs: Callable[[Truth, Reader], Needs]
    facts: Callable[..., Json]
    alike: bool = False
    """Whether it is the same for every reader."""
    steady: bool = False
    """Whether most moves leave it as it is. What readers need of it differs by who they are alone: where it is the same
    as before for nobody in particular, it is so for everybody who acts for one seat at most."""
    writes: Callable[..., str] | None = None
    """Writes the facts in a language, as they would be written, without their braces: where that is quicker."""

    def text(self, speech: Speech, *needs: Any) -> str:
        """Its JSON text without the braces."""
        return self.way[1](speech, *needs)

    def _encoded(self, speech: Speech, *needs: Any) -> str:
        return encoded(self.facts(*needs), speech)[1:-1]

    @property
    def way(self) -> _Way:
        """How it is picked and written."""
        return self.needs, self.writes or self._encoded


_Way = tuple[Callable[[Truth, Reader], Needs], Callable[..., str]]
_Kept = dict[tuple[Reader | None, str], str]
"""Texts by reader and language; None is everybody."""


class Ways(NamedTuple):
    """How the parts of a state are picked and written, by how long and for whom they are the same."""

    agreed: Sequence[_Way]
    """Steady, and the same for every reader."""
    steady: Sequence[_Way]
    """Steady, but a reader's own."""
    alike: Sequence[_Way]
    """The same for every reader, but not steady."""
    own: Sequence[_Way]

    @staticmethod
    def of(parts: Sequence[Part]) -> Ways:
        """The ways of these parts."""

        def those(steady: bool, alike: bool) -> list[_Way]:
            return [part.way for part in parts if (part.steady, part.alike) == (steady, alike)]

        return Ways(those(True, True), those(True, False), those(False, True), those(False, False))


class Texts:
    """The texts of one table's state: what is steady is kept from move to move."""

    __slots__ = ("_common", "_kept", "_ways")

    def __init__(self, ways: Ways) -> None:
        self._ways = ways
        self._common: list[Needs] | None = None
        """What the steady parts need for nobody in particular."""
        self._kept: _Kept = {}

    def now(self, truth: Truth) -> Moment:
        """How the table stands now."""
        ways = self._ways
        common = [needs(truth, _NOBODY) for needs, _ in (*ways.agreed, *ways.steady)]
        if common != self._common:
            self._common, self._kept = common, {}  # a moment that is past keeps what was written for it
        return Moment(truth, self._kept, self._ways)


_NOBODY: Final = Reader(None)


class Moment:
    """How a table stands at one moment: it can be written later, in any language, and stays the same."""

    __slots__ = ("_kept", "_said", "_ways", "following", "forfeits", "now", "ratings", "withheld")

    def __init__(self, truth: Truth, kept: _Kept, ways: Ways) -> None:
        self.now = truth.now
        self.ratings = truth.ratings
        self.following = truth.following
        self.withheld = truth.withheld
        self.forfeits = truth.forfeits
        self._kept = kept
        self._ways = ways
        self._said: dict[str, str] = {}
        """What is the same for every reader, by language."""

    def text(self, reader: Reader, speech: Speech) -> str:
        """The JSON text of the state, for one who acts for one seat at most."""
        ways, language = self._ways, speech.language
        key = reader, language
        steady = self._kept.get(key)
        if steady is None:
            agreed = self._kept.get((None, language))
            if agreed is None:
                agreed = self._kept[None, language] = self._written(ways.agreed, _NOBODY, speech)
            steady = self._kept[key] = agreed + self._written(ways.steady, reader, speech)
        alike = self._said.get(language)
        if alike is None:
            alike = self._said[language] = self._written(ways.alike, _NOBODY, speech)
        return f"{{{steady}{alike}{self._written(ways.own, reader, speech)}"[:-1] + "}"

    def _written(self, ways: Sequence[_Way], reader: Reader, speech: Speech) -> str:
        """The text of some parts, each with a comma behind it."""
        return "".join([writes(speech, *needs(self, reader)) + "," for needs, writes in ways])
