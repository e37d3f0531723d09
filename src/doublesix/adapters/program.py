"""A player in another program: started as a process, asked in JSON lines, held to time and legality."""

from __future__ import annotations

import json
import queue
import shlex
import subprocess
import threading
from contextlib import suppress
from typing import IO

from doublesix.errors import BadNotation, DominoError
from doublesix.players.limit import Limit
from doublesix.rules.moves import Move
from doublesix.rules.view import View


class ProgramPlayer:
    """The program behind `cmd:PROGRAM`. A late, illegal or unreadable answer raises, and a legal move is made."""

    GRACE = 1.0
    """Seconds beyond the limit that an answer may take on its way."""
    PATIENCE = 10.0
    """Seconds for an answer where the limit is in worlds."""
    LONGEST = 65_536
    """Characters of a line that are read at once; a longer one is no answer."""
    MOST_LINES = 1_000
    """Lines that may wait unread; a program that floods is held up, not remembered."""

    def __init__(self, command: str, seed: int | None = None, limit: Limit | None = None) -> None:
        self.level = f"cmd:{command}"
        self.description = "A program of its own."
        self._seed, self._limit, self._number = seed, limit, 0
        self._over = False
        if not command.strip():
            raise DominoError("cmd: names no program: write cmd:PROGRAM")
        try:
            self._process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except (OSError, ValueError) as error:
            raise DominoError(f"the program {command!r} does not start: {error}") from None
        self._lines: queue.Queue[str | None] = queue.Queue(self.MOST_LINES)
        assert self._process.stdout is not None
        threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True).start()

    def _read(self, stream: IO[str]) -> None:
        try:
            while line := stream.readline(self.LONGEST):
                self._lines.put(line)
        except (OSError, ValueError):
            pass
        self._lines.put(None)

    def choose(self, view: View) -> Move:
        """The program's answer. Raises `TimeoutError` where it is late, `DominoError` where it is no legal move."""
        self._number += 1
        ask: dict[str, object] = {"id": self._number, "do": "move"}
        if self._seed is not None:
            ask["seed"] = self._seed
        if self._limit is not None:
            ask["limit"] = {"ms": self._limit.ms} if self._limit.ms is not None else {"worlds": self._limit.worlds}
        ask["view"] = view.to_json()
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(ask) + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise DominoError(f"{self.level} has ended") from None
        return self._answer(view)

    def _answer(self, view: View) -> Move:
        wait = self.PATIENCE
        if self._limit is not None and self._limit.ms is not None:
            wait = self._limit.ms / 1000 + self.GRACE
        while True:
            if self._over:
                raise DominoError(f"{self.level} has ended")
            try:
                line = self._lines.get(timeout=wait)
            except queue.Empty:
                raise TimeoutError(f"{self.level} did not answer in time") from None
            if line is None:
                self._over = True
                raise DominoError(f"{self.level} has ended")
            try:
                value = json.loads(line)
                if isinstance(value, dict) and value.get("id") not in (self._number, None):
                    continue  # an answer to an earlier question that came too late
                move = Move.parse(value["move"])
            except (ValueError, KeyError, TypeError, RecursionError, BadNotation):
                raise DominoError(f"{self.level} answered {line.strip()[:200]!r}, which is no move") from None
            if move not in view.legal:
                raise DominoError(f"{self.level} answered {move}, which is not legal here")
            return move

    def close(self) -> None:
        """End the program."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with suppress(OSError):  # what was written last may never have been read
                    stream.close()
