"""What each field of the rules does, in one sentence: for building house rules and for comparing two rulesets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from doublesix.rulebook.prose import set_name
from doublesix.rules.phrases import Phrase, either, enumerated
from doublesix.rules.ruleset import FIELDS, Rules


class Effect(NamedTuple):
    """One field with its value and what that value means."""

    field: str
    value: Any
    """The value as JSON."""
    text: Phrase


def _max_pip(rules: Rules) -> Phrase:
    return Phrase("Played with the {set} set of {n} tiles.", set=set_name(rules.max_pip), n=rules.size)


def _hand_size(rules: Rules) -> Phrase:
    sizes = [
        Phrase("{tiles} with {players} players", tiles=tiles, players=players)
        for players, tiles in sorted(rules.hand_size.items())
    ]
    return Phrase("Tiles dealt to each: {sizes}.", sizes=enumerated(sizes))


def _partners(rules: Rules) -> Phrase:
    return Phrase("Opposite seats are partners.") if rules.partners else Phrase("Everybody plays alone.")


def _leader(rules: Rules) -> Phrase:
    return {
        "seat": Phrase("The first seat leads."),
        "lot": Phrase("The leader is drawn by lot."),
        "highest": Phrase("The holder of the highest double leads, else of the heaviest tile."),
    }[rules.leader]


def _lead_tile(rules: Rules) -> Phrase:
    if rules.lead_tile == "any":
        return Phrase("The leader may lead any tile.")
    return Phrase("The leader must lead the highest double it holds, else its heaviest tile.")


def _next_leader(rules: Rules) -> Phrase:
    if rules.target is None:
        return Phrase("One round is played, so nobody leads a next one.")
    return {
        "again": Phrase("Every round decides its leader anew."),
        "rotate": Phrase("The lead moves on by one seat each round."),
        "winner": Phrase("Who won a round leads the next."),
    }[rules.next_leader]


def _draw_limit(rules: Rules) -> Phrase:
    limit = rules.draw_limit
    if limit is None:
        return Phrase("A stuck seat draws until a tile fits.")
    if limit == 0:
        return Phrase("There is no drawing: a stuck seat passes.")
    return Phrase.plural(
        "A stuck seat draws at most {n} tile in a turn, then passes.",
        "A stuck seat draws at most {n} tiles in a turn, then passes.",
        limit,
    )


def _voluntary_draw(rules: Rules) -> Phrase:
    if not rules.draws:
        return Phrase("There is no drawing, so none by choice either.")
    if rules.voluntary_draw:
        return Phrase("A seat may draw although it could play.")
    return Phrase("A seat that can play may not draw.")


def _reserve(rules: Rules) -> Phrase:
    if not rules.draws:
        return Phrase("There is no drawing, so all tiles left over stay where they are.")
    if rules.reserve == 0:
        return Phrase("Every boneyard tile can be drawn.")
    if rules.reserve == 1:
        return Phrase("The last tile of the boneyard is never drawn.")
    return Phrase("The last {n} tiles of the boneyard are never drawn.", n=rules.reserve)


def _spinner(rules: Rules) -> Phrase:
    return {
        "none": Phrase("Doubles open no side arms."),
        "lead": Phrase("A double that leads opens side arms."),
        "first": Phrase("The first double opens side arms."),
        "all": Phrase("Every double opens side arms."),
    }[rules.spinner]


def _arms(rules: Rules) -> Phrase:
    if rules.spinner == "none":
        return Phrase("No double opens side arms, so there is nothing to fill.")
    if rules.arms == "sides-first":
        return Phrase("Side arms open once both long sides of their double are covered.")
    return Phrase("All arms of a spinner are started before any arm grows.")


def _count(rules: Rules) -> Phrase:
    if rules.count is None:
        return Phrase("The open ends score nothing during play.")
    numbers = either(rules.count.multiples)
    if rules.count.score == "total":
        return Phrase("Open ends that total a multiple of {numbers} score that total.", numbers=numbers)
    return Phrase("Open ends that total a multiple of {numbers} score how often it goes in.", numbers=numbers)


_OUT: Final = {
    "losers": Phrase("the opponents' pips"),
    "others": Phrase("the pips of all other hands"),
    "none": Phrase("nothing"),
}
_BLOCKED: Final = {
    "margin": Phrase("the other hands' pips less one's own"),
    "losers": Phrase("the losers' pips"),
    "all": Phrase("everybody's pips"),
    "none": Phrase("nothing"),
}


def _pay(rules: Rules) -> Phrase:
    pay = rules.pay
    if not rules.pays:
        return Phrase("The end of a round pays nothing.")
    out = _OUT[pay.out] if isinstance(pay.out, str) else Phrase.plural("{n} point", "{n} points", pay.out)
    blocked = _BLOCKED[pay.blocked]
    if pay.round_to > 1:
        return Phrase(
            "Going out pays {out}, a blocked round {blocked}, to the nearest {n}.",
            out=out,
            blocked=blocked,
            n=pay.round_to,
        )
    return Phrase("Going out pays {out}, a blocked round {blocked}.", out=out, blocked=blocked)


def _out_when(rules: Rules) -> Phrase:
    if not rules.partners or rules.out_when == "first":
        return Phrase("The round ends when a seat has played its last tile.")
    return Phrase("The round ends when both partners have played their last tiles.")


def _target(rules: Rules) -> Phrase:
    target = rules.target
    if target is None:
        return Phrase("One round decides.")
    points = Phrase("exactly {n}", n=target.points) if target.mode == "exact" else target.points
    if target.when == "now":
        return Phrase("The match is played to {points} points, won as soon as it is reached.", points=points)
    return Phrase("The match is played to {points} points, won after a completed round.", points=points)


_SENTENCES: Final[dict[str, Callable[[Rules], Phrase]]] = {
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
