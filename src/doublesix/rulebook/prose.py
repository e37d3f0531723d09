"""The rules in sentences, generated from their fields, so that text and play cannot disagree."""

from __future__ import annotations

from typing import Final

from doublesix.rules.ruleset import Rules
from doublesix.rules.tiles import set_size

_SETS: Final = {6: "double-six", 9: "double-nine", 12: "double-twelve"}


def set_name(max_pip: int) -> str:
    """The name of a tile set."""
    return _SETS.get(max_pip, f"double-{max_pip}")


def setup(rules: Rules) -> list[str]:
    """The tiles, the deal and the lead."""
    out = [
        f"The {set_name(rules.max_pip)} set has {set_size(rules.max_pip)} tiles, one of each pair of values "
        f"from 0-0 to {rules.max_pip}-{rules.max_pip}."
    ]
    for players in rules.players:
        tiles = rules.hand_size[players]
        left = rules.size - players * tiles
        rest = f"{left} tiles are left as the boneyard" if left else "no tile is left"
        if left and not rules.draws:
            rest = f"{left} tiles stay out of play"
        out.append(f"{players} players get {tiles} tiles each; {rest}.")
    if rules.partners:
        out.append("Seats 0 and 2 are one side, seats 1 and 3 the other; partners see no more than opponents do.")
    out.append(leads(rules))
    return out


def leads(rules: Rules) -> str:
    """Who leads, and with what."""
    bound = rules.lead_tile == "qualifying"
    if rules.leader == "highest":
        tile = "with that tile" if bound else "with any tile"
        return (
            f"The holder of the highest double leads, {tile}; if no double was dealt, the holder of the heaviest tile, "
            "of equal ones the one with the higher half."
        )
    tile = "its own highest double, else its heaviest tile" if bound else "any tile; a double is not needed"
    if rules.leader == "seat":
        return f"Seat 0 leads, with {tile}."
    return f"The leader is drawn by lot and leads {tile}."


def turn(rules: Rules) -> list[str]:
    """Playing a tile."""
    out = ["Touching halves show the same number. A seat that holds a tile that fits must play one, at either end."]
    if rules.spinner == "none":
        out.append("A double fits only its own number; it has two ends like any tile, however it lies.")
    else:
        which = {"lead": "A double that leads", "first": "The first double", "all": "Every double"}[rules.spinner]
        when = (
            "once both its long sides are covered"
            if rules.arms == "sides-first"
            else "at once, and all its arms are started before anything else grows"
        )
        out.append(f"{which} is a spinner: its two side arms open {when}.")
    if rules.count is not None:
        numbers = " or ".join(map(str, rules.count.multiples))
        gain = "scores that total" if rules.count.score == "total" else "scores how often they go into it"
        out.append(f"After a play, an open-ends total that is a multiple of {numbers} {gain}.")
    return out


def drawing(rules: Rules) -> list[str]:
    """What a stuck seat does."""
    if not rules.draws:
        return ["There is no drawing: a seat without a tile that fits passes."]
    limit = rules.draw_limit
    many = "one tile after another until one fits" if limit is None else f"up to {limit} tile{'s' if limit > 1 else ''}"
    out = [
        f"A seat without a tile that fits draws {many}; drawing keeps the turn, and a drawn tile that fits is played."
    ]
    if rules.reserve:
        tiles = "tile stays" if rules.reserve == 1 else "tiles stay"
        out.append(f"The last {rules.reserve} boneyard {tiles} in reserve and are never drawn.")
    if rules.voluntary_draw:
        out.append("A seat may also draw while it could play; the turn still ends with a play if a tile fits.")
    out.append("A seat passes only when nothing fits and nothing more may be drawn.")
    return out


def ending(rules: Rules) -> list[str]:
    """How a round ends and what it pays."""
    who = "both partners have" if rules.out_when == "side" and rules.partners else "a seat has"
    out = [f"The round ends when {who} played the last tile."]
    stuck = " and nothing may be drawn" if rules.draws else ""
    out.append(f"It is blocked when all seats pass in a row{stuck}: the lowest pips win; equal totals share the place.")
    pay = rules.pay
    pays = {"losers": "the pips left in the opposing hands", "others": "the pips left in all other hands"}
    if pay.out != "none":
        what = pays[pay.out] if isinstance(pay.out, str) else f"{pay.out} point{'s' if pay.out != 1 else ''}"
        out.append(f"Going out pays {what}.")
    elif rules.pays:
        out.append("Going out pays nothing.")
    blocked = {
        "margin": "the other hands' pips less the winner's own",
        "losers": "the pips in the losing hands",
        "all": "the pips in every hand",
    }
    if pay.blocked != "none":
        out.append(f"A blocked round pays {blocked[pay.blocked]}; a shared lowest total pays nobody.")
    elif rules.pays:
        out.append("A blocked round pays nothing.")
    if not rules.pays:
        out.append("No points are counted.")
    if pay.round_to > 1:
        out.append(f"What is paid is rounded to the nearest {pay.round_to}.")
    return out


def match(rules: Rules) -> list[str]:
    """Rounds to a target, or a single round."""
    target = rules.target
    if target is None:
        return ["One round is played."]
    reach = f"exactly {target.points}" if target.mode == "exact" else f"{target.points} or more"
    when = "at once" if target.when == "now" else "after a completed round"
    out = [f"The match is won with {reach} points, {when}."]
    if target.mode == "exact":
        out.append("Points that would pass the target are not scored.")
    following = {
        "again": "Every round finds its leader anew.",
        "rotate": "The lead moves on by one seat each round, with any tile.",
        "winner": "The winner of a round leads the next, with any tile.",
    }
    out.append(following[rules.next_leader])
    return out


def sections(rules: Rules) -> list[tuple[str, list[str]]]:
    """The rules in sentences under their headings."""
    return [
        ("Setup", setup(rules)),
        ("Turn", turn(rules)),
        ("Drawing and passing", drawing(rules)),
        ("End of the round and points", ending(rules)),
        ("Match", match(rules)),
    ]
