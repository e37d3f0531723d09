"""What people type at the table."""

from __future__ import annotations

import pytest

from doublesix.cli.terminal.commands import Command, read_command, read_side
from doublesix.rules import Tile


@pytest.mark.parametrize(
    ("text", "side"),
    [
        ("6-4 l", "L"),
        ("64L", "L"),
        ("4-6 left", "L"),
        ("6|4 r", "R"),
        ("play 6-4 on the right end", "R"),
        ("6-4", None),
        ("46", None),
        ("6-4u", "U"),
        ("6-4 u6", "U6"),
        ("6-4 up from 6-6", "U6"),
        (" 6 - 4  R ", "R"),
    ],
)
def test_a_move_is_read_as_people_write_it(text: str, side: str | None) -> None:
    assert read_command(text) == Command("tile", tile=Tile("6-4"), side=side)


@pytest.mark.parametrize(
    ("text", "number", "side"), [("3", 3, None), ("3 l", 3, "L"), ("#12 r", 12, "R"), ("#3", 3, None)]
)
def test_a_tile_may_be_named_by_its_number(text: str, number: int, side: str | None) -> None:
    assert read_command(text) == Command("number", number=number, side=side)


@pytest.mark.parametrize(
    ("text", "kind", "word"),
    [
        ("", "nothing", ""),
        ("?", "ask", "help"),
        ("HELP", "ask", "help"),
        ("hand", "ask", "hand"),
        ("ends", "ask", "ends"),
        ("moves", "ask", "moves"),
        ("who", "ask", "who"),
        ("rules", "ask", "rules"),
        ("draw", "draw", ""),
        ("pass", "pass", ""),
        ("quit", "quit", ""),
        ("undo", "undo", ""),
        ("why draw", "why", "draw"),
    ],
)
def test_words(text: str, kind: str, word: str) -> None:
    command = read_command(text)
    assert (command.kind, command.word) == (kind, word)


def test_why_takes_a_tile_a_number_or_a_move() -> None:
    assert read_command("why 6-4") == Command("why", tile=Tile("6-4"))
    assert read_command("why 64 l") == Command("why", tile=Tile("6-4"), side="L")
    assert read_command("why 2") == Command("why", number=2)
    assert read_command("why").kind == "unclear"


@pytest.mark.parametrize("text", ["q", "99-1", "left", "6-", "draw:2-0", "\x1b[A", "ü" * 300, "6-4 l l"])
def test_anything_else_is_answered_with_how_it_is_written(text: str) -> None:
    command = read_command(text)
    assert command.kind == "unclear"
    assert command.word.endswith((".", "?"))
    assert command.word.isprintable()


def test_an_answer_to_which_end() -> None:
    assert read_side("l") == "L"
    assert read_side("the right end") == "R"
    assert read_side("up from 6-6") == "U6"
    assert read_side("both") is None
