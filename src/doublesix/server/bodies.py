"""What visitors send in the body of a request: JSON, a file of a form, or what they pasted into it."""

from __future__ import annotations

import asyncio
import json
from email import message_from_bytes
from typing import TypeVar
from urllib.parse import parse_qsl

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

from doublesix.notation.json_text import DECODER, check_plain, unreadable
from doublesix.rules.phrases import Phrase
from doublesix.server.limits import BODY_BYTES, BODY_PATIENCE
from doublesix.server.plainly import in_words

Body = TypeVar("Body")


async def body_of(request: Request, most: int = BODY_BYTES, too_long: str | None = None) -> bytes:
    """A request's body of at most `most` bytes; longer ones are refused with the sentence `too_long`.

    Nothing is waited for that is said to be too long, and for no body longer than `BODY_PATIENCE`.
    """
    said = request.headers.get("content-length", "")
    if said.isdecimal() and int(said[:20]) > most:
        raise _too_long(most, too_long)
    body = b""
    try:
        async with asyncio.timeout(BODY_PATIENCE):
            async for part in request.stream():
                body += part
                if len(body) > most:
                    raise _too_long(most, too_long)
    except TimeoutError:
        why = Phrase("The rest of this request did not come within {n} seconds: send it again.", n=round(BODY_PATIENCE))
        raise HTTPException(408, why) from None
    except ClientDisconnect:
        raise HTTPException(408, Phrase("The rest of this request never came.")) from None
    return body


def _too_long(most: int, sentence: str | None) -> HTTPException:
    return HTTPException(413, sentence or Phrase("A request has at most {n} bytes.", n=most))


def understood(body: bytes, kind: type[Body]) -> Body:
    """What a request's JSON says; refused with a sentence where it says nothing of the kind, or something twice."""
    try:
        return msgspec.convert(plain_json(body), kind)
    except msgspec.ValidationError as problem:
        raise _not_understood(in_words(problem)) from problem


def plain_json(body: bytes) -> object:
    """The JSON of a request, whatever it says; refused where it is none, or says something twice."""
    try:
        said = DECODER.decode(body.decode())
        if b"\\u" in body:  # only so half a character can be written
            check_plain(said)
        return said
    except (json.JSONDecodeError, UnicodeError, RecursionError) as problem:
        raise _not_understood(in_words(problem)) from problem
    except ValueError as problem:
        raise _not_understood(Phrase("It is not plain JSON: {what}.", what=unreadable(problem))) from problem


def _not_understood(why: str) -> HTTPException:
    return HTTPException(422, Phrase("This request is not understood. {why}", why=why))


def file_text(kind: str, body: bytes) -> str:
    """The text of the form's `file`, else of its field `text`. Raises `HTTPException` where the form is neither.

    `kind` is the content type of the request.
    """
    parts: dict[str, bytes] = {}
    if kind.lower().startswith("multipart/form-data"):
        message = message_from_bytes(b"content-type: " + kind.encode("latin-1", "replace") + b"\r\n\r\n" + body)
        if message.is_multipart():
            for part in message.get_payload():
                name = part.get_param("name", header="content-disposition")  # type: ignore[union-attr]
                data = part.get_payload(decode=True)  # type: ignore[union-attr]
                if isinstance(name, str) and isinstance(data, bytes):
                    parts[name] = data
    else:
        try:
            parts = {name: value.encode() for name, value in parse_qsl(body.decode(), max_num_fields=8)}
        except ValueError as problem:
            raise HTTPException(422, Phrase("The form was not filled in correctly.")) from problem
    data = parts.get("file", b"").strip() or parts.get("text", b"")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise HTTPException(422, Phrase("The file is not UTF-8 text.")) from None
