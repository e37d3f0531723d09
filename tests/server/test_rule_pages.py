"""Rule pages, comparisons and house rules over real requests: what is said is what is played."""

from __future__ import annotations

import html
import itertools
import json
import re
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from world import World

from doublesix.notation import Record
from doublesix.rulebook import from_link, house_text, house_toml, read_house, to_link
from doublesix.rulebook.cases import applicable
from doublesix.rulebook.prose import set_name
from doublesix.rules import PRESETS, Rules, preset
from doublesix.rules.ruleset import FIELDS
from doublesix.server import house_form, rules_http
from doublesix.server.app import create_app
from doublesix.server.records import record_lines
from doublesix.server.settings import Settings
from doublesix.server.setup import Setup
from doublesix.server.web.assets import PAGE_HEADERS
from doublesix.server.web.rulepages import FAMILIES

HERE = "http://127.0.0.1:8000"
OURS = {"origin": HERE}
CLUB = read_house('base = "draw-100"\ntitle = "Club <night>"\nreserve = 2\ndraw_limit = 3\n')
LINK = to_link(CLUB)


@pytest.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    world = World()
    app = create_app(Settings(bot_delay=0.0), world.seams)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url=HERE) as client:
        yield client
    await app.state.lobby.close()


def text_of(page: str) -> str:
    """What a page says, without its markup."""
    main = page[page.index("<main") : page.index("</main>")]
    return " ".join(html.unescape(re.sub(r"<(?:span|/span)[^>]*>", "", main)).split())


def without_examples(page: str) -> str:
    """A page without its worked examples: one of them is of a variant, as its title says."""
    return re.sub(r'<section aria-labelledby="worked-examples".*?</section>', "", page, flags=re.DOTALL)


def words_of(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", text_of(page)).split())


async def read(client: httpx.AsyncClient, address: str, status: int = 200) -> str:
    answer = await client.get(address)
    assert answer.status_code == status, (address, answer.text[:300])
    for name, value in PAGE_HEADERS.items():
        assert answer.headers[name] == value
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", answer.text)
    return answer.text


# --- rule pages ------------------------------------------------------------------------------------------------------


def check_numbers(rules: Rules, said: str) -> None:
    """Every number that can be read off a page is that of the rules."""
    (tiles,) = re.findall(rf"The {set_name(rules.max_pip)} set has (\d+) tiles", said)
    assert int(tiles) == rules.size
    dealt = re.findall(r"(\d+) players get (\d+) tiles each; (?:(\d+) tiles|no tile)", said)
    assert [(int(n), int(each), int(left or 0)) for n, each, left in dealt] == [
        (n, rules.hand_size[n], rules.size - n * rules.hand_size[n]) for n in rules.players
    ]
    reserve = {int(n) for n in re.findall(r"[Tt]he last (\d+) boneyard", said)}
    assert reserve <= ({rules.reserve} if rules.draws else set())
    if rules.draw_limit:
        assert {int(n) for n in re.findall(r"draws up to (\d+) tile", said)} == {rules.draw_limit}
    target = re.findall(r"The match is won with (?:exactly )?(\d+)", said)
    assert [int(points) for points in target] == ([rules.target.points] if rules.target else [])
    if rules.count is not None:
        listed = re.findall(r"total that is a multiple of ([\d or]+) scores", said)
        assert [tuple(map(int, part.split(" or "))) for part in listed] == [rules.count.multiples]


@pytest.mark.parametrize("name", PRESETS)
async def test_a_preset_has_a_page_with_all_that_applies(client: httpx.AsyncClient, name: str) -> None:
    page = await read(client, f"/rules/{name}")
    rules, said = preset(name), words_of(page)
    check_numbers(rules, words_of(without_examples(page)))
    for case in applicable(rules):
        assert case.title in said, case.code
    for heading in ("Setup", "Turn", "Drawing and passing", "End of the round and points", "Match", "Controls"):
        assert f"{heading}</h2>" in page
    assert "Nearest relatives</h2>" in page
    assert "Sources and corrections</h2>" in page


@pytest.mark.parametrize("name", ["ply-yard", "cross", "five-up", "all-fives", "draw-12", "sebastopol"])
async def test_every_position_is_drawn_whole_and_can_be_replayed(client: httpx.AsyncClient, name: str) -> None:
    page = await read(client, f"/rules/{name}")
    figures = re.findall(r"<figure>.*?</figure>", page, re.DOTALL)
    assert len(figures) > 10
    for figure in figures:
        (written,) = re.findall(r"<pre[^>]*>(.*?)</pre>", figure, re.DOTALL)
        position = Record.from_json(json.loads(html.unescape(written))).last()
        line, _, hands = figure.partition('class="hands"')
        bodies = r'href="#f-(?:lie|stand)"'
        assert len(re.findall(bodies, line)) == len(position.line)
        seats = [position.turn] if position.turn is not None else range(position.players)
        assert len(re.findall(bodies, hands)) == sum(len(position.hands[seat]) for seat in seats)
        for use in re.findall(r'href="#(f-[^"]+)"', figure):
            assert f'id="{use}"' in page


async def test_headings_go_down_by_one_and_every_anchor_is_there(client: httpx.AsyncClient) -> None:
    page = await read(client, "/rules/ply-yard")
    levels = [int(level) for level in re.findall(r"<h(\d)", page)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in itertools.pairwise(levels))
    for anchor in re.findall(r'href="#([a-z][^"]*)"', page):
        assert f'id="{anchor}"' in page


async def test_the_index_names_every_preset_once_the_four_tables_first(client: httpx.AsyncClient) -> None:
    named = [name for _, _, names in FAMILIES for name in names]
    assert sorted(named) == sorted(PRESETS)
    page = await read(client, "/rules")
    assert re.findall(r'href="/rules/([^"]+)"', page) == named
    assert named[:4] == list(PRESETS)[:4]


async def test_an_old_version_has_an_address_and_a_missing_one_is_said(client: httpx.AsyncClient) -> None:
    assert "Reserve table" in await read(client, "/rules/ply-yard?version=1")
    assert "is a number, such as 1" in await read(client, "/rules/ply-yard?version=x", 404)
    assert "only version 1 exists" in await read(client, "/rules/ply-yard?version=7", 404)
    await read(client, "/rules/nothing", 404)


async def test_a_page_is_made_once_and_packed(client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Rules] = []
    make = rules_http._make

    def counted(rules: Rules) -> rules_http._Kept:
        made.append(rules)
        return make(rules)

    monkeypatch.setattr(rules_http, "_make", counted)
    first = await client.get("/rules/block", headers={"accept-encoding": "gzip"})
    again = await client.get("/rules/block", headers={"accept-encoding": "identity"})
    assert len(made) == 1
    assert first.headers["content-encoding"] == "gzip"
    assert first.text == again.text
    assert int(first.headers["content-length"]) < 20_000


# --- comparisons -----------------------------------------------------------------------------------------------------


async def test_a_comparison_shows_only_what_differs(client: httpx.AsyncClient) -> None:
    page = await read(client, f"/compare?a=draw-100&b=house:{LINK}")
    rows = re.findall(r'<th scope="row">([^<]+)</th>', page)
    assert rows == ["Who cannot play", "Tiles never drawn"]
    assert "They differ in 2 things" in page
    for other in ("draw-100", "Draw to 100", f"{HERE}/rules/draw-100"):
        assert "are played alike" in await read(client, f"/compare?a=draw-100&b={other}")


async def test_the_form_of_a_comparison_names_presets_as_people_do(client: httpx.AsyncClient) -> None:
    form = (await read(client, "/compare?a=draw-100&b=ply-yard")).partition("<form")[2]
    assert re.findall(r'name="[ab]" list="presets" value="([^"]*)"', form) == ["Draw to 100", "Reserve table"]
    spanish = {"accept-language": "es"}
    first = await client.get("/compare?a=draw-100&b=draw-100", headers=spanish)
    (title, again) = re.findall(r'name="[ab]" list="presets" value="([^"]*)"', first.text)
    assert title == again != "Draw to 100"
    second = await client.get("/compare", params={"a": title, "b": "Reserve table"}, headers=spanish)
    assert second.status_code == 200


async def test_a_comparison_without_or_with_unknown_rules_keeps_the_form(client: httpx.AsyncClient) -> None:
    assert 'name="a"' in await read(client, "/compare")
    page = await read(client, "/compare?a=draw-1000&b=house:AAAA", 422)
    assert "the nearest is &#34;draw-100&#34;" in page
    assert "link with the rules" in page
    assert 'value="draw-1000"' in page


# --- house rules -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_fills_the_form_and_comes_back(name: str) -> None:
    built = house_form.build(house_form.values_of(preset(name)))
    assert built.rules == preset(name)
    assert built.rules is not None
    assert built.rules.id == name


def test_house_rules_fill_the_form_and_come_back() -> None:
    built = house_form.build(house_form.values_of(CLUB))
    assert built.rules == CLUB
    assert built.rules is not None
    assert (built.rules.title, built.rules.base) == (CLUB.title, CLUB.base)


def test_the_form_has_every_field_of_the_rules_once() -> None:
    assert sorted(field.name for _, fields in house_form.SECTIONS for field in fields) == sorted(FIELDS)
    controls = [control.name for _, fields in house_form.SECTIONS for field in fields for control in field.controls]
    assert sorted([*controls, "base", "title"]) == sorted(house_form.values_of(CLUB))


@pytest.mark.parametrize(
    ("change", "field", "would_work"),
    [
        ({"deal2": "15"}, "hand_size", "at most 14 each"),
        ({"max_pip": "3"}, "hand_size", "take a larger set"),
        ({"partners": "yes", "deal4": ""}, "partners", "deal 5 each, or choose Everybody alone"),
        ({"out": "none", "blocked": "none"}, "target", "choose One round"),
        ({"mode": "exact", "points": "99", "round_to": "5"}, "target", "take 95 or 100, or choose That many or more"),
        ({"counting": "total", "multiples": "five"}, "count", "A multiple is a whole number of 1 to 100"),
        ({"reserve": "3"}, "reserve", "0 to 2"),
        ({"title": "x" * 81}, "title", "1 to 80"),
        ({"deal2": "", "deal3": "", "deal4": ""}, "hand_size", "Deal tiles to at least one number of players"),
        ({"base": "nothing"}, "base", "no preset"),
    ],
)
async def test_a_contradiction_stands_at_its_field_with_what_would_work(
    client: httpx.AsyncClient, change: dict[str, str], field: str, would_work: str
) -> None:
    form = house_form.values_of(preset("draw-100")) | change
    answer = (await client.post("/api/house", json={"form": form})).json()
    assert answer["ok"] is False
    assert answer["field"] == field
    assert would_work in answer["error"]
    assert not re.search(r"hand_size|draw_limit|max_pip|pay\.|count\.|\bnull\b", answer["error"])
    page = html.unescape(await read(client, "/house?" + str(httpx.QueryParams(form)), 422))
    assert would_work in page
    assert "These rules contradict themselves" in page


async def test_every_contradiction_is_shown_at_once(client: httpx.AsyncClient) -> None:
    form = {"base": "draw-100", "deal2": "15", "reserve": "9", "counting": "total", "multiples": "x"}
    answer = (await client.post("/api/house", json={"form": form})).json()
    assert set(answer["errors"]) == {"hand_size", "reserve", "count"}
    assert [effect["field"] for effect in answer["effects"]] == list(FIELDS)


async def test_the_effects_follow_the_choices(client: httpx.AsyncClient) -> None:
    form = house_form.values_of(preset("draw-100")) | {"drawing": "some", "draws": "3", "reserve": "2", "title": "Ours"}
    answer = (await client.post("/api/house", json={"form": form})).json()
    said = {effect["field"]: effect["text"] for effect in answer["effects"]}
    assert said["draw_limit"] == "A stuck seat draws at most 3 tiles in a turn, then passes."
    assert answer["changed"] == ["draw_limit", "reserve"]
    assert answer["title"] == "Ours"
    assert from_link(answer["link"]) == CLUB
    assert answer["page"] == f"/house/{answer['link']}"
    idle = {effect["field"] for effect in answer["effects"] if effect["idle"]}
    assert idle == {"arms", "out_when"}


@pytest.mark.parametrize("asked", [{"rules": "draw-100"}, {"rules": {"base": "block"}}, {"file": 'base = "cross"'}])
async def test_programs_ask_with_rules_or_a_file(client: httpx.AsyncClient, asked: dict[str, Any]) -> None:
    answer = (await client.post("/api/house", json=asked)).json()
    assert answer["ok"] is True
    assert answer["page"].startswith("/rules/")


BODIES = [
    "",
    "[]",
    "{",
    "{}",
    "[" * 9000,
    '{"form": {"base": ["x"], "deal2": null}}',
    '{"form": {"base": "\\ud800"}}',
    '{"file": "\\ud800"}',
    '{"rules": "\\ud800"}',
    '{"rules": {"base": "\\ud800"}}',
    '{"rules": 9}',
]


@pytest.mark.parametrize("body", BODIES)
async def test_whatever_a_program_sends_is_answered_with_a_sentence(client: httpx.AsyncClient, body: str) -> None:
    answer = await client.post("/api/house", content=body)
    assert answer.status_code in (200, 422)
    assert answer.json()["error"]


async def test_half_a_character_in_a_title_is_refused(client: httpx.AsyncClient) -> None:
    answer = await client.post("/api/house", content='{"form": {"base": "block", "title": "\\ud800"}}')
    assert answer.status_code == 422
    assert "half of a character" in answer.json()["error"]


async def test_without_script_the_buttons_lead_on(client: httpx.AsyncClient) -> None:
    form = "base=draw-100&drawing=some&draws=3&reserve=2&title=Club+%3Cnight%3E"
    assert (await client.get(f"/house?{form}&do=page")).headers["location"] == f"/house/{LINK}"
    assert (await client.get(f"/house?{form}&do=play")).headers["location"] == f"/new?rules=house:{LINK}"
    shown = await read(client, f"/house?{form}&do=show")
    assert "Unlike Draw to 100 in 2 lines" in words_of(shown)
    started = await read(client, f"/house?{form}&do=start".replace("draw-100", "block"))
    assert "Exactly Block, so far" in words_of(started)
    assert 'value="Club &lt;night&gt;"' in started
    again = await read(client, f"/house?from=house:{LINK}")
    assert 'value="Club &lt;night&gt;"' in again
    assert (await client.get("/house?base=block&do=page")).headers["location"] == "/rules/block"


async def test_a_link_is_a_page_with_its_numbers_and_a_file(client: httpx.AsyncClient) -> None:
    page = await read(client, f"/house/{LINK}")
    check_numbers(CLUB, words_of(page))
    assert "Club &lt;night&gt;</h1>" in page
    assert "<night>" not in page
    file = await client.get(f"/house/{LINK}/file")
    assert read_house(file.text) == CLUB
    assert file.headers["content-disposition"] == 'attachment; filename="club-night.json"'
    assert (await client.get(f"/house/{to_link(preset('block'))}")).headers["location"] == "/rules/block"
    assert "link with the rules is" in await read(client, f"/house/{LINK[:-3]}", 404)


@pytest.mark.parametrize("text", [house_text(CLUB), house_toml(CLUB)], ids=["JSON", "TOML"])
@pytest.mark.parametrize("how", ["sent", "pasted"])
async def test_a_file_is_opened(client: httpx.AsyncClient, text: str, how: str) -> None:
    if how == "sent":
        answer = await client.post("/house/open", files={"file": ("club", text)}, data={"text": ""})
    else:
        answer = await client.post("/house/open", data={"text": text})
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/house?from=house:{LINK}"


async def test_a_bad_file_comes_back_with_what_is_wrong(client: httpx.AsyncClient) -> None:
    answer = await client.post("/house/open", files={"file": ("a", 'base = "draw-100"\nreserves = 1')})
    assert answer.status_code == 422
    assert "the nearest is &#34;reserve&#34;" in answer.text
    assert "reserves = 1</textarea>" in answer.text
    assert (await client.post("/house/open", files={"file": ("a", b"\xff\xfe")})).status_code == 422
    assert (await client.post("/house/open", content=b"x" * 20_000)).status_code == 413
    for kind in ("multipart/form-data", "multipart/form-data; boundary=x", "image/png"):
        answer = await client.post("/house/open", content=b"\x00\xff--x", headers={"content-type": kind})
        assert answer.status_code in (422, 413)


# --- playing them ----------------------------------------------------------------------------------------------------


async def test_the_new_game_page_offers_them_first(client: httpx.AsyncClient) -> None:
    page = await read(client, f"/new?rules=house:{LINK}")
    assert re.findall(r'name="rules" value="([^"]+)"', page)[0] == f"house:{LINK}"
    assert "Club &lt;night&gt;" in page
    assert "Five Up" in await read(client, "/new?rules=five-up")
    await read(client, "/new?rules=house:nonsense")


async def test_a_form_makes_a_table_that_leads_back_to_its_rules(client: httpx.AsyncClient) -> None:
    form = {"rules": f"house:{LINK}", "players": "3", "level1": "easy", "level2": "easy"}
    answer = await client.post("/new", data=form, headers=OURS)
    assert answer.status_code == 303
    page = (await client.get(answer.headers["location"])).text
    assert f'href="/house/{LINK}"' in page
    refused = await client.post("/new", data=form | {"rules": f"house:{LINK[:-4]}"}, headers=OURS)
    assert refused.status_code == 422
    assert "These rules cannot be used" in refused.text


async def test_a_table_of_a_preset_leads_to_its_page(client: httpx.AsyncClient) -> None:
    answer = await client.post("/play-now", headers=OURS)
    assert 'href="/rules/ply-yard"' in (await client.get(answer.headers["location"])).text


@pytest.mark.parametrize(
    ("changed", "players"),
    [
        ({"base": "draw-100", "reserve": 2, "title": "Ours"}, 3),
        ({"base": "partners", "reserve": 1, "draw_limit": 2}, 4),
        ({"base": "five-up", "voluntary_draw": True}, 2),
        ({"base": "draw-12", "reserve": 2}, 10),
        ({"base": "ply-yard", "max_pip": 2, "hand_size": {"2": 2}}, 2),
    ],
)
async def test_a_round_is_played_and_its_record_carries_the_rules(changed: dict[str, Any], players: int) -> None:
    world = World()
    rules = Rules.from_json(changed)
    table, ear = await world.table(f"house:{to_link(rules)}", ("you", *["easy"] * (players - 1)))
    await world.play_round(table, ear)
    record = json.loads(record_lines(table.course).splitlines()[0])
    assert record["rules"] == rules.to_json()
    assert record["version"] == 1
    assert Record.from_json(record).last().outcome == table.course.finished[0].outcome
    kept = Setup.from_text(table.setup.text()).rules
    assert (kept, kept.title, kept.base, kept.version) == (rules, rules.title, rules.base, rules.version)
    await table.close()


@pytest.mark.parametrize("rules", ["all-fives", "fives-and-threes", {"base": "muggins", "count": None}])
async def test_points_in_play_stand_in_the_scores_at_once(rules: Any) -> None:
    world = World(seed=4)
    table, ear = await world.table(rules, ("you", "easy"))
    gained = 0
    while ear.state["outcome"] is None:
        position = table.course.position
        assert position is not None
        assert ear.state["scores"] == ear.state["match"]["scores"] == list(position.points)
        gained = max(gained, *position.points)
        await world.move(table, ear)
    assert ear.state["scores"] == ear.state["outcome"]["points"]
    assert (gained > 0) == (Rules.from_json(rules).count is not None)
    await table.close()
