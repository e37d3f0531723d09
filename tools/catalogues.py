"""The texts of the program and its catalogues: collect, compare, bring up to date.

python3 tools/catalogues.py           say what is missing, stale or wrong in each catalogue
python3 tools/catalogues.py --write   put new texts into every catalogue, untranslated; take out what is no longer said

Texts are collected from Python (`Phrase`, `Phrase.told`, `Phrase.plural`), templates (`_`, `ngettext`, `pgettext`) and
the page's scripts (`t`, `tn`). Each must be a literal where it is said, for that is where it is found.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple

from babel.messages import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from doublesix.speech.scripts import calls

ROOT: Final = Path(__file__).resolve().parents[1]
SOURCE: Final = ROOT / "src" / "doublesix"
FOLDER: Final = SOURCE / "speech" / "catalogues"
_BRACES: Final = re.compile(r"\{\w*\}")
_PERCENT: Final = re.compile(r"%\(\w+\)s|%%")
_WORDS: Final = re.compile(r"[^\W\d_]|[:;?!]")
"""A letter, or one of the marks before which some languages put a space."""


class Said(NamedTuple):
    """A text where it is said: its forms (two where it has a plural), its context, and the file."""

    forms: tuple[str, ...]
    context: str | None
    file: str


class UnclearError(Exception):
    """A text that cannot be collected, with its place."""


# --- collecting ------------------------------------------------------------------------------------------------------


def texts() -> list[Said]:
    """Every text of the program, by file."""
    found: list[Said] = []
    for path in sorted(SOURCE.rglob("*")):
        name = path.relative_to(SOURCE).as_posix()
        collect = {".py": _python, ".html": _template, ".js": _script}.get(path.suffix)
        if collect is not None:
            found += [said for said in collect(path.read_text(encoding="utf-8"), name) if needs_words(said)]
    return found


def needs_words(said: Said) -> bool:
    """Whether there is anything to translate: values alone are the same everywhere, and so are most marks."""
    return bool(_WORDS.search(_PERCENT.sub("", _BRACES.sub("", said.forms[0]))))


def _python(source: str, name: str) -> Iterator[Said]:
    if "Phrase" not in source:
        return
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        count, plural = _phrase(node.func)
        if not count:
            continue
        given = [part.value if isinstance(part, ast.Constant) else None for part in node.args[:count]]
        words = [part for part in given if isinstance(part, str)]
        if len(words) != count:
            raise UnclearError(f"{name}:{node.lineno}: the template of a Phrase is not a literal")
        if plural:
            yield Said(tuple(words), None, name)
        else:
            yield from (Said((word,), None, name) for word in words)


def _phrase(called: ast.expr) -> tuple[int, bool]:
    """How many templates a call takes, and whether they are the forms of one text."""
    if isinstance(called, ast.Name) and called.id == "Phrase":
        return 1, False
    if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name) and called.value.id == "Phrase":
        return {"told": (2, False), "plural": (2, True)}.get(called.attr, (0, False))
    return 0, False


_JINJA: Final = {"trim_blocks": "true", "lstrip_blocks": "true", "newstyle_gettext": "true"}
_FUNCTIONS: Final = {"_": None, "gettext": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}


def _template(source: str, name: str) -> Iterator[Said]:
    file = BytesIO(source.encode())
    for _, message, _, context in extract("jinja2.ext:babel_extract", file, _FUNCTIONS, (), _JINJA):
        yield Said(message if isinstance(message, tuple) else (message,), context, name)


def _script(source: str, name: str) -> Iterator[Said]:
    for call in calls(source):
        if not call.is_clear:
            raise UnclearError(f"{name}:{call.line}: the text of {call.name}(…) is not a literal")
        yield Said(call.forms, None, name)


# --- comparing -------------------------------------------------------------------------------------------------------


def template() -> Catalog:
    """All texts without translations, in the order of the files."""
    out = Catalog(charset="utf-8", fuzzy=False)
    for said in texts():
        known = out.get(said.forms[0], said.context)
        if known is not None and isinstance(known.id, tuple) != (len(said.forms) > 1):
            raise UnclearError(f"{said.file}: “{said.forms[0]}” is said with and without a plural")
        out.add(said.forms if len(said.forms) > 1 else said.forms[0], locations=[(said.file, 1)], context=said.context)
    return out


def catalogues() -> list[Path]:
    """The files of the languages."""
    return sorted(FOLDER.glob("*.po"))


def read(path: Path) -> Catalog:
    """A language's catalogue."""
    with path.open("rb") as file:
        return read_po(file, locale=path.stem, ignore_obsolete=True)


class Findings(NamedTuple):
    """What is wrong with a catalogue, as lists of texts."""

    missing: list[str]
    stale: list[str]
    uncertain: list[str]
    broken: list[str]

    def lines(self) -> list[str]:
        """A line for every finding."""
        names = ("not translated", "no longer said", "marked fuzzy", "other placeholders")
        return [f"{name}: {text}" for name, found in zip(names, self, strict=True) for text in found]


def compare(wanted: Catalog, have: Catalog) -> Findings:
    """What a catalogue lacks, what it holds in vain, and what would come out wrong."""
    out = Findings([], [], [], [])
    said = {(message.context, _first(message)): message for message in wanted if message.id}
    held = {(message.context, _first(message)): message for message in have if message.id}
    for key, message in said.items():
        found = held.get(key)
        if found is None or not all(_forms(found)) or isinstance(found.id, tuple) != isinstance(message.id, tuple):
            out.missing.append(key[1])
        elif found.fuzzy:
            out.uncertain.append(key[1])
        elif not _fits(message, found):
            out.broken.append(f"{key[1]} -> {' | '.join(_forms(found))}")
    out.stale.extend(key[1] for key in held if key not in said)
    return out


def _first(message: Message) -> str:
    return _ids(message)[0]


def _forms(message: Message) -> tuple[str, ...]:
    return tuple(message.string) if isinstance(message.string, tuple | list) else (message.string or "",)


def _ids(message: Message) -> tuple[str, ...]:
    return tuple(message.id) if isinstance(message.id, tuple | list) else (message.id,)


def _fits(said: Message, found: Message) -> bool:
    """Whether a translation takes the same values; each form of a plural those of its own, the number or not."""
    places = [set(_places(text)) for text in _ids(said)]
    number = {"{n}", "%(num)s"} if len(places) > 1 else set()
    forms = [set(_places(text)) for text in _forms(found)]
    needed = [set.intersection(*places) if at < len(forms) - 1 else places[-1] for at in range(len(forms))]
    return all(need - number <= has <= set.union(*places) for need, has in zip(needed, forms, strict=True))


def _places(text: str) -> Iterable[str]:
    return _PERCENT.findall(text) if _PERCENT.search(text) else _BRACES.findall(text)


# --- the marks of a language -----------------------------------------------------------------------------------------

_NARROW: Final = "\N{NARROW NO-BREAK SPACE}"
_WIDE: Final = "\N{NO-BREAK SPACE}"
_PERCENT_APART: Final = re.compile(r"(?<=[\d}s])[ \xa0\u202f]?(?=%%?(?!\())")
_BETWEEN_LETTERS: Final = re.compile(r"(?<=\w)['’](?=[\w«{%])")
_MARKS: Final = {
    "en": ((_PERCENT_APART, ""), (_BETWEEN_LETTERS, "'")),
    "es": ((_PERCENT_APART, _WIDE),),
    "fr": (
        (re.compile(r"(?<=\S)[ \xa0](?=[;?!])"), _NARROW),
        (_PERCENT_APART, _NARROW),
        (re.compile(r"(?<=\S) (?=:)|(?<=«) | (?=»)"), _WIDE),
        (_BETWEEN_LETTERS, "’"),
    ),
    "pt": ((_PERCENT_APART, ""),),
}
"""Which space a language wants before which mark, none that a line breaks at, and which of the two apostrophes."""


def well_spaced(language: str, text: str) -> str:
    """A text with the spaces before marks, and the apostrophes, that its language wants."""
    for place, mark in _MARKS.get(language, ()):
        text = place.sub(mark, text)
    return text


def badly_spaced(language: str, have: Catalog) -> list[str]:
    """The texts that have other spaces or apostrophes than their language wants; of English those that are said."""
    forms = [form for message in have if message.id for form in (_ids if language == "en" else _forms)(message)]
    return [form for form in forms if form != well_spaced(language, form)]


# --- bringing up to date ---------------------------------------------------------------------------------------------


def bring_up_to_date(path: Path, wanted: Catalog) -> None:
    """New texts untranslated into a catalogue, texts that are no longer said out of it; the order is the template's."""
    have = read(path)
    head = _head(path, have)
    out = read_po(head.splitlines(keepends=True))
    for message in wanted:
        if not message.id:
            continue
        known = have.get(_first(message), message.context)
        same = known is not None and isinstance(known.id, tuple) == isinstance(message.id, tuple)
        string = _with_spaces(path.stem, known) if known is not None and same else None
        notes = known.user_comments if known is not None else ()
        flags = ["fuzzy"] if known is not None and same and known.fuzzy else []
        out.add(message.id, string, message.locations, flags, (), notes, (), None, message.context)
    buffer = BytesIO()
    write_po(buffer, out, width=110, omit_header=True, include_lineno=False)
    path.write_text(head + buffer.getvalue().decode(), encoding="utf-8")


def _with_spaces(language: str, message: Message) -> str | tuple[str, ...]:
    forms = tuple(well_spaced(language, form) for form in _forms(message))
    return forms if isinstance(message.id, tuple | list) else forms[0]


def _head(path: Path, have: Catalog) -> str:
    """What stands before the texts: the glossary as it was written there, and the rule of the plural."""
    notes = "".join(f"{line}\n" for line in have.header_comment.splitlines())
    fields = f'msgid ""\nmsgstr ""\n"Language: {path.stem}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
    return f'{notes}{fields}"Plural-Forms: nplurals={have.num_plurals}; plural={have.plural_expr};\\n"\n\n'


def main() -> int:
    """Report or mend; the exit status says whether anything is left to do."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="bring the catalogues up to date")
    args = parser.parse_args()
    try:
        wanted = template()
    except UnclearError as problem:
        print(problem, file=sys.stderr)
        return 1
    left = 0
    for path in catalogues():
        if args.write:
            bring_up_to_date(path, wanted)
        have = read(path)
        lines = compare(wanted, have).lines()
        lines += [f"a space or an apostrophe is another: {text}" for text in badly_spaced(path.stem, have)]
        left += len(lines)
        print(f"{path.stem}: {len(wanted)} texts, {len(lines)} to see to")
        for line in lines:
            print(f"  {line}")
    return int(left > 0)


if __name__ == "__main__":
    sys.exit(main())
