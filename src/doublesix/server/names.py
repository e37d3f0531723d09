"""Names of accounts: one of a kind, also for the eye.

Two names are the same where their keys are. The key drops what is easily overlooked (case, accents, separators) and
writes letters of other scripts and digits that look like Latin letters as these. A name stays within one script, so
that what the key does not know cannot be mixed in.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final
from urllib.parse import quote

from doublesix.rules.phrases import Phrase
from doublesix.server.company import BadNameError, good_name

SHORTEST: Final = 2
REMOVED: Final = "Removed player"
"""What tables call somebody whose data was deleted."""
_RESERVED: Final = ("admin", "administrator", "doublesix", "host", "moderator", "removed", "server", "system")
_TOGETHER: Final = frozenset({"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO"})
"""Scripts that are written together."""
_ALIKE: Final = str.maketrans(
    {
        **dict(zip("аеорсухікјѕԁһԛԝмтвнг", "aeopcyxikjsdhqwmtbhr", strict=True)),
        **dict(zip("αβγεηικμνορτυχωϲ", "abyenikuvoptuxwc", strict=True)),
        "0": "o", "1": "l", "i": "l", "|": "l", "ı": "l", "3": "e", "5": "s", "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o",
        "đ": "d", "ł": "l", "ð": "d", "þ": "p",
    }
)  # fmt: skip


def account_name(wished: str) -> tuple[str, str]:
    """The name as it is shown, and its key. Raises `BadNameError` with what would work."""
    name = good_name(unicodedata.normalize("NFKC", wished))
    if sum(letter.isalpha() for letter in name) < SHORTEST:
        raise BadNameError(Phrase("The name of an account has at least {n} letters.", n=SHORTEST))
    if any(letter.isdigit() and not letter.isascii() for letter in name):
        raise BadNameError(Phrase("Write digits as 0 to 9."))
    scripts = {_script(letter) for letter in name if letter.isalpha()}
    if len(scripts) > 1 and not scripts <= _TOGETHER:
        raise BadNameError(Phrase("Letters of different alphabets look alike: take them all from one."))
    if name.casefold().split()[0].rstrip("0123456789'’-._") in _RESERVED:
        raise BadNameError(Phrase("That name is kept for the server; choose another one."))
    key = name_key(name)
    if not key:
        raise BadNameError(Phrase("That name could not be told from others; choose another one."))
    return name, key


def name_key(name: str) -> str:
    """What makes names the same."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    plain = "".join(part for part in unicodedata.normalize("NFD", folded) if unicodedata.category(part) != "Mn")
    return re.sub(r"[\s'’._-]", "", plain.translate(_ALIKE))


def profile_path(name: str) -> str:
    """The address of an account's profile."""
    return f"/player/{quote(name, safe='')}"


def _script(letter: str) -> str:
    return unicodedata.name(letter, "UNKNOWN").split()[0]
