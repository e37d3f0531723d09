"""docs/rules.md, printed from the presets themselves: prints it, or writes it with `--write`."""

from __future__ import annotations

import sys
from pathlib import Path

from doublesix.rulebook.prose import page_text
from doublesix.rules import PRESETS

PAGE = Path(__file__).resolve().parents[1] / "docs" / "rules.md"
HEAD = """# The rules of each preset

Printed from the rules themselves by `python3 dev.py docs`, so that text and play cannot disagree. `doublesix rules ID`
prints one of them, `doublesix rules ID --json` its fields; what the fields mean stands in [records.md](records.md).
"""


def section(text: str) -> str:
    """One preset's text with its underlined headings turned into those of this page."""
    lines = text.splitlines()
    out: list[str] = []
    for number, line in enumerate(lines):
        under = lines[number + 1] if number + 1 < len(lines) else ""
        if line and set(line) <= {"=", "-"} and number and len(line) == len(lines[number - 1]):
            continue
        if line and under and set(under) in ({"="}, {"-"}) and len(under) == len(line):
            out.append(f"{'##' if under[0] == '=' else '###'} {line}\n")
        elif line:
            out.append(f"- {line}" if any(head.startswith("###") for head in out) else f"{line}\n")
        else:
            out.append("")
    return "\n".join(out).replace("\n\n\n", "\n\n").rstrip()


def page() -> str:
    """The whole page."""
    return "\n\n".join([HEAD.rstrip(), *(section(page_text(preset.rules)) for preset in PRESETS.values())]) + "\n"


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        PAGE.write_text(page(), encoding="utf-8")
    else:
        print(page(), end="")
