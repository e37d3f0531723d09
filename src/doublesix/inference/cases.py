"""What the choice of leader proves about the deal: one case, or several that exclude each other."""

from __future__ import annotations

from typing import NamedTuple

from doublesix.inference.history import History, Lacked, Laid, Step
from doublesix.inference.origins import Impossible, Origins
from doublesix.rules import Tile, View
from doublesix.rules.tiles import heaviest_first, tile_set


class Case(NamedTuple):
    """The other seats under one assumption about the tile that decided who leads."""

    seats: tuple[Origins, ...]
    """The other seats, in order of their numbers."""
    unseen: tuple[Tile, ...]
    """Unseen tiles whose place is open."""
    pinned: tuple[int, Tile] | None
    """A seat, and an unseen tile that it was dealt and still holds."""


def cases_of(view: View, history: History) -> tuple[Case, ...]:
    """The cases; all ways to fill them are equally likely, across the cases too. Raises `TooMany`.

    Under `highest` no tile that outranks the leader's best was dealt to any seat. Where the best is not known (the
    leader has not led, or may lead any tile), each tile that it can be is a case of its own.
    """
    rules = view.rules
    forced = rules.lead_tile == "qualifying" and not view.later
    lead = view.moves[0].tile if view.moves and forced else None
    if rules.leader == "highest" and not view.later:
        if view.leader == view.seat:
            lead = max(history.dealt, key=heaviest_first)
        elif lead is not None and any(heaviest_first(tile) > heaviest_first(lead) for tile in history.dealt):
            return ()
        if lead is not None:
            barred = above(rules.max_pip, lead)
            return _one(view, history, dict.fromkeys(range(view.players), barred))
        return _each_best(view, history)
    if lead is not None and view.leader != view.seat:
        return _one(view, history, {view.leader: above(rules.max_pip, lead)})
    return _one(view, history, {})


def above(max_pip: int, best: Tile) -> frozenset[Tile]:
    """The tiles that outrank one."""
    return frozenset(tile for tile in tile_set(max_pip) if heaviest_first(tile) > heaviest_first(best))


def _one(view: View, history: History, not_dealt: dict[int, frozenset[Tile]]) -> tuple[Case, ...]:
    size = view.rules.hand_size[view.players]
    try:
        seats = tuple(
            Origins(
                size,
                history.steps[seat],
                history.unseen,
                view.rules.max_pip,
                not_dealt=not_dealt.get(seat, frozenset()),
            )
            for seat in others(view)
        )
    except Impossible:
        return ()
    return (Case(seats, history.unseen, None),)


def others(view: View) -> tuple[int, ...]:
    """The seats but the viewer's."""
    return tuple(seat for seat in range(view.players) if seat != view.seat)


def _each_best(view: View, history: History) -> tuple[Case, ...]:
    """A case for each tile that may have been the leader's best, dealt to it and better than all others dealt."""
    own = max(map(heaviest_first, history.dealt))
    leader = view.leader
    laid = {step.tile for step in history.steps[leader] if isinstance(step, Laid)}
    found = (
        _with_best(view, history, best)
        for best in tile_set(view.rules.max_pip)
        if heaviest_first(best) > own and (best in laid or best in history.unseen)
    )
    return tuple(case for case in found if case is not None)


def _with_best(view: View, history: History, best: Tile) -> Case | None:
    steps = _without(history.steps[view.leader], best)
    if steps is None:
        return None
    barred = above(view.rules.max_pip, best)
    unseen = tuple(tile for tile in history.unseen if tile is not best)
    size = view.rules.hand_size[view.players]
    try:
        seats = tuple(
            Origins(
                size - (seat == view.leader),
                steps if seat == view.leader else history.steps[seat],
                unseen,
                view.rules.max_pip,
                not_dealt=barred,
            )
            for seat in others(view)
        )
    except Impossible:
        return None
    return Case(seats, unseen, (view.leader, best) if len(unseen) < len(history.unseen) else None)


def _without(steps: tuple[Step, ...], best: Tile) -> tuple[Step, ...] | None:
    """The leader's steps without the laying of a tile that it was dealt; None where it cannot have held it."""
    kept = list(steps)
    for at, step in enumerate(steps):
        if isinstance(step, Laid) and step.tile is best:
            del kept[at]
            break
        if isinstance(step, Lacked) and (best[0] in step.values or best[1] in step.values):
            return None
    return tuple(kept)
