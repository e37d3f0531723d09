"""The rule page of a ruleset: one value, written as plain text, Markdown, JSON or a web page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from doublesix.rulebook.cases import Settled, named_for, seat_names, settle
from doublesix.rulebook.effects import compare, distance
from doublesix.rulebook.examples import deal_of, worked
from doublesix.rulebook.prose import sections
from doublesix.rules.explain import named
from doublesix.rules.phrases import Phrase, in_a_row
from doublesix.rules.presets import PRESETS, Preset, preset, titled
from doublesix.rules.ruleset import Rules


class Block(NamedTuple):
    """A heading with sentences, or with items that have a heading of their own."""

    heading: str
    sentences: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()


class Item(NamedTuple):
    """A mistake, a question or an example: its title, what is right, and the position that shows it."""

    title: str
    sentences: tuple[str, ...]
    position: dict[str, Any] | None = None
    """The position shown: players, leader, hands as dealt, boneyard and moves, so that it can be replayed."""
    other: str | None = None
    """The preset that the item compares with."""


class Page(NamedTuple):
    """Everything a rule page says."""

    id: str | None
    version: int
    title: str
    summary: str
    blocks: tuple[Block, ...]

    def to_json(self) -> dict[str, Any]:
        """The page as JSON: blocks with sentences and items."""
        return {
            "id": self.id,
            "version": self.version,
            "title": self.title,
            "summary": self.summary,
            "blocks": [
                {
                    "heading": block.heading,
                    "sentences": list(block.sentences),
                    "items": [
                        {"title": item.title, "sentences": list(item.sentences), "position": item.position}
                        for item in block.items
                    ],
                }
                for block in self.blocks
            ],
        }


def rule_page(rules: Rules) -> Page:
    """The page of a preset or of house rules; every number and example in it is computed from the rules."""
    return _page(rules, rules.id, rules.version, rules.title, rules.base)


@lru_cache(maxsize=64)
def _page(rules: Rules, *_labels: object) -> Page:
    """`rule_page`; equal rules under other names have pages of their own."""
    known = PRESETS.get(rules.id or "")
    settled = settle(rules)
    blocks = [
        *(Block(heading, _sentences(rules, sentences)) for heading, sentences in sections(rules)),
        Block(Phrase("Worked examples"), items=tuple(Item(*part) for part in worked(rules))),
        Block(Phrase("Common mistakes"), items=_items(settled, "mistake")),
        Block(Phrase("Questions and answers"), items=_items(settled, "question")),
        Block(Phrase("Controls"), _controls(known)),
        Block(Phrase("Nearest relatives"), items=_relatives(rules)),
        Block(Phrase("Sources and corrections"), _sources(rules, known)),
    ]
    summary = known.summary if known is not None else _summary(rules)
    kept = tuple(block for block in blocks if block.sentences or block.items)
    return Page(rules.id, rules.version, rules.title, summary, kept)


def _summary(rules: Rules) -> str:
    """House rules in short: what they change in the preset they started from, else in the nearest one."""
    start = preset(rules.base, rules.version) if rules.base is not None else nearest(rules)[0]
    changed = [own.text for own, _ in compare(rules, start)]
    if not changed:
        return Phrase("Played like {rules}.", rules=titled(start))
    if rules.base is not None:
        return Phrase("From {rules}, but: {changes}", rules=titled(start), changes=in_a_row(changed))
    return Phrase("Near {rules}, but: {changes}", rules=titled(start), changes=in_a_row(changed))


def nearest(rules: Rules) -> list[Rules]:
    """The other presets, those that differ in the fewest fields first."""
    others = [preset.rules for preset in PRESETS.values() if preset.rules != rules or rules.id is None]
    return sorted(others, key=lambda other: (distance(rules, other), list(PRESETS).index(other.id or "")))


def _sentences(rules: Rules, sentences: Sequence[str]) -> tuple[str, ...]:
    """The sentences with the table's names for its seats."""
    names = seat_names(rules, rules.players[0])
    return tuple(named(sentence, names) for sentence in sentences)


def _items(settled: tuple[Settled, ...], kind: str) -> tuple[Item, ...]:
    """The mistakes or the questions, each with the names of the seats of its position."""
    out = []
    for case, answer, proof in settled:
        if case.kind != kind:
            continue
        if proof is None:
            out.append(Item(case.title, (answer,)))
            continue
        told = (named_for(proof.position, answer), named_for(proof.position, proof.text))
        out.append(Item(case.title, told, deal_of(proof.position)))
    return tuple(out)


def _controls(known: Preset | None) -> tuple[str, ...]:
    two = known is not None and known.tap == "two"
    return (
        _TWO_TAPS if two else _ONE_TAP,
        Phrase(
            "Tiles that fit are lifted and outlined in green; the buttons for the left and the right end do the same. "
            "Draw and Pass appear when they are what the rules ask for. A tap elsewhere cancels."
        ),
        Phrase(
            "By keyboard: arrow keys move through the hand, Enter takes a tile, L and R choose its end, D draws, "
            "P passes, "
            "Escape cancels."
        ),
        Phrase(
            "In the terminal: write 6-4l or 6-4 left, draw or pass; ? explains, and why 6-4 says why a tile does "
            "not fit."
        ),
        Phrase("Of the other seats only the number of their tiles is shown."),
    )


_TWO_TAPS: Final = Phrase("On the page: tap a tile, then the end it goes to.")
_ONE_TAP: Final = Phrase(
    "On the page: tap a tile that fits one end to play it; if it fits both, tap one of the two ghosts."
)


def _relatives(rules: Rules) -> tuple[Item, ...]:
    """The three nearest presets and what differs."""
    out = []
    for other in [other for other in nearest(rules) if other != rules][:3]:
        names = seat_names(rules, rules.players[0])
        rows = [
            Phrase("Here: {own} There: {its}", own=named(own.text, names), its=named(its.text, names))
            for own, its in compare(rules, other)
        ]
        title = Phrase("Unlike {rules} ({id})", rules=titled(other), id=other.id)
        out.append(Item(title, tuple(rows), other=other.id))
    return tuple(out)


def _sources(rules: Rules, known: Preset | None) -> tuple[str, ...]:
    if known is None:
        if not rules.base:
            return (Phrase("House rules."),)
        return (Phrase("House rules, changed from {rules}.", rules=PRESETS[rules.base].title),)
    out: list[str] = [
        Phrase("Source: {source}.", source=known.source),
        Phrase("Version {n} of {day}.", n=rules.version, day=known.dates[rules.version - 1]),
    ]
    out += [Phrase("Correction: {text}", text=text) for text in known.corrections] or [Phrase("No corrections so far.")]
    return tuple(out)


# --- writing ---------------------------------------------------------------------------------------------------------


def plain(page: Page) -> str:
    """The page as plain text."""
    return _write(page, lambda text: f"{text}\n{'=' * len(text)}", lambda text: f"{text}\n{'-' * len(text)}", "  ", "")


def markdown(page: Page) -> str:
    """The page as Markdown."""
    return _write(page, lambda text: f"# {text}", lambda text: f"## {text}", "", "- ")


def _write(page: Page, title: Any, heading: Any, indent: str, bullet: str) -> str:
    label = f"`{page.id}`, version {page.version}" if bullet and page.id else f"{page.id}, version {page.version}"
    parts = [title(page.title), page.summary + (f" ({label})" if page.id else "")]
    for block in page.blocks:
        parts.append(heading(block.heading))
        if block.sentences:
            parts.append("\n".join(f"{bullet}{sentence}" for sentence in block.sentences))
        for item in block.items:
            head = f"**{item.title}**" if bullet else item.title
            parts.append("\n".join([head, *(f"{bullet or indent}{sentence}" for sentence in item.sentences)]))
    return "\n\n".join(part for part in parts if part)
