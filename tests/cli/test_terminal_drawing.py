"""The line, the hand and the whole screen fit every width, read from left to right, and mark both ends."""

from __future__ import annotations

import io
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from doublesix.cli.terminal.chronicle import steps_of, tell_steps, tell_who
from doublesix.cli.terminal.endings import FaceUp, score_sheet, tell_end
from doublesix.cli.terminal.line import draw_line, side_arms, tell_line
from doublesix.cli.terminal.look import ASCII, UNICODE, Look, look_of
from doublesix.cli.terminal.screen import draw_turn, newest_side
from doublesix.cli.terminal.seats import Seats, seat_labels
from doublesix.rules import Position, Tile, deal, end_reasons, preset, start

PLAYED = ("ply-yard", "draw-100", "ranked-block", "draw-9", "draw-12", "all-fives", "five-up", "cross", "cuban")


def a_position(rules_id: str, seed: int, moves: int) -> Position:
    """A position some random moves into a round."""
    rng = random.Random(seed)
    rules = preset(rules_id)
    position = deal(rules, rng.choice(rules.players), rng)
    while position.turn is not None and len(position.moves) < moves:
        position = position.play(rng.choice(position.legal_moves))
    return position


def names(position: Position) -> Seats:
    return Seats(seat_labels(position.players), (None, *["normal"] * (position.players - 1)), me=0)


positions = st.builds(a_position, st.sampled_from(PLAYED), st.integers(0, 10**6), st.integers(0, 60))
looks = st.builds(
    Look,
    width=st.integers(20, 200),
    height=st.integers(10, 60),
    glyphs=st.sampled_from([UNICODE, ASCII]),
    plain=st.booleans(),
)


@settings(max_examples=150, deadline=None)
@given(positions, looks)
def test_nothing_drawn_is_wider_than_the_screen(position: Position, look: Look) -> None:
    seats = names(position)
    drawn: list[str] = []
    if not look.plain:
        drawn += draw_line(position.line, look, max_pip=position.rules.max_pip, newest=newest_side(position.moves))
    view = position.view(position.turn or 0)
    drawn += draw_turn(view, seats, look, "Title of the table and of the move")
    if position.outcome is not None:
        reasons = end_reasons(position)
        face_up = FaceUp(position.rules, position.outcome, position.hands, position.boneyard, reasons)
        drawn += tell_end(face_up, seats, look)
    drawn += score_sheet([[100] * position.players] * 3, [300] * position.players, seats, look, ", to 500")
    assert max(map(len, drawn)) <= look.width


@settings(max_examples=100, deadline=None)
@given(positions, st.integers(20, 200), st.integers(10, 60))
def test_the_rows_of_a_line_read_from_left_to_right(position: Position, width: int, height: int) -> None:
    drawn = "\n".join(draw_line(position.line, Look(width=width, height=height), max_pip=position.rules.max_pip))
    line = position.line
    if line.lead is None:
        assert "empty table" in drawn
        return
    main = re.split(r"\n(?:Up|Down) ", drawn)[0]
    if "[" in main:
        read = [(int(a), int(b)) for a, b in re.findall(r"\[(\d+)\|(\d+)\]", main)]
    else:
        read = []
        for row in range(0, len(main.splitlines()), 3):
            top, middle, _ = main.splitlines()[row : row + 3]
            for at, found in [(m.start(), m) for m in re.finditer(r"│ *(\d+) *│ *(\d+) *(?=│)|├─+┤", middle)]:
                half = re.match(r"┌─*(\d+)", top[at:])
                pair = (found[1], found[2]) if found[1] else (half[1], half[1]) if half else ("-1", "-1")
                read.append((int(pair[0]), int(pair[1])))
    left = [(outer, inner) for inner, outer in reversed(line.arms["L"])]
    assert read == [*left, tuple(line.lead), *line.arms["R"]]
    first, last = read[0][0], read[-1][1]
    assert re.search(rf"(left {first} ◂|L{first}◂)", main)
    assert re.search(rf"(▸ {last} right|▸{last}R)", main)


def test_a_double_lies_crosswise_and_the_newest_tile_has_a_heavy_border() -> None:
    position = a_line("6-6", "6-4R", "4-1R")
    assert draw_line(position.line, Look(width=80), newest="R") == [
        "         ┌─6─┐┌───┬───┐┏━━━┳━━━┓",
        "left 6 ◂ ├───┤│ 6 │ 4 │┃ 4 ┃ 1 ┃ ▸ 1 right",
        "         └─6─┘└───┴───┘┗━━━┻━━━┛",
    ]


def test_ascii_uses_no_other_characters() -> None:
    position = a_line("6-6", "6-4R", "4-1R")
    drawn = draw_line(position.line, Look(width=80, glyphs=ASCII), newest="R")
    assert "".join(drawn).isascii()
    assert drawn[1] == "left 6 < |---|| 6 | 4 || 4 | 1 | > 1 right"


def test_a_long_line_wraps_and_says_that_it_goes_on() -> None:
    position = a_line("6-6", "6-4R", "4-1R")
    drawn = draw_line(position.line, Look(width=22))
    assert [row.strip() for row in drawn if "◂" in row or "▸" in row or "…" in row] == [
        "L6◂├───┤│ 6 │ 4 │ …",
        "… │ 4 │ 1 │▸1R",
    ]


def test_the_plain_line_is_a_sentence_with_the_tiles_as_they_lie() -> None:
    position = a_line("6-5", "6-4L", "5-1R")
    assert tell_line(position.line) == "Line from left to right: 4|6 6|5 5|1. Left end 4, right end 1."


def test_spinner_arms_are_drawn_outwards_with_their_ends() -> None:
    position = a_line("5-5", "5-0L", "6-5R", "5-4U", rules="all-fives", hands=9)
    assert [side for side, _ in side_arms(position.line)] == ["U", "D"]
    drawn = "\n".join(draw_line(position.line, Look(width=80)))
    assert "Up arm of 5-5, outwards:" in drawn
    assert "  │ 5 │ 4 │ ▸ 4 up" in drawn
    assert "Down arm of 5-5: takes a 5" in drawn


def test_long_lines_on_low_screens_use_one_row_a_tile() -> None:
    position = a_position("draw-12", 3, 60)
    look = Look(width=40, height=20)
    assert any("[" in row for row in draw_line(position.line, look, max_pip=12))


def test_what_happened_is_told_and_foreign_draws_stay_closed() -> None:
    seats = Seats(("Black", "White"), (None, "normal"), me=0)
    rules = preset("ply-yard")
    black = [Tile(t) for t in ["6-6", "6-5", "6-4", "6-3", "6-2", "6-1", "6-0"]]
    white = [Tile(t) for t in ["5-5", "4-4", "3-3", "2-2", "1-1", "0-0", "5-4"]]
    rest = [Tile(high, low) for high in range(7) for low in range(high + 1)]
    boneyard = [tile for tile in rest if tile not in (*black, *white)]
    position = start(rules, [black, white], boneyard)
    for move in ("6-6", *["draw"] * position.drawable, "pass"):
        position = position.play(move)
    told = tell_steps(steps_of(position.view(0)), seats)
    assert told == [
        "You lead 6-6; ends now: left 6, right 6.",
        "White draws 12 tiles; no more may be drawn. White holds no 6, and 12 tiles can be drawn, so it must draw; "
        "the turn stays with it.",
        "White passes: it holds no 6, and the last 2 boneyard tiles stay in reserve.",
    ]
    own = tell_steps(steps_of(position.view(1)), Seats(("Black", "White"), ("normal", None), me=1))
    assert own[1].startswith("You draw 1-0, 2-0, 2-1")
    assert tell_who(position.view(0), seats) == [
        "Move 2: White drew 12 tiles and passed, on left 6, right 6. No tile there had a 6."
    ]


@pytest.mark.parametrize(
    ("environ", "colour"), [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True), ({"TERM": "dumb"}, False)]
)
def test_colours_need_a_terminal_and_no_objection(environ: dict[str, str], colour: bool) -> None:
    assert look_of(Terminal(), environ).colour is colour
    assert look_of(io.StringIO(), environ).colour is False
    assert look_of(Terminal(), environ, plain=True).colour is False


def test_the_width_comes_from_columns_and_has_bounds() -> None:
    assert look_of(io.StringIO(), {"COLUMNS": "33"}).width == 33
    assert look_of(io.StringIO(), {"COLUMNS": "3"}).width == 20
    assert look_of(io.StringIO(), {"COLUMNS": "x"}).width == 80


def test_a_stream_that_cannot_write_boxes_gets_ascii() -> None:
    assert look_of(io.TextIOWrapper(io.BytesIO(), encoding="latin-1"), {}).glyphs is ASCII
    assert look_of(io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), {}).glyphs is UNICODE


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def a_line(*moves: str, rules: str = "ranked-block", hands: int = 7) -> Position:
    """A position reached by these moves, each seat dealt what it plays."""
    chosen = preset(rules).replace(leader="seat", lead_tile="any")
    tiles = [Tile(re.sub(r"[A-Z]\d*$", "", move)) for move in moves]
    every = [Tile(high, low) for high in range(7) for low in range(high + 1)]
    rest = [tile for tile in every if tile not in tiles]
    dealt: list[list[Tile]] = [tiles[0::2], tiles[1::2]]
    for hand in dealt:
        while len(hand) < hands:
            hand.append(rest.pop())
    position = start(chosen, dealt, rest, leader=0)
    for move in moves:
        position = position.play(move)
    return position
