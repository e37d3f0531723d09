"""The rules in sentences, generated from their fields, so that text and play cannot disagree."""

from __future__ import annotations

from typing import Final

from doublesix.rules.phrases import Phrase, Who, either
from doublesix.rules.ruleset import Rules
from doublesix.rules.tiles import set_size

_SETS: Final = {6: Phrase("double-six"), 9: Phrase("double-nine"), 12: Phrase("double-twelve")}


def set_name(max_pip: int) -> Phrase:
    """The name of a tile set."""
    return _SETS.get(max_pip) or Phrase("double-{n}", n=max_pip)


def setup(rules: Rules) -> list[Phrase]:
    """The tiles, the deal and the lead."""
    out = [
        Phrase(
            "The {set} set has {n} tiles, one of each pair of values from 0-0 to {last}.",
            set=set_name(rules.max_pip),
            n=set_size(rules.max_pip),
            last=f"{rules.max_pip}-{rules.max_pip}",
        ),
        *(_dealt(rules, players) for players in rules.players),
    ]
    if rules.partners:
        out.append(
            Phrase("Seats 0 and 2 are one side, seats 1 and 3 the other; partners see no more than opponents do.")
        )
    out.append(leads(rules))
    return out


def _dealt(rules: Rules, players: int) -> Phrase:
    tiles = rules.hand_size[players]
    left = rules.size - players * tiles
    if not left:
        return Phrase("{players} players get {tiles} tiles each; no tile is left.", players=players, tiles=tiles)
    if rules.draws:
        return Phrase(
            "{players} players get {tiles} tiles each; {left} tiles are left as the boneyard.",
            players=players,
            tiles=tiles,
            left=left,
        )
    return Phrase(
        "{players} players get {tiles} tiles each; {left} tiles stay out of play.",
        players=players,
        tiles=tiles,
        left=left,
    )


def leads(rules: Rules) -> Phrase:
    """Who leads, and with what."""
    bound = rules.lead_tile == "qualifying"
    if rules.leader == "highest" and bound:
        return Phrase(
            "The holder of the highest double leads, with that tile; if no double was dealt, the holder of the "
            "heaviest tile, of equal ones the one with the higher half."
        )
    if rules.leader == "highest":
        return Phrase(
            "The holder of the highest double leads, with any tile; if no double was dealt, the holder of the "
            "heaviest tile, of equal ones the one with the higher half."
        )
    if rules.leader == "seat" and bound:
        return Phrase("{who} leads, with its own highest double, else its heaviest tile.", who=Who(0))
    if rules.leader == "seat":
        return Phrase("{who} leads, with any tile; a double is not needed.", who=Who(0))
    if bound:
        return Phrase("The leader is drawn by lot and leads its own highest double, else its heaviest tile.")
    return Phrase("The leader is drawn by lot and leads any tile; a double is not needed.")


def turn(rules: Rules) -> list[Phrase]:
    """Playing a tile."""
    out = [
        Phrase("Touching halves show the same number. A seat that holds a tile that fits must play one, at either end.")
    ]
    if rules.spinner == "none":
        out.append(Phrase("A double fits only its own number; it has two ends like any tile, however it lies."))
    else:
        out.append(_spins(_WHICH[rules.spinner], rules.arms == "sides-first"))
    if rules.count is not None:
        numbers = either(rules.count.multiples)
        if rules.count.score == "total":
            out.append(
                Phrase(
                    "After a play, an open-ends total that is a multiple of {numbers} scores that total.",
                    numbers=numbers,
                )
            )
        else:
            out.append(
                Phrase(
                    "After a play, an open-ends total that is a multiple of {numbers} scores how often they go "
                    "into it.",
                    numbers=numbers,
                )
            )
    return out


_WHICH: Final = {
    "lead": Phrase("A double that leads"),
    "first": Phrase("The first double"),
    "all": Phrase("Every double"),
}


def _spins(which: Phrase, sides_first: bool) -> Phrase:
    if sides_first:
        return Phrase("{which} is a spinner: its two side arms open once both its long sides are covered.", which=which)
    return Phrase(
        "{which} is a spinner: its two side arms open at once, and all its arms are started before anything else "
        "grows.",
        which=which,
    )


def drawing(rules: Rules) -> list[Phrase]:
    """What a stuck seat does."""
    if not rules.draws:
        return [Phrase("There is no drawing: a seat without a tile that fits passes.")]
    out = [_draws(rules.draw_limit)]
    if rules.reserve:
        out.append(
            Phrase.plural(
                "The last {n} boneyard tile stays in reserve and is never drawn.",
                "The last {n} boneyard tiles stay in reserve and are never drawn.",
                rules.reserve,
            )
        )
    if rules.voluntary_draw:
        out.append(Phrase("A seat may also draw while it could play; the turn still ends with a play if a tile fits."))
    out.append(Phrase("A seat passes only when nothing fits and nothing more may be drawn."))
    return out


def _draws(limit: int | None) -> Phrase:
    if limit is None:
        return Phrase(
            "A seat without a tile that fits draws one tile after another until one fits; drawing keeps the "
            "turn, and a "
            "drawn tile that fits is played."
        )
    return Phrase.plural(
        "A seat without a tile that fits draws up to {n} tile; drawing keeps the turn, and a drawn tile that fits is "
        "played.",
        "A seat without a tile that fits draws up to {n} tiles; drawing keeps the turn, and a drawn tile that fits is "
        "played.",
        limit,
    )


def ending(rules: Rules) -> list[Phrase]:
    """How a round ends and what it pays."""
    out = []
    if rules.out_when == "side" and rules.partners:
        out.append(Phrase("The round ends when both partners have played the last tile."))
    else:
        out.append(Phrase("The round ends when a seat has played the last tile."))
    if rules.draws:
        out.append(
            Phrase(
                "It is blocked when all seats pass in a row and nothing may be drawn: the lowest pips win; equal "
                "totals "
                "share the place."
            )
        )
    else:
        out.append(
            Phrase("It is blocked when all seats pass in a row: the lowest pips win; equal totals share the place.")
        )
    out += _paid(rules)
    if not rules.pays:
        out.append(Phrase("No points are counted."))
    if rules.pay.round_to > 1:
        out.append(Phrase("What is paid is rounded to the nearest {n}.", n=rules.pay.round_to))
    return out


_OUT: Final = {
    "losers": Phrase("the pips left in the opposing hands"),
    "others": Phrase("the pips left in all other hands"),
}
_BLOCKED: Final = {
    "margin": Phrase("the other hands' pips less the winner's own"),
    "losers": Phrase("the pips in the losing hands"),
    "all": Phrase("the pips in every hand"),
}


def _paid(rules: Rules) -> list[Phrase]:
    pay, out = rules.pay, []
    if pay.out != "none":
        what = _OUT[pay.out] if isinstance(pay.out, str) else Phrase.plural("{n} point", "{n} points", pay.out)
        out.append(Phrase("Going out pays {what}.", what=what))
    elif rules.pays:
        out.append(Phrase("Going out pays nothing."))
    if pay.blocked != "none":
        out.append(
            Phrase("A blocked round pays {what}; a shared lowest total pays nobody.", what=_BLOCKED[pay.blocked])
        )
    elif rules.pays:
        out.append(Phrase("A blocked round pays nothing."))
    return out


def match(rules: Rules) -> list[Phrase]:
    """Rounds to a target, or a single round."""
    target = rules.target
    if target is None:
        return [Phrase("One round is played.")]
    exact = target.mode == "exact"
    points = Phrase("exactly {n}", n=target.points) if exact else Phrase("{n} or more", n=target.points)
    if target.when == "now":
        out = [Phrase("The match is won with {points} points, at once.", points=points)]
    else:
        out = [Phrase("The match is won with {points} points, after a completed round.", points=points)]
    if exact:
        out.append(Phrase("Points that would pass the target are not scored."))
    out.append(_FOLLOWING[rules.next_leader])
    return out


_FOLLOWING: Final = {
    "again": Phrase("Every round finds its leader anew."),
    "rotate": Phrase("The lead moves on by one seat each round, with any tile."),
    "winner": Phrase("The winner of a round leads the next, with any tile."),
}


def sections(rules: Rules) -> list[tuple[Phrase, list[Phrase]]]:
    """The rules in sentences under their headings."""
    return [
        (Phrase("Setup"), setup(rules)),
        (Phrase("Turn"), turn(rules)),
        (Phrase("Drawing and passing"), drawing(rules)),
        (Phrase("End of the round and points"), ending(rules)),
        (Phrase("Match"), match(rules)),
    ]
