"""Faults that users of other programs reported, those that concern the server: which test of ours each of them fails.

Most stand beside what they are about; those that stood nowhere else stand here.
"""

from __future__ import annotations

import ast
import asyncio
import itertools
from functools import cache
from pathlib import Path

import httpx
import pytest
from stacked import MUST_DRAW, Stacked
from starlette.applications import Starlette
from test_hidden import Searched, tiles_in
from test_http import HERE, make, snapshot
from test_rated import ranked, rated
from world import Ear, World

from doublesix.server.records import record_lines
from doublesix.server.wire import Frame

TESTS = Path(__file__).resolve().parents[1]
REPORTS: dict[int, tuple[str, ...]] = {
    21: ("server/test_hidden.py::test_no_byte_sent_to_a_seat_or_spectator_holds_a_tile_it_must_not_know",),
    22: ("server/test_hidden_evenings.py::test_nobody_can_tell_two_deals_apart_by_what_he_is_sent",),
    23: ("server/test_hidden.py::test_a_draw_shows_its_tile_to_its_seat_alone",),
    24: (
        "server/test_hidden.py::test_no_byte_of_a_whole_match_among_people_holds_a_tile_that_its_reader_must_not_know",
        "server/test_hidden_evenings.py::test_nobody_can_tell_two_deals_apart_by_what_he_is_sent",
        "server/test_hidden_duplicate.py::"
        "test_who_still_plays_a_deal_is_sent_no_tile_and_no_byte_of_what_the_other_table_did",
    ),
    25: (
        "server/test_hidden.py::test_only_the_gate_and_the_table_make_frames_and_only_the_socket_sends_them",
        "server/test_hidden_evenings.py::test_what_people_do_beside_playing_is_done_indeed",
        "server/test_hidden_evenings.py::test_nobody_can_tell_two_deals_apart_by_what_he_is_sent",
    ),
    26: (
        "server/test_joining.py::test_a_copied_address_bar_makes_a_spectator",
        "server/test_pitfalls.py::test_p26_a_private_window_shows_a_player_nothing_of_his_own_table_that_is_not_public",
    ),
    28: ("server/test_pitfalls.py::test_p28_what_others_are_told_of_a_play_does_not_say_where_in_the_hand_it_lay",),
    29: ("server/test_consent.py::test_nothing_is_taken_back_across_a_draw",),
    30: ("server/test_hidden_evenings.py::test_nobody_can_tell_two_deals_apart_by_what_he_is_sent",),
    32: ("server/test_pitfalls.py::test_p32_nothing_that_is_sent_before_the_end_leads_to_the_boneyard",),
    33: (
        "page/test_connection.py::test_p33_a_move_chosen_while_the_server_was_away_is_refused_and_not_sent_later",
        "server/test_restart.py::test_a_command_sent_again_after_the_restart_gets_its_stored_answer",
    ),
    34: ("server/test_http.py::test_the_visitor_keeps_his_cookie_and_finds_his_tables_again",),
    35: (
        "page/test_connection.py::test_p35_without_a_line_the_round_is_paused_and_goes_on_by_itself_where_it_was",
        "page/test_time.py::test_p35_the_clock_of_who_lost_the_line_stands_still_on_his_screen",
    ),
    36: (
        "server/test_socket.py::test_a_table_that_is_not_there_is_said_and_closed",
        "server/test_http.py::test_what_is_not_there_is_said_in_a_sentence",
    ),
    39: ("server/test_pitfalls.py::test_p39_clients_that_hear_late_show_the_same_in_the_end",),
    40: ("server/test_pitfalls.py::test_p40_who_connects_again_finds_everything_as_it_was",),
    41: ("page/test_connection.py::test_p41_a_page_that_slept_is_up_to_date_when_it_wakes",),
    43: (
        "server/test_table.py::test_five_identical_draws_draw_one_tile",
        "server/test_table.py::test_five_draws_under_different_ids_draw_one_tile",
    ),
    44: ("server/test_table.py::test_two_people_who_deal_at_once_deal_one_round",),
    45: ("server/test_joining.py::test_twenty_joins_of_one_browser_that_has_just_come_take_one_seat",),
    47: (
        "server/test_bots.py::test_a_player_that_raises_or_answers_illegally_still_finishes_the_round",
        "server/test_bots.py::test_a_player_that_never_answers_is_given_up_and_the_round_is_finished",
    ),
    48: (
        "server/test_company.py::test_a_table_whose_people_are_all_gone_before_it_began_closes_after_a_while",
        "server/test_pitfalls.py::test_p48_when_the_last_person_has_gone_the_round_waits_for_them_and_shows_what_was",
    ),
    49: ("server/test_pairing.py::test_an_open_table_comes_and_goes_in_an_idle_lobby",),
    50: (
        "server/test_clock.py::test_every_move_sets_the_clock_and_everybody_sees_the_same",
        "server/test_clock.py::test_when_time_is_up_the_computer_plays_on_until_the_seat_is_taken_back",
        "server/test_clock.py::test_who_stays_away_is_dealt_with_as_agreed_when_the_table_was_made",
    ),
    51: ("server/test_absence.py::test_a_claim_after_the_grace_ends_the_round",),
    52: ("server/test_absence.py::test_the_others_may_act_only_after_the_grace_and_only_on_the_absent_seats_turn",),
    54: ("server/test_pitfalls.py::test_p54_a_result_is_written_though_all_have_gone_and_leaving_then_costs_nothing",),
    56: (
        "server/test_hidden.py::test_hidden_tiles_behind_a_bots_back_do_not_change_what_it_sees",
        "server/test_hidden.py::test_the_end_of_a_round_is_public_and_shows_everything",
    ),
    76: (
        "server/test_kill.py::test_killed_at_random_points_nothing_acknowledged_is_lost_or_doubled",
        "server/test_restart.py::test_a_round_goes_on_where_it_was_with_the_same_hands",
        "server/test_clock.py::test_after_a_restart_a_move_has_its_full_time_again",
    ),
    77: ("server/test_rated.py::test_what_ended_before_a_crash_is_rated_after_it",),
    79: ("server/test_table.py::test_nothing_is_shown_or_acknowledged_before_it_is_stored",),
    80: ("server/test_restart.py::test_a_restart_in_the_middle_of_drawing_draws_the_same_next_tiles",),
    81: ("server/test_pitfalls.py::test_p81_ratings_that_cannot_be_read_are_not_written_over",),
    82: ("server/test_account_pages.py::test_nobody_can_write_a_rating_through_any_address",),
    84: (
        "ratings/test_model.py::test_what_equally_known_players_win_others_lose",
        "ratings/test_model.py::test_equal_players_in_the_same_place_change_alike",
    ),
    93: (
        "server/test_joining.py::test_a_copied_address_bar_makes_a_spectator",
        "server/test_http.py::test_the_address_of_a_table_is_not_its_seat",
    ),
    94: (
        "page/test_chat.py::test_two_people_talk_and_one_is_muted_for_good",
        "server/test_chat.py::test_strangers_who_found_each_other_have_phrases_only",
        "server/test_chat.py::test_the_host_changes_what_may_be_said_and_everybody_is_told",
    ),
    97: ("server/test_pitfalls.py::test_p97_fifty_games_against_the_computer_leave_a_rating_among_people_as_it_was",),
}
"""The tests that together have everything that was reported."""

SECURITY = {
    "Origin": "server/test_socket.py::test_a_foreign_page_gets_no_socket",
    "Origin, look-alikes": "server/test_auth.py::test_foreign_missing_and_lookalike_origins_are_refused",
    "Host": "server/test_http.py::test_an_unknown_host_is_refused",
    "CSRF, forms": "server/test_http.py::test_a_form_from_another_site_is_refused",
    "CSRF, JSON": "server/test_http.py::test_the_api_takes_json_from_here_or_from_programs_only",
    "cookies": "server/test_auth.py::test_a_cookie_is_strict_under_https_and_works_without",
    "cookies, kept as a hash": "server/test_http.py::test_the_database_does_not_know_the_cookie",
    "rate of messages": "server/test_socket.py::test_too_many_messages_close_the_socket_and_no_other",
    "rate of tables": "server/test_http.py::test_too_many_tables_by_one_visitor_are_refused",
    "rate of sign-ins": "server/test_accounts.py::test_tries_are_few_at_one_account_and_others_are_not_locked_out",
    "sockets": "server/test_fuzz_server.py::test_one_address_holds_a_limited_number_of_sockets_and_this_machine_any",
    "size of messages": "server/test_socket.py::test_an_oversize_message_in_fragments_closes_the_socket",
    "size of bodies": "server/test_http.py::test_a_large_body_is_refused",
    "size of headers": "server/test_http.py::test_headers_beyond_all_measure_are_refused",
    "depth": "server/test_fuzz_server.py::test_no_frame_may_be_larger_than_what_is_read_deep",
    "slow readers": "server/test_socket.py::test_a_reader_that_takes_nothing_is_dropped_alone",
    "seats": "server/test_http.py::test_the_address_of_a_table_is_not_its_seat",
    "CSP": "server/test_http.py::test_a_page_answers_with_every_protecting_header",
    "logs": "server/test_logs.py::test_no_line_holds_a_hidden_tile_a_secret_a_cookie_or_a_password",
    "audit": "house/test_audit.py",
    "OpenAPI": "server/test_fuzz_server.py::"
    "test_requests_made_from_the_openapi_document_never_find_an_error_of_the_server",
    "frames": "server/test_fuzz_server.py::test_any_frame_is_read_or_refused_in_words_of_ours",
}
"""What keeps strangers out, and the test that holds each of it."""


@cache
def names_in(path: Path) -> set[str]:
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return {node.name for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, functions)}


@pytest.mark.parametrize("test", [*itertools.chain(*REPORTS.values()), *SECURITY.values()])
def test_every_report_and_every_defence_has_its_test(test: str) -> None:
    path, _, name = test.partition("::")
    assert name in names_in(TESTS / path) if name else (TESTS / path).exists()


async def test_p26_a_private_window_shows_a_player_nothing_of_his_own_table_that_is_not_public(
    world: World, app: Starlette
) -> None:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=HERE) as ann:
        made = await make(ann, rules="draw-100", seats=["you", "easy"])
        table = await world.lobby.find(made.json()["table"])
        assert table is not None
        ear = await world.ear(table, next(iter(table.seats.values())))
        ann.cookies.clear()  # the private window
        looked = 0
        while table.course.running and looked < 8:
            looked += 1
            position = table.course.position
            assert position is not None
            page = (await ann.get(f"/table/{table.id}")).text
            assert tiles_in(page) <= set(position.line.tiles)
            assert snapshot(page)["state"]["hand"] == []
            for closed in (f"/api/tables/{table.id}/record", f"/table/{table.id}/replay"):
                answer = await ann.get(closed)
                assert answer.status_code == 404 or tiles_in(answer.text) == set()
            await world.move(table, ear)
        assert looked > 3


async def test_p28_what_others_are_told_of_a_play_does_not_say_where_in_the_hand_it_lay() -> None:
    told = []
    for others in (("4-4", "4-3"), ("4-3", "4-4")):  # the same hand in another order
        deal = list(MUST_DRAW)
        places = [next(place for place, tile in enumerate(deal) if str(tile) == name) for name in others]
        deal[7], deal[8] = deal[places[0]], deal[places[1]]
        world = World(choose=lambda _level, view, _seed: view.legal[0])
        object.__setattr__(world.seams, "rng", Stacked(deal))
        table, ear = await world.table("ply-yard", ("you", "easy"))
        watching = Ear(None)
        table.join(watching)
        await world.move(table, ear, "6-4")
        told.append([message.replace(table.id, "") for message in watching.raw])
    assert told[0] == told[1]


async def test_p32_nothing_that_is_sent_before_the_end_leads_to_the_boneyard() -> None:
    world = World(fair=True)
    table, ears = await world.people("ply-yard")
    await asyncio.sleep(0)
    world.clock.advance(3.0)  # the deal has waited for strings
    while table.course.position is None:
        await asyncio.sleep(0)
    proof, position = table.course.now.proof, table.course.position
    assert proof is not None
    assert proof.secret is not None
    assert position is not None
    watching = Searched(None, table, set())
    table.join(watching)
    for _ in range(4):
        position = table.course.position
        assert position is not None
        if position.turn is not None:
            await world.move(table, ears[position.turn])
    sent = "".join("".join(ear.raw) for ear in (*ears, watching))
    assert proof.commitment in sent
    assert proof.secret.hex() not in sent
    assert watching.leaks == []
    await world.say(table, ears[0], {"t": "resign", "n": table.course.n, "cid": "r"})
    assert proof.secret.hex() in "".join(watching.raw), "after the end everybody can compute the deal"


class Late(Ear):
    """A client that reads what it was sent only much later."""

    def __init__(self, seat: int | None) -> None:
        super().__init__(seat)
        self._waiting: list[Frame] = []

    def tell(self, message: Frame) -> None:
        self._waiting.append(message)

    def read(self) -> None:
        for message in self._waiting:
            super().tell(message)


async def test_p39_clients_that_hear_late_show_the_same_in_the_end() -> None:
    world = World(seed=4)
    table, (ann, ben) = await world.people("ranked-draw")
    prompt, late = Ear(None), Late(None)
    for one in (prompt, late):
        table.join(one)
    await world.play_together(table, [ann, ben])
    late.read()
    assert late.state == prompt.state
    assert late.state["turn"] is None
    passed = [made for made in prompt.state["moves"] if made["move"] == "pass"]
    for ear in (ann, ben, late):
        assert ear.state["turn"] is None
        assert [made for made in ear.state["moves"] if made["move"] == "pass"] == passed


async def test_p40_who_connects_again_finds_everything_as_it_was() -> None:
    world = World()
    table, (ann, ben) = await world.people("draw-100", match=True)
    for _ in range(6):
        position = table.course.position
        assert position is not None
        assert position.turn is not None
        await world.move(table, (ann, ben)[position.turn])
    before = (await world.ear(table, "ann")).state
    table.leave(ann)
    world.clock.advance(3)
    again = await world.ear(table, "ann")
    assert again.state == before
    assert again.seat == 0
    assert len(table.seats) == 2


async def test_p48_when_the_last_person_has_gone_the_round_waits_for_them_and_shows_what_was() -> None:
    """A computer player may answer what lay before it; then nothing is played, stored or kept in memory for nobody."""
    world = World()
    table, (ann, ben) = await world.people("ranked-draw", match=False)
    for _ in range(4):
        position = table.course.position
        assert position is not None
        assert position.turn is not None
        await world.move(table, (ann, ben)[position.turn])
    first, second = (ann, ben) if table.course.position.turn == 0 else (ben, ann)  # type: ignore[union-attr]
    table.leave(first)
    world.clock.advance(61.0)
    await world.say(table, second, {"t": "stand_in", "n": table.course.n, "cid": "s", "seat": first.seat})
    assert table.course.company.standing
    table.leave(second)
    await world.settle(table)
    n, line = table.course.n, second.state["line"]
    for _ in range(5):
        world.clock.advance(1000.0)
        await world.settle(table)
    assert table.course.n == n, "the computer plays on for nobody"
    assert world.lobby.forget_idle() == 1
    found = await world.lobby.find(table.id)
    assert found is not None
    back = await world.ear(found, "ann" if first is ann else "ben")
    assert (found.course.n, back.state["line"]) == (n + 1, line), "all is there, and who is back plays himself"
    assert back.state["company"]["standing"] == []
    await world.say(found, back, {"t": "resign", "n": found.course.n, "cid": "r"})
    assert record_lines(found.course)


async def test_p54_a_result_is_written_though_all_have_gone_and_leaving_then_costs_nothing() -> None:
    world = World()
    table, ears = await ranked(world)
    await world.play_together(table, ears)
    for ear in ears:
        table.leave(ear)
    world.clock.advance(100_000)
    await rated(world)
    outcome = table.course.position.outcome  # type: ignore[union-attr]
    assert outcome is not None
    assert outcome.ending != "forfeit"
    assert len(await world.store.standings.changes(table.id)) == 2
    assert table.course.company.resigned == frozenset()


async def test_p81_ratings_that_cannot_be_read_are_not_written_over(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    for _ in range(2):
        table, ears = await ranked(world)
        await world.play_together(table, ears)
        await rated(world)
    before = await world.store.standings.ratings(["ann", "ben"], "block", "people")
    table, ears = await ranked(world)

    async def out_of_time(*_: object) -> None:
        raise TimeoutError

    with monkeypatch.context() as patched:
        patched.setattr(world.store.standings, "ratings", out_of_time)
        await world.play_together(table, ears)
        with pytest.raises(TimeoutError):
            await world.lobby.rater.drain()
    assert await world.store.standings.ratings(["ann", "ben"], "block", "people") == before
    assert list(await world.store.standings.pending(5)) == [table.id]
    await rated(world)
    after = await world.store.standings.ratings(["ann", "ben"], "block", "people")
    assert {row.games for row in after.values()} == {3}


async def test_p97_fifty_games_against_the_computer_leave_a_rating_among_people_as_it_was() -> None:
    world = World()
    table, ears = await ranked(world)
    await world.play_together(table, ears)
    await rated(world)
    standings = world.store.standings
    before = await standings.ratings(["ann"], "block", "people")
    for _ in range(50):
        table, ear = await world.table("ranked-block", ("easy", "you"), match=False, rated=True)
        if ear.state["outcome"] is None:
            await world.say(table, ear, {"t": "resign", "n": table.course.n, "cid": world.cid()})
    await rated(world)
    assert await standings.ratings(["ann"], "block", "people") == before
    assert (await standings.ratings(["ann"], "block", "computer"))["ann"].games == 50
