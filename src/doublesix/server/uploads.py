"""Texts that visitors send: a file of a form, or what they pasted into it."""

from __future__ import annotations

from email import message_from_bytes
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import Request

from doublesix.rules.phrases import Phrase


async def bounded_body(request: Request, most: int, too_long: str) -> bytes:
    """A request's body of at most `most` bytes; longer ones are refused with the sentence `too_long`."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise HTTPException(413, too_long)
    return body


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
