"""A JSON Schema of an object as rows that people can read."""

from __future__ import annotations

from typing import Any, NamedTuple

Json = dict[str, Any]


class Field(NamedTuple):
    """One field: its name, what it holds in a few words, whether it must be there, and what it means."""

    name: str
    holds: str
    needed: bool
    means: str


def fields_of(schema: Json) -> list[Field]:
    """The fields of an object's schema, those that must be there first."""
    needed = schema.get("required", [])
    rows = [
        Field(name, holds(part), name in needed, part.get("description", ""))
        for name, part in schema.get("properties", {}).items()
    ]
    return sorted(rows, key=lambda row: not row.needed)


def holds(schema: Json) -> str:
    """What a value may be, in a few words."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " or ".join(dict.fromkeys(map(holds, schema[several])))
    if "enum" in schema:
        return " or ".join("null" if value is None else str(value) for value in schema["enum"])
    if "const" in schema:
        return str(schema["const"])
    kind = schema.get("type", "any")
    if kind == "array":
        return f"list of {holds(schema.get('items', {}))}"
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"object of {holds(schema['additionalProperties'])}"
    words = {"integer": "whole number", "string": "text", "boolean": "true or false"}
    return words.get(kind, str(kind)) + _bounds(schema)


def _bounds(schema: Json) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None and high is not None:
        return f" from {low} to {high}"
    longest = schema.get("maxLength")
    return f" of at most {longest} letters" if longest is not None else ""
