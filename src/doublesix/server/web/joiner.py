"""The modules of a page as one file, so that a page on a slow line waits for one answer and not for thirty.

``trees(sources)`` takes all scripts by their paths and gives, for each page, a tree of files of its own: the page's
module with all that it imports joined in front of it, and beside it, apart, each module that is loaded later. A module
of the joined file becomes a function that is called once and gives back what the module exports; a module that is
loaded later takes the very same things from the page's file. So nothing is ever there twice.

Where the page is not in English, it has at first only the texts that its joined file says. So before it loads a module
later it waits for the rest of them, by what ``core/speech.js`` gives for that.

This is no parser of JavaScript. It knows the few forms of ``import`` and ``export`` that our modules use, each at the
start of a line of its own, and raises `UnknownSyntaxError` for everything else. A page's own module is one that lies in
``js/page/``, imports something and exports nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from posixpath import dirname, join, normpath, relpath
from typing import Final

from doublesix.errors import DominoError

SCRIPTS: Final = "js/"
PAGES: Final = "js/page/"
JOINED: Final = "joined/"
SPEECH: Final = "js/core/speech.js"
"""The module whose ``ready()`` is a promise that all texts are there."""
EAGER: Final = "//# allFunctionsCalledOnLoad\n"
"""Browsers that know it make all functions ready while the file still comes, and not each when it is first called."""


class UnknownSyntaxError(DominoError):
    """A script that cannot be joined: the text says which, and what is not known about it."""


_NAMES = r"\{ ([\w$]+(?: as [\w$]+)?(?:, [\w$]+(?: as [\w$]+)?)*) \}"
_IMPORT = re.compile(rf"^import (?:{_NAMES} from )?'(\.[^']+)';$", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) ([\w$]+))", re.MULTILINE)
_EXPORT_AGAIN = re.compile(r"^export \{ ([\w$]+(?:, [\w$]+)*) \};$", re.MULTILINE)
_LATER = re.compile(r"\bimport\('(\.[^']+)'\)")
_REFUSED: Final = (
    (re.compile(r"\b(?:import|export)\b(?! ?\()"), "an import or export of a form that is not known"),
    (re.compile(r"\bimport ?\((?!'\.)"), "an import() of something that is not a literal path"),
    (re.compile(r"^(?! |.*\basync\b).*\bawait\b", re.MULTILINE), "an await outside of every function"),
    (re.compile(r"\bm\$"), "a name of a kind that the joined file uses itself"),
)


def is_module(source: bytes) -> bool:
    """Whether a script is one that is joined, or loaded later, and not one that a page asks for as it is."""
    text = source.decode()
    return any(form.search(text) for form in (_IMPORT, _EXPORT, _EXPORT_AGAIN, _LATER))


@dataclass(frozen=True, slots=True)
class Module:
    """A script as it was read: what it takes from others, what it gives, and the rest."""

    path: str
    imports: tuple[tuple[str, str], ...]
    """Paths of the modules that it imports, each with the names as they stand in the braces, in order."""
    later: tuple[str, ...]
    """Paths of those that it loads when they are wanted."""
    gives: tuple[str, ...]
    """Names that it exports."""
    body: str
    """The script without its imports, and without the word export."""


def read(path: str, source: str) -> Module:
    """Read a script whose comments have been taken out."""

    def beside(address: str) -> str:
        return normpath(join(dirname(path), address))

    imports = tuple((beside(address), names) for names, address in _IMPORT.findall(source))
    gives = [*_EXPORT.findall(source)]
    for names in _EXPORT_AGAIN.findall(source):
        gives += names.split(", ")
    body = _EXPORT_AGAIN.sub("", _EXPORT.sub("", _IMPORT.sub("", source)))
    later = tuple(beside(address) for address in _LATER.findall(body))
    for pattern, what in _REFUSED:
        if found := pattern.search(body):
            line = body[: found.start()].count("\n") + 1
            raise UnknownSyntaxError(f"{path}, line {line}: {what}.")
    if len({one for one, _ in imports}) < len(imports):
        raise UnknownSyntaxError(f"{path} imports a module twice; one line can name all that it takes.")
    return Module(path, imports, later, tuple(gives), body)


def trees(sources: Mapping[str, str]) -> dict[str, str]:
    """The files of every page's tree by their paths, from all scripts by theirs, whose comments have been taken out."""
    modules = {path: read(path, source) for path, source in sources.items() if path.startswith(SCRIPTS)}
    entries = [one for one in modules.values() if _is_page(one)]
    return {path: text for entry in entries for path, text in _tree(entry, modules, sources)}


def called(entry: str) -> str:
    """What a page's tree is called, by the page's own module."""
    return entry.removeprefix(PAGES).removesuffix(".js")


def place(entry: str, path: str) -> str:
    """Where a script lies in the tree of a page."""
    return f"{JOINED}{called(entry)}/{path.removeprefix(SCRIPTS)}"


def joined(paths: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The name of each page's tree, and the path of its joined file."""
    for path in paths:
        entry = f"{PAGES}{path.rpartition('/')[2]}"
        if path == place(entry, entry):
            yield called(entry), path


def _address(path: str, whence: str) -> str:
    """How a script names another."""
    found = relpath(path, dirname(whence))
    return found if found.startswith(".") else f"./{found}"


def _is_page(module: Module) -> bool:
    return module.path.startswith(PAGES) and not module.gives and bool(module.imports or module.later)


def _tree(entry: Module, modules: Mapping[str, Module], sources: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    order = _in_order(entry.path, modules, ())
    names = {path: f"m${n}" for n, path in enumerate(order[:-1])}
    wanted: dict[str, None] = {}
    later = _loaded_later(order, modules)
    for path in later:
        shared = [one for one, taken in modules[path].imports if taken and one in names]
        wanted.update(dict.fromkeys(shared))
        yield place(entry.path, path), _apart(modules[path], entry.path, names, sources[path])
    spoken = _all_spoken(names, later, entry.path)
    bodies = {path: _loading(modules[path], modules, spoken, entry.path) for path in order}
    parts = [_wrapped(modules[path], bodies[path], names) for path in order[:-1]]
    parts.append(_taking(entry, names) + bodies[entry.path])
    if wanted:
        parts.append(f"export {{ {', '.join(names[path] for path in wanted)} }};")
    yield place(entry.path, entry.path), EAGER + re.sub(r"\n\s*\n+", "\n", "\n".join(parts)).lstrip()


def _in_order(path: str, modules: Mapping[str, Module], above: tuple[str, ...]) -> list[str]:
    """A module after all that it imports, each once, as a browser runs them."""
    if path in above:
        raise UnknownSyntaxError(f"{path} imports itself by way of {', '.join(above[above.index(path) + 1 :])}.")
    if path not in modules:
        raise UnknownSyntaxError(f"{above[-1] if above else 'A page'} imports {path}, which is not there.")
    found: dict[str, None] = {}
    for one, _ in modules[path].imports:
        found.update(dict.fromkeys(_in_order(one, modules, (*above, path))))
    return [*found, path]


def _loaded_later(joined: list[str], modules: Mapping[str, Module]) -> list[str]:
    """All modules that a page can come to load beside its own file."""
    found: dict[str, None] = {}
    todo = [path for one in joined for path in modules[one].later]
    while todo:
        path = todo.pop(0)
        if path in joined and any(path in modules[one].later for one in (*joined, *found)):
            raise UnknownSyntaxError(f"{path} is loaded later by one module and imported at once by another.")
        if path in found or path in joined:
            continue
        found[path] = None
        todo += [*modules[path].later, *(one for one, _ in modules[path].imports)]
    return list(found)


def _all_spoken(names: Mapping[str, str], later: list[str], entry: str) -> str:
    """What a page waits for before it loads a module that says texts; empty where there is none."""
    if SPEECH in names:
        return f"{names[SPEECH]}.ready()"
    return f"import('{_address(SPEECH, entry)}').then((all) => all.ready())" if SPEECH in later else ""


def _loading(module: Module, modules: Mapping[str, Module], spoken: str, entry: str) -> str:
    """A module's body, as it loads others later from the page's file."""

    def from_here(found: re.Match[str]) -> str:
        path = normpath(join(dirname(module.path), found[1]))
        load = f"import('{_address(path, entry)}')"
        return f"{spoken}.then(() => {load})" if spoken and _speaks(path, modules) else load

    return _LATER.sub(from_here, module.body)


def _speaks(path: str, modules: Mapping[str, Module]) -> bool:
    """Whether a module says texts, or one that it brings along."""
    here = _in_order(path, modules, ())
    return SPEECH in here or SPEECH in _loaded_later(here, modules)


def _wrapped(module: Module, body: str, names: Mapping[str, str]) -> str:
    """A module as a function that is called where it stands."""
    head = f"const {names[module.path]} = " if module.gives else ""
    back = f"return {{ {', '.join(module.gives)} }};\n" if module.gives else ""
    return f"{head}(() => {{\n{_taking(module, names)}{body}\n{back}}})();"


def _taking(module: Module, names: Mapping[str, str]) -> str:
    """What a module imports, taken from the results of those functions."""
    return "".join(_taken(taken, names[path]) + "\n" for path, taken in module.imports if taken)


def _taken(taken: str, name: str) -> str:
    return f"const {{ {taken.replace(' as ', ': ')} }} = {name};"


def _apart(module: Module, entry: str, names: Mapping[str, str], source: str) -> str:
    """A module that is loaded later: what the page's file has it takes from there."""
    page = _address(entry, module.path)

    def instead(found: re.Match[str]) -> str:
        path = normpath(join(dirname(module.path), found[2]))
        if path == entry:
            raise UnknownSyntaxError(f"{module.path} imports {entry}, a page's own module.")
        if path not in names:
            return found[0]
        if not found[1]:
            return ""
        return f"import {{ {names[path]} }} from '{page}';{_taken(found[1], names[path])}"

    return _IMPORT.sub(instead, source)
