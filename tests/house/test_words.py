"""One word for each thing (docs/glossary.md), and nothing of a single machine in the repository."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from .documents import DOCUMENTS, ROOT, SOURCE, text_of, tracked_files

#: Words that stand for something the glossary names otherwise: they are not part of any name in the code.
FORBIDDEN = {
    "stock": "boneyard", "pile": "boneyard", "kitty": "boneyard", "widow": "reserve", "rack": "hand",
    "chain": "line", "snake": "line", "board": "line, or layout for its drawing", "deck": "tile set",
    "stone": "tile", "bone": "tile", "dominoes": "tiles", "doublet": "double", "spots": "pips", "knock": "pass",
    "renege": "pass", "jammed": "blocked", "room": "table", "game": "round or match",
    "variant": "rules or preset", "infoset": "view", "determinization": "world", "pgn": "record",
}  # fmt: skip
#: Words that no document uses for a thing of the table (the glossary itself lists them).
FORBIDDEN_IN_PROSE = re.compile(r"\b(stock|rack|widow|kitty|chain of tiles|dead tiles)\b", re.IGNORECASE)
MACHINE = re.compile(r"(?<![\w.>}])/(?:tmp|root|work|home)/\w")
REGISTRY = re.compile(r"pypi\.org|pythonhosted|registry\.npmjs|deb\.debian|npmjs\.(?:org|com)")
JS_NAME = re.compile(r"\b(?:const|let|var|function|class)\s+\*?\s*([A-Za-z_$][\w$]*)")


def words(name: str) -> set[str]:
    """The words of an identifier: `boneyardLeft` and `boneyard_left` both give boneyard and left."""
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}


def bound_names(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Every name that the code gives to something, with its line; names of other libraries do not count."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name, node.lineno
        elif isinstance(node, ast.arg):
            yield node.arg, node.lineno
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id, node.lineno
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr, node.lineno
        elif isinstance(node, ast.alias) and node.asname:
            yield node.asname, 0


def misnamed(path: Path) -> list[str]:
    """A sentence for each name in a file that holds a forbidden word."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        found = [(name, line) for name, line in bound_names(ast.parse(text))]
    else:
        found = [(match[1], text.count("\n", 0, match.start()) + 1) for match in JS_NAME.finditer(text)]
    where = path.relative_to(ROOT).as_posix()
    return [
        f"{where}:{line}: {name}: say {FORBIDDEN[word]}, not {word}"
        for name, line in [*found, (path.stem, 0)]
        for word in sorted(words(name) & FORBIDDEN.keys())
    ]


def test_no_name_in_the_code_holds_a_forbidden_word() -> None:
    files = [*SOURCE.rglob("*.py"), *SOURCE.rglob("*.js"), ROOT / "dev.py"]
    assert [sentence for path in sorted(files) for sentence in misnamed(path)] == []


def test_the_documents_use_the_words_of_the_glossary() -> None:
    wrong = [
        f"{path.name}: {match[0]}"
        for path in DOCUMENTS
        if path.name != "glossary.md"
        for match in FORBIDDEN_IN_PROSE.finditer(path.read_text(encoding="utf-8"))
    ]
    assert wrong == []


def test_the_glossary_names_every_forbidden_word() -> None:
    glossary = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").lower()
    assert [word for word in FORBIDDEN if not re.search(rf"\b{word}\b", glossary)] == []


def test_no_machine_path_and_no_registry_host_in_the_repository() -> None:
    wrong = []
    for path in tracked_files():
        if path == Path(__file__).resolve():
            continue
        for number, line in enumerate(text_of(path).splitlines(), 1):
            if MACHINE.search(line) or REGISTRY.search(line):
                wrong.append(f"{path.relative_to(ROOT).as_posix()}:{number}: {line.strip()[:100]}")
    assert wrong == []


@pytest.mark.parametrize(
    ("name", "found"),
    [("stock_size", {"stock"}), ("tileRack", {"rack"}), ("keyboard", set()), ("boneyard", set()), ("GameOn", {"game"})],
)
def test_words_are_told_apart_inside_a_name(name: str, found: set[str]) -> None:
    assert words(name) & FORBIDDEN.keys() == found
