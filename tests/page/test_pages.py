"""Every page renders, holds no inline script or style, and its static files are named by their content."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest

from doublesix.rules import PRESETS
from doublesix.server.house_form import build, values_of
from doublesix.server.web import pages, rulepages
from doublesix.server.web.assets import PAGE_HEADERS, Assets, packaged
from doublesix.server.web.templating import environment
from doublesix.speech import ENGLISH, Speech, languages, spoken

FOUR = [PRESETS[name] for name in ("ply-yard", "draw-100", "ranked-draw", "ranked-block")]
HOUSE = values_of(FOUR[1].rules)
ALL: dict[str, Callable[[], str]] = {
    "home": lambda: pages.home([pages.Running("/table/k3f9", "Reserve table", "Your turn.")]),
    "new": lambda: pages.new_table(FOUR, "A table has two to four seats.", {"rules": "draw-100", "players": "3"}),
    "table": lambda: pages.table('{"t": "snapshot", "table": "k3f9", "n": 1, "state": {}}'),
    "rules": rulepages.rules_index,
    "rules of one": lambda: rulepages.rules_page(FOUR[1].rules),
    "comparison": lambda: rulepages.comparison(FOUR[0].rules, FOUR[1].rules, ("ply-yard", "draw-100")),
    "house rules": lambda: rulepages.builder(HOUSE, build({**HOUSE, "deal2": "15"}), "{", "Not JSON."),
    "problem": lambda: pages.problem(404, "There is no such page."),
}


@pytest.mark.parametrize("name", ALL)
def test_a_page_needs_nothing_that_its_policy_forbids(name: str) -> None:
    html = ALL[name]()
    assert html.startswith("<!doctype html>")
    assert re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", html) is None
    for attributes, body in re.findall(r"<script([^>]*)>([^<]*)</script>", html):
        assert "src=" in attributes or ('type="application/json"' in attributes and json.loads(body))
    assert "unsafe" not in PAGE_HEADERS["content-security-policy"]


@pytest.mark.parametrize("name", ALL)
def test_every_address_of_a_page_is_answered(name: str) -> None:
    for address in re.findall(r'(?:href|src)="(/s/[^"]+)"', ALL[name]()):
        answer = packaged().respond(address)
        assert answer.status == 200, address
        assert answer.headers["cache-control"].endswith("immutable")


def test_a_snapshot_cannot_end_its_script() -> None:
    html = pages.table(json.dumps({"name": "</script><script>alert(1)</script>"}))
    assert "<script>alert" not in html


def test_words_of_visitors_are_escaped() -> None:
    assert "<b>x" not in pages.problem(422, "<b>x")
    assert "<b>x" not in pages.new_table(FOUR, "<b>x", {"rules": "<b>x"})


def test_the_new_table_page_offers_all_tables_seats_and_levels() -> None:
    html = pages.new_table(FOUR)
    assert re.findall(r'name="rules" value="([^"]+)"', html) == [preset.rules.id for preset in FOUR]
    assert re.findall(r'name="players" value="(\d)"', html) == ["2", "3", "4"]
    levels = [level for level, _, _ in pages.LEVELS]
    assert re.findall(r'name="level3" value="([^"]+)"', html) == [*levels, "here", "open"]


def test_play_now_is_one_button_and_black_is_the_default() -> None:
    html = pages.home()
    assert html.count('class="main-button"') == 1
    assert '<input type="radio" name="side" value="black" checked>' in html


def test_the_tree_hash_changes_with_any_file(tmp_path: Path) -> None:
    (tmp_path / "css").mkdir()
    (tmp_path / "css" / "a.css").write_text("a{}")
    before = Assets(tmp_path).url("css/a.css")
    (tmp_path / "css" / "a.css").write_text("b{}")
    after = Assets(tmp_path)
    assert after.url("css/a.css") != before
    old = after.respond(before)
    assert (old.body, old.headers["cache-control"]) == (b"b{}", "no-cache")


@pytest.mark.parametrize("address", ["/s/", "/s/abc/", "/s/abc/../pages.py", "/s/abc/js/none.js", "/s/zz/css/base.css"])
def test_an_unknown_file_is_not_found(address: str) -> None:
    assert packaged().respond(address).status == 404


def test_a_browser_that_takes_gzip_gets_it() -> None:
    address = packaged().url("css/table.css")
    packed = packaged().respond(address, "br, gzip")
    assert packed.headers["content-encoding"] == "gzip"
    assert len(packed.body) < len(packaged().respond(address).body) / 2


@pytest.mark.parametrize("speech", languages(), ids=lambda speech: speech.language)
def test_the_table_page_asks_for_few_files_and_small_ones_in_every_language(speech: Speech) -> None:
    asked = re.findall(r'"(/s/[^"]+\.(?:css|js))"', _spoken(speech, ALL["table"]))
    sizes = dict.fromkeys(("js", "css"), 0)
    for address in asked:
        sizes[address.rpartition(".")[2]] += len(packaged().respond(address, "gzip").body)
    assert len(asked) == len(set(asked)) <= 5, "a browser asks for six files at a time, and the page was the first"
    assert sizes["js"] <= 40_000
    assert sizes["css"] <= 15_000


def _spoken(speech: Speech, page: Callable[[], str]) -> str:
    """A page in a language."""
    token = spoken.set(speech)
    try:
        return page()
    finally:
        spoken.reset(token)


@pytest.mark.parametrize("name", ALL)
def test_a_page_loads_texts_for_its_scripts_in_other_languages_only(name: str) -> None:
    for speech in languages():
        found = re.findall(r'src="/s/\w+/js/speech/(\w+)/\w+\.js"', _spoken(speech, ALL[name]))
        assert found == ([] if speech is ENGLISH else [speech.language])


def test_scripts_are_sent_without_their_comments_and_with_every_line_where_it_was() -> None:
    root = files("doublesix.server.web") / "static"
    for path in packaged():
        if path.endswith(".js") and (root / path).is_file():
            source = (root / path).read_text(encoding="utf-8")
            sent = packaged().respond(packaged().url(path)).body.decode()
            assert sent.count("\n") == source.count("\n")
            assert "/**\n" not in sent
            for line, old in zip(sent.split("\n"), source.split("\n"), strict=True):
                comment = old.lstrip().startswith(("/**", "*", "//")) and not line
                assert line == re.sub(r"/\*\*.*?\*/ ?", "", old).lstrip() or comment, (path, old)
            assert not re.search(r"`[^`]*\n[^`]*`", re.sub(r"`[^`\n]*`", "", sent)), "a text of several lines"


def test_nothing_in_the_static_files_comes_from_elsewhere() -> None:
    for path in packaged():
        if path.endswith(".png"):
            continue
        body = packaged().respond(packaged().url(path)).body.decode()
        found = set(re.findall(r"https?://[^\s\"'`]+", body)) - {"http://www.w3.org/2000/svg"}
        assert not found, (path, found)


def test_templates_and_static_files_are_package_data() -> None:
    root = files("doublesix.server.web")
    assert (root / "templates" / "table.html").is_file()
    assert (root / "static" / "js" / "page" / "table.js").is_file()


def luminance(colour: str) -> float:
    """Relative luminance of a colour such as `#7fe3a1`, as WCAG defines it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def style(sheet: str) -> str:
    """A style sheet as it is sent."""
    return packaged().respond(packaged().url(f"css/{sheet}.css")).body.decode()


def colours(scheme: int) -> dict[str, str]:
    """The colours that all sheets share, in light (0) or in the dark (1)."""
    named = {}
    for name, value in re.findall(r"--([\w-]+): ([^;]+);", style("tokens")):
        found = re.findall(r"#[0-9a-f]{6}", value)
        if found:
            named[name] = found[min(scheme, len(found) - 1)]
    return named


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_colours_are_told_apart(scheme: int) -> None:
    tokens = colours(scheme)
    for cloth in ("table", "table-hi", "table-lo"):
        assert contrast(tokens["go"], tokens[cloth]) >= 3, "green for can-play, on the cloth"
        assert contrast(tokens["hot"], tokens[cloth]) >= 2.5, "the last move, which is also marked by its place"
        assert contrast(tokens["on-table2"], tokens[cloth]) >= 4.5
    assert contrast(tokens["go-room"], tokens["paper"]) >= 3
    assert contrast(tokens["go-ink"], tokens["go"]) >= 4.5
    for text in ("ink", "ink2", "hot-text"):
        assert contrast(tokens[text], tokens["paper"]) >= 4.5
        assert contrast(tokens[text], tokens["paper2"]) >= 4.5
    assert contrast(tokens["pip"], tokens["bone"]) >= 7


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_lines_of_charts_stand_out_from_their_ground(scheme: int) -> None:
    lines = re.findall(r"\.l(\d) \{ --own: light-dark\((#\w{6}), (#\w{6})\)", style("replay"))
    assert [number for number, *_ in lines] == list("1234567"), "the first has the colour of words"
    for number, *its in lines:
        for ground in ("paper", "paper2"):
            assert contrast(its[scheme], colours(scheme)[ground]) >= 3, (number, ground)


@pytest.mark.parametrize("slow", [True, False])
def test_the_forms_with_computer_players_say_where_the_engine_is_slow(
    slow: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(environment(ENGLISH).globals, "slow_engine", slow)
    for html in (pages.home([]), pages.new_table(FOUR)):
        assert ("Slow engine" in html) == slow
