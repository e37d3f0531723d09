"""Which texts a script of the page says: they stand literally where it calls ``t`` or ``tn``."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

_COMMENT: Final = re.compile(r"/\*.*?\*/|(?:^|\s)//[^\n]*", re.DOTALL | re.MULTILINE)
_CALL: Final = re.compile(r"(?<![\w.$#])(?<!function )(tn?)\(\s*")
_LITERAL: Final = re.compile(r"""('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`$\\]*`)\s*[,)]\s*""")


class Call(NamedTuple):
    """A call of ``t`` or ``tn``."""

    name: str
    line: int
    """Its line in the script, from 1."""
    forms: tuple[str, ...]
    """The text in English, and its plural where it has one; fewer than there should be where one is no literal."""

    @property
    def is_clear(self) -> bool:
        """Whether all it says stands there literally."""
        return len(self.forms) == len(self.name)


def calls(source: str) -> Iterator[Call]:
    """Every call that says a text, in the order of the script."""
    bare = _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), source)
    for call in _CALL.finditer(bare):
        forms: list[str] = []
        at = call.end()
        while len(forms) < len(call[1]) and (literal := _LITERAL.match(bare, at)):
            forms.append(literal[1][1:-1] if literal[1][0] == "`" else str(ast.literal_eval(literal[1])))
            at = literal.end()
        yield Call(call[1], bare.count("\n", 0, call.start()) + 1, tuple(forms))


def said(source: str) -> frozenset[str]:
    """The texts that a script says, each by its English; one with a plural by its singular."""
    return frozenset(call.forms[0] for call in calls(source) if call.is_clear)
