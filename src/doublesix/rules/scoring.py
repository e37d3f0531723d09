"""How a round ends: who won, the pips left, the places, and the points paid with their arithmetic (canon part 3.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from doublesix.errors import BadRecord
from doublesix.rules.phrases import Phrase, Who, enumerated
from doublesix.rules.reasons import Reason
from doublesix.rules.tiles import HIDDEN, pips

if TYPE_CHECKING:
    from doublesix.rules.position import Position
    from doublesix.rules.ruleset import Rules

ENDINGS: Final = ("domino", "blocked", "target", "forfeit", "void")


class Outcome(NamedTuple):
    """The result of a round, every list by seat. None stands for what hidden tiles leave unknown."""

    ending: str
    """`domino`, `blocked`, `target`, `forfeit` or `void`."""
    winners: tuple[int, ...] | None
    """All who share first place, both partners of a side; empty when all are level."""
    pips: tuple[int | None, ...]
    """Pips left in each seat's own hand."""
    places: tuple[int | None, ...]
    """Standard competition ranking, out first, then pips; partners share a place. Empty of a void round."""
    points: tuple[int, ...]
    """Points of the round, in play and at its end; a side's for both partners."""
    paid: Reason | None = None
    """What the end paid, to whom and why; None where nothing was due."""
    known: bool = True
    """Whether no hidden tile keeps a part of the outcome unknown."""

    def to_json(self) -> dict[str, Any]:
        """The contract's shape."""
        return {
            "ending": self.ending,
            "winners": None if self.winners is None else list(self.winners),
            "pips": list(self.pips),
            "places": list(self.places),
            "points": list(self.points) if self.known else None,
        }


def seat_pips(position: Position) -> tuple[int | None, ...]:
    """Pips in each hand now; None where a tile is hidden."""
    return tuple(None if HIDDEN in hand else pips(hand) for hand in position.hands)


def within_target(position: Position, seat: int, gain: int) -> int:
    """`gain`, or 0 where the match asks for an exact target and the gain would pass it (canon W30)."""
    target = position.rules.target
    if target is None or target.mode == "at-least":
        return gain
    return 0 if position.scores[seat] + position.points[seat] + gain > target.points else gain


def add_points(position: Position, seat: int, gain: int) -> tuple[int, ...]:
    """The points of the round with `gain` added for the side of `seat`."""
    side = position.rules.side(seat, position.players)
    return tuple(p + gain if s in side else p for s, p in enumerate(position.points))


def rank(rules: Rules, players: int, keys: Sequence[tuple[Any, ...]]) -> tuple[int, ...]:
    """Places by side for the keys of `rules.sides`, best key lowest; equal keys share a place: 1, 2, 2, 4."""
    sides = rules.sides(players)
    places = [0] * players
    for own, side in zip(keys, sides, strict=True):
        place = 1 + sum(len(other) for key, other in zip(keys, sides, strict=True) if key < own)
        for seat in side:
            places[seat] = place
    return tuple(places)


def first(places: Sequence[int]) -> tuple[int, ...]:
    """All who share first place; nobody when all seats are level."""
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    return () if len(winners) == len(places) else winners


def side_pips(rules: Rules, own: Sequence[int | None]) -> list[int | None]:
    """Pips of each side of `rules.sides`."""
    out: list[int | None] = []
    for side in rules.sides(len(own)):
        parts = [own[seat] for seat in side]
        out.append(None if None in parts else sum(part for part in parts if part is not None))
    return out


# --- out -------------------------------------------------------------------------------------------------------------


def out_outcome(position: Position, seat: int, gain: int) -> Outcome:
    """`seat` has played its last tile; `gain` are the points its play makes by the open ends.

    Against an exact target the play's points and the pay for going out count as one (canon W30 c, d).
    """
    rules, players = position.rules, position.players
    own = seat_pips(position)
    side = rules.side(seat, players)
    paid = _pay_out(rules, side, own, seat)
    due = paid.value if paid is not None and paid.value is not None else 0
    known = paid is None or paid.value is not None
    total = within_target(position, seat, gain + due)
    if paid is not None and total < gain + due:
        paid = _void_pay(position, seat, gain, due, paid)
    by_side = side_pips(rules, own)
    if None in by_side:
        places = _places_out_first(players, side, by_side)
        return Outcome("domino", side, own, places, add_points(position, seat, total), paid, known)
    keys = [(seats != side, total_) for seats, total_ in zip(rules.sides(players), by_side, strict=True)]
    return Outcome("domino", side, own, rank(rules, players, keys), add_points(position, seat, total), paid, known)


def _places_out_first(players: int, side: tuple[int, ...], by_side: Sequence[int | None]) -> tuple[int | None, ...]:
    """Places with hidden hands: the side that is out is first; a single other side is last, several stay unknown."""
    others = len(by_side) - 1
    rest = 1 + len(side) if others == 1 else None
    return tuple(1 if seat in side else rest for seat in range(players))


def _pay_out(rules: Rules, side: tuple[int, ...], own: Sequence[int | None], seat: int) -> Reason | None:
    pay = rules.pay
    if pay.out == "none":
        return None
    if isinstance(pay.out, int):
        value = pay.rounded(pay.out)
        return Reason(
            "pays-fixed",
            Phrase("Going out pays {points}.", points=Phrase.plural("{n} point", "{n} points", value)),
            "pay.out",
            seat=seat,
            sum=str(value),
            value=value,
            data={"parts": [], "fixed": pay.out},
        )
    counted = [s for s in range(len(own)) if (s != seat if pay.out == "others" else s not in side)]
    if pay.out == "others":
        text = Phrase("Going out pays the pips left in all other hands")
    elif len(side) > 1:
        text = Phrase("Going out pays the pips left in the opponents' hands")
    else:
        text = Phrase("Going out pays the pips left in the others' hands")
    return _sum_reason("pays-out", rules, own, counted, (), seat, text)


def _void_pay(position: Position, seat: int, gain: int, due: int, paid: Reason) -> Reason:
    target = position.rules.target
    assert target is not None
    before = position.scores[seat] + position.points[seat]
    return Reason(
        "void-past-target",
        Phrase(
            "The match asks for exactly {target}: {before} + {gain} would pass it, so nothing is scored.",
            target=target.points,
            before=before,
            gain=gain + due,
        ),
        "target",
        seat=seat,
        sum=f"{before} + {gain + due} > {target.points}",
        value=0,
        data={"gain": gain, "due": due, "before": before, "of": paid.to_json()},
    )


# --- blocked ---------------------------------------------------------------------------------------------------------


def blocked_outcome(position: Position) -> Outcome:
    """Nobody can play and nothing can be drawn: the lowest pips win, the side's total in pairs (canon 3.1, rule 5)."""
    rules, players = position.rules, position.players
    own = seat_pips(position)
    by_side = side_pips(rules, own)
    if None in by_side:
        return Outcome("blocked", None, own, (None,) * players, position.points, known=rules.pay.blocked == "none")
    keys = [(total,) for total in by_side]
    places = rank(rules, players, keys)
    winners = first(places)
    top = [side for side, total in zip(rules.sides(players), by_side, strict=True) if total == min(map(_int, by_side))]
    if len(top) > 1:
        return Outcome("blocked", winners, own, places, position.points, _shared(rules, top, own))
    seat = top[0][0]
    paid = _pay_blocked(rules, top[0], own)
    due = paid.value if paid is not None and paid.value is not None else 0
    gain = within_target(position, seat, due)
    if paid is not None and gain < due:
        paid = _void_pay(position, seat, 0, due, paid)
    return Outcome("blocked", winners, own, places, add_points(position, seat, gain), paid)


def _int(value: int | None) -> int:
    assert value is not None
    return value


def _shared(rules: Rules, top: Sequence[tuple[int, ...]], own: Sequence[int | None]) -> Reason | None:
    total = sum(_int(own[seat]) for seat in top[0])
    if rules.pay.blocked == "none":
        text = Phrase("The lowest total, {total}, is shared: a tie.", total=total)
    elif rules.target is None:
        text = Phrase("The lowest total, {total}, is shared: nobody scores.", total=total)
    else:
        text = Phrase("The lowest total, {total}, is shared: nobody scores, and the round is dealt again.", total=total)
    return Reason(
        "tie-pays-nothing",
        text,
        "canon A24, A25",
        value=0,
        sum=" = ".join(str(sum(_int(own[seat]) for seat in side)) for side in top),
        data={"tied": [list(side) for side in top]},
    )


def _pay_blocked(rules: Rules, side: tuple[int, ...], own: Sequence[int | None]) -> Reason | None:
    kind = rules.pay.blocked
    if kind == "none":
        return None
    others = [seat for seat in range(len(own)) if seat not in side]
    if kind == "margin":
        text = Phrase("A blocked round pays the other hands' pips less the winner's own")
        return _sum_reason("pays-margin", rules, own, others, side, side[0], text)
    if kind == "losers":
        text = Phrase("A blocked round pays the pips in the losing hands")
        return _sum_reason("pays-losers", rules, own, others, (), side[0], text)
    text = Phrase("A blocked round pays the pips in every hand")
    return _sum_reason("pays-all", rules, own, list(range(len(own))), (), side[0], text)


def _sum_reason(
    code: str,
    rules: Rules,
    own: Sequence[int | None],
    plus: Sequence[int],
    minus: Sequence[int],
    seat: int,
    text: Phrase,
) -> Reason:
    """A pay written out: `11 + 18 - 6 = 23`, with the rounding where there is one. Value None if a tile is hidden."""
    parts = [own[s] for s in plus]
    less = [own[s] for s in minus]
    if None in parts or None in less:
        unknown = Phrase("{what}; hidden tiles keep the sum unknown.", what=text)
        return Reason(code, unknown, "pay", seat=seat)
    raw = sum(map(_int, parts)) - sum(map(_int, less))
    value = rules.pay.rounded(raw)
    written = " + ".join(map(str, parts)) + "".join(f" - {part}" for part in less)
    shown = Phrase("{sum}", sum=f"{written} = {raw}" if len(parts) + len(less) > 1 else written)
    if rules.pay.round_to > 1:
        shown = Phrase("{sum}, to the nearest {n}: {value}", sum=shown, n=rules.pay.round_to, value=value)
    return Reason(
        code,
        Phrase("{what}: {sum}.", what=text, sum=shown),
        f"pay.{'out' if code == 'pays-out' else 'blocked'}",
        seat=seat,
        sum=shown.english,
        value=value,
        data={"plus": list(plus), "minus": list(minus), "round_to": rules.pay.round_to},
    )


# --- target, forfeit, void -------------------------------------------------------------------------------------------


def target_outcome(position: Position, seat: int) -> Outcome:
    """A play has brought the side of `seat` to the target in mid-round; nothing more is paid."""
    rules, players = position.rules, position.players
    own = seat_pips(position)
    side = rules.side(seat, players)
    by_side = side_pips(rules, own)
    target = rules.target
    assert target is not None
    paid = Reason(
        "target-reached",
        Phrase(
            "The target of {target} is reached by this play: the round and the match end at once.",
            target=target.points,
        ),
        "target",
        seat=seat,
        value=0,
        sum=f"{position.scores[seat]} + {position.points[seat]} = {position.scores[seat] + position.points[seat]}",
    )
    if None in by_side:
        return Outcome("target", side, own, _places_out_first(players, side, by_side), position.points, paid)
    keys = [(seats != side, total) for seats, total in zip(rules.sides(players), by_side, strict=True)]
    return Outcome("target", side, own, rank(rules, players, keys), position.points, paid)


def end_outcome(position: Position, ending: str, seats: tuple[int, ...]) -> Outcome:
    """A round ended by forfeit (those `seats` are last, the others by pips) or void (no places, no points)."""
    rules, players = position.rules, position.players
    own = seat_pips(position)
    if ending == "void":
        return Outcome("void", (), own, (), (0,) * players)
    if ending != "forfeit":
        raise BadRecord(
            f'end.ending is "forfeit" or "void", not "{ending}": the moves themselves show any other ending'
        )
    bad = [seat for seat in seats if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < players]
    if not seats or bad:
        raise BadRecord(f"end.seats names who forfeits, seats from 0 to {players - 1}")
    gave_up = [any(seat in side for seat in seats) for side in rules.sides(players)]
    if all(gave_up):
        raise BadRecord('a round that every side forfeits has no result: end it as {"ending": "void"}')
    by_side = side_pips(rules, own)
    staying = [total for total, left in zip(by_side, gave_up, strict=True) if not left]
    who = enumerated([Who(seat) for seat in sorted(set(seats))])
    paid = Reason(
        "forfeit",
        Phrase.told(
            "{who} forfeited: last place, and nothing is paid at the end.",
            "You forfeited: last place, and nothing is paid at the end.",
            who=who,
        ),
        "canon A48",
        value=0,
        data={"seats": list(seats)},
    )
    if None in staying and len(staying) > 1:
        return Outcome("forfeit", None, own, (None,) * players, position.points, paid)
    keys = [(left, 0 if left or total is None else total) for left, total in zip(gave_up, by_side, strict=True)]
    places = rank(rules, players, keys)
    return Outcome("forfeit", first(places), own, places, position.points, paid)
