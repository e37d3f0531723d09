"""Accounts: signing up keeps what a guest has played, signing in brings it to another device.

Nobody can find out here which names have accounts beyond what pages show anyway: whatever is wrong at a sign-in, the
sentence and the time it takes are the same.
"""

from __future__ import annotations

import secrets
from typing import Final

from doublesix.rules.phrases import Phrase
from doublesix.server.auth import YEAR, digest, new_token
from doublesix.server.company import BadNameError, good_name
from doublesix.server.limits import (
    SIGN_INS_BURST,
    SIGN_INS_PER_SECOND,
    TRIES_BURST,
    TRIES_PER_SECOND,
    Buckets,
)
from doublesix.server.names import account_name, name_key
from doublesix.server.passwords import Passwords, check_password
from doublesix.server.seams import Seams
from doublesix.store import AccountRow, SessionRow

CODES: Final = 8
"""Recovery codes that are handed out together."""
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_CODE_LENGTH: Final = 16

WRONG: Final = Phrase("Name and password do not belong together.")
WRONG_CODE: Final = Phrase("Name and recovery code do not belong together, or the code was used before.")
TOO_MANY: Final = Phrase("Too many tries; wait a minute.")


class AccountError(Exception):
    """What was asked for an account is not done; the text says why and what would work."""


class TooManyError(AccountError):
    """Too many tries from here, or at this account."""


class Accounts:
    """What accounts do, over the store."""

    def __init__(self, seams: Seams, passwords: Passwords | None = None) -> None:
        self._store = seams.store
        self._people = seams.store.people
        self._clock = seams.clock
        self._passwords = passwords or Passwords()
        self._whence = Buckets(SIGN_INS_PER_SECOND, SIGN_INS_BURST)
        self._tries = Buckets(TRIES_PER_SECOND, TRIES_BURST)
        self._all_tries = Buckets(SIGN_INS_PER_SECOND, SIGN_INS_BURST)

    # --- who is there ------------------------------------------------------------------------------------------------

    async def of(self, guest: str | None) -> AccountRow | None:
        """The account of a guest."""
        return await self._people.account(guest) if guest is not None else None

    async def named(self, name: str) -> AccountRow | None:
        """The account of that name, however it is written."""
        return await self._people.account_named(name_key(name)) if name else None

    async def guest_name(self, wished: str) -> str:
        """A name for a guest, empty where none is wished. Raises `BadNameError`, also where it is an account's."""
        name = good_name(wished)
        if await self.named(name) is not None:
            raise BadNameError(Phrase("That name belongs to an account: sign in, or choose another one."))
        return name

    # --- in and out --------------------------------------------------------------------------------------------------

    async def sign_up(self, guest: str, wished: str, password: str | None, whence: str) -> str:
        """An account for a guest; the token of his session. Raises `AccountError` and what is wrong with a field.

        Without a password a passkey must follow at once.
        """
        self.limit(whence)
        name, key = account_name(wished)
        if password is not None:
            check_password(password, name)
        if await self._people.is_program(guest):
            raise AccountError(Phrase("A program has sat down under this cookie, and accounts are people's."))
        kept = await self._passwords.hash(password) if password is not None else None
        if not await self._people.add_account(AccountRow(guest, name, key, kept, self._clock.now())):
            raise AccountError(Phrase("That name is taken, or one too much like it; choose another one."))
        await self._store.set_name(guest, name)
        return await self.open(guest)

    async def open(self, guest: str) -> str:
        """A new session for an account whose owner has been recognised; its token."""
        token = new_token()
        await self._people.open_session(SessionRow(digest(token), guest, self._clock.now()))
        return token

    async def sign_in(self, name: str, password: str, whence: str) -> str:
        """The token of a new session. Raises `AccountError`, always the same, and `TooManyError`."""
        account = await self._sure(name, password, whence)
        if account.password is not None and self._passwords.old(account.password):
            await self._people.set_password(account.guest, await self._passwords.hash(password))
        return await self.open(account.guest)

    async def _sure(self, name: str, password: str, whence: str) -> AccountRow:
        self.limit(whence, name_key(name)[:64])
        account = await self.named(name)
        if not await self._passwords.fits(account.password if account is not None else None, password):
            raise AccountError(WRONG)
        assert account is not None
        return account

    def limit(self, whence: str, key: str = "") -> None:
        """Count a try: many from one place, few at one account from one place, and more at it from everywhere."""
        now = self._clock.now()
        tries = [(self._whence, whence)]
        if key:
            tries += [(self._tries, f"{whence} {key}"), (self._all_tries, key)]
        allowed = [buckets.take(one, now) for buckets, one in tries]  # every bucket counts the try, also the last
        if not all(allowed):
            raise TooManyError(TOO_MANY)

    async def sign_out(self, token: str) -> None:
        """End the session of a cookie."""
        await self._people.close_session(digest(token))

    async def sign_out_everywhere(self, guest: str) -> None:
        """End all sessions of an account."""
        await self._people.close_sessions(guest)

    async def end_old_sessions(self) -> None:
        """End the sessions whose cookies browsers have forgotten."""
        await self._people.drop_sessions(self._clock.now() - YEAR)

    # --- passwords and codes -----------------------------------------------------------------------------------------

    async def prove(self, account: AccountRow, password: str, whence: str) -> None:
        """That it is the owner who asks for something that cannot be undone. Raises `AccountError`.

        Who has no password proves it by writing the name.
        """
        if account.password is None:
            if password.strip() != account.name:
                raise AccountError(Phrase("Write the name of the account exactly as it is shown."))
            return
        self.limit(whence, account.key[:64])
        if not await self._passwords.fits(account.password, password):
            raise AccountError(Phrase("That is not the password of this account."))

    async def change_password(self, account: AccountRow, old: str, new: str, whence: str) -> str:
        """Another password; every session ends, and this is the token of a new one. Raises `AccountError`."""
        if account.password is not None:
            await self.prove(account, old, whence)
        return await self._replace_password(account, new)

    async def _replace_password(self, account: AccountRow, new: str) -> str:
        check_password(new, account.name)
        await self._people.set_password(account.guest, await self._passwords.hash(new))
        await self._people.close_sessions(account.guest)
        return await self.open(account.guest)

    async def new_codes(self, guest: str) -> list[str]:
        """Recovery codes, shown this once; the store keeps their SHA-256, which is enough for 79 random bits."""
        codes, digests = fresh_codes(CODES)
        await self._people.set_codes(guest, digests)
        return codes

    async def codes_left(self, guest: str) -> int:
        """How many recovery codes are unused."""
        return await self._people.codes(guest)

    async def recover(self, name: str, code: str, new: str, whence: str) -> str:
        """A new password for who has a recovery code; the token of a session. Raises `AccountError`."""
        self.limit(whence, name_key(name)[:64])
        account = await self.named(name)
        check_password(new, account.name if account is not None else name)
        plain = "".join(letter for letter in code.casefold() if letter.isalnum())[:64]
        if account is None or not await self._people.take_code(account.guest, digest(plain)):
            raise AccountError(WRONG_CODE)
        return await self._replace_password(account, new)


def fresh_codes(number: int) -> tuple[list[str], list[bytes]]:
    """Recovery codes as people read them, and what the store keeps of each."""
    codes = ["".join(secrets.choice(_LETTERS) for _ in range(_CODE_LENGTH)) for _ in range(number)]
    shown = ["-".join(code[start : start + 4] for start in range(0, _CODE_LENGTH, 4)) for code in codes]
    return shown, [digest(code) for code in codes]
