"""Reading the repository and its documents: tracked files, fenced blocks, and running the examples in them."""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "doublesix"
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
FENCE = re.compile(r"^```(?P<kind>\w+)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
LENIENT = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


class Block(NamedTuple):
    """A fenced block: its language, its text, and the line of the document on which it begins."""

    kind: str
    body: str
    line: int


class Command(NamedTuple):
    """A command of a console block (after `$ `), the output shown below it, and its line."""

    text: str
    shown: str
    line: int


def tracked_files() -> list[Path]:
    """The files of the repository; where there is no git, every file that is not made by a tool."""
    if (ROOT / ".git").exists() and shutil.which("git"):
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
        return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]
    made = {".venv", "node_modules", "build", "dist", "data", "__pycache__"}
    return [path for path in ROOT.rglob("*") if path.is_file() and not made & set(path.relative_to(ROOT).parts)]


def text_of(path: Path) -> str:
    """A file's text, or nothing where it is not text."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


def blocks(path: Path) -> Iterator[Block]:
    """The fenced blocks of a document."""
    text = path.read_text(encoding="utf-8")
    for match in FENCE.finditer(text):
        yield Block(match["kind"], match["body"], text.count("\n", 0, match.start()) + 2)


def commands(block: Block) -> Iterator[Command]:
    """The commands of a console block; a line that ends in a backslash goes on in the next one."""
    text, shown, begun, line = "", "", block.line, block.line
    for number, content in enumerate(block.body.splitlines(), block.line):
        if text.endswith("\\"):
            text = f"{text[:-1]}{content.strip()}"
        elif content.startswith("$ "):
            if text:
                yield Command(text, shown, line)
            text, shown, line = content[2:], "", number
        else:
            shown += content + "\n"
    assert text, f"no command in the console block at line {begun}"
    yield Command(text, shown, line)


def run(text: str, folder: Path, *, timeout: float = 120) -> subprocess.CompletedProcess[str]:
    """Run one shell command in a folder that holds docs/examples, with the `doublesix` of this source on the path."""
    tools = folder / ".tools"
    if not tools.exists():
        shutil.copytree(ROOT / "docs" / "examples", folder, dirs_exist_ok=True)
        tools.mkdir()
        script = tools / "doublesix"
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m doublesix "$@"\n', encoding="utf-8")
        script.chmod(0o755)
    environment = {
        **os.environ,
        "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT / "src"),
        "COLUMNS": "80",
        "NO_COLOR": "1",
    }
    return subprocess.run(
        text,
        shell=True,
        cwd=folder,
        env=environment,
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=timeout,
    )


def same(shown: str, got: str) -> bool:
    """Whether what a document shows is what came out; `...` stands for anything, amounts of space do not matter."""
    return not shown.strip() or doctest.OutputChecker().check_output(shown, got, LENIENT)


def full_size() -> bool:
    """Whether checks that install from the package index run: in CI and at night."""
    return os.environ.get("CI", "").lower() in {"1", "true"} or os.environ.get("DOUBLESIX_FULL") == "1"


def copy_tracked(folder: Path) -> Path:
    """A copy of the tracked files, as a fresh clone would have them."""
    for path in tracked_files():
        target = folder / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, target)
    return folder
