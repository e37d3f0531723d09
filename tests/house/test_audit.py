"""The audit of dependencies fails where a weakness is known, and never reads like a pass where it could not ask."""

from __future__ import annotations

import runpy
from typing import Any

from .documents import ROOT

VERDICT = runpy.run_path(str(ROOT / "tools" / "audit.py"))["verdict"]
GOOD = {"name": "one", "version": "1", "vulns": []}
UNKNOWN = {"name": "two", "skip_reason": "not found"}
WEAK = {"name": "three", "version": "3", "vulns": [{"id": "X-1", "fix_versions": ["3.1"]}]}


def said(*packages: dict[str, Any]) -> tuple[int, str]:
    status, lines = VERDICT({"dependencies": packages})
    return status, " ".join(lines)


def test_a_known_weakness_fails_and_names_what_mends_it() -> None:
    assert said(GOOD, WEAK) == (1, "Audited: 2 packages. three 3 has X-1; mended in 3.1.")
    assert said(WEAK, UNKNOWN, UNKNOWN)[0] == 1


def test_where_nobody_could_be_asked_it_says_so() -> None:
    assert VERDICT(None) == (0, ["Not audited: the service that knows the weaknesses of packages could not be asked."])
    assert said(UNKNOWN, UNKNOWN, GOOD) == (0, "Not audited: the service knew 1 of 3 packages.")


def test_what_was_not_audited_is_named() -> None:
    assert said(GOOD, GOOD, UNKNOWN) == (0, "Audited: 2 packages. Not audited: two.")
