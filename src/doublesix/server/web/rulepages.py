"""The pages about rules: the index, a rule page with its positions drawn, a comparison, and the house-rules form.

Pure functions from values to HTML text, as in ``pages``. A rule page of house rules takes about a second: call
``rules_page`` off the event loop.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from markupsafe import Markup, escape

from doublesix.notation import Record
from doublesix.rulebook import Block, Effect, Item, compare, effects, rule_page, to_link
from doublesix.rules import PRESETS, Position, Rules, Tile, View, start
from doublesix.rules.phrases import Phrase, enumerated
from doublesix.rules.presets import titled
from doublesix.server.house_form import SECTIONS, Built, changed, idle
from doublesix.server.web import figures
from doublesix.server.web.drawing import Halves
from doublesix.server.web.pages import render
from doublesix.speech import spoken

FAMILIES: Final[tuple[tuple[str, str, tuple[str, ...]], ...]] = (
    (Phrase("The four tables"), "", ("ply-yard", "draw-100", "ranked-draw", "ranked-block")),
    (Phrase("Block and draw"), Phrase("The plain forms, as old books have them."), ("block", "draw", "draw-classic")),
    (Phrase("Points in play"), Phrase("The open ends score."), ("all-fives", "muggins", "five-up", "fives-and-threes")),
    (Phrase("Partners"), Phrase("Four players in two sides."), ("partners", "puerto-rico", "cuban")),
    (Phrase("Side arms"), Phrase("A double grows four arms."), ("cross", "sebastopol")),
    (
        Phrase("Larger sets"),
        Phrase("Double-nine and double-twelve, up to ten players."),
        ("draw-9", "draw-12", "block-9", "block-12"),
    ),
)
"""Every preset once, under its family."""

FIELD_LABELS: Final = {field.name: field.label for _, fields in SECTIONS for field in fields}
"""What the pages call each field of the rules."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A position as it is shown under an item."""

    lines: tuple[tuple[str, Markup], ...]
    """The line, and what is not drawn with it: arms of several spinners, each with its name; nothing before a lead."""
    hands: tuple[tuple[str, Markup], ...]
    """Whose tiles, and the tiles."""
    record: str
    """The round up to here as a line of JSON."""


@dataclass(frozen=True, slots=True)
class Shown:
    """An item of a block with its figure."""

    item: Item
    figure: Figure | None


def path_of(rules: Rules) -> str:
    """The address of the page of these rules: a preset's, or one that holds house rules whole."""
    if rules.id is None:
        return f"/house/{to_link(rules)}"
    old = rules.version != PRESETS[rules.id].rules.version
    return f"/rules/{rules.id}" + (f"?version={rules.version}" if old else "")


def asked_as(rules: Rules) -> str:
    """These rules as the field ``rules`` of a form: the id, or ``house:`` and the link."""
    return rules.id if rules.id is not None else f"house:{to_link(rules)}"


def rules_index() -> str:
    """All presets: the published tables first, then by family."""
    families = [(title, note, [PRESETS[name] for name in names]) for title, note, names in FAMILIES]
    return render("rules.html", families=families, presets=_presets())


def rules_page(rules: Rules) -> str:
    """Everything about a preset or about house rules, with every position drawn."""
    page = rule_page(rules)
    heading = titled(rules)
    blocks = [
        (block, _anchor(block), [Shown(item, _figure(rules, item)) for item in block.items]) for block in page.blocks
    ]
    return render(
        "rules_one.html",
        page=page,
        heading=heading,
        blocks=blocks,
        shapes=figures.shapes(range(rules.max_pip + 1)),
        rules=rules,
        asked=asked_as(rules),
        path=path_of(rules),
        link=to_link(rules),
        base=PRESETS.get(rules.base or ""),
        colours=PRESETS[rules.id].labels if rules.id is not None else (),
        whole=whole,
        at_a_glance=[(FIELD_LABELS[effect.field], effect.text) for effect in _active(rules)],
    )


def comparison(one: Rules | None, other: Rules | None, asked: tuple[str, str], errors: Sequence[str] = ()) -> str:
    """What differs between two rulesets, and the form to choose them; ``asked`` is what the form held."""
    pairs: list[tuple[Effect, Effect]] | None = None
    if one is not None and other is not None:
        pairs = compare(one, other)
    return render(
        "compare.html",
        one=one,
        other=other,
        pairs=pairs,
        asked=asked,
        errors=list(errors),
        labels=FIELD_LABELS,
        presets=_presets(),
        path_of=path_of,
    )


def builder(form: Mapping[str, str], built: Built, opened: str = "", open_error: str = "") -> str:
    """The form for house rules with every effect; ``opened`` is a file's text that could not be read, and why."""
    rules = built.rules
    return render(
        "house.html",
        form=form,
        built=built,
        sections=SECTIONS,
        effects={effect.field: effect.text for effect in effects(built.shown)},
        idle=idle(built.shown),
        changed=changed(built.shown),
        labels=FIELD_LABELS,
        changed_names=enumerated([FIELD_LABELS[name] for name in changed(built.shown)] or [""]),
        base=PRESETS.get(form["base"]) or next(iter(PRESETS.values())),
        path=path_of(rules) if rules is not None else "",
        file=f"/house/{to_link(rules)}/file" if rules is not None else "",
        asked=asked_as(rules) if rules is not None else "",
        presets=_presets(),
        opened=opened,
        open_error=open_error,
    )


def _presets() -> list[tuple[str, str]]:
    return [(name, PRESETS[name].title) for _, _, names in FAMILIES for name in names]


def _anchor(block: Block) -> str:
    return "-".join(block.heading.lower().split())


def _active(rules: Rules) -> list[Effect]:
    still = idle(rules)
    return [effect for effect in effects(rules) if effect.field not in still]


_TILES: Final = re.compile(r"\b\d+-\d+[LRUD]?\d*\b")


def whole(sentence: str) -> Markup:
    """A sentence whose tiles and moves are not broken at their dash."""
    said = escape(spoken.get().say(sentence))
    return Markup(_TILES.sub(lambda found: f'<span class="nb">{found[0]}</span>', str(said)))


# --- figures ---------------------------------------------------------------------------------------------------------


def _figure(rules: Rules, item: Item) -> Figure | None:
    """The item's position replayed and drawn."""
    if item.position is None:
        return None
    names: list[str] = item.position["names"]
    return figure_of(_replayed(rules, item.position), names)


def figure_of(position: Position, names: Sequence[Any], seats: Sequence[int] | None = None) -> Figure:
    """A position drawn, with the hands of these seats: by default of the seat to move, or of all at the end."""
    if seats is None:
        seats = [position.turn] if position.turn is not None else range(position.players)
    hands = []
    for seat in seats:
        tiles = position.hands[seat]
        label = " ".join(map(str, tiles))
        whose = _whose(names[seat], position, tiles)
        hands.append((whose, figures.hand([(tile.high, tile.low) for tile in tiles], label) if tiles else Markup("")))
    record = {name: part for name, part in Record.of(position).to_json().items() if name != "outcome"}
    return Figure(tuple(_lines(position)), tuple(hands), json.dumps(record, ensure_ascii=False))


def seen(view: View, names: Sequence[Any], *, yours: bool = False) -> Figure:
    """What a seat sees: the line and its own hand; ``yours`` where it is the reader's."""
    tiles = " ".join(map(str, view.hand))
    hand = figures.hand([(tile.high, tile.low) for tile in view.hand], tiles)
    whose = Phrase("Your tiles") if yours else Phrase("{who} to move", who=names[view.seat])
    return Figure(tuple(_lines(view)), ((whose, hand),), "")


def _whose(name: str, position: Position, tiles: Sequence[Tile]) -> Phrase:
    if not tiles:
        return Phrase("{who} is out", who=name)
    if position.turn is not None:
        return Phrase("{who} to move", who=name)
    return Phrase("{who} still holds", who=name)


def _replayed(rules: Rules, shown: Mapping[str, Any]) -> Position:
    if shown["rules"] != rules.to_json():  # an example of a variant
        rules = Rules.from_json(shown["rules"], rules.version)
    hands = [[Tile(text) for text in tiles] for tiles in shown["hands"]]
    position = start(rules, hands, [Tile(text) for text in shown["boneyard"]], leader=shown["leader"])
    for move in shown["moves"]:
        position = position.play(move)
    return position


def _lines(position: Position | View) -> list[tuple[str, Markup]]:
    """The line as one picture; the arms of several spinners are pictures of their own, read outwards."""
    line = position.line
    if line.lead is None:
        return []
    lead = (line.lead.high, line.lead.low)
    along = {side: list(line.arms.get(side, ())) for side in ("L", "R")}
    sides = {side: list(arm) for side, arm in line.arms.items() if side not in along and arm}
    label = _line_label(position)
    if not sides:
        return [("", figures.line(lead, along, label))]
    if all(len(side) == 1 for side in sides):
        middle, turned = _about(next(iter(sides.values()))[0][0], lead, along)
        return [("", figures.line(middle, turned | sides, label))]
    out = [("", figures.line(lead, along, label))]
    for side, arm in sides.items():
        spinner = f"{arm[0][0]}-{arm[0][0]}"
        name = _arm_name(side, spinner)
        label = _said(Phrase("{arm}, from the spinner outwards", arm=name))
        out.append((name, figures.line(arm[0], {"L": [], "R": arm[1:]}, label)))
    return out


def _about(value: int, lead: Halves, along: dict[str, list[Halves]]) -> tuple[Halves, dict[str, list[Halves]]]:
    """The line seen from the double of `value`: that tile, and the tiles to its left and right, inner halves first."""
    if lead == (value, value):
        return lead, along
    for side, other, shown in (("L", "R", lead), ("R", "L", (lead[1], lead[0]))):
        if (value, value) in along[side]:
            at = along[side].index((value, value))
            back = [(outer, inner) for inner, outer in reversed(along[side][:at])]
            turned = {side: along[side][at + 1 :], other: [*back, shown, *along[other]]}
            return (value, value), {"L": turned["L"], "R": turned["R"]}
    raise AssertionError("side arms start from a double on the line")


def _arm_name(side: str, spinner: str) -> Phrase:
    if side.startswith("U"):
        return Phrase("Upper arm of {spinner}", spinner=spinner)
    return Phrase("Lower arm of {spinner}", spinner=spinner)


def _end(side: str, value: int) -> Phrase:
    if side.startswith("L"):
        return Phrase("left end {value}", value=value)
    if side.startswith("R"):
        return Phrase("right end {value}", value=value)
    if side.startswith("U"):
        return Phrase("upper end {value}", value=value)
    return Phrase("lower end {value}", value=value)


def _line_label(position: Position | View) -> str:
    ends = [_end(side, value) for side, value in position.ends.items()]
    tiles = Phrase.plural("{n} tile", "{n} tiles", 1 + sum(map(len, position.line.arms.values())))
    if not ends:
        return _said(Phrase("Line of {tiles}", tiles=tiles))
    return _said(Phrase("Line of {tiles}; {ends}", tiles=tiles, ends=enumerated(ends)))


def _said(text: str) -> str:
    """A text for a picture, which is drawn in the language of the page."""
    return spoken.get().say(text)
