"""Imports go down only, the lower floors do no input or output, and the drawn floors are the real ones."""

from __future__ import annotations

import pytest

from . import floors


def test_every_part_has_a_floor() -> None:
    missing = [part for part in floors.present_parts() if part not in floors.FLOORS]
    assert not missing, f"give each part a floor in tests/house/floors.py: {missing}"


def test_imports_go_down_never_up_or_sideways() -> None:
    assert floors.wrong_imports() == []


def test_floors_0_to_5_do_no_input_or_output() -> None:
    assert floors.wrong_doings() == []


def test_the_picture_in_the_docs_is_the_one_drawn_from_the_imports() -> None:
    assert floors.written() == floors.block(), "redraw it: python3 dev.py docs"


@pytest.mark.parametrize(
    ("part", "text", "expected"),
    [
        ("rules", "from doublesix.server import app", "up"),
        ("rules", "from ..players import easy", "up"),
        ("players", "def f():\n    import doublesix.cli", "up"),
        ("notation", "from doublesix.kernel import fast", "sideways"),
        ("server", "from doublesix import deal", "front"),
    ],
)
def test_a_wrong_import_is_found(
    part: str, text: str, expected: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(part, text, tmp_path_factory, monkeypatch)
    (sentence,) = floors.wrong_imports()
    assert expected in sentence


@pytest.mark.parametrize(
    ("part", "text"),
    [
        ("rules", "import msgspec"),
        ("players", "import time"),
        ("notation", "def f(name: str) -> str:\n    return open(name).read()"),
        ("store", "from pathlib import Path"),
        ("analysis", "import asyncio"),
    ],
)
def test_input_or_output_on_a_low_floor_is_found(
    part: str, text: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(part, text, tmp_path_factory, monkeypatch)
    assert len(floors.wrong_doings()) == 1


def plant(part: str, text: str, folders: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package with one part that holds one statement."""
    root = folders.mktemp("tree")
    source = root / "src" / "doublesix"
    (source / part).mkdir(parents=True)
    (source / part / "planted.py").write_text(text, encoding="utf-8")
    monkeypatch.setattr(floors, "ROOT", root)
    monkeypatch.setattr(floors, "SOURCE", source)
