"""Reading and writing: the only file of the terminal table that touches streams."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import TextIO

from .look import Look, wrap


class EndOfInput(Exception):
    """The input ended: a closed pipe, or Ctrl-D."""


class Console:
    """Says sentences and drawings on `out`, reads answers from `source`.

    On a terminal a prompt stays on its line and `cover` wipes the screen; anywhere else every prompt is a line of its
    own and nothing moves the cursor.
    """

    def __init__(
        self,
        source: TextIO,
        out: TextIO,
        look: Look,
        *,
        sleep: Callable[[float], None] = time.sleep,
        edit: bool = False,
        measure: Callable[[], Look] | None = None,
    ) -> None:
        self._source = source
        self._out = out
        self._sleep = sleep
        self._edit = edit and _line_editing()
        self._measure = measure
        self.look = look
        self.live = source.isatty() and out.isatty()
        """Whether a person sits at a terminal at both ends."""

    def refresh(self) -> None:
        """Takes the size of the screen anew: people change it."""
        if self._measure is not None:
            self.look = self._measure()

    def say(self, text: str = "", style: str | None = None) -> None:
        """One paragraph, wrapped."""
        for line in wrap(text, self.look.width):
            self._write(self.look.paint(line, style) + "\n")

    def show(self, lines: Iterable[str]) -> None:
        """Lines that have their width already."""
        for line in lines:
            self._write(line + "\n")

    def ask(self, prompt: str) -> str:
        """One line of input without its end; raises `EndOfInput`."""
        text = wrap(prompt, self.look.width)
        self.show(text[:-1])
        if self._edit and self.live:
            self._out.flush()
            try:
                return input(text[-1] + " ")
            except EOFError:
                self._write("\n")
                raise EndOfInput from None
        self._write(text[-1] + (" " if self.live else "\n"))
        self._out.flush()
        answer = self._source.readline()
        if not answer:
            if self.live:
                self._write("\n")
            raise EndOfInput
        return answer.rstrip("\r\n")

    def pause(self, seconds: float) -> None:
        """Lets a person read what a computer player did."""
        if seconds > 0:
            self._out.flush()
            self._sleep(seconds)

    def cover(self) -> None:
        """Takes what is on the screen out of sight before somebody else looks at it."""
        if self.live and not self.look.plain:
            self._write("\x1b[H\x1b[2J\x1b[3J")
        elif self.live:
            self._write("\n" * self.look.height)

    def _write(self, text: str) -> None:
        try:
            self._out.write(text)
        except UnicodeEncodeError:  # what somebody typed, repeated on a screen of fewer characters
            encoding = self._out.encoding or "ascii"
            self._out.write(text.encode(encoding, "replace").decode(encoding))


def _line_editing() -> bool:
    """Whether this system edits lines of input; `input` does so once the module is loaded."""
    try:
        import readline  # noqa: F401
    except ImportError:
        return False
    return True
