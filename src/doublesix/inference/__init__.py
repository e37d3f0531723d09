"""Floor 2: what may be hidden. Exact beliefs of one seat, from its view only."""

from doublesix.inference.belief import FULL, QUICK, Belief, TileOdds, belief, count_worlds, odds, sample_world
from doublesix.inference.carried import CarriedBelief, carries
from doublesix.inference.voids import voids
from doublesix.inference.world import World

__all__ = [
    "FULL",
    "QUICK",
    "Belief",
    "CarriedBelief",
    "TileOdds",
    "World",
    "belief",
    "carries",
    "count_worlds",
    "odds",
    "sample_world",
    "voids",
]
