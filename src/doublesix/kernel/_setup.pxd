# C types of _setup.py.
cimport cython
from doublesix.kernel._bits cimport u128

@cython.final
cdef class Setup:
    cdef readonly int tiles, values, seats, size, arms  # of the set, of a half, at the table, dealt to each, of a line
    cdef readonly int reserve, draw_limit               # draw_limit is 0 in a block round, large for "until one fits"
    cdef readonly bint voluntary, partners, fill_first, out_side
    cdef readonly int spinner                           # SPIN_…
    cdef readonly int leader                            # BY_…
    cdef readonly bint qualifying
    cdef readonly bint two_seats                        # whether _two.py plays them
    cdef readonly int multiples                         # how many; 0 without points in play
    cdef readonly bint quotient
    cdef readonly int out, out_fixed, blocked, round_to # OUT_…, BLOCKED_…
    cdef readonly int target                            # 0 without one
    cdef readonly bint exact, now
    cdef int[8] multiple
    cdef u128[16] match                                 # by value: the tiles that have it
    cdef u128 doubles
    cdef unsigned char[128] high, low, pips             # by tile
    cdef unsigned char[128] text_order, lead_order      # tiles as the texts of plays and of leads sort
    cdef unsigned char[40] arm_order                    # arms as the texts of plays sort

    cdef int heaviest(self, u128 hand) noexcept nogil
    cdef int count(self, int total) noexcept nogil
    cdef int rounded(self, int points) noexcept nogil
    cdef bint same_side(self, int seat, int other) noexcept nogil
