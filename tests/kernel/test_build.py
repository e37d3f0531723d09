"""The build compiles where it can, installs plain Python where it cannot, and never does so silently in a release."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def backend(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The build backend, in an environment that says nothing about building."""
    for name in ("CC", "DOUBLESIX_PURE", "DOUBLESIX_RELEASE", "DOUBLESIX_MARCH"):
        monkeypatch.delenv(name, raising=False)
    spec = importlib.util.spec_from_file_location("backend", ROOT / "_build" / "backend.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "_cython", lambda: True)
    return module


class Builds:
    """Stands for setuptools: notes in what environment it is asked to build, and fails where compiling is broken."""

    def __init__(self, broken: bool = False) -> None:
        self.broken = broken
        self.seen: list[dict[str, str]] = []

    def __call__(self, folder: str) -> str:
        self.seen.append({key: value for key, value in os.environ.items() if key in ("CC", "DOUBLESIX_PURE")})
        if self.broken and "DOUBLESIX_PURE" not in os.environ:
            raise SystemExit("error: command 'gcc' failed")
        return f"{folder}/doublesix.whl"


def no_compiler(monkeypatch: pytest.MonkeyPatch, backend: Any, *, zig: bool) -> None:
    """A machine without a compiler, on which the ziglang wheel can be had or not."""
    monkeypatch.setattr(backend, "_has_compiler", lambda: False)
    monkeypatch.setattr(backend, "_fetch_zig", lambda _folder: zig)


def test_a_compiler_on_the_path_is_used_as_it_is(backend: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backend, "_has_compiler", lambda: True)
    builds = Builds()
    assert backend._build(builds, "out") == "out/doublesix.whl"
    assert builds.seen == [{}]


def test_without_a_compiler_the_ziglang_wheel_compiles(backend: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    no_compiler(monkeypatch, backend, zig=True)
    builds = Builds()
    backend._build(builds, "out")
    assert [seen["CC"].endswith("-m ziglang cc") for seen in builds.seen] == [True]
    assert "CC" not in os.environ


def test_without_any_compiler_the_build_is_plain_and_says_so(
    backend: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    no_compiler(monkeypatch, backend, zig=False)
    builds = Builds()
    assert backend._build(builds, "out") == "out/doublesix.whl"
    assert builds.seen == [{"DOUBLESIX_PURE": "1"}]
    assert "plain Python, a slow engine" in capsys.readouterr().err
    assert "DOUBLESIX_PURE" not in os.environ


def test_a_failed_compile_falls_back(
    backend: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(backend, "_has_compiler", lambda: True)
    builds = Builds(broken=True)
    assert backend._build(builds, "out") == "out/doublesix.whl"
    assert builds.seen == [{}, {"DOUBLESIX_PURE": "1"}]
    assert "compiling did not work" in capsys.readouterr().err


def test_not_compiled_is_an_error_in_a_release(backend: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOUBLESIX_RELEASE", "1")
    monkeypatch.setattr(backend, "_has_compiler", lambda: True)
    with pytest.raises(SystemExit):
        backend._build(Builds(broken=True), "out")
    no_compiler(monkeypatch, backend, zig=False)
    with pytest.raises(RuntimeError, match="not compiled"):
        backend._build(Builds(), "out")
    monkeypatch.setenv("DOUBLESIX_PURE", "1")
    with pytest.raises(RuntimeError, match="DOUBLESIX_PURE"):
        backend._build(Builds(), "out")


def test_plain_python_can_be_asked_for(backend: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOUBLESIX_PURE", "1")
    builds = Builds()
    backend._build(builds, "out")
    assert builds.seen == [{"DOUBLESIX_PURE": "1"}]


def test_building_never_requires_what_may_not_be_had(backend: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backend, "_has_compiler", lambda: False)
    monkeypatch.setattr(backend._setuptools, "get_requires_for_build_wheel", lambda _settings: [])
    assert backend.get_requires_for_build_wheel() == []
