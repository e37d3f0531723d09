# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""One moment of a round on ints: the twin of `rules.Position` for every preset, changed in place.

Valid Python; Cython compiles this same file to C. `_state.pxd` holds its C types. Hands are bit sets of tile numbers.
A move is one int, its code: tile and arm of a play, tile and `LED` of a lead, or `DRAW` or `PASS`.
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
        mix,
        one,
        rotl,
        scale,
        u32,
        u128,
        wide_ctz,
        wide_popcount,
    )
    from cython.cimports.doublesix.kernel._codes import (
        BLOCKED,
        BLOCKED_ALL,
        BLOCKED_MARGIN,
        BLOCKED_NONE,
        BY_HIGHEST,
        BY_LOT,
        DOMINO,
        DRAW,
        LED,
        OUT_FIXED,
        OUT_NONE,
        OUT_OTHERS,
        PASS,
        SPIN_ALL,
        SPIN_FIRST,
        SPIN_NONE,
        TARGET,
        TO_BE_FOUND,
    )
    from cython.cimports.doublesix.kernel._setup import Setup
else:
    from doublesix.kernel._bits import GOLDEN, STAR, mix, one, rotl, scale, u32, wide_ctz, wide_popcount
    from doublesix.kernel._codes import (
        BLOCKED,
        BLOCKED_ALL,
        BLOCKED_MARGIN,
        BLOCKED_NONE,
        BY_HIGHEST,
        BY_LOT,
        DOMINO,
        DRAW,
        LED,
        OUT_FIXED,
        OUT_NONE,
        OUT_OTHERS,
        PASS,
        SPIN_ALL,
        SPIN_FIRST,
        SPIN_NONE,
        TARGET,
        TO_BE_FOUND,
    )
    from doublesix.kernel._setup import Setup


class State:
    """A round in progress, all tiles known. Made by `coding`; `copy` before what must not change it."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.lead = self.lead_tile = self.last_play = self.turn = -1
        if not cython.compiled:
            self.leader = self.passes = self.drawn = self.ending = self.steps = self.at = self.end = self.winners = 0
            self.s0 = self.s1 = self.opened = self.spinners = self.side_total = 0
            self.hands, self.order = [0] * 10, [0] * 128
            self.points, self.scores, self.pips, self.places = [0] * 10, [0] * 10, [0] * 10, [0] * 10
            self.totals, self.hidden = [0] * 10, [0] * 11
            self.outer, self.shown, self.length, self.open_arm = [0] * 40, [0] * 40, [0] * 40, [0] * 40
            self.spin_value, self.spin_place, self.spin_arm = [0] * 16, [0] * 16, [0] * 16

    # --- asking ------------------------------------------------------------------------------------------------------

    def moves(self) -> list[int]:
        """Codes of the legal moves, in the order of the rules: their texts sorted."""
        found: list[int] = []
        place: cython.int
        arm_place: cython.int
        tile: cython.int
        arm: cython.int
        if self.turn < 0:
            return found
        hand: u128 = self.hands[self.turn]
        if self.lead < 0:
            if self.lead_tile >= 0:
                return [self.lead_tile << 6 | LED]
            for place in range(self.setup.tiles):
                tile = self.setup.lead_order[place]
                if hand & one(tile):
                    found.append(tile << 6 | LED)
            return found
        takes = [False] * 40
        for place in range(self.opened):
            takes[self.open_arm[place]] = True
        for place in range(self.setup.tiles):
            tile = self.setup.text_order[place]
            if hand & one(tile):
                for arm_place in range(self.setup.arms):
                    arm = self.setup.arm_order[arm_place]
                    if takes[arm] and self.setup.match[self.outer[arm]] & one(tile):
                        found.append(tile << 6 | arm)
        if (not found or self.setup.voluntary) and self.may_draw():
            found.append(DRAW)
        return found if found else [PASS]

    def hand(self, seat: cython.int) -> int:
        """The tiles of a seat, a bit set."""
        return self.hands[seat]

    def boneyard(self) -> tuple[int, ...]:
        """The tiles of the boneyard, next to be drawn first."""
        return tuple([self.order[i] for i in range(self.at, self.end)])

    def ends(self) -> dict[int, int]:
        """The arms that take a tile now, each with its value."""
        return {self.open_arm[i]: self.outer[self.open_arm[i]] for i in range(self.opened)}

    def result(self) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        """Of a finished round by seat: pips left, places, points."""
        seats = range(self.setup.seats)
        return (
            tuple([self.pips[i] for i in seats]),
            tuple([self.places[i] for i in seats]),
            tuple([self.points[i] for i in seats]),
        )

    # --- making ------------------------------------------------------------------------------------------------------

    def copy(self) -> State:
        """The same moment, to be changed on its own."""
        new: State = State(self.setup)
        new.set_to(self)
        return new

    def set_to(self, other: State) -> cython.void:
        """Become what another state of the same setup is."""
        self.turn = other.turn
        self.leader = other.leader
        self.passes = other.passes
        self.drawn = other.drawn
        self.ending = other.ending
        self.last_play = other.last_play
        self.steps = other.steps
        self.lead_tile = other.lead_tile
        self.lead = other.lead
        self.at = other.at
        self.end = other.end
        self.winners = other.winners
        self.s0 = other.s0
        self.s1 = other.s1
        self.opened = other.opened
        self.spinners = other.spinners
        self.side_total = other.side_total
        if cython.compiled:  # arrays are copied
            self.hands = other.hands
            self.order = other.order
            self.points = other.points
            self.scores = other.scores
            self.pips = other.pips
            self.places = other.places
            self.outer = other.outer
            self.shown = other.shown
            self.length = other.length
            self.open_arm = other.open_arm
            self.spin_value = other.spin_value
            self.spin_place = other.spin_place
            self.spin_arm = other.spin_arm
            self.hidden = other.hidden
        else:
            self.hands, self.order = other.hands[:], other.order[:]
            self.points, self.scores = other.points[:], other.scores[:]
            self.pips, self.places = other.pips[:], other.places[:]
            self.outer, self.shown = other.outer[:], other.shown[:]
            self.length, self.open_arm = other.length[:], other.open_arm[:]
            self.spin_value, self.spin_place = other.spin_value[:], other.spin_place[:]
            self.spin_arm, self.hidden = other.spin_arm[:], other.hidden[:]

    def set_hand(self, seat: cython.int, tiles: u128) -> None:
        """Give a seat these tiles."""
        self.hands[seat] = tiles

    def set_boneyard(self, tiles: bytes) -> None:
        """Lay the boneyard: tile numbers, next to be drawn first."""
        i: cython.int
        self.at = 0
        self.end = len(tiles)
        for i in range(self.end):
            self.order[i] = tiles[i]

    def set_turn(self, turn: int, passes: int, drawn: int) -> None:
        """Whose turn it is, the passes in a row, and the tiles drawn in this turn."""
        self.turn, self.passes, self.drawn = turn, passes, drawn

    def set_points(self, seat: cython.int, points: int, scores: int) -> None:
        """Points of this round, and the score of the match before it."""
        self.points[seat], self.scores[seat] = points, scores

    def set_line(self, lead: int, arms: dict[int, list[tuple[int, int]]], spinners: list[tuple[int, int, int]]) -> None:
        """Lay the line: the tile led, the halves of each arm, and each spinner's value, arm and place."""
        i: cython.int
        self.lead = lead
        high, low = self.setup.high[lead], self.setup.low[lead]
        self.outer[0], self.outer[1] = high, low
        self.shown[0], self.shown[1] = (2 * high, 2 * high) if high == low else (high, low)
        for i in range(2, self.setup.arms):
            self.shown[i] = self.length[i] = 0
        self.side_total = 0
        self.spinners = len(spinners)
        for place, (value, arm, at) in enumerate(spinners):
            self.spin_value[place], self.spin_arm[place], self.spin_place[place] = value, arm, at
            first = 2 + 2 * value if self.setup.spinner == SPIN_ALL else 2
            self.outer[first] = self.outer[first + 1] = value
        for number, halves in arms.items():
            self.length[number] = len(halves)
            if halves:
                inner, out = halves[len(halves) - 1]
                self.outer[number] = out
                self.shown[number] = 2 * out if inner == out else out
            if number > 1:
                self.side_total += self.shown[number]
        self.open_ends()

    def set_leader(self, leader: int, lead_tile: int, last_play: int) -> None:
        """Who leads or has led, the one tile that may be led (-1: any), and who played last (-1: nobody)."""
        self.leader, self.lead_tile, self.last_play = leader, lead_tile, last_play

    def set_hidden(self, counts: tuple[int, ...], boneyard: int) -> None:
        """How many tiles of each seat, and of the boneyard, a world has to name."""
        for seat, hidden in enumerate(counts):
            self.hidden[seat] = hidden
        self.hidden[10] = boneyard
        self.at, self.end = 0, boneyard

    def unseen(self) -> int:
        """How many tiles a world has to name."""
        return sum([self.hidden[i] for i in range(11)])

    def fill(self, world: bytes) -> State:
        """This state with its hidden tiles named: those of the seats, seat by seat, then the boneyard's, next first.

        Raises `ValueError` where the world has another number of tiles.
        """
        wanted = self.unseen()
        if len(world) != wanted:
            raise ValueError(f"a world of this view names {wanted} tiles, not {len(world)}")
        new: State = self.copy()
        new.fill_from(world, 0)
        return new

    def fill_from(self, tiles: cython.p_const_uchar, at: cython.int) -> cython.void:
        """Name the hidden tiles in place by those from `at` on."""
        seat: cython.int
        i: cython.int
        hand: u128
        for seat in range(self.setup.seats):
            hand = self.hands[seat]
            while self.hidden[seat] > 0:
                hand |= one(tiles[at])
                at += 1
                self.hidden[seat] -= 1
            self.hands[seat] = hand
        if self.hidden[10] > 0:
            self.at = 0
            self.end = self.hidden[10]
            for i in range(self.end):
                self.order[i] = tiles[at]
                at += 1
            self.hidden[10] = 0
        if self.lead_tile == TO_BE_FOUND:
            self.lead_tile = self.setup.heaviest(self.hands[self.leader])

    def begin(self, leader: cython.int, later: cython.bint) -> cython.void:
        """Put an empty line before the dealt hands; the leader is to lead."""
        i: cython.int
        self.lead = -1
        self.last_play = -1
        self.leader = leader
        self.turn = leader
        self.lead_tile = -1
        if self.setup.qualifying and not later:
            self.lead_tile = self.setup.heaviest(self.hands[leader])
        self.passes = 0
        self.drawn = 0
        self.ending = 0
        self.steps = 0
        self.opened = 0
        self.spinners = 0
        self.side_total = 0
        self.winners = 0
        for i in range(self.setup.arms):
            self.length[i] = 0
            self.shown[i] = 0
        for i in range(self.setup.seats):
            self.points[i] = 0

    # --- the random stream -------------------------------------------------------------------------------------------

    def seed(self, seed: cython.uint, index: cython.uint) -> cython.void:
        """Begin stream `index` of a seed."""
        self.s0 = mix(u32(seed + index * GOLDEN))
        self.s1 = mix(self.s0 ^ index) | 1

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
        for i in range(self.setup.tiles):
            self.order[i] = i
        for i in range(self.setup.tiles - 1, 0, -1):
            j = self.below(i + 1)
            x = self.order[i]
            self.order[i] = self.order[j]
            self.order[j] = x

    def deal(self) -> cython.void:
        """Deal a first round of the stream: seat 0 the first tiles, and so on; then the lot, where one is drawn."""
        seat: cython.int
        i: cython.int
        leader: cython.int = 0
        best: cython.int
        hand: u128
        dealt: u128 = 0
        self.shuffle()
        self.at = 0
        for seat in range(self.setup.seats):
            hand = 0
            for i in range(self.setup.size):
                hand |= one(self.order[self.at + i])
            self.hands[seat] = hand
            dealt |= hand
            self.at += self.setup.size
        self.end = self.setup.tiles
        if self.setup.leader == BY_LOT:
            leader = self.below(self.setup.seats)
        elif self.setup.leader == BY_HIGHEST:
            best = self.setup.heaviest(dealt)
            while not self.hands[leader] & one(best):
                leader += 1
        self.begin(leader, False)

    # --- moving ------------------------------------------------------------------------------------------------------

    def play(self, code: int) -> None:
        """Make a legal move; whether it is legal is not asked."""
        self.step(code)

    def step(self, code: cython.int) -> cython.void:
        """Make the move of a code."""
        if code == DRAW:
            self.draw_one()
        elif code == PASS:
            self.pass_on()
        elif code & 63 == LED:
            self.lead_with(code >> 6)
        else:
            self.play_on(code >> 6, code & 63)

    def drawable(self) -> cython.int:
        """Tiles that may still be drawn in this round."""
        left: cython.int = self.end - self.at - self.setup.reserve
        return left if left > 0 and self.setup.draw_limit > 0 else 0

    def may_draw(self) -> cython.bint:
        """Whether boneyard and draw limit leave a tile to draw in this turn."""
        return self.lead >= 0 and self.drawn < self.setup.draw_limit and self.end - self.at > self.setup.reserve

    def lead_with(self, tile: cython.int) -> cython.void:
        """Lay the first tile, heavier half to the left."""
        seat: cython.int = self.turn
        self.steps += 1
        self.lead = tile
        self.hands[seat] ^= one(tile)
        self.outer[0] = self.setup.high[tile]
        self.outer[1] = self.setup.low[tile]
        self.shown[0] = self.outer[0]
        self.shown[1] = self.outer[1]
        if self.outer[0] == self.outer[1]:
            self.shown[0] += self.outer[0]
            self.shown[1] += self.outer[1]
            if self.setup.spinner != SPIN_NONE:
                self.add_spinner(self.outer[0], -1, 0)
        self.after_play(seat)

    def play_on(self, tile: cython.int, arm: cython.int) -> cython.void:
        """Lay a tile at the end of an arm."""
        seat: cython.int = self.turn
        inner: cython.int = self.outer[arm]
        outer: cython.int = self.setup.pips[tile] - inner
        shown: cython.int = outer + inner if outer == inner else outer
        self.steps += 1
        self.hands[seat] ^= one(tile)
        if arm > 1:
            self.side_total += shown - self.shown[arm]
        self.outer[arm] = outer
        self.shown[arm] = shown
        self.length[arm] += 1
        if inner == outer and self.spins():
            self.add_spinner(outer, arm, self.length[arm] - 1)
        self.after_play(seat)

    def spins(self) -> cython.bint:
        """Whether a double played now is a spinner."""
        return self.setup.spinner == SPIN_ALL or (self.setup.spinner == SPIN_FIRST and self.spinners == 0)

    def add_spinner(self, value: cython.int, arm: cython.int, place: cython.int) -> cython.void:
        """Note a double that grows side arms, and where it lies."""
        first: cython.int = 2 + 2 * value if self.setup.spinner == SPIN_ALL else 2
        self.spin_value[self.spinners] = value
        self.spin_arm[self.spinners] = arm
        self.spin_place[self.spinners] = place
        self.spinners += 1
        self.outer[first] = value
        self.outer[first + 1] = value

    def draw_one(self) -> cython.void:
        """Take the next tile of the boneyard."""
        self.steps += 1
        self.hands[self.turn] |= one(self.order[self.at])
        self.at += 1
        self.drawn += 1

    def pass_on(self) -> cython.void:
        """Pass; the round is blocked when every seat that holds tiles has and nothing can be drawn."""
        holding: cython.int = 0
        i: cython.int
        self.steps += 1
        self.passes += 1
        self.drawn = 0
        for i in range(self.setup.seats):
            if self.hands[i]:
                holding += 1
        if self.passes >= holding and self.drawable() == 0:
            self.end_blocked()
        else:
            self.next_turn()

    def next_turn(self) -> cython.void:
        """The next seat that still holds tiles."""
        turn: cython.int = self.turn
        while True:
            turn += 1
            if turn == self.setup.seats:
                turn = 0
            if self.hands[turn]:
                break
        self.turn = turn

    def open_ends(self) -> cython.void:
        """Find the arms that take a tile now."""
        i: cython.int
        arm: cython.int
        first: cython.int
        covered: cython.bint
        self.open_arm[0] = 0
        self.open_arm[1] = 1
        self.opened = 2
        if self.spinners == 0:
            return
        if self.setup.fill_first and self.unfilled():
            return
        for i in range(self.spinners):
            arm = self.spin_arm[i]
            if self.setup.fill_first:
                covered = True
            elif arm < 0:
                covered = self.length[0] > 0 and self.length[1] > 0
            else:
                covered = self.length[arm] > self.spin_place[i] + 1
            if covered:
                first = 2 + 2 * self.spin_value[i] if self.setup.spinner == SPIN_ALL else 2
                self.open_arm[self.opened] = first
                self.open_arm[self.opened + 1] = first + 1
                self.opened += 2

    def unfilled(self) -> cython.bint:
        """With `fill-first`: whether the newest spinner has arms not yet started; then only they are open."""
        newest: cython.int = self.spinners - 1
        arm: cython.int = self.spin_arm[newest]
        first: cython.int = 2 + 2 * self.spin_value[newest] if self.setup.spinner == SPIN_ALL else 2
        found: cython.int = 0
        i: cython.int
        if arm < 0:
            for i in range(2):
                if self.length[i] == 0:
                    self.open_arm[found] = i
                    found += 1
        elif self.length[arm] == self.spin_place[newest] + 1:
            self.open_arm[found] = arm
            found += 1
        for i in range(first, first + 2):
            if self.length[i] == 0:
                self.open_arm[found] = i
                found += 1
        if found:
            self.opened = found
        return found > 0

    # --- scoring -----------------------------------------------------------------------------------------------------

    def after_play(self, seat: cython.int) -> cython.void:
        """Points of the play just made, then: out, target reached, or the next turn."""
        gain: cython.int = 0
        total: cython.int
        self.passes = 0
        self.drawn = 0
        self.last_play = seat
        if self.setup.multiples > 0:
            total = self.shown[0] + self.side_total
            if self.length[0] > 0 or self.length[1] > 0 or self.setup.high[self.lead] != self.setup.low[self.lead]:
                total += self.shown[1]
            gain = self.setup.count(total)
        if self.is_out(seat):
            self.end_out(seat, gain)
            return
        if gain > 0:
            self.add_points(seat, self.within_target(seat, gain))
            if self.setup.now and self.scores[seat] + self.points[seat] >= self.setup.target:
                self.end_target(seat)
                return
        self.open_ends()
        self.next_turn()

    def is_out(self, seat: cython.int) -> cython.bint:
        """Whether this seat's last tile ends the round."""
        i: cython.int
        if self.hands[seat]:
            return False
        if self.setup.out_side:
            for i in range(self.setup.seats):
                if self.setup.same_side(seat, i) and self.hands[i]:
                    return False
        return True

    def within_target(self, seat: cython.int, gain: cython.int) -> cython.int:
        """The gain, or 0 where it would pass an exact target."""
        if self.setup.exact and self.scores[seat] + self.points[seat] + gain > self.setup.target:
            return 0
        return gain

    def add_points(self, seat: cython.int, gain: cython.int) -> cython.void:
        """Points for the side of a seat."""
        i: cython.int
        for i in range(self.setup.seats):
            if self.setup.same_side(seat, i):
                self.points[i] += gain

    def count_pips(self) -> cython.void:
        """Pips left in each hand."""
        i: cython.int
        total: cython.int
        hand: u128
        for i in range(self.setup.seats):
            hand = self.hands[i]
            total = 0
            while hand:
                total += self.setup.pips[wide_ctz(hand)]
                hand &= hand - 1
            self.pips[i] = total

    def rank(self, best: cython.int) -> cython.void:
        """Places by side: the side of seat `best` (-1: none) first, then the lowest pips; equal sides share a place."""
        i: cython.int
        j: cython.int
        seats: cython.int = self.setup.seats
        for i in range(seats):
            self.totals[i] = self.pips[i]
            if self.setup.partners:
                self.totals[i] += self.pips[(i + 2) & 3]
            if best >= 0 and self.setup.same_side(best, i):
                self.totals[i] = -1
        for i in range(seats):
            self.places[i] = 1
            for j in range(seats):
                if self.totals[j] < self.totals[i]:
                    self.places[i] += 1

    def end_out(self, seat: cython.int, gain: cython.int) -> cython.void:
        """A seat has played its last tile: its points in play and its pay for going out count as one."""
        due: cython.int = 0
        i: cython.int
        self.count_pips()
        if self.setup.out == OUT_FIXED:
            due = self.setup.rounded(self.setup.out_fixed)
        elif self.setup.out != OUT_NONE:
            for i in range(self.setup.seats):
                if i != seat if self.setup.out == OUT_OTHERS else not self.setup.same_side(seat, i):
                    due += self.pips[i]
            due = self.setup.rounded(due)
        self.add_points(seat, self.within_target(seat, gain + due))
        self.rank(seat)
        self.close(DOMINO, seat)

    def end_target(self, seat: cython.int) -> cython.void:
        """A play has brought a side to the target."""
        self.count_pips()
        self.rank(seat)
        self.close(TARGET, seat)

    def close(self, ending: cython.int, seat: cython.int) -> cython.void:
        """End the round with the side of a seat as its winner."""
        i: cython.int
        self.winners = 0
        for i in range(self.setup.seats):
            if self.setup.same_side(seat, i):
                self.winners |= 1 << i
        self.ending = ending
        self.turn = -1

    def end_blocked(self) -> cython.void:
        """Nobody can play and nothing can be drawn: the lowest pips win, and are paid where they are one side's."""
        i: cython.int
        top: cython.int = -1
        sides: cython.int
        firsts: cython.int = 0
        due: cython.int = 0
        self.count_pips()
        self.rank(-1)
        self.winners = 0
        for i in range(self.setup.seats):
            if self.places[i] == 1:
                self.winners |= 1 << i
                firsts += 1
                if top < 0:
                    top = i
        sides = firsts // 2 if self.setup.partners else firsts
        if firsts == self.setup.seats:
            self.winners = 0
        if sides == 1 and self.setup.blocked != BLOCKED_NONE:
            for i in range(self.setup.seats):
                if not self.setup.same_side(top, i):
                    due += self.pips[i]
                elif self.setup.blocked == BLOCKED_MARGIN:
                    due -= self.pips[i]
                elif self.setup.blocked == BLOCKED_ALL:
                    due += self.pips[i]
            self.add_points(top, self.within_target(top, self.setup.rounded(due)))
        self.ending = BLOCKED
        self.turn = -1

    # --- random play -------------------------------------------------------------------------------------------------

    def choose(self) -> cython.void:
        """Make one move, every legal one equally likely.

        The stream gives one number for a lead of any tile and for a play, also where it is the only one; none for
        a qualifying lead, a draw that must be or a pass. It counts the plays arm by arm as `ends` lists them, on each
        by tile number, then a draw that need not be.
        """
        hand: u128 = self.hands[self.turn]
        fits: u128
        i: cython.int
        plays: cython.uint = 0
        n: cython.uint
        k: cython.uint
        if self.lead < 0:
            if self.lead_tile >= 0:
                self.lead_with(self.lead_tile)
                return
            k = self.below(wide_popcount(hand))
            while k:
                hand &= hand - 1
                k -= 1
            self.lead_with(wide_ctz(hand))
            return
        for i in range(self.opened):
            plays += wide_popcount(hand & self.setup.match[self.outer[self.open_arm[i]]])
        if plays == 0:
            if self.may_draw():
                self.draw_one()
            else:
                self.pass_on()
            return
        n = plays
        if self.setup.voluntary and self.may_draw():
            n += 1
        k = self.below(n)
        if k == plays:
            self.draw_one()
            return
        for i in range(self.opened):
            fits = hand & self.setup.match[self.outer[self.open_arm[i]]]
            n = wide_popcount(fits)
            if k < n:
                while k:
                    fits &= fits - 1
                    k -= 1
                self.play_on(wide_ctz(fits), self.open_arm[i])
                return
            k -= n

    def finish(self) -> cython.void:
        """Play on to the end of the round."""
        while self.turn >= 0:
            self.choose()
