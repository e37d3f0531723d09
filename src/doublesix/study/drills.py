"""Drills: a position out of a round played at random, questions about it, and what the right answers are and why.

A drill is made from its kind and a number, so that whoever has both can make it again: nothing needs to be kept
between the question and the answer. Every answer is read off the position by the rules themselves.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from doublesix.inference import voids
from doublesix.rules import PRESETS, Move, Position, Rules, Tile, deal, pips
from doublesix.rules.phrases import Phrase, Who, listed

Options = tuple[tuple[str, Phrase], ...]


class Item(NamedTuple):
    """One question of a drill, with the answers to choose from."""

    name: str
    label: Phrase
    options: Options
    """Each with its key and its words."""
    right: str
    """The key of the right answer."""
    why: Phrase


class Drill(NamedTuple):
    """A position and the questions about it. What is asked can be answered from what `seat` sees."""

    kind: str
    number: int
    position: Position
    seat: int | None
    """Whose eyes; None where all hands are shown."""
    question: Phrase
    items: tuple[Item, ...]


class Kind(NamedTuple):
    """A kind of drill, by the skill that it trains."""

    title: Phrase
    about: Phrase
    skill: str
    """`ends`, `drawing`, `counting`, `blocking` or `pips`."""
    rules: str
    """The table whose rules the rounds are played by."""
    make: Callable[[Position, random.Random], tuple[int | None, Phrase, list[Item]] | None]


class Assessment(NamedTuple):
    """The answers held against the right ones."""

    right: int
    of: int
    answers: tuple[tuple[Item, str | None, bool], ...]
    """Each question with the key that was given, None where there was none, and whether it was right."""


def drill(kind: str, number: int) -> Drill:
    """The drill of this kind with this number; the same every time. Raises `KeyError` for a kind that is none."""
    made, rng = KINDS[kind], random.Random(f"{kind}/{number}")
    rules = PRESETS[made.rules].rules
    while True:
        for position in _rounds(rules, rng):
            found = made.make(position, rng)
            if found is not None:
                seat, question, items = found
                return Drill(kind, number, position, seat, question, tuple(items))


def assess(asked: Drill, given: Mapping[str, str]) -> Assessment:
    """What was given (the key of an answer by the name of its question) against what is right."""
    answers = tuple((item, given.get(item.name), given.get(item.name) == item.right) for item in asked.items)
    return Assessment(sum(right for *_, right in answers), len(answers), answers)


def _rounds(rules: Rules, rng: random.Random) -> Iterator[Position]:
    """The positions of a few random rounds, in random order: neighbours are too much alike."""
    found = []
    for _ in range(3):
        position = deal(rules, 2, rng)
        found.append(position)
        while position.outcome is None:
            position = position.play(rng.choice(position.legal_moves))
            found.append(position)
    rng.shuffle(found)
    yield from found


# --- the kinds -------------------------------------------------------------------------------------------------------

_LEFT, _RIGHT, _BOTH, _NEITHER = Phrase("left end"), Phrase("right end"), Phrase("both ends"), Phrase("neither end")
_SIDES: Final[Options] = (("L", _LEFT), ("R", _RIGHT), ("LR", _BOTH), ("none", _NEITHER))
_YES_NO: Final[Options] = (("yes", Phrase("Yes")), ("no", Phrase("No")))


def _numbers(right: int, rng: random.Random, least: int = 0) -> Options:
    """A few whole numbers around the right one, in order."""
    low = max(least, right - rng.randint(0, 3))
    return tuple((str(n), Phrase("{n}", n=n)) for n in range(low, low + 5))


def _running(position: Position, tiles: int = 3) -> bool:
    """Whether somebody is to move and so many tiles lie on the line."""
    return position.turn is not None and len(position.line.tiles) >= tiles


def _ends(position: Position, _rng: random.Random) -> tuple[int, Phrase, list[Item]] | None:
    seat = position.turn
    if seat is None or not _running(position) or not 3 <= len(position.hands[seat]) <= 8:
        return None
    ends, items = position.ends, []
    for tile in position.hands[seat]:
        fits = "".join(side for side in "LR" if ends[side] in tile) or "none"
        items.append(Item(str(tile), Phrase("{tile}", tile=tile), _SIDES, fits, _why_fits(tile, ends)))
    return seat, Phrase("The ends are {left} and {right}. Where does each tile fit?", **_both(ends)), items


def _both(ends: Mapping[str, int]) -> dict[str, int]:
    return {"left": ends["L"], "right": ends["R"]}


def _why_fits(tile: Tile, ends: Mapping[str, int]) -> Phrase:
    left, right = ends["L"] in tile, ends["R"] in tile
    if left and right:
        return Phrase("{tile} has what both ends ask for, {left} and {right}.", tile=tile, **_both(ends))
    if left or right:
        value = ends["L"] if left else ends["R"]
        return Phrase("{tile} has a {value}; only an equal number fits, doubles too.", tile=tile, value=value)
    return Phrase("{tile} has neither a {left} nor a {right}.", tile=tile, **_both(ends))


def _compare(position: Position, rng: random.Random) -> tuple[int, Phrase, list[Item]] | None:
    seat = position.turn
    if seat is None or not _running(position, 2) or position.ends["L"] == position.ends["R"]:
        return None
    both = [tile for tile in position.hands[seat] if all(end in tile for end in position.ends.values())]
    if not both or len(position.hands[seat]) < 3:
        return None
    tile, items = both[0], []
    rest = [other for other in position.hands[seat] if other is not tile]
    for side, where in (("L", _LEFT), ("R", _RIGHT)):
        ends = position.play(Move("play", tile, side)).line.ends
        value = ends[side]
        fit = [other for other in rest if value in other]
        pair = f"{value}{value}"
        options = {pair: Phrase("{left} and {right}", left=value, right=value)}
        for left, right in ((position.ends["L"], position.ends["R"]), (tile.high, tile.high), (tile.low, tile.low)):
            options.setdefault(f"{left}{right}", Phrase("{left} and {right}", left=left, right=right))
        items.append(
            Item(
                f"ends{side}",
                Phrase("{tile} on the {side}: the ends are then", tile=tile, side=where),
                tuple(sorted(options.items())),
                pair,
                Phrase("The matching half is covered; the other half, {value}, is open on both sides.", value=value),
            )
        )
        items.append(
            Item(
                f"keep{side}",
                Phrase("{tile} on the {side}: so many of your other tiles fit then", tile=tile, side=where),
                _numbers(len(fit), rng),
                str(len(fit)),
                Phrase("With a {value}: {tiles}.", value=value, tiles=listed(fit) if fit else Phrase("none")),
            )
        )
    question = Phrase("{tile} fits both ends, {left} and {right}. Compare.", tile=tile, **_both(position.ends))
    return seat, question, items


def _drawing(position: Position, rng: random.Random) -> tuple[int, Phrase, list[Item]] | None:
    seat = position.turn
    if seat is None or not _running(position) or position.forced is None:
        return None
    draws, left, kept = position.forced.kind == "draw", position.drawable, len(position.boneyard) - position.drawable
    items = [
        Item(
            "drawable",
            Phrase("How many tiles may still be drawn?"),
            _numbers(left, rng),
            str(left),
            Phrase("The boneyard holds {n}, and the last {kept} stay in reserve.", n=len(position.boneyard), kept=kept),
        ),
        Item(
            "what",
            Phrase("No tile in this hand fits. What happens?"),
            (("draw", Phrase("It must draw")), ("pass", Phrase("It must pass")), ("choose", Phrase("It may choose"))),
            "draw" if draws else "pass",
            Phrase("Tiles can be drawn, so it draws until one fits or none is left but the reserve.")
            if draws
            else Phrase("Nothing fits and nothing can be drawn, so it passes; passing is allowed only then."),
        ),
        Item(
            "turn",
            Phrase("Does the turn go on to the other seat after that?"),
            _YES_NO,
            "no" if draws else "yes",
            Phrase("A draw does not end the turn: who draws plays on, or draws again.")
            if draws
            else Phrase("A pass ends the turn; two passes one after the other end the round as blocked."),
        ),
    ]
    return seat, Phrase("The ends are {left} and {right}.", **_both(position.ends)), items


def _blocked(position: Position, rng: random.Random) -> tuple[None, Phrase, list[Item]] | None:
    outcome = position.outcome
    if outcome is None or outcome.ending != "blocked" or outcome.winners is None:
        return None
    items = []
    for seat, hand in enumerate(position.hands):
        total = pips(hand)
        added = Phrase("{tiles}: {sum} = {n}", tiles=listed(hand), sum=" + ".join(str(t.pips) for t in hand), n=total)
        label = Phrase("How many pips does {who} hold?", who=Who(seat))
        items.append(Item(f"pips{seat}", label, _numbers(total, rng), str(total), added))
    winner = str(outcome.winners[0]) if len(outcome.winners) == 1 else "tie"
    options = (*((str(seat), Phrase("{who}", who=Who(seat))) for seat in range(2)), ("tie", Phrase("Nobody: a tie")))
    why = Phrase("Fewest pips win, whoever holds fewer tiles; equal totals share first place.")
    items.append(Item("winner", Phrase("Who wins the round?"), options, winner, why))
    return None, Phrase("Nobody can move: the round is blocked. Count."), items


def _counting(position: Position, rng: random.Random) -> tuple[int, Phrase, list[Item]] | None:
    seat = position.turn
    if seat is None or not _running(position, 5):
        return None
    items = []
    for value in sorted(set(position.ends.values())):
        on_line = sum(value in tile for tile in position.line.tiles)
        held = sum(value in tile for tile in position.hands[seat])
        left = position.rules.max_pip + 1 - on_line - held
        why = Phrase(
            "{all} tiles have a {value}; {line} lie on the line and you hold {held}.",
            all=position.rules.max_pip + 1,
            value=value,
            line=on_line,
            held=held,
        )
        label = Phrase("How many tiles with a {value} do you not see?", value=value)
        items.append(Item(f"unseen{value}", label, _numbers(left, rng), str(left), why))
    return seat, Phrase("Count the numbers that are open now."), items


def _holding(position: Position, rng: random.Random) -> tuple[int, Phrase, list[Item]] | None:
    seat = position.turn
    if seat is None or not _running(position, 4):
        return None
    other = 1 - seat
    known = voids(position.view(seat), other)
    if not known:
        return None
    unseen = sorted(set(position.hands[other]) | set(position.boneyard), key=str)
    lacked = [tile for tile in unseen if any(value in tile for value in known)]
    free = [tile for tile in unseen if tile not in lacked]
    if not lacked or not free:
        return None
    asked = sorted(rng.sample(lacked, min(2, len(lacked))) + rng.sample(free, min(2, len(free))), key=str)
    items = [
        Item(
            str(tile),
            Phrase("Can the other hand hold {tile}?", tile=tile),
            _YES_NO,
            "no" if tile in lacked else "yes",
            _why_held(tile, known),
        )
        for tile in asked
    ]
    told = listed([Phrase("no {value} since move {at}", value=value, at=at) for value, at in known.items()])
    return seat, Phrase("The other hand has shown: {told}.", told=told), items


def _why_held(tile: Tile, known: Mapping[int, int]) -> Phrase:
    for value, at in known.items():
        if value in tile:
            return Phrase("It has shown no {value} since move {at}, and {tile} has one.", value=value, at=at, tile=tile)
    return Phrase("Nothing that was shown speaks against {tile}.", tile=tile)


def _blocking(position: Position, _rng: random.Random) -> tuple[int, Phrase, list[Item]] | None:
    seat = position.turn
    if seat is None or not _running(position, 4):
        return None
    known = voids(position.view(seat), 1 - seat)
    plays = [move for move in position.legal_moves if move.kind == "play"]
    shut = [move for move in plays if known and set(position.play(move).line.ends.values()) <= set(known)]
    if len(shut) != 1 or not 2 <= len(plays) <= 6:
        return None
    ends = position.play(shut[0]).line.ends
    options = tuple((str(move), Phrase("{move}", move=move)) for move in plays)
    why = Phrase(
        "{move} leaves {left} and {right}, and the other hand has shown to lack both.", move=shut[0], **_both(ends)
    )
    label = Phrase("Which play leaves the other hand nothing to play?")
    told = listed([Phrase("no {value} since move {at}", value=value, at=at) for value, at in known.items()])
    question = Phrase("The other hand has shown: {told}.", told=told)
    return seat, question, [Item("move", label, options, str(shut[0]), why)]


KINDS: Final[Mapping[str, Kind]] = {
    "ends": Kind(
        Phrase("Both ends"),
        Phrase("Label each tile of a hand: left, right, both or neither."),
        "ends",
        "ply-yard",
        _ends,
    ),
    "compare": Kind(
        Phrase("Two placements"),
        Phrase("A tile fits both ends: what is open then, and what of yours fits?"),
        "ends",
        "ply-yard",
        _compare,
    ),
    "drawing": Kind(
        Phrase("A draw turn"),
        Phrase("Must it draw or pass, how many tiles are left to draw, and whose turn is it then?"),
        "drawing",
        "ply-yard",
        _drawing,
    ),
    "blocked": Kind(
        Phrase("A blocked finish"), Phrase("Add up the hands and say who wins."), "pips", "ply-yard", _blocked
    ),
    "counting": Kind(
        Phrase("Counting a suit"), Phrase("How many tiles of an open number are unseen?"), "counting", "draw", _counting
    ),
    "holding": Kind(
        Phrase("Who can hold it"),
        Phrase("A hand that drew or passed has shown what it lacks: which tiles can it hold?"),
        "counting",
        "ply-yard",
        _holding,
    ),
    "blocking": Kind(
        Phrase("Close both ends"),
        Phrase("Find the play that leaves the other hand nothing to play."),
        "blocking",
        "ply-yard",
        _blocking,
    ),
}
"""The kinds in the order of the course."""


def skills() -> Sequence[str]:
    """The skills that there are drills for, in the order of the course."""
    return tuple(dict.fromkeys(kind.skill for kind in KINDS.values()))
