"""House rules: a club's own rules as a small text (JSON or TOML), and as a link that holds them whole."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any, Final

from doublesix.errors import BadRules
from doublesix.rulebook.packed import BadPackedError, packed, unpacked
from doublesix.rules.phrases import Phrase
from doublesix.rules.presets import preset
from doublesix.rules.refusals import json_fault
from doublesix.rules.ruleset import FIELDS, Rules

LINK_LIMIT: Final = 4096
"""The longest link text that is read, and eight times that unpacked."""
_DAMAGED: Final = Phrase("the link with the rules is damaged: copy it again, to its last character")
MAY_BE_NONE: Final = ("draw_limit", "count", "target")
"""Fields that may be null; TOML has no null, so there they are `"none"`."""


def read_house(text: str) -> Rules:
    """Rules from the text of a file: JSON if it begins with a brace, else TOML. Raises `BadRules`.

    The file is an override of a preset with a title of its own, such as `base = "draw-100"`, `title = "Club night"`,
    `reserve = 2`, or all fields. TOML has no null: there `draw_limit = "none"`, `count = "none"` and `target = "none"`
    stand for it.
    """
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise BadRules(Phrase('the file is empty; the least it may say is {text}', text='base = "draw-100"'))
    return house_rules(_read_json(text) if text.lstrip().startswith("{") else _read_toml(text))


def _read_json(text: str) -> object:
    try:
        return json.loads(text, object_pairs_hook=_once)
    except BadRules:
        raise
    except json.JSONDecodeError as error:
        raise BadRules(
            Phrase(
                "the file is not JSON; the mistake is in line {line}, column {column}: {what}",
                line=error.lineno,
                column=error.colno,
                what=json_fault(error.msg),
            )
        ) from None
    except ValueError:  # a whole number of thousands of digits
        raise BadRules(Phrase("the file holds a number that is too large for any rule")) from None
    except RecursionError:
        raise BadRules(Phrase("the file is nested too deeply to be rules")) from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys must differ: which of two values was meant, nobody could say."""
    out = dict(pairs)
    for key in out if len(out) < len(pairs) else ():
        if [name for name, _ in pairs].count(key) > 1:
            raise BadRules(Phrase("{key} is given twice", key=f'"{key[:40]}"'), key)
    return out


def _read_toml(text: str) -> object:
    try:
        value = tomllib.loads(text.replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as error:
        raise BadRules(_not_toml(str(error))) from None
    except ValueError:
        raise BadRules(Phrase("the file holds a number that is too large for any rule")) from None
    except RecursionError:
        raise BadRules(Phrase("the file is nested too deeply to be rules")) from None
    for key in MAY_BE_NONE:
        if value.get(key) == "none":
            value[key] = None
    return value


def _not_toml(said: str) -> Phrase:
    """Where a text is no TOML; `said` is what the reader of TOML says, in English only."""
    found = re.search(r"line (\d+), column (\d+)", said)
    if found is None:
        return Phrase("the file is not TOML (JSON would begin with a brace): it ends too early")
    return Phrase(
        "the file is not TOML (JSON would begin with a brace); the mistake is in line {line}, column {column}",
        line=int(found[1]),
        column=int(found[2]),
    )


def house_rules(value: object) -> Rules:
    """Rules from the content of a file; an override that changes nothing, not even the title, is the preset itself."""
    try:
        json.dumps(value, ensure_ascii=False, default=str).encode()
    except (ValueError, RecursionError):
        raise BadRules(Phrase("the rules hold half a character, or are nested too deeply")) from None
    rules = Rules.from_json(value)
    if rules.base is not None:
        start = preset(rules.base, rules.version)
        if rules == start and rules.title == start.title:
            return start
    return rules


def house_json(rules: Rules) -> dict[str, Any]:
    """Rules as the content of a house-rules file, title and version included."""
    value = rules.to_json()
    if isinstance(value, str):
        return {"base": value, "version": rules.version, "title": rules.title}
    if rules.base is None:
        return {"title": rules.title, "version": rules.version, **{name: value[name] for name in FIELDS}}
    rest = {name: part for name, part in value.items() if name not in ("base", "title")}
    return {"base": rules.base, "version": rules.version, "title": rules.title, **rest}


def house_text(rules: Rules) -> str:
    """The text of a house-rules file, JSON."""
    return json.dumps(house_json(rules), indent=2, ensure_ascii=False) + "\n"


def house_toml(rules: Rules) -> str:
    """The text of a house-rules file, TOML."""
    return "".join(f"{key} = {_toml(value)}\n" for key, value in house_json(rules).items())


def _toml(value: object) -> str:
    """A value as TOML; every string here is printable, so JSON's spelling of it is TOML's too."""
    if value is None:
        return '"none"'
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_toml(part)}" for key, part in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def to_link(rules: Rules) -> str:
    """The rules as a text for an address: nothing is stored anywhere, the link is the rules."""
    return packed(json.dumps(house_json(rules), separators=(",", ":"), ensure_ascii=False))


def from_link(text: str) -> Rules:
    """The rules in a link text. Raises `BadRules` where it is damaged, cut off or too long."""
    if len(text) > LINK_LIMIT:
        raise BadRules(Phrase("the rules in this link are longer than {n} characters", n=LINK_LIMIT))
    try:
        value = json.loads(unpacked(text, LINK_LIMIT * 8))
    except BadPackedError as error:
        if error.cut:
            raise BadRules(Phrase("the link with the rules is cut off, or longer than rules can be")) from None
        raise BadRules(_DAMAGED) from None
    except (ValueError, RecursionError):
        raise BadRules(_DAMAGED) from None
    return house_rules(value)
