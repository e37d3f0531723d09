"""docs/strategy.md, from what advice.py has measured; what nobody measured is left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from textwrap import fill

from advice_plan import DEALS, DIRTY, comparisons

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
    "the luck of the deal. *Of a hundred* is how many rounds more than its share the player with the advice wins of a",
    "hundred: its share of first places less an even one. *Points* is what it scores a round beyond the others' mean.",
    "Intervals are plain 95 % ones, over the deals that a comparison has: where one holds 0, nothing is proved. The",
    "last column speaks of rounds, and of points at tables where the open ends pay. Among so many intervals some miss",
    "by chance, about one in twenty. How many deals there are is said in each row, and [below](#how-it-was-measured)",
    "how far that is from the plan.",
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
WIDTH = 118
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
    commits = sorted({name for one in results.found for name in one.commits})
    return [
        "## How it was measured",
        "",
        f"Seed of the deals {about['seed']}; the good player is the level {about['good']} with {about['worlds']}",
        f"worlds for each choice; kernel {about['engine']}; {about['machine']}; {' to '.join({dates[0], dates[-1]})};",
        f"commit {', '.join(commits)}. The numbers are kept in `src/doublesix/study/advice.json`.",
        "",
        *_so_far(results),
    ]


def _so_far(results: Results) -> list[str]:
    """What of the plan has been played, and what has not."""
    found = {one.key: one for one in results.found}
    plan = list(comparisons())
    played = [found[one] for one in plan if one in found]
    missing = [one for one in plan if one not in found]
    short = Counter(one.deals for one in played if one.deals < DEALS[one.how])
    parts = [
        f"The plan has {len(plan)} comparisons: {DEALS['follow']} deals each for *alone*, {DEALS['always']} each for "
        f"*always* and *never*. {len(played) - short.total()} of them are played in full."
    ]
    if short:
        counts = ", ".join(f"{count} have {deals} deals" for deals, count in sorted(short.items()))
        parts.append(
            f"Others are played only so far: {counts}. The intervals are those of a number of deals fixed beforehand "
            "and make no allowance for where the playing stopped."
        )
    lines = fill(" ".join(parts), WIDTH).splitlines()
    if missing:
        lines += ["", "Not played at all:", "", *map(_named, missing)]
    dirty = [one.key for one in played if DIRTY in one.commit]
    if dirty:
        lines += ["", f"Played by a program with changes that were not committed (`{DIRTY}`):", "", *map(_named, dirty)]
    return lines


def _named(key: tuple[str, str, str, int]) -> str:
    advice, how, rules, seats = key
    title = "A tile drawn by lot" if advice == LOT else {**PIECES, TOGETHER: ALL}[advice].title
    return f"- {title}: {WAYS[how]}, {preset(rules).title}, {seats} seats"
