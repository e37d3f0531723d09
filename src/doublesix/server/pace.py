"""What was agreed about time when a table was made: a value that never changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, cast, get_args

import msgspec

from doublesix.rules.phrases import Phrase

Late = Literal["move", "computer", "forfeit"]
"""When time is up: the table makes a legal move, the computer plays on, or the round is forfeited."""
Away = Literal["ask", "computer", "forfeit"]
"""When somebody stays away: the others may choose, the computer plays on, or the round is forfeited."""

TURNS: Final = (15, 30, 60)
"""Seconds for a move that the new-game page offers, beside none."""
GRACES: Final = (30, 60, 180)
"""Seconds of grace that the new-game page offers."""
SHORTEST: Final = 5
LONGEST_TURN: Final = 3600
LONGEST_GRACE: Final = 3600


class BadPaceError(ValueError):
    """Times that cannot be agreed on; the text says why and what would work."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a move may take, and how long somebody may be away."""

    turn: int | None = None
    """Seconds for each move; None for a table without a clock."""
    late: Late = "move"
    grace: int = 60
    """Seconds that somebody may be away at his turn."""
    away: Away = "ask"

    def __post_init__(self) -> None:
        if self.turn is not None and not SHORTEST <= self.turn <= LONGEST_TURN:
            raise BadPaceError(
                Phrase("A move has {least} to {most} seconds, or no clock at all.", least=SHORTEST, most=LONGEST_TURN)
            )
        if not SHORTEST <= self.grace <= LONGEST_GRACE:
            raise BadPaceError(
                Phrase(
                    "Who loses the connection has {least} to {most} seconds to come back.",
                    least=SHORTEST,
                    most=LONGEST_GRACE,
                )
            )
        if self.late not in get_args(Late):
            raise BadPaceError(Phrase("When time is up: write move, computer or forfeit."))
        if self.away not in get_args(Away):
            raise BadPaceError(Phrase("When somebody stays away: write ask, computer or forfeit."))

    def to_json(self) -> dict[str, Any]:
        """What `from_json` reads."""
        return {"turn": self.turn, "late": self.late, "grace": self.grace, "away": self.away}

    @staticmethod
    def from_json(value: dict[str, Any] | None) -> Pace:
        """The pace that `to_json` wrote; tables that were made before there were clocks have none."""
        return Pace(**value) if value else UNTIMED


UNTIMED: Final = Pace()
"""No clock; somebody who is away for a minute may be stood in for."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a table's clock shows."""

    seat: int
    """Whose time it is."""
    left: float
    """Seconds that are left of it."""
    runs: bool
    """Whether it runs now: not while its owner is away, nor while nobody is there."""


class PaceBody(msgspec.Struct, forbid_unknown_fields=True):
    """A pace as programs ask for it; what is left out is as at a table without a clock."""

    turn: int | None = None
    late: str = UNTIMED.late
    grace: int = UNTIMED.grace
    away: str = UNTIMED.away

    def pace(self) -> Pace:
        """The pace. Raises `BadPaceError`."""
        return Pace(self.turn, cast(Late, self.late), self.grace, cast(Away, self.away))


def pace_of_form(fields: Mapping[str, str]) -> Pace:
    """A pace as the new-game page asks for it: `turn` is empty for no clock. Raises `BadPaceError`."""
    turn, grace = fields.get("turn", ""), fields.get("grace", "") or str(UNTIMED.grace)
    if not (turn or "0").isdecimal() or not grace.isdecimal():
        raise BadPaceError(Phrase("Times are whole seconds."))
    body = PaceBody(int(turn) if turn else None, fields.get("late", UNTIMED.late), int(grace))
    body.away = fields.get("away", UNTIMED.away)
    return body.pace()
