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
