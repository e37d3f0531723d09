"""What makes the pages an app that can be installed and read without a connection: manifest, worker, offline page.

The worker is a script of the page like the others, headed by what it must know of this version of the server: the
address of the static files, their paths, and the pages that are worth keeping.
"""

from __future__ import annotations

import json
from typing import Any, Final

from doublesix.rules import PRESETS
from doublesix.rules.phrases import Phrase
from doublesix.server.web.assets import packaged
from doublesix.server.web.pages import render
from doublesix.speech import spoken
from doublesix.study import KINDS
from doublesix.study.guide import PIECES
from doublesix.study.lessons import LESSONS
from doublesix.study.steps import Step

WORKER: Final = "js/worker.js"
PAPER, TABLE = "#f1e9d8", "#1f4257"
LEARNING: Final = ("/learn", "/learn/course", "/learn/guide", "/help")
SPARE_DRILLS: Final = 3
"""Drills of each kind that a browser keeps for later; of those that are analysed while they are made one."""


def version() -> str:
    """What names this version of the pages: it changes with any of their files."""
    return packaged().prefix.split("/")[2]


def manifest() -> dict[str, Any]:
    """The web app manifest, in the language that is spoken."""
    speech, asset = spoken.get(), packaged().url

    def icon(name: str, size: str, purpose: str = "any") -> dict[str, str]:
        kind = "image/svg+xml" if name.endswith(".svg") else "image/png"
        return {"src": asset(f"img/{name}"), "sizes": size, "type": kind, "purpose": purpose}

    return {
        "id": "/",
        "name": speech.say(Phrase("doublesix: dominoes")),
        "short_name": "doublesix",
        "description": speech.say(
            Phrase("Dominoes with people and with computer players, rules, drills and replays.")
        ),
        "lang": speech.language,
        "dir": speech.direction,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": TABLE,
        "icons": [
            icon("icon.svg", "any"),
            icon("icon-192.png", "192x192"),
            icon("icon-512.png", "512x512"),
            icon("maskable-512.png", "512x512", "maskable"),
        ],
        "shortcuts": [
            {"name": speech.say(Phrase("Play")), "url": "/", "icons": [icon("icon-192.png", "192x192")]},
            {"name": speech.say(Phrase("Learn")), "url": "/learn", "icons": [icon("icon-192.png", "192x192")]},
        ],
    }


def drills() -> dict[str, int]:
    """How many drills a browser keeps, by their addresses."""
    return {f"/learn/practice/{name}": SPARE_DRILLS if kind.level == "easy" else 1 for name, kind in KINDS.items()}


def steps() -> list[str]:
    """The addresses of all steps of the course."""
    return [_step(name, step) for name, lesson in LESSONS.items() for step in lesson.steps]


def _step(lesson: str, step: Step) -> str:
    return f"/learn/course/{lesson}/{step.name}"


def worker() -> str:
    """The service worker's script."""
    assets = packaged()
    told = {
        "version": version(),
        "files": [assets.url(path) for path in assets.asked_for() if path != WORKER and not path.endswith(".png")],
        "readings": ["/rules", *(f"/rules/{name}" for name in PRESETS), *LEARNING],
        "drills": drills(),
        "lessons": [*steps(), *(f"/learn/guide/{name}" for name in PIECES)],
        "begins": {f"/learn/course/{name}": _step(name, lesson.steps[0]) for name, lesson in LESSONS.items()},
    }
    source = assets.respond(assets.url(WORKER)).body.decode()
    return f"self.doublesixShell = {json.dumps(told, separators=(',', ':'))};\n{source}"


def offline() -> str:
    """What stands in place of a page that cannot be had without a connection."""
    return render("offline.html")
