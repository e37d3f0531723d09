"""docs/strategy.md, from what advice.py has measured; what nobody measured is left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from doublesix.players.advice import LOT
from doublesix.rules import preset
from doublesix.study.guide import ALL, PIECES, Piece
from doublesix.study.measured import TOGETHER, Measured, Results, Span

VERDICTS = {"helps": "helps", "hurts": "hurts", "open": "nothing proved"}
HEAD = [
    "# What advice is worth",
    "",
    "Measured, never guessed; made by `python3 dev.py advice`, which goes on where it stopped, and shown in the page",
    "under Learn. One player has the advice, the players at all other seats (with partners: the other side) do not.",
    "Every deal is played in every rotation of the players over the seats, boneyard order and all, so that both have",
    "the luck of the deal; how many deals a comparison takes was fixed before. *Of a hundred* is how many rounds more",
    "than its share the player with the advice wins of a hundred: its share of first places less an even one.",
    "*Points* is what it scores a round beyond the others' mean. Intervals are 95 %, over deals: where one holds 0,",
    "nothing is proved. The last column speaks of rounds, and of points at tables where the open ends pay. Among so",
    "many intervals some miss by chance, about one in twenty.",
    "",
    "*Alone* is a player who knows this piece of advice only, among players who play any tile that fits. *Always* and",
    "*never* are a good player who always follows it, or never where that can be helped, among players as good who are",
    "free to choose: what *always* loses is the price of following blindly, what *never* loses is what it is for.",
    "",
]
LOT_HEAD = [
    "## A tile drawn by lot",
    "",
    "No advice, to hold the others against: *always* plays a tile that is drawn by lot among those that fit, *never*",
    "plays any but that one. Whose choice is narrowed loses something in any case; advice is needed for what *never*",
    "loses beyond that.",
    "",
]
COLUMNS = [
    "| | table | seats | deals | of a hundred | 95 % | points | |",
    "|---|---|---|---|---|---|---|---|",
]
WAYS = {"follow": "alone", "always": "always", "never": "never"}


def page(results: Results) -> str:
    """The page."""
    lines = list(HEAD)
    for name, piece in {**PIECES, TOGETHER: ALL}.items():
        rows = [one for how in WAYS for one in results.of(name, how) if one.deals > 1]
        if rows:
            lines += [*_head(piece), *COLUMNS, *map(_row, rows), "", _sum(rows), ""]
    rows = [one for how in WAYS for one in results.of(LOT, how) if one.deals > 1]
    if rows:
        lines += [*LOT_HEAD, *COLUMNS, *map(_row, rows), ""]
    return "\n".join([*lines, *_provenance(results)]) + "\n"


def _head(piece: Piece) -> list[str]:
    return [f"## {piece.title}", "", f"{piece.why} {piece.how}", ""]


def _row(one: Measured) -> str:
    gap, points = one.of_a_hundred, one.points_a_round
    paid = f"{points.value:+.1f} ({_interval(points)})" if one.pays else f"{points.value:+.1f}"
    return (
        f"| {WAYS[one.how]} | {preset(one.rules).title} | {one.seats} | {one.deals} | {gap.value:+.1f} | "
        f"{_interval(gap)} | {paid} | {VERDICTS[one.verdict]} |"
    )


def _interval(span: Span) -> str:
    return f"{span.low:+.1f} to {span.high:+.1f}"


def _sum(rows: Iterable[Measured]) -> str:
    counts = Counter(one.verdict for one in rows if one.how == "follow")
    helps, hurts, none = counts["helps"], counts["hurts"], counts["open"]
    return f"Alone it helps at {helps} of {sum(counts.values())} tables, hurts at {hurts}; {none} prove nothing."


def _provenance(results: Results) -> list[str]:
    about = results.about
    dates = sorted({one.date for one in results.found})
    commits = sorted({one.commit for one in results.found})
    return [
        "## How it was measured",
        "",
        f"Seed of the deals {about['seed']}; the good player is the level {about['good']} with {about['worlds']}",
        f"worlds for each choice; kernel {about['engine']}; {about['machine']}; {' to '.join({dates[0], dates[-1]})};",
        f"commit {', '.join(commits)}. The numbers are kept in `src/doublesix/study/advice.json`.",
    ]
