"""The account page and what its forms do: signing up, in and out, passwords, codes, passkeys, my data."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from doublesix.rules.phrases import Phrase
from doublesix.server.accounts import AccountError, TooManyError
from doublesix.server.auth import WAITING, Origins, new_token, read_cookie, set_cookie
from doublesix.server.company import BadNameError
from doublesix.server.desk import Desk, page
from doublesix.server.limits import EXPORTS_BURST, EXPORTS_PER_SECOND, Buckets
from doublesix.server.lobby import Lobby
from doublesix.server.merging import Merging
from doublesix.server.mydata import MyData
from doublesix.server.names import account_name, profile_path
from doublesix.server.passkeys import Passkeys, Site
from doublesix.server.passwords import BadPasswordError
from doublesix.server.seams import Seams
from doublesix.server.socket import SocketEndpoint
from doublesix.server.web import accountpages
from doublesix.store import AccountRow, NotStored

WRONG: Final = (AccountError, BadNameError, BadPasswordError)
"""What people can put right, told beside the form."""


class NameBody(msgspec.Struct, forbid_unknown_fields=True):
    """Body of `POST /api/passkeys/new`: the name of an account that is to be made, null to add to one's own."""

    name: str | None = None


class NoBody(msgspec.Struct, forbid_unknown_fields=True):
    """A request that says nothing."""


class AnswerBody(msgspec.Struct, forbid_unknown_fields=True):
    """What the browser's device has answered."""

    credential: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who fills in a form: the guest, where he is known, and his account."""

    request: Request
    fields: Mapping[str, str]
    guest: str | None
    account: AccountRow | None

    @property
    def whence(self) -> str:
        """The address he comes from; behind a proxy all look alike."""
        return self.request.client.host if self.request.client else ""


class AccountPages(Desk):
    """The routes."""

    def __init__(self, lobby: Lobby, origins: Origins, seams: Seams, sockets: SocketEndpoint) -> None:
        super().__init__(lobby, origins, seams.clock)
        self._accounts = lobby.accounts
        self._people = seams.store.people
        self._sockets = sockets
        self._mydata = MyData(seams, lobby)
        self._merging = Merging(seams, lobby)
        self._passkeys = Passkeys(seams.store.people, seams.clock)
        self._exports = Buckets(EXPORTS_PER_SECOND, EXPORTS_BURST)

    def routes(self) -> list[Route]:
        """Their addresses."""
        forms = {
            "new": self.sign_up,
            "in": self.sign_in,
            "out": self.sign_out,
            "out-everywhere": self.sign_out_everywhere,
            "merge": self.merge,
            "password": self.change_password,
            "codes": self.new_codes,
            "recover": self.recover,
            "passkey/remove": self.remove_passkey,
            "export": self.export,
            "delete": self.delete,
        }
        return [
            Route("/account", self.account),
            *(Route(f"/account/{name}", self._form(name, act), methods=["POST"]) for name, act in forms.items()),
            Route("/api/passkeys/new", self.api_new_passkey, methods=["POST"]),
            Route("/api/passkeys", self.api_keep_passkey, methods=["POST"]),
            Route("/api/passkeys/ask", self.api_ask_passkey, methods=["POST"]),
            Route("/api/passkeys/in", self.api_passkey_in, methods=["POST"]),
        ]

    # --- the page ----------------------------------------------------------------------------------------------------

    async def account(self, request: Request) -> Response:
        """Who one is here, and what can be done about it."""
        guest = await self.guest(request)
        return page(await self._page(request, guest, await self._accounts.of(guest)))

    async def _page(self, request: Request, guest: str | None, account: AccountRow | None, **said: Any) -> str:
        """`said` may hold `error` with the name of its `form`, `fields` that were filled in, or fresh `codes`."""
        keys = await self._people.passkeys(account.guest) if account is not None else []
        return accountpages.account(
            accountpages.Person(
                name=account.name if account is not None else await self.lobby.name(guest),
                known=guest is not None,
                account=account is not None,
                password=account is not None and account.password is not None,
                profile=profile_path(account.name) if account is not None else "",
                passkeys=[(_text(key.id), key.created) for key in keys],
                codes=await self._accounts.codes_left(account.guest) if account is not None else 0,
                waits=self._waiting(request) is not None,
            ),
            can_passkeys=self._site(request).can,
            **said,
        )

    def _form(
        self, name: str, act: Callable[[Visitor], Awaitable[Response]]
    ) -> Callable[[Request], Awaitable[Response]]:
        """A form of the page: what is wrong with it is told beside it."""

        async def filled(request: Request) -> Response:
            fields = await self.form(request)
            guest = await self.guest(request)
            account = await self._accounts.of(guest)
            try:
                return await act(Visitor(request, fields, guest, account))
            except WRONG as problem:
                status = 429 if isinstance(problem, TooManyError) else 422
                kept = {key: value for key, value in fields.items() if key == "name"}
                html = await self._page(request, guest, account, error=str(problem), form=name, fields=kept)
                return page(html, status)
            except NotStored as problem:
                raise HTTPException(503, Phrase("That could not be stored; please try again.")) from problem

        return filled

    # --- in and out --------------------------------------------------------------------------------------------------

    async def sign_up(self, visitor: Visitor) -> Response:
        """The guest of this browser becomes an account, and keeps his tables."""
        if visitor.account is not None:
            raise AccountError(Phrase("You are signed in already."))
        account_name(visitor.fields.get("name", ""))  # before a guest is kept for it
        guest, _ = await self.greet(visitor.request)
        name, password = visitor.fields.get("name", ""), visitor.fields.get("password", "")
        token = await self._accounts.sign_up(guest, name, password, visitor.whence)
        self._sockets.drop(guest)
        return self._arrived(visitor.request, token)

    async def sign_in(self, visitor: Visitor) -> Response:
        """The browser belongs to the account; its guest waits until it is signed out."""
        name, password = visitor.fields.get("name", ""), visitor.fields.get("password", "")
        token = await self._accounts.sign_in(name, password, visitor.whence)
        return await self._signed_in(visitor, token)

    async def _signed_in(self, visitor: Visitor, token: str) -> Response:
        """A new cookie; that of a guest who was here before is put by, and the session of another account ends."""
        answer = self._arrived(visitor.request, token)
        before = self.token(visitor.request)
        if before is not None and visitor.account is not None:
            await self._accounts.sign_out(before)
        elif before is not None and visitor.guest is not None:
            answer.headers.append("set-cookie", set_cookie(before, self.secure(visitor.request), WAITING))
        if visitor.guest is not None:
            self._sockets.drop(visitor.guest)
        return answer

    async def sign_out(self, visitor: Visitor) -> Response:
        """This browser is a guest's again."""
        token = self.token(visitor.request)
        if token is not None and visitor.account is not None:
            await self._accounts.sign_out(token)
            self._sockets.drop(visitor.account.guest)
        return self._left(visitor.request)

    async def sign_out_everywhere(self, visitor: Visitor) -> Response:
        """Every browser is."""
        account = _signed_in(visitor)
        await self._accounts.sign_out_everywhere(account.guest)
        self._sockets.drop(account.guest)
        return self._left(visitor.request)

    async def merge(self, visitor: Visitor) -> Response:
        """What was played in this browser as a guest before becomes the account's, and the guest is no more."""
        account = _signed_in(visitor)
        waiting = await self.lobby.guest(self._waiting(visitor.request))
        if waiting is None or waiting == account.guest or await self._accounts.of(waiting) is not None:
            raise AccountError(Phrase("Nothing was played in this browser as a guest."))
        self._sockets.drop(waiting)
        await self._merging.merge(waiting, account.guest)
        answer = RedirectResponse("/account", 303)
        answer.headers.append("set-cookie", set_cookie("", self.secure(visitor.request), WAITING))
        return answer

    def _waiting(self, request: Request) -> str | None:
        return read_cookie(request.headers.get("cookie", ""), self.secure(request), WAITING)

    def _arrived(self, request: Request, token: str) -> Response:
        return RedirectResponse("/account", 303, {"set-cookie": set_cookie(token, self.secure(request))})

    def _left(self, request: Request, to: str = "/account") -> Response:
        """The guest who waited has the browser again, else somebody new will."""
        secure, waiting = self.secure(request), self._waiting(request)
        answer = RedirectResponse(to, 303, {"set-cookie": set_cookie(waiting or new_token(), secure)})
        if waiting is not None:
            answer.headers.append("set-cookie", set_cookie("", secure, WAITING))
        return answer

    # --- passwords and codes -----------------------------------------------------------------------------------------

    async def change_password(self, visitor: Visitor) -> Response:
        """Another password, which signs every other browser out."""
        account, fields = _signed_in(visitor), visitor.fields
        token = await self._accounts.change_password(
            account, fields.get("password", ""), fields.get("new", ""), visitor.whence
        )
        self._sockets.drop(account.guest)
        return self._arrived(visitor.request, token)

    async def new_codes(self, visitor: Visitor) -> Response:
        """Recovery codes, shown once."""
        account = _signed_in(visitor)
        await self._accounts.prove(account, visitor.fields.get("password", ""), visitor.whence)
        codes = await self._accounts.new_codes(account.guest)
        return page(await self._page(visitor.request, account.guest, account, codes=codes))

    async def recover(self, visitor: Visitor) -> Response:
        """A new password for a recovery code."""
        fields = visitor.fields
        token = await self._accounts.recover(
            fields.get("name", ""), fields.get("code", ""), fields.get("new", ""), visitor.whence
        )
        return await self._signed_in(visitor, token)

    # --- my data -----------------------------------------------------------------------------------------------------

    async def export(self, visitor: Visitor) -> Response:
        """All that is kept of the visitor, as a zip file."""
        if visitor.guest is None:
            raise AccountError(Phrase("Nothing is kept of you here."))
        if not self._exports.take(visitor.guest, self.clock.now()):
            raise TooManyError(Phrase("Your data was just sent; wait a minute for another copy."))
        data = await self._mydata.export(visitor.guest)
        headers = {"content-disposition": 'attachment; filename="doublesix-my-data.zip"', "cache-control": "no-store"}
        return Response(data, media_type="application/zip", headers=headers)

    async def delete(self, visitor: Visitor) -> Response:
        """Remove the visitor and everything that is his."""
        if visitor.guest is None:
            raise AccountError(Phrase("Nothing is kept of you here."))
        if visitor.account is not None:
            await self._accounts.prove(visitor.account, visitor.fields.get("password", ""), visitor.whence)
        elif "sure" not in visitor.fields:
            raise AccountError(Phrase("Tick the box first: this cannot be undone."))
        self._sockets.drop(visitor.guest)
        await self._mydata.forget(visitor.guest)
        return self._left(visitor.request, "/")

    # --- passkeys ----------------------------------------------------------------------------------------------------

    def _site(self, request: Request) -> Site:
        host = request.headers.get("host", "")
        scheme = "https" if self.secure(request) else "http"
        name = host if host.endswith("]") else host.rpartition(":")[0] or host
        return Site(name, f"{scheme}://{host}")

    async def remove_passkey(self, visitor: Visitor) -> Response:
        """Forget a passkey, but never the last way in."""
        account = _signed_in(visitor)
        keys = await self._people.passkeys(account.guest)
        if account.password is None and len(keys) < 2:
            raise AccountError(Phrase("This is the only way into your account: choose a password first."))
        try:
            await self._people.remove_passkey(account.guest, base64.urlsafe_b64decode(visitor.fields.get("id", "")))
        except (binascii.Error, ValueError) as problem:
            raise AccountError(Phrase("There is no such passkey.")) from problem
        return RedirectResponse("/account", 303)

    async def api_new_passkey(self, request: Request) -> Response:
        """What the device is to be asked for a passkey: of one's account, or of a new one with this name."""
        body = await self.json_of(request, NameBody, form=True)
        guest = await self.guest(request)
        account = await self._accounts.of(guest)
        cookie = None
        if account is None:
            try:
                name, _ = account_name(body.name or "")
            except BadNameError as problem:
                raise HTTPException(422, str(problem)) from problem
            if await self._accounts.named(name) is not None:
                raise HTTPException(409, Phrase("That name is taken, or one too much like it; choose another one."))
            guest, cookie = await self.greet(request)
        else:
            guest, name = account.guest, account.name
        asked = await self._passkeys.ask_new(self._site(request), guest, name)
        return JSONResponse(asked, headers={"set-cookie": cookie} if cookie else {})

    async def api_keep_passkey(self, request: Request) -> Response:
        """The device's answer: the passkey is kept, and where the account is new, it is made."""
        body = await self.json_of(request, AnswerBody, form=True)
        guest = await self.guest(request)
        account = await self._accounts.of(guest)
        whence = request.client.host if request.client else ""
        try:
            whose, name, passkey = await self._passkeys.made(self._site(request), body.credential)
            if whose != guest:
                raise AccountError(Phrase("Somebody else was here when this began; please try again."))
            if await self._people.passkey(passkey.id) is not None:
                raise AccountError(Phrase("This passkey is known already."))
            token = None if account is not None else await self._accounts.sign_up(whose, name, None, whence)
            await self._people.add_passkey(passkey)
        except WRONG as problem:
            raise HTTPException(422, str(problem)) from problem
        if token is not None:
            self._sockets.drop(whose)
        headers = {"set-cookie": set_cookie(token, self.secure(request))} if token is not None else {}
        return JSONResponse({"url": "/account"}, 201, headers)

    async def api_ask_passkey(self, request: Request) -> Response:
        """What the device is to be asked at a sign-in."""
        await self.json_of(request, NoBody, form=True)
        try:
            self._accounts.limit(request.client.host if request.client else "")
        except TooManyError as problem:
            raise HTTPException(429, str(problem)) from problem
        return JSONResponse(await self._passkeys.ask_known(self._site(request)))

    async def api_passkey_in(self, request: Request) -> Response:
        """The device's answer signs the browser in."""
        body = await self.json_of(request, AnswerBody, form=True)
        guest = await self.guest(request)
        visitor = Visitor(request, {}, guest, await self._accounts.of(guest))
        try:
            self._accounts.limit(visitor.whence)
            whose = await self._passkeys.known(self._site(request), body.credential)
        except TooManyError as problem:
            raise HTTPException(429, str(problem)) from problem
        except AccountError as problem:
            raise HTTPException(422, str(problem)) from problem
        answer = await self._signed_in(visitor, await self._accounts.open(whose))
        cookies = [(name, value) for name, value in answer.raw_headers if name == b"set-cookie"]
        out = JSONResponse({"url": "/account"})
        out.raw_headers += cookies
        return out


def _signed_in(visitor: Visitor) -> AccountRow:
    if visitor.account is None:
        raise AccountError(Phrase("Sign in first."))
    return visitor.account


def _text(key: bytes) -> str:
    return base64.urlsafe_b64encode(key).decode()
