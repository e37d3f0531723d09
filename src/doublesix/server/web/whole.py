"""Tiles in running text stay on one line: browsers break 6-4 after its hyphen.

Only how it is shown differs: what is copied, searched and read out is the same text.
"""

from __future__ import annotations

import re
from typing import Final

_PARTS: Final = re.compile(
    r"<!--.*?-->"
    r"|<(?P<closed>script|style|svg|textarea|title|pre|select|button)\b.*?</(?P=closed)>"
    r"|<(?P<end>/?)(?P<name>[a-zA-Z][\w-]*)[^>]*>"
    r"|(?P<text>[^<]+)",
    re.DOTALL,
)
_TILE: Final = re.compile(r"(?<![\w-])\d{1,2}-\d{1,2}(?![\d-])")
_RUNNING: Final = frozenset({"p", "li", "td", "th", "dd", "caption", "figcaption", "h1", "h2", "h3", "h4"})
"""Elements whose text runs on from line to line."""
_WITHIN: Final = frozenset({"b", "em", "i", "strong", "small"})
"""Elements within these that run on with them."""
_VOID: Final = frozenset({"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})


def kept_whole(page: str) -> str:
    """The HTML with each tile of its running text in an element that does not break."""
    if not _TILE.search(page):
        return page
    open_now: list[str] = []

    def part(found: re.Match[str]) -> str:
        whole = found[0]
        if found["text"] is not None:
            return _TILE.sub(r'<span class="whole">\g<0></span>', whole) if _runs_on(open_now) else whole
        name = (found["name"] or "").lower()
        if not name or name in _VOID:
            return whole
        if not found["end"]:
            open_now.append(name)
        elif name in open_now:
            while open_now.pop() != name:
                pass
        return whole

    return _PARTS.sub(part, page)


def _runs_on(open_now: list[str]) -> bool:
    for name in reversed(open_now):
        if name not in _WITHIN:
            return name in _RUNNING
    return False
