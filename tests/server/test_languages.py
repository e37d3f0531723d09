"""The reader's language over real requests: the menu without script, the browser's wish, and where one is led back."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx
import pytest
from world import World

from doublesix.server.app import create_app
from doublesix.server.settings import Settings

HERE = "http://127.0.0.1:8000"


@pytest.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    world = World()
    transport = httpx.ASGITransport(create_app(Settings(bot_delay=0.0), world.seams), raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url=HERE, headers={"origin": HERE}) as found:
        yield found


async def test_a_page_speaks_the_browsers_language(client: httpx.AsyncClient) -> None:
    assert '<html lang="en" dir="ltr">' in (await client.get("/")).text
    assert '<html lang="pt" dir="ltr">' in (await client.get("/", headers={"accept-language": "pt-BR, en"})).text


async def test_the_menu_offers_every_language_in_its_own_words(client: httpx.AsyncClient) -> None:
    text = (await client.get("/rules")).text
    for name in ("English", "Español", "Português", "Français"):
        assert f">{name}</button>" in text


async def test_a_choice_is_kept_and_leads_back(client: httpx.AsyncClient) -> None:
    before = {"referer": f"{HERE}/rules/block?version=1"}
    answer = await client.post("/language", data={"language": "fr"}, headers=before)
    assert (answer.status_code, answer.headers["location"]) == (303, "/rules/block?version=1")
    assert '<html lang="fr"' in (await client.get("/", headers={"accept-language": "es"})).text


@pytest.mark.parametrize("referer", ["https://elsewhere.example//evil.example/x", "//evil.example", "", "javascript:x"])
async def test_nobody_is_led_elsewhere(client: httpx.AsyncClient, referer: str) -> None:
    answer = await client.post("/language", data={"language": "fr"}, headers={"referer": referer})
    assert answer.headers["location"].startswith("/")
    assert not answer.headers["location"].startswith("//")


async def test_an_unknown_language_changes_nothing(client: httpx.AsyncClient) -> None:
    answer = await client.post("/language", data={"language": "xx; Domain=example"})
    assert answer.status_code == 303
    assert "set-cookie" not in answer.headers
