"""What happened at the table so far, told from a view: who moved, on which ends, and what that proved then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from doublesix.rules import Line, Move, View
from doublesix.rules.explain import draw_reason, pass_reason

from .line import side_name, tell_ends
from .seats import Seats, counted, join_words


@dataclass(frozen=True, slots=True)
class Step:
    """One move with what lay on the table around it.

    `number` counts moves from 1; `ends` are the open ends before the move, `ends_after` those after it; `drawable`
    tiles may still be drawn after it; `points` were scored by it from the open ends.
    """

    number: int
    seat: int
    move: Move
    ends: Mapping[str, int]
    ends_after: Mapping[str, int]
    drawable: int
    points: int = 0
    why: str = ""
    """Of a draw or a pass the reason, in the words of the rules."""


def steps_of(view: View, *, public: bool = False) -> list[Step]:
    """Every move of the round so far, in order. With `public` no draw shows its tile."""
    rules = view.rules
    line = Line(rules)
    boneyard = rules.size - view.players * rules.hand_size[view.players]
    points = [0] * view.players
    steps: list[Step] = []
    for number, (move, seat) in enumerate(zip(view.moves, view.turns, strict=True), 1):
        before, gain, why = line.ends, 0, ""
        if move.kind == "pass":
            why = pass_reason(rules, seat, before, boneyard).text
        elif move.kind == "draw":
            why = draw_reason(rules, seat, before, rules.drawable(boneyard)).text
            boneyard -= 1
            move = Move("draw") if public else move  # noqa: PLW2901
        elif move.tile is not None:
            line = line.led(move.tile) if move.side is None else line.played(move.tile, move.side)
            gain = _gain(view, line, seat, points)
        steps.append(Step(number, seat, move, before, line.ends, rules.drawable(boneyard), gain, why))
    return steps


def _gain(view: View, line: Line, seat: int, points: list[int]) -> int:
    """What a play scores from the open ends, booked in `points`; an exact target is never passed."""
    rules = view.rules
    if rules.count is None:
        return 0
    gain = rules.count.points(sum(pips for _, pips in line.exposed()))
    target = rules.target
    if target is not None and target.mode == "exact" and view.scores[seat] + points[seat] + gain > target.points:
        return 0
    for mate in rules.side(seat, view.players):
        points[mate] += gain
    return gain


def tell_steps(steps: Sequence[Step], seats: Seats) -> list[str]:
    """One sentence for each event; a seat's draws in a row are one sentence."""
    told: list[str] = []
    for turn in _grouped(steps, lambda a, b: a.seat == b.seat and a.move.kind == b.move.kind == "draw"):
        told.append(_tell_draws(turn, seats) if turn[0].move.kind == "draw" else _tell_move(turn[0], seats))
    return told


def tell_who(view: View, seats: Seats) -> list[str]:
    """Who drew or passed, when, on which ends, and what that proved at that moment."""
    turns = _grouped(steps_of(view), lambda a, b: a.seat == b.seat and a.move.kind == "draw")
    told = [_tell_turn(turn, view, seats) for turn in turns if turn[0].move.kind in ("draw", "pass")]
    if not told:
        return ["Nobody has drawn or passed yet."]
    if view.drawable:
        told.append("A later draw may have brought what was missing then.")
    return told


def lacked(ends: Mapping[str, int]) -> str:
    """ "6 or 4": the different values at the ends."""
    return join_words([str(value) for value in sorted(set(ends.values()), reverse=True)], "or")


class _Together(Protocol):
    def __call__(self, before: Step, step: Step, /) -> bool: ...


def _grouped(steps: Sequence[Step], together: _Together) -> list[list[Step]]:
    groups: list[list[Step]] = []
    for step in steps:
        if groups and together(groups[-1][-1], step):
            groups[-1].append(step)
        else:
            groups.append([step])
    return groups


def _tell_draws(steps: Sequence[Step], seats: Seats) -> str:
    seat = steps[0].seat
    shown = [str(step.move.tile) for step in steps if step.move.tile is not None]
    what = join_words(shown) if len(shown) == len(steps) else counted(len(steps), "tile")
    left = steps[-1].drawable or "no"
    return f"{seats.does(seat, 'draw')} {what}; {left} more may be drawn. {seats.rename(steps[0].why)}"


def _tell_move(step: Step, seats: Seats) -> str:
    move = step.move
    if move.kind == "pass":
        return seats.rename(step.why)
    if move.kind == "lead":
        told = f"{seats.does(step.seat, 'lead')} {move.tile}"
    else:
        told = f"{seats.does(step.seat, 'play')} {move.tile} {side_name(move.side or 'L')}"
    if step.points:
        told += f" and {'score' if step.seat == seats.me else 'scores'} {step.points}"
    return f"{told}; ends now: {tell_ends(step.ends_after)}."


def _tell_turn(turn: Sequence[Step], view: View, seats: Seats) -> str:
    first, last = turn[0], turn[-1].move
    seat = first.seat
    draws = sum(step.move.kind == "draw" for step in turn)
    acts = [f"drew {counted(draws, 'tile')}"] if draws else []
    if last.kind == "pass":
        acts.append("passed")
    elif last.kind == "play":
        acts.append(f"played {last.tile} {side_name(last.side or 'L')}")
    told = f"Move {first.number}: {seats.name(seat)} {' and '.join(acts)}, on {tell_ends(first.ends)}."
    if seat == view.seat or (last.kind != "pass" and view.rules.voluntary_draw):
        return told
    if last.kind == "play":
        return f"{told} Every tile then kept had no {lacked(first.ends)}."
    return f"{told} No tile there had a {lacked(first.ends)}."
