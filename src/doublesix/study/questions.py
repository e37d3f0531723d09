"""The questions of the course: answers and reasons are read off the position or off the rules of the tables."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from doublesix.rulebook import effects
from doublesix.rules import PRESETS, Position, Rules, Tile, end_reasons, pips, tile_set
from doublesix.rules.phrases import Phrase, Who, listed
from doublesix.study.claims import longest_suit
from doublesix.study.items import Item, Options
from doublesix.study.steps import names_of, seat_of

FOUR: Final = ("ply-yard", "draw-100", "ranked-draw", "ranked-block")
"""The tables that the sixth lesson compares."""


def _of_tiles(tiles: Sequence[Tile]) -> Options:
    return tuple((str(tile), Phrase("{tile}", tile=tile)) for tile in tiles)


def _counts(numbers: Iterable[int]) -> Options:
    return tuple((str(n), Phrase("{n}", n=n)) for n in numbers)


def _numbers(right: int) -> Options:
    """A few whole numbers around the right one."""
    low = max(0, right - 2)
    return _counts(range(low, low + 5))


def _weight(tile: Tile) -> Phrase:
    return Phrase("{tile} has {sum} = {n} pips.", tile=tile, sum=f"{tile.high} + {tile.low}", n=tile.pips)


def tiles(position: Position) -> list[Item]:
    """Which tile is a double, and which is the heaviest."""
    hand = position.hands[seat_of(position)]
    double = next(tile for tile in hand if tile.is_double)
    heaviest = max(hand, key=lambda tile: tile.pips)
    why = Phrase("{tile} has a {value} on both halves.", tile=double, value=double.high)
    return [
        Item("double", Phrase("Which of your tiles is a double?"), _of_tiles(hand), str(double), why),
        Item("heavy", Phrase("Which has the most pips?"), _of_tiles(hand), str(heaviest), _weight(heaviest)),
    ]


def suits(position: Position) -> list[Item]:
    """How long a suit is in the hand, and in the set."""
    value, held = longest_suit(position)
    every = sum(value in tile for tile in tile_set(position.rules.max_pip))
    return [
        Item(
            "hand",
            Phrase("How many of your tiles belong to the suit of {value}?", value=value),
            _numbers(len(held)),
            str(len(held)),
            Phrase("With a {value}: {tiles}.", value=value, tiles=listed(held)),
        ),
        Item(
            "set",
            Phrase("How many tiles of the whole set do?"),
            _numbers(every),
            str(every),
            Phrase("Each number meets every number once, itself too: that makes {n} tiles.", n=every),
        ),
    ]


def pay(position: Position) -> list[Item]:
    """What the winner of a blocked round scores."""
    outcome = position.outcome
    assert outcome is not None
    (winner,) = outcome.winners or ()
    own = pips(position.hands[winner])
    others = sum(pips(hand) for seat, hand in enumerate(position.hands) if seat != winner)
    right = outcome.points[winner] if outcome.points is not None else 0
    sums = sorted({right, others, others + own, own})
    who = names_of(position.rules, position.players, 0)
    best = tuple((str(seat), Phrase("{who}", who=Who(seat))) for seat in range(position.players))
    places, paid = [reason.text.called(who) for reason in end_reasons(position)][-2:]
    return [
        Item("winner", Phrase("Who wins?"), best, str(winner), places),
        Item("points", Phrase("What does it score?"), _counts(sums), str(right), paid),
    ]


def other_hand(position: Position) -> list[Item]:
    """Which tile the other hand holds, and its pips."""
    seat = seat_of(position)
    other = position.hands[1 - seat]
    rng = random.Random(str(position.line))
    seen = [tile for tile in position.line.tiles if any(value in tile for value in position.ends.values())]
    options = sorted([other[0], *rng.sample(seen, min(3, len(seen)))], key=str)
    total = pips(other)
    return [
        Item(
            "tile",
            Phrase("Which of these tiles is in the other hand?"),
            _of_tiles(options),
            str(other[0]),
            Phrase("The others lie on the line."),
        ),
        Item(
            "pips",
            Phrase("How many pips does the other hand hold?"),
            _numbers(total),
            str(total),
            Phrase("{tiles}: {sum} = {n}", tiles=listed(other), sum=" + ".join(str(t.pips) for t in other), n=total),
        ),
    ]


def places(position: Position) -> list[Item]:
    """Who comes second, and who comes last."""
    outcome = position.outcome
    assert outcome is not None
    who = tuple((str(seat), Phrase("{who}", who=Who(seat))) for seat in range(position.players))
    why = next(reason.text for reason in end_reasons(position) if reason.code == "places")
    second, last = outcome.places.index(2), outcome.places.index(position.players)
    return [
        Item("second", Phrase("Who comes second?"), who, str(second), why),
        Item("last", Phrase("Who comes last?"), who, str(last), why),
    ]


def sides(position: Position) -> list[Item]:
    """Which side wins a blocked round."""
    outcome = position.outcome
    assert outcome is not None
    right = "yours" if 0 in (outcome.winners or ()) else "theirs"
    options = (("yours", Phrase("You and your partner")), ("theirs", Phrase("The other side")))
    why = next(reason.text for reason in end_reasons(position) if reason.code == "places")
    return [Item("side", Phrase("Which side wins?"), options, right, why)]


# --- the four tables -------------------------------------------------------------------------------------------------

_ASKED: Final[tuple[tuple[str, Phrase, str, Callable[[Rules], bool]], ...]] = (
    ("reserve", Phrase("Where are the last tiles never drawn?"), "reserve", lambda rules: rules.reserve > 0),
    ("block", Phrase("Where is nothing drawn at all?"), "draw_limit", lambda rules: not rules.draws),
    (
        "match",
        Phrase("Where do you play round after round, until somebody has enough points?"),
        "target",
        lambda rules: rules.target is not None,
    ),
    (
        "five",
        Phrase("Where do four players start with five tiles each?"),
        "hand_size",
        lambda rules: rules.hand_size.get(4) == 5,
    ),
)


def tables(position: None) -> list[Item]:
    """Which of the four tables is the only one that differs from the others in this."""
    del position
    options = tuple((name, PRESETS[name].title) for name in FOUR)
    items = []
    for name, label, field, differs in _ASKED:
        (right,) = [table for table in FOUR if differs(PRESETS[table].rules)]
        why = next(effect.text for effect in effects(PRESETS[right].rules) if effect.field == field)
        items.append(Item(name, label, options, right, why))
    return items
