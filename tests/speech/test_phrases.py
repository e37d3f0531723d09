"""A phrase is its English text and can be said again: in another language, with names, to the one it speaks of."""

from __future__ import annotations

import json
import pickle

import pytest

from doublesix.rules import Tile
from doublesix.rules.phrases import Phrase, Who, either, in_a_row, listed
from doublesix.speech import accepted
from doublesix.speech.catalogue import read_catalogue
from doublesix.speech.speech import Speech

SPANISH = Speech(
    "es",
    read_catalogue(
        """msgid ""
msgstr ""
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "{who} holds no {values}."
msgstr "Con {values} {who} no tiene nada."

msgid "You hold no {values}."
msgstr "No tienes nada con {values}."

msgid "{some} or {last}"
msgstr "{some} o {last}"

msgid "seat {n}"
msgstr "el puesto {n}"

msgid "{n} point"
msgid_plural "{n} points"
msgstr[0] "{n} punto"
msgstr[1] "{n} puntos"
"""
    ),
)


def _holds(seat: int) -> Phrase:
    return Phrase.told("{who} holds no {values}.", "You hold no {values}.", who=Who(seat), values=either([2, 5]))


def test_a_phrase_is_its_english_text() -> None:
    assert _holds(1) == "Seat 1 holds no 2 or 5."
    assert json.loads(json.dumps(_holds(1))) == "Seat 1 holds no 2 or 5."
    assert type(_holds(1).english) is str


def test_a_seat_is_written_with_a_capital_only_where_a_sentence_begins() -> None:
    assert Phrase("It was {who}.", who=Who(2)) == "It was seat 2."
    assert Phrase("{what}; {ends}.", what=Phrase("{who} has drawn", who=Who(2)), ends=3) == "Seat 2 has drawn; 3."


def test_values_are_put_in_where_the_other_language_wants_them() -> None:
    assert SPANISH.say(_holds(1)) == "Con 2 o 5 el puesto 1 no tiene nada."


def test_names_take_the_place_of_seats_and_the_reader_is_spoken_to() -> None:
    told = _holds(1).called(["Ana", "Bo"], you=0)
    assert told == "Bo holds no 2 or 5."
    assert SPANISH.say(told) == "Con 2 o 5 Bo no tiene nada."
    own = _holds(1).called(["Ana", "Bo"], you=1)
    assert own == "You hold no 2 or 5."
    assert SPANISH.say(own) == "No tienes nada con 2 o 5."


def test_a_name_keeps_its_letters() -> None:
    assert _holds(0).called(["ana"]) == "ana holds no 2 or 5."


@pytest.mark.parametrize(
    ("number", "english", "spanish"), [(1, "1 point", "1 punto"), (12000, "12000 points", "12.000 puntos")]
)
def test_a_number_decides_between_the_forms(number: int, english: str, spanish: str) -> None:
    phrase = Phrase.plural("{n} point", "{n} points", number)
    assert phrase == english
    assert SPANISH.say(phrase) == spanish


def test_what_is_not_translated_is_said_in_english() -> None:
    assert SPANISH.say(Phrase("The round is void.")) == "The round is void."
    assert SPANISH.say("plain text") == "plain text"


def test_a_phrase_survives_as_the_text_of_an_error_and_in_another_process() -> None:
    assert isinstance(str(ValueError(_holds(1))), Phrase)
    again = pickle.loads(pickle.dumps(_holds(1)))
    assert again == _holds(1)
    assert SPANISH.say(again) == SPANISH.say(_holds(1))


def test_lists() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b"]) == "a and b"
    assert listed([Tile("6-4"), "b", "c"]) == "6-4, b and c"
    assert in_a_row([Phrase("One."), Phrase("Two.")]) == "One. Two."


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("es", "es"),
        ("pt-BR,pt;q=0.9,en;q=0.8", "pt"),
        ("en;q=0.5, fr-CA;q=0.8", "fr"),
        ("de, en-US;q=0.7, es;q=0.3", "en"),
        ("xx;q=zz, ;;, es;q=0", "en"),
        ("", "en"),
    ],
)
def test_the_browsers_language_is_spoken(header: str, language: str) -> None:
    assert accepted(header).language == language
