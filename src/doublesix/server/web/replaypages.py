"""The pages around finished rounds: the replay, the form that opens a record, and the form of a report."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from markupsafe import Markup

from doublesix.server.report import Place, Refused
from doublesix.server.web.pages import render, script_safe

NOTHING: Final = Refused()


def replay(data: str, title: str, table: str = "", rules_url: str = "/rules") -> str:
    """The replay of the rounds in ``data``, the JSON text of ``replays.replay_of``; ``table`` is the way back."""
    return render("replay.html", data=Markup(script_safe(data)), title=title, table=table, rules_url=rules_url)


def import_form(text: str = "", error: str = "") -> str:
    """The form that opens a record, after a refusal with what was sent."""
    return render("open_record.html", text=text, error=error)


def report(
    about: str, title: str, fields: Mapping[str, str], at: Place | None = None, refused: Refused = NOTHING
) -> str:
    """The form of a report; ``about`` is the address of the table or of the record's replay, ``fields`` are the rules
    one may name, by their labels, ``at`` is the move that was looked at, ``refused`` what the form begins with."""
    record = about.partition("?record=")[2]
    action = "/replay/report" if record else f"{about}/report"
    values = {"about": about, "action": action, "record": record, "title": title, "fields": fields, "at": at}
    return render("report.html", refused=refused, **values)
