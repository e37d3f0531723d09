"""The pages of duplicates as pure functions from values to HTML text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from markupsafe import Markup

from doublesix.server.web import drawing
from doublesix.server.web.pages import LEVELS, PresetLike, render


def new(
    presets: Iterable[PresetLike],
    chosen: Mapping[str, str],
    name: str,
    error: str = "",
    mine: Iterable[Mapping[str, Any]] = (),
) -> str:
    """The form for a new duplicate, and those of the visitor.

    It posts ``rules``, ``players``, ``tables``, ``deals``, ``level`` and ``name``.
    """
    values: dict[str, Any] = {"presets": list(presets), "chosen": chosen, "name": name, "error": error}
    return render("duplicate_new.html", levels=LEVELS, mine=list(mine), **values)


def sheet(
    shown: Mapping[str, Any],
    rules_url: str,
    link: str,
    name: str,
    error: str = "",
    *,
    partners: bool = False,
    only_here: bool = False,
) -> str:
    """A duplicate that waits, runs or is over; ``shown`` is what the visitor may see of it, and two seats are a side
    where they are ``partners``. ``only_here``: no other device can open the ``link``.
    """
    values: dict[str, Any] = {"shown": shown, "rules_url": rules_url, "link": link, "name": name, "error": error}
    values |= {"partners": partners, "only_here": only_here}
    code = Markup("") if shown["started"] else Markup(drawing.qr_svg(link))
    return render("duplicate.html", code=code, signed=signed, **values)


def signed(value: float | None) -> str:
    """A score with its sign: ``+12``, ``−3.5``, ``0``; a dash where there is none."""
    if value is None:
        return "–"
    text = f"{abs(value):.1f}".removesuffix(".0")
    return text if text == "0" else ("+" if value > 0 else "−") + text
