"""The templates of a language: how texts, numbers and dates get into a page.

Templates say ``_('Whole sentence with %(name)s', name=x)`` and ``ngettext('%(num)s tile', '%(num)s tiles', n)``. A
`Phrase` that is put into a page or into a sentence is said in the page's language. Numbers and dates are written with
the filters ``number``, ``percent``, ``date`` and ``time``; ``coded`` sets what stands between backticks as code.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from doublesix.kernel import compiled
from doublesix.rules.phrases import Phrase
from doublesix.rules.presets import titled
from doublesix.server.web import drawing
from doublesix.server.web.assets import packaged
from doublesix.speech import ENGLISH, Speech, languages


@cache
def environment(speech: Speech) -> Environment:
    """The environment in which the templates are rendered for readers of a language."""
    env = Environment(
        loader=PackageLoader("doublesix.server.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
        finalize=lambda value: speech.say(value) if isinstance(value, Phrase) else value,
    )
    env.install_null_translations(newstyle=True)  # type: ignore[attr-defined]
    texts = _Texts(speech)
    assets = packaged()
    env.globals.update(
        {"_": texts.gettext, "gettext": texts.gettext, "ngettext": texts.ngettext, "pgettext": texts.pgettext},
        speech=speech,
        languages=languages(),
        texts=lambda entry: None if speech is ENGLISH else assets.texts(speech.language, entry),
        asset=assets.url,
        titled=titled,
        slow_engine=not compiled,
        script=assets.script,
        sheets=assets.sheets,
        line_svg=drawing.line_svg,
        tile_svg=drawing.tile_svg,
    )
    env.filters.update(number=speech.number, percent=speech.percent, date=speech.date, time=speech.time, coded=coded)
    return env


def coded(text: str) -> Markup:
    """A description with its parts between backticks set as code."""
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if at % 2 else escape(part) for at, part in enumerate(text.split("`"))
    )


class _Texts:
    """What the templates call for their texts. The texts of catalogues may hold markup; what is put in is escaped."""

    def __init__(self, speech: Speech) -> None:
        self._speech = speech

    def gettext(self, text: str, /, **values: Any) -> Markup:
        """A sentence."""
        return self._filled(self._speech.catalogue.text(text), values)

    def pgettext(self, context: str, text: str, /, **values: Any) -> Markup:
        """A word that needs its context to be understood."""
        return self._filled(self._speech.catalogue.text(text, context), values)

    def ngettext(self, one: str, many: str, number: int, /, **values: Any) -> Markup:
        """A sentence that depends on a number, which it may name as ``%(num)s``."""
        return self._filled(self._speech.catalogue.plural(one, many, number), {"num": number, **values})

    def _filled(self, text: str, values: dict[str, Any]) -> Markup:
        return Markup(text) % {name: self._written(value) for name, value in values.items()}

    def _written(self, value: Any) -> Any:
        if isinstance(value, Phrase):
            return escape(self._speech.say(value))
        if isinstance(value, int) and not isinstance(value, bool):
            return self._speech.number(value)
        return value
