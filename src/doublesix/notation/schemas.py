"""The JSON Schemas (draft 2020-12) of every shape that other programs may rely on. They ship with the package."""

from __future__ import annotations

import difflib
import json
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from doublesix.errors import BadNotation

SCHEMAS: Final = (
    "record",
    "round",
    "match",
    "outcome",
    "rules",
    "view",
    "replay",
    "verify",
    "perft",
    "odds",
    "solve",
    "analyse",
    "review",
    "arena",
    "bench",
    "engine-request",
    "engine-answer",
)
"""The shapes by name; `common` holds the pieces that they share."""
_COMMON: Final = "common"


@lru_cache(maxsize=32)
def _text(name: str) -> str:
    if name not in (*SCHEMAS, _COMMON):
        near = difflib.get_close_matches(name, SCHEMAS, n=1, cutoff=0.0)[0]
        raise BadNotation(f'there is no schema "{name}"; the nearest is "{near}". All: {", ".join(SCHEMAS)}')
    return (files("doublesix.notation") / "schema" / f"{name}.json").read_text(encoding="utf-8")


def source(name: str) -> dict[str, Any]:
    """One schema file as it is; it may refer to others. Raises `BadNotation` naming the nearest."""
    return json.loads(_text(name))  # type: ignore[no-any-return]


def schema(name: str) -> dict[str, Any]:
    """A schema that holds every other one it refers to, under `$defs`: any validator can use it as it stands."""
    root = source(name)
    found: dict[str, dict[str, Any]] = {}
    waiting = sorted(_referred(root))
    while waiting:
        other = waiting.pop()
        if other not in found and other != name:
            found[other] = source(other)
            waiting += sorted(_referred(found[other]))
    if found:
        root["$defs"] = root.get("$defs", {}) | {f"{other}.json": found[other] for other in sorted(found)}
    return root


def _referred(value: object) -> set[str]:
    """The names of the other files that a schema refers to."""
    if isinstance(value, list):
        return {name for part in value for name in _referred(part)}
    if not isinstance(value, dict):
        return set()
    names = {name for part in value.values() for name in _referred(part)}
    target = value.get("$ref")
    if isinstance(target, str) and not target.startswith("#"):
        names.add(target.split(".json")[0])
    return names
