"""The kinds of drills whose answers the rules themselves give: read off the position, whoever plays on and how."""

from __future__ import annotations

import random
from collections.abc import Mapping

from doublesix.inference import belief, voids
from doublesix.rules import Move, Position, Tile, pips, tile_set
from doublesix.rules.phrases import Phrase, Who, listed
from doublesix.study.items import LEFT, RIGHT, SIDES, YES_NO, Item, Made, both, closes, next_other, numbers, running


def make_ends(position: Position, _rng: random.Random) -> Made | None:
    """Where each tile of the hand fits."""
    seat = position.turn
    if seat is None or not running(position) or not 3 <= len(position.hands[seat]) <= 8:
        return None
    ends, items = position.ends, []
    for tile in position.hands[seat]:
        fits = "".join(side for side in "LR" if ends[side] in tile) or "none"
        items.append(Item(str(tile), Phrase("{tile}", tile=tile), SIDES, fits, _why_fits(tile, ends)))
    return seat, Phrase("The ends are {left} and {right}. Where does each tile fit?", **both(ends)), items


def _why_fits(tile: Tile, ends: Mapping[str, int]) -> Phrase:
    left, right = ends["L"] in tile, ends["R"] in tile
    if left and right:
        return Phrase("{tile} has what both ends ask for, {left} and {right}.", tile=tile, **both(ends))
    if left or right:
        value = ends["L"] if left else ends["R"]
        return Phrase("{tile} has a {value}; only an equal number fits, doubles too.", tile=tile, value=value)
    return Phrase("{tile} has neither a {left} nor a {right}.", tile=tile, **both(ends))


def make_compare(position: Position, rng: random.Random) -> Made | None:
    """What the two placements of a tile leave open, and what fits then."""
    seat = position.turn
    if seat is None or not running(position, 2) or position.ends["L"] == position.ends["R"]:
        return None
    fitting = [tile for tile in position.hands[seat] if all(end in tile for end in position.ends.values())]
    if not fitting or len(position.hands[seat]) < 3:
        return None
    tile, items = fitting[0], []
    rest = [other for other in position.hands[seat] if other is not tile]
    for side, where in (("L", LEFT), ("R", RIGHT)):
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
                numbers(len(fit), rng),
                str(len(fit)),
                Phrase("With a {value}: {tiles}.", value=value, tiles=listed(fit) if fit else Phrase("none")),
            )
        )
    question = Phrase("{tile} fits both ends, {left} and {right}. Compare.", tile=tile, **both(position.ends))
    return seat, question, items


def make_drawing(position: Position, rng: random.Random) -> Made | None:
    """Draw or pass, what is left to draw, and whose turn it is then."""
    seat = position.turn
    if seat is None or not running(position) or position.forced is None:
        return None
    draws, left, held = position.forced.kind == "draw", position.drawable, len(position.boneyard)
    reserve = (
        Phrase("The boneyard holds {n}, and the last {kept} stay in reserve.", n=held, kept=held - left)
        if held > left
        else Phrase("The boneyard holds {n}, and nothing of it is kept in reserve.", n=held)
    )
    items = [
        Item("drawable", Phrase("How many tiles may still be drawn?"), numbers(left, rng), str(left), reserve),
        Item(
            "what",
            Phrase("No tile in this hand fits. What happens?"),
            (("draw", Phrase("It must draw")), ("pass", Phrase("It must pass")), ("choose", Phrase("It may choose"))),
            "draw" if draws else "pass",
            Phrase("Tiles can be drawn, so it draws until one fits or no more may be drawn.")
            if draws
            else Phrase("Nothing fits and nothing can be drawn, so it passes; passing is allowed only then."),
        ),
        Item(
            "turn",
            Phrase("Does the turn go on to the next seat after that?"),
            YES_NO,
            "no" if draws else "yes",
            Phrase("A draw does not end the turn: who draws plays on, or draws again.")
            if draws
            else Phrase("A pass ends the turn; when everybody passes in a row, the round is blocked."),
        ),
    ]
    return seat, Phrase("The ends are {left} and {right}.", **both(position.ends)), items


def make_blocked(position: Position, rng: random.Random) -> Made | None:
    """The sums of a blocked finish, and who wins it."""
    outcome = position.outcome
    if outcome is None or outcome.ending != "blocked" or outcome.winners is None:
        return None
    items = []
    for seat, hand in enumerate(position.hands):
        total = pips(hand)
        added = Phrase("{tiles}: {sum} = {n}", tiles=listed(hand), sum=" + ".join(str(t.pips) for t in hand), n=total)
        label = Phrase("How many pips does {who} hold?", who=Who(seat))
        items.append(Item(f"pips{seat}", label, numbers(total, rng), str(total), added))
    sides = position.rules.sides(position.players)
    first = [side for side in sides if set(side) <= set(outcome.winners)]
    options = [(str(side[0]), listed([Phrase("{who}", who=Who(seat)) for seat in side])) for side in sides]
    why = (
        Phrase("Partners' pips are added up; the side with the fewest wins, and equal sums share first place.")
        if len(sides) < position.players
        else Phrase("Fewest pips win, whoever holds fewer tiles; equal totals share first place.")
    )
    items.append(
        Item(
            "winner",
            Phrase("Who wins the round?"),
            (*options, ("tie", Phrase("Nobody alone: a tie"))),
            str(first[0][0]) if len(first) == 1 else "tie",
            why,
        )
    )
    return None, Phrase("Nobody can move: the round is blocked. Count."), items


def make_counting(position: Position, rng: random.Random) -> Made | None:
    """How many tiles of each open number are unseen."""
    seat = position.turn
    if seat is None or not running(position, 5):
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
        items.append(Item(f"unseen{value}", label, numbers(left, rng), str(left), why))
    return seat, Phrase("Count the numbers that are open now."), items


def make_holding(position: Position, rng: random.Random) -> Made | None:
    """Which tiles a hand can hold that has shown what it lacks."""
    seat = position.turn
    if seat is None or not running(position, 4):
        return None
    view = position.view(seat)
    shown = {other: known for other in range(position.players) if other != seat and (known := voids(view, other))}
    if not shown:
        return None
    other = rng.choice(sorted(shown))
    known = shown[other]
    seen = {*position.line.tiles, *view.hand}
    unseen = [tile for tile in tile_set(position.rules.max_pip) if tile not in seen]
    lacked = [tile for tile in unseen if any(value in tile for value in known)]
    free = [tile for tile in unseen if tile not in lacked]
    if not lacked or not free:
        return None
    asked = sorted(rng.sample(lacked, min(2, len(lacked))) + rng.sample(free, min(2, len(free))), key=str)
    believed = belief(view)
    if believed.exact:  # what the others must hold between them can leave nothing for this hand
        odds = believed.odds()
        if any((odds[tile].seats[other] == 0) != (tile in lacked) for tile in asked):
            return None
    items = [
        Item(
            str(tile),
            Phrase("Can {who} hold {tile}?", who=Who(other), tile=tile),
            YES_NO,
            "no" if tile in lacked else "yes",
            _why_held(tile, known),
        )
        for tile in asked
    ]
    return seat, _has_shown(other, known), items


def _has_shown(seat: int, known: Mapping[int, int]) -> Phrase:
    told = listed([Phrase("no {value} since move {at}", value=value, at=at) for value, at in known.items()])
    return Phrase("{who} has shown: {told}.", who=Who(seat), told=told)


def _why_held(tile: Tile, known: Mapping[int, int]) -> Phrase:
    for value, at in known.items():
        if value in tile:
            return Phrase("It has shown no {value} since move {at}, and {tile} has one.", value=value, at=at, tile=tile)
    return Phrase("Nothing that was shown speaks against {tile}.", tile=tile)


def make_blocking(position: Position, _rng: random.Random) -> Made | None:
    """The play that leaves the next hand nothing to play."""
    seat = position.turn
    if seat is None or not running(position, 4):
        return None
    other = next_other(position, seat)
    known = voids(position.view(seat), other)
    plays = [move for move in position.legal_moves if move.kind == "play"]
    shut = [move for move in plays if known and closes(position, move, known)]
    if len(shut) != 1 or not 2 <= len(plays) <= 6:
        return None
    options = tuple((str(move), Phrase("{move}", move=move)) for move in plays)
    why = Phrase(
        "{move} leaves {left} and {right}, and {who} has shown to lack both.",
        move=shut[0],
        who=Who(other),
        **both(position.play(shut[0]).line.ends),
    )
    label = Phrase("Which play leaves {who} nothing to play?", who=Who(other))
    return seat, _has_shown(other, known), [Item("move", label, options, str(shut[0]), why)]
