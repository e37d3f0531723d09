"""What a seat knows of the tiles it does not see: counts by value, proved voids, and the odds of every tile."""

from __future__ import annotations

from typing import Any

from doublesix.analysis.facts import answers, ends_after, unseen_of
from doublesix.inference import Belief, TileOdds, voids
from doublesix.rules import View

Json = dict[str, Any]


def odds_json(belief: Belief) -> Json:
    """The contract's shape; an estimate gives numbers with `ci95` beside them in place of fractions."""
    return {
        "worlds": str(belief.worlds),
        "exact": belief.exact,
        "odds": {str(tile): _tile_json(odds) for tile, odds in belief.odds().items()},
    }


def knowledge_json(view: View) -> Json:
    """`odds_json`, and with it `unseen` (tiles by value, from 0) and `voids` (seat, value, since which move)."""
    belief = Belief(view)
    unseen = [sum(value in tile for tile in belief.unseen) for value in range(view.rules.max_pip + 1)]
    lacks = [
        [seat, value, since]
        for seat in range(view.players)
        if seat != view.seat
        for value, since in voids(view, seat).items()
    ]
    return odds_json(belief) | {"unseen": unseen, "voids": lacks}


def leaves_json(view: View) -> Json:
    """What each play leaves: the `ends`, and how many of the seat's `own` tiles and of the `unseen` ones fit them."""
    return {
        str(move): {
            "ends": list(ends_after(view, move)),
            "own": answers(view, move),
            "unseen": unseen_of(view, ends_after(view, move)),
        }
        for move in view.legal
        if move.tile is not None and move.kind != "draw"
    }


def _tile_json(odds: TileOdds) -> Json:
    if odds.ci95 is None:
        return {
            "seats": [None if chance is None else str(chance) for chance in odds.seats],
            "boneyard": str(odds.boneyard),
        }
    seats, boneyard = odds.ci95
    return {
        "seats": list(odds.seats),
        "boneyard": odds.boneyard,
        "ci95": {"seats": [None if span is None else list(span) for span in seats], "boneyard": list(boneyard)},
    }
