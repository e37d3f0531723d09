"""Accounts: guests who chose a name of their own and a way to prove on another device that they are the same person.

An account is a guest, by the same id, so that seats and results stay where they are when somebody signs up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol


@dataclass(frozen=True, slots=True)
class AccountRow:
    """An account. `key` is the name without everything that could be mistaken for another one; it is unique."""

    guest: str
    name: str
    key: str
    password: str | None
    """The hash with its parameters; None where only passkeys open the account."""
    created: float


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A browser that is signed in, known by a cookie of which only the SHA-256 is kept."""

    cookie: bytes
    guest: str
    created: float


@dataclass(frozen=True, slots=True)
class PasskeyRow:
    """A passkey: its public half, and how often it says it has signed."""

    id: bytes
    guest: str
    public: bytes
    count: int
    created: float


@dataclass(frozen=True, slots=True)
class ChallengeRow:
    """What a device was asked to sign, and until when its answer is taken."""

    challenge: bytes
    until: float
    guest: str | None
    """Whose passkey is to be made; None at a sign-in."""
    name: str


class People(Protocol):
    """Accounts, their sessions and their keys. Every write is durable when it returns."""

    async def add_account(self, account: AccountRow) -> bool:
        """Keep an account: False where the name is taken or the guest has one.

        His guest cookie is forgotten: only sessions are his from now on; a browser that still has it is a new guest.
        """
        ...

    async def account(self, guest: str) -> AccountRow | None:
        """The account of a guest."""
        ...

    async def account_named(self, key: str) -> AccountRow | None:
        """The account whose name has this key."""
        ...

    async def set_password(self, guest: str, password: str) -> None:
        """Replace the hash of an account's password."""
        ...

    async def mark_program(self, guest: str) -> None:
        """Keep that a guest is a program, for good."""
        ...

    async def is_program(self, guest: str) -> bool:
        """Whether a guest has said that it is a program."""
        ...

    async def open_session(self, session: SessionRow) -> None:
        """Sign a browser in."""
        ...

    async def close_session(self, cookie: bytes) -> None:
        """Sign a browser out."""
        ...

    async def close_sessions(self, guest: str) -> None:
        """Sign all browsers of an account out."""
        ...

    async def drop_sessions(self, before: float) -> None:
        """Sign out what was signed in before a time."""
        ...

    async def add_passkey(self, passkey: PasskeyRow) -> bool:
        """Keep a passkey: False where its id is known."""
        ...

    async def passkeys(self, guest: str) -> list[PasskeyRow]:
        """The passkeys of an account, oldest first."""
        ...

    async def passkey(self, passkey: bytes) -> PasskeyRow | None:
        """The passkey of that id."""
        ...

    async def count_passkey(self, passkey: bytes, count: int) -> None:
        """Keep how often a passkey says it has signed."""
        ...

    async def remove_passkey(self, guest: str, passkey: bytes) -> None:
        """Forget a passkey of this account."""
        ...

    async def keep_challenge(self, challenge: ChallengeRow, now: float) -> None:
        """Keep a challenge; those whose time was over before `now` go."""
        ...

    async def take_challenge(self, challenge: bytes) -> ChallengeRow | None:
        """The challenge of these bytes, which is known to nobody afterwards: of all who ask, one gets it."""
        ...

    async def set_codes(self, guest: str, codes: Sequence[bytes]) -> None:
        """Keep the SHA-256 of an account's recovery codes; older ones open nothing any more."""
        ...

    async def codes(self, guest: str) -> int:
        """How many recovery codes an account has left."""
        ...

    async def take_code(self, guest: str, code: bytes) -> bool:
        """Use a recovery code up: False where the account has none such."""
        ...


class MemoryPeople:
    """The same without a disk, over the guests of the store by their cookies."""

    def __init__(self, guests: dict[bytes, str]) -> None:
        self._guests = guests
        self._accounts: dict[str, AccountRow] = {}
        self._sessions: dict[bytes, SessionRow] = {}
        self._passkeys: dict[bytes, PasskeyRow] = {}
        self._codes: dict[str, set[bytes]] = {}
        self._programs: set[str] = set()
        self._challenges: dict[bytes, ChallengeRow] = {}

    async def add_account(self, account: AccountRow) -> bool:
        if account.guest in self._accounts or any(one.key == account.key for one in self._accounts.values()):
            return False
        self._accounts[account.guest] = account
        for cookie in [cookie for cookie, guest in self._guests.items() if guest == account.guest]:
            del self._guests[cookie]
        return True

    async def account(self, guest: str) -> AccountRow | None:
        return self._accounts.get(guest)

    async def account_named(self, key: str) -> AccountRow | None:
        return next((one for one in self._accounts.values() if one.key == key), None)

    async def set_password(self, guest: str, password: str) -> None:
        if guest in self._accounts:
            self._accounts[guest] = replace(self._accounts[guest], password=password)

    async def mark_program(self, guest: str) -> None:
        self._programs.add(guest)

    async def is_program(self, guest: str) -> bool:
        return guest in self._programs

    async def open_session(self, session: SessionRow) -> None:
        self._sessions[session.cookie] = session

    async def close_session(self, cookie: bytes) -> None:
        self._sessions.pop(cookie, None)

    async def close_sessions(self, guest: str) -> None:
        self._sessions = {cookie: one for cookie, one in self._sessions.items() if one.guest != guest}

    async def drop_sessions(self, before: float) -> None:
        self._sessions = {cookie: one for cookie, one in self._sessions.items() if one.created >= before}

    async def add_passkey(self, passkey: PasskeyRow) -> bool:
        return self._passkeys.setdefault(passkey.id, passkey) is passkey

    async def passkeys(self, guest: str) -> list[PasskeyRow]:
        return [one for one in self._passkeys.values() if one.guest == guest]

    async def passkey(self, passkey: bytes) -> PasskeyRow | None:
        return self._passkeys.get(passkey)

    async def count_passkey(self, passkey: bytes, count: int) -> None:
        if passkey in self._passkeys:
            self._passkeys[passkey] = replace(self._passkeys[passkey], count=count)

    async def remove_passkey(self, guest: str, passkey: bytes) -> None:
        if passkey in self._passkeys and self._passkeys[passkey].guest == guest:
            del self._passkeys[passkey]

    async def keep_challenge(self, challenge: ChallengeRow, now: float) -> None:
        self._challenges = {key: one for key, one in self._challenges.items() if one.until >= now}
        self._challenges[challenge.challenge] = challenge

    async def take_challenge(self, challenge: bytes) -> ChallengeRow | None:
        return self._challenges.pop(challenge, None)

    async def set_codes(self, guest: str, codes: Sequence[bytes]) -> None:
        self._codes[guest] = set(codes)

    async def codes(self, guest: str) -> int:
        return len(self._codes.get(guest, ()))

    async def take_code(self, guest: str, code: bytes) -> bool:
        known = self._codes.get(guest, set())
        if code not in known:
            return False
        known.discard(code)
        return True

    def signed_in(self, cookie: bytes) -> str | None:
        """The guest whose session has this cookie."""
        session = self._sessions.get(cookie)
        return session.guest if session is not None else None

    def named(self, guest: str) -> str:
        """The name of a guest's account, empty where he has none."""
        return self._accounts[guest].name if guest in self._accounts else ""

    def forget(self, guest: str) -> None:
        """Let go of everything about a guest."""
        self._accounts.pop(guest, None)
        self._programs.discard(guest)
        self._codes.pop(guest, None)
        self._sessions = {cookie: one for cookie, one in self._sessions.items() if one.guest != guest}
        self._passkeys = {passkey: one for passkey, one in self._passkeys.items() if one.guest != guest}
