"""Passkeys: a key pair that a device keeps, and that opens an account without a password.

The page's script asks the device; what it answers is checked by the webauthn library, which is loaded when it is first
needed. Browsers offer passkeys only over HTTPS or on `localhost`, and never to a bare address such as 192.168.1.5.
"""

from __future__ import annotations

import ipaddress
import json
from dataclasses import dataclass
from typing import Any, Final

from doublesix.rules.phrases import Phrase
from doublesix.server.accounts import AccountError
from doublesix.server.seams import Clock
from doublesix.store import ChallengeRow, PasskeyRow, People

_LASTS: Final = 300.0
"""Seconds until a challenge is not answered any more."""
TOO_LATE: Final = Phrase("That took too long; please try again.")
NOT_FITTING: Final = Phrase("This passkey does not fit; nothing has changed.")


@dataclass(frozen=True, slots=True)
class Site:
    """Where the page is, as browsers put it into what they sign."""

    host: str
    origin: str

    @property
    def can(self) -> bool:
        """Whether browsers offer passkeys to a page there."""
        try:
            ipaddress.ip_address(self.host.strip("[]"))
        except ValueError:
            return self.origin.startswith("https://") or self.host == "localhost"
        return False


class Passkeys:
    """Asks and checks. Challenges are stored, so that any process answers what another has asked."""

    def __init__(self, people: People, clock: Clock) -> None:
        self._people = people
        self._clock = clock

    async def ask_new(self, site: Site, guest: str, name: str) -> dict[str, Any]:
        """What the device is asked for a new passkey of this guest, as the browser takes it."""
        import webauthn
        from webauthn.helpers import structs

        known = await self._people.passkeys(guest)
        options = webauthn.generate_registration_options(
            rp_id=site.host,
            rp_name="doublesix",
            user_name=name,
            user_id=guest.encode(),
            exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=one.id) for one in known],
            authenticator_selection=structs.AuthenticatorSelectionCriteria(
                resident_key=structs.ResidentKeyRequirement.REQUIRED,
                user_verification=structs.UserVerificationRequirement.REQUIRED,
            ),
        )
        await self._keep(options.challenge, guest, name)
        asked: dict[str, Any] = json.loads(webauthn.options_to_json(options))
        return asked

    async def ask_known(self, site: Site) -> dict[str, Any]:
        """What the device is asked at a sign-in."""
        import webauthn
        from webauthn.helpers import structs

        options = webauthn.generate_authentication_options(
            rp_id=site.host, user_verification=structs.UserVerificationRequirement.REQUIRED
        )
        await self._keep(options.challenge, None, "")
        asked: dict[str, Any] = json.loads(webauthn.options_to_json(options))
        return asked

    async def _keep(self, challenge: bytes, guest: str | None, name: str) -> None:
        now = self._clock.now()
        await self._people.keep_challenge(ChallengeRow(challenge, now + _LASTS, guest, name), now)

    async def made(self, site: Site, answer: dict[str, Any]) -> tuple[str, str, PasskeyRow]:
        """A device's answer to `ask_new`: the guest, the name and the passkey. Raises `AccountError`."""
        import webauthn

        challenge, asked = await self._asked(answer)
        if asked.guest is None:
            raise AccountError(NOT_FITTING)
        try:
            made = webauthn.verify_registration_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
                require_user_verification=True,
            )
        except Exception as problem:  # the library's errors, and what broken answers make of its readers
            raise AccountError(NOT_FITTING) from problem
        row = PasskeyRow(
            made.credential_id, asked.guest, made.credential_public_key, made.sign_count, self._clock.now()
        )
        return asked.guest, asked.name, row

    async def known(self, site: Site, answer: dict[str, Any]) -> str:
        """The guest whose device answered `ask_known`. Raises `AccountError`."""
        import webauthn
        from webauthn.helpers import base64url_to_bytes

        challenge, asked = await self._asked(answer)
        try:
            row = await self._people.passkey(base64url_to_bytes(str(answer.get("id", ""))))
            if row is None or asked.guest is not None:
                raise AccountError(NOT_FITTING)
            found = webauthn.verify_authentication_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
                credential_public_key=row.public,
                credential_current_sign_count=row.count,
                require_user_verification=True,
            )
        except Exception as problem:
            raise AccountError(NOT_FITTING) from problem
        await self._people.count_passkey(row.id, found.new_sign_count)
        return row.guest

    async def _asked(self, answer: dict[str, Any]) -> tuple[bytes, ChallengeRow]:
        """The challenge that is answered; each is answered once."""
        from webauthn.helpers import base64url_to_bytes

        try:
            said = json.loads(base64url_to_bytes(answer["response"]["clientDataJSON"]))
            challenge = base64url_to_bytes(said["challenge"])
        except Exception as problem:
            raise AccountError(NOT_FITTING) from problem
        asked = await self._people.take_challenge(challenge)
        if asked is None or asked.until < self._clock.now():
            raise AccountError(TOO_LATE)
        return challenge, asked
