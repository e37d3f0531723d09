"""The floors of the package, read from its imports: who may import whom, and the picture of it.

python3 tests/house/floors.py            print the picture
python3 tests/house/floors.py --write    put it into docs/architecture.md
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "doublesix"
PAGE = ROOT / "docs" / "architecture.md"
BEGIN = "<!-- floors: drawn by dev.py docs -->"
END = "<!-- floors end -->"

#: Each part of the package and its floor, from the ground up. Parts are the sub-packages and modules of `doublesix`.
FLOORS: dict[str, int] = {
    "errors": 0,
    "rules": 0,
    "notation": 1,
    "rulebook": 1,
    "speech": 1,
    "kernel": 1,
    "ratings": 1,
    "inference": 2,
    "solver": 2,
    "players": 3,
    "analysis": 4,
    "study": 5,
    "store": 5,
    "adapters": 6,
    "server": 6,
    "client": 6,
    "testing": 6,
    "cli": 7,
    "__main__": 7,
}

#: Imports on one floor that are allowed, each with its reason.
NEIGHBOURS: dict[tuple[str, str], str] = {
    ("rules", "errors"): "the error tree stands beside the rules",
    ("errors", "rules"): "an illegal move carries the rules' reason",
    ("solver", "inference"): "endings with a few hidden tiles need the worlds",
    ("server", "adapters"): "the server's wiring chooses the real store, bus, pool and clock",
    ("__main__", "cli"): "`python -m doublesix` is the command line",
}

#: What `import doublesix` may load: the value floors, never a server or a database driver.
PUBLIC_TOP = 4

#: Modules that touch files, sockets, processes, threads or the clock: floors 0 to 5 do without them.
OUTSIDE = frozenset(
    [
        "aiosqlite",
        "anyio",
        "argparse",
        "asyncpg",
        "concurrent",
        "ctypes",
        "curses",
        "fcntl",
        "fileinput",
        "getpass",
        "glob",
        "http",
        "httptools",
        "io",
        "logging",
        "mmap",
        "multiprocessing",
        "nats",
        "os",
        "pathlib",
        "pty",
        "readline",
        "redis",
        "resource",
        "sched",
        "select",
        "selectors",
        "shutil",
        "signal",
        "socket",
        "socketserver",
        "sqlalchemy",
        "sqlite3",
        "ssl",
        "starlette",
        "subprocess",
        "tempfile",
        "termios",
        "threading",
        "time",
        "tty",
        "urllib",
        "uvicorn",
        "uvloop",
        "websockets",
    ]
)
#: Waiting belongs to floor 5 and above.
WAITING = frozenset({"asyncio"})
#: Built-in functions that read or write.
TALKING = frozenset({"open", "input", "print", "breakpoint"})


class Import(NamedTuple):
    """One import statement: the file and line, the importing part and what is imported."""

    where: str
    part: str
    target: str


def part_of(path: Path) -> str:
    """The part of the package that a file belongs to; the package's own `__init__` is `doublesix`."""
    inner = path.relative_to(SOURCE).parts
    first = inner[0] if len(inner) > 1 else path.stem
    return "doublesix" if first == "__init__" else first


def modules_named(node: ast.stmt, path: Path) -> list[str]:
    """Absolute dotted names that an import statement loads; relative imports are resolved."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if not isinstance(node, ast.ImportFrom):
        return []
    base = node.module or ""
    if node.level:
        package = ["doublesix", *path.relative_to(SOURCE).parts[:-1]]
        kept = package[: len(package) - node.level + 1]
        base = ".".join([*kept, *([base] if base else [])])
    if base == "doublesix":  # `from doublesix import rules`: the parts are the names
        return [f"doublesix.{alias.name}" for alias in node.names]
    return [base]


def sources() -> list[Path]:
    """The package's Python files, sorted."""
    return sorted(SOURCE.rglob("*.py"))


def imports() -> Iterator[Import]:
    """Every import of the package, also those inside functions and under TYPE_CHECKING."""
    for path in sources():
        part = part_of(path)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
            if isinstance(node, ast.Import | ast.ImportFrom):
                for name in modules_named(node, path):
                    yield Import(f"{path.relative_to(ROOT).as_posix()}:{node.lineno}", part, name)


def inner_imports() -> Iterator[Import]:
    """Imports of one part by another; the target is the part's name (or a name of `doublesix` itself)."""
    for found in imports():
        top, _, rest = found.target.partition(".")
        target = rest.split(".")[0]
        if top == "doublesix" and target != found.part:
            yield found._replace(target=target or "doublesix")


def wrong_imports() -> list[str]:
    """A sentence for each import that goes up or sideways."""
    sentences = []
    for where, part, target in inner_imports():
        if target == "__version__":
            continue
        if target not in FLOORS:
            sentences.append(f"{where} takes {target!r} from the package's front; import the part that holds it")
        elif part == "doublesix":
            if FLOORS[target] > PUBLIC_TOP:
                sentences.append(f"{where} loads {target} (floor {FLOORS[target]}); only floors 0-{PUBLIC_TOP} may be")
        elif (part, target) not in NEIGHBOURS and FLOORS[target] >= FLOORS[part]:
            way = "up" if FLOORS[target] > FLOORS[part] else "sideways"
            sentences.append(f"{where} imports {way}: {part} (floor {FLOORS[part]}) uses {target} ({FLOORS[target]})")
    return sentences


def forbidden_modules(floor: int) -> frozenset[str]:
    """Modules that a floor may not import."""
    if floor > 5:
        return frozenset()
    return OUTSIDE | WAITING if floor < 5 else OUTSIDE


def wrong_doings() -> list[str]:
    """A sentence for each input or output, and each foreign package on the ground floor, below floor 6."""
    sentences = []
    for where, part, target in imports():
        floor = FLOORS.get(part, 0)
        top = target.split(".")[0]
        if top in forbidden_modules(floor):
            sentences.append(f"{where} imports {target}: floor {floor} does no input or output")
        elif floor == 0 and top != "doublesix" and top not in sys.stdlib_module_names:
            sentences.append(f"{where} imports {target}: floor 0 uses the standard library only")
    for path in sources():
        if FLOORS.get(part_of(path), 0) > 5:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TALKING:
                sentences.append(f"{path.relative_to(ROOT).as_posix()}:{node.lineno} calls {node.func.id}()")
    return sentences


def present_parts() -> list[str]:
    """The parts that exist in the source."""
    return sorted({part_of(path) for path in sources()} - {"doublesix"})


def summary(part: str) -> str:
    """First sentence of a part's docstring."""
    folder = SOURCE / part
    path = folder / "__init__.py" if folder.is_dir() else SOURCE / f"{part}.py"
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "(says nothing about itself)"
    sentence = " ".join(text.split("\n\n")[0].split()).split(". ")[0].rstrip(".")
    return re.sub(r"^Floor \d: (\w)", lambda match: match[1].upper(), sentence)


def picture() -> str:
    """The floors from the top down: each part, what it is, and which parts it imports."""
    uses: dict[str, set[str]] = {}
    for _, part, target in inner_imports():
        if target in FLOORS:
            uses.setdefault(part, set()).add(target)
    parts = [part for part in present_parts() if part != "__main__"]
    lines = []
    for floor in sorted({FLOORS[part] for part in parts}, reverse=True):
        for index, part in enumerate(sorted(part for part in parts if FLOORS[part] == floor)):
            label = f"FLOOR {floor}" if index == 0 else ""
            lines.append(f" {label:<9}{part:<11}{summary(part)}")
            below = sorted(uses.get(part, ()), key=lambda name: (-FLOORS[name], name))
            lines.append(f" {'':<9}{'':<11}└─ {', '.join(below) if below else 'imports nothing of ours'}")
        lines.append("")
    return "\n".join(lines).rstrip()


def block() -> str:
    """What stands between the marks in docs/architecture.md."""
    return f"{BEGIN}\n\n```text\n{picture()}\n```\n\n{END}"


def written() -> str:
    """The block as docs/architecture.md has it now; empty where the marks are missing."""
    text = PAGE.read_text(encoding="utf-8")
    if BEGIN not in text or END not in text:
        return ""
    return BEGIN + text.split(BEGIN)[1].split(END)[0] + END


def main(arguments: list[str]) -> int:
    """Print the picture, or write it into the page."""
    if arguments == ["--write"]:
        text = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(text.replace(written(), block()), encoding="utf-8")
    else:
        print(picture())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
