"""Who finished where: of a round by its outcome, of a match by its score."""

from __future__ import annotations

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
    match of two sides that ended by a forfeit is lost for who forfeited it, whatever the score.
    """
    if match.winners is None:
        return None
    worth = [(seat in match.winners, score) for seat, score in enumerate(match.scores)]
    return tuple(1 + sum(other > mine for other in worth) for mine in worth)
