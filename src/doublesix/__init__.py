"""Draw dominoes: rules, records, players, a server and its page.

>>> import doublesix as dom
>>> dom.preset("ply-yard").reserve
2
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
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

_HOMES: Final = {
    "doublesix.errors": "BadNotation BadRecord BadRules DominoError HiddenTile IllegalMove",
    "doublesix.inference": "Belief World belief count_worlds odds sample_world voids",
    "doublesix.kernel": "",
    "doublesix.notation": "MatchRecord Record parse_records read_record replay_json to_text verify_json",
    "doublesix.players": "LEVELS Player make_player",
    "doublesix.rules": (
        "DRAW HIDDEN PASS PRESETS Event Line Match Move Outcome Position Preset Reason Rules Tile View deal "
        "dealt events_of pips preset start tile_set visible why_illegal why_tile_unplayable"
    ),
    "doublesix.solver": "perft solve",
}
"""Where the names below are at home; each is loaded when it is first asked for."""
_HOME: Final = {name: home for home, names in _HOMES.items() for name in names.split()}


if not TYPE_CHECKING:  # a checker reads the imports above; this would make it believe every name

    def __getattr__(name: str) -> Any:
        """A public name, or the package where it is at home, when it is first asked for: a command starts sooner."""
        if name in _HOME:
            value = getattr(import_module(_HOME[name]), name)
        elif f"doublesix.{name}" in _HOMES:
            value = import_module(f"doublesix.{name}")
        else:
            raise AttributeError(f"module 'doublesix' has no attribute {name!r}")
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
