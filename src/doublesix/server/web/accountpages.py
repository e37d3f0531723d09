"""The account page as a pure function from values to HTML text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from doublesix.server.web.pages import render
from doublesix.speech import spoken


@dataclass(frozen=True, slots=True)
class Person:
    """The visitor: what he is called, whether anything is kept of him, and the ways into his account."""

    name: str
    known: bool
    account: bool = False
    password: bool = False
    profile: str = ""
    passkeys: Sequence[tuple[str, float]] = ()
    """Id and time of each."""
    codes: int = 0
    """Recovery codes that are left."""
    waits: bool = False
    """Whether a guest of this browser waits for the account to be signed out."""


def account(
    person: Person,
    can_passkeys: bool,
    error: str = "",
    form: str = "",
    fields: Mapping[str, str] | None = None,
    codes: Sequence[str] = (),
) -> str:
    """Signing up and in for a guest; for an account its keys, and for both what is kept of them.

    `error` belongs to the form of that name; `codes` are fresh recovery codes, shown this once.
    """
    return render(
        "account.html",
        person=person,
        passkeys=[(key, day(made)) for key, made in person.passkeys],
        can_passkeys=can_passkeys,
        error=error,
        form=form,
        fields=fields or {},
        codes=list(codes),
    )


def day(at: float) -> str:
    """The day of a time, as the reader's language writes it."""
    return spoken.get().date(datetime.fromtimestamp(at, UTC).date())
