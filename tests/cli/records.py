"""Running a command in this process, and a few records for the tests of commands."""

from __future__ import annotations

import io
import json
import sys
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from doublesix.cli import main

Json = dict[str, Any]

DEAL: Json = {
    "rules": "ply-yard",
    "version": 1,
    "players": 2,
    "leader": 0,
    "hands": [["6-5", "6-3", "6-1", "5-5", "5-0", "3-1", "0-0"], ["6-6", "6-4", "6-0", "4-4", "4-2", "3-3", "1-1"]],
    "boneyard": ["2-0", "5-1", "2-2", "3-0", "4-1", "6-2", "5-2", "1-0", "5-3", "2-1", "4-0", "3-2", "4-3", "5-4"],
    "moves": [],
}
"""The deal that the contract and the README show."""

BEGUN: Json = {**DEAL, "moves": ["5-5", "draw", "draw", "5-1L"]}


class Ran(NamedTuple):
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> list[Any]:
        """The JSON object of every line of output."""
        return [json.loads(line) for line in self.out.splitlines()]


def run(*words: str, text: str | bytes = "") -> Ran:
    """Run a command on some standard input."""
    data = text if isinstance(text, bytes) else text.encode()
    out, err = io.StringIO(), io.StringIO()
    kept = sys.stdin, sys.stdout, sys.stderr
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        try:
            code = main(list(words))
        except SystemExit as leaving:
            code = int(leaving.code or 0)
    assert kept == (sys.stdin, sys.stdout, sys.stderr)
    assert "Traceback" not in err.getvalue()
    return Ran(code, out.getvalue(), err.getvalue())


def lines(*records: Any) -> str:
    """Records, one a line."""
    return "".join(json.dumps(record) + "\n" for record in records)


def refused(ran: Ran, code: int = 1) -> str:
    """The one plain sentence of a command that failed."""
    assert ran.code == code
    sentence = ran.err.strip()
    assert sentence
    if code == 1:
        assert "\n" not in sentence
        assert sentence.startswith("doublesix: ")
    return sentence
