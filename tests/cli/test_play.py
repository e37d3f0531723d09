"""`doublesix play`: whole rounds and matches, refusals, leaving the table, and what stays hidden."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from doublesix.cli import main
from doublesix.cli.play import run
from doublesix.cli.terminal.console import Console, EndOfInput
from doublesix.cli.terminal.look import Look
from doublesix.cli.terminal.seats import Seats
from doublesix.cli.terminal.table import Table
from doublesix.notation import MatchRecord, Record
from doublesix.rules import Move, Position, Tile, View, preset, start

TABLES = [
    ("ply-yard", 2),
    *((table, players) for table in ("draw-100", "ranked-draw", "ranked-block") for players in (2, 3, 4)),
]
MOVE = re.compile(r"move (\d+) .*? turn")


@pytest.fixture(autouse=True, scope="module")
def _wide() -> Iterator[None]:
    """A wide screen, so that sentences stay on one line."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", "200")
        yield


class Person(io.StringIO):
    """Types the first thing that the screen offers, after the lines it was told to type."""

    def __init__(self, screen: io.StringIO, first: list[str] | None = None, *, moves: int = 5000) -> None:
        super().__init__()
        self.screen = screen
        self.first = list(first or [])
        self.moves = moves

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override] # noqa: ARG002
        text = self.screen.getvalue()
        asked = text.rstrip().splitlines()[-1]
        if asked.startswith("Hand the keyboard"):
            return "\n"
        if self.first:
            return self.first.pop(0) + "\n"
        which = re.search(r"fits ([^()]+) \(.*Which end\?", asked)
        if which:
            return f"{which[1]}\n"
        if self.moves == 0:
            return ""
        self.moves -= 1
        assert "your move" in asked.lower(), asked
        offered = re.findall(r"(?:You may play: |any tile you like: |the lead must be )(\d+-\d+)", text)
        return "\n" if "(Enter: " in asked else f"{offered[-1]}\n"


def play(*options: str, first: list[str] | None = None, moves: int = 5000) -> tuple[int, str]:
    """Exit status and everything that was shown."""
    from doublesix.cli import build_parser

    screen = io.StringIO()
    args = build_parser().parse_args(["play", *options])
    return run(args, Person(screen, first, moves=moves), screen), screen.getvalue()


# --- whole rounds ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("table", "players"), TABLES)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_round_is_played_over_a_pipe_and_its_record_replays(
    table: str, players: int, seed: int, tmp_path: Path
) -> None:
    file = tmp_path / "rounds.jsonl"
    status, shown = play(
        "--rules", table, "--players", str(players), "--level", "easy", "--rounds", "1", "--seed", str(seed),
        "--seat", str(players - 1), "--record", str(file),
    )  # fmt: skip
    assert status == 0
    assert "The round is over." in shown
    value = json.loads(file.read_text())
    position = (MatchRecord.from_json(value).rounds[0] if "rounds" in value else Record.from_json(value)).last()
    assert position.outcome is not None
    for hand in position.hands:
        if hand:
            assert f"= {sum(tile.pips for tile in hand)}" in shown.split("The round is over.")[1]
    if position.outcome.paid is not None:
        assert position.outcome.paid.sum in shown


@pytest.mark.parametrize("table", ["all-fives", "five-up", "partners", "fives-and-threes", "cuban", "draw", "cross"])
def test_the_other_games_can_be_played_too(table: str) -> None:
    status, shown = play("--rules", table, "--rounds", "1", "--seed", "5", "--level", "easy")
    assert status == 0
    assert "The round is over." in shown


def test_a_real_pipe_takes_any_line_and_ends_the_round() -> None:
    """A blind typist: every number at every end, and Enter; what does not fit is refused and nothing breaks."""
    script = "".join(f"{number}\nleft\n\n" for number in range(1, 22)) * 30
    done = subprocess.run(
        [sys.executable, "-m", "doublesix", "play", "--seed", "4", "--json"],
        input=script, capture_output=True, text=True, check=False, timeout=60,
        env={**os.environ, "COLUMNS": "60", "PYTHONPATH": "src"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-500:]
    assert "\x1b" not in done.stderr
    assert max(map(len, done.stderr.splitlines())) <= 60
    assert Record.from_json(json.loads(done.stdout)).last().outcome is not None


def test_equal_seeds_give_equal_rounds() -> None:
    assert play("--seed", "9") == play("--seed", "9")
    assert play("--seed", "9") != play("--seed", "10")


def test_nobody_at_the_keyboard_only_watches() -> None:
    status, shown = play("--people", "0", "--rules", "ranked-draw", "--players", "3", "--seed", "3")
    assert status == 0
    before = shown.split("The round is over.")[0]
    assert "hand" not in before
    assert "draws 1 tile" in before


# --- a match ---------------------------------------------------------------------------------------------------------


def test_a_match_goes_on_to_its_target_with_a_score_sheet(capsys: pytest.CaptureFixture[str]) -> None:
    status, shown = play("--rules", "draw-100", "--players", "3", "--seed", "1", "--auto")
    assert status == 0
    assert shown.count("Score sheet, the match is to 100") == shown.count("The round is over.")
    assert shown.count("Next round: Every round decides its leader anew.") == shown.count("The round is over.") - 1
    assert re.search(r"wins? the match with 1\d\d points\.\n$", shown)
    assert capsys.readouterr().err == ""


def test_json_writes_one_line_for_a_match_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["play", "--rules", "draw-100", "--people", "0", "--seed", "1", "--json"]) == 0
    written = capsys.readouterr()
    _, match = MatchRecord.from_json(json.loads(written.out)).replay()
    assert match.over
    assert "wins the match" in written.err


def test_rounds_without_a_target_stand_for_themselves(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--people", "0", "--rounds", "3", "--seed", "1", "--json"]) == 0
    records = [Record.from_json(json.loads(line)) for line in capsys.readouterr().out.splitlines()]
    assert len(records) == 3
    assert all(record.last().outcome is not None for record in records)
    assert len({record.hands for record in records}) == 3


# --- refusals --------------------------------------------------------------------------------------------------------


@pytest.fixture
def study() -> Callable[..., str]:
    """The table's answers in a position of one's own: ends 2 and 5, hand 5-2 2-1 6-4 5-5."""

    def ask(*lines: str, rules: str = "ply-yard") -> str:
        screen = io.StringIO()
        table = Table(Console(Person(screen, list(lines), moves=0), screen, Look(width=200)), SEATS, {1: Passive()})
        with pytest.raises(EndOfInput):
            table.play_round(two_and_five(rules))
        return screen.getvalue().split("(?: help):\n", 1)[1]

    return ask


SEATS = Seats(("Black", "White"), (None, "easy"), me=0)


class Passive:
    """Stops the round when it would have to move."""

    def choose(self, view: View) -> Move:  # noqa: ARG002
        raise EndOfInput


def two_and_five(rules: str) -> Position:
    black = [Tile(t) for t in ["3-2", "5-2", "2-1", "6-4", "5-5", "6-6", "4-4"]]
    white = [Tile(t) for t in ["5-3", "1-0", "0-0", "1-1", "6-0", "4-0", "6-1"]]
    rest = [Tile(high, low) for high in range(7) for low in range(high + 1)]
    boneyard = [tile for tile in rest if tile not in (*black, *white)]
    chosen = preset(rules).replace(leader="seat", lead_tile="any")
    return start(chosen, [black, white], boneyard, leader=0).play("3-2").play("5-3L")


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("6-4 l", "6-4 does not match the left end (5)"),
        ("6-4", "6-4 has no 2 and no 5"),
        ("4-4", "a double is not wild, it needs an open 4"),
        ("draw", "drawing is only for a hand without a tile that fits"),
        ("pass", "A seat that holds a tile that fits may not pass"),
        ("3-1 l", "3-1 is not in your hand"),
        ("5-3 l", "5-3 already lies on the line"),
        ("5-5 r", "5-5 does not match the right end (2)"),
        ("5-2 up", "A line has two ends, left and right"),
        ("9-9", "9-9 is not in the double-6 set"),
        ("99", "9-9 is not in the double-6 set"),
        ("31-4", "31-4 is not a tile"),
        ("12", "2-1"),
        ("17 r", "7-1 is not in the double-6 set"),
        ("#9", "Your tiles are numbered 1 to 6"),
        ("u", "A move stands once it is made"),
        ("hello", 'I do not understand "hello"'),
        ("why 6-4", "6-4 has no 2 and no 5"),
        ("why 2-1", "2-1 may be played right, where a 2 is open."),
        ("why 5-2", "5-2 may be played left, where a 5 is open and right, where a 2 is open."),
        ("why pass", "may not pass"),
        ("ends", "The open ends: left 5, right 2."),
        ("moves", "You may play: 5-5 left, 5-2 left or right, 2-1 right."),
        ("line", "left 5"),
        ("hand", "Your hand: 6 tiles, 50 pips"),
        ("who", "Nobody has drawn or passed yet."),
        ("score", "This is a single round"),
        ("rules", "The last 2 boneyard tiles stay in reserve"),
        ("?", "quit        leave the table"),
    ],
)
def test_what_the_table_answers(study: Callable[..., str], typed: str, answer: str) -> None:
    assert answer in study(typed)


def test_a_refusal_names_the_ends_and_what_is_allowed(study: Callable[..., str]) -> None:
    assert "allowed now: 2-1R, 5-2L, 5-2R, 5-5L." in study("6-4")


def test_a_tile_that_fits_both_ends_asks_which(study: Callable[..., str]) -> None:
    assert "5-2 fits left (5) and right (2). Which end?" in study("5-2", "both")
    assert "Say left or right. Nothing was played." in study("5-2", "both")
    assert "You play 5-2 right; ends now: left 5, right 5." in study("5-2", "right")


def test_a_blank_line_does_nothing_while_a_tile_fits(study: Callable[..., str]) -> None:
    assert study("", "") == "Your move (?: help):\n" * 2


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=30) | st.from_regex(r"[0-6]-?[0-6] ?[lrud]?|why [0-9#]+|[a-z?]{1,5}", fullmatch=True)))
def test_whatever_is_typed_is_answered(lines: list[str]) -> None:
    typed = [line.replace("\n", " ").replace("\r", " ") for line in lines]
    status, shown = play("--seed", "2", first=typed, moves=0)
    assert status in (0, 1)
    assert shown.rstrip().endswith("is not kept.") or "The round is over." in shown


# --- leaving ---------------------------------------------------------------------------------------------------------


def test_quit_says_what_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "rounds.jsonl"
    status, shown = play("--seed", "1", "--record", str(file), first=["quit"])
    assert status == 0
    assert shown.endswith(
        f"You leave the table. The unfinished round is not kept.\n0 finished rounds recorded in {file}.\n"
    )
    assert file.read_text() == ""


def test_the_end_of_the_input_ends_politely_with_status_1() -> None:
    status, shown = play("--seed", "1", moves=2)
    assert status == 1
    assert shown.endswith("The input ended, so you leave the table. The unfinished round is not kept.\n")


def test_leaving_a_match_keeps_its_finished_rounds(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    status, shown = play("--rules", "draw-100", "--seed", "1", "--record", str(file), moves=40)
    assert status == 1
    rounds = shown.count("The round is over.")
    assert rounds >= 1
    assert len(json.loads(file.read_text())["rounds"]) == rounds


@pytest.mark.parametrize(
    ("options", "status", "says"),
    [
        (["--seat", "2"], 2, "--seat is 0 to 1 at a table of 2, not 2"),
        (["--people", "3"], 2, "--people is 0 to 2"),
        (["--rounds", "0"], 2, "--rounds is 1 or more"),
        (["--level", "genius"], 1, "the levels are"),
        (["--rules", "drew"], 1, "there is no preset"),
        (["--players", "9"], 1, "is for 2 players"),
        (["--rules", "{"], 1, "JSON"),
        (["--record", "/nowhere/at/all"], 1, "No such file"),
    ],
)
def test_wrong_options_are_explained(
    options: list[str], status: int, says: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["play", *options]) == status
    written = capsys.readouterr()
    assert says in written.err
    assert written.out == ""


# --- what stays hidden -----------------------------------------------------------------------------------------------


def shown_tiles(text: str) -> set[Tile]:
    """Every tile that a text shows, in words or drawn."""
    pairs = re.findall(r"\b(\d)[-|](\d)\b", text) + re.findall(r"[│┃] (\d) [│┃] (\d) [│┃]", text)
    crosswise = re.findall(r"[┌┏][─━](\d)[─━][┐┓]", text)
    return {Tile(int(a), int(b)) for a, b in pairs} | {Tile(int(a), int(a)) for a in crosswise}


@pytest.mark.parametrize(("table", "players"), TABLES)
def test_no_tile_is_shown_before_its_time(table: str, players: int, tmp_path: Path) -> None:
    file = tmp_path / "rounds.jsonl"
    asking = ["who", "moves", "hand", "why draw", "why pass", "ends", "line", "table", "6-6 l", "why 6-6"]
    _, shown = play(
        "--rules", table, "--players", str(players), "--rounds", "1", "--seed", "7", "--seat", "1",
        "--record", str(file), first=asking * 3,
    )  # fmt: skip
    shown = shown.replace("6-6 is not in your hand", "").replace("6-6 may be", "")
    value = json.loads(file.read_text())
    record = MatchRecord.from_json(value).rounds[0] if "rounds" in value else Record.from_json(value)
    positions = record.positions()
    before, after = shown.split("The round is over.")
    assert {tile for hand in positions[-1].hands for tile in hand} <= shown_tiles(after)
    titles = list(MOVE.finditer(before))
    assert titles
    for title, following in zip(titles, [*titles[1:], None], strict=True):
        text = before[title.start() : following.start() if following else len(before)]
        first = positions[int(title[1]) - 1]
        last = positions[int(following[1]) - 1] if following else positions[-1]
        known = {*first.hands[1], *last.hands[1], *last.line.tiles}
        assert shown_tiles(text) - {Tile("6-6"), Tile("6-4")} <= known


@pytest.mark.parametrize(("table", "people"), [("ply-yard", 2), ("ranked-draw", 3), ("ranked-block", 2)])
def test_people_at_one_keyboard_see_only_their_own_hand(table: str, people: int, tmp_path: Path) -> None:
    file = tmp_path / "rounds.jsonl"
    _, shown = play(
        "--rules", table, "--players", str(max(people, 3) if table != "ply-yard" else 2), "--people", str(people),
        "--seed", "7", "--record", str(file),
    )  # fmt: skip
    record = Record.from_json(json.loads(file.read_text()))
    positions = record.positions()
    seats = [name.split(" (")[0] for name in record.extras["names"]]
    before = shown.split("The round is over.")[0]
    parts = re.split(r"Hand the keyboard to (\w+), press Enter\.\n", before)
    assert len(parts) > 9
    begins = [int(MOVE.findall(text)[0]) - 1 for text in parts[2::2]]
    for name, text, begin, end in zip(parts[1::2], parts[2::2], begins, [*begins[1:], -1], strict=True):
        seat = seats.index(name)
        last = positions[end]
        known = {*positions[begin].hands[seat], *last.hands[seat], *last.line.tiles}
        assert shown_tiles(text) <= known
        assert f"{name}'s hand" in text
    assert "Your" not in shown


def test_the_screen_is_covered_between_people_at_a_terminal() -> None:
    screen = Screen()
    console = Console(Screen("\n"), screen, Look())
    console.cover()
    assert screen.getvalue() == "\x1b[H\x1b[2J\x1b[3J"
    plain = Screen()
    Console(Screen(), plain, Look(plain=True, height=30)).cover()
    assert plain.getvalue() == "\n" * 30


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


def test_no_colours_where_they_are_not_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    from doublesix.cli import build_parser

    for unwanted in (False, True):
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.setenv("NO_COLOR", "1" if unwanted else "")
        screen = Screen()
        run(build_parser().parse_args(["play", "--seed", "1", "--delay", "0"]), Screen("quit\n"), screen)
        assert ("\x1b[" in screen.getvalue()) is not unwanted


@pytest.mark.parametrize("module", ["screen", "line", "chronicle", "tiles", "commands", "look", "seats", "console"])
def test_what_draws_a_turn_cannot_reach_a_position(module: str) -> None:
    """Drawing works on a view: these files do not so much as know the name of what holds all hands."""
    source = Path("src/doublesix/cli/terminal", f"{module}.py").read_text(encoding="utf-8")
    assert "Position" not in source
    assert ".hands" not in source


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_a_stray_byte_is_a_typing_error(encoding: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "doublesix", "play", "--seed", "4"],
        input=b"\xff\xfe\x00\n6-4 \xe2\x28 l\nquit\n", capture_output=True, check=False, timeout=60,
        env={**os.environ, "PYTHONPATH": "src", "PYTHONIOENCODING": encoding},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-500:]
    assert done.stdout.count(b"I do not understand") == 2


def test_leaving_between_two_rounds_of_a_match_says_so(tmp_path: Path) -> None:
    screen = Screen()
    file = tmp_path / "match.jsonl"
    options = ["--rules", "draw-100", "--seed", "1", "--delay", "0", "--record", str(file)]

    class Leaver(Person):
        def isatty(self) -> bool:
            return True

        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
            if self.screen.getvalue().endswith("Press Enter for the next round. "):
                return ""
            return super().readline(size)

    from doublesix.cli import build_parser

    assert run(build_parser().parse_args(["play", *options]), Leaver(screen), screen) == 1
    assert "you leave the table. The match is not finished.\n1 finished round recorded" in screen.getvalue()
    assert len(json.loads(file.read_text())["rounds"]) == 1
