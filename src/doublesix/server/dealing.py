"""Where deals come from: a secret that is committed to before, the strings that the seats add, and the deal of both.

The scheme is that of `doublesix.notation.fair`. What is here is how a table comes to a secret and lets go of it: it is
stored with the table's log before its commitment is told to anyone, and told after the round.
"""

from __future__ import annotations

import hmac
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from doublesix.notation.fair import Fair, commitment, draw_secret
from doublesix.rules.phrases import Phrase
from doublesix.server.seams import Shuffler
from doublesix.server.setup import Setup

Body = dict[str, Any]

STRING_LENGTH: Final = 64
"""Letters of the longest string that a seat may add to a deal."""
_NAME: Final = re.compile(r"[A-Za-z0-9_-]{8,32}")
"""What a table to come may be called."""


class BadStringError(ValueError):
    """A string that no seat can add; the text says why."""


def good_string(wished: str) -> str:
    """A string as it is kept. Raises `BadStringError`."""
    if len(wished) > STRING_LENGTH:
        raise BadStringError(Phrase("A string for the deal has at most {n} letters.", n=STRING_LENGTH))
    if any(unicodedata.category(letter)[0] in "CZ" and letter != " " for letter in wished):
        raise BadStringError(Phrase("A string for the deal has letters, digits, signs and spaces only."))
    return wished


@dataclass(frozen=True, slots=True)
class Pledge:
    """The secret of a deal that is to come, and what the seats have added to it."""

    table: str
    """The table of the deal."""
    round: int
    """Its round there, from 1."""
    secret: bytes = field(repr=False)
    strings: Mapping[int, str] = field(default_factory=dict)
    """By seat."""

    @property
    def commitment(self) -> str:
        """What everybody is told of it before the deal."""
        return commitment(self.secret, self.table, self.round)

    def adding(self, seat: int, string: str) -> Pledge:
        """A seat adds its string, in place of one that it added before."""
        return replace(self, strings={**self.strings, seat: string})

    def to_json(self) -> Body:
        """The form that is stored, with the secret."""
        return {
            "table": self.table,
            "round": self.round,
            "secret": self.secret.hex(),
            "strings": {str(seat): string for seat, string in self.strings.items()},
        }

    @staticmethod
    def from_json(body: Body) -> Pledge:
        """The pledge that was stored."""
        strings = {int(seat): string for seat, string in body["strings"].items()}
        return Pledge(body["table"], body["round"], bytes.fromhex(body["secret"]), strings)


@dataclass(frozen=True, slots=True)
class Added:
    """What came with a wish to sit down: the commitment that its sender has seen, and the string that he adds."""

    commitment: str = ""
    string: str = ""
    promise: str = ""
    """The name of the table to come, where the commitment was shown before there was one."""

    @staticmethod
    def of(commitment: str | None, string: str | None, promise: str | None = None) -> Added:
        """What a form or a program sent of it. Raises `BadStringError`."""
        return Added(commitment or "", good_string(string or ""), promise or "")


@dataclass(frozen=True, slots=True)
class Promises:
    """Commitments that pages show before their table exists.

    Nothing of them is kept: the secret of such a deal follows from the name of the table to come and from a key that is
    drawn once and stays in the store. So a form that was opened before the server stopped, or by another process,
    still gets the deal that it was promised. The store has each table once, so that a promise is good for one.
    """

    key: bytes = field(repr=False)

    def pledge(self, table: str) -> Pledge:
        """What the first deal of this table is bound to."""
        return Pledge(table, 1, hmac.digest(self.key, b"doublesix promise 1 " + table.encode(), "sha256"))

    def kept(self, added: Added) -> Pledge | None:
        """The pledge that was promised; None where nothing was, or something else."""
        if not _NAME.fullmatch(added.promise):
            return None
        pledge = self.pledge(added.promise)
        return pledge if pledge.commitment == added.commitment else None


@dataclass(frozen=True, slots=True)
class Dealer:
    """Deals rounds. A dealer that is not fair deals from its random source alone, which a seed makes repeatable."""

    rng: Shuffler
    fair: bool = True

    def pledge(self, table: str, number: int) -> Pledge | None:
        """A secret for a deal to come, None from a dealer that is not fair."""
        return Pledge(table, number, draw_secret(self.rng)) if self.fair else None

    def source(self, proof: Fair | None) -> Shuffler:
        """The random source of the deal."""
        return proof.stream() if proof is not None else self.rng


def proof_of(pledge: Pledge, setup: Setup) -> Fair:
    """The `fair` part of the record of a deal, its secret in it: not to be told before the round has ended.

    Only people add strings. The server's own part is the secret: a string that it drew for a computer player after it
    has heard those of the people would let it choose among deals.
    """
    strings = [pledge.strings.get(seat, "") if sits.kind == "person" else "" for seat, sits in enumerate(setup.seats)]
    return Fair(
        table=pledge.table,
        round=pledge.round,
        commitment=pledge.commitment,
        strings=tuple(strings),
        secret=pledge.secret,
    )


def told(proof: Fair, *, ended: bool) -> Body:
    """What everybody may know of a deal's proof: before the end of the round no more than what was promised."""
    known = {"table": proof.table, "round": proof.round, "commitment": proof.commitment}
    return proof.to_json() if ended else known
