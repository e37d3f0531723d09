"""A language as people meet it: its texts, its way of writing numbers and dates, and which way it runs."""

from __future__ import annotations

import json
from collections.abc import Container, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import Any, Final

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_datetime
from babel.numbers import format_decimal, format_percent

from doublesix.rules.phrases import Phrase
from doublesix.speech.catalogue import NO_TEXTS, Catalogue

_SAMPLES: Final = (*range(201), 1000, 1_000_000)
"""Numbers among which every plural form of a language turns up."""


@dataclass(frozen=True, eq=False)
class Speech:
    """One language. `ENGLISH` is the language the program is written in."""

    language: str
    """Its code, such as `pt`."""
    catalogue: Catalogue

    @cached_property
    def locale(self) -> Locale:
        """What Unicode's tables know of the language; those of English for a language they do not know."""
        try:
            return Locale.parse(self.language, sep="-")
        except (UnknownLocaleError, ValueError):
            return Locale("en")

    @property
    def name(self) -> str:
        """What the language calls itself: `Español`."""
        own: str = self.locale.get_display_name() or self.language
        return own[:1].upper() + own[1:]

    @property
    def direction(self) -> str:
        """Which way it is written: `ltr` or `rtl`. The line of tiles always runs from left to right."""
        return str(self.locale.text_direction)

    def say(self, text: str) -> str:
        """A phrase in this language; any other string as it is."""
        return text.said(self._template, self.number) if isinstance(text, Phrase) else text

    def _template(self, english: str, many: str | None, number: int) -> str:
        return self.catalogue.text(english) if many is None else self.catalogue.plural(english, many, number)

    def number(self, value: float) -> str:
        """A number: `1,234.5`, `1.234,5`."""
        return str(format_decimal(value, locale=self.locale))

    def percent(self, share: float) -> str:
        """A share of one as a percentage: `61%`, `61 %`."""
        return str(format_percent(share, locale=self.locale))

    def date(self, value: date) -> str:
        """A day: `29 Nov 2026`."""
        return str(format_date(value, "medium", locale=self._dates))

    def time(self, value: datetime) -> str:
        """A day and the time of day."""
        return str(format_datetime(value, "short", locale=self._dates))

    @property
    def _dates(self) -> Locale | str:
        """English dates are written day first, as the rest of the English here is British."""
        return "en_GB" if self.language == "en" else self.locale

    @cached_property
    def for_scripts(self) -> Mapping[str, Any]:
        """What the page's scripts need: the language, its texts, and which form each of its classes of numbers takes.

        `{"language": "es", "forms": {"one": 0, "other": 1}, "texts": {"Draw": "Robar", "{n} tile": ["{n} ficha", …]}}`
        """
        catalogue = self.catalogue
        texts = {key[1]: catalogue.texts[key] for key in sorted(catalogue.scripts, key=str)}
        return {
            "language": self.language,
            "forms": self.forms(),
            "texts": {english: forms[0] if len(forms) == 1 else forms for english, forms in texts.items()},
        }

    def forms(self) -> Mapping[str, int]:
        """The plural form for each class of numbers that Unicode gives the language, as a browser tells them."""
        return {self.locale.plural_form(number): self.catalogue.form(number) for number in reversed(_SAMPLES)}

    def script(self) -> bytes:
        """`for_scripts` as a script that a page loads."""
        return _laid_ready(self.for_scripts)

    def first_script(self, said: Container[str], rest: str) -> bytes:
        """The same with those texts alone whose English is in `said`, and where the script with all of them is.

        `rest` is a path as seen from this script; `core/speech.js` finds its address as `rest`.
        """
        texts = {english: text for english, text in self.for_scripts["texts"].items() if english in said}
        where = f"doublesixSpeech.rest=new URL({json.dumps(rest)},document.currentScript.src).href;\n"
        return _laid_ready({**self.for_scripts, "texts": texts}) + where.encode()


def _laid_ready(told: Mapping[str, Any]) -> bytes:
    written = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return f"globalThis.doublesixSpeech={written};\n".encode()


ENGLISH: Final = Speech("en", NO_TEXTS)
"""Every text is its own."""
