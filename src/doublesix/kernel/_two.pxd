# C types of _two.py.
cimport cython
from doublesix.kernel._setup cimport Setup
from doublesix.kernel._state cimport State
from doublesix.kernel._tally cimport Tally

cdef unsigned int[7] MATCH              # by value: the bit set of the tiles that have it
cdef int[28] HIGH, SUM                  # by tile: its heavier half, its pips
cdef unsigned int DOUBLES

@cython.final
cdef class TwoSeats:
    cdef Setup setup
    cdef unsigned int s0, s1            # random stream
    cdef int size, limit                # tiles dealt to a seat; place of the first tile never drawn
    cdef int leader                     # BY_…
    cdef bint qualifying
    cdef unsigned int hand0, hand1      # bit sets of tiles
    cdef int left, right, at, passes, turn
    cdef int winner, pips0, pips1, turns, blocked
    cdef long long won0, won1, sum_pips0, sum_pips1, points0, points1, sum_turns, sum_blocked
    cdef unsigned char[28] order        # all tiles in dealing order

    cdef unsigned int below(self, unsigned int n) noexcept nogil
    cdef void shuffle(self) noexcept nogil
    cdef int heaviest(self, unsigned int hand) noexcept nogil
    cdef void begin(self, unsigned int seed, unsigned int index) noexcept nogil
    cdef void finish(self) noexcept nogil
    cdef void settle(self, unsigned int mine, unsigned int theirs, int turn) noexcept nogil
    cdef void account(self) noexcept nogil
    cdef Tally tally(self, long long rounds)
    cdef int load(self, State state) noexcept nogil
    cdef void unload(self, State state) noexcept nogil
    cdef void finish_state(self, State state) noexcept nogil
