"""Worked examples of the rule pages: whole legal rounds, or the beginning of one, told by the rules themselves.

The rounds were found by `tools/find_examples.py` among random ones (`draw-until` and `margin` were composed: without a
reserve the pips of a blocked round add up to an even number, so 6, 11 and 18 need one); nothing that is said
about them is written down here, so an example cannot disagree with the play.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from doublesix.rulebook.cases import choice_text, named_for, seat_names
from doublesix.rulebook.rounds import ROUNDS
from doublesix.rules.explain import end_reasons, why_leads
from doublesix.rules.moves import DRAW, Move
from doublesix.rules.phrases import Phrase, Who, in_a_row
from doublesix.rules.position import Position, start
from doublesix.rules.presets import preset
from doublesix.rules.ruleset import Rules
from doublesix.rules.tiles import Tile, show


class Example(NamedTuple):
    """A position to be worked out."""

    name: str
    title: Phrase
    rules: str
    """The preset that it is an example for."""
    reserve: int | None = None
    """A reserve other than the preset's: a variant of it is played."""


EXAMPLES: tuple[Example, ...] = (
    Example("both-ends", Phrase("The same tile at either end"), "ply-yard"),
    Example("to-reserve", Phrase("A turn that draws down to the reserve"), "ply-yard"),
    Example("fewer-pips", Phrase("Blocked: more tiles, fewer pips"), "ply-yard"),
    Example("tie", Phrase("Blocked with equal totals"), "ply-yard"),
    Example("draw-until", Phrase("Drawing until a tile fits"), "draw-100"),
    Example("margin", Phrase("What a blocked round pays, at a table with a reserve of two"), "draw-100", 2),
    Example("no-double", Phrase("Who leads when no double was dealt"), "draw-100"),
    Example("shared-place", Phrase("Two seats share a place"), "ranked-draw"),
    Example("blank-left", Phrase("Out, while another seat holds only 0-0"), "ranked-draw"),
    Example("block-margin", Phrase("Blocked with tiles left out of play"), "ranked-block"),
)


@cache
def position_of(name: str) -> Position:
    """The last position of an example's round."""
    example = next(example for example in EXAMPLES if example.name == name)
    data = ROUNDS[name]
    rules = preset(example.rules)
    position = start(
        rules if example.reserve is None else rules.replace(reserve=example.reserve),
        [[Tile(text) for text in hand.split()] for hand in data["hands"]],
        [Tile(text) for text in data["boneyard"].split()],
        leader=data.get("leader"),
    )
    for text in data["moves"].split():
        position = position.play(Move.parse(text))
    return position


def worked(rules: Rules) -> list[tuple[str, tuple[str, ...], dict[str, Any]]]:
    """The examples of these rules: title, what is to be seen, and the round."""
    out: list[tuple[str, tuple[str, ...], dict[str, Any]]] = []
    for example in EXAMPLES:
        if example.rules == rules.id and example.name in ROUNDS:
            position = position_of(example.name)
            told = tuple(named_for(position, sentence) for sentence in tell(position))
            out.append((example.title, told, deal_of(position)))
    return out


def tell(position: Position) -> list[str]:
    """What is to be seen: how a round ended, who leads it, or what the turn allows once its draws are made."""
    if position.turn is None:
        return [reason.text for reason in end_reasons(position)]
    if not position.moves:
        hands = [
            Phrase("{who} was dealt {tiles}.", who=Who(seat), tiles=show(hand))
            for seat, hand in enumerate(position.hands)
        ]
        return [*hands, why_leads(position).text]
    to_move = Phrase("{who} is to move.", who=Who(position.turn))
    out: list[str] = [in_a_row([to_move, choice_text(position)])]
    while position.forced == DRAW:
        seat = position.turn
        position = position.play(DRAW)
        out.append(_drawn(position, position.hands[seat][-1]))
    for move in position.legal_moves:
        if move.side is not None and move.tile is not None:
            ends = position.play(move).ends
            out.append(
                Phrase(
                    "{move} would leave the ends {left} and {right}.", move=str(move), left=ends["L"], right=ends["R"]
                )
            )
    return out


def _drawn(position: Position, drawn: Tile) -> Phrase:
    left = Phrase.plural("{n} tile is left", "{n} tiles are left", len(position.boneyard))
    if any(value in drawn for value in position.ends.values()):
        return Phrase("It draws {tile}: it fits and is played at once; {left}.", tile=drawn, left=left)
    return Phrase("It draws {tile}: it does not fit and stays in the hand; {left}.", tile=drawn, left=left)


def deal_of(position: Position) -> dict[str, Any]:
    """The round up to a position as data: deal and moves, in the spelling of records."""
    hands, boneyard = position.first_deal()
    return {
        "rules": position.rules.to_json(),
        "players": position.players,
        "leader": position.leader,
        "names": list(seat_names(position.rules, position.players)),
        "hands": [[str(tile) for tile in hand] for hand in hands],
        "boneyard": [str(tile) for tile in boneyard],
        "moves": ["draw" if move.kind == "draw" else str(move) for move in position.moves],
    }
