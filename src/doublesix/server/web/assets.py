"""Static files under an address that names their content, so that a browser keeps them for good.

``Assets`` reads the folder once. ``url("css/base.css")`` gives ``/s/<tree-hash>/css/base.css``; ``respond`` answers
such a path. Modules import each other by relative addresses, so one hash for the whole tree reaches them all.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from posixpath import dirname, join, normpath

from doublesix.speech import ENGLISH, languages

TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "json": "application/json",
    "png": "image/png",
}
FOR_GOOD = "public, max-age=31536000, immutable"
IMPORT = re.compile(
    r"""^\s*(?:import|export)\b[^'";]*?from\s*['"](\.[^'"]+)['"]|^\s*import\s*['"](\.[^'"]+)['"]""", re.MULTILINE
)

PAGE_HEADERS: Mapping[str, str] = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
}
"""Headers every rendered page is sent with: no inline script or style, no other origin."""
KEEP = "doublesix-keep"
"""The header of a page that a browser may keep to be read without a connection: `rules`, `lesson`, `drill` or
`replay`. A page without it is never kept. In a request it asks for a page without anything about who asks."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What to send for a static path."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class _File:
    body: bytes
    packed: bytes
    kind: str


class Assets:
    """The static files below a folder, read into memory."""

    def __init__(self, root: Traversable, made: Mapping[str, bytes] | None = None) -> None:
        """`made` are files that are written at the start, by their paths."""
        found = dict(_walk(root, "")) | dict(made or {})
        self._files = {path: _read(path, body) for path, body in found.items()}
        digest = hashlib.sha256()
        for path, file in sorted(self._files.items()):
            digest.update(path.encode() + b"\0" + hashlib.sha256(file.body).digest())
        self.prefix = f"/s/{digest.hexdigest()[:16]}/"

    def __contains__(self, path: object) -> bool:
        return path in self._files

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._files))

    def url(self, path: str) -> str:
        """The address of a file such as ``css/base.css``; ``KeyError`` where there is none."""
        if path not in self._files:
            raise KeyError(path)
        return self.prefix + path

    def modules(self, entry: str) -> list[str]:
        """Addresses of all modules that ``entry`` loads, itself first: the list for ``modulepreload``."""
        seen: list[str] = []
        todo = [entry]
        while todo:
            path = todo.pop()
            if path in seen:
                continue
            seen.append(path)
            source = self._files[path].body.decode()
            todo += [normpath(join(dirname(path), one or two)) for one, two in IMPORT.findall(source)]
        return [self.url(path) for path in seen]

    def respond(self, address: str, accept_encoding: str = "") -> Answer:
        """The answer to ``/s/<tree-hash>/<path>``: 200, or 404 with a plain sentence.

        A page of an earlier version may ask under an older hash; it gets the present file, not to be kept.
        """
        match = re.fullmatch(r"/s/([0-9a-f]+)/(.+)", address)
        file = self._files.get(match[2]) if match else None
        if match is None or file is None:
            return Answer(404, {"content-type": "text/plain; charset=utf-8"}, b"There is no such file.\n")
        headers = {
            "content-type": file.kind,
            "cache-control": FOR_GOOD if address.startswith(self.prefix) else "no-cache",
            "x-content-type-options": "nosniff",
            "vary": "accept-encoding",
        }
        if file.packed and "gzip" in accept_encoding:
            return Answer(200, {**headers, "content-encoding": "gzip"}, file.packed)
        return Answer(200, headers, file.body)


@cache
def packaged() -> Assets:
    """The files that come with the package, and the texts of the scripts in every language but English."""
    made = {f"js/speech/{one.language}.js": one.script() for one in languages() if one is not ENGLISH}
    return Assets(files(__package__) / "static", made)


def _walk(folder: Traversable, below: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        path = below + entry.name
        if entry.is_dir():
            yield from _walk(entry, path + "/")
        elif path.rpartition(".")[2] in TYPES:
            yield path, entry.read_bytes()


def _read(path: str, body: bytes) -> _File:
    if path.endswith(".js"):
        body = _bare(body.decode()).encode()
    packed = gzip.compress(body, 9, mtime=0)
    return _File(body, packed if len(packed) < len(body) else b"", TYPES[path.rpartition(".")[2]])


_COMMENT = re.compile(r"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*$", re.MULTILINE | re.DOTALL)


_SPARE = re.compile(r"^[ \t]+|/\*\*[^\n]*?\*/ ?", re.MULTILINE)


def _bare(source: str) -> str:
    """A script without its comments and indents, a third of what it weighs; no line is moved."""
    return _SPARE.sub("", _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), source))
