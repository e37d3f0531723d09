"""The public names are pinned: a new one is a promise, a missing one a break."""

from __future__ import annotations

import subprocess
import sys

import doublesix

from .documents import ROOT

WRITTEN = """
    DRAW HIDDEN LEVELS PASS PRESETS BadNotation BadRecord BadRules Belief DominoError Event HiddenTile IllegalMove
    Line Match MatchRecord Move Outcome Player Position Preset Reason Record Rules Tile View World belief
    count_worlds deal dealt events_of make_player odds parse_records perft pips preset read_record replay_json
    sample_world solve start tile_set to_text verify_json visible voids why_illegal why_tile_unplayable
"""
NAMES = WRITTEN.split()


def test_the_public_names_are_these() -> None:
    assert sorted(doublesix.__all__) == sorted(NAMES)
    assert all(hasattr(doublesix, name) for name in NAMES)


def test_every_public_class_and_function_says_what_it_is() -> None:
    assert [name for name in NAMES if callable(getattr(doublesix, name)) and not getattr(doublesix, name).__doc__] == []


def test_importing_the_library_loads_no_server_no_database_and_no_third_party_package() -> None:
    everything = "import sys; from doublesix import *"
    code = f"{everything}; print(*sorted({{name.split('.')[0] for name in sys.modules}}))"
    loaded = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(ROOT / 'src')!r}); {code}"],
        check=True, capture_output=True, text=True,
    ).stdout.split()  # fmt: skip
    heavy = {"starlette", "uvicorn", "sqlalchemy", "sqlite3", "asyncio", "socket", "jinja2", "websockets"}
    assert heavy & set(loaded) == set()
    ours = subprocess.run(
        [sys.executable, "-c", f"{everything}; print(*(n for n in sys.modules if n.startswith('doublesix.')))"],
        check=True, capture_output=True, text=True, env={"PYTHONPATH": str(ROOT / "src")},
    ).stdout.split()  # fmt: skip
    assert "doublesix.solver" in ours, "the names are loaded when they are first asked for"
    assert [name for name in ours if name.split(".")[1] in {"server", "store", "adapters", "cli"}] == []


def test_every_package_of_the_library_is_there_without_being_imported_by_its_name() -> None:
    parts = ("errors", "inference", "kernel", "notation", "players", "rules", "solver")
    for part in parts:
        code = f"import doublesix; print(doublesix.{part}.__name__)"
        environment = {"PYTHONPATH": str(ROOT / "src")}
        done = subprocess.run(
            [sys.executable, "-c", code], check=True, capture_output=True, text=True, env=environment
        )
        assert done.stdout.strip() == f"doublesix.{part}"
