"""`doublesix bot`: a player of ours, or a program, at a table of a real server."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from process import SOURCE, Process

from doublesix.cli import main
from doublesix.client import Client

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "docs" / "examples"
Run = subprocess.CompletedProcess[str]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with Process(tmp_path_factory.mktemp("data"), "--seed", "1") as running:
        yield running


@pytest.fixture(autouse=True)
def _ctrl_c_is_heard() -> None:
    """Who runs the tests in a shell's background lets them ignore Ctrl-C, and what they start would ignore it too."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def bot(*arguments: str) -> subprocess.Popen[str]:
    """The command, started."""
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    command = [sys.executable, "-m", "doublesix", "bot", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


def done(running: subprocess.Popen[str]) -> Run:
    said, talked = running.communicate(timeout=60)
    return Run(running.args, running.returncode, said, talked)


async def test_a_level_and_a_program_play_each_other_by_the_link(server: Process) -> None:
    host = Client(server.address)
    table = host.make_table("draw-100", ["you", "open", "open"], match=False)
    link = f"{server.address}/join/{table}"
    level = bot(link, "--level", "easy", "--seat", "2", "--json")
    program = bot(link, "--cmd", f"{sys.executable} {EXAMPLES / 'heaviest.py'}", "--name", "Heavy", "--seat", "1")
    state = await host.playing(table, lambda view: view.legal[0])
    ends = await asyncio.to_thread(lambda: [done(level), done(program)])
    assert [end.returncode for end in ends] == [0, 0], ends
    assert json.loads(ends[0].stdout) == {
        "table": table,
        "rules": "draw-100",
        "seat": 2,
        "failures": 0,
        "outcome": {key: state["outcome"][key] for key in ("ending", "winners", "pips", "places", "points")},
        "match": None,
    }
    assert ends[1].stdout.strip().endswith(".")
    assert "Sits in seat 1 at" in ends[1].stderr
    for end in ends:
        assert "commit" not in end.stderr, "what no player has to do with is not said"
        assert re.search(r"^  .+ = \d+$", end.stderr, re.MULTILINE), "who held what at the end"
        assert re.search(r"^\d+ moves, \d+ ms on average, \d+ ms at most; failed 0 times\.$", end.stderr, re.MULTILINE)
    assert [seat["name"] for seat in state["seats"]] == ["You", "Heavy (program)", "Easy bot (program)"]


async def test_a_program_that_ends_is_replaced_by_legal_moves(server: Process) -> None:
    host = Client(server.address)
    table = host.make_table("ply-yard", ["you", "open"])
    broken = bot(server.address, table, "--cmd", f'{sys.executable} -c "pass"', "--json")
    await host.playing(table, lambda view: view.legal[0])
    end = await asyncio.to_thread(done, broken)
    assert end.returncode == 0
    assert json.loads(end.stdout)["failures"] > 0
    assert "has ended" in end.stderr


def test_a_bot_leaves_on_ctrl_c_and_its_seat_is_kept(server: Process) -> None:
    host = Client(server.address)
    table = host.make_table("ply-yard", ["you", "open"])
    running = bot(server.address, table, "--level", "normal")
    assert running.stderr is not None
    assert "Sits in seat 1 (White)" in running.stderr.readline()
    running.send_signal(signal.SIGINT)
    end = done(running)
    assert end.returncode == 130
    assert "Left the table" in end.stderr
    assert "Traceback" not in end.stderr
    assert host.table(table)["free"] == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("{}", "nothing"), r"There is no such table, or not any more\."),
        (("{}",), r"name a table: doublesix bot \S+ TABLE"),
        (("http://127.0.0.1:1", "x"), r"no server answers at http://127\.0\.0\.1:1"),
        (("gopher://x", "x"), r"a server's address looks like"),
        (("{}", "nothing", "--cmd", "no-such-program"), r"the program 'no-such-program' does not start"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    server: Process, arguments: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bot", *(argument.format(server.address) for argument in arguments)]) == 1
    said, talked = capsys.readouterr()
    assert said == ""
    assert re.fullmatch(rf"doublesix: {sentence}.*\n", talked)


def test_a_limit_of_nothing_is_wrong_whatever_the_table(server: Process, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bot", server.address, "nothing", "--worlds", "0"]) == 2
    assert capsys.readouterr().err.startswith("doublesix bot: a limit is a number of 1 or more")


def test_who_names_no_table_is_told_which_are_open(server: Process, capsys: pytest.CaptureFixture[str]) -> None:
    host = Client(server.address)
    table = host.make_table("ply-yard", ["you", "open"], listed=True)
    assert main(["bot", server.address]) == 1
    assert f"Open in the lobby there: {table} (Reserve table, Program" in capsys.readouterr().err


def test_the_example_of_the_documents_plays_a_round(server: Process) -> None:
    example = EXAMPLES / "sit_down.py"
    page = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    assert f"```py\n{example.read_text(encoding='utf-8')}```" in page
    assert len(example.read_text(encoding="utf-8").splitlines()) <= 25
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    end = subprocess.run(
        [sys.executable, str(example), server.address], check=True, capture_output=True, text=True, env=environment
    )
    assert "Watch it at" in end.stdout
    assert re.search(r": \[\d+, \d+\]\n$", end.stdout)
