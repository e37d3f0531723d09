"""The presets: every game that has a name here, as rules with a title, a version, a source and seat labels."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import Any, Final

from doublesix.errors import BadRules
from doublesix.rules.phrases import Phrase
from doublesix.rules.ruleset import Count, Pay, Rules, Target


@dataclass(frozen=True, slots=True)
class Preset:
    """A named game: its rules by version, and what the rules themselves do not say."""

    id: str
    title: Phrase
    source: Phrase
    """Where the rules come from."""
    summary: Phrase
    """One sentence for a list of games."""
    versions: tuple[Rules, ...]
    """Version 1 first; old versions stay, so that old records replay."""
    dates: tuple[str, ...] = ()
    """The day of each version."""
    corrections: tuple[str, ...] = ()
    """What was put right in the page or the rules, newest last, each with its day."""
    labels: tuple[str, ...] = ()
    """Names of the seats at this table; none where they have no names of their own."""
    tap: str = "one"
    """How the page plays a tile: `two` taps (tile, then end) or `one`, with ghosts where two ends fit."""

    @property
    def rules(self) -> Rules:
        """The newest version."""
        return self.versions[-1]


_SEVEN: Final = {2: 7, 3: 7, 4: 7}
_HOYLE: Final = {2: 7, 3: 5, 4: 5}
_FIVES: Final = {2: 9, 3: 7, 4: 5}
_LOSERS_MARGIN: Final = Pay(out="losers", blocked="margin", round_to=1)
_LOSERS: Final = Pay(out="losers", blocked="losers", round_to=1)
_FIVES_PAY: Final = Pay(out="losers", blocked="losers", round_to=5)
_COUNT_FIVES: Final = Count(multiples=(5,), score="total")


def _to(points: int) -> Target:
    return Target(points=points, mode="at-least", when="round")


_PLAIN: Final[dict[str, Any]] = {
    "max_pip": 6,
    "partners": False,
    "leader": "highest",
    "lead_tile": "qualifying",
    "next_leader": "again",
    "draw_limit": None,
    "voluntary_draw": False,
    "reserve": 0,
    "spinner": "none",
    "arms": "sides-first",
    "count": None,
    "pay": _LOSERS_MARGIN,
    "out_when": "first",
    "target": None,
}
"""What most games share; each row below says what differs."""

_ROWS: Final[tuple[tuple[str, Phrase, Phrase, Phrase, dict[str, Any]], ...]] = (
    (
        "ply-yard",
        Phrase("Reserve table"),
        Phrase("the published two-player table (long and short guide); rules canon 1.1"),
        Phrase("Two players, seven tiles each, a free lead; the last two boneyard tiles are never drawn."),
        {
            "hand_size": {2: 7},
            "leader": "seat",
            "lead_tile": "any",
            "reserve": 2,
            "pay": Pay(out="none", blocked="none", round_to=1),
        },
    ),
    (
        "draw-100",
        Phrase("Draw to 100"),
        Phrase("the published guide to individual draw dominoes; rules canon 1.1"),
        Phrase(
            "Two to four players draw until a tile fits; the winner of a round scores the others' pips, first to 100."
        ),
        {"hand_size": {2: 7, 3: 7, 4: 6}, "target": _to(100)},
    ),
    (
        "ranked-draw",
        Phrase("Ranked draw"),
        Phrase("the published ranked draw table; rules canon 1.1 (points of a blocked round: canon A23)"),
        Phrase("One round for two to four players; the finishing order by pips counts for the rating."),
        {"hand_size": {2: 7, 3: 5, 4: 5}},
    ),
    (
        "ranked-block",
        Phrase("Ranked block"),
        Phrase("the published ranked block table; rules canon 1.1 (points of a blocked round: canon A23)"),
        Phrase("One round without drawing for two to four players; whoever cannot play passes."),
        {"hand_size": _SEVEN, "draw_limit": 0},
    ),
    (
        "block",
        Phrase("Block"),
        Phrase("rules canon 1.2, common Block"),
        Phrase("No drawing; whoever cannot play passes. To 100."),
        {"hand_size": _HOYLE, "draw_limit": 0, "next_leader": "rotate", "target": _to(100)},
    ),
    (
        "draw",
        Phrase("Draw"),
        Phrase("rules canon 1.2, Draw as Pagat tells it (hand sizes after Hoyle)"),
        Phrase("A seat may draw even when it could play; the last two boneyard tiles stay. To 100."),
        {
            "hand_size": _HOYLE,
            "leader": "lot",
            "lead_tile": "any",
            "next_leader": "rotate",
            "voluntary_draw": True,
            "reserve": 2,
            "target": _to(100),
        },
    ),
    (
        "draw-classic",
        Phrase("Draw, old books"),
        Phrase("rules canon 1.2, Draw in the old books"),
        Phrase("Two players, a reserve of two, the highest double leads. To 100."),
        {"hand_size": {2: 7}, "next_leader": "rotate", "reserve": 2, "target": _to(100)},
    ),
    (
        "all-fives",
        Phrase("All Fives"),
        Phrase("rules canon 1.3, All Fives with one spinner"),
        Phrase("Open ends that total a multiple of five score at once; the first double opens two side arms. To 250."),
        {
            "hand_size": _FIVES,
            "leader": "lot",
            "lead_tile": "any",
            "next_leader": "winner",
            "spinner": "first",
            "count": _COUNT_FIVES,
            "pay": _FIVES_PAY,
            "target": _to(250),
        },
    ),
    (
        "muggins",
        Phrase("Muggins"),
        Phrase("rules canon 1.3, Muggins after Foster"),
        Phrase("All fives on a single line without a spinner, a reserve of two. To 100."),
        {"hand_size": _SEVEN, "reserve": 2, "count": _COUNT_FIVES, "pay": _FIVES_PAY, "target": _to(100)},
    ),
    (
        "five-up",
        Phrase("Five Up"),
        Phrase("rules canon 1.3, Five Up"),
        Phrase("All Fives with every double a spinner. To 250."),
        {
            "hand_size": _FIVES,
            "leader": "lot",
            "lead_tile": "any",
            "next_leader": "winner",
            "spinner": "all",
            "count": _COUNT_FIVES,
            "pay": _FIVES_PAY,
            "target": _to(250),
        },
    ),
    (
        "fives-and-threes",
        Phrase("Fives and Threes"),
        Phrase("rules canon 1.3, Fives and Threes"),
        Phrase("Open ends score their fives and their threes; the match is won on exactly 61."),
        {
            "hand_size": _HOYLE,
            "leader": "lot",
            "lead_tile": "any",
            "next_leader": "rotate",
            "draw_limit": 0,
            "count": Count(multiples=(3, 5), score="quotient"),
            "pay": Pay(out=1, blocked="none", round_to=1),
            "target": Target(points=61, mode="exact", when="now"),
        },
    ),
    (
        "partners",
        Phrase("Partners"),
        Phrase("rules canon 1.2, partnership Block as Pagat tells it"),
        Phrase("Four players in two sides, no drawing; the winning side scores the losing side's pips. To 100."),
        {
            "hand_size": {4: 7},
            "partners": True,
            "draw_limit": 0,
            "next_leader": "rotate",
            "pay": _LOSERS,
            "target": _to(100),
        },
    ),
    (
        "puerto-rico",
        Phrase("Puerto Rican partners"),
        Phrase("rules canon 1.2, Puerto Rican partnership"),
        Phrase("As Partners, but the winning side scores every tile left, its own partner's too. To 200."),
        {
            "hand_size": {4: 7},
            "partners": True,
            "draw_limit": 0,
            "next_leader": "winner",
            "pay": Pay(out="others", blocked="all", round_to=1),
            "target": _to(200),
        },
    ),
    (
        "cuban",
        Phrase("Cuban partners"),
        Phrase("rules canon 1.2, Cuban"),
        Phrase("Double-nine set, four players in two sides with ten tiles each, no drawing. To 150."),
        {
            "max_pip": 9,
            "hand_size": {4: 10},
            "partners": True,
            "leader": "lot",
            "lead_tile": "any",
            "draw_limit": 0,
            "next_leader": "rotate",
            "pay": _LOSERS,
            "target": _to(150),
        },
    ),
    (
        "draw-9",
        Phrase("Draw, double-nine"),
        Phrase("rules canon 3.3 and A47"),
        Phrase("The draw game with the double-nine set for two to seven players. To 100."),
        {"max_pip": 9, "hand_size": dict.fromkeys(range(2, 8), 7), "target": _to(100)},
    ),
    (
        "draw-12",
        Phrase("Draw, double-twelve"),
        Phrase("rules canon 3.3 and A47"),
        Phrase("The draw game with the double-twelve set for two to ten players. To 100."),
        {"max_pip": 12, "hand_size": dict.fromkeys(range(2, 11), 7), "target": _to(100)},
    ),
    (
        "block-9",
        Phrase("Block, double-nine"),
        Phrase("rules canon 3.3 and A47"),
        Phrase("Block with the double-nine set for two to seven players. To 100."),
        {
            "max_pip": 9,
            "hand_size": dict.fromkeys(range(2, 8), 7),
            "draw_limit": 0,
            "next_leader": "rotate",
            "target": _to(100),
        },
    ),
    (
        "block-12",
        Phrase("Block, double-twelve"),
        Phrase("rules canon 3.3 and A47"),
        Phrase("Block with the double-twelve set for two to ten players. To 100."),
        {
            "max_pip": 12,
            "hand_size": dict.fromkeys(range(2, 11), 7),
            "draw_limit": 0,
            "next_leader": "rotate",
            "target": _to(100),
        },
    ),
    (
        "cross",
        Phrase("Cross"),
        Phrase("rules canon 1.4 and 3.3, Cross after Kelley"),
        Phrase("The first double grows four arms, all started before anything else; a reserve of two. To 100."),
        {
            "hand_size": {2: 7, 3: 6, 4: 5},
            "reserve": 2,
            "spinner": "first",
            "arms": "fill-first",
            "target": _to(100),
        },
    ),
    (
        "sebastopol",
        Phrase("Sebastopol"),
        Phrase("rules canon 1.4 and 3.3, Sebastopol"),
        Phrase("Four players, no drawing; the double-six leads and takes four tiles before any arm grows. To 100."),
        {
            "hand_size": {4: 7},
            "draw_limit": 0,
            "spinner": "lead",
            "arms": "fill-first",
            "pay": _LOSERS,
            "target": _to(100),
        },
    ),
)


def _make(row: tuple[str, Phrase, Phrase, Phrase, dict[str, Any]]) -> Preset:
    name, title, source, summary, own = row
    rules = Rules(**_PLAIN | own, id=name, title=title.english, version=1)
    reserve_table = name == "ply-yard"
    return Preset(
        id=name,
        title=title,
        source=source,
        summary=summary,
        versions=(rules,),
        dates=("2026-11-29",),
        labels=(Phrase("Black"), Phrase("White")) if reserve_table else (),
        tap="two" if reserve_table else "one",
    )


PRESETS: Final[dict[str, Preset]] = {row[0]: _make(row) for row in _ROWS}
"""Every preset by its id, the four published tables first."""


def titled(rules: Rules) -> str:
    """What people call these rules: a preset's title as a phrase, or the name that its makers gave to house rules."""
    known = PRESETS.get(rules.id or rules.base or "")
    if known is None:
        return HOUSE_RULES if rules.title == HOUSE_RULES else rules.title
    if rules.id is not None:
        return known.title
    return Phrase("{title}, changed", title=known.title) if rules.title == f"{known.title}, changed" else rules.title


HOUSE_RULES: Final = Phrase("House rules")


def preset(name: str, version: int | None = None) -> Rules:
    """The rules of a preset, the newest version unless one is named. Raises `BadRules` naming the nearest id."""
    found = PRESETS.get(name)
    if found is None:
        near = difflib.get_close_matches(name[:60], PRESETS, n=1, cutoff=0.0)[0]
        raise BadRules(f'there is no preset "{name[:60]}"; the nearest is "{near}". All: {", ".join(PRESETS)}')
    if version is None:
        return found.rules
    if isinstance(version, bool) or not isinstance(version, int) or not 1 <= version <= len(found.versions):
        newest = len(found.versions)
        have = "only version 1 exists" if newest == 1 else f"versions 1 to {newest} exist"
        raise BadRules(f'preset "{name}" has no version {version}: {have}', "version")
    return found.versions[version - 1]


def labels_of(rules: Rules, players: int) -> tuple[str, ...] | None:
    """What a preset calls its seats, such as Black and White; None where it has no names for so many."""
    labels = PRESETS[rules.id].labels if rules.id in PRESETS else None
    return tuple(labels) if labels and len(labels) == players else None
