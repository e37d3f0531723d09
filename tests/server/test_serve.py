"""`doublesix serve` as people start it."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.request import urlopen

import pytest
from process import SERVE, SOURCE, Process

from doublesix.cli import main
from doublesix.server.app import _addresses, open_many_files

Refused = Callable[..., str]


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Refused:
    """What it says when it does not start with these options."""

    def run(*options: str) -> str:
        assert main(["serve", "--port", "0", *options]) == 1
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.count("\n") == 1, "one plain sentence, no traceback"
        return said.err

    return run


def test_it_says_its_address_once_the_page_answers_and_stops_when_asked(tmp_path: Path) -> None:
    with Process(tmp_path / "data", "--seed", "1", "--origin", "https://dominoes.example") as server:
        with urlopen(server.address + "/healthz") as answer:
            assert answer.read() == b'{"ok":true}'
        status, said = server.stop()
    assert status == 0
    assert "also http://localhost:" in said
    assert "also https://dominoes.example/" in said
    assert str(tmp_path / "data") in said
    assert "Seed 1" in said


SIGNALS = '''
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell lets what it starts in the background ignore it
from {module} import {where} as place
kept = place.{method}
def at_once(*given, **more):
    os.kill(os.getpid(), signal.{name})
    return kept(*given, **more)
place.{method} = at_once
from doublesix.cli import main
sys.exit(main(['serve', '--port', '0', '--data', sys.argv[1]]))
'''
MOMENTS = [
    ("SIGINT", "doublesix", "cli", "build_parser", 130),
    ("SIGTERM", "doublesix.adapters.sql", "SqlStore", "start", 0),
    ("SIGINT", "doublesix.server", "app", "create_app", 0),
    ("SIGTERM", "doublesix.server.lobby", "Lobby", "resume", 0),
    ("SIGTERM", "uvicorn", "Server", "main_loop", 0),
]
"""The signal, the call at which it comes, and the exit status: 0 from when there is something to end."""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent as they are here")
def test_asked_to_end_while_it_starts_it_ends_without_a_word(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    started = []
    for at, (name, module, where, method, status) in enumerate(MOMENTS):
        program = SIGNALS.format(module=module, where=where, method=method, name=name)
        command = [sys.executable, "-c", program, str(tmp_path / str(at))]
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment
        )
        started.append((method, status, process))
    for method, status, process in started:
        said = process.communicate(timeout=60)[1].strip()
        assert (method, process.returncode, said) == (method, status, "")


def test_a_program_that_starts_it_reads_one_object(tmp_path: Path) -> None:
    command = [sys.executable, *SERVE, "--json", "--port", "0", "--data", str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdout is not None
        said = json.loads(server.stdout.readline())
        with urlopen(said["url"] + "healthz") as answer:
            assert answer.read() == b'{"ok":true}'
        server.kill()
        assert server.stdout.read() == "", "the object is all it writes"
    assert said["data"] == str(tmp_path)
    assert [address.partition(":")[0] for address in said["also"]] == ["http"]


def test_a_taken_port_is_said_in_a_sentence(tmp_path: Path, refused: Refused) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        said = refused("--port", str(taken.getsockname()[1]), "--data", str(tmp_path))
    assert "cannot be used" in said
    assert "--port" in said


def test_a_second_server_on_the_folder_is_said_in_a_sentence(tmp_path: Path, refused: Refused) -> None:
    with Process(tmp_path):
        assert "Another doublesix server is using" in refused("--data", str(tmp_path))
    with Process(tmp_path) as again:
        assert again.stop()[0] == 0


def test_a_folder_that_cannot_be_written_is_said_in_a_sentence(tmp_path: Path, refused: Refused) -> None:
    (tmp_path / "file").write_text("")
    assert "cannot be written" in refused("--data", str(tmp_path / "file" / "data"))


@pytest.mark.parametrize("options", [("--host", "no.such.host.invalid"), ("--origin", "dominoes.example")])
def test_addresses_that_are_none_are_said_in_a_sentence(
    tmp_path: Path, options: tuple[str, str], refused: Refused
) -> None:
    assert refused("--data", str(tmp_path), *options)


def test_the_addresses_are_those_people_use() -> None:
    assert _addresses("127.0.0.1", 8000) == ["http://127.0.0.1:8000", "http://localhost:8000"]
    assert _addresses("::1", 8000)[0] == "http://[::1]:8000"
    assert _addresses("192.168.1.5", 80) == ["http://192.168.1.5"]
    everywhere = _addresses("0.0.0.0", 8000)
    assert everywhere[:2] == ["http://127.0.0.1:8000", "http://localhost:8000"]


def test_the_server_may_open_as_many_files_as_the_system_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    limits = [1024, 4096]
    monkeypatch.setattr(resource, "getrlimit", lambda _what: tuple(limits))
    monkeypatch.setattr(resource, "setrlimit", lambda _what, new: limits.__setitem__(slice(None), new))
    assert open_many_files() == 4096
    limits[:] = [1024, resource.RLIM_INFINITY]
    assert open_many_files(2000) == 2000
    limits[:] = [100_000, 200_000]
    assert open_many_files() == 100_000, "a limit is never lowered"


def test_a_start_on_the_embedded_database_loads_nothing_of_another_one() -> None:
    code = "import sys, doublesix.server.app; print([name for name in sys.modules if 'postgresql' in name])"
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    loaded = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert loaded.stdout == "[]\n"
