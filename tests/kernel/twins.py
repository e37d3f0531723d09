"""The kernel and the rules side by side: the kernel as installed and as plain Python, and a round played by both."""

from __future__ import annotations

import importlib
import importlib.machinery
import importlib.util
import random
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import doublesix.kernel
from doublesix.rules import Move, Position, Rules, deal, start, tile_set

NAME = "doublesix.kernel"
FOLDER = Path(doublesix.kernel.__file__).parent


class SourceOnly:
    """Finds the kernel's modules as source, whatever was compiled beside it."""

    @staticmethod
    def find_spec(
        name: str, _path: Sequence[str] | None = None, _target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name == NAME:
            return importlib.util.spec_from_file_location(
                name, FOLDER / "__init__.py", submodule_search_locations=[str(FOLDER)]
            )
        if name.startswith(f"{NAME}."):
            path = FOLDER / f"{name.rpartition('.')[2]}.py"
            loader = importlib.machinery.SourceFileLoader(name, str(path))
            return importlib.util.spec_from_file_location(name, path, loader=loader)
        return None


@cache
def interpreted() -> Any:
    """The kernel as plain Python."""
    import doublesix

    def ours() -> list[str]:
        return [name for name in sys.modules if name == NAME or name.startswith(f"{NAME}.")]

    kept = {name: sys.modules.pop(name) for name in ours()}
    finder: Any = SourceOnly()
    sys.meta_path.insert(0, finder)
    try:
        plain = importlib.import_module(NAME)
    finally:
        sys.meta_path.remove(finder)
        for name in ours():
            del sys.modules[name]
        sys.modules.update(kept)
        vars(doublesix)["kernel"] = kept[NAME]
    assert not plain.compiled
    return plain


# --- move by move ----------------------------------------------------------------------------------------------------


def random_deal(rules: Rules, players: int, rng: random.Random) -> Position:
    """A deal somewhere in a match: scores below the target, now and then a later round."""
    scores = None
    if rules.target is not None:
        scores = [rng.randrange(rules.target.points) for _ in range(players)]
        if rules.partners and players == 4:
            scores = scores[:2] * 2
    later = rules.moves_lead and rng.random() < 0.3
    leader = rng.randrange(players) if later else None
    return deal(rules, players, rng, scores=scores, later=later, leader=leader)


def follow(kernel: Any, position: Position, rng: random.Random) -> Position:
    """Play a position to its end at random with its state beside it, comparing everything after every move."""
    rules = position.rules
    state = kernel.state_of(position)
    while position.turn is not None:
        legal = tuple(kernel.move_of(code, rules) for code in state.moves())
        assert legal == position.legal_moves, f"{rules.id}: {position.line}: {legal} for {position.legal_moves}"
        assert state.turn == position.turn
        move = rng.choice(position.legal_moves)
        before = state.copy()
        state.play(kernel.code_of(move, rules))
        assert before.moves() == [kernel.code_of(each, rules) for each in position.legal_moves]
        position = position.play(move)
        assert [state.hand(seat) for seat in range(position.players)] == [*map(kernel.mask, position.hands)]
        assert state.boneyard() == tuple(map(kernel.number, position.boneyard))
        if position.turn is not None and rng.random() < 0.05:
            state = kernel.state_of(position)
    assert_same_result(state, position)
    return position


def assert_same_result(state: Any, position: Position) -> None:
    """Both have ended, and alike."""
    outcome = position.outcome
    assert outcome is not None
    assert state.turn == -1
    assert ("", "domino", "blocked", "target")[state.ending] == outcome.ending
    assert state.result() == (outcome.pips, outcome.places, outcome.points), position.rules.id
    assert tuple(seat for seat in range(position.players) if state.winners >> seat & 1) == outcome.winners


# --- random rounds by the rules ---------------------------------------------------------------------------------------


class Stream:
    """The kernel's random numbers, written down a second time."""

    def __init__(self, seed: int, index: int) -> None:
        self.s0 = self.mix((seed + index * 0x9E3779B9) % 2**32)
        self.s1 = self.mix(self.s0 ^ index) | 1

    @staticmethod
    def mix(z: int) -> int:
        z = (z ^ z >> 16) * 0x85EBCA6B % 2**32
        z = (z ^ z >> 13) * 0xC2B2AE35 % 2**32
        return z ^ z >> 16

    def below(self, n: int) -> int:
        a, b = self.s0, self.s1
        word = a * 0x9E3779BB % 2**32
        b ^= a
        self.s0 = ((a << 26 | a >> 6) ^ b ^ b << 9) % 2**32
        self.s1 = (b << 13 | b >> 19) % 2**32
        return word * n >> 32


def round_by_rules(rules: Rules, players: int, seed: int, index: int) -> tuple[Position, int]:
    """Round `index` of a seed by the readable rules: its end, and how many turns it took."""
    stream = Stream(seed, index)
    tiles = list(tile_set(rules.max_pip))
    for i in range(len(tiles) - 1, 0, -1):
        j = stream.below(i + 1)
        tiles[i], tiles[j] = tiles[j], tiles[i]
    size = rules.hand_size[players]
    hands = [tiles[seat * size : (seat + 1) * size] for seat in range(players)]
    leader = stream.below(players) if rules.leader == "lot" else None
    return play_by_rules(start(rules, hands, tiles[players * size :], leader=leader), stream)


def play_by_rules(position: Position, stream: Stream) -> tuple[Position, int]:
    """Play to the end as the kernel's stream chooses."""
    turns = 0
    while position.turn is not None:
        move = _chosen(position, stream)
        turns += move.kind != "draw"
        position = position.play(move)
    return position, turns


def _chosen(position: Position, stream: Stream) -> Move:
    legal = position.legal_moves
    if position.lead_tile is not None and position.line.lead is None:
        return legal[0]
    if legal[0].tile is None:  # a draw that must be, or a pass
        return legal[0]
    sides = list(position.ends)
    tiles = tile_set(position.rules.max_pip)

    def place(move: Move) -> tuple[int, int]:
        if move.tile is None:
            return (len(sides), 0)
        return (sides.index(move.side) if move.side else 0, tiles.index(move.tile))

    return sorted(legal, key=place)[stream.below(len(legal))]
