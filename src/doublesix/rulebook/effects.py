"""What each field of the rules does, in one sentence: for building house rules and for comparing two rulesets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from doublesix.rulebook.prose import set_name
from doublesix.rules.ruleset import FIELDS, Rules


class Effect(NamedTuple):
    """One field with its value and what that value means."""

    field: str
    value: Any
    """The value as JSON."""
    text: str


def _max_pip(rules: Rules) -> str:
    return f"Played with the {set_name(rules.max_pip)} set of {rules.size} tiles."


def _hand_size(rules: Rules) -> str:
    sizes = ", ".join(f"{tiles} with {players} players" for players, tiles in sorted(rules.hand_size.items()))
    return f"Tiles dealt to each: {sizes}."


def _partners(rules: Rules) -> str:
    return "Opposite seats are partners." if rules.partners else "Everybody plays alone."


def _leader(rules: Rules) -> str:
    return {
        "seat": "The first seat leads.",
        "lot": "The leader is drawn by lot.",
        "highest": "The holder of the highest double leads, else of the heaviest tile.",
    }[rules.leader]


def _lead_tile(rules: Rules) -> str:
    if rules.lead_tile == "any":
        return "The leader may lead any tile."
    return "The leader must lead the highest double it holds, else its heaviest tile."


def _next_leader(rules: Rules) -> str:
    if rules.target is None:
        return "One round is played, so nobody leads a next one."
    return {
        "again": "Every round decides its leader anew.",
        "rotate": "The lead moves on by one seat each round.",
        "winner": "Who won a round leads the next.",
    }[rules.next_leader]


def _draw_limit(rules: Rules) -> str:
    limit = rules.draw_limit
    if limit is None:
        return "A stuck seat draws until a tile fits."
    if limit == 0:
        return "There is no drawing: a stuck seat passes."
    return f"A stuck seat draws at most {limit} tile{'s' if limit > 1 else ''} in a turn, then passes."


def _voluntary_draw(rules: Rules) -> str:
    if not rules.draws:
        return "There is no drawing, so none by choice either."
    if rules.voluntary_draw:
        return "A seat may draw although it could play."
    return "A seat that can play may not draw."


def _reserve(rules: Rules) -> str:
    if not rules.draws:
        return "There is no drawing, so all tiles left over stay where they are."
    if rules.reserve == 0:
        return "Every boneyard tile can be drawn."
    return f"The last {'tile' if rules.reserve == 1 else f'{rules.reserve} tiles'} of the boneyard are never drawn."


def _spinner(rules: Rules) -> str:
    return {
        "none": "Doubles open no side arms.",
        "lead": "A double that leads opens side arms.",
        "first": "The first double opens side arms.",
        "all": "Every double opens side arms.",
    }[rules.spinner]


def _arms(rules: Rules) -> str:
    if rules.spinner == "none":
        return "No double opens side arms, so there is nothing to fill."
    if rules.arms == "sides-first":
        return "Side arms open once both long sides of their double are covered."
    return "All arms of a spinner are started before any arm grows."


def _count(rules: Rules) -> str:
    if rules.count is None:
        return "The open ends score nothing during play."
    numbers = " or ".join(map(str, rules.count.multiples))
    if rules.count.score == "total":
        return f"Open ends that total a multiple of {numbers} score that total."
    return f"Open ends that total a multiple of {numbers} score how often it goes in."


def _pay(rules: Rules) -> str:
    pay = rules.pay
    if not rules.pays:
        return "The end of a round pays nothing."
    out = {"losers": "the opponents' pips", "others": "the pips of all other hands", "none": "nothing"}
    blocked = {
        "margin": "the other hands' pips less one's own",
        "losers": "the losers' pips",
        "all": "everybody's pips",
        "none": "nothing",
    }
    what = out[pay.out] if isinstance(pay.out, str) else f"{pay.out} point{'' if pay.out == 1 else 's'}"
    text = f"Going out pays {what}, a blocked round {blocked[pay.blocked]}"
    return text + (f", to the nearest {pay.round_to}." if pay.round_to > 1 else ".")


def _out_when(rules: Rules) -> str:
    if not rules.partners or rules.out_when == "first":
        return "The round ends when a seat has played its last tile."
    return "The round ends when both partners have played their last tiles."


def _target(rules: Rules) -> str:
    target = rules.target
    if target is None:
        return "One round decides."
    reach = f"exactly {target.points}" if target.mode == "exact" else f"{target.points}"
    when = "as soon as it is reached" if target.when == "now" else "after a completed round"
    return f"The match is played to {reach} points, won {when}."


_SENTENCES: Final[dict[str, Callable[[Rules], str]]] = {
    "max_pip": _max_pip,
    "hand_size": _hand_size,
    "partners": _partners,
    "leader": _leader,
    "lead_tile": _lead_tile,
    "next_leader": _next_leader,
    "draw_limit": _draw_limit,
    "voluntary_draw": _voluntary_draw,
    "reserve": _reserve,
    "spinner": _spinner,
    "arms": _arms,
    "count": _count,
    "pay": _pay,
    "out_when": _out_when,
    "target": _target,
}


def effect(rules: Rules, field: str) -> Effect:
    """What one field of these rules does."""
    return Effect(field, rules.fields_json()[field], _SENTENCES[field](rules))


def effects(rules: Rules) -> list[Effect]:
    """What every field does, in the order of the fields."""
    values = rules.fields_json()
    return [Effect(field, values[field], _SENTENCES[field](rules)) for field in FIELDS]


def compare(one: Rules, other: Rules) -> list[tuple[Effect, Effect]]:
    """The fields in which two rulesets differ in effect, each with both effects; empty for equal ones.

    A field that has no effect under the other fields of both, such as `arms` where neither has a spinner, is left out.
    """
    pairs = zip(effects(one), effects(other), strict=True)
    return [(a, b) for a, b in pairs if a.value != b.value and a.text != b.text]


def distance(one: Rules, other: Rules) -> int:
    """In how many fields two rulesets differ."""
    return len(compare(one, other))
