"""The modules of a page come joined in one file, and are what they would be apart."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route

from doublesix.server.web.assets import SHEETS, Assets, packaged
from doublesix.server.web.joiner import UnknownSyntaxError, is_module, read, trees

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


def test_a_developer_gets_the_files_apart_as_they_are_written() -> None:
    root = files("doublesix.server.web") / "static"
    apart = Assets(root, apart=True)
    assert apart.script("js/page/table.js") == apart.url("js/page/table.js")
    assert apart.sheets("table") == [apart.url(f"css/{name}.css") for name in SHEETS["table"]]
    assert not [path for path in apart if path.startswith("joined/")]
    assert apart.prefix != packaged().prefix


def test_what_is_kept_for_later_are_the_files_that_pages_ask_for() -> None:
    asked = packaged().asked_for()
    assert "joined/table/page/table.js" in asked
    assert "js/page/theme.js" in asked
    assert not [path for path in asked if path.startswith(("js/core/", "js/el/"))]
    assert not is_module(packaged().respond(packaged().url("js/worker.js")).body)
