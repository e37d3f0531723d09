"""The models by which moves are valued: where the worlds come from, and how the round goes on in each.

A model is a function from a view, the moves to try, a random source and a budget to batches of worlds.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from doublesix.analysis.tally import TIE, WIN, Batch
from doublesix.errors import BadRecord
from doublesix.inference import World, belief
from doublesix.kernel import code_of, compiled, results_by_world, root_of, supports
from doublesix.players.hard import play_out
from doublesix.players.limit import Thinking
from doublesix.players.weighted import Weighted
from doublesix.rules.moves import Move
from doublesix.rules.phrases import Phrase
from doublesix.rules.ruleset import Rules
from doublesix.rules.tiles import pips
from doublesix.rules.view import View
from doublesix.solver import MOST_WORLDS, Value, count_endings, positions_of, solve

BATCH: Final = 250 if compiled else 25
"""Worlds between two snapshots of play-outs."""
WEIGHED: Final = 500 if compiled else 50
"""The same where worlds are weighed: few at a time would weigh wrongly."""
SOLVED: Final = 10
"""The same where each world is solved."""
FEW: Final = 12 if compiled else 3
"""Worlds that are all solved without being asked to, where no tile can be drawn any more: as the master level does."""

Moves = tuple[Move, ...]
Source = Callable[[View, Moves, random.Random, Thinking], Iterator[Batch]]


class Model(NamedTuple):
    """A way to value moves."""

    name: str
    text: Phrase
    """What it does, to be shown beside its numbers."""
    batches: Source
    exact: bool = False
    """Whether the numbers are no estimates."""
    calibrated: bool = False
    """Whether its chances are set right by `calibration`."""


def _random_play(view: View, moves: Moves, rng: random.Random, thinking: Thinking) -> Iterator[Batch]:
    known = belief(view)
    seed, done = rng.getrandbits(32), 0
    if not supports(view.rules):
        for count in thinking.batches():
            yield _by_rules(view, [known.sample(rng) for _ in range(count)], moves, rng)
        return
    root, codes = root_of(view), [code_of(move, view.rules) for move in moves]
    for count in thinking.batches(BATCH):
        worlds = known.packed(count, seed=seed, first=done)
        yield Batch(*results_by_world(root, codes, worlds, seed=seed, first=done), None)
        done += count


def _engine_play(view: View, moves: Moves, rng: random.Random, thinking: Thinking) -> Iterator[Batch]:
    if not supports(view.rules):
        raise BadRecord("engine play is for sets of up to 128 tiles and usual rules; take random play-outs")
    weighted = Weighted(view)
    root, codes = root_of(view), [code_of(move, view.rules) for move in moves]
    seed, done = rng.getrandbits(32), 0
    for count in thinking.batches(WEIGHED):
        worlds = belief(view).packed(count, seed=seed, first=done)
        weights = weighted.weigh(worlds, rng.getrandbits(32))
        found = results_by_world(root, codes, worlds, seed=seed, first=done, chooser=weighted.known.chooser)
        yield Batch(*found, weights)
        done += count


def _face_up(view: View, moves: Moves, rng: random.Random, thinking: Thinking) -> Iterator[Batch]:
    known = belief(view)
    for count in thinking.batches(SOLVED):
        solved = [solve(known.sample(rng).position(view), partners=True) for _ in range(count)]
        yield _values(solved, moves, None)


def _every_world(view: View, moves: Moves, _rng: random.Random, _thinking: Thinking) -> Iterator[Batch]:
    known = belief(view)
    count = count_endings(view, known)
    if not known.exact or count > MOST_WORLDS:
        raise BadRecord(f"the view has {count} worlds; all are solved only up to {MOST_WORLDS}")
    found = [(solve(position, partners=True), float(chance)) for position, chance in positions_of(view, known)]
    yield _values([values for values, _ in found], moves, [chance for _, chance in found])


def _values(solved: list[dict[Move, Value]], moves: Moves, weights: list[float] | None) -> Batch:
    """Face-up values as results."""
    ranks = {"win": WIN, "tie": TIE, "loss": 0}
    return Batch(
        [[ranks[values[move].result] for values in solved] for move in moves],
        [[float(values[move].margin or 0) for values in solved] for move in moves],
        weights,
    )


def _by_rules(view: View, worlds: list[World], moves: Moves, rng: random.Random) -> Batch:
    """Random play-outs by the plain rules, for sets that the kernel does not take."""
    side = view.rules.side(view.seat, view.players)
    ranks: list[list[int]] = [[] for _ in moves]
    margins: list[list[float]] = [[] for _ in moves]
    for world in worlds:
        position = world.position(view)
        for at, move in enumerate(moves):
            last = play_out(position.play(move), rng)
            outcome = last.outcome
            assert outcome is not None
            firsts = [seat for seat, place in enumerate(outcome.places) if place == 1]
            own = [pips(hand) for hand in last.hands]
            ranks[at].append((WIN if len(firsts) == len(side) else TIE) if view.seat in firsts else 0)
            margins[at].append(sum(own) - 2 * sum(own[seat] for seat in side))
    return Batch(ranks, margins, None)


RANDOM: Final = Model(
    "random",
    Phrase("random play: deals that fit, all equally likely, each played to its end with moves at random"),
    _random_play,
)
ENGINE: Final = Model(
    "engine",
    Phrase("engine play: deals that fit what the others did, played to their end by players like the engine"),
    _engine_play,
    calibrated=True,
)
FACE_UP: Final = Model(
    "face-up", Phrase("face-up: deals that fit, each played to its best end with all tiles known"), _face_up
)
EXACT: Final = Model(
    "exact",
    Phrase("a full count: every deal that fits, each played to its best end with all tiles known"),
    _every_world,
    exact=True,
)
MODELS: Final = {model.name: model for model in (RANDOM, ENGINE, FACE_UP, EXACT)}


def model_named(name: str) -> Model:
    """A model by its name. Raises `BadRecord` naming those there are."""
    if name not in MODELS:
        raise BadRecord(f'there is no model "{name}"; the models are {", ".join(MODELS)}')
    return MODELS[name]


def usual_model(view: View) -> Model:
    """The model that the master level would go by: every world where they are few and nothing can be drawn, else
    engine play; random play-outs where the rules are too unusual for it."""
    if not supports(view.rules):
        return RANDOM
    if not _counts_wins(view.rules) or view.drawable or len(view.rules.sides(view.players)) != 2:
        return ENGINE
    known = belief(view)
    return EXACT if known.exact and known.worlds <= FEW else ENGINE


def _counts_wins(rules: Rules) -> bool:
    """Whether points in play do not come into it: face-up values know none."""
    return rules.count is None
