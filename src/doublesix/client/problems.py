"""What can go wrong between a client and its server, each in a sentence for the person in front of it."""

from __future__ import annotations

from doublesix.errors import DominoError


class NotServed(DominoError):
    """The server refused; the text is its own sentence, `status` that of HTTP or the code the socket closed with."""

    def __init__(self, sentence: str, status: int) -> None:
        super().__init__(sentence)
        self.status = status


class Unreachable(DominoError):
    """Nobody answers there, or not in the way a doublesix server does."""
