"""Why: the rule, the tiles and the arithmetic behind every refusal, draw, pass, block, score and place."""

from __future__ import annotations

from typing import Any, NamedTuple

from doublesix.rules.phrases import Phrase
from doublesix.rules.tiles import Tile


class Reason(NamedTuple):
    """One explained fact. `text` is the whole sentence that people are shown; the rest is for programs."""

    code: str
    """A stable name of the rule applied, such as `must-play` or `pays-margin`."""
    text: Phrase
    """The sentence, in the words of the rule; it speaks of `seat 0`, and `text.called` puts names in."""
    source: str
    """Where the rule stands: a section of the rules canon (`canon A11`) or a field of the rules (`reserve`)."""
    tiles: tuple[Tile, ...] = ()
    """The tiles concerned."""
    seat: int | None = None
    """The seat concerned."""
    sum: str = ""
    """The arithmetic written out, such as `11 + 18 - 6 = 23`."""
    value: int | None = None
    """What the arithmetic comes to."""
    data: dict[str, Any] = {}  # noqa: RUF012 - never mutated
    """Further numbers that a checker needs, by name."""

    def __str__(self) -> str:
        return self.text

    def to_json(self) -> dict[str, Any]:
        """Every field that says something."""
        out: dict[str, Any] = {"code": self.code, "text": self.text.english, "source": self.source}
        if self.tiles:
            out["tiles"] = [str(tile) for tile in self.tiles]
        if self.seat is not None:
            out["seat"] = self.seat
        if self.sum:
            out["sum"] = self.sum
        if self.value is not None:
            out["value"] = self.value
        if self.data:
            out["data"] = self.data
        return out
