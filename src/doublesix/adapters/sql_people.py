"""Accounts, sessions and keys in a SQL database."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import asdict

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from doublesix.adapters import schema
from doublesix.adapters.sql_base import SqlPart
from doublesix.store import AccountRow, ChallengeRow, PasskeyRow, SessionRow

_ACCOUNT = schema.account.c
_SESSION = schema.session.c
_PASSKEY = schema.passkey.c
_CODE = schema.recovery.c


class SqlPeople(SqlPart):
    """`doublesix.store.People` on SQLAlchemy Core."""

    async def add_account(self, account: AccountRow) -> bool:
        """The cookie's column must hold something unique, so the cookie is replaced by bytes that nobody knows."""
        guest = schema.guest.c
        no_cookie = sa.update(schema.guest).where(guest.id == account.guest).values(cookie=secrets.token_bytes(32))
        try:
            await self._write(sa.insert(schema.account).values(**_columns(asdict(account))), no_cookie)
        except IntegrityError:
            return False
        return True

    async def account(self, guest: str) -> AccountRow | None:
        return await self._account(_ACCOUNT.guest_id == guest)

    async def account_named(self, key: str) -> AccountRow | None:
        return await self._account(_ACCOUNT.key == key)

    async def _account(self, which: sa.ColumnElement[bool]) -> AccountRow | None:
        columns = (_ACCOUNT.guest_id, _ACCOUNT.name, _ACCOUNT.key, _ACCOUNT.password, _ACCOUNT.created)
        rows = await self._rows(sa.select(*columns).where(which))
        return AccountRow(*rows[0]) if rows else None

    async def set_password(self, guest: str, password: str) -> None:
        await self._write(sa.update(schema.account).where(_ACCOUNT.guest_id == guest).values(password=password))

    async def mark_program(self, guest: str) -> None:
        await self._add(schema.program, {"guest_id": guest})

    async def is_program(self, guest: str) -> bool:
        which = schema.program.c.guest_id
        return bool(await self._rows(sa.select(which).where(which == guest)))

    async def open_session(self, session: SessionRow) -> None:
        await self._write(sa.insert(schema.session).values(**_columns(asdict(session))))

    async def close_session(self, cookie: bytes) -> None:
        await self._write(sa.delete(schema.session).where(_SESSION.cookie == cookie))

    async def close_sessions(self, guest: str) -> None:
        await self._write(sa.delete(schema.session).where(_SESSION.guest_id == guest))

    async def drop_sessions(self, before: float) -> None:
        await self._write(sa.delete(schema.session).where(_SESSION.created < before))

    async def add_passkey(self, passkey: PasskeyRow) -> bool:
        return await self._add(schema.passkey, _columns(asdict(passkey)))

    async def passkeys(self, guest: str) -> list[PasskeyRow]:
        return await self._passkeys(_PASSKEY.guest_id == guest)

    async def passkey(self, passkey: bytes) -> PasskeyRow | None:
        return next(iter(await self._passkeys(_PASSKEY.id == passkey)), None)

    async def _passkeys(self, which: sa.ColumnElement[bool]) -> list[PasskeyRow]:
        columns = (_PASSKEY.id, _PASSKEY.guest_id, _PASSKEY.public, _PASSKEY["count"], _PASSKEY.created)
        query = sa.select(*columns).where(which).order_by(_PASSKEY.created)
        return [PasskeyRow(*row) for row in await self._rows(query)]

    async def count_passkey(self, passkey: bytes, count: int) -> None:
        await self._write(sa.update(schema.passkey).where(_PASSKEY.id == passkey).values(count=count))

    async def remove_passkey(self, guest: str, passkey: bytes) -> None:
        mine = (_PASSKEY.id == passkey) & (_PASSKEY.guest_id == guest)
        await self._write(sa.delete(schema.passkey).where(mine))

    async def keep_challenge(self, challenge: ChallengeRow, now: float) -> None:
        old = sa.delete(schema.challenge).where(schema.challenge.c.until < now)
        await self._write(old, sa.insert(schema.challenge).values(**_columns(asdict(challenge))))

    async def take_challenge(self, challenge: bytes) -> ChallengeRow | None:
        columns = schema.challenge.c
        this = columns.challenge == challenge
        asked = (columns.challenge, columns.until, columns.guest_id, columns.name)
        rows = await self._rows(sa.select(*asked).where(this))
        taken = rows and await self._write(sa.delete(schema.challenge).where(this)) == 1
        return ChallengeRow(*rows[0]) if taken else None

    async def set_codes(self, guest: str, codes: Sequence[bytes]) -> None:
        forget = sa.delete(schema.recovery).where(_CODE.guest_id == guest)
        rows = [{"guest_id": guest, "code": code} for code in codes]
        await self._write(forget, *([sa.insert(schema.recovery).values(rows)] if rows else []))

    async def codes(self, guest: str) -> int:
        query = sa.select(sa.func.count()).select_from(schema.recovery).where(_CODE.guest_id == guest)
        return int((await self._rows(query))[0][0])

    async def take_code(self, guest: str, code: bytes) -> bool:
        mine = (_CODE.guest_id == guest) & (_CODE.code == code)
        return await self._write(sa.delete(schema.recovery).where(mine)) == 1


def _columns(row: dict[str, object]) -> dict[str, object]:
    return {"guest_id" if name == "guest" else name: value for name, value in row.items()}
