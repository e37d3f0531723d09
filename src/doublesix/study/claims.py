"""What the positions of the course have to be, and which moves do what its steps ask for: both asked of the rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from doublesix.inference import voids
from doublesix.players.advice import ends_after, fitting, unseen
from doublesix.rules import Move, Position, Tile, pips
from doublesix.rules.phrases import listed
from doublesix.solver import solve

SMALL = 7
"""Tiles that the line of an early lesson may have."""


def _hand(position: Position) -> tuple[Tile, ...]:
    assert position.turn is not None
    return position.hands[position.turn]


def _tiles(moves: Iterable[Move]) -> set[Tile]:
    return {move.tile for move in moves if move.tile is not None}


def _midway(position: Position, low: int = 3, high: int = 12) -> bool:
    """Whether somebody is to move with so many tiles on the line and different numbers at its ends."""
    ends = list(position.ends.values())
    return position.turn is not None and low <= len(position.line.tiles) <= high and len(set(ends)) == len(ends)


def _do(position: Position, goal: Any) -> list[Move]:
    """The plays that reach a goal."""
    return [move for move in position.plays() if goal(position, move, position.play(move))]


def _some_do(position: Position, goal: Any, least: int = 3) -> bool:
    """Whether the goal asks for a choice: so many tiles fit, and some reach it and others do not."""
    plays = position.plays()
    good = _do(position, goal)
    return len(_tiles(plays)) >= least and len(good) > 0 and bool(_tiles(plays) - _tiles(good))


# --- the first lessons -----------------------------------------------------------------------------------------------


def one_double_and_one_heaviest(position: Position) -> bool:
    """The leader's hand before the lead, with one double and one tile heavier than the others."""
    if position.line.lead is not None or position.turn is None:
        return False
    weights = sorted(tile.pips for tile in _hand(position))
    return sum(tile.is_double for tile in _hand(position)) == 1 and weights[-1] > weights[-2]


def longest_suit(position: Position) -> tuple[int, list[Tile]]:
    """The number that most tiles of the hand have, and those tiles."""
    hand = _hand(position)
    values = range(position.rules.max_pip + 1)
    best = max(values, key=lambda value: sum(value in tile for tile in hand))
    return best, [tile for tile in hand if best in tile]


def a_long_suit(position: Position) -> bool:
    """The leader's hand before the lead, with four tiles of a number or more, its double among them."""
    if position.line.lead is not None or position.turn is None:
        return False
    value, tiles = longest_suit(position)
    return len(tiles) >= 4 and Tile(value, value) in tiles


def a_free_lead(position: Position) -> bool:
    """An empty line and a leader who may lead any tile."""
    return position.line.lead is None and len(position.legal_moves) == len(_hand(position))


def some_fit_and_some_do_not(position: Position) -> bool:
    """A short line and a hand of which some tiles fit each end and some none."""
    if not _midway(position, 3, SMALL):
        return False
    fits = _tiles(position.plays())
    sides = {move.side for move in position.plays()}
    return 2 <= len(fits) <= len(_hand(position)) - 2 and sides == {"L", "R"} and len(_hand(position)) <= 6


def one_double_fits_and_another_does_not(position: Position) -> bool:
    """Two doubles in the hand of which one fits, and another tile that does."""
    if not _midway(position, 3, SMALL):
        return False
    doubles = {tile for tile in _hand(position) if tile.is_double}
    fits = _tiles(position.plays())
    return len(doubles) == 2 and len(doubles & fits) == 1 and bool(fits - doubles)


def draws_before_a_play(position: Position) -> bool:
    """Nothing fits, and the second or third tile drawn does."""
    if not _midway(position, 3, SMALL) or position.plays() or len(position.boneyard) < 6:
        return False
    fits = [any(value in tile for value in position.ends.values()) for tile in position.boneyard[:3]]
    return not fits[0] and any(fits[1:])


def only_a_pass(position: Position) -> bool:
    """A pass that does not end the round is all that is left."""
    return _midway(position) and position.forced == Move("pass") and position.play("pass").outcome is None


def only_the_reserve_is_left(position: Position) -> bool:
    """The same, with tiles in the boneyard that are never drawn."""
    return only_a_pass(position) and len(position.boneyard) == position.rules.reserve > 0


def a_round_nearly_over(position: Position) -> bool:
    """Few tiles in every hand, and a choice to make."""
    return (
        _midway(position, 8, 24)
        and len(_tiles(position.plays())) >= 2
        and 3 <= len(_hand(position)) <= 4
        and all(len(_hand(position)) - 1 <= len(hand) <= 5 for hand in position.hands)
    )


def the_last_tile_fits(position: Position) -> bool:
    """A hand of one tile that fits."""
    return _midway(position, 8) and len(_hand(position)) == 1 and bool(position.plays())


def a_paid_block(position: Position) -> bool:
    """A blocked round of three with one winner, whose own pips are taken off what it scores."""
    outcome = position.outcome
    return (
        outcome is not None
        and outcome.ending == "blocked"
        and len(outcome.winners or ()) == 1
        and all(0 < len(hand) <= 5 for hand in position.hands)
    )


# --- counting and both ends ------------------------------------------------------------------------------------------


def _unseen_of(position: Position, value: int) -> int:
    assert position.turn is not None
    return fitting(unseen(position.view(position.turn)), {value})


def leaves_a_dry_end(before: Position, move: Move, after: Position) -> bool:
    """Whether an end is left of which no tile is unseen."""
    del after
    assert before.turn is not None
    ends = ends_after(before.view(before.turn), move)
    return move.kind == "play" and any(_unseen_of(before, value) == 0 for value in ends)


def can_leave_a_dry_end(position: Position) -> bool:
    """Some plays leave a dry end and others do not; none is open yet, and the round goes on."""
    return (
        _midway(position, 8)
        and len(_hand(position)) <= 6
        and all(_unseen_of(position, value) for value in position.ends.values())
        and _some_do(position, leaves_a_dry_end)
    )


def two_sided(position: Position) -> list[Tile]:
    """The tiles of the hand that fit both ends, one half each."""
    return [tile for tile in _hand(position) if set(tile) == set(position.ends.values()) and not tile.is_double]


def _answers(position: Position, move: Move) -> int:
    """How many tiles of the hand fit after a play."""
    rest = [tile for tile in _hand(position) if tile is not move.tile]
    return fitting(rest, set(position.play(move).line.ends.values()))


def keeps_more_answers(before: Position, move: Move, after: Position) -> bool:
    """Whether the tile that fits both ends lies where it leaves two more of the hand to play than on the other."""
    del after
    if move.tile not in two_sided(before):
        return False
    both = [_answers(before, Move("play", move.tile, side)) for side in "LR"]
    return _answers(before, move) == max(both) > min(both) + 1


def sides_differ(position: Position) -> bool:
    """One tile fits both ends, and it matters on which it lies."""
    return (
        _midway(position, 3, 9)
        and len(two_sided(position)) == 1
        and 4 <= len(_hand(position)) <= 6
        and len(_do(position, keeps_more_answers)) == 1
    )


# --- shedding --------------------------------------------------------------------------------------------------------


def sheds_the_heaviest(before: Position, move: Move, after: Position) -> bool:
    """Whether no tile that fits has more pips."""
    del after
    return move.tile is not None and move.tile.pips == max(tile.pips for tile in _tiles(before.plays()))


def one_heaviest_fits(position: Position) -> bool:
    """Three tiles fit or more, one of them the heaviest, and a heavier one in the hand does not fit."""
    if not _midway(position, 3, 9) or not _some_do(position, sheds_the_heaviest):
        return False
    best = _tiles(_do(position, sheds_the_heaviest))
    return len(best) == 1 and max(tile.pips for tile in _hand(position)) > next(iter(best)).pips >= 7


def _numbers_kept(position: Position, move: Move) -> int:
    return len({half for tile in _hand(position) if tile is not move.tile for half in tile})


def keeps_most_numbers(before: Position, move: Move, after: Position) -> bool:
    """Whether no play keeps more different numbers in the hand."""
    del after
    return _numbers_kept(before, move) == max(_numbers_kept(before, other) for other in before.plays())


def variety_differs(position: Position) -> bool:
    """One tile of three or more is the one to play for variety."""
    return (
        _midway(position, 3, 9)
        and 4 <= len(_hand(position)) <= 6
        and _some_do(position, keeps_most_numbers)
        and len(_tiles(_do(position, keeps_most_numbers))) == 1
    )


# --- blocking and endings --------------------------------------------------------------------------------------------


def _lacks(position: Position) -> set[int]:
    assert position.turn is not None
    return set(voids(position.view(position.turn), (position.turn + 1) % position.players))


def lacked(position: Position) -> Any:
    """The numbers that the next seat has shown to lack, in words."""
    return listed(sorted(_lacks(position)))


def shuts_out(before: Position, move: Move, after: Position) -> bool:
    """Whether a play leaves only numbers that the next seat has shown to lack."""
    return move.kind == "play" and set(after.line.ends.values()) <= _lacks(before)


def can_shut_out(position: Position) -> bool:
    """One play of several shuts the next seat out, and the round goes on after it."""
    if not _midway(position, 4, 14) or len(_hand(position)) > 6 or not _lacks(position):
        return False
    good = _do(position, shuts_out)
    return len(good) == 1 and len(_tiles(position.plays())) >= 2 and position.play(good[0]).outcome is None


def _dead(after: Position) -> bool:
    """Whether no tile fits that does not lie on the line."""
    ends = set(after.line.ends.values())
    return not any(ends & set(tile) for tiles in (*after.hands, after.boneyard) for tile in tiles)


def closes_and_wins(before: Position, move: Move, after: Position) -> bool:
    """Whether nothing fits any more after a play, and the seat that made it has the fewest pips."""
    seat = before.turn
    assert seat is not None
    return (
        move.kind == "play"
        and bool(after.hands[seat])
        and _dead(after)
        and all(pips(after.hands[seat]) < pips(hand) for other, hand in enumerate(after.hands) if other != seat)
    )


def can_close_and_win(position: Position) -> bool:
    """One tile of several closes the line, and that wins; the hand is light beside the mean of what is unseen."""
    if not _midway(position, 8, 24) or not _some_do(position, closes_and_wins, 2):
        return False
    seat = position.turn
    assert seat is not None
    hidden = unseen(position.view(seat))
    rest = [tile for tile in _hand(position) if tile not in _tiles(_do(position, closes_and_wins))]
    others = len(position.hands[1 - seat])
    return len(_do(position, closes_and_wins)) == 1 and 2 * pips(rest) < pips(hidden) / len(hidden) * others


def the_other_hand_is_known(position: Position) -> bool:
    """Two seats, nothing in the boneyard, few tiles left."""
    return (
        _midway(position, 14, 24)
        and not position.boneyard
        and len(_hand(position)) >= 2
        and all(2 <= len(hand) <= 5 for hand in position.hands)
    )


def wins_for_certain(before: Position, move: Move, after: Position) -> bool:
    """Whether the play wins against every defence."""
    del after
    return move.kind == "play" and solve(before)[move].result == "win"


def one_play_wins(position: Position) -> bool:
    """Of two tiles that fit or more one wins for certain, and not at once."""
    if not the_other_hand_is_known(position) or len(_hand(position)) < 3:
        return False
    values = solve(position)
    good = [move for move in position.plays() if values[move].result == "win"]
    return len(good) == 1 and len(_tiles(position.plays())) >= 2 and not _dead(position.play(good[0]))


# --- other tables ----------------------------------------------------------------------------------------------------


def four_places(position: Position) -> bool:
    """A round of four that is over, everybody with a place of its own."""
    outcome = position.outcome
    return (
        outcome is not None
        and sorted(place or 0 for place in outcome.places) == [1, 2, 3, 4]
        and all(len(hand) <= 5 for hand in position.hands)
        and outcome.ending == "domino"
        and outcome.places[0] != 1
    )


def some_plays_score(position: Position) -> bool:
    """A short line on which some plays score and others do not, and none ends the round."""
    return (
        _midway(position, 2, 6)
        and len(position.ends) == 2
        and _some_do(position, lambda before, _move, after: after.points > before.points)
    )


def an_arm_is_open(position: Position) -> bool:
    """A tile fits an arm of the spinner and others fit the line."""
    sides = {move.side for move in position.plays()}
    return (
        position.turn is not None
        and 3 <= len(position.line.tiles) <= 8
        and bool(sides & {"U", "D"})
        and bool(_tiles(move for move in position.plays() if move.side in ("L", "R")))
        and len(_hand(position)) <= 8
    )


def partners_number(position: Position) -> int:
    """The number that the partner's last play opened and that is open still."""
    found = _opened_by_partner(position)
    assert found is not None
    return found


def _opened_by_partner(position: Position) -> int | None:
    assert position.turn is not None
    mate = (position.turn + 2) % 4
    covered: set[str | None] = set()
    for move, seat in zip(reversed(position.moves), reversed(position.turns), strict=True):
        if move.kind != "play":
            continue
        if seat == mate:
            return None if move.side in covered else position.line.ends[str(move.side)]
        covered.add(move.side)
    return None


def leaves_partners_number(before: Position, move: Move, after: Position) -> bool:
    """Whether the partner's number is open after a play."""
    return move.kind == "play" and partners_number(before) in after.line.ends.values()


def may_cover_partners_number(position: Position) -> bool:
    """The partner's number is open, and some plays cover it while others leave it."""
    return (
        _midway(position, 4, 12)
        and _opened_by_partner(position) is not None
        and len(_hand(position)) <= 6
        and _some_do(position, leaves_partners_number)
    )


def a_blocked_pair(position: Position) -> bool:
    """A blocked round of two sides, won by the one whose best single hand is not the lightest of all."""
    outcome = position.outcome
    if outcome is None or outcome.ending != "blocked" or len(outcome.winners or ()) != 2:
        return False
    lightest = min(range(4), key=lambda seat: outcome.pips[seat] or 0)
    return lightest not in (outcome.winners or ()) and all(len(hand) <= 5 for hand in position.hands)
