"""Whole sentences about a table, as one seat may read them: they name only what `state` may show to it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from doublesix.rules import Event, Move, Position, Tile, pips
from doublesix.rules.explain import count_text, ending_reasons
from doublesix.rules.legality import fits_nowhere, shortly, why_illegal_in_short
from doublesix.rules.phrases import Phrase, Who, listed
from doublesix.rules.telling import drew, laid, passed
from doublesix.server.setup import Setup

if TYPE_CHECKING:
    from doublesix.server.course import Course

Json = dict[str, Any]

YOU: Final = Phrase("You")


# --- who -------------------------------------------------------------------------------------------------------------


def called(setup: Setup, seat: int, you: int | None) -> str:
    """The seat's label where it has one, `You` where it is yours, else who sits there."""
    return YOU if seat == you and not setup.labels else setup.name(seat)


def refused(setup: Setup, error: Exception) -> str:
    """The text of a refusal, for its sender."""
    text = str(error)
    return named(setup, text) if isinstance(text, Phrase) else text


def named(setup: Setup, text: Phrase, you: int | None = None) -> Phrase:
    """A sentence with the seats called by their names; where they have no labels, it is spoken to the seat `you`."""
    if setup.labels or you is None:
        return text.called(setup.names)
    return text.called(with_you(setup.names, you), you)


def with_you(names: Sequence[str], you: int) -> tuple[str, ...]:
    """The names of the seats, with `You` for the seat that is spoken to."""
    return (*names[:you], YOU, *names[you + 1 :])


def about(setup: Setup, text: Phrase, you: int | None = None) -> Phrase:
    """A sentence about people: by their names, also where the seats have labels, and spoken to the seat `you`."""
    return text.called([person(setup, seat, you) for seat in range(setup.players)], you)


def person(setup: Setup, seat: int | None, you: int | None) -> str:
    """A person in sentences about people: by name, also where the seat has a label."""
    if seat is None:
        return ""
    return YOU if seat == you else setup.who(seat)


def names(setup: Setup, seats: Sequence[int], you: int | None) -> str:
    """Several seats, as a list in words."""
    own_first = sorted(seats, key=lambda seat: seat != you)
    found: str = listed([called(setup, seat, you) for seat in own_first])
    return found


# --- why --------------------------------------------------------------------------------------------------------------


def why_tile(position: Position, tile: Tile) -> str:
    """Why a tile that the seat to move holds fits nowhere; its tail stands beside it in the state."""
    if position.line.lead is not None:
        return why_unfit(tile, tuple(position.ends.values()))
    return why_illegal_in_short(position, Move("lead", tile)) or ""


@lru_cache(maxsize=8192)
def why_unfit(tile: Tile, ends: tuple[int, ...]) -> Phrase:
    """Why a tile fits none of these ends, without the ends."""
    return shortly(fits_nowhere(tile, ends))


def why_not(position: Position, move: Move) -> str | None:
    """Why a draw or pass is not allowed, None where it is."""
    return None if move in position.legal_moves else why_illegal_in_short(position, move)


def why_leader(setup: Setup, later: bool, leader: int, lead: Tile | None, laid: bool, seat: int | None) -> Phrase:
    """Why `leader` leads the round, as everybody may know it: `later` is one that the round before decided.

    `lead` is the tile that was led, where it is `laid`, or the one that `seat` has to lead; else None.
    """
    return named(setup, _why_leader(setup, later, Who(leader), lead, laid), seat)


def _why_leader(setup: Setup, later: bool, who: Who, lead: Tile | None, laid: bool) -> Phrase:
    rules = setup.rules
    if later:
        return _leads_later(who, rules.next_leader == "rotate")
    if rules.leader == "highest":
        return _leads_highest(who, lead if rules.lead_tile == "qualifying" else None, laid)
    if rules.lead_tile == "qualifying":
        return _leads_bound(who, rules.leader == "lot")
    if rules.leader == "lot":
        return Phrase.told(
            "{who} leads by lot and may lead any tile.", "You lead by lot and may lead any tile.", who=who
        )
    return Phrase.told("{who} leads and may lead any tile.", "You lead and may lead any tile.", who=who)


def _leads_later(who: Who, moves_on: bool) -> Phrase:
    if moves_on:
        return Phrase.told(
            "{who} leads: the lead moves on, and may lead any tile.",
            "You lead: the lead moves on, and may lead any tile.",
            who=who,
        )
    return Phrase.told(
        "{who} leads: after the last round, and may lead any tile.",
        "You lead: after the last round, and may lead any tile.",
        who=who,
    )


def _leads_bound(who: Who, by_lot: bool) -> Phrase:
    if by_lot:
        return Phrase.told(
            "{who} leads by lot and must lead the highest double, or the heaviest tile without one.",
            "You lead by lot and must lead the highest double, or the heaviest tile without one.",
            who=who,
        )
    return Phrase.told(
        "{who} leads and must lead the highest double, or the heaviest tile without one.",
        "You lead and must lead the highest double, or the heaviest tile without one.",
        who=who,
    )


def _leads_highest(who: Who, tile: Tile | None, laid: bool) -> Phrase:
    """What made this seat the leader: its tile is named once it lies on the table, or to the seat that holds it."""
    if tile is None:
        return Phrase.told(
            "{who} leads: the highest double was dealt there, or the heaviest tile where nobody got a double.",
            "You lead: the highest double was dealt there, or the heaviest tile where nobody got a double.",
            who=who,
        )
    if not laid:
        return _holds_highest(who, tile)
    if tile.is_double:
        return Phrase.told(
            "{who} leads: it held {tile}, the highest double dealt.",
            "You lead: you held {tile}, the highest double dealt.",
            who=who,
            tile=tile,
        )
    return Phrase.told(
        "{who} leads: it held {tile}, the heaviest tile, for no double was dealt.",
        "You lead: you held {tile}, the heaviest tile, for no double was dealt.",
        who=who,
        tile=tile,
    )


def _holds_highest(who: Who, tile: Tile) -> Phrase:
    if tile.is_double:
        return Phrase.told(
            "{who} leads: it holds {tile}, the highest double dealt.",
            "You lead: you hold {tile}, the highest double dealt.",
            who=who,
            tile=tile,
        )
    return Phrase.told(
        "{who} leads: it holds {tile}, the heaviest tile, for no double was dealt.",
        "You lead: you hold {tile}, the heaviest tile, for no double was dealt.",
        who=who,
        tile=tile,
    )


# --- events -----------------------------------------------------------------------------------------------------------


def sentence(setup: Setup, seat: int | None, seen: Event) -> Phrase:
    """An event of the round, as `visible` left it for this seat."""
    if seen.kind == "ended":
        return title(setup, seen.data["outcome"], seat)
    return named(setup, _told(setup, seen), seat)


def _told(setup: Setup, seen: Event) -> Phrase:
    data = seen.data
    if seen.kind == "dealt":
        return Phrase.told(
            "Round {n} is dealt; {who} leads.",
            "Round {n} is dealt; you lead.",
            n=data["round"],
            who=Who(data["leader"]),
        )
    assert seen.seat is not None
    who = Who(seen.seat)
    if seen.kind in ("led", "played"):
        return laid(who, Move.parse(data["move"]), data["ends"])
    if seen.kind == "drew":
        return drew(who, data.get("tile"), data["boneyard"])
    if seen.kind == "passed":
        return passed(who)
    assert seen.kind == "counted"
    reason = data["reasons"][0]
    points = data["points"] if reason["code"] == "counts" else None
    return count_text(setup.rules, seen.seat, reason["sum"], points)


# --- the end ----------------------------------------------------------------------------------------------------------


def resting(course: Course, seat: int | None) -> Phrase:
    """One sentence on how a table stands, for the list of those one may go back to."""
    position = course.position
    if course.waiting:
        free = len(course.free)
        return Phrase.plural("Waiting for {n} more to sit down.", "Waiting for {n} more to sit down.", free)
    if position is None or position.turn is None:
        if course.can_deal:
            return Phrase("The round is over; the next one can be dealt.")
        return Phrase("It is over.")
    who = course.setup.name(position.turn)
    if seat is None:
        return Phrase("{who} is to move.", who=who)
    held = Phrase.plural("{n} tile in your hand", "{n} tiles in your hand", len(position.hands[seat]))
    if position.turn == seat:
        return Phrase("Your turn, {tiles}.", tiles=held)
    return Phrase("{who} is to move, {tiles}.", who=who, tiles=held)


def title(setup: Setup, outcome: Json, seat: int | None = None) -> Phrase:
    """How the round ended, in a few words."""
    ending = outcome["ending"]
    winners = outcome["winners"] or []
    if ending == "void":
        return Phrase("The round is void")
    if not winners:
        return Phrase("A tie: the line is blocked, all hands are level")
    who = names(setup, winners, seat)
    if ending == "blocked" and len(winners) > 1 and not setup.rules.partners:
        return Phrase("A tie: the line is blocked, {names} share the lowest total", names=who)
    how = _forfeit(setup, outcome["places"], seat) if ending == "forfeit" else _HOW[ending]
    if len(winners) > 1:
        return Phrase("{names} win: {how}", names=who, how=how)
    if who is YOU:
        return Phrase("You win: {how}", how=how)
    return Phrase("{name} wins: {how}", name=who, how=how)


_HOW: Final = {
    "domino": Phrase("out of tiles"),
    "blocked": Phrase("the line is blocked"),
    "target": Phrase("the target is reached"),
}


def _forfeit(setup: Setup, places: Sequence[int], you: int | None) -> Phrase:
    """Who forfeits: those in the last place."""
    last = [seat for seat, place in enumerate(places) if place == max(places)]
    if len(last) == 1:
        return named(setup, Phrase.told("{who} forfeits", "you forfeit", who=Who(last[0])), you)
    if you in last and not setup.labels:
        others = [seat for seat in last if seat != you]
        return Phrase("you and {names} forfeit", names=names(setup, others, you))
    return Phrase("{names} forfeit", names=names(setup, last, you))


def reasons(setup: Setup, position: Position, seat: int | None) -> list[Phrase]:
    """Why the round ended, the places where there are more than two, and what was paid; the sums stand beside.

    Not why it was forfeited: that no line shows.
    """
    several = len(position.rules.sides(position.players)) > 2
    ended, *rest = [named(setup, reason.text, seat) for reason in ending_reasons(position, places=several)]
    if position.outcome is None or position.outcome.ending != "forfeit":
        return [ended, *rest]
    return [*rest, Phrase("Nothing is paid at the end of a forfeited round.")] if setup.match else rest


def sum_of(hand: Sequence[Tile]) -> str:
    """A hand's pips written out: `6-6 + 5-4 = 12 + 9 = 21`."""
    if not hand:
        return ""
    tiles = " + ".join(map(str, hand))
    if len(hand) == 1:
        return f"{tiles} = {hand[0].pips}"
    return f"{tiles} = {' + '.join(str(tile.pips) for tile in hand)} = {pips(hand)}"
