"""Draw dominoes: rules, records, players, a server and its page.

>>> import doublesix as dom
>>> dom.preset("ply-yard").reserve
2
"""

from doublesix.errors import BadNotation, BadRecord, BadRules, DominoError, HiddenTile, IllegalMove
from doublesix.inference import Belief, World, belief, count_worlds, odds, sample_world, voids
from doublesix.notation import MatchRecord, Record, parse_records, read_record, replay_json, to_text, verify_json
from doublesix.players import LEVELS, Player, make_player
from doublesix.rules import (
    DRAW,
    HIDDEN,
    PASS,
    PRESETS,
    Event,
    Line,
    Match,
    Move,
    Outcome,
    Position,
    Preset,
    Reason,
    Rules,
    Tile,
    View,
    deal,
    dealt,
    events_of,
    pips,
    preset,
    start,
    tile_set,
    visible,
    why_illegal,
    why_tile_unplayable,
)
from doublesix.solver import perft, solve

__version__ = "0.1.0"

__all__ = [
    "DRAW",
    "HIDDEN",
    "LEVELS",
    "PASS",
    "PRESETS",
    "BadNotation",
    "BadRecord",
    "BadRules",
    "Belief",
    "DominoError",
    "Event",
    "HiddenTile",
    "IllegalMove",
    "Line",
    "Match",
    "MatchRecord",
    "Move",
    "Outcome",
    "Player",
    "Position",
    "Preset",
    "Reason",
    "Record",
    "Rules",
    "Tile",
    "View",
    "World",
    "belief",
    "count_worlds",
    "deal",
    "dealt",
    "events_of",
    "make_player",
    "odds",
    "parse_records",
    "perft",
    "pips",
    "preset",
    "read_record",
    "replay_json",
    "sample_world",
    "solve",
    "start",
    "tile_set",
    "to_text",
    "verify_json",
    "visible",
    "voids",
    "why_illegal",
    "why_tile_unplayable",
]
