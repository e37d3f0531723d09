# C types of _lanes.py.
cimport cython
from doublesix.kernel._two cimport TwoSeats

cdef extern from "_lanes.h":
    ctypedef struct dsx_round:
        unsigned int mine, theirs, left, right, at, passes, turn, turns, s0, s1
        unsigned char[28] order
    int DSX_HAS_LANES
    int dsx_width(int wanted) noexcept nogil
    void dsx_play(dsx_round* rounds, unsigned int count, unsigned int limit, int width) noexcept nogil

@cython.final
cdef class Lanes:
    cdef dsx_round[1024] batch
    cdef void take(self, int i, TwoSeats quick) noexcept nogil
    cdef void give(self, int i, TwoSeats quick) noexcept nogil
