"""Floor 0: the rules of draw dominoes as data, and pure functions over positions. Standard library only."""

from doublesix.rules.events import Event, dealt, events_of, visible
from doublesix.rules.explain import end_reasons, move_reasons, named, why_leads
from doublesix.rules.legality import why_illegal, why_tile_unplayable
from doublesix.rules.line import Line
from doublesix.rules.match import Match, next_leader
from doublesix.rules.moves import DRAW, PASS, Move
from doublesix.rules.position import Position, deal, start
from doublesix.rules.presets import PRESETS, Preset, preset
from doublesix.rules.reasons import Reason
from doublesix.rules.ruleset import Rules
from doublesix.rules.scoring import Outcome
from doublesix.rules.tiles import HIDDEN, Tile, pips, tile_set
from doublesix.rules.view import View

__all__ = [
    "DRAW",
    "HIDDEN",
    "PASS",
    "PRESETS",
    "Event",
    "Line",
    "Match",
    "Move",
    "Outcome",
    "Position",
    "Preset",
    "Reason",
    "Rules",
    "Tile",
    "View",
    "deal",
    "dealt",
    "end_reasons",
    "events_of",
    "move_reasons",
    "named",
    "next_leader",
    "pips",
    "preset",
    "start",
    "tile_set",
    "visible",
    "why_illegal",
    "why_leads",
    "why_tile_unplayable",
]
