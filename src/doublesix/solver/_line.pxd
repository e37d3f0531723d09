# C types of _line.py.
cimport cython

@cython.final
cdef class LineSearch:
    cdef unsigned long long match[16]           # by value: the bit set of the tiles that have it
    cdef int high[64]                           # by tile: its heavier half
    cdef int pips[64]                           # by tile: its pips
    cdef int order[64]                          # the tiles that may be drawn, next first
    cdef int last, limit                        # how many they are; how many a turn may draw
    cdef bint voluntary                         # whether it may draw while a tile fits
    cdef public long long nodes
    cdef bint stopped                           # whether the user asked to stop
    cdef unsigned int slots                     # mask of a place in the table
    cdef unsigned long long stamp               # the age of the entries that count
    cdef unsigned long long[::1] table          # four words an entry: hands, the rest, nothing
    cdef int pool[8192]                         # moves of all levels of the search

    cdef void look_up(self) noexcept with gil
    cdef int sum(self, unsigned long long hand) noexcept nogil
    cdef int passed(self, unsigned long long mine, unsigned long long theirs, int own, int other, int left, int right,
                    int at, int passes, int alpha, int beta, int base) noexcept nogil
    cdef int value(self, unsigned long long mine, unsigned long long theirs, int own, int other, int left, int right,
                   int at, int passes, int drawn, int alpha, int beta, int base) noexcept nogil
    cpdef int worth(self, unsigned long long mine, unsigned long long theirs, int left, int right, int at, int passes,
                    int drawn, int alpha, int beta) except? -31000
