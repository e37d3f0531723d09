# C types of _carried.py.
cimport cython
from doublesix.inference._sampling cimport SeatSampler

@cython.final
cdef class CarriedSeat:
    cdef SeatSampler sampler                    # what the tables below come to
    cdef readonly int width                     # unseen tiles
    cdef readonly int hidden                    # tiles the seat holds
    cdef readonly bint fits                     # whether the tables below still have room
    cdef int size, groups, rows
    cdef bint ready                             # whether `prepare` has been done since the last move
    cdef int barred_from                        # the first group of tiles that were not dealt
    cdef int bounds[16]                         # by value: the first group that may hold a tile with it
    cdef unsigned char[136] high, low           # by tile: its halves
    cdef bint[136] unseen, barred               # by tile
    cdef unsigned long long left[4096]          # by row: slots left in each group, 7 bits a group
    cdef double ways[4096]
    cdef unsigned long long after[4096]
    cdef double after_ways[4096]
    cdef int found
    cdef readonly double total

    cdef int floor(self, int tile) noexcept nogil
    cdef void put(self, unsigned long long left, double ways) noexcept nogil
    cdef void take(self) noexcept nogil
    cdef void merge(self) noexcept nogil
    cdef void regroup(self, unsigned int kept) noexcept nogil
    cdef void drop(self) noexcept nogil
    cpdef void lacked(self, unsigned int values)
    cpdef void drew(self)
    cpdef void laid(self, int tile)
    cpdef void saw(self, int tile)
    cdef void prepare(self) noexcept
