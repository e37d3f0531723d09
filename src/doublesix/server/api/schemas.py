"""JSON Schemas of shapes, all of them under their names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from doublesix.server.api.shape import Shape

Json = dict[str, Any]


def schemas(types: Iterable[type], where: str) -> tuple[list[Json], dict[str, Json]]:
    """A schema for each type, and the named ones they refer to; `where` is the place of those, such as `#/$defs/`.

    What is sent may get further fields, so clients pass over those they do not know; what is taken may not.
    """
    kinds = list(types)
    found, named = msgspec.json.schema_components(kinds, ref_template=f"{where}{{name}}")
    for name in _names_of(Shape):
        if name in named:
            named[name].pop("additionalProperties", None)
    return list(found), dict(sorted(named.items()))


def _names_of(kind: type) -> set[str]:
    """The name of a shape and of all made from it."""
    names = {kind.__name__}
    made: type
    for made in kind.__subclasses__():
        names |= _names_of(made)
    return names


def strict(schema: Any) -> Any:
    """The same schema, refusing fields that are not described: for tests."""
    if isinstance(schema, list):
        return [strict(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    out = {key: strict(value) for key, value in schema.items()}
    if out.get("type") == "object" and "properties" in out:
        out.setdefault("additionalProperties", False)
    return out
