"""Floor 1: the fast twin of the rules on ints: states, and random rounds by the thousand; compiled where possible.

The same sources run as plain Python where nothing compiled them, a hundred times slower; `ENGINE` says which. Sets
above 128 tiles and a few odd house rules are left to the plain rules: ask `supports(rules)`.

    state = kernel.state_of(position)            # or kernel.root_of(view).fill(world)
    state.moves(); state.play(code); state.copy()
    kernel.move_of(code, rules); kernel.code_of(move, rules)
    kernel.playouts(rules, 2, seed=1, count=1000)
    kernel.playouts_from(state, seed=1, count=1000)
    kernel.playouts_of_worlds(root, root.moves(), worlds, seed=1)
"""

from __future__ import annotations

from typing import Final

from doublesix.kernel import _choice, _lanes, _past, _results, _rounds, _setup, _state, _tally, _two, _two_choice
from doublesix.kernel._choice import FEATURES as CHOICE_FEATURES
from doublesix.kernel._choice import PHASES as CHOICE_PHASES
from doublesix.kernel._choice import Chooser
from doublesix.kernel._codes import DRAW, PASS, WHOLE
from doublesix.kernel._past import Decision, Past
from doublesix.kernel._setup import Setup
from doublesix.kernel._state import State
from doublesix.kernel.coding import code_of, mask, move_of, number, root_of, state_of, tiles_of
from doublesix.kernel.tables import setup_of, supports
from doublesix.kernel.totals import (
    Results,
    Totals,
    playouts,
    playouts_by_choice,
    playouts_from,
    playouts_of_worlds,
    results_by_world,
)

_PARTS: Final = (_choice, _lanes, _past, _results, _rounds, _setup, _state, _tally, _two, _two_choice)
compiled: Final = not any(str(part.__file__).endswith(".py") for part in _PARTS)
"""Whether the kernel was compiled."""

ENGINE: Final = "compiled" if compiled else "interpreted (slow engine)"
"""The same in words, for people."""

__all__ = [
    "CHOICE_FEATURES",
    "CHOICE_PHASES",
    "DRAW",
    "ENGINE",
    "PASS",
    "WHOLE",
    "Chooser",
    "Decision",
    "Past",
    "Results",
    "Setup",
    "State",
    "Totals",
    "code_of",
    "compiled",
    "mask",
    "move_of",
    "number",
    "playouts",
    "playouts_by_choice",
    "playouts_from",
    "playouts_of_worlds",
    "results_by_world",
    "root_of",
    "setup_of",
    "state_of",
    "supports",
    "tiles_of",
]
