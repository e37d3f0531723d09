"""What the kernel's sources need of the name `cython` where they run as plain Python and Cython is not installed."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Any, Final, TypeVar

_F = TypeVar("_F", bound=Callable[..., Any])

compiled: Final = False


class _NoGil:
    """`with cython.nogil:` changes nothing in plain Python."""

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None


nogil: Final = _NoGil()
