# C types of _state.py.
cimport cython
from doublesix.kernel._bits cimport u128
from doublesix.kernel._setup cimport Setup

@cython.final
cdef class State:
    cdef readonly Setup setup
    cdef readonly int turn, leader, passes, drawn, ending, last_play, steps
    cdef readonly int lead_tile                         # the one tile that may be led, or -1
    cdef readonly int lead                              # the tile that was led, or -1
    cdef readonly int at, end                           # the boneyard is order[at:end]
    cdef readonly int winners                           # bit set of seats
    cdef unsigned int s0, s1                            # random stream
    cdef u128[10] hands                                 # bit sets of tiles
    cdef unsigned char[128] order
    cdef int[10] points, scores, pips, places, totals    # by seat; totals are pips of the side, for ranking
    cdef unsigned char[40] outer, shown, length         # by arm: value at its end, what it shows, tiles beyond the lead
    cdef unsigned char[40] open_arm                     # arms that take a tile now
    cdef int opened
    cdef int[11] hidden                                 # tiles not known by seat, then in the boneyard (see fill)
    cdef int spinners
    cdef unsigned char[16] spin_value, spin_place
    cdef signed char[16] spin_arm                       # -1 for the lead
    cdef int side_total                                 # what the side arms show

    cdef void set_to(self, State other) noexcept nogil
    cdef void seed(self, unsigned int seed, unsigned int index) noexcept nogil
    cdef unsigned int below(self, unsigned int n) noexcept nogil
    cdef void shuffle(self) noexcept nogil
    cdef void deal(self) noexcept nogil
    cdef void begin(self, int leader, bint later) noexcept nogil
    cdef int drawable(self) noexcept nogil
    cdef bint may_draw(self) noexcept nogil
    cdef void lead_with(self, int tile) noexcept nogil
    cdef void play_on(self, int tile, int arm) noexcept nogil
    cdef bint spins(self) noexcept nogil
    cdef void add_spinner(self, int value, int arm, int place) noexcept nogil
    cdef void draw_one(self) noexcept nogil
    cdef void pass_on(self) noexcept nogil
    cdef void open_ends(self) noexcept nogil
    cdef bint unfilled(self) noexcept nogil
    cdef void after_play(self, int seat) noexcept nogil
    cdef bint is_out(self, int seat) noexcept nogil
    cdef void next_turn(self) noexcept nogil
    cdef int within_target(self, int seat, int gain) noexcept nogil
    cdef void add_points(self, int seat, int gain) noexcept nogil
    cdef void count_pips(self) noexcept nogil
    cdef void end_out(self, int seat, int gain) noexcept nogil
    cdef void close(self, int ending, int seat) noexcept nogil
    cdef void end_blocked(self) noexcept nogil
    cdef void end_target(self, int seat) noexcept nogil
    cdef void rank(self, int best) noexcept nogil
    cdef void step(self, int code) noexcept nogil
    cdef void choose(self) noexcept nogil
    cdef void finish(self) noexcept nogil
    cdef void fill_from(self, const unsigned char* tiles, int at) noexcept nogil
