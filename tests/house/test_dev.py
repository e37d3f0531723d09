"""`dev.py` sets up once, mends what was interrupted, and says the exact remedy for what is missing."""

from __future__ import annotations

import importlib.util
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from .documents import ROOT


def load() -> ModuleType:
    """dev.py as a module of its own."""
    spec = importlib.util.spec_from_file_location("dev_under_test", ROOT / "dev.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def dev(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """dev.py in an empty folder; the commands it would run are only noted in `calls`."""
    module: Any = load()
    (tmp_path / "pyproject.toml").write_text("[project]\n", encoding="utf-8")
    module.ROOT = tmp_path
    module.VENV = tmp_path / ".venv"
    module.MARK = module.VENV / "doublesix-setup.json"
    module.calls = []

    def call(command: list[str], **_: object) -> int:
        module.calls.append([Path(command[0]).name, *command[1:]])
        if "venv" in command:
            module.venv_python().parent.mkdir(parents=True)
            module.venv_python().touch()
            (module.VENV / "pyvenv.cfg").touch()
        return 0

    monkeypatch.setattr(module.subprocess, "call", call)
    monkeypatch.setattr(module, "works", lambda python: python.exists())
    return module


def steps(dev: Any) -> list[str]:
    """What the noted commands were for."""
    return ["make" if "venv" in command else "install" for command in dev.calls]


def test_the_first_run_makes_and_installs_and_the_second_does_nothing(dev: Any) -> None:
    dev.set_up(dev=False)
    assert steps(dev) == ["make", "install"]
    dev.calls.clear()
    assert dev.set_up(dev=False) == dev.venv_python()
    assert dev.calls == []


def test_the_checks_need_more_than_playing_and_playing_keeps_it(dev: Any) -> None:
    dev.set_up(dev=False)
    dev.calls.clear()
    dev.set_up(dev=True)
    assert steps(dev) == ["install"]
    assert dev.calls[0][-1] == ".[dev]"
    dev.calls.clear()
    dev.set_up(dev=False)
    assert dev.calls == []


def test_changed_dependencies_are_installed_into_the_same_environment(dev: Any) -> None:
    dev.set_up(dev=True)
    dev.calls.clear()
    (dev.ROOT / "pyproject.toml").write_text("[project]\nname = 'x'\n", encoding="utf-8")
    dev.set_up(dev=False)
    assert steps(dev) == ["install"]
    assert dev.calls[0][-1] == ".[dev]"


@pytest.mark.parametrize("key", ["python", "root"])
def test_another_python_or_a_moved_folder_makes_it_anew(dev: Any, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    dev.set_up(dev=False)
    dev.calls.clear()
    described = dev.describe
    monkeypatch.setattr(dev, "describe", lambda dev: {**described(dev), key: "another"})
    dev.set_up(dev=False)
    assert steps(dev) == ["make", "install"]


@pytest.mark.parametrize("stop_at", ["make", "install"])
def test_an_interrupted_set_up_is_made_anew(dev: Any, stop_at: str, monkeypatch: pytest.MonkeyPatch) -> None:
    going_on: Callable[..., int] = dev.subprocess.call

    def stop(command: list[str], **more: object) -> int:
        going_on(command, **more)
        if stop_at == "install" and "venv" in command:
            return 0
        raise KeyboardInterrupt

    monkeypatch.setattr(dev.subprocess, "call", stop)
    with pytest.raises(KeyboardInterrupt):
        dev.set_up(dev=False)
    (dev.VENV / "half-written").touch()
    monkeypatch.setattr(dev.subprocess, "call", going_on)
    dev.calls.clear()
    dev.set_up(dev=False)
    assert steps(dev) == ["make", "install"]
    assert not (dev.VENV / "half-written").exists()


def test_an_installation_that_failed_is_made_anew(dev: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    going_on: Callable[..., int] = dev.subprocess.call
    monkeypatch.setattr(dev.subprocess, "call", lambda command, **more: going_on(command, **more) or "pip" in command)
    with pytest.raises(dev.PlainError, match="run the same command again"):
        dev.set_up(dev=False)
    monkeypatch.setattr(dev.subprocess, "call", going_on)
    dev.calls.clear()
    dev.set_up(dev=False)
    assert steps(dev) == ["make", "install"]


def test_a_working_environment_of_ones_own_is_used_and_a_foreign_folder_is_left_alone(dev: Any) -> None:
    dev.VENV.mkdir()
    (dev.VENV / "letters.txt").touch()
    with pytest.raises(dev.PlainError, match="not made by this script"):
        dev.set_up(dev=False)
    assert (dev.VENV / "letters.txt").exists()
    dev.venv_python().parent.mkdir()
    dev.venv_python().touch()
    (dev.VENV / "pyvenv.cfg").touch()
    dev.set_up(dev=False)
    assert steps(dev) == ["install"]
    assert (dev.VENV / "letters.txt").exists()


@pytest.mark.parametrize("missing", ["venv", "ensurepip"])
def test_without_venv_virtualenv_is_used_and_without_both_the_remedy_is_named(
    dev: Any, missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    present = {"venv", "ensurepip", "virtualenv"} - {missing}
    monkeypatch.setattr(dev.importlib.util, "find_spec", lambda name: name in present or None)
    assert "virtualenv" in dev.venv_maker()
    present.remove("virtualenv")
    with pytest.raises(dev.PlainError, match="apt install python3-venv"):
        dev.set_up(dev=False)
    assert not dev.VENV.exists()


def test_an_old_python_is_told_what_is_needed(dev: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev.sys, "version_info", (3, 9, 2))
    monkeypatch.setattr(dev.shutil, "which", {}.get)
    with pytest.raises(dev.PlainError, match=r"needs Python 3\.11 or newer; this is 3\.9\.2"):
        dev.newer_python()
    monkeypatch.setattr(dev.shutil, "which", {"python3.12": "python3.12"}.get)
    dev.newer_python()
    assert dev.calls[-1][:2] == ["python3.12", str(ROOT / "dev.py")]


def test_a_taken_port_is_passed_over_or_named(dev: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken, socket.socket() as other:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(dev.PlainError, match=f"Port {port}"):
            dev.free_port("127.0.0.1", port)
        other.bind(("127.0.0.1", 0))
        free = other.getsockname()[1]
        other.close()
        monkeypatch.setattr(dev, "PORTS", [port, free])
        assert dev.free_port("127.0.0.1", None) == free


def test_a_missing_browser_is_a_reason_to_skip_at_home_and_a_failure_in_ci(
    dev: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dev, "find_browser", lambda: None)
    monkeypatch.delenv("CI", raising=False)
    dev.announce_missing()
    assert "Not checked here: the page in a browser" in capsys.readouterr().out
    monkeypatch.setenv("CI", "true")
    with pytest.raises(dev.PlainError, match="apt install chromium"):
        dev.announce_missing()


def test_failures_before_the_tests_are_named_and_fail_the_run(dev: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert dev.report([], 0) == 0
    assert dev.report([], 3) == 3
    assert dev.report(["lint"], 0) == 1
    assert "lint" in capsys.readouterr().out


def test_a_server_that_stops_at_once_is_reported_not_waited_for(dev: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "set_up", lambda **_: Path(sys.executable))
    monkeypatch.setattr(dev, "clean_environment", lambda: {"PATH": ""})
    monkeypatch.setattr(dev.signal, "signal", lambda *_: None)
    ended = SimpleNamespace(poll=lambda: 7, returncode=7, stdout=())
    monkeypatch.setattr(dev.subprocess, "Popen", lambda *_, **__: ended)
    args = SimpleNamespace(host="127.0.0.1", port=None, data="unused", origin=[], open=False)
    with pytest.raises(dev.PlainError, match="exit status 7"):
        dev.play(args)


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no interrupt from another process")
@pytest.mark.skipif(not (ROOT / ".venv" / "doublesix-setup.json").exists(), reason="run by `python3 dev.py test` only")
def test_play_prints_the_address_when_the_page_answers_and_stops_cleanly(tmp_path: Path) -> None:
    command = [sys.executable, "dev.py", "play", "--data", str(tmp_path / "data")]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as playing:
        assert playing.stdout is not None
        try:
            said = ""
            while not (found := re.search(r"is ready: http://([\w.]+):(\d+)/", said)):
                line = playing.stdout.readline()
                assert line, f"dev.py play ended: {said}"
                said += line
            assert load().answers(found[1], int(found[2]))
        finally:
            playing.send_signal(signal.SIGINT)
        assert playing.wait(timeout=30) == 0
    assert not load().answers(found[1], int(found[2]))
    assert (tmp_path / "data").is_dir()
