"""Events: what happened, in order - and the one function that hides what a seat may not know."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from doublesix.rules.explain import OF_MOVE, count_reasons, end_reasons, move_reasons
from doublesix.rules.moves import Move
from doublesix.rules.reasons import Reason
from doublesix.rules.ruleset import Rules
from doublesix.rules.tiles import Tile

if TYPE_CHECKING:
    from doublesix.rules.position import Position

EventKind = Literal["dealt", "led", "played", "drew", "passed", "counted", "ended"]


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened at a table. `data` holds JSON values only."""

    kind: EventKind
    seat: int | None
    data: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        """A flat object: kind, seat and the data."""
        return {"kind": self.kind, "seat": self.seat, **self.data}

    @staticmethod
    def from_json(value: dict[str, Any]) -> Event:
        """The event that `to_json` wrote."""
        data = {key: part for key, part in value.items() if key not in ("kind", "seat")}
        return Event(value["kind"], value["seat"], data)


def dealt(position: Position) -> Event:
    """The deal of a round: the whole truth, all hands and the boneyard in drawing order."""
    rules = position.rules
    return Event(
        "dealt",
        None,
        {
            "rules": _rules_json(rules, rules.id, rules.version, rules.title, rules.base),
            "version": position.rules.version,
            "round": position.round,
            "leader": position.leader,
            "later": position.later,
            "scores": list(position.scores),
            "hands": [_texts(hand) for hand in position.hands],
            "boneyard": _texts(position.boneyard),
        },
    )


@lru_cache(maxsize=256)
def _rules_json(rules: Rules, *_labels: object) -> str | dict[str, Any]:
    """Rules as JSON: made once for all rounds of a match. Labels make no rules another value, but they are written."""
    return rules.to_json()


def events_of(before: Position, move: Move, after: Position, *, explained: bool = True) -> tuple[Event, ...]:
    """What one move made happen: the move itself, points in play, and the end of the round, each with its reasons.

    Move and end have none where they need not be `explained`, which is most of the work.
    """
    seat = before.turn
    assert seat is not None
    reasons = move_reasons(before, move, after) if explained else count_reasons(before, move, after)
    own = [reason for reason in reasons if reason.code in OF_MOVE]
    out = [_move_event(before, move, after, seat, own)]
    for reason in reasons:
        if reason.code in ("counts", "count-void"):
            out.append(Event("counted", seat, {**reason.data, "reasons": [reason.to_json()]}))
    if after.outcome is not None:
        out.append(ended(after, explained=explained))
    return tuple(out)


def _move_event(before: Position, move: Move, after: Position, seat: int, reasons: list[Reason]) -> Event:
    why = {"reasons": [reason.to_json() for reason in reasons]}
    if move.kind == "draw":
        drawn = after.hands[seat][-1]
        return Event("drew", seat, {"tile": str(drawn), "boneyard": len(after.boneyard), **why})
    if move.kind == "pass":
        return Event("passed", seat, {"ends": dict(before.ends), "passes": after.passes, **why})
    kind: EventKind = "led" if move.kind == "lead" else "played"
    return Event(kind, seat, {"move": str(move), "ends": dict(after.ends), **why})


def ended(after: Position, *, explained: bool = True) -> Event:
    """The end of a round. It is public and shows all hands and the boneyard."""
    outcome = after.outcome
    reasons = end_reasons(after) if explained else ()
    assert outcome is not None
    return Event(
        "ended",
        None,
        {
            "outcome": outcome.to_json(),
            "reasons": [reason.to_json() for reason in reasons],
            "hands": [_texts(hand) for hand in after.hands],
            "boneyard": _texts(after.boneyard),
        },
    )


def visible(event: Event, seat: int | None) -> Event:
    """The event as `seat` may see it, or as a spectator for None: the only place that hides anything.

    Built anew from the keys that may be seen, never by taking keys away.
    """
    data = event.data
    if event.kind == "dealt":
        seen = {key: data[key] for key in ("rules", "version", "round", "leader", "later", "scores")}
        seen["hand_sizes"] = [len(hand) for hand in data["hands"]]
        seen["boneyard"] = len(data["boneyard"])
        if seat is not None:
            seen["hand"] = list(data["hands"][seat])
        return Event("dealt", None, seen)
    if event.kind == "drew":
        seen = {"boneyard": data["boneyard"], "reasons": data["reasons"]}
        if seat is not None and seat == event.seat:
            seen["tile"] = data["tile"]
        return Event("drew", event.seat, seen)
    return event


def _texts(tiles: tuple[Tile, ...]) -> list[str]:
    return [str(tile) for tile in tiles]
