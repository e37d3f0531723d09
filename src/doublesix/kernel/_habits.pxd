# C types of _habits.py.
cimport cython

@cython.final
cdef class Habits:
    cdef int[9] weight                  # in 1/1024
    cdef unsigned int[1024] parts       # by how far a score lies under the best, in 1/64: its share, at most 2^20
