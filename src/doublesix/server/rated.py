"""Rated play: which tables may count, who finished where, and the results that are stored with a table's last event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from doublesix.ratings import behind, family_of, match_places, places_of, why_unrated
from doublesix.rules.phrases import Phrase
from doublesix.server.pace import Pace
from doublesix.server.setup import BadSetupError, Setup
from doublesix.server.step import Situation
from doublesix.store import BOT, ResultRow

PEOPLE: Final = "people"
"""The pool of games among people only."""
COMPUTER: Final = "computer"
"""The pool of games in which computer players sit: what they are worth says nothing about people, nor the reverse."""
POOLS: Final = {PEOPLE: Phrase("Among people"), COMPUTER: Phrase("With computer players")}
"""All pools by id, as pages call them."""
TURN: Final = 30
"""Seconds for a move at a rated table whose maker chose none."""
HOUSE: Final = "house"
"""What results call rules without an id."""
NAMELESS: Final = Phrase("A rated table needs your name, so that the others know whom they play: choose one first.")

NO_PROGRAM: Final = Phrase("At a rated table among people no program plays; rated tables with the computer are open.")


def among_people(setup: Setup) -> bool:
    """Whether this is a rated table where nobody but people sits, each for himself."""
    return setup.rated and pool_of(setup) == PEOPLE


def check_rated(setup: Setup) -> None:
    """Raises `BadSetupError` where a table of this setup cannot be rated."""
    why = why_unrated(setup.rules)
    if why is not None:
        raise BadSetupError(why)
    if setup.device:
        raise BadSetupError(Phrase("People at one device are not rated: nobody can tell who of them played."))
    if len(setup.people) == setup.players and setup.programs:
        raise BadSetupError(NO_PROGRAM)
    if len(setup.people) < 2:
        return
    if setup.pace.turn is None:
        raise BadSetupError(Phrase("A rated table among people needs a clock: choose the seconds for a move."))
    if "computer" in (setup.pace.late, setup.pace.away):
        raise BadSetupError(
            Phrase("At a rated table the computer plays for nobody: choose what else happens to who is late.")
        )


def with_clock(setup: Setup, pace: Pace) -> Pace:
    """The pace of a form, which need not choose a clock: a rated table among people gets one."""
    needed = setup.rated and len(setup.people) > 1 and pace.turn is None
    return replace(pace, turn=TURN) if needed else pace


def pool_of(setup: Setup) -> str:
    """The pool that a rated table of this setup counts for."""
    return PEOPLE if len(setup.people) == setup.players and not setup.programs else COMPUTER


def results_of(table: str, now: Situation, at: float) -> tuple[ResultRow, ...]:
    """The results of a table that is over, by seat; empty where it has none, for it was closed or its round is void.

    Of a table that is not rated only those of people are kept.
    """
    setup, owners = now.setup, now.company.owners
    places = _places(now)
    if places is None:
        return ()
    pool = pool_of(setup) if setup.rated and _all_different(setup, owners) else None
    sides = setup.rules.sides(setup.players)
    rows = []
    for seat, sits in enumerate(setup.seats):
        player = BOT + (sits.level or "") if sits.kind == "bot" else owners.get(seat)
        if player is None or (pool is None and sits.kind == "bot"):
            continue
        side = next(number for number, side in enumerate(sides) if seat in side)
        rows.append(
            ResultRow(
                table,
                seat,
                player,
                "Computer" if sits.kind == "bot" else sits.name or "Guest",
                setup.rules.id or HOUSE,
                setup.rules.title,
                family_of(setup.rules).id,
                pool,
                side,
                places[seat],
                setup.players,
                at,
            )
        )
    return tuple(rows)


def _places(now: Situation) -> tuple[int, ...] | None:
    if not now.over or now.position is None:
        return None
    places = match_places(now.match) if now.setup.match else places_of(now.position)
    return behind(places, _gave_up(now)) if places is not None else None


def _gave_up(now: Situation) -> set[int]:
    """The seats of sides whose people have all resigned or forfeited: a computer player may have gone on for them."""
    people, resigned = set(now.setup.people), now.company.resigned
    sides = now.setup.rules.sides(now.setup.players)
    return {seat for side in sides if people & set(side) and people & set(side) <= resigned for seat in side}


def _all_different(setup: Setup, owners: Mapping[int, str]) -> bool:
    """Whether every person's seat belongs to somebody else."""
    people = [owners.get(seat) for seat in setup.people]
    return None not in people and len(set(people)) == len(people)
