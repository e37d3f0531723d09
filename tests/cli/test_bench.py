"""`doublesix bench` gives the contract's object."""

from __future__ import annotations

import json

import pytest

from doublesix import kernel
from doublesix.cli import bench, main


def test_bench_gives_the_four_facts(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SPAN", 0.0005)
    monkeypatch.setattr(bench, "SAMPLES", 1)
    assert main(["bench", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found) == ["playouts_per_s", "lanes_playouts_per_s", "solver_nodes_per_s", "compiled"]
    assert found["playouts_per_s"] > 0
    assert found["solver_nodes_per_s"] > 0
    assert (found["lanes_playouts_per_s"] is not None) == (kernel._lanes.vector_bytes() > 0)
    assert found["compiled"] in (True, False)
    assert main(["bench"]) == 0
    assert "random rounds a second, one by one" in capsys.readouterr().out


def test_version_says_whether_the_kernel_is_compiled(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    says = capsys.readouterr().out
    assert ("kernel: compiled" in says) == kernel.compiled
    assert ("kernel: interpreted (slow engine)" in says) != kernel.compiled


def test_the_arena_says_where_the_engine_is_slow(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = ["arena", "easy", "random", "--rounds", "2", "--seed", "1"]
    for slow in (True, False):
        monkeypatch.setattr("doublesix.cli.arena.compiled", not slow)
        monkeypatch.setattr("doublesix.cli.arena.ENGINE", "interpreted (slow engine)" if slow else "compiled")
        assert main(match) == 0
        assert ("slow engine" in capsys.readouterr().err) == slow
