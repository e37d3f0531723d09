"""Readers take any bytes: they read, or raise one of our errors, and what they read survives writing and reading.

The same promises (fuzz/targets.py) are tried by Hypothesis here, and by atheris, which watches where the code goes.
"""

from __future__ import annotations

import importlib.util
import json
import os
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

ROOT = Path(__file__).resolve().parents[2]
FUZZ = ROOT / "fuzz"
TARGETS: dict[str, Callable[[bytes], None]] = runpy.run_path(str(FUZZ / "targets.py"))["TARGETS"]
SEEDS = {name: [path.read_bytes() for path in sorted((FUZZ / "corpus" / name).iterdir())] for name in TARGETS}
FULL = os.environ.get("DOUBLESIX_FULL") == "1"

PIECES = st.sampled_from(
    [
        b"",
        b"?",
        b'"',
        b"\\",
        b"{",
        b"}",
        b"[",
        b"]",
        b"-1",
        b"1e999",
        b"null",
        b"0",
        b"draw",
        b"6-4L",
        b"\n",
        b"*",
        b"\xff",
    ]
)
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-2, 20), st.floats(), st.text(max_size=5), st.just("6-4")),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=5), inner, max_size=4)),
    max_leaves=8,
)


@st.composite
def changed(draw: Any, name: str) -> bytes:
    """A seed with pieces cut out, doubled, and put in."""
    data: bytes = draw(st.sampled_from(SEEDS[name]))
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(0, 12)))
        data = data[:start] + draw(st.one_of(PIECES, st.just(data[start:end] * 2), st.binary(max_size=3))) + data[end:]
    return data


@st.composite
def other_values(draw: Any, name: str) -> bytes:
    """A seed that is a JSON object, with one of its parts changed into something else."""
    value = json.loads(draw(st.sampled_from([seed for seed in SEEDS[name] if seed.startswith(b"{")])))
    part: Any = value
    for _ in range(draw(st.integers(0, 3))):
        keys = list(part) if isinstance(part, dict) else list(range(len(part)))
        inner = [key for key in keys if isinstance(part[key], (dict, list)) and part[key]]
        if not inner:
            break
        part = part[draw(st.sampled_from(inner))]
    key = draw(st.sampled_from(list(part) if isinstance(part, dict) else list(range(len(part)))))
    part[key] = draw(JSON)
    return json.dumps(value).encode()


@pytest.mark.parametrize("name", TARGETS)
def test_the_seeds_hold_the_promises(name: str) -> None:
    assert SEEDS[name]
    for seed in SEEDS[name]:
        TARGETS[name](seed)


@pytest.mark.parametrize("name", TARGETS)
def test_any_bytes_are_read_or_refused_with_our_error(name: str) -> None:
    @settings(
        deadline=None, max_examples=2000 if FULL else 80, database=None, suppress_health_check=[HealthCheck.too_slow]
    )
    @given(st.one_of(st.binary(max_size=40), changed(name)))
    def try_it(data: bytes) -> None:
        TARGETS[name](data)

    try_it()


@pytest.mark.parametrize("name", ["rules", "views", "records-json"])
def test_any_json_is_read_or_refused_with_our_error(name: str) -> None:
    @settings(
        deadline=None, max_examples=2000 if FULL else 150, database=None, suppress_health_check=[HealthCheck.too_slow]
    )
    @given(st.one_of(other_values(name), JSON.map(lambda value: json.dumps(value).encode())))
    def try_it(data: bytes) -> None:
        TARGETS[name](data)

    try_it()


@pytest.mark.skipif(
    importlib.util.find_spec("atheris") is None,
    reason="atheris is not installed here; Hypothesis alone tries the readers",
)
@pytest.mark.parametrize("name", TARGETS)
def test_atheris_finds_nothing(name: str, tmp_path: Path) -> None:
    runs = 100_000 if FULL else 500
    command = [sys.executable, str(FUZZ / "run.py"), name, "--runs", str(runs), "--keep", str(tmp_path)]
    done = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, text=True)
    broken = [path.read_bytes() for path in tmp_path.glob("crash-*")]
    assert done.returncode == 0, f"{broken}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
