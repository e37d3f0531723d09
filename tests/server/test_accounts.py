"""Accounts: what is kept, what is not found out, and what ends a session."""

from __future__ import annotations

import dataclasses

import pytest
from world import World

from doublesix.server.accounts import TOO_MANY, WRONG, AccountError, Accounts, TooManyError
from doublesix.server.auth import YEAR, digest
from doublesix.server.company import BadNameError
from doublesix.server.passwords import BadPasswordError, Passwords
from doublesix.store import GuestRow

PASSWORD = "seven tiles each"


class Counting(Passwords):
    """Cheap hashes that count how often they are asked."""

    def __init__(self) -> None:
        super().__init__(memory=8, passes=1)
        self.asked = 0

    async def fits(self, kept: str | None, password: str) -> bool:
        self.asked += 1
        return await super().fits(kept, password)


@pytest.fixture
def passwords() -> Counting:
    return Counting()


@pytest.fixture
def accounts(world: World, passwords: Counting) -> Accounts:
    return Accounts(world.seams, passwords)


async def signed_up(world: World, accounts: Accounts, guest: str = "ann", name: str = "Ann") -> str:
    await world.store.add_guest(GuestRow(guest, digest(guest), 1.0))
    return await accounts.sign_up(guest, name, PASSWORD, "here")


async def test_signing_up_keeps_the_guest_and_his_seats_under_a_new_cookie(world: World, accounts: Accounts) -> None:
    table, _ = await world.table()
    token = await signed_up(world, accounts)
    assert await world.lobby.guest(token) == "ann"
    assert await world.lobby.guest("ann") is None, "the cookie from before opens nothing"
    assert table.seat_of(await world.lobby.guest(token)) == 0
    assert await world.lobby.name("ann") == "Ann"


async def test_a_name_is_taken_once_however_it_is_written(world: World, accounts: Accounts) -> None:
    await signed_up(world, accounts)
    with pytest.raises(AccountError, match="taken"):
        await accounts.sign_up("ben", "A.N.N", PASSWORD, "here")
    with pytest.raises(BadNameError, match="belongs to an account"):
        await accounts.guest_name("ann")
    assert await accounts.guest_name("Ben") == "Ben"
    assert await accounts.guest_name("") == ""


@pytest.mark.parametrize(
    ("password", "why"),
    [("short", "at least 10"), ("a" * 201, "at most"), ("aaaaaaaaaaaa", "different"), ("annannann1", "different")],
)
async def test_weak_passwords_are_refused(accounts: Accounts, password: str, why: str) -> None:
    with pytest.raises(BadPasswordError, match=why):
        await accounts.sign_up("ann", "Ann", password, "here")


async def test_the_name_makes_no_password(accounts: Accounts) -> None:
    with pytest.raises(BadPasswordError, match="name makes no password"):
        await accounts.sign_up("ann", "Annabella", "annabella123", "here")


async def test_signing_in_opens_a_session_of_its_own(world: World, accounts: Accounts) -> None:
    first = await signed_up(world, accounts)
    second = await accounts.sign_in("ANN", PASSWORD, "phone")
    assert second != first
    assert await world.lobby.guest(second) == "ann"
    await accounts.sign_out(second)
    assert await world.lobby.guest(second) is None
    assert await world.lobby.guest(first) == "ann"
    await accounts.sign_out_everywhere("ann")
    assert await world.lobby.guest(first) is None


async def test_a_password_is_the_same_however_its_letters_are_composed(world: World, accounts: Accounts) -> None:
    await world.store.add_guest(GuestRow("ann", digest("ann"), 1.0))
    await accounts.sign_up("ann", "Ann", "sieben Bl\u00f6cke", "here")
    assert await accounts.sign_in("Ann", "sieben Blo\u0308cke", "here")


async def test_whatever_is_wrong_is_refused_alike_and_after_the_same_work(
    world: World, accounts: Accounts, passwords: Counting
) -> None:
    await signed_up(world, accounts)
    await signed_up(world, accounts, "key", "Only Passkey")
    account = await world.store.people.account("key")
    assert account is not None
    world.store.people._accounts["key"] = dataclasses.replace(account, password=None)  # type: ignore[attr-defined]
    for name in ("Ann", "Nobody", "Only Passkey", ""):
        before = passwords.asked
        with pytest.raises(AccountError) as refused:
            await accounts.sign_in(name, "wrong password", "here")
        assert str(refused.value) == WRONG
        assert passwords.asked == before + 1


async def test_tries_are_few_at_one_account_and_others_are_not_locked_out(world: World, accounts: Accounts) -> None:
    await signed_up(world, accounts)
    for _ in range(8):
        with pytest.raises(AccountError):
            await accounts.sign_in("Ann", "wrong password", "there")
    with pytest.raises(TooManyError) as refused:
        await accounts.sign_in("Ann", PASSWORD, "there")
    assert str(refused.value) == TOO_MANY
    assert await accounts.sign_in("Ann", PASSWORD, "home")
    world.clock.advance(61)
    assert await accounts.sign_in("Ann", PASSWORD, "there")


async def test_tries_from_one_address_are_limited_over_all_names(accounts: Accounts) -> None:
    for guess in range(60):
        with pytest.raises(AccountError):
            await accounts.sign_in(f"name {guess}", "wrong password", "there")
    with pytest.raises(TooManyError):
        await accounts.sign_in("another", "wrong password", "there")


async def test_a_new_password_ends_every_other_session(world: World, accounts: Accounts) -> None:
    old = await signed_up(world, accounts)
    account = await accounts.of("ann")
    assert account is not None
    with pytest.raises(AccountError, match="not the password"):
        await accounts.change_password(account, "wrong password", "another set of words", "here")
    token = await accounts.change_password(account, PASSWORD, "another set of words", "here")
    assert await world.lobby.guest(old) is None
    assert await world.lobby.guest(token) == "ann"
    with pytest.raises(AccountError):
        await accounts.sign_in("Ann", PASSWORD, "here")
    assert await accounts.sign_in("Ann", "another set of words", "here")


async def test_a_recovery_code_gives_a_new_password_once(world: World, accounts: Accounts) -> None:
    old = await signed_up(world, accounts)
    codes = await accounts.new_codes("ann")
    assert len(set(codes)) == 8
    with pytest.raises(AccountError, match="do not belong together"):
        await accounts.recover("Nobody", codes[0], "another set of words", "here")
    token = await accounts.recover("ann", codes[0].upper().replace("-", " "), "another set of words", "here")
    assert await world.lobby.guest(token) == "ann"
    assert await world.lobby.guest(old) is None
    assert await accounts.codes_left("ann") == 7
    with pytest.raises(AccountError):
        await accounts.recover("Ann", codes[0], "yet another set of words", "here")


async def test_a_weak_new_password_does_not_use_a_code_up(world: World, accounts: Accounts) -> None:
    await signed_up(world, accounts)
    codes = await accounts.new_codes("ann")
    with pytest.raises(BadPasswordError):
        await accounts.recover("Ann", codes[0], "short", "here")
    assert await accounts.codes_left("ann") == 8


async def test_sessions_end_with_their_cookies(world: World, accounts: Accounts) -> None:
    token = await signed_up(world, accounts)
    world.clock.advance(YEAR - 10)
    await accounts.end_old_sessions()
    assert await world.lobby.guest(token) == "ann"
    world.clock.advance(20)
    await accounts.end_old_sessions()
    assert await world.lobby.guest(token) is None


async def test_a_hash_of_older_parameters_is_renewed_at_a_sign_in(world: World, accounts: Accounts) -> None:
    await signed_up(world, accounts)
    before = await accounts.of("ann")
    stronger = Accounts(world.seams, Passwords(memory=16, passes=2))
    await stronger.sign_in("Ann", PASSWORD, "here")
    after = await accounts.of("ann")
    assert before is not None
    assert after is not None
    assert before.password != after.password
    assert await stronger.sign_in("Ann", PASSWORD, "here")
