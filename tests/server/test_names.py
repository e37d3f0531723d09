"""Names of accounts: unique for the eye, not only for the computer."""

from __future__ import annotations

import pytest

from doublesix.server.company import BadNameError
from doublesix.server.names import account_name, name_key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ANN"),
        ("Ann Lee", "ann-lee"),
        ("José", "Jose"),
        ("Ｍarek", "Marek"),
        ("pаul", "paul"),  # a Cyrillic a
        ("Ivo", "lvo"),
        ("B0b", "Bob"),
        ("Αnna", "Anna"),  # a Greek capital alpha
        ("Straße", "STRASSE"),
        ("Ångström", "Ångström"),
    ],
)
def test_names_that_look_alike_have_one_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(("one", "other"), [("Ann", "Anna"), ("Bo", "Ben"), ("Ann 2", "Ann 4")])
def test_different_names_have_different_keys(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


@pytest.mark.parametrize(
    "name", ["Ann", "Ann Lee", "O'Neil", "Jürgen", "Мария", "Ελένη", "さくら子", "देवी", "ann.lee_2"]
)
def test_names_of_many_scripts_are_taken(name: str) -> None:
    assert account_name(name)[0] == name


@pytest.mark.parametrize(
    "name",
    [
        *("", "A", "7", "pаul", "Ann Мария", "You", "Computer 3", "Admin", "removed player"),
        *("a<b", "a" * 21, "Ann\u202e", "An٣n"),
    ],
)
def test_names_that_mislead_are_refused_with_a_sentence(name: str) -> None:
    with pytest.raises(BadNameError, match=r"\.$"):
        account_name(name)


def test_a_name_is_kept_in_its_composed_form_without_needless_spaces() -> None:
    assert account_name("  Jose\u0301   Luis ")[0] == "José Luis"
