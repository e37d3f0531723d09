# C types of _past.py.
cimport cython
from doublesix.kernel._bits cimport u128
from doublesix.kernel._choice cimport Chooser
from doublesix.kernel._state cimport State
from doublesix.kernel._two_choice cimport TwoChoosers

@cython.final
cdef class Decision:
    cdef State state
    cdef Chooser chooser
    cdef int seat, code, groups
    cdef bint quick                     # whether the twin for two seats weighs it, by what follows
    cdef int left, right, base, lacks
    cdef bint few
    cdef unsigned int laid
    cdef u128 known                     # tiles of the hand that the later moves have shown

@cython.final
cdef class Past:
    cdef list decisions
    cdef State chance
    cdef TwoChoosers two
    cdef int seats
    cdef int[10] hidden                 # by seat: tiles that a world names
    cdef int[10] groups, start           # groups; where the tiles of each seat begin in the world at hand
    cdef int[1280] floors               # by seat and tile
    cdef int[1280] slots                # by seat and group: hidden tiles that came with it
    cdef int[128] group                 # by tile: with which group it came, in the world at hand
    cdef int[128] free
    cdef double[::1] by                 # weights of worlds
    cdef unsigned char[::1] into        # worlds that were selected

    cdef double chance_of(self, Decision step, u128 hand, double mixed)
    cdef void flatten(self, int count, double least) noexcept
    cdef void place(self, int seat, const unsigned char* tiles, int at) noexcept
