# C types of _two_choice.py.
cimport cython
from doublesix.kernel._choice cimport Chooser
from doublesix.kernel._two cimport TwoSeats

@cython.final
cdef class TwoChoosers:
    cdef int[144] weights               # as the model's
    cdef unsigned int laid              # tiles on the line
    cdef int lacks0, lacks1             # bit sets of the values that the seats have shown they lack
    cdef int[64] tiles, scores          # the moves of one choice; tiles at the right from `rights` on
    cdef int moves, rights

    cdef void know(self, Chooser begun) noexcept nogil
    cdef int score(self, int base, int tile, int value, int other, unsigned int mine, int lacks, bint few) noexcept nogil
    cdef void find(self, int left, int right, unsigned int mine) noexcept nogil
    cdef unsigned int weigh(self, int left, int right, unsigned int mine, int base, int lacks, bint few) noexcept nogil
    cdef double chance_of(
        self, int left, int right, unsigned int mine, int base, int lacks, bint few, int code, double mixed
    ) noexcept nogil
    cdef int pick(self, TwoSeats quick) noexcept nogil
    cdef void finish(self, TwoSeats quick) noexcept nogil
