# What a type checker should think of the few cython names that the kernel uses.
import builtins
from types import TracebackType
from typing import Any, Final, TypeAlias

compiled: Final[bool]
uint: TypeAlias = builtins.int
uchar: TypeAlias = builtins.int
p_const_uchar: TypeAlias = builtins.bytes
ulonglong: TypeAlias = builtins.int
longlong: TypeAlias = builtins.int
int: TypeAlias = builtins.int  # noqa: A001
bint: TypeAlias = builtins.int
double: TypeAlias = builtins.float
void: TypeAlias = None

class _NoGil:
    def __enter__(self) -> None: ...
    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None: ...

nogil: _NoGil

def declare(kind: Any, value: Any = ...) -> Any: ...
