"""docs/rules.md, written from the rules themselves: prints it, or writes it with `--write`."""

from __future__ import annotations

import sys
from pathlib import Path

from doublesix.rulebook import markdown, rule_page
from doublesix.rules import PRESETS

PAGE = Path(__file__).resolve().parents[1] / "docs" / "rules.md"
HEAD = """# The rules of each preset

Written from the rules themselves by `python3 dev.py docs`, so that text and play cannot disagree: every number, example
and refusal below was computed. `doublesix rules ID` prints one of these pages (`--format markdown` or `json` in other
forms), `doublesix rules ID --json` its fields, `doublesix rules ID --compare OTHER` what differs between two.

What lies outside: Matador (halves that add to seven, wild tiles), Mexican Train and Chickenfoot (several owned lines,
markers, a score over many rounds), Texas 42 (tricks and trumps) and Double Cross are other families of games; no
combination of the fields makes them.
"""


def page() -> str:
    """The whole page: the contents, then every preset one heading lower."""
    contents = "\n".join(
        f"- [{preset.title}](#{anchor(preset.title)}): {preset.summary}" for preset in PRESETS.values()
    )
    pages = [markdown(rule_page(preset.rules)) for preset in PRESETS.values()]
    lowered = ["\n".join(f"#{line}" if line.startswith("#") else line for line in text.splitlines()) for text in pages]
    return "\n\n".join([HEAD.rstrip(), contents, *lowered]) + "\n"


def anchor(title: str) -> str:
    """The anchor of a heading."""
    return "".join(letter for letter in title.lower().replace(" ", "-") if letter.isalnum() or letter == "-")


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        PAGE.write_text(page(), encoding="utf-8")
    else:
        print(page(), end="")
