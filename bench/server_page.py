"""The figures in docs/host.md, drawn from bench/results/server.json.

    python3 bench/server_page.py        draw them again; `bench_server.py --write` does it by itself
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "host.md"
RESULT = ROOT / "bench" / "results" / "server.json"
BEGIN = "<!-- measured: drawn by bench/server_page.py -->\n"
END = "<!-- measured end -->\n"

Json = dict[str, Any]


def figures(result: Json) -> str:
    """The figures as Markdown."""
    memory, pace, store = result["memory"], result["pace"], result["store"][-1]
    few, many = result["steady"]
    most = max(step["moves_per_s"] for step in result["ceiling"])
    lines = [
        f"Measured on {result['date']} at {result['commit']} ({result['machine']}; a million turns of a plain loop",
        f"take {result['yardstick_s']} s), the load from a second process on the same machine:",
        "",
        "| load | open pages | moves a second | half within | 99 of 100 within | core |",
        "|---|---|---|---|---|---|",
        _row("an evening", few),
        _row("the same, players searching beside", result["bots"]["beside"]),
        _row("people at their pace at all tables", pace),
        _row("more than people make", many),
        "",
        f"- The most that one core carried: {_number(most)} moves a second, each on the disk before it was answered;",
        f"  the store alone writes {_number(store['appends_per_s'])}.",
        f"- {memory['kb_per_socket']:.0f} kB of memory an open page on top of {memory['loaded_mb']} MB: "
        f"{memory['end_mb']} MB with {_number(many['sockets'])} pages,",
        f"  {pace['memory_mb']} MB with {_number(pace['sockets'])} at {_number(pace['sockets'] // 2)} tables.",
        *(line for found in result["restore"].values() for line in _restart(found)),
    ]
    return "\n".join(lines) + "\n"


def _row(name: str, load: Json) -> str:
    cells = [name, _number(load["sockets"]), f"{_number(load['moves_per_s'])} of {_number(load['rate'])}"]
    return f"| {' | '.join(cells)} | {load['p50_ms']:.1f} ms | {load['p99_ms']:.1f} ms | {load['server_core']:.2f} |"


def _restart(found: Json) -> list[str]:
    tables, ready, opened = _number(found["tables"]), found["ready_s"], found["all_opened_core_s"]
    return [
        f"- After a crash with {tables} tables running the first page is there {ready:.1f} s after the start;",
        f"  to read all of these tables again takes {opened:.1f} s of a core, each when it is opened.",
    ]


def _number(value: float) -> str:
    return f"{value:,.0f}"


def drawn(page: str, result: Json) -> str:
    """The page with these figures."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{figures(result)}{END}{after}"


def draw() -> None:
    """Draw the figures again."""
    result = json.loads(RESULT.read_text(encoding="utf-8"))
    PAGE.write_text(drawn(PAGE.read_text(encoding="utf-8"), result), encoding="utf-8")


if __name__ == "__main__":
    draw()
