"""Who finished where: of a round by its outcome, of a match by its score."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from doublesix.rules import Match, Position


def places_of(position: Position) -> tuple[int, ...] | None:
    """The places of a finished round by seat, None where it is void or still runs.

    They are the outcome's: out first, then by pips, the same number for who is level, and last for who forfeits.
    """
    outcome = position.outcome
    if outcome is None or outcome.ending == "void" or None in outcome.places:
        return None
    return tuple(place for place in outcome.places if place is not None)


def match_places(match: Match) -> tuple[int, ...] | None:
    """The places of a finished match by seat, None while it runs.

    Who has won is first; the others follow by their scores, level ones sharing a place. Partners have one score. A
    match that all sides but one forfeited is won by that one, whatever the score.
    """
    if match.winners is None:
        return None
    worth = [(seat in match.winners, score) for seat, score in enumerate(match.scores)]
    return tuple(1 + sum(other > mine for other in worth) for mine in worth)


def behind(places: Sequence[int], gave_up: Collection[int]) -> tuple[int, ...]:
    """The places when seats that gave up, and that somebody else has played since, share the last one."""
    worth = [(seat in gave_up, 0 if seat in gave_up else place) for seat, place in enumerate(places)]
    return tuple(1 + sum(other < mine for other in worth) for mine in worth)
