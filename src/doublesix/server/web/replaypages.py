"""The pages around finished rounds: the replay, the form that opens a record, and the form of a report."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup

from doublesix.server.web.pages import render, script_safe


def replay(data: str, title: str, table: str = "", rules_url: str = "/rules") -> str:
    """The replay of the rounds in ``data``, the JSON text of ``replays.replay_of``; ``table`` is the way back."""
    return render("replay.html", data=Markup(script_safe(data)), title=title, table=table, rules_url=rules_url)


def import_form(text: str = "", error: str = "") -> str:
    """The form that opens a record, after a refusal with what was sent."""
    return render("open_record.html", text=text, error=error)


def report(table: str, title: str, fields: Mapping[str, str]) -> str:
    """The form of a report about a table; ``fields`` are the rules one may name, by their labels."""
    return render("report.html", table=table, title=title, fields=fields)
