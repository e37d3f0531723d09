"""Passwords: what makes one good enough, and their hashes, which are slow on purpose and made off the event loop."""

from __future__ import annotations

import asyncio
import unicodedata
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from doublesix.rules.phrases import Phrase

SHORTEST: Final = 10
LONGEST: Final = 200
_DIFFERENT: Final = 5
_AT_ONCE: Final = 2
"""Hashes that are made at the same time: each takes 19 MiB."""


class BadPasswordError(ValueError):
    """A password that is not taken; the text says what would work."""


def check_password(password: str, name: str) -> None:
    """Raises `BadPasswordError` where a password is too easily guessed."""
    if len(password) < SHORTEST:
        raise BadPasswordError(
            Phrase("A password has at least {n} characters; several words are easy to remember.", n=SHORTEST)
        )
    if len(password) > LONGEST:
        raise BadPasswordError(Phrase("A password has at most {n} characters.", n=LONGEST))
    if len(set(password.casefold())) < _DIFFERENT:
        raise BadPasswordError(Phrase("A password has at least {n} different characters.", n=_DIFFERENT))
    if name and password.casefold().replace(name.casefold(), "").strip("0123456789") == "":
        raise BadPasswordError(Phrase("The name makes no password: choose something others do not know."))


class Passwords:
    """Makes and checks hashes: Argon2id, 19 MiB, two passes, as OWASP advises for small servers."""

    def __init__(self, memory: int = 19 * 1024, passes: int = 2) -> None:
        self._hasher = PasswordHasher(time_cost=passes, memory_cost=memory, parallelism=1)
        self._lane = asyncio.Semaphore(_AT_ONCE)
        self._nobody = ""

    async def hash(self, password: str) -> str:
        """The hash of a password, with its parameters and a salt of its own."""
        async with self._lane:
            return await asyncio.to_thread(self._hasher.hash, _normal(password))

    async def fits(self, kept: str | None, password: str) -> bool:
        """Whether a password has this hash. Without a hash it takes as long, and is false."""
        if not self._nobody:
            self._nobody = await self.hash("nobody has this password")
        async with self._lane:
            fits = await asyncio.to_thread(self._verify, kept or self._nobody, _normal(password))
        return fits and kept is not None

    def old(self, kept: str) -> bool:
        """Whether a hash was made with parameters that are no longer ours."""
        return self._hasher.check_needs_rehash(kept)

    def _verify(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False


def _normal(password: str) -> str:
    """The same password however a keyboard composes its letters."""
    return unicodedata.normalize("NFC", password)[: LONGEST + 1]
