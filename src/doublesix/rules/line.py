"""The line: the lead and the arms that grow from it, with the open ends derived from the tiles that lie there."""

from __future__ import annotations

from typing import Final

from doublesix.rules.ruleset import Rules
from doublesix.rules.tiles import Tile

Halves = tuple[int, int]
"""A tile as it lies in an arm: the half nearer the lead first, then the outer half."""

_LINE_SIDES: Final = ("L", "R")


class Line:
    """Tiles on the table. A value: `play` gives the next line, nothing is changed.

    `lead` is the first tile (None before it), `arms` maps a side to the tiles beyond it, inner half first. The lead
    lies with its heavier half to the left. Side arms of a spinner start at its value.
    """

    __slots__ = ("_ends", "_spinners", "arms", "lead", "rules")

    def __init__(
        self,
        rules: Rules,
        lead: Tile | None = None,
        arms: dict[str, tuple[Halves, ...]] | None = None,
        spinners: tuple[tuple[int, str | None, int], ...] = (),
    ) -> None:
        self.rules = rules
        self.lead = lead
        self.arms: dict[str, tuple[Halves, ...]] = arms if arms is not None else {}
        self._spinners = spinners
        """Each spinner: its value, the arm it lies in (None for the lead) and its place there."""
        self._ends: dict[str, int] | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Line) and (self.lead, self.arms) == (other.lead, other.arms)

    def __hash__(self) -> int:
        return hash((self.lead, tuple(sorted(self.arms.items()))))

    def __repr__(self) -> str:
        return f"Line({self})"

    def __str__(self) -> str:
        """The tiles from the left end to the right one, then the side arms from the spinner outwards."""
        if self.lead is None:
            return ""
        left = [f"{outer}-{inner}" for inner, outer in reversed(self.arms.get("L", ()))]
        right = [f"{inner}-{outer}" for inner, outer in self.arms.get("R", ())]
        text = " ".join([*left, str(self.lead), *right])
        for side, arm in self.arms.items():
            if side not in _LINE_SIDES and arm:
                text += f" {side}[{' '.join(f'{inner}-{outer}' for inner, outer in arm)}]"
        return text

    def __len__(self) -> int:
        return (self.lead is not None) + sum(map(len, self.arms.values()))

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile on the table: the lead, then arm by arm."""
        if self.lead is None:
            return ()
        return (self.lead, *(Tile(inner, outer) for arm in self.arms.values() for inner, outer in arm))

    # --- open ends -----------------------------------------------------------------------------------------------

    @property
    def ends(self) -> dict[str, int]:
        """The sides that accept a tile now, each with the value it accepts; empty before the lead."""
        if self._ends is None:
            self._ends = self._open()
        return self._ends

    def outer(self, side: str) -> int:
        """The value at the end of an arm, whether or not it accepts a tile now."""
        arm = self.arms.get(side)
        if arm:
            return arm[-1][1]
        if side in _LINE_SIDES:
            assert self.lead is not None
            return self.lead[0] if side == "L" else self.lead[1]
        return self._spinner_of(side)[0]

    def _spinner_of(self, side: str) -> tuple[int, str | None, int]:
        """The spinner that a side arm starts from."""
        if len(side) == 1:
            return self._spinners[0]
        return next(spinner for spinner in self._spinners if spinner[0] == int(side[1:]))

    def _side_arms(self, value: int) -> tuple[str, str]:
        """Names of a spinner's two side arms."""
        return (f"U{value}", f"D{value}") if self.rules.spinner == "all" else ("U", "D")

    def _open(self) -> dict[str, int]:
        if self.lead is None:
            return {}
        if not self._spinners:
            return {"L": self.outer("L"), "R": self.outer("R")}
        if self.rules.arms == "fill-first":
            unfilled = self._unfilled()
            if unfilled:
                return unfilled
        ends = {"L": self.outer("L"), "R": self.outer("R")}
        for value, arm, place in self._spinners:
            names = self._side_arms(value)
            if self.rules.arms == "fill-first" or self._covered(arm, place):
                for name in names:
                    ends[name] = self.outer(name)
        return ends

    def _covered(self, arm: str | None, place: int) -> bool:
        """Whether both long sides of the spinner at `place` of `arm` are covered (canon C1)."""
        if arm is None:
            return bool(self.arms.get("L")) and bool(self.arms.get("R"))
        return len(self.arms[arm]) > place + 1

    def _unfilled(self) -> dict[str, int]:
        """With `fill-first`: the arms of the one spinner that are not started yet; only they take a tile.

        The newest spinner is the only one that can be unfilled: nothing else grew since it was laid.
        """
        value, arm, place = self._spinners[-1]
        along = ("L", "R") if arm is None else (arm,)
        starts = [side for side in along if not self._started(side, arm, place)]
        starts += [side for side in self._side_arms(value) if not self.arms.get(side)]
        return dict.fromkeys(starts, value)

    def _started(self, side: str, arm: str | None, place: int) -> bool:
        return bool(self.arms.get(side)) if arm is None else len(self.arms[side]) > place + 1

    # --- what lies open for points ---------------------------------------------------------------------------------

    def exposed(self) -> list[tuple[str, int]]:
        """What each open end shows for points in play: side and pips (canon part 3.1, rule 7).

        The outer half of each started arm, or both halves of a double lying at an end; the lead double alone counts
        both halves once (side `L`); a spinner with both sides covered and its unstarted ends count nothing.
        """
        if self.lead is None:
            return []
        out: list[tuple[str, int]] = []
        for side in _LINE_SIDES:
            if self.arms.get(side):
                out.append((side, self._shown(side)))
            elif self.lead.is_double:
                if not out or out[0][0] != "L" or self.arms.get("L"):
                    out.append((side, self.lead.pips))
            else:
                out.append((side, self.outer(side)))
        out.extend((side, self._shown(side)) for side, arm in self.arms.items() if side not in _LINE_SIDES and arm)
        return out

    def _shown(self, side: str) -> int:
        inner, outer = self.arms[side][-1]
        return inner + outer if inner == outer else outer

    # --- growing ---------------------------------------------------------------------------------------------------

    def led(self, tile: Tile) -> Line:
        """The line with its first tile."""
        spins = tile.is_double and self.rules.spinner != "none"
        return Line(self.rules, tile, {"L": (), "R": ()}, ((tile[0], None, 0),) if spins else ())

    def played(self, tile: Tile, side: str) -> Line:
        """The line with `tile` added on `side`, which must accept it."""
        inner = self.ends[side]
        arms = dict(self.arms)
        before = arms.get(side, ())
        arms[side] = (*before, (inner, tile.other(inner)))
        spinners = self._spinners
        rule = self.rules.spinner
        if tile[0] == tile[1] and (rule == "all" or (rule == "first" and not spinners)):
            spinners = (*spinners, (tile[0], side, len(before)))
        return Line(self.rules, self.lead, arms, spinners)
