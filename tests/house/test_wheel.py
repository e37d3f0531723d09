"""What people install: the wheel holds the page's files and no tests, and works alone in a bare environment."""

from __future__ import annotations

import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, ProxyHandler, Request, build_opener

import pytest

import doublesix

from .documents import ROOT, SOURCE, copy_tracked, full_size, tracked_files

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WEB = build_opener(ProxyHandler({}), HTTPCookieProcessor())


def setuptools_builds() -> bool:
    """Whether the installed setuptools is new enough to build without fetching another."""
    try:
        return int(importlib.metadata.version("setuptools").split(".")[0]) >= 77
    except importlib.metadata.PackageNotFoundError:
        return False


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the tracked files."""
    if not setuptools_builds():
        assert not full_size(), "CI installs .[dev], which brings setuptools 77"
        pytest.skip("building needs setuptools 77 or newer here; `python3 dev.py test` brings it")
    folder = tmp_path_factory.mktemp("wheel")
    source = copy_tracked(folder / "source")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", str(folder)]
    subprocess.run([*command, str(source)], check=True, env={**os.environ, **build_size()})
    (built,) = folder.glob("*.whl")
    return built


def packed(wheel: Path) -> set[str]:
    """Names of the files in a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_the_wheel_holds_every_file_of_the_package_and_nothing_else(wheel: Path) -> None:
    wanted = {
        path.relative_to(SOURCE.parent).as_posix() for path in tracked_files() if path.is_relative_to(SOURCE)
    }
    got = {name for name in packed(wheel) if ".dist-info/" not in name} - compiled(wheel)
    assert wanted - got == set(), "missing from the wheel: see [tool.setuptools.package-data] in pyproject.toml"
    assert got - wanted == set(), "in the wheel, but not in the package's source"


def compiled(wheel: Path) -> set[str]:
    """The compiled modules in a wheel, each of which lies beside its source."""
    names = packed(wheel)
    made = {name for name in names if name.endswith((".so", ".pyd"))}
    assert {f"{name.split('.')[0]}.py" for name in made} <= names
    return made


def test_the_wheel_carries_the_licence_and_says_which_machines_it_runs_on(wheel: Path) -> None:
    assert any(name.endswith("LICENSE") for name in packed(wheel))
    assert wheel.name.endswith("-py3-none-any.whl") == (not compiled(wheel))


def test_the_version_is_stated_once_and_the_changelog_has_it() -> None:
    assert doublesix.__version__ == PROJECT["version"]
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## {re.escape(PROJECT['version'])}\b", changes, re.MULTILINE)


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """`pip install .` in an empty environment, without compiler or Node: the folder of its programs."""
    if not full_size():
        pytest.skip("installs from the package index: in CI and with `python3 dev.py nightly`")
    folder = tmp_path / "environment"
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    source = copy_tracked(tmp_path / "source")
    command = ["python", "-m", "pip", "install", "--quiet", "--only-binary", ":all:", "."]
    subprocess.run(
        [str(programs / command[0]), *command[1:]], check=True, cwd=source, env=narrow(programs), timeout=600
    )
    shutil.rmtree(source)
    return programs


def narrow(programs: Path) -> dict[str, str]:
    """An environment whose path leads to the installed programs only: no compiler, no Node, no source folder."""
    kept = {key: value for key, value in os.environ.items() if key not in {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV"}}
    return {**kept, "PATH": str(programs), "CC": "no-compiler-here", **build_size()}


def build_size() -> dict[str, str]:
    """The kernel is compiled here at night only: CI compiles it already when it installs the source in place."""
    return {} if os.environ.get("DOUBLESIX_FULL") == "1" else {"DOUBLESIX_PURE": "1"}


def test_pip_install_alone_gives_commands_a_round_and_the_page(bare: Path, tmp_path: Path) -> None:
    def said(*arguments: str, typed: str = "") -> str:
        done = subprocess.run(
            [str(bare / "doublesix"), *arguments],
            check=True, capture_output=True, text=True, cwd=tmp_path, env=narrow(bare), input=typed, timeout=120,
        )  # fmt: skip
        return done.stdout

    assert said("--version").startswith(f"doublesix {doublesix.__version__}")
    record = said("deal", "--rules", "ply-yard", "--players", "2", "--seed", "1", "--json")
    (answer,) = [json.loads(line) for line in said("replay", "-", "--json", typed=record).splitlines()]
    assert answer == {"ok": True, "turns": [], "ends": {}, "outcome": None}
    with serving(bare, tmp_path) as address:
        page = fetch(address)
        for name in set(re.findall(r'(?:src|href)="(/s/[^"]+)"', page)):
            assert fetch(address.rstrip("/") + name)
        for name in ("new", "rules", "rules/ply-yard", "house", "healthz"):
            assert fetch(f"{address.rstrip('/')}/{name}")
        assert "snapshot" in fetch(f"{address.rstrip('/')}/play-now", {"side": "black"})


@contextmanager
def serving(programs: Path, folder: Path) -> Iterator[str]:
    """A server started from the installed programs; gives the address that it prints."""
    command = [str(programs / "doublesix"), "serve", "--port", "0", "--data", str(folder / "data")]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=folder, env=narrow(programs)
    ) as server:
        assert server.stdout is not None
        try:
            said = ""
            while not (found := re.search(r"http://[\w.]+:\d+/?", said)):
                line = server.stdout.readline()
                assert line, f"the server ended: {said}"
                said += line
            yield found[0]
        finally:
            server.terminate()
            server.stdout.read()


def fetch(address: str, form: dict[str, str] | None = None) -> str:
    """The text at an address of the server just started; with a form, what posting it leads to."""
    request = Request(address, urlencode(form).encode() if form else None, {"Origin": origin(address)})
    with WEB.open(request, timeout=30) as answer:
        return str(answer.read().decode("utf-8", errors="replace"))


def origin(address: str) -> str:
    """The origin of an address, as a browser states it."""
    return "/".join(address.split("/")[:3])
