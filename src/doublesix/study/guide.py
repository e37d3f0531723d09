"""The strategy guide: pieces of advice in words, what each was measured to be worth, and positions that show it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from doublesix.notation import Record
from doublesix.rules import Move, Position
from doublesix.rules.phrases import Phrase


class Piece(NamedTuple):
    """A piece of advice."""

    title: Phrase
    why: Phrase
    """What speaks for it."""
    how: Phrase
    """What a player who follows it does, exactly: that is what was measured."""


PIECES: Final[Mapping[str, Piece]] = {
    "heavy": Piece(
        Phrase("Shed heavy tiles early"),
        Phrase("The pips left in your hand lose a blocked round for you, and pay the winner of any other."),
        Phrase("Of the tiles that fit it plays the one with the most pips."),
    ),
    "doubles": Piece(
        Phrase("Shed doubles early"),
        Phrase("A double has one number only, so fewer ends will take it later."),
        Phrase("It plays a double whenever one fits."),
    ),
    "variety": Piece(
        Phrase("Keep many numbers"),
        Phrase("A hand with many different numbers finds a place at more ends."),
        Phrase("It makes the play that leaves the most different numbers in its hand."),
    ),
    "suit": Piece(
        Phrase("Turn the ends to your suit"),
        Phrase("An end with a number that you hold often is an end that you can play on again."),
        Phrase("It makes the play after which most of its own tiles fit."),
    ),
    "counting": Piece(
        Phrase("Count what is left of a number"),
        Phrase("Every number is on equally many tiles. What you neither see nor hold, somebody else may have."),
        Phrase("It leaves the ends that the fewest unseen tiles fit."),
    ),
    "passed": Piece(
        Phrase("Remember who passed"),
        Phrase("A draw or a pass tells everybody which numbers that hand lacks."),
        Phrase("It leaves the ends that the others have shown to lack."),
    ),
    "block": Piece(
        Phrase("Close the line when you are ahead"),
        Phrase("A blocked round is won by the fewest pips: close it when yours are likely the fewest."),
        Phrase("When its pips are likely the fewest, it leaves the ends that the fewest tiles fit, its own too."),
    ),
    "draw": Piece(
        Phrase("Draw to have a choice"),
        Phrase("Where one may draw at any time, a draw buys another tile to choose, and one more to get rid of."),
        Phrase("It draws when only one of its tiles fits; the others draw when none does."),
    ),
    "points": Piece(
        Phrase("Take the points"),
        Phrase("Where the open ends pay during play, what you take now is surely yours."),
        Phrase("It makes the play that scores the most."),
    ),
    "partner": Piece(
        Phrase("Support your partner's suit"),
        Phrase("The numbers that your partner opened are likely those that it can play on again."),
        Phrase("It leaves as many ends as it can that its partner opened, and none that its partner lacks."),
    ),
}
"""In the order of the guide; the names are those of `doublesix.players.advice`."""

ALL: Final = Piece(
    Phrase("All together"),
    Phrase("Advice pulls in different directions. A player has to weigh one piece against another."),
    Phrase("The level Normal weighs pips, doubles, numbers kept and tiles that fit against each other."),
)


class Shown(NamedTuple):
    """A position to think about: what the advice says there, and what is best."""

    advice: str
    holds: bool
    """Whether the best move is the one that is advised."""
    record: Record
    best: Move
    """Surely the best, as the analysis found."""

    @property
    def position(self) -> Position:
        """The position in question."""
        return self.record.last()


@cache
def shown() -> Mapping[str, tuple[Shown, ...]]:
    """The positions of every piece of advice: where it holds first, then where it does not."""
    found: dict[str, list[Shown]] = {name: [] for name in PIECES}
    for text in (files(__package__) / "guide.jsonl").read_text(encoding="utf-8").splitlines():
        kept = json.loads(text)
        record = Record.from_json(kept["record"])
        found[kept["advice"]].append(Shown(kept["advice"], kept["holds"], record, Move.parse(kept["best"])))
    return {name: tuple(sorted(some, key=lambda one: not one.holds)) for name, some in found.items()}
