"""Who is asking, and from which page: guest cookies, allowed origins, hosts, and the checks against forged requests."""

from __future__ import annotations

import hashlib
import ipaddress
import secrets
from collections.abc import Iterable, Mapping
from typing import Final
from urllib.parse import urlsplit

from doublesix.rules.phrases import Phrase

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
YEAR: Final = 365 * 24 * 3600
TOKEN_LETTERS: Final = 43
"""Length of a token: 32 bytes in base64."""


def new_id(length: int = 10) -> str:
    """A name, for example of a table, that cannot be guessed."""
    return "".join(secrets.choice(_LETTERS) for _ in range(length))


def id_after(table: str, length: int = 10) -> str:
    """The name of the table that follows on this one: always the same, so that it is made once."""
    letters = hashlib.sha256(f"after {table}".encode()).digest()
    return "".join(_LETTERS[letter % len(_LETTERS)] for letter in letters[:length])


def new_token() -> str:
    """A cookie's value: 32 random bytes as text."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> bytes:
    """What the database keeps of a cookie."""
    return hashlib.sha256(token.encode()).digest()


class Origins:
    """The addresses this server is known by; everything else is foreign.

    An origin is `scheme://host[:port]`. A request belongs here when its `Host` is that of an allowed origin, and a
    browser's page belongs here when its `Origin` is one.
    """

    def __init__(self, origins: Iterable[str]) -> None:
        self._in_order = tuple(map(normal, origins))
        self.allowed = frozenset(self._in_order)
        self._schemes = {urlsplit(origin).netloc: urlsplit(origin).scheme for origin in sorted(self.allowed)}

    def knows_host(self, host: str) -> bool:
        """Whether a `Host` header names this server."""
        return host.lower() in self._schemes

    def is_secure(self, host: str) -> bool:
        """Whether people reach this host over https."""
        return self._schemes.get(host.lower()) == "https"

    def for_others(self, host: str) -> str | None:
        """The origin by which other devices reach the server that a visitor found at `host`; None where none can.

        Who came by an address that only this machine knows gets another one, with https before without.
        """
        own = f"{'https' if self.is_secure(host) else 'http'}://{host.lower()}"
        known = [own, *sorted(self._in_order, key=lambda origin: not origin.startswith("https:"))]
        return next((origin for origin in known if not _is_own(urlsplit(origin).hostname or "")), None)

    def allows(self, origin: str | None) -> bool:
        """Whether a page of this origin may open sockets and send commands. A missing one and `null` may not."""
        return origin is not None and origin in self.allowed


def _is_own(name: str) -> bool:
    """Whether only this machine itself knows the name."""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")


def normal(origin: str) -> str:
    """An origin in the form browsers send it. Raises `ValueError` with a plain sentence."""
    parts = urlsplit(origin.strip().rstrip("/").lower())
    try:
        port = parts.port
    except ValueError:
        port = -1
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path or parts.query or port == -1:
        raise ValueError(f"An origin looks like https://dominoes.example or http://192.168.1.5:8000, not {origin!r}.")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    usual = {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{host}" + (f":{port}" if port not in (None, usual) else "")


def why_forged(origins: Origins, headers: Mapping[str, str], *, form: bool) -> str | None:
    """Why a state-changing request may not be the visitor's own wish, as a sentence, or None.

    Browsers say where a request comes from; programs without cookies say nothing and cannot be misled. A form may
    come from any page without a preflight, so it must prove to be ours.
    """
    origin, site = headers.get("origin"), headers.get("sec-fetch-site")
    if origin is not None and not origins.allows(origin):
        return Phrase("This request comes from another site, so it was not carried out.")
    if site is not None and site not in ("same-origin", "none"):
        return Phrase("This request comes from another site, so it was not carried out.")
    if form and origin is None and site != "same-origin":
        return Phrase("A form must be sent from a page of this server.")
    return None


def is_page(headers: Mapping[str, str]) -> bool:
    """Whether a request says that a page in a browser made it; no script of a page can say it where it is not so."""
    return headers.get("sec-fetch-site") in ("same-origin", "none")


WAITING: Final = "-guest"
"""Ends the name of the cookie in which the guest of a browser waits while it is signed in to an account."""


def cookie_name(secure: bool) -> str:
    """Under https the name forbids every other host and path to set it."""
    return "__Host-doublesix" if secure else "doublesix"


def read_cookie(header: str, secure: bool, end: str = "") -> str | None:
    """The guest's token in a `Cookie` header; cookies of other programs on this host are passed over.

    `end` may be `WAITING`, for the guest who waits behind an account.
    """
    for part in header.split(";"):
        found, _, value = part.strip().partition("=")
        if found == cookie_name(secure) + end and len(value) == TOKEN_LETTERS:
            return value
    return None


def set_cookie(token: str, secure: bool, end: str = "") -> str:
    """The value of a `Set-Cookie` header; without a token the cookie is forgotten."""
    flags = "; Secure" if secure else ""
    age = YEAR if token else 0
    return f"{cookie_name(secure)}{end}={token}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{flags}"
