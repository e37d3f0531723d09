# C types of _tally.py.
cimport cython
from doublesix.kernel._state cimport State

@cython.final
cdef class Tally:
    cdef int seats
    cdef long long rounds, ties, blocked, turns
    cdef long long[10] shares, wins, pips, points, places

    cdef void add(self, State state, int begun, int opened_at) noexcept nogil
    cdef void add_two(self, long long rounds, long long ties, long long blocked, long long turns) noexcept nogil
    cdef void add_seat(self, int seat, long long wins, long long pips, long long points) noexcept nogil
