"""Which languages there are, and which one is spoken while a page is made."""

from __future__ import annotations

from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from typing import Final

from doublesix.speech.catalogue import read_catalogue
from doublesix.speech.speech import ENGLISH, Speech

_ENDING: Final = ".po"
_further: Final[dict[str, str]] = {}

spoken: Final[ContextVar[Speech]] = ContextVar("spoken", default=ENGLISH)
"""The language of whoever the page or the answer in the making is for."""


def add_language(code: str, text: str) -> None:
    """Take in the text of a `.po` file that is not part of the package, before the first page is made."""
    _further[code] = text
    speech.cache_clear()


@cache
def _packaged() -> dict[str, str]:
    found = {entry.name: entry for entry in (files(__package__) / "catalogues").iterdir()}
    names = sorted(name for name in found if name.endswith(_ENDING))
    return {name.removesuffix(_ENDING): found[name].read_text("utf-8") for name in names}


def languages() -> list[Speech]:
    """Every language, English first."""
    return [ENGLISH, *map(speech, [*_packaged(), *_further])]


@cache
def speech(code: str) -> Speech:
    """The language of a code; English where there is no catalogue of it."""
    text = _further.get(code) or _packaged().get(code)
    return Speech(code, read_catalogue(text)) if text is not None else ENGLISH


def accepted(header: str) -> Speech:
    """The language that suits an `Accept-Language` header best; a dialect is served by its language."""
    known = {one.language.lower(): one for one in languages()}
    for tag in sorted(_wished(header), key=lambda wish: -wish[1]):
        for code in (tag[0], tag[0].partition("-")[0]):
            if code in known:
                return known[code]
    return ENGLISH


def _wished(header: str) -> list[tuple[str, float]]:
    """The tags of a header with their weights; what is not understood is left out."""
    out = []
    for part in header[:1000].lower().split(","):
        tag, _, rest = part.strip().partition(";")
        weight = rest.strip().removeprefix("q=") or "1"
        if tag.replace("-", "").isalnum() and weight.replace(".", "", 1).isdecimal() and float(weight) > 0:
            out.append((tag.strip(), float(weight)))
    return out
