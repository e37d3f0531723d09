"""The data folder: made where it is missing, and locked so that only one server uses it."""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import IO


class CannotStart(Exception):
    """One plain sentence saying why the server does not start and what would help."""


class DataFolder:
    """An exclusively locked folder. The lock is the operating system's and ends with the process, however it ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.mkdir(parents=True, exist_ok=True)
            self._lock: IO[str] = (path / "doublesix.lock").open("a+", encoding="utf-8")
        except OSError as problem:
            why = problem.strerror or problem
            raise CannotStart(
                f"The data folder {path} cannot be written ({why}); choose another with --data."
            ) from problem
        try:
            _lock(self._lock)
        except OSError as problem:
            self._lock.close()
            raise CannotStart(
                f"Another doublesix server is using the data folder {path}; stop it, or choose another with --data."
            ) from problem

    @property
    def database(self) -> Path:
        """The SQLite file."""
        return self.path / "doublesix.sqlite"

    def close(self) -> None:
        """Let another server have the folder."""
        self._lock.close()

    def __enter__(self) -> DataFolder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


if os.name == "nt":  # pragma: no cover - the lock of Windows
    import msvcrt

    def _lock(file: IO[str]) -> None:
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
else:
    import fcntl

    def _lock(file: IO[str]) -> None:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
