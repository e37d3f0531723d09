"""The modules of a page come joined in one file, and are what they would be apart."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path
from posixpath import dirname, normpath

import pytest
from playwright.sync_api import Browser, Route

from doublesix.server.web.assets import SHEETS, Assets, packaged
from doublesix.server.web.joiner import UnknownSyntaxError, is_module, read, trees
from doublesix.speech import ENGLISH, Speech, languages
from doublesix.speech.scripts import said

SCRIPTS = {
    "js/core/count.js": "export const seen = [];\nexport function count(who) { seen.push(who); }",
    "js/core/both.js": "import { count, seen } from './count.js';\ncount('both');\nexport { seen };",
    "js/el/sign.js": "import { count } from '../core/count.js';\nconst seen = 'own';\ncount(`sign ${seen}`);",
    "js/page/late.js": "import { later } from './later.js';\nimport '../el/sign.js';\n"
    "import { count as note, seen } from '../core/count.js';\nnote(later);\nexport const all = () => seen;",
    "js/page/later.js": "import { seen } from '../core/both.js';\nexport const later = `later ${seen.length}`;",
    "js/page/one.js": "import { count as note, seen } from '../core/count.js';\n"
    "import { seen as same } from '../core/both.js';\n"
    "import '../el/sign.js';\nnote('one');\n"
    "import('./late.js').then(({ all }) => { window.found = [...all(), seen === same]; });",
}
STATIC = Path(str(files("doublesix.server.web"))) / "static"
ORIGIN = "http://joined.test"


@pytest.mark.parametrize(
    "line",
    [
        "import count from './count.js';",
        "import * as all from './count.js';",
        "import { count } from 'count';",
        'import { count } from "./count.js";',
        "import { count,\n  seen } from './count.js';",
        "import { count } from './count.js'; count();",
        "export default 1;",
        "export let changing = 1;",
        "export const { a } = b;",
        "export { a as b };",
        "export * from './count.js';",
        "const here = import.meta.url;",
        "const more = import(name);",
        "await import('./count.js');",
        "const found = await fetch('/');",
        "const m$0 = 1;",
        "import './count.js';\nimport { count } from './count.js';",
    ],
)
def test_what_the_joiner_does_not_know_it_refuses(line: str) -> None:
    with pytest.raises(UnknownSyntaxError, match=r"js/page/x\.js"):
        read("js/page/x.js", f"import {{ t }} from '../core/speech.js';\n{line}\n")


@pytest.mark.parametrize(
    ("path", "source", "why"),
    [
        ("js/core/count.js", "import './both.js';\nexport const seen = 1, count = 2;", "imports itself"),
        ("js/core/count.js", "import './none.js';\nexport const seen = 1, count = 2;", "which is not there"),
        ("js/page/late.js", "import './one.js';\nexport const all = 1;", "a page's own module"),
        ("js/el/sign.js", "import('../core/both.js');", "loaded later by one module and imported at once"),
    ],
)
def test_modules_that_cannot_be_joined_are_refused(path: str, source: str, why: str) -> None:
    with pytest.raises(UnknownSyntaxError, match=why):
        trees({**SCRIPTS, path: source})


def test_nothing_is_there_twice_joined_or_loaded_later(browser: Browser) -> None:
    made = trees(SCRIPTS)
    assert sorted(made) == [f"joined/one/page/{name}.js" for name in ("late", "later", "one")]
    context = browser.new_context()
    page = context.new_page()
    html = '<!doctype html><script type="module" src="/joined/one/page/one.js"></script>'

    def answer(route: Route) -> None:
        script = made.get(route.request.url.removeprefix(f"{ORIGIN}/"))
        route.fulfill(body=script or html, content_type="text/javascript" if script else "text/html")

    page.route("**/*", answer)
    page.goto(ORIGIN)
    page.wait_for_function("() => window.found")
    assert page.evaluate("() => window.found") == ["both", "sign own", "one", "later 3", True]
    context.close()


def test_a_tree_of_a_page_holds_each_module_once_and_all_that_is_loaded_later() -> None:
    for path in [path for path in packaged() if path.startswith("joined/")]:
        text = packaged().respond(packaged().url(path)).body.decode()
        there = [one or two for one, two in re.findall(r"^import .*'(\.[^']+)';|\bimport\('(\.[^']+)'\)", text, re.M)]
        folder = Path("/") / Path(path).parent
        for address in there:
            assert str((folder / address).resolve()).lstrip("/") in packaged(), (path, address)
        name = path.split("/")[1]
        if path == f"joined/{name}/page/{name}.js":
            elements = re.findall(r"customElements\.define\('([^']+)'", text)
            apart = [
                packaged().respond(packaged().url(other)).body.decode()
                for other in packaged()
                if other.startswith(f"joined/{name}/") and other != path
            ]
            assert len(elements) == len(set(elements))
            assert not any(f"customElements.define('{one}'" in other for one in elements for other in apart)


SPOKEN = {
    "js/core/speech.js": "export const ready = () => Promise.resolve();\nexport const t = (text) => text;",
    "js/el/sign.js": "import { t } from '../core/speech.js';\nexport const sign = t('Sign');",
    "js/el/mute.js": "export const mute = 1;",
    "js/el/bringing.js": "export const bring = () => import('./sign.js');",
    "js/page/quiet.js": "import('../el/sign.js');\nimport('../el/mute.js');\nimport('../el/bringing.js');",
    "js/page/loud.js": "import { t } from '../core/speech.js';\n"
    "t('Loud');\nimport('../el/sign.js');\nimport('../el/mute.js');",
}


def test_a_page_waits_for_all_texts_before_it_loads_a_module_that_says_any() -> None:
    made = trees(SPOKEN)
    whole = "import('../core/speech.js').then((all) => all.ready()).then(() => import('../el/"
    quiet = f"{whole}sign.js'));\nimport('../el/mute.js');\n{whole}bringing.js'));"
    assert quiet in made["joined/quiet/page/quiet.js"]
    loud = "m$0.ready().then(() => import('../el/sign.js'));\nimport('../el/mute.js');"
    assert loud in made["joined/loud/page/loud.js"]


def _pages() -> list[str]:
    """The pages' own modules."""
    names = [path.split("/")[1] for path in packaged() if path.startswith("joined/")]
    return [f"js/page/{name}.js" for name in dict.fromkeys(names)]


def _joined_in(path: str) -> set[str]:
    """Paths of all scripts that a script imports, and its own."""
    source = (STATIC / path).read_text(encoding="utf-8")
    beside = [normpath(f"{dirname(path)}/{one}") for one in re.findall(r"^import .*'(\.[^']+)';$", source, re.M)]
    return {path}.union(*map(_joined_in, beside))


@pytest.mark.parametrize("entry", _pages())
@pytest.mark.parametrize("speech", [one for one in languages() if one is not ENGLISH], ids=lambda one: one.language)
def test_a_page_has_at_first_every_text_that_its_own_file_can_say_and_no_other(speech: Speech, entry: str) -> None:
    first = packaged().respond(packaged().texts(speech.language, entry)).body.decode()
    told = json.loads(first.split("=", 1)[1].split(";\n")[0])
    scripts = [(STATIC / path).read_text(encoding="utf-8") for path in _joined_in(entry)]
    literals = {found[2] for script in scripts for found in re.finditer(r"\btn?\(\s*(['\"`])(.*?)(?<!\\)\1", script)}
    texts = {text.replace("\\'", "'") for text in literals}
    assert set(told["texts"]) == {key for _, key in speech.catalogue.scripts if key in texts}
    assert told["forms"] == speech.forms()


@pytest.mark.parametrize("entry", _pages())
def test_the_texts_of_a_page_s_own_module_come_before_it(entry: str) -> None:
    """A module that says texts is named as the page's own, for only the texts of that one come."""
    if not said(packaged().respond(packaged().script(entry)).body.decode()):
        return
    templates = [path.read_text(encoding="utf-8") for path in (STATIC.parent / "templates").iterdir()]
    assert any(re.search(rf'set page_script = .*"{entry}"', text) for text in templates)
    assert not any(f"script('{entry}')" in text for text in templates)


def test_a_developer_gets_the_files_apart_as_they_are_written() -> None:
    apart = Assets(STATIC, [one for one in languages() if one is not ENGLISH], apart=True)
    assert apart.texts("fr", "js/page/table.js") == apart.url("js/speech/fr.js")
    assert apart.script("js/page/table.js") == apart.url("js/page/table.js")
    assert apart.sheets("table") == [apart.url(f"css/{name}.css") for name in SHEETS["table"]]
    assert not [path for path in apart if path.startswith("joined/")]
    assert apart.prefix != packaged().prefix


def test_what_is_kept_for_later_are_the_files_that_pages_ask_for() -> None:
    asked = packaged().asked_for()
    assert "joined/table/page/table.js" in asked
    assert "js/page/theme.js" in asked
    assert not [path for path in asked if path.startswith(("js/core/", "js/el/"))]
    texts = {f"js/speech/{one.language}.js" for one in languages() if one is not ENGLISH}
    assert {path for path in asked if path.startswith("js/speech/")} == texts
    assert not is_module(packaged().respond(packaged().url("js/worker.js")).body)
