"""The reasons of a round: why a seat leads, draws, passes, scores, and why and how the round ended.

Every text speaks of `seat 0`; `called` puts in the names that a table uses. All that is said here is public at the
moment it is said: a reason may be shown to every seat and to spectators.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from doublesix.rules.moves import Move
from doublesix.rules.phrases import Phrase, Who, either, enumerated, listed
from doublesix.rules.reasons import Reason
from doublesix.rules.scoring import seat_pips

if TYPE_CHECKING:
    from doublesix.rules.position import Position
    from doublesix.rules.ruleset import Rules
    from doublesix.rules.tiles import Tile

OF_MOVE: Final = ("leads-later", "leads-highest", "leads-seat", "leads-lot", "must-draw", "may-draw", "must-pass")
"""Codes of the reasons that belong to a move itself, not to what it brought about."""


_SEAT = re.compile(r"\b([Ss])eat (\d+)\b")


def named(text: str, names: Sequence[str], you: int | None = None) -> str:
    """A reason's text with the seats' names: `seat 1` becomes `names[1]`.

    Of a phrase it makes one with the names, spoken to the seat `you` where there is one.
    """
    if isinstance(text, Phrase):
        return text.called(names, you)
    return _SEAT.sub(lambda found: names[int(found[2])], text)


def why_leads(position: Position) -> Reason:
    """Why this seat leads this round. Public once the lead lies on the table."""
    rules, seat = position.rules, position.leader
    if position.later:
        return Reason("leads-later", _leads_later(rules, seat), "next_leader", seat=seat)
    if rules.leader == "highest":
        lead = position.lead_tile
        text = _leads_highest(lead, seat)
        return Reason("leads-highest", text, "leader", () if lead is None else (lead,), seat)
    return Reason(f"leads-{rules.leader}", _leads_free(rules, seat, position.lead_tile), "leader", seat=seat)


def _leads_later(rules: Rules, seat: int) -> Phrase:
    if rules.next_leader == "rotate":
        return Phrase.told(
            "{who} leads, with any tile: the lead moves on.",
            "You lead, with any tile: the lead moves on.",
            who=Who(seat),
        )
    return Phrase.told(
        "{who} leads, with any tile: the last round decided it.",
        "You lead, with any tile: the last round decided it.",
        who=Who(seat),
    )


def _leads_highest(lead: Tile | None, seat: int) -> Phrase:
    if lead is None:  # a hidden hand, or rules that bind nobody to lead the tile that decides
        return Phrase.told(
            "{who} leads: it held the highest tile dealt.", "You lead: you held the highest tile dealt.", who=Who(seat)
        )
    if lead.is_double:
        return Phrase.told(
            "{who} leads: it held {tile}, the highest double dealt.",
            "You lead: you held {tile}, the highest double dealt.",
            who=Who(seat),
            tile=lead,
        )
    return Phrase.told(
        "{who} leads: it held {tile}, the heaviest tile, for no double was dealt.",
        "You lead: you held {tile}, the heaviest tile, for no double was dealt.",
        who=Who(seat),
        tile=lead,
    )


def _leads_free(rules: Rules, seat: int, lead: Tile | None) -> Phrase:
    if rules.leader == "lot":
        if lead is not None:
            return Phrase.told(
                "{who} leads: drawn by lot, it may lead its own highest tile.",
                "You lead: drawn by lot, you may lead your own highest tile.",
                who=Who(seat),
            )
        return Phrase.told(
            "{who} leads: drawn by lot, it may lead any tile.",
            "You lead: drawn by lot, you may lead any tile.",
            who=Who(seat),
        )
    if lead is not None:
        return Phrase.told(
            "{who} leads: it may lead its own highest tile.",
            "You lead: you may lead your own highest tile.",
            who=Who(seat),
        )
    return Phrase.told("{who} leads: it may lead any tile.", "You lead: you may lead any tile.", who=Who(seat))


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
    out.extend(count_reasons(before, move, after))
    if after.outcome is not None:
        out.extend(end_reasons(after))
    return tuple(out)


def count_reasons(before: Position, move: Move, after: Position) -> tuple[Reason, ...]:
    """The reason of what a lead or play counted, where it counted anything."""
    seat = before.turn
    assert seat is not None
    if before.rules.count is None or move.kind not in ("lead", "play"):
        return ()
    counted = count_reason(before, after, seat)
    return (counted,) if counted is not None else ()


def draw_reason(rules: Rules, seat: int, ends: Mapping[str, int], drawable: int) -> Reason:
    """Why `seat` draws on these open ends while `drawable` tiles can be drawn: public facts only."""
    data = {"ends": dict(ends), "drawable": drawable}
    if rules.voluntary_draw:
        text = Phrase.told(
            "{who} draws: these rules allow it whether or not a tile fits.",
            "You draw: these rules allow it whether or not a tile fits.",
            who=Who(seat),
        )
        return Reason("may-draw", text, "voluntary_draw", seat=seat, data=data)
    text = Phrase.told(
        "{who} holds no {values}, and {tiles} can be drawn, so it must draw; the turn stays with it.",
        "You hold no {values}, and {tiles} can be drawn, so you must draw; the turn stays with you.",
        who=Who(seat),
        values=_values(ends),
        tiles=Phrase.plural("{n} tile", "{n} tiles", drawable),
    )
    return Reason("must-draw", text, "canon 3.1, rule 3", seat=seat, data=data)


def pass_reason(rules: Rules, seat: int, ends: Mapping[str, int], boneyard: int) -> Reason:
    """Why `seat` passes on these open ends with `boneyard` tiles left: public facts only."""
    source = "draw_limit" if not rules.draws or rules.drawable(boneyard) else "reserve"
    text = Phrase.told(
        "{who} passes: it holds no {values}, and {why}.",
        "You pass: you hold no {values}, and {why}.",
        who=Who(seat),
        values=_values(ends),
        why=_why_none_drawn(rules, boneyard),
    )
    return Reason("must-pass", text, source, seat=seat, data={"ends": dict(ends), "boneyard": boneyard})


def _why_none_drawn(rules: Rules, boneyard: int) -> Phrase:
    if not rules.draws:
        return Phrase("these rules have no drawing")
    if rules.drawable(boneyard):
        limit = rules.draw_limit
        if limit == 1:
            return Phrase("the one tile a turn allows is drawn")
        return Phrase("the {n} tiles a turn allows are drawn", n=limit)
    if boneyard == 0:
        return Phrase("the boneyard is empty")
    return _in_reserve(boneyard)


def _in_reserve(boneyard: int) -> Phrase:
    return Phrase.plural(
        "the last boneyard tile stays in reserve", "the last {n} boneyard tiles stay in reserve", boneyard
    )


def _values(ends: Mapping[str, int]) -> Any:
    """The open values: `2 or 5`."""
    return either(sorted(set(ends.values())))


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
    void = _voided(before, after, seat, points)
    text = count_text(before.rules, seat, written, None if void else points)
    if void:
        return Reason("count-void", text, "target", seat=seat, sum=written, value=0, data=data)
    return Reason("counts", text, "count", seat=seat, sum=written, value=points, data=data)


def count_text(rules: Rules, seat: int, written: str, points: int | None) -> Phrase:
    """What a play by `seat` scores by the open ends, whose sum is `written`; None where it would pass the target."""
    if points is None:
        assert rules.target is not None
        return Phrase.told(
            "The open ends total {sum}, but the points would pass the exact target of {target}: {who} scores nothing.",
            "The open ends total {sum}, but the points would pass the exact target of {target}: you score nothing.",
            sum=written,
            target=rules.target.points,
            who=Who(seat),
        )
    return Phrase.told(
        "The open ends total {sum}: {who} scores {points}.",
        "The open ends total {sum}: you score {points}.",
        sum=written,
        who=Who(seat),
        points=Phrase.plural("{n} point", "{n} points", points),
    )


def _voided(before: Position, after: Position, seat: int, points: int) -> bool:
    outcome = after.outcome
    if outcome is not None and outcome.ending == "domino":
        return (outcome.paid is not None and outcome.paid.code == "void-past-target") or (
            outcome.paid is None and after.points[seat] - before.points[seat] != points
        )
    return after.points[seat] - before.points[seat] != points


def end_reasons(position: Position) -> tuple[Reason, ...]:
    """Why the round ended, each hand's pips, the places, and what was paid."""
    ended, *rest = ending_reasons(position)
    outcome = position.outcome
    assert outcome is not None
    if outcome.ending == "void":
        return (ended,)
    return (ended, *(pips_reason(position, seat) for seat in range(position.players)), *rest)


def ending_reasons(position: Position, *, places: bool = True) -> tuple[Reason, ...]:
    """The same without the pips, for where the hands are shown anyhow; without the places where all see them."""
    outcome = position.outcome
    assert outcome is not None
    out = [_why_ended(position)]
    if outcome.ending == "void":
        return tuple(out)
    placed = _why_places(position) if places else None
    if placed is not None:
        out.append(placed)
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
            text = Phrase("{one} and {other} have both played their last tiles.", one=Who(side[0]), other=Who(side[1]))
        else:
            text = Phrase.told("{who} has played its last tile.", "You have played your last tile.", who=Who(seat))
        return Reason("out", text, "canon 3.1, rule 4", seat=seat)
    if outcome.ending == "blocked":
        left = len(position.boneyard)
        text = Phrase(
            "Blocked: {passes} passes in a row, nobody holds a {values}, and {rest}.",
            passes=position.passes,
            values=_values(position.ends),
            rest=_rest(rules, left),
        )
        return Reason("blocked", text, "canon 3.1, rule 4", data={"passes": position.passes, "boneyard": left})
    if outcome.paid is not None:
        return outcome.paid
    return Reason("void", Phrase("The round is void: it has no places and changes no score."), "canon A48")


def _rest(rules: Rules, boneyard: int) -> Phrase:
    if not rules.draws:
        return Phrase("there is no drawing")
    return Phrase("the boneyard is empty") if boneyard == 0 else _in_reserve(boneyard)


def pips_reason(position: Position, seat: int) -> Reason:
    """The pips left in a hand, tile by tile."""
    hand = position.hands[seat]
    own = seat_pips(position)[seat]
    if own is None:
        hidden = Phrase.told(
            "{who} holds tiles that the record hides.", "You hold tiles that the record hides.", who=Who(seat)
        )
        return Reason("pips-left", hidden, "canon 3.1, rule 5", seat=seat)
    if not hand:
        nothing = Phrase.told("{who} holds nothing: 0 pips.", "You hold nothing: 0 pips.", who=Who(seat))
        return Reason("pips-left", nothing, "canon 3.1, rule 5", seat=seat, value=0)
    written = " + ".join(map(str, hand))
    if len(hand) > 1:
        written += " = " + " + ".join(str(tile.pips) for tile in hand)
    written += f" = {own}"
    text = Phrase.told(
        "{who} holds {pips}.",
        "You hold {pips}.",
        who=Who(seat),
        pips=Phrase.plural("{sum} pip", "{sum} pips", own, sum=written),
    )
    return Reason("pips-left", text, "canon 3.1, rule 5", hand, seat, written, own)


def _why_places(position: Position) -> Reason | None:
    outcome, rules = position.outcome, position.rules
    assert outcome is not None
    if not outcome.places or None in outcome.places:
        return None
    order = sorted(rules.sides(position.players), key=lambda side: (outcome.places[side[0]], side))
    parts = enumerated([_side_place(position, side) for side in order])
    text = _places_text(position, parts)
    if outcome.winners and len(set(outcome.places)) < len(order):
        text = Phrase("{places} Equal totals share a place.", places=text)
    data = {"places": list(outcome.places), "pips": list(outcome.pips)}
    return Reason("places", text, "canon 3.1, rule 6", data=data)


def _places_text(position: Position, parts: Phrase) -> Phrase:
    outcome = position.outcome
    assert outcome is not None
    if not outcome.winners:
        return Phrase("All are level, so the round is a tie: {places}.", places=parts)
    if outcome.ending == "domino":
        return Phrase("Out first, then fewest pips: {places}.", places=parts)
    if outcome.ending == "forfeit":
        return Phrase("Who forfeits is last, the others by pips: {places}.", places=parts)
    if outcome.ending == "target":
        return Phrase("Who reached the target first, then by pips: {places}.", places=parts)
    return Phrase("Fewest pips first: {places}.", places=parts)


def _side_place(position: Position, side: tuple[int, ...]) -> Phrase:
    outcome = position.outcome
    assert outcome is not None
    own = [outcome.pips[seat] for seat in side]
    total = sum(pips for pips in own if pips is not None)
    added = f"{' + '.join(map(str, own))} = {total}" if len(own) > 1 else str(total)
    who = listed([Who(seat) for seat in side])
    return Phrase("{who} ({pips}) place {place}", who=who, pips=added, place=outcome.places[side[0]])
