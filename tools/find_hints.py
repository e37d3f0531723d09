"""Look through random rounds of every preset for the shortest proof of each case; write `rulebook/hints.py`."""

from __future__ import annotations

import sys
from pathlib import Path

from doublesix.rulebook.cases import applicable, proofs_in
from doublesix.rules import PRESETS, Rules

PATH = Path(__file__).resolve().parents[1] / "src" / "doublesix" / "rulebook" / "hints.py"
HEAD = '"""Which random round of a preset shows a case best; written by `tools/find_hints.py`."""\n\n'


def best(rules: Rules, least: int, most: int) -> dict[str, int]:
    """Round numbers by case: the shortest proof among `least` rounds, the search going on to `most` for the missing."""
    cases = [case for case in applicable(rules) if case.code != "what-do-others-see"]
    lengths: dict[str, int] = {}
    found: dict[str, int] = {}
    for number in range(most):
        if number >= least and len(found) == len(cases):
            break
        for code, proof in proofs_in(rules, number, cases).items():
            if len(proof.text) < lengths.get(code, 1_000_000):
                lengths[code], found[code] = len(proof.text), number
    return {case.code: found[case.code] for case in cases if case.code in found}


def main() -> None:
    rows = []
    for name, preset in PRESETS.items():
        hints = best(preset.rules, 1000 if preset.rules.max_pip == 6 else 200, 20_000)
        print(name, len(hints), file=sys.stderr)
        rows.append(
            f'    "{name}": {{\n' + "".join(f'        "{code}": {n},\n' for code, n in hints.items()) + "    },\n"
        )
    text = HEAD + "from typing import Final\n\nHINTS: Final[dict[str, dict[str, int]]] = {\n" + "".join(rows) + "}\n"
    PATH.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
