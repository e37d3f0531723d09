"""The small numbers that stand for words in the kernel; `_codes.pxd` gives compiled code the same."""

DRAW, PASS, LED = 8192, 8193, 63
"""What a move code holds beside a tile and an arm."""
WHOLE = 2520
"""One first place in shares: every number of seats up to 10 divides it."""
TO_BE_FOUND = -2
"""In place of the tile that must be led, where a world decides which it is."""
SPIN_NONE, SPIN_LEAD, SPIN_FIRST, SPIN_ALL = 0, 1, 2, 3
"""Which doubles are spinners."""
BY_SEAT, BY_LOT, BY_HIGHEST = 0, 1, 2
"""Who leads."""
OUT_NONE, OUT_LOSERS, OUT_OTHERS, OUT_FIXED = 0, 1, 2, 3
"""What going out pays."""
BLOCKED_NONE, BLOCKED_MARGIN, BLOCKED_LOSERS, BLOCKED_ALL = 0, 1, 2, 3
"""What a blocked round pays."""
RUNNING, DOMINO, BLOCKED, TARGET = 0, 1, 2, 3
"""How a round ended."""
