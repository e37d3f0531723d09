"""Alpha-beta search of face-up rounds of two sides: any rules, any line, in plain Python.

Values are whole numbers from the view of the side to move: `WIN` plus the margin for a win, minus `WIN` plus the margin
for a loss, 0 for a tie; so the result counts first and the margin second.
"""

from __future__ import annotations

from typing import Final

from doublesix.rules import Position, Rules
from doublesix.solver.ends import EndStates

WIN: Final = 4096
"""More than all pips of the largest set."""
INFINITE: Final = 2 * WIN
MOST_KEPT: Final = 2_000_000
"""Most states whose values are remembered; then the table starts anew."""

Hands = tuple[int, ...]
"""Masks by seat, the seat to move first."""


class Search:
    """Values of the positions of one round whose tiles are all known."""

    __slots__ = ("_accepts", "_after", "_limit", "_out_first", "_pips", "_table", "_voluntary", "ends", "last", "nodes",
                 "order")  # fmt: skip

    def __init__(self, rules: Rules, boneyard: tuple[int, ...]) -> None:
        """`boneyard`: one-tile masks in drawing order."""
        self.ends = EndStates(rules)
        self.order = boneyard
        self.last = rules.drawable(len(boneyard))
        """How many tiles of `order` may be drawn."""
        self.nodes = 0
        """Positions with a choice looked at so far."""
        self._limit = rules.draw_limit
        self._voluntary = rules.voluntary_draw
        self._out_first = rules.out_when == "first"
        self._accepts = self.ends.accepts
        self._after = self.ends.after
        self._table: dict[tuple[Hands, int, int, int], tuple[int, int]] = {}
        self._pips: dict[int, int] = {}

    def pips(self, mask: int) -> int:
        """Pips of a hand."""
        found = self._pips.get(mask)
        if found is None:
            tiles = self.ends.tiles
            found = sum(tile.pips for at, tile in enumerate(tiles) if mask >> at & 1)
            self._pips[mask] = found
        return found

    def margin(self, hands: Hands) -> int:
        """The other side's pips minus the own, the own side having the first hand."""
        return sum(map(self.pips, hands[1::2])) - sum(map(self.pips, hands[::2]))

    def may_draw(self, at: int, drawn: int) -> bool:
        """Whether a tile may be drawn after `at` tiles of the boneyard, `drawn` of them in this turn."""
        return at < self.last and (self._limit is None or drawn < self._limit)

    def is_out(self, hands: Hands) -> bool:
        """Whether the seat that has just played, the first, ends the round."""
        return not hands[0] and (self._out_first or not any(hands[::2]))

    def value(self, hands: Hands, ends: int, at: int, passes: int, drawn: int, alpha: int, beta: int) -> int:
        """The value for the seat to move, exact between `alpha` and `beta`, a bound in its direction outside."""
        fits = hands[0] & self._accepts[ends]
        while not fits:
            if not self.may_draw(at, drawn):
                return self.passed(hands, ends, at, passes, alpha, beta)
            hands = (hands[0] | self.order[at], *hands[1:])
            at, drawn = at + 1, drawn + 1
            fits = hands[0] & self._accepts[ends]
        draws = self._voluntary and self.may_draw(at, drawn)
        key = (hands, ends, at, drawn if self._voluntary and self._limit is not None else 0)
        low, high = self._table.get(key, (-INFINITE, INFINITE))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        first_alpha, alpha, beta = alpha, max(alpha, low), min(beta, high)
        self.nodes += 1
        best = -INFINITE
        for bit, state in self._choices(hands, ends, fits):
            found = self.played(hands, bit, state, at, max(alpha, best), beta)
            if found > best:
                best = found
                if best >= beta:
                    break
        if draws and best < beta:
            drew = (hands[0] | self.order[at], *hands[1:])
            best = max(best, self.value(drew, ends, at + 1, passes, drawn + 1, max(alpha, best), beta))
        if len(self._table) > MOST_KEPT:
            self._table.clear()
        if best <= first_alpha or best <= alpha:
            high = min(high, best)
        elif best >= beta:
            low = max(low, best)
        else:
            low = high = best
        self._table[key] = (low, high)
        return best

    def _choices(self, hands: Hands, ends: int, fits: int) -> list[tuple[int, int]]:
        """Each tile and the state it leads to, the most promising first: those that leave the next seat without a
        fitting tile, then those that leave the own hand most, then the heaviest."""
        mine, theirs = hands[0], hands[1]
        accepts, after = self._accepts, self._after
        rated = []
        while fits:
            bit = fits & -fits
            fits ^= bit
            for state in after(ends, bit):
                taken = accepts[state]
                rate = (0 if theirs & taken else 1 << 20) + ((mine & taken).bit_count() << 10) + bit.bit_length()
                rated.append((rate, bit, state))
        rated.sort(reverse=True)
        return [(bit, state) for _, bit, state in rated]

    def played(self, hands: Hands, bit: int, ends: int, at: int, alpha: int, beta: int) -> int:
        """The value of laying a tile, for the seat that lays it."""
        hands = (hands[0] ^ bit, *hands[1:])
        if not hands[0] and self.is_out(hands):
            return WIN + self.margin(hands)
        return self._next(hands, ends, at, 0, alpha, beta)

    def passed(self, hands: Hands, ends: int, at: int, passes: int, alpha: int, beta: int) -> int:
        """The value of passing, for the seat that passes."""
        passes += 1
        if at >= self.last and passes >= sum(map(bool, hands)):
            margin = self.margin(hands)
            return margin + (WIN if margin > 0 else -WIN if margin < 0 else 0)
        return self._next(hands, ends, at, passes, alpha, beta)

    def _next(self, hands: Hands, ends: int, at: int, passes: int, alpha: int, beta: int) -> int:
        """The value for the seat that has moved, of the turn that goes to the next seat with tiles."""
        hands = (*hands[1:], hands[0])
        ours = False
        while not hands[0]:
            hands = (*hands[1:], hands[0])
            ours = not ours
        if ours:
            return self.value(hands, ends, at, passes, 0, alpha, beta)
        return -self.value(hands, ends, at, passes, 0, -beta, -alpha)

    # --- from a position -------------------------------------------------------------------------------------------

    @staticmethod
    def of(position: Position) -> Search:
        """A search for one position and all that follow it."""
        search = Search(position.rules, ())
        bits = search.ends.bits
        search.order = tuple(bits[tile] for tile in position.boneyard[: position.drawable])
        search.last = position.drawable
        return search

    def hands(self, position: Position) -> Hands:
        """The hands of a position, the seat to move first."""
        seat = position.turn or 0
        return tuple(self.ends.mask(hand) for hand in (*position.hands[seat:], *position.hands[:seat]))
