"""The end of a round: why it ended, every hand, the arithmetic of the score, the places; and the score sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from doublesix.rules import Outcome, Reason, Rules, Tile

from .look import Look, wrap
from .seats import Seats, counted, join_words


@dataclass(frozen=True, slots=True)
class FaceUp:
    """A finished round with every tile turned up."""

    rules: Rules
    outcome: Outcome
    hands: Sequence[Sequence[Tile]]
    boneyard: Sequence[Tile]
    reasons: Sequence[Reason]
    """Why it ended, each hand, the places and what is paid: the reasons of the rules, as page and records show them."""


def tell_end(end: FaceUp, seats: Seats, look: Look) -> list[str]:
    """Why the round ended, the hands with their sums, the score and the places."""
    lines = wrap(f"The round is over. {seats.rename(end.reasons[0].text)}", look.width)
    names = [seats.full(seat) for seat in range(len(end.hands))]
    column = max(map(len, names)) + 2
    for name, written in zip(names, hand_sums(end), strict=True):
        if look.plain or look.width < column + 24:
            lines += wrap(f"{name}: {written}", look.width, "  ")
        else:
            lines += wrap(f"  {name.ljust(column)}{written}", look.width, " " * (column + 2))
    if end.boneyard:
        lines += wrap(f"Left in the boneyard, counted for nobody: {_tiles(end.boneyard)}.", look.width, "  ")
    for sentence in score_sentences(end, seats):
        lines += wrap(sentence, look.width)
    return lines


def hand_sums(end: FaceUp) -> list[str]:
    """Of each hand its tiles and their pips, as the rules write them out."""
    written = {reason.seat: reason.sum for reason in end.reasons if reason.code == "pips-left"}
    return [written.get(seat) or "no tile left, 0" for seat in range(len(end.hands))]


def score_sentences(end: FaceUp, seats: Seats) -> list[str]:
    """The winner or the tie, the points with their arithmetic, the places."""
    outcome = end.outcome
    told: list[str] = []
    winners = outcome.winners or ()
    if not winners:
        told.append("All are level: the round is tied.")
    elif len(winners) == 1:
        told.append(f"{seats.does(winners[0], 'win')} the round{_lowest(end, winners)}.")
    elif end.rules.partners:
        told.append(f"{seats.list(winners)} win the round together{_lowest(end, winners)}.")
    else:
        told.append(f"{seats.list(winners)} share the first place.")
    if outcome.paid is not None:
        told.append(seats.rename(outcome.paid.text))
    if end.rules.pays or end.rules.count is not None:
        sides = end.rules.sides(len(end.hands))
        gained = [f"{seats.list(side)} {outcome.points[side[0]]}" for side in sides if outcome.points[side[0]]]
        told.append(f"Points of this round: {', '.join(gained)}." if gained else "Nobody scores in this round.")
    told += [seats.rename(reason.text) for reason in end.reasons if reason.code == "places" and len(end.hands) > 2]
    return told


def _lowest(end: FaceUp, winners: Sequence[int]) -> str:
    """Of a blocked round: " with the fewest pips, 4 against 11"."""
    if end.outcome.ending != "blocked":
        return ""
    players = len(end.hands)
    totals = {side: sum(tile.pips for seat in side for tile in end.hands[seat]) for side in end.rules.sides(players)}
    own = end.rules.side(winners[0], players)
    others = join_words([str(total) for side, total in totals.items() if side != own])
    return f" with the fewest pips, {totals[own]} against {others}"


def score_sheet(
    rounds: Sequence[Sequence[int]], scores: Sequence[int], seats: Seats, look: Look, goal: str
) -> list[str]:
    """Points of every round, then the scores, a column to a seat; sentences where columns do not fit."""
    names = [seats.name(seat) for seat in range(len(scores))]
    columns = [max(len(name), 4) + 2 for name in names]
    if look.plain or 9 + sum(columns) > look.width:
        told = ", ".join(f"{name} {score}" for name, score in zip(names, scores, strict=True))
        return wrap(f"Score after {counted(len(rounds), 'round')}{goal}: {told}.", look.width)

    def row(head: object, cells: Iterable[object]) -> str:
        return f"{head!s:>6} " + "".join(f"{cell!s:>{width}}" for cell, width in zip(cells, columns, strict=True))

    text = [row("Round", names)]
    text += [row(number, (p or look.glyphs.dot for p in points)) for number, points in enumerate(rounds, 1)]
    rule = " " + look.glyphs.rule * (len(text[0]) - 1)
    total = row("Score", scores)
    title = wrap(f"Score sheet{goal}", look.width)
    return [*title, *text, rule, look.paint(total, "title")]


def _tiles(tiles: Sequence[Tile]) -> str:
    return ", ".join(map(str, tiles))
