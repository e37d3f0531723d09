"""The reasons of a round: why a seat leads, draws, passes, scores, and why and how the round ended.

Every text speaks of `seat 0`; `named` puts in the names that a table uses. All that is said here is public at the
moment it is said: a reason may be shown to every seat and to spectators.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from doublesix.rules.moves import Move
from doublesix.rules.reasons import Reason
from doublesix.rules.scoring import seat_pips

if TYPE_CHECKING:
    from doublesix.rules.position import Position
    from doublesix.rules.ruleset import Rules

OF_MOVE: Final = ("leads-later", "leads-highest", "leads-seat", "leads-lot", "must-draw", "may-draw", "must-pass")
"""Codes of the reasons that belong to a move itself, not to what it brought about."""

_SEAT = re.compile(r"\b([Ss])eat (\d+)\b")


def named(text: str, names: Sequence[str]) -> str:
    """A reason's text with the seats' names: `seat 1` becomes `names[1]`."""
    return _SEAT.sub(lambda found: names[int(found[2])], text)


def why_leads(position: Position) -> Reason:
    """Why this seat leads this round. Public once the lead lies on the table."""
    rules, seat = position.rules, position.leader
    if position.later:
        how = "the lead moves on" if rules.next_leader == "rotate" else "the last round decided it"
        return Reason("leads-later", f"Seat {seat} leads, with any tile: {how}.", "next_leader", seat=seat)
    if rules.leader == "highest":
        lead = position.lead_tile
        if lead is None:  # a hidden hand, or rules that bind nobody to lead the tile that decides
            return Reason("leads-highest", f"Seat {seat} leads: it held the highest tile dealt.", "leader", seat=seat)
        what = "the highest double dealt" if lead.is_double else "the heaviest tile, for no double was dealt"
        return Reason("leads-highest", f"Seat {seat} leads: it held {lead}, {what}.", "leader", (lead,), seat)
    tile = "its own highest tile" if position.lead_tile is not None else "any tile"
    how = "drawn by lot, it" if rules.leader == "lot" else "it"
    return Reason(f"leads-{rules.leader}", f"Seat {seat} leads: {how} may lead {tile}.", "leader", seat=seat)


def move_reasons(before: Position, move: Move, after: Position) -> tuple[Reason, ...]:
    """The reasons of one move and of what it brought about, in order: the move, points in play, the end."""
    seat = before.turn
    assert seat is not None
    out: list[Reason] = []
    if move.kind == "lead":
        out.append(why_leads(before))
    elif move.kind == "draw":
        out.append(draw_reason(before.rules, seat, before.ends, before.drawable))
    elif move.kind == "pass":
        out.append(pass_reason(before.rules, seat, before.ends, len(before.boneyard)))
    if move.tile is not None and move.kind in ("lead", "play"):
        counted = count_reason(before, after, seat)
        if counted is not None:
            out.append(counted)
    if after.outcome is not None:
        out.extend(end_reasons(after))
    return tuple(out)


def draw_reason(rules: Rules, seat: int, ends: Mapping[str, int], drawable: int) -> Reason:
    """Why `seat` draws on these open ends while `drawable` tiles can be drawn: public facts only."""
    data = {"ends": dict(ends), "drawable": drawable}
    if rules.voluntary_draw:
        text = f"Seat {seat} draws: these rules allow it whether or not a tile fits."
        return Reason("may-draw", text, "voluntary_draw", seat=seat, data=data)
    can = "1 tile" if drawable == 1 else f"{drawable} tiles"
    text = f"Seat {seat} holds no {_values(ends)}, and {can} can be drawn, so it must draw; the turn stays with it."
    return Reason("must-draw", text, "canon 3.1, rule 3", seat=seat, data=data)


def pass_reason(rules: Rules, seat: int, ends: Mapping[str, int], boneyard: int) -> Reason:
    """Why `seat` passes on these open ends with `boneyard` tiles left: public facts only."""
    if not rules.draws:
        why, source = "these rules have no drawing", "draw_limit"
    elif rules.drawable(boneyard):
        limit = rules.draw_limit
        drawn = "the one tile a turn allows is drawn" if limit == 1 else f"the {limit} tiles a turn allows are drawn"
        why, source = drawn, "draw_limit"
    elif boneyard == 0:
        why, source = "the boneyard is empty", "reserve"
    else:
        stay = "last boneyard tile stays" if boneyard == 1 else f"last {boneyard} boneyard tiles stay"
        why, source = f"the {stay} in reserve", "reserve"
    text = f"Seat {seat} passes: it holds no {_values(ends)}, and {why}."
    return Reason("must-pass", text, source, seat=seat, data={"ends": dict(ends), "boneyard": boneyard})


def _values(ends: Mapping[str, int]) -> str:
    """The open values: `2 or 5`."""
    return " or ".join(map(str, sorted(set(ends.values()))))


def count_reason(before: Position, after: Position, seat: int) -> Reason | None:
    """The points that a play makes by the open ends, written out; None where it makes none."""
    count = before.rules.count
    if count is None:
        return None
    exposed = after.line.exposed()
    total = sum(pips for _, pips in exposed)
    points = count.points(total)
    if not points:
        return None
    added = " + ".join(str(pips) for _, pips in exposed)
    written = f"{added} = {total}" if len(exposed) > 1 else added
    if count.score == "quotient":
        hits = [multiple for multiple in count.multiples if total % multiple == 0]
        parts = " + ".join(f"{total} / {multiple}" for multiple in hits)
        written += f"; {parts} = {points}"
    data = {"ends": dict(exposed), "total": total, "points": points}
    if _voided(before, after, seat, points):
        target = before.rules.target
        assert target is not None
        text = (
            f"The open ends total {written}, but the points would pass the exact target of {target.points}: "
            f"seat {seat} scores nothing."
        )
        return Reason("count-void", text, "target", seat=seat, sum=written, value=0, data=data)
    word = "point" if points == 1 else "points"
    text = f"The open ends total {written}: seat {seat} scores {points} {word}."
    return Reason("counts", text, "count", seat=seat, sum=written, value=points, data=data)


def _voided(before: Position, after: Position, seat: int, points: int) -> bool:
    outcome = after.outcome
    if outcome is not None and outcome.ending == "domino":
        return (outcome.paid is not None and outcome.paid.code == "void-past-target") or (
            outcome.paid is None and after.points[seat] - before.points[seat] != points
        )
    return after.points[seat] - before.points[seat] != points


def end_reasons(position: Position) -> tuple[Reason, ...]:
    """Why the round ended, each hand's pips, the places, and what was paid."""
    outcome = position.outcome
    assert outcome is not None
    out = [_why_ended(position)]
    if outcome.ending == "void":
        return tuple(out)
    out.extend(pips_reason(position, seat) for seat in range(position.players))
    places = _why_places(position)
    if places is not None:
        out.append(places)
    if outcome.paid is not None and outcome.ending not in ("target", "forfeit"):
        out.append(outcome.paid)
    return tuple(out)


def _why_ended(position: Position) -> Reason:
    outcome, rules = position.outcome, position.rules
    assert outcome is not None
    if outcome.ending == "domino":
        seat = position.last_play
        assert seat is not None
        side = rules.side(seat, position.players)
        if rules.out_when == "side" and len(side) > 1:
            text = f"Seat {side[0]} and seat {side[1]} have both played their last tiles."
        else:
            text = f"Seat {seat} has played its last tile."
        return Reason("out", text, "canon 3.1, rule 4", seat=seat)
    if outcome.ending == "blocked":
        values = sorted(set(position.ends.values()))
        fits = " or ".join(map(str, values))
        left = len(position.boneyard)
        if not rules.draws:
            rest = "there is no drawing"
        elif left == 0:
            rest = "the boneyard is empty"
        else:
            rest = "the last boneyard tile stays" if left == 1 else f"the last {left} boneyard tiles stay"
            rest += " in reserve"
        text = f"Blocked: {position.passes} passes in a row, nobody holds a {fits}, and {rest}."
        return Reason("blocked", text, "canon 3.1, rule 4", data={"passes": position.passes, "boneyard": left})
    if outcome.paid is not None:
        return outcome.paid
    return Reason("void", "The round is void: it has no places and changes no score.", "canon A48")


def pips_reason(position: Position, seat: int) -> Reason:
    """The pips left in a hand, tile by tile."""
    hand = position.hands[seat]
    own = seat_pips(position)[seat]
    if own is None:
        return Reason("pips-left", f"Seat {seat} holds tiles that the record hides.", "canon 3.1, rule 5", seat=seat)
    if not hand:
        return Reason("pips-left", f"Seat {seat} holds nothing: 0 pips.", "canon 3.1, rule 5", seat=seat, value=0)
    written = " + ".join(map(str, hand))
    if len(hand) > 1:
        written += " = " + " + ".join(str(tile.pips) for tile in hand)
    written += f" = {own}"
    text = f"Seat {seat} holds {written} pip{'s' if own != 1 else ''}."
    return Reason("pips-left", text, "canon 3.1, rule 5", hand, seat, written, own)


def _why_places(position: Position) -> Reason | None:
    outcome, rules = position.outcome, position.rules
    assert outcome is not None
    if not outcome.places or None in outcome.places:
        return None
    order = sorted(rules.sides(position.players), key=lambda side: (outcome.places[side[0]], side))
    parts = [f"{_side_text(side)} {_side_pips(position, side)}" for side in order]
    if not outcome.winners:
        text = f"All are level, so the round is a tie: {', '.join(parts)}."
    else:
        first = "Out first, then fewest pips" if outcome.ending == "domino" else "Fewest pips first"
        if outcome.ending == "forfeit":
            first = "Who forfeits is last, the others by pips"
        if outcome.ending == "target":
            first = "Who reached the target first, then by pips"
        shared = len(set(outcome.places)) < len(order)
        text = f"{first}: {', '.join(parts)}.{' Equal totals share a place.' if shared else ''}"
    data = {"places": list(outcome.places), "pips": list(outcome.pips)}
    return Reason("places", text, "canon 3.1, rule 6", data=data)


def _side_text(side: tuple[int, ...]) -> str:
    return " and ".join(f"seat {seat}" for seat in side)


def _side_pips(position: Position, side: tuple[int, ...]) -> str:
    outcome = position.outcome
    assert outcome is not None
    own = [outcome.pips[seat] for seat in side]
    place = outcome.places[side[0]]
    total = sum(pips for pips in own if pips is not None)
    added = f"{' + '.join(map(str, own))} = {total}" if len(own) > 1 else str(total)
    return f"({added}) place {place}"
