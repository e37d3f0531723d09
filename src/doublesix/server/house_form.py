"""The form in which house rules are put together: its sections and controls, rules as its values and back.

form = values_of(preset("draw-100"))          every control's value, as a browser sends it
built = build(form | {"reserve": "2"})        rules, or what is wrong at which field
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from doublesix.errors import BadRules
from doublesix.rulebook import effects, house_rules
from doublesix.rulebook.prose import set_name
from doublesix.rules import PRESETS, Rules, preset
from doublesix.rules.phrases import Phrase
from doublesix.rules.ruleset import FIELDS, MAX_PLAYERS
from doublesix.rules.tiles import MAX_PIP, set_size
from doublesix.speech import ENGLISH, spoken

START: Final = "draw-100"
"""The preset that is offered first."""

Form = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Control:
    """One control: a choice among `options`, a number or a text. Its `name` is the form's field."""

    kind: Literal["choice", "number", "text"]
    name: str
    label: str
    options: tuple[tuple[str, str], ...] = ()
    low: int = 0
    high: int = 0
    when: str = ""
    """`name=value` of the choice that this control belongs to; it is shown with that choice only."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field of the rules with its controls."""

    name: str
    label: str
    controls: tuple[Control, ...]


def _choice(name: str, *options: tuple[str, str], label: str = "") -> Control:
    return Control("choice", name, label, options)


def _number(name: str, label: str, low: int, high: int, when: str = "") -> Control:
    return Control("number", name, label, low=low, high=high, when=when)


_YES_NO: Final = (("no", Phrase("No")), ("yes", Phrase("Yes")))
SECTIONS: Final[tuple[tuple[str, tuple[Field, ...]], ...]] = (
    (
        Phrase("Tiles and seats"),
        (
            Field(
                "max_pip",
                Phrase("Tile set"),
                (
                    Control(
                        "choice",
                        "max_pip",
                        Phrase("Set"),
                        tuple(
                            (str(n), Phrase("{set}, {n} tiles", set=set_name(n), n=set_size(n)))
                            for n in range(2, MAX_PIP + 1)
                        ),
                    ),
                ),
            ),
            Field(
                "hand_size",
                Phrase("Tiles dealt to each"),
                tuple(_number(f"deal{n}", Phrase("{n} players", n=n), 1, 60) for n in range(2, MAX_PLAYERS + 1)),
            ),
            Field(
                "partners",
                Phrase("Partners"),
                (_choice("partners", ("no", Phrase("Everybody alone")), ("yes", Phrase("Opposite seats"))),),
            ),
        ),
    ),
    (
        Phrase("Leading"),
        (
            Field(
                "leader",
                Phrase("Who leads"),
                (
                    _choice(
                        "leader",
                        ("highest", Phrase("Highest double")),
                        ("lot", Phrase("By lot")),
                        ("seat", Phrase("First seat")),
                    ),
                ),
            ),
            Field(
                "lead_tile",
                Phrase("With which tile"),
                (_choice("lead_tile", ("any", Phrase("Any")), ("qualifying", Phrase("Highest"))),),
            ),
            Field(
                "next_leader",
                Phrase("Later rounds"),
                (
                    _choice(
                        "next_leader",
                        ("again", Phrase("Decided anew")),
                        ("rotate", Phrase("Next seat")),
                        ("winner", Phrase("The winner")),
                    ),
                ),
            ),
        ),
    ),
    (
        Phrase("Drawing"),
        (
            Field(
                "draw_limit",
                Phrase("Who cannot play"),
                (
                    _choice(
                        "drawing",
                        ("until", Phrase("Draws until one fits")),
                        ("some", Phrase("Draws some")),
                        ("none", Phrase("Passes")),
                    ),
                    _number("draws", Phrase("Tiles in a turn at most"), 1, 100, "drawing=some"),
                ),
            ),
            Field("voluntary_draw", Phrase("Drawing by choice"), (_choice("voluntary_draw", *_YES_NO),)),
            Field("reserve", Phrase("Tiles never drawn"), (_choice("reserve", ("0", "0"), ("1", "1"), ("2", "2")),)),
        ),
    ),
    (
        Phrase("Side arms"),
        (
            Field(
                "spinner",
                Phrase("Doubles that open side arms"),
                (
                    _choice(
                        "spinner",
                        ("none", Phrase("None")),
                        ("lead", Phrase("The lead")),
                        ("first", Phrase("The first")),
                        ("all", Phrase("All")),
                    ),
                ),
            ),
            Field(
                "arms",
                Phrase("When they open"),
                (
                    _choice(
                        "arms",
                        ("sides-first", Phrase("Both long sides first")),
                        ("fill-first", Phrase("At once, filled first")),
                    ),
                ),
            ),
        ),
    ),
    (
        Phrase("Points"),
        (
            Field(
                "count",
                Phrase("Open ends, after every play"),
                (
                    _choice(
                        "counting",
                        ("none", Phrase("No points")),
                        ("total", Phrase("Their total")),
                        ("quotient", Phrase("How often")),
                    ),
                    Control("text", "multiples", Phrase("Where the total is a multiple of"), when="counting"),
                ),
            ),
            Field(
                "pay",
                Phrase("End of a round"),
                (
                    _choice(
                        "out",
                        ("losers", Phrase("Opponents' pips")),
                        ("others", Phrase("All other hands")),
                        ("points", Phrase("A fixed number")),
                        ("none", Phrase("Nothing")),
                        label=Phrase("Going out pays"),
                    ),
                    _number("out_points", Phrase("Points for going out"), 0, 1000, "out=points"),
                    _choice(
                        "blocked",
                        ("margin", Phrase("The difference")),
                        ("losers", Phrase("Losers' pips")),
                        ("all", Phrase("All pips")),
                        ("none", Phrase("Nothing")),
                        label=Phrase("A blocked round pays"),
                    ),
                    _choice("round_to", ("1", "1"), ("3", "3"), ("5", "5"), label=Phrase("Rounded to the nearest")),
                ),
            ),
            Field(
                "out_when",
                Phrase("A side is out when"),
                (_choice("out_when", ("first", Phrase("One is")), ("side", Phrase("Both are"))),),
            ),
        ),
    ),
    (
        Phrase("Match"),
        (
            Field(
                "target",
                Phrase("Length"),
                (
                    _choice("matching", ("round", Phrase("One round")), ("match", Phrase("A match to a target"))),
                    _number("points", Phrase("Points"), 1, 10_000, "matching=match"),
                    Control(
                        "choice",
                        "mode",
                        Phrase("Reached by"),
                        (("at-least", Phrase("That many or more")), ("exact", Phrase("Exactly that many"))),
                        when="matching=match",
                    ),
                    Control(
                        "choice",
                        "when",
                        Phrase("Won"),
                        (("round", Phrase("After the round")), ("now", Phrase("At once"))),
                        when="matching=match",
                    ),
                ),
            ),
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Built:
    """What became of a form."""

    rules: Rules | None
    """The rules, where nothing is wrong."""
    shown: Rules
    """These, else the preset with those changes that do work: what the effects speak of."""
    errors: Mapping[str, str]
    """Sentences by field of the rules; `title` and `base` are among the names."""


def values_of(rules: Rules) -> dict[str, str]:
    """Every control's value for these rules."""
    count, target, pay = rules.count, rules.target, rules.pay
    limit = rules.draw_limit
    form = {f"deal{n}": str(rules.hand_size.get(n, "")) for n in range(2, MAX_PLAYERS + 1)}
    form |= {name: str(getattr(rules, name)) for name in _PLAIN}
    form |= {name: "yes" if getattr(rules, name) else "no" for name in ("partners", "voluntary_draw")}
    form |= {
        "base": rules.id or rules.base or START,
        "title": "" if rules.id is not None or rules.title == "House rules" else rules.title,
        "drawing": "until" if limit is None else "some" if limit else "none",
        "draws": str(limit or 1),
        "counting": count.score if count is not None else "none",
        "multiples": ", ".join(map(str, count.multiples)) if count is not None else "5",
        "out": pay.out if isinstance(pay.out, str) else "points",
        "out_points": str(pay.out) if isinstance(pay.out, int) else "10",
        "blocked": pay.blocked,
        "round_to": str(pay.round_to),
        "matching": "match" if target is not None else "round",
        "points": str(target.points if target is not None else 100),
        "mode": target.mode if target is not None else "at-least",
        "when": target.when if target is not None else "round",
    }
    return form


_PLAIN: Final = ("max_pip", "leader", "lead_tile", "next_leader", "reserve", "spinner", "arms", "out_when")


def build(form: Form) -> Built:
    """The rules of a form, or everything that is wrong with it. What the form leaves out is as in its preset."""
    name = form.get("base", START)
    if name not in PRESETS:
        return Built(
            None, preset(START), {"base": Phrase('There is no preset "{name}" to start from.', name=name[:60])}
        )
    start = preset(name)
    value = _overrides({**values_of(start), **form}, start)
    title = form.get("title", "").strip()
    if title:
        value["title"] = title
    errors: dict[str, str] = {}
    while True:
        try:
            made = house_rules({"base": name, **value})
        except BadRules as refused:
            field = refused.field if refused.field in (*FIELDS, "title") else "title"
            errors.setdefault(field, in_page_words(str(refused)))
            if value.pop(field, None) is None:
                return Built(None, start, errors)
        else:
            return Built(None if errors else made, made, errors)


def _overrides(form: Form, start: Rules) -> dict[str, Any]:
    """The fields that differ from the preset, as JSON."""
    count, target = form["counting"], form["matching"]
    value: dict[str, Any] = {name: form[name] for name in _PLAIN}
    value |= {"max_pip": _whole(form["max_pip"]), "reserve": _whole(form["reserve"])}
    for name in ("partners", "voluntary_draw"):
        value[name] = {"yes": True, "no": False}.get(form[name], form[name])
    dealt = {str(n): form[f"deal{n}"].strip() for n in range(2, MAX_PLAYERS + 1)}
    value["hand_size"] = {n: _whole(tiles) for n, tiles in dealt.items() if tiles not in ("", "0")}
    value["draw_limit"] = {"until": None, "none": 0}.get(form["drawing"], _whole(form["draws"]))
    value["count"] = None
    if count != "none":
        multiples = re.split(r"[\s,;]+", form["multiples"].strip())
        value["count"] = {"multiples": [_whole(part) for part in multiples], "score": count}
    out = _whole(form["out_points"]) if form["out"] == "points" else form["out"]
    value["pay"] = {"out": out, "blocked": form["blocked"], "round_to": _whole(form["round_to"])}
    value["target"] = None
    if target != "round":
        value["target"] = {"points": _whole(form["points"]), "mode": form["mode"], "when": form["when"]}
    own = start.fields_json()
    return {name: value[name] for name in FIELDS if value[name] != own[name]}


def _whole(text: str) -> int | str:
    """The number in a text; what is none stays, and the rules say what is wrong with it."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else text


def idle(rules: Rules) -> frozenset[str]:
    """The fields that have no effect under the others."""
    out = set()
    if not rules.draws:
        out |= {"voluntary_draw", "reserve"}
    if rules.spinner == "none":
        out.add("arms")
    if rules.target is None:
        out.add("next_leader")
    if not rules.partners:
        out.add("out_when")
    return frozenset(out)


def effects_json(rules: Rules) -> list[dict[str, Any]]:
    """Every field with its sentence, and whether it is idle."""
    still = idle(rules)
    return [{"field": e.field, "text": e.text, "idle": e.field in still} for e in effects(rules)]


def changed(rules: Rules) -> list[str]:
    """The fields that differ from the preset they started from."""
    if rules.base is None:
        return []
    own, start = rules.fields_json(), preset(rules.base, rules.version).fields_json()
    return [name for name in FIELDS if own[name] != start[name]]


_SPOKEN: Final = (
    (r"hand_size deals", "the deal takes"),
    (r"\bhand_size has no 4: add it, such as \{\"4\": (\d+)\}", r"none are dealt for 4 players: deal \1 each"),
    (r"or set partners to false", "or choose Everybody alone"),
    (r"or take a larger max_pip", "or take a larger set"),
    (r"or set target to null", "or choose One round"),
    (r"let pay\.out or pay\.blocked pay", "let the end of a round pay"),
    (r"or give a count", "or let the open ends score"),
    (r', or mode "at-least"', ", or choose That many or more"),
    (r"^target is", "the target is"),
    (r"^hand_size gives the tiles dealt for each number of players.*", "deal tiles to at least one number of players"),
    (r"hand_size\.(\d+) is", r"what \1 players get is"),
    (r"draw_limit is null or", "how many tiles may be drawn is"),
    (r"draw_limit is", "how many tiles may be drawn is"),
    (r"count\.multiples is a list of whole numbers such as \[3, 5\]", "the multiples are whole numbers such as 3, 5"),
    (r"count\.multiples names", "the list of multiples names"),
    (r"count\.multiples is", "a multiple is"),
    (r"target\.points is", "the points of the target are"),
    (r"pay\.out is", "what going out pays is"),
    (r"^title is", "the name is"),
)
"""The rules speak of the fields of files; the page speaks of its controls."""


def in_page_words(text: str) -> str:
    """A refusal of the rules as a sentence: in English in the words of the page, in other languages as it is said."""
    if spoken.get().language == ENGLISH.language:
        for pattern, words in _SPOKEN:
            text = re.sub(pattern, words, text)
    text = spoken.get().say(text)
    return text[0].upper() + text[1:] + ("" if text.endswith((".", "}")) else ".")
