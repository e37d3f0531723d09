"""House rules: a club's own rules as a small text (JSON or TOML), and as a link that holds them whole."""

from __future__ import annotations

import base64
import binascii
import json
import tomllib
import zlib
from typing import Any, Final

from doublesix.errors import BadRules
from doublesix.rules.ruleset import Rules

LINK_LIMIT: Final = 4096
"""The longest link text that is read, and eight times that unpacked."""


def read_house(text: str) -> Rules:
    """Rules from the text of a file: JSON if it begins with a brace, else TOML. Raises `BadRules`.

    The file is an override of a preset with a title of its own, such as `base = "draw-100"`, `title = "Club night"`,
    `reserve = 2`, or all fields. TOML has no null: there `draw_limit = "none"`, `count = "none"` and `target = "none"`
    stand for it.
    """
    if text.lstrip().startswith("{"):
        try:
            value = json.loads(text)
        except json.JSONDecodeError as error:
            raise BadRules(f"the file is not JSON: {error.msg} in line {error.lineno}, column {error.colno}") from None
        except RecursionError:
            raise BadRules("the file is nested too deeply to be rules") from None
    else:
        try:
            value = tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise BadRules(f"the file is not TOML: {error}") from None
        for key in ("draw_limit", "count", "target"):
            if value.get(key) == "none":
                value[key] = None
    return Rules.from_json(value)


def house_json(rules: Rules) -> dict[str, Any]:
    """Rules as the content of a house-rules file, title included."""
    value = rules.to_json()
    if isinstance(value, str):
        return {"base": value, "version": rules.version, "title": rules.title}
    return {**value, "title": rules.title, "version": rules.version}


def house_text(rules: Rules) -> str:
    """The text of a house-rules file, JSON."""
    return json.dumps(house_json(rules), indent=2, ensure_ascii=False) + "\n"


def to_link(rules: Rules) -> str:
    """The rules as a text for an address: nothing is stored anywhere, the link is the rules."""
    data = json.dumps(house_json(rules), separators=(",", ":"), ensure_ascii=False).encode()
    return base64.urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")


def from_link(text: str) -> Rules:
    """The rules in a link text. Raises `BadRules` where it is damaged, cut off or too long."""
    if len(text) > LINK_LIMIT:
        raise BadRules(f"the rules in this link are longer than {LINK_LIMIT} characters")
    try:
        packed = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        unpacker = zlib.decompressobj()
        data = unpacker.decompress(packed, LINK_LIMIT * 8)
        if not unpacker.eof:
            raise BadRules("the link with the rules is cut off, or longer than rules can be")
        value = json.loads(data.decode())
    except (binascii.Error, zlib.error, ValueError, RecursionError) as error:
        if isinstance(error, BadRules):
            raise
        raise BadRules("the link with the rules is damaged: copy it again, to its last character") from None
    return Rules.from_json(value)
