"""The files of `tests/perft`: a deal written out, moves that lead from it, and counts of the move sequences then."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).resolve().parent / "perft"


class Case(NamedTuple):
    """One block of a file."""

    file: str
    name: str
    record: dict[str, Any]
    counts: list[int]


def read(path: Path) -> list[Case]:
    """The cases of a file: lines of a keyword and its values, a blank line between two cases, `#` for remarks."""
    cases = []
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        lines = [line.split() for line in block.splitlines() if line.strip() and not line.startswith("#")]
        if not lines:
            continue
        record: dict[str, Any] = {"hands": [], "boneyard": [], "moves": []}
        name, counts = "", []
        for key, *values in lines:
            if key == "case":
                name = " ".join(values)
            elif key == "seat":
                record["hands"].append(values[1:])
            elif key == "leader":
                record["leader"] = int(values[0])
            elif key == "counts":
                counts = [int(value) for value in values]
            elif key == "rules":
                record["rules"] = values[0]
            else:
                record[key] = values
        record["players"] = len(record["hands"])
        cases.append(Case(path.name, name, record, counts))
    return cases


def all_cases() -> list[Case]:
    """Every case of every file."""
    return [case for path in sorted(FOLDER.glob("*.perft")) for case in read(path)]


def write(case: Case) -> str:
    """A case as text; `read` gives it back."""
    record = case.record
    lines = [f"case {case.name}", f"rules {record['rules']}"]
    if "leader" in record:
        lines.append(f"leader {record['leader']}")
    lines += [f"seat {seat} {' '.join(hand)}" for seat, hand in enumerate(record["hands"])]
    lines.append(f"boneyard {' '.join(record['boneyard'])}".rstrip())
    lines.append(f"moves {' '.join(record['moves'])}".rstrip())
    lines.append(f"counts {' '.join(map(str, case.counts))}")
    return "\n".join(lines) + "\n"
