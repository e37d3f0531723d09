"""What the new-game page offers: the four tables, and first of all the rules one came with."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from doublesix.errors import DominoError
from doublesix.rulebook import compare
from doublesix.rules import PRESETS, Rules, preset
from doublesix.rules.phrases import Phrase, in_a_row
from doublesix.rules.presets import titled
from doublesix.server.setup import asked_rules

OFFERED: Final = ("ply-yard", "draw-100", "ranked-draw", "ranked-block")
"""Presets that are always on the new-game page."""


@dataclass(frozen=True, slots=True)
class OfferedRules:
    """What the page needs of the rules: their name in the form, and for each number of players the tiles dealt."""

    id: str
    hand_size: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Offer:
    """One choice on the page."""

    rules: OfferedRules
    title: str
    summary: str
    labels: tuple[str, ...]


def offer(rules: Rules, asked: str) -> Offer:
    """Rules as a choice; `asked` is what the form calls them."""
    known = PRESETS.get(rules.id or "")
    if known is not None:
        summary, labels = known.summary, known.labels
    else:
        start = preset(rules.base, rules.version) if rules.base is not None else None
        own = [effect.text for effect, _ in compare(rules, start)] if start is not None else []
        summary = in_a_row(own[:3]) if own else Phrase("House rules.")
        if len(own) > 3:
            more = Phrase.plural("And {n} more.", "And {n} more.", len(own) - 3)
            summary = in_a_row([*own[:3], more])
        labels = ()
    return Offer(OfferedRules(asked, {n: rules.hand_size[n] for n in rules.players}), titled(rules), summary, labels)


def offered(asked: str = "") -> list[Offer]:
    """The choices, the rules that are asked for first; what cannot be read is left out."""
    out = [offer(PRESETS[name].rules, name) for name in OFFERED]
    if asked and asked not in OFFERED:
        with contextlib.suppress(DominoError):
            out.insert(0, offer(asked_rules(asked), asked))
    return out


def presets() -> list[Offer]:
    """Every preset as a choice, those that the new-game page offers first."""
    rest = [name for name in PRESETS if name not in OFFERED]
    return [offer(PRESETS[name].rules, name) for name in (*OFFERED, *rest)]


def seats_for(rules: Rules, wanted: int) -> int:
    """The number of seats that is wanted, where the rules allow one number only that one."""
    return rules.players[0] if len(rules.players) == 1 else wanted
