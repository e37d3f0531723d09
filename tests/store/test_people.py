"""Accounts and their sessions, in memory and on a database alike."""

from __future__ import annotations

from doublesix.store import (
    AccountRow,
    ChallengeRow,
    Create,
    EventRow,
    Forget,
    GuestRow,
    PasskeyRow,
    SeatRow,
    SessionRow,
    Store,
    TableRow,
)

ANN = AccountRow("ann", "Ann", "ann", "hash", 5.0)


async def test_a_name_belongs_to_one_account_and_a_guest_has_one(store: Store) -> None:
    assert await store.people.add_account(ANN)
    assert not await store.people.add_account(AccountRow("ben", "ANN", "ann", "hash", 6.0))
    assert not await store.people.add_account(AccountRow("ann", "Other", "other", "hash", 6.0))
    assert await store.people.account("ann") == ANN == await store.people.account_named("ann")
    assert await store.people.account("ben") is None
    assert await store.people.account_named("other") is None


async def test_a_session_is_its_account_until_it_is_closed(store: Store) -> None:
    await store.people.add_account(ANN)
    for cookie in (b"1" * 32, b"2" * 32, b"3" * 32):
        await store.people.open_session(SessionRow(cookie, "ann", 5.0))
    assert await store.guests([b"1" * 32]) == {b"1" * 32: "ann"}
    await store.people.close_session(b"1" * 32)
    assert await store.guests([b"1" * 32]) == {}
    assert await store.guests([b"2" * 32]) == {b"2" * 32: "ann"}
    await store.people.close_sessions("ann")
    assert await store.guests([b"3" * 32]) == {}


async def test_old_sessions_end(store: Store) -> None:
    await store.people.open_session(SessionRow(b"1" * 32, "ann", 5.0))
    await store.people.open_session(SessionRow(b"2" * 32, "ann", 7.0))
    await store.people.drop_sessions(6.0)
    assert await store.guests([b"1" * 32]) == {}
    assert await store.guests([b"2" * 32]) == {b"2" * 32: "ann"}


async def test_the_cookie_of_the_guest_opens_nothing_once_there_is_an_account(store: Store) -> None:
    await store.add_guest(GuestRow("ann", b"a" * 32, 1.0))
    await store.add_guest(GuestRow("ben", b"b" * 32, 1.0))
    await store.people.add_account(ANN)
    assert await store.guests([b"a" * 32]) == {}
    assert await store.guests([b"b" * 32]) == {b"b" * 32: "ben"}
    assert await store.add_guest(GuestRow("new", b"a" * 32, 2.0)) == "new", "who still has the cookie is a new guest"
    assert await store.guests([b"a" * 32]) == {b"a" * 32: "new"}


async def test_a_password_is_replaced(store: Store) -> None:
    await store.people.add_account(ANN)
    await store.people.set_password("ann", "other")
    account = await store.people.account("ann")
    assert account is not None
    assert account.password == "other"


async def test_passkeys_are_kept_counted_and_removed_by_their_owner(store: Store) -> None:
    one, two = PasskeyRow(b"k1", "ann", b"p1", 0, 1.0), PasskeyRow(b"k2", "ann", b"p2", 0, 2.0)
    assert await store.people.add_passkey(one)
    assert await store.people.add_passkey(two)
    assert not await store.people.add_passkey(PasskeyRow(b"k1", "ben", b"p3", 0, 3.0))
    assert await store.people.passkeys("ann") == [one, two]
    await store.people.count_passkey(b"k1", 7)
    found = await store.people.passkey(b"k1")
    assert found is not None
    assert found.count == 7
    await store.people.remove_passkey("ben", b"k1")
    await store.people.remove_passkey("ann", b"k2")
    assert [key.id for key in await store.people.passkeys("ann")] == [b"k1"]


async def test_a_recovery_code_is_used_once_and_new_ones_replace_the_old(store: Store) -> None:
    await store.people.set_codes("ann", [b"1" * 32, b"2" * 32])
    assert not await store.people.take_code("ben", b"1" * 32)
    assert await store.people.take_code("ann", b"1" * 32)
    assert not await store.people.take_code("ann", b"1" * 32)
    assert await store.people.codes("ann") == 1
    await store.people.set_codes("ann", [b"3" * 32])
    assert not await store.people.take_code("ann", b"2" * 32)
    assert await store.people.take_code("ann", b"3" * 32)
    await store.people.set_codes("ann", [])
    assert await store.people.codes("ann") == 0


async def test_forgetting_somebody_leaves_the_table_to_the_others(store: Store) -> None:
    ann = GuestRow("ann", b"a" * 32, 1.0)
    seats = (SeatRow(0, "ann"), SeatRow(1, "ben"))
    await store.add_guest(ann)
    await store.create(Create(TableRow("t1", "with Ann", 2.0), seats, ("sat: Ann", "dealt")))
    await store.set_name("ann", "Ann")
    await store.people.add_account(ANN)
    await store.people.open_session(SessionRow(b"1" * 32, "ann", 5.0))
    await store.people.add_passkey(PasskeyRow(b"k1", "ann", b"p1", 0, 1.0))
    await store.people.set_codes("ann", [b"1" * 32])
    await store.forget(Forget("ann", {"t1": "without"}, {("t1", 1): "sat"}))
    loaded = (await store.load(["t1"]))["t1"]
    assert loaded.row.setup == "without"
    assert loaded.seats == {1: "ben"}
    assert loaded.events == [EventRow(1, None, "sat"), EventRow(2, None, "dealt")]
    assert await store.guests([b"a" * 32]) == {}
    assert await store.guests([b"1" * 32]) == {}
    assert await store.name("ann") == ""
    assert await store.people.account("ann") is None
    assert await store.people.passkeys("ann") == []
    assert await store.people.codes("ann") == 0
    assert await store.people.add_account(AccountRow("cleo", "Ann", "ann", "hash", 9.0))


async def test_a_challenge_is_taken_once_by_any_process_and_old_ones_go(store: Store) -> None:
    people = store.people
    await people.keep_challenge(ChallengeRow(b"old", 10.0, None, ""), 5.0)
    asked = ChallengeRow(b"new", 400.0, "ann", "Ann")
    await people.keep_challenge(asked, 100.0)
    assert await people.take_challenge(b"old") is None
    assert await people.take_challenge(b"new") == asked
    assert await people.take_challenge(b"new") is None
