# C types of _choice.py.
cimport cython
from doublesix.kernel._bits cimport u128
from doublesix.kernel._setup cimport Setup
from doublesix.kernel._state cimport State

cdef unsigned int[2048] EXP             # by 128ths below the best score: how much a move counts, of 65,536

@cython.final
cdef class Chooser:
    cdef readonly Setup setup
    cdef int[144] weights               # by phase, 16 each
    cdef u128 laid                      # tiles on the line
    cdef int[10] lacks, sizes           # by seat: bit set of the values it has shown it lacks; tiles it holds
    cdef int[16] found                  # features of one move
    cdef int[512] codes, scores         # the moves of one choice
    cdef int moves

    cdef void set_to(self, Chooser other) noexcept nogil
    cdef void renew(self, Chooser other) noexcept nogil
    cdef int open_values(self, State state) noexcept nogil
    cdef void measure(self, State state, int tile, int arm) noexcept nogil
    cdef int gain(self, State state, int tile, int arm) noexcept nogil
    cpdef int phase(self, State state) noexcept nogil
    cdef void look(self, State state) noexcept nogil
    cdef int score(self, State state) noexcept nogil
    cdef void advance(self, State state, int code) noexcept nogil
    cdef void choose(self, State state) noexcept nogil
    cdef void finish(self, State state) noexcept nogil
    cdef double chance_of(self, State state, int code, double mixed) noexcept nogil

@cython.final
cdef class Decision:
    cdef State state
    cdef Chooser chooser
    cdef int seat, code, groups
    cdef u128 known                     # tiles of the hand that the later moves have shown

@cython.final
cdef class Past:
    cdef list decisions
    cdef State chance
    cdef int seats
    cdef int[10] hidden                 # by seat: tiles that a world names
    cdef int[10] groups, start           # groups; where the tiles of each seat begin in the world at hand
    cdef int[1280] floors               # by seat and tile
    cdef int[1280] slots                # by seat and group: hidden tiles that came with it
    cdef int[128] group                 # by tile: with which group it came, in the world at hand
    cdef int[128] free
    cdef double[::1] by                 # weights of worlds
    cdef unsigned char[::1] into        # worlds that were selected

    cdef void flatten(self, int count, double least) noexcept
    cdef void place(self, int seat, const unsigned char* tiles, int at) noexcept
