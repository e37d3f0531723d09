"""A catalogue: the texts of the program in one language, read from a gettext file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from gettext import c2py
from typing import Final

from babel.messages.pofile import read_po

Key = tuple[str | None, str]
"""A context, mostly None, and the English text; a text with a plural goes by its singular."""


@dataclass(frozen=True, slots=True, eq=False)
class Catalogue:
    """Texts by their English, each in all its plural forms: one where there is no plural."""

    texts: Mapping[Key, tuple[str, ...]]
    scripts: frozenset[Key]
    """Those that the page's scripts say."""
    form: Callable[[int], int]
    """Which plural form a number takes."""

    def text(self, english: str, context: str | None = None) -> str:
        """The text, or the English one where it has none."""
        forms = self.texts.get((context, english))
        return forms[0] if forms else english

    def plural(self, one: str, many: str, number: int) -> str:
        """The text that goes with a number, or the English one."""
        forms = self.texts.get((None, one))
        if forms is None:
            return one if number == 1 else many
        return forms[min(self.form(number), len(forms) - 1)]


NO_TEXTS: Final = Catalogue({}, frozenset(), lambda number: int(number != 1))
"""English: every text is its own."""


def read_catalogue(text: str) -> Catalogue:
    """The catalogue in the text of a `.po` file. What is untranslated or marked as uncertain is left out."""
    read = read_po(text.splitlines(keepends=True))
    texts: dict[Key, tuple[str, ...]] = {}
    scripts = set()
    for message in read:
        forms = _forms(message.string or "")
        if not message.id or message.fuzzy or not all(forms):
            continue
        key = (message.context, _forms(message.id)[0])
        texts[key] = forms
        if any(place.endswith(".js") for place, _ in message.locations):
            scripts.add(key)
    return Catalogue(texts, frozenset(scripts), c2py(read.plural_expr))


def _forms(text: str | Sequence[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)
