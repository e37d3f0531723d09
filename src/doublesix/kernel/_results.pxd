# C types of _results.py.
cimport cython
from doublesix.kernel._state cimport State

@cython.final
cdef class Column:
    cdef unsigned char[::1] ranks
    cdef short[::1] margins

    cdef void put(self, unsigned int i, State ended, int seat) noexcept nogil

cdef int rank_of(State ended, int seat) noexcept nogil
cdef int margin_of(State ended, int seat) noexcept nogil
