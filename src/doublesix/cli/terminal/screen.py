"""What a seat sees on its turn, drawn from its `View` and from nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from doublesix.rules import Move, Tile, View

from .chronicle import lacked
from .line import draw_line, end_values, side_name, tell_ends
from .look import Look, wrap
from .seats import Seats, counted, join_words
from .tiles import Block, cell_of, join, lying, pack, under


def sorted_hand(hand: Sequence[Tile]) -> list[Tile]:
    """The order in which a hand is shown and numbered: by the heavier half, then by the lighter one."""
    return sorted(hand, key=lambda tile: (tile.high, tile.low), reverse=True)


def number_name(number: int) -> str:
    """How a tile's number is typed: from 10 on with a mark, because 10 is also the tile 1-0."""
    return str(number) if number < 10 else f"#{number}"


def draw_turn(view: View, seats: Seats, look: Look, title: str) -> list[str]:
    """The whole screen of a turn: title, seats, boneyard, line, hand and what may be done."""
    rule = look.glyphs.rule
    ruled = f"{rule * 2} {title} ".ljust(min(look.width, 80), rule)[: look.width]
    fits = not look.plain and len(title) + 4 <= look.width
    head = [look.paint(ruled, "title")] if fits else wrap(title, look.width)
    return [
        *head,
        *draw_seats(view, seats, look),
        *([] if look.plain else [""]),
        *draw_table(view, look),
        *([] if look.plain else [""]),
        *draw_hand(view, seats, look),
        *tell_moves(view, seats, look),
    ]


def draw_seats(view: View, seats: Seats, look: Look) -> list[str]:
    """Tile counts of the other seats and of the boneyard; points and scores where the rules have them."""
    lines: list[str] = []
    if _points(view, view.seat):
        lines += wrap(f"{seats.full(view.seat)}: {_points(view, view.seat)}", look.width, "  ")
    for step in range(1, view.players):
        seat = (view.seat + step) % view.players
        count = view.hand_sizes[seat]
        text = f"{seats.full(seat)}: {counted(count, 'tile')}"
        backs = "" if look.plain else "  " + look.glyphs.back * count
        if _points(view, seat):
            text += f", {_points(view, seat)}"
        lines += wrap(text, look.width, "  ")
        if backs.strip() and len(lines[-1]) + len(backs) <= look.width:
            lines[-1] += look.paint(backs, "quiet")
    return lines + wrap(tell_boneyard(view), look.width, "  ")


def _points(view: View, seat: int) -> str:
    """ "score 40, 15 in this round", as far as the rules know either."""
    parts = [f"score {view.scores[seat]}"] if view.rules.target is not None else []
    if view.rules.count is not None:
        parts.append(f"{view.points[seat]} in this round")
    return ", ".join(parts)


def tell_boneyard(view: View) -> str:
    """ "12 left, 2 stay in reserve", in a sentence."""
    rules, left = view.rules, view.boneyard
    if not left:
        return "Boneyard: empty."
    if not rules.draws:
        return f"Boneyard: {counted(left, 'tile')}, nobody draws in this game."
    if not rules.reserve:
        return f"Boneyard: {left} left, all may be drawn."
    return f"Boneyard: {left} left, {min(left, rules.reserve)} stay in reserve."


def draw_table(view: View, look: Look) -> list[str]:
    """The line of play as this seat sees it."""
    drawn = draw_line(view.line, look, max_pip=view.rules.max_pip, newest=newest_side(view.moves))
    return [part for text in drawn for part in (wrap(text, look.width, "  ") if look.plain else [text])]


def newest_side(moves: Sequence[Move]) -> str | None:
    """Where the last tile was laid: a side, "" for the lead, None before it."""
    for move in reversed(moves):
        if move.kind in ("lead", "play"):
            return move.side or ""
    return None


def sides_of(view: View, tile: Tile) -> list[str]:
    """The sides on which `tile` may be played now; `[""]` where it may be led."""
    return [move.side or "" for move in view.legal if move.tile == tile and move.kind in ("lead", "play")]


def draw_hand(view: View, seats: Seats, look: Look) -> list[str]:
    """The seat's own tiles, numbered, each with the ends it fits; tiles that may be played have a heavy border."""
    hand = sorted_hand(view.hand)
    pips = sum(tile.pips for tile in hand)
    head = f"{seats.whose(view.seat)} hand: {counted(len(hand), 'tile')}, {counted(pips, 'pip')}"
    if look.plain:
        told = [f"{number_name(number)}: {tile}{_fits(view, tile)}" for number, tile in enumerate(hand, 1)]
        return wrap(f"{head}. {'; '.join(told)}.", look.width)
    blocks: list[Block] = []
    cell = cell_of(view.rules.max_pip)
    for number, tile in enumerate(hand, 1):
        sides = sides_of(view, tile)
        box = look.glyphs.heavy if sides else look.glyphs.light
        name = number_name(number)
        label = name if not sides else f"{name} {'lead' if sides == [''] else ' '.join(sides)}"
        blocks.append(under(lying(tile.high, tile.low, box, cell, "fits" if sides else None), label))
    lines = wrap(head, look.width)
    for row in pack(blocks, look.width, 1):
        lines += [text.rstrip() for text in join(row, look, 1)]
    return lines


def tell_moves(view: View, seats: Seats, look: Look) -> list[str]:
    """What may be done on this turn, in a sentence or two."""
    return wrap(moves_sentence(view, seats), look.width, "  ")


def moves_sentence(view: View, seats: Seats) -> str:
    """Every legal move by tile, or what has to be done instead and why."""
    kinds = {move.kind for move in view.legal}
    tiles: list[str] = []
    for tile in sorted_hand(view.hand):
        sides = sides_of(view, tile)
        if sides == [""]:
            tiles.append(str(tile))
        elif sides:
            tiles.append(f"{tile} {join_words([side_name(side) for side in sides], 'or')}")
    if not kinds:
        return "It is not your turn."
    if "lead" in kinds:
        if len(tiles) == 1:
            return f"{seats.does(view.seat, 'lead')}, and the lead must be {tiles[0]}."
        return f"{seats.does(view.seat, 'lead')}, any tile you like: {', '.join(tiles)}."
    if "play" in kinds:
        more = " You may also draw." if "draw" in kinds else ""
        return f"You may play: {', '.join(tiles)}.{more}"
    stuck = f"No tile of yours has a {lacked(view.ends)}"
    if "draw" in kinds:
        stays = f", {view.rules.reserve} stay in reserve" if view.rules.reserve else ""
        return f"{stuck}: draw. {view.boneyard} left{stays}."
    if view.rules.draws:
        return f"{stuck}, and nothing more may be drawn: pass."
    return f"{stuck}: pass."


def tell_open_ends(view: View) -> str:
    """The ends with their values."""
    if view.line.lead is None:
        return "The table is empty: the first tile is led."
    return f"The open ends: {tell_ends(view.ends or end_values(view.line))}."


def _fits(view: View, tile: Tile) -> str:
    sides = sides_of(view, tile)
    if not sides:
        return ""
    if sides == [""]:
        return " may be led"
    return f" fits {join_words([side_name(side) for side in sides])}"
