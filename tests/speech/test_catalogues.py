"""Every text of the program is in every catalogue, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages import Catalog

from doublesix.speech import languages
from doublesix.speech.catalogue import read_catalogue
from doublesix.speech.speech import Speech
from tools_of import tool

PENDING = Path(__file__).with_name("pending.txt")
"""Texts, one a line, that may stay untranslated for the moment; empty in a release."""


TOOL = tool("catalogues")


@pytest.fixture(scope="module")
def wanted() -> Catalog:
    found: Catalog = TOOL.template()
    return found


@pytest.mark.parametrize("path", TOOL.catalogues(), ids=lambda path: path.stem)
def test_a_catalogue_has_every_text_and_no_other(path: Path, wanted: Catalog) -> None:
    found = TOOL.compare(wanted, TOOL.read(path))
    assert found.broken == []
    assert found.uncertain == []
    pending = set(PENDING.read_text(encoding="utf-8").splitlines())
    assert [text for text in found.missing if text not in pending] == [], (
        "python3 dev.py speech writes new texts into the catalogues; translate them there, or name them in pending.txt"
    )
    assert found.stale == [], "python3 dev.py speech takes texts that are no longer said out of the catalogues"


@pytest.mark.parametrize("path", TOOL.catalogues(), ids=lambda path: path.stem)
def test_a_catalogue_has_one_form_of_each_mark(path: Path) -> None:
    assert TOOL.badly_spaced(path.stem, TOOL.read(path)) == [], "python3 dev.py speech mends them"


def test_english_has_one_form_of_each_mark(wanted: Catalog) -> None:
    assert TOOL.badly_spaced("en", wanted) == []


@pytest.mark.parametrize(
    ("language", "plain", "right"),
    [
        ("fr", "Passer ?", "Passer\u202f?"),
        ("fr", "Bien joué ! {name} gagne ; {n} points", "Bien joué\u202f! {name} gagne\u202f; {n} points"),
        ("fr", "les bouts : {ends}", "les bouts\xa0: {ends}"),
        ("fr", "« {text} » n'est pas compris", "«\xa0{text}\xa0» n’est pas compris"),
        ("fr", "l'as d'{name}, qu'%(who)s d'« ici »", "l’as d’{name}, qu’%(who)s d’«\xa0ici\xa0»"),
        ("fr", "des espaces, ' - . et _", "des espaces, ' - . et _"),
        ("fr", "{n} % de %(one)s et %(other)s", "{n}\u202f% de %(one)s et %(other)s"),
        ("fr", "95 %% de %(num)s %%", "95\u202f%% de %(num)s\u202f%%"),
        ("fr", "http://localhost et 12:30", "http://localhost et 12:30"),
        ("es", "Passer ? {n} % de %(one)s", "Passer ? {n}\xa0% de %(one)s"),
        ("es", "95%% de %(num)s", "95\xa0%% de %(num)s"),
        ("pt", "95 %% de %(num)s e {n} %", "95%% de %(num)s e {n}%"),
        ("en", "95 %% of %(host)s’s %(num)s", "95%% of %(host)s's %(num)s"),
    ],
)
def test_a_mark_is_set_as_its_language_wants(language: str, plain: str, right: str) -> None:
    assert TOOL.well_spaced(language, plain) == right
    assert TOOL.well_spaced(language, right) == right


def test_what_is_missing_stale_uncertain_or_broken_is_found() -> None:
    wanted, have = Catalog(), Catalog(locale="es")
    for text in ("Draw", "Pass", "Play {tile}", ("{n} tile", "{n} tiles"), "Lead"):
        wanted.add(text)
    have.add("Pass", "")
    have.add("Play {tile}", "Jugar {ficha}")
    have.add(("{n} tile", "{n} tiles"), ("una ficha", "{n} fichas"))
    have.add("Lead", "Salir", flags=["fuzzy"])
    have.add("Knock", "Tocar")
    found = TOOL.compare(wanted, have)
    assert found == (["Draw", "Pass"], ["Knock"], ["Lead"], ["Play {tile} -> Jugar {ficha}"])


@pytest.mark.parametrize("said", ["Phrase(text)", "Phrase(f'{name} wins')", "Phrase.told('Who passes.', yours)"])
def test_a_text_that_cannot_be_collected_is_an_error(said: str) -> None:
    with pytest.raises(TOOL.UnclearError):
        list(TOOL._python(said, "some.py"))


@pytest.mark.parametrize("said", ["t(won ? 'You win' : 'You lose')", "tn('one', many, 3)", "t(`${name} wins`)"])
def test_a_text_of_a_script_that_cannot_be_collected_is_an_error(said: str) -> None:
    with pytest.raises(TOOL.UnclearError):
        list(TOOL._script(said, "some.js"))


def test_texts_within_texts_are_collected() -> None:
    script = "// a comment\nh('p', {}, t('Draw {what}', { what: tn('{n} tile', '{n} tiles', n) })); // t('no')"
    assert [said.forms for said in TOOL._script(script, "some.js")] == [("Draw {what}",), ("{n} tile", "{n} tiles")]


@pytest.mark.parametrize("speech", languages(), ids=lambda speech: speech.language)
def test_a_browser_chooses_the_plural_form_that_the_server_chooses(speech: Speech) -> None:
    """A browser knows the class of a number only; every number of a class must take the same form."""
    forms = speech.forms()
    for number in (*range(201), 1000, 10_000, 1_000_000):
        assert forms[speech.locale.plural_form(number)] == speech.catalogue.form(number), number


def test_forms_of_a_language_with_six_of_them() -> None:
    rule = "(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 && n%100<=99 ? 4 : 5)"
    arabic = Speech("ar", read_catalogue(f'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=6; plural={rule};\\n"\n'))
    assert arabic.forms() == {"zero": 0, "one": 1, "two": 2, "few": 3, "many": 4, "other": 5}
    assert arabic.direction == "rtl"
