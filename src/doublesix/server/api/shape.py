"""What shapes are made of: structs that know exactly their fields, each with a word about it."""

from __future__ import annotations

import msgspec


class Shape(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """An object that is sent. `UNSET` stands for a field that may be left out."""


def about(text: str) -> msgspec.Meta:
    """What a field means, for the document."""
    return msgspec.Meta(description=text)
