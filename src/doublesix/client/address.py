"""Where a server and one of its tables are, from what people copy out of a browser."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit

from doublesix.client.problems import Unreachable

_TABLE: Final = re.compile(r"/(?:table|join)/([^/]+)/?")
_HERE: Final = ("127.0.0.1", "localhost", "::1")


def split_link(link: str) -> tuple[str, str | None]:
    """The server's address and the table of an invitation, or None where the link names no table.

    `http://192.168.1.5:8000/join/k3f9` gives `("http://192.168.1.5:8000", "k3f9")`. Raises `Unreachable`.
    """
    text = link.strip()
    parts = urlsplit(text if "://" in text else f"http://{text}")
    try:
        port = parts.port
    except ValueError:
        port = -1
    if parts.scheme not in ("http", "https") or not parts.hostname or port == -1 or parts.username is not None:
        raise Unreachable(f"a server's address looks like http://192.168.1.5:8000, not {link[:80]!r}")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    usual = {"http": 80, "https": 443}[parts.scheme]
    found = _TABLE.fullmatch(parts.path)
    address = f"{parts.scheme}://{host}" + (f":{port}" if port not in (None, usual) else "")
    return address, found[1] if found else None


def is_here(address: str) -> bool:
    """Whether a server is on this machine, so that no proxy lies between."""
    return urlsplit(address).hostname in _HERE
