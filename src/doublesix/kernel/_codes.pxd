# The numbers of _codes.py for compiled code.
cdef enum:
    DRAW = 8192
    PASS = 8193
    LED = 63
    TO_BE_FOUND = -2
    WHOLE = 2520
cdef enum:
    SPIN_NONE = 0
    SPIN_LEAD = 1
    SPIN_FIRST = 2
    SPIN_ALL = 3
cdef enum:
    BY_SEAT = 0
    BY_LOT = 1
    BY_HIGHEST = 2
cdef enum:
    OUT_NONE = 0
    OUT_LOSERS = 1
    OUT_OTHERS = 2
    OUT_FIXED = 3
cdef enum:
    BLOCKED_NONE = 0
    BLOCKED_MARGIN = 1
    BLOCKED_LOSERS = 2
    BLOCKED_ALL = 3
cdef enum:
    RUNNING = 0
    DOMINO = 1
    BLOCKED = 2
    TARGET = 3
