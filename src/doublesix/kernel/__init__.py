"""Floor 1: the fast twin of the rules on ints: many random rounds a second, compiled where that is possible.

The same sources run as plain Python where nothing compiled them, a hundred times slower; `ENGINE` says which.
"""

from __future__ import annotations

from typing import Final

from doublesix.kernel import _two
from doublesix.kernel._two import two_seat_rounds

compiled: Final = not str(_two.__file__).endswith(".py")
"""Whether the kernel was compiled."""

ENGINE: Final = "compiled" if compiled else "interpreted (slow engine)"
"""The same in words, for people."""

__all__ = ["ENGINE", "compiled", "two_seat_rounds"]
