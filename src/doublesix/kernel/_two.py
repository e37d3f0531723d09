# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""Random rounds of two seats on one line with the double-six set: the kernel's fastest path, on 32-bit masks.

Valid Python; Cython compiles this same file to C. `_two.pxd` holds its C types.
"""

from __future__ import annotations

try:
    import cython
except ImportError:  # plain Python without Cython
    from doublesix.kernel import _cyshim as cython  # type: ignore[no-redef]

if cython.compiled:
    from cython.cimports.doublesix.kernel._bits import (
        GOLDEN,
        STAR,
        bit,
        ctz,
        mix,
        popcount,
        rotl,
        scale,
        top,
        u32,
    )
    from cython.cimports.doublesix.kernel._codes import (
        BLOCKED_ALL,
        BLOCKED_LOSERS,
        BLOCKED_MARGIN,
        BY_HIGHEST,
        BY_LOT,
        OUT_FIXED,
        OUT_NONE,
    )
    from cython.cimports.doublesix.kernel._setup import Setup
    from cython.cimports.doublesix.kernel._state import State
    from cython.cimports.doublesix.kernel._tally import Tally
else:
    from doublesix.kernel._bits import GOLDEN, STAR, bit, ctz, mix, popcount, rotl, scale, top, u32
    from doublesix.kernel._codes import (
        BLOCKED_ALL,
        BLOCKED_LOSERS,
        BLOCKED_MARGIN,
        BY_HIGHEST,
        BY_LOT,
        OUT_FIXED,
        OUT_NONE,
    )
    from doublesix.kernel._setup import Setup
    from doublesix.kernel._state import State
    from doublesix.kernel._tally import Tally

if not cython.compiled:  # in C these are arrays, declared in _two.pxd
    MATCH = [0] * 7
    HIGH = [0] * 28
    SUM = [0] * 28


def _fill_tables() -> int:
    """Derive the tables from the tiles in their order, lightest first: 0-0, 1-0, 1-1, 2-0 …; the set of doubles."""
    doubles, tile = 0, 0
    for high in range(7):
        for low in range(high + 1):
            HIGH[tile] = high
            SUM[tile] = high + low
            MATCH[low] |= 1 << tile
            MATCH[high] |= 1 << tile
            tile += 1
        doubles |= 1 << tile - 1
    return doubles


DOUBLES = _fill_tables()


class TwoSeats:
    """One round being played out, with its own random stream."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.size = setup.size
        self.limit = 28 - setup.reserve if setup.draw_limit > 0 else 0
        self.leader = setup.leader
        self.qualifying = setup.qualifying
        if not cython.compiled:
            self.order = [0] * 28
            self.s0 = self.s1 = self.hand0 = self.hand1 = 0
            self.left = self.right = self.at = self.passes = self.turn = 0
            self.won0 = self.won1 = self.sum_pips0 = self.sum_pips1 = self.points0 = self.points1 = 0
            self.sum_turns = self.sum_blocked = 0
            self.winner = self.pips0 = self.pips1 = self.turns = self.blocked = 0

    def below(self, n: cython.uint) -> cython.uint:
        """The next number of the stream (xoroshiro64*), scaled to 0 .. n-1."""
        a: cython.uint = self.s0
        b: cython.uint = self.s1
        v: cython.uint = u32(a * STAR)
        b ^= a
        self.s0 = rotl(a, 26) ^ b ^ u32(b << 9)
        self.s1 = rotl(b, 13)
        return scale(v, n)

    def shuffle(self) -> cython.void:
        """Put all tiles in a random order."""
        i: cython.int
        j: cython.uint
        x: cython.uchar
        for i in range(28):
            self.order[i] = i
        for i in range(27, 0, -1):
            j = self.below(i + 1)
            x = self.order[i]
            self.order[i] = self.order[j]
            self.order[j] = x

    def heaviest(self, hand: cython.uint) -> cython.int:
        """The tile that leads from a hand: its highest double, else its heaviest, else of the higher half."""
        best: cython.int
        tile: cython.int
        if hand & DOUBLES:
            return top(hand & DOUBLES)
        best = ctz(hand)
        while hand:
            tile = ctz(hand)
            hand &= hand - 1
            if SUM[tile] >= SUM[best]:  # of equal pips the later has the higher half
                best = tile
        return best

    def begin(self, seed: cython.uint, index: cython.uint) -> cython.void:
        """Deal round `index` of a seed and lead."""
        i: cython.int
        tile: cython.int
        self.s0 = mix(u32(seed + index * GOLDEN))
        self.s1 = mix(self.s0 ^ index) | 1
        self.shuffle()
        hand0: cython.uint = 0
        hand1: cython.uint = 0
        size: cython.int = self.size
        for i in range(size):
            hand0 |= bit(self.order[i])
            hand1 |= bit(self.order[size + i])
        leader: cython.int = 0
        if self.leader == BY_LOT:
            leader = self.below(2)
        elif self.leader == BY_HIGHEST and self.heaviest(hand0 | hand1) == self.heaviest(hand1):
            leader = 1
        hand: cython.uint = hand1 if leader else hand0
        if self.qualifying:
            tile = self.heaviest(hand)
        else:
            i = self.below(size)
            while i:
                hand &= hand - 1
                i -= 1
            tile = ctz(hand)
        if leader:
            hand1 ^= bit(tile)
        else:
            hand0 ^= bit(tile)
        self.hand0 = hand0
        self.hand1 = hand1
        self.left = HIGH[tile]
        self.right = SUM[tile] - HIGH[tile]
        self.at = 2 * size
        self.passes = 0
        self.turn = 1 - leader
        self.turns = 1

    def finish(self) -> cython.void:
        """Play the round to its end, every choice of tile and end equally likely."""
        mine: cython.uint = self.hand1 if self.turn else self.hand0  # hand of the seat to move
        theirs: cython.uint = self.hand0 if self.turn else self.hand1
        left: cython.int = self.left
        right: cython.int = self.right
        at: cython.int = self.at
        limit: cython.int = self.limit
        turn: cython.int = self.turn
        turns: cython.int = self.turns
        passes: cython.int = self.passes
        tile: cython.int
        k: cython.uint
        fits: cython.uint
        at_left: cython.uint
        at_right: cython.uint
        n_left: cython.uint
        while True:
            turns += 1
            fits = MATCH[left] | MATCH[right]
            while not mine & fits and at < limit:
                mine |= bit(self.order[at])
                at += 1
            at_left = mine & MATCH[left]
            at_right = mine & MATCH[right]
            if at_left | at_right:
                n_left = popcount(at_left)
                k = self.below(n_left + popcount(at_right))
                if k < n_left:
                    while k:
                        at_left &= at_left - 1
                        k -= 1
                    tile = ctz(at_left)
                    left = SUM[tile] - left
                else:
                    k -= n_left
                    while k:
                        at_right &= at_right - 1
                        k -= 1
                    tile = ctz(at_right)
                    right = SUM[tile] - right
                mine ^= bit(tile)
                passes = 0
                if not mine:
                    break
            else:
                passes += 1
                if passes == 2:
                    break
            mine, theirs = theirs, mine
            turn ^= 1
        self.turns = turns
        self.at = at
        self.settle(mine, theirs, turn)

    def settle(self, mine: cython.uint, theirs: cython.uint, turn: cython.int) -> cython.void:
        """End the round with these hands, of the seat that moved last and of the other."""
        own: cython.int = 0
        other: cython.int = 0
        self.hand0 = theirs if turn else mine
        self.hand1 = mine if turn else theirs
        self.blocked = 1 if mine else 0
        while mine:
            own += SUM[ctz(mine)]
            mine &= mine - 1
        while theirs:
            other += SUM[ctz(theirs)]
            theirs &= theirs - 1
        self.pips0 = other if turn else own
        self.pips1 = own if turn else other
        if not self.blocked:
            self.winner = turn
        elif own == other:
            self.winner = -1
        else:
            self.winner = turn if own < other else 1 - turn

    def account(self) -> cython.void:
        """Add the ended round to the sums."""
        own: cython.int
        other: cython.int
        due: cython.int = 0
        self.sum_pips0 += self.pips0
        self.sum_pips1 += self.pips1
        self.sum_turns += self.turns
        self.sum_blocked += self.blocked
        if self.winner < 0:
            return
        own = self.pips1 if self.winner else self.pips0
        other = self.pips0 if self.winner else self.pips1
        if self.blocked:
            if self.setup.blocked == BLOCKED_MARGIN:
                due = other - own
            elif self.setup.blocked == BLOCKED_LOSERS:
                due = other
            elif self.setup.blocked == BLOCKED_ALL:
                due = other + own
        elif self.setup.out == OUT_FIXED:
            due = self.setup.out_fixed
        elif self.setup.out != OUT_NONE:
            due = other
        if due:
            due = self.setup.rounded(due)
        if self.winner:
            self.won1 += 1
            self.points1 += due
        else:
            self.won0 += 1
            self.points0 += due

    def tally(self, rounds: cython.longlong) -> Tally:
        """The sums, over this many rounds."""
        made: Tally = Tally(2)
        made.add_two(rounds, rounds - self.won0 - self.won1, self.sum_blocked, self.sum_turns)
        made.add_seat(0, self.won0, self.sum_pips0, self.points0)
        made.add_seat(1, self.won1, self.sum_pips1, self.points1)
        return made

    # --- states ------------------------------------------------------------------------------------------------------

    def load(self, state: State) -> cython.int:
        """Take over a state whose line has begun; gives the place of the first tile of the boneyard never drawn."""
        i: cython.int
        self.s0 = state.s0
        self.s1 = state.s1
        self.hand0 = u32(state.hands[0])
        self.hand1 = u32(state.hands[1])
        self.left = state.outer[0]
        self.right = state.outer[1]
        self.passes = state.passes
        self.turn = state.turn
        self.turns = 0
        self.at = state.at
        self.limit = state.end - state.setup.reserve if state.setup.draw_limit > 0 else 0
        for i in range(state.at, state.end):
            self.order[i] = state.order[i]
        return self.limit

    def unload(self, state: State) -> cython.void:
        """End the state that was loaded as the round has ended."""
        state.steps += self.turns + self.at - state.at
        state.at = self.at
        state.hands[0] = self.hand0
        state.hands[1] = self.hand1
        if self.blocked:
            state.end_blocked()
        else:
            state.end_out(self.winner, 0)

    def finish_state(self, state: State) -> cython.void:
        """Play a state to its end, as its own `finish` would."""
        if state.turn >= 0 and state.lead < 0:
            state.choose()
        if state.turn >= 0:
            self.load(state)
            self.finish()
            self.unload(state)


def rounds_of_two(setup: Setup, seed: cython.uint, first: cython.uint, count: cython.uint) -> Tally:
    """Deal and play rounds `first` .. `first + count - 1` of a seed; an exact target does not matter from the deal.

    A turn is a lead, or draws with the play or pass that ends them.
    """
    state: TwoSeats = TwoSeats(setup)
    i: cython.uint
    with cython.nogil:
        for i in range(count):
            state.begin(seed, u32(first + i))
            state.finish()
            state.account()
    return state.tally(count)
