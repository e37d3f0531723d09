# C types of _sampling.py.
cimport cython

@cython.final
cdef class Stream:
    cdef unsigned int s0, s1
    cdef unsigned char[::1] out             # worlds one after the other

    cdef void seed(self, unsigned int seed, unsigned int index) noexcept nogil
    cdef unsigned int below(self, unsigned int n) noexcept nogil
    cdef double share(self) noexcept nogil
    cdef void shuffle(self, int first, int last) noexcept nogil

cdef class Sampler:
    cdef Stream stream
    cdef readonly int width                 # bytes of a world

    cdef void one(self, int base) noexcept nogil

cdef class SeatSampler(Sampler):
    cdef int hidden, rows
    cdef int stride                         # numbers of a row of tails: one for each group, and 0
    cdef unsigned char[::1] tiles           # the unseen tiles, the most restricted first
    cdef int[::1] floors                    # and their floors
    cdef double[::1] until                  # by row: the chance of this row or an earlier one
    cdef int[::1] tails                     # by row and floor: slots that are left from this group on

cdef class TableSampler(Sampler):
    cdef int seats, classes, hidden, full
    cdef int[::1] sizes                     # tiles of each seat
    cdef unsigned char[::1] tiles           # class by class
    cdef int[::1] starts                    # where each class starts
    cdef int[::1] finals                    # full states
    cdef double[::1] final_until            # the chance of this one or an earlier one
    cdef int[::1] first_step                # by state, one more at the end
    cdef int[::1] before                    # by step: the state it comes from
    cdef double[::1] until                  # the chance, within its state, of this step or an earlier one
    cdef unsigned char[::1] counts          # by step and seat: tiles of the class
    cdef unsigned char scratch[160]
    cdef int place[16]
