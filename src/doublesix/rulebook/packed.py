"""Texts packed into addresses: nothing is stored anywhere, the link is the text."""

from __future__ import annotations

import base64
import binascii
import zlib


class BadPackedError(ValueError):
    """A packed text that cannot be unpacked; `cut` says that it ends too early or holds too much."""

    def __init__(self, *, cut: bool) -> None:
        super().__init__("cut off, or too long" if cut else "damaged")
        self.cut = cut


def packed(text: str) -> str:
    """The text, compressed, in the letters of an address."""
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpacked(text: str, most: int) -> str:
    """What `packed` packed, of at most `most` bytes. Raises `BadPackedError`."""
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        unpacker = zlib.decompressobj()
        found = unpacker.decompress(data, most)
        if not unpacker.eof:
            raise BadPackedError(cut=True)
        return found.decode()
    except BadPackedError:
        raise
    except (binascii.Error, zlib.error, ValueError):
        raise BadPackedError(cut=False) from None
