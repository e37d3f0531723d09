"""Ctrl-C and SIGTERM while a command still loads end it without a word, and the names of the package are all there."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import doublesix

SOURCE = Path(__file__).resolve().parents[2] / "src"
PROGRAM = """
import os, runpy, signal, sys

_, when, number, wish, *command = sys.argv
# whoever starts the tests in the background has Ctrl-C ignored in all that they start
signal.signal(signal.SIGINT, signal.SIG_IGN if wish == "deaf" else signal.default_int_handler)

class Stopping:
    def find_spec(name, path=None, target=None):
        if name == when:
            print("loading", flush=True)
            os.kill(os.getpid(), int(number))

sys.meta_path.insert(0, Stopping)
sys.argv = ["doublesix", *command]
runpy.run_module("doublesix", run_name="__main__", alter_sys=True)
"""
PATIENCE = 60
"""Seconds after which a command that did not hear the signal is ended, and the test with it."""
QUIET = ("doublesix.cli", "doublesix.errors", "doublesix.rules")
"""Modules that every command loads."""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals that a process sends itself")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize(
    ("when", "command"),
    [
        *((module, ["serve", "--port", "0"]) for module in (*QUIET, "doublesix.cli.serve", "doublesix.server.app")),
        *((module, ["deal", "--rules", "ply-yard"]) for module in QUIET),
        ("doublesix.cli.arena", ["--help"]),
    ],
)
def test_a_signal_while_a_command_loads_ends_it_without_a_traceback(
    when: str, command: list[str], number: int, tmp_path: Path
) -> None:
    words = [*command, "--data", str(tmp_path)] if command[0] == "serve" else command
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, when, str(int(number)), "hearing", *words],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        stdin=subprocess.DEVNULL,
        timeout=PATIENCE,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "loading\n"
    assert done.stderr.strip() == ""
    assert done.returncode in (-number, 128 + number)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals that a process sends itself")
def test_a_signal_that_is_not_to_be_heard_is_not_while_a_command_loads() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "doublesix.rules", str(int(signal.SIGINT)), "deaf", "--version"],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.startswith("loading\ndoublesix ")


def test_the_package_has_every_name_that_it_promises_and_no_other() -> None:
    assert [name for name in doublesix.__all__ if not hasattr(doublesix, name)] == []
    assert sorted(doublesix.__all__) == sorted(doublesix._HOME)
    assert set(doublesix.__all__) <= set(dir(doublesix))
    assert doublesix.solver.solve is doublesix.solve
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        doublesix.nonsense  # type: ignore[attr-defined]  # noqa: B018
