"""Fair dealing: a deal that everybody can check afterwards, and nobody could have chosen.

Before a round the dealer draws a secret of 32 random bytes and publishes its commitment. Then every seat sends a
string of its own. Secret and strings together decide the deal; after the round the secret is revealed, and anyone
computes both the commitment and the deal again. The dealer cannot choose the deal, for the seats' strings come after
the commitment; a seat cannot, for it does not know the secret.

Exactly, with `||` for joining bytes, every text in UTF-8 with its length before it (4 bytes, big end first):

    commitment = SHA-256("doublesix commitment 1" || table || round || secret), in hexadecimal
    key        = HMAC-SHA-256(secret, "doublesix deal 1" || table || round || seats || string of seat 0 || of seat 1 …)
    stream     = HMAC-SHA-256(key, 0) || HMAC-SHA-256(key, 1) || …, counters of 8 bytes

where `table` is the table's name, `round` its number from 1 in 8 bytes, `seats` the number of strings in 4 bytes, and
the secret stands without a length; the two labels are texts and have theirs. A whole number below n (at most 256) is
the next byte of the stream, modulo n; bytes from the largest multiple of n that is at most 256 on are passed over.

The tiles lie in the order 0-0, 1-0, 1-1, 2-0 … up to the heaviest double. For each place i from the last down to 1
(places count from 0), the tiles at i and at a number below i + 1 are exchanged. The first tiles are the hand of seat 0,
the next that of seat 1 and so on, the rest the boneyard in drawing order. Where the leader is drawn by lot, the stream
then gives a number below the number of players.

What this does not prove: a dealer who plays together with a seat may try many strings for it before sending one.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from doublesix.errors import BadRecord
from doublesix.rules.phrases import Phrase
from doublesix.rules.position import Shuffler
from doublesix.rules.ruleset import Rules
from doublesix.rules.tiles import Tile, tile_set

SECRET_BYTES: Final = 32
_COMMIT: Final = "doublesix commitment 1"
_DEAL: Final = "doublesix deal 1"
_HIGHEST: Final = 256


def _text(text: str) -> bytes:
    data = text.encode()
    return len(data).to_bytes(4, "big") + data


@lru_cache(maxsize=256)  # everybody at a table is told of it, and it stands in every state until the deal
def commitment(secret: bytes, table: str, number: int) -> str:
    """What the dealer of round `number` of `table` publishes before the deal, 64 hexadecimal digits."""
    return hashlib.sha256(_text(_COMMIT) + _text(table) + number.to_bytes(8, "big") + secret).hexdigest()


def draw_secret(rng: Shuffler) -> bytes:
    """A new secret, uniformly random as `rng` is."""
    return rng.randrange(1 << 8 * SECRET_BYTES).to_bytes(SECRET_BYTES, "big")


class FairStream:
    """The random source of one deal: give it to `deal` like any other. It repeats itself for equal arguments."""

    def __init__(self, secret: bytes, table: str, number: int, strings: Sequence[str]) -> None:
        seats = len(strings).to_bytes(4, "big") + b"".join(map(_text, strings))
        said = _text(_DEAL) + _text(table) + number.to_bytes(8, "big") + seats
        self._key = hmac.digest(secret, said, "sha256")
        self._block = b""
        self._blocks = 0
        self._at = 0

    def _byte(self) -> int:
        if self._at == len(self._block):
            self._block = hmac.digest(self._key, self._blocks.to_bytes(8, "big"), "sha256")
            self._blocks += 1
            self._at = 0
        self._at += 1
        return self._block[self._at - 1]

    def randrange(self, stop: int, /) -> int:
        """A uniformly random whole number below `stop`, which is 1 to 256."""
        if not 1 <= stop <= _HIGHEST:
            raise ValueError(f"a number below 1 to {_HIGHEST}, not below {stop}")
        limit = _HIGHEST - _HIGHEST % stop
        while (byte := self._byte()) >= limit:
            pass
        return byte % stop

    def shuffle(self, x: MutableSequence[Any], /) -> None:
        """Put the list in a uniformly random order (Fisher–Yates, from the last place down)."""
        for place in range(len(x) - 1, 0, -1):
            other = self.randrange(place + 1)
            x[place], x[other] = x[other], x[place]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fair:
    """The `fair` object of a record."""

    table: str
    round: int
    """The number that went into the commitment, from 1."""
    commitment: str
    strings: tuple[str, ...]
    """What the seats sent, by seat."""
    secret: bytes | None = None
    """Revealed after the round."""

    @staticmethod
    def from_json(value: object, number: int = 1) -> Fair:
        """Read a `fair` object; `number` is its round where it names none. Raises `BadRecord`."""
        if not isinstance(value, dict):
            raise BadRecord(Phrase("fair is an object"))
        known = ("table", "round", "commitment", "strings", "secret")
        for key in value:
            if key not in known:
                raise BadRecord(
                    Phrase(
                        'fair has no field "{key}"; its fields are {fields}', key=str(key), fields=", ".join(known)
                    )
                )
        table, said = value.get("table", ""), value.get("round", number)
        strings, secret = value.get("strings", []), value.get("secret")
        if not isinstance(table, str):
            raise BadRecord(Phrase("fair.table is the name of the table, a text"))
        if type(said) is not int or not 1 <= said < 2**63:
            raise BadRecord(Phrase("fair.round is the number of the round, from 1"))
        if not isinstance(value.get("commitment"), str):
            raise BadRecord(Phrase("{field} is a text of {n} hexadecimal digits", field="fair.commitment", n=64))
        if not isinstance(strings, list) or not all(isinstance(text, str) for text in strings):
            raise BadRecord(Phrase("fair.strings are texts, one a seat"))
        if secret is not None and not (isinstance(secret, str) and _is_hex(secret)):
            raise BadRecord(
                Phrase("{field} is a text of {n} hexadecimal digits", field="fair.secret", n=2 * SECRET_BYTES)
            )
        return Fair(
            table=table,
            round=said,
            commitment=value["commitment"].lower(),
            strings=tuple(strings),
            secret=None if secret is None else bytes.fromhex(secret),
        )

    def to_json(self) -> dict[str, Any]:
        """The object as records hold it."""
        out: dict[str, Any] = {
            "table": self.table,
            "round": self.round,
            "commitment": self.commitment,
            "strings": list(self.strings),
        }
        return out if self.secret is None else out | {"secret": self.secret.hex()}

    @property
    def opens(self) -> bool:
        """Whether the secret is the one that was committed to."""
        return self.secret is not None and commitment(self.secret, self.table, self.round) == self.commitment

    def stream(self) -> FairStream:
        """The random source of the deal. Raises `BadRecord` while the secret is not revealed."""
        if self.secret is None:
            raise BadRecord(Phrase("the secret of the deal is not revealed yet"))
        return FairStream(self.secret, self.table, self.round, self.strings)


def _is_hex(text: str) -> bool:
    return len(text) == 2 * SECRET_BYTES and all(char in "0123456789abcdefABCDEF" for char in text)


def fair_deal(
    rules: Rules, players: int, stream: FairStream
) -> tuple[tuple[tuple[Tile, ...], ...], tuple[Tile, ...], int]:
    """Hands and boneyard as the stream deals them, and the seat that its lot names as leader."""
    tiles = list(tile_set(rules.max_pip))
    stream.shuffle(tiles)
    size = rules.hand_size[players]
    hands = tuple(tuple(tiles[seat * size : (seat + 1) * size]) for seat in range(players))
    return hands, tuple(tiles[players * size :]), stream.randrange(players)
