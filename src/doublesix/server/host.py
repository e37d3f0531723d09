"""What the person who runs a server may do to accounts: let somebody in again who has forgotten everything."""

from __future__ import annotations

from pathlib import Path

from doublesix.adapters.folder import CannotStart
from doublesix.adapters.sql import SqlStore
from doublesix.adapters.sqlite import open_engine
from doublesix.server.accounts import fresh_codes
from doublesix.server.names import name_key


async def recovery_code(database: Path, name: str) -> tuple[str, str]:
    """The name as it is kept, and a recovery code for its account; older codes and open sessions end.

    The server may run meanwhile. Raises `CannotStart` where there is no such database or account.
    """
    if not database.exists():
        raise CannotStart(f"There is no {database}; name the server's folder with --data.")
    store = SqlStore(open_engine(database))
    try:
        await store.start()
        account = await store.people.account_named(name_key(name))
        if account is None:
            raise CannotStart(f"Nobody here has an account called {name}.")
        codes, digests = fresh_codes(1)
        await store.people.set_codes(account.guest, digests)
        await store.people.close_sessions(account.guest)
        return account.name, codes[0]
    finally:
        await store.close()
