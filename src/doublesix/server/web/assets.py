"""Static files under an address that names their content, so that a browser keeps them for good.

``Assets`` reads the folder once. ``url("css/base.css")`` gives ``/s/<tree-hash>/css/base.css``; ``respond`` answers
such a path. Modules import each other by relative addresses, so one hash for the whole tree reaches them all.

A page asks by ``script("js/page/table.js")`` and ``sheets("table")`` for what it needs: one file each, joined from the
files of the folder, since on a slow line every further file costs. Where the environment holds ``DOUBLESIX_APART`` they
come one by one as they are written, for who works on them.

In another language than English a page loads the texts that its own file says, by ``texts("fr", "js/page/table.js")``,
and those of modules that come later when the first of them is wanted.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from doublesix.server.web import joiner
from doublesix.speech import ENGLISH, Speech, languages
from doublesix.speech.scripts import said

TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "json": "application/json",
    "png": "image/png",
}
FOR_GOOD = "public, max-age=31536000, immutable"
SHEETS: Final[Mapping[str, tuple[str, ...]]] = {
    "every": ("tokens", "base", "tile"),
    "table": ("table", "pad", "fair", "chat", "screen"),
    "replay": ("table", "replay"),
}
"""Style sheets that come as one: those of every page, and those of the table and of the replay."""

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


@dataclass(frozen=True)
class _File:
    body: bytes
    kind: str

    @cached_property
    def packed(self) -> bytes:
        """Smaller, or empty where it cannot be made so."""
        packed = gzip.compress(self.body, 9, mtime=0)
        return packed if len(packed) < len(self.body) else b""


class Assets:
    """The static files below a folder, read into memory."""

    def __init__(self, root: Traversable, speeches: Sequence[Speech] = (), *, apart: bool = False) -> None:
        """`speeches` are the languages whose texts the scripts need; `apart`: nothing is joined."""
        found = {path: _ready(path, body) for path, body in _walk(root, "")}
        self._apart = apart
        if not apart:
            found |= _joined(found)
            found |= _first_texts(found, speeches)
        found |= {_all_texts(one.language): one.script() for one in speeches}
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

    def script(self, entry: str) -> str:
        """The address of a page's own module, with all that it imports."""
        return self.url(entry if self._apart else joiner.place(entry, entry))

    def texts(self, language: str, entry: str) -> str:
        """The address of the texts that a page with this module of its own says at once, in another language."""
        return self.url(_all_texts(language) if self._apart else _texts_of(language, joiner.called(entry)))

    def sheets(self, name: str) -> list[str]:
        """The addresses of the style sheets of `SHEETS` under a name."""
        return [self.url(f"css/{one}.css") for one in SHEETS[name]] if self._apart else [self.url(_together(name))]

    def asked_for(self) -> list[str]:
        """Paths of all files that a page cannot do without: those that it gets joined are not among them.

        Nor are the first texts of each page, since all texts of the language do in their place.
        """
        if self._apart:
            return list(self)
        return [path for path in self if not (path.startswith("js/") and self._is_spared(path))]

    def _is_spared(self, path: str) -> bool:
        return bool(re.match(r"js/speech/[\w-]+/", path)) or joiner.is_module(self._files[path].body)

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
    speeches = [one for one in languages() if one is not ENGLISH]
    return Assets(files(__package__) / "static", speeches, apart=bool(os.environ.get("DOUBLESIX_APART")))


def _walk(folder: Traversable, below: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        path = below + entry.name
        if entry.is_dir():
            yield from _walk(entry, path + "/")
        elif path.rpartition(".")[2] in TYPES:
            yield path, entry.read_bytes()


def _ready(path: str, body: bytes) -> bytes:
    """A file as it is joined or sent."""
    return _bare(body.decode()).encode() if path.endswith(".js") else body


def _together(name: str) -> str:
    return f"css/{name}-page.css"


def _joined(found: Mapping[str, bytes]) -> dict[str, bytes]:
    """What is made of the files to come as one."""
    scripts = {path: body.decode() for path, body in found.items() if path.endswith(".js")}
    made = {path: text.encode() for path, text in joiner.trees(scripts).items()}
    for name, parts in SHEETS.items():
        sheets = [found.get(f"css/{one}.css", b"") for one in parts]
        made[_together(name)] = b"\n".join(sheets)
    return made


def _all_texts(language: str) -> str:
    return f"js/speech/{language}.js"


def _texts_of(language: str, page: str) -> str:
    return f"js/speech/{language}/{page}.js"


def _first_texts(found: Mapping[str, bytes], speeches: Sequence[Speech]) -> dict[str, bytes]:
    """For each language and page the texts that the page's joined file says."""
    made = {}
    for page, path in joiner.joined(found):
        texts = said(found[path].decode())
        for one in speeches:
            made[_texts_of(one.language, page)] = one.first_script(texts, f"../{one.language}.js")
    return made


def _read(path: str, body: bytes) -> _File:
    if path.endswith(".js"):
        body = _INDENT.sub("", body.decode()).encode()
    return _File(body, TYPES[path.rpartition(".")[2]])


_COMMENT = re.compile(r"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*$", re.MULTILINE | re.DOTALL)


_TYPE = re.compile(r"/\*\*[^\n]*?\*/ ?")
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)


def _bare(source: str) -> str:
    """A script without its comments, a third of what it weighs; no line is moved."""
    return _TYPE.sub("", _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), source))
