"""The wiring: which store, bus, pool and clock, which routes, and one process that serves them."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import json
import logging
import random
import signal
import socket
import sys
import webbrowser
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from types import FrameType
from typing import Any, Final, Self

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import WebSocketRoute
from uvicorn.server import HANDLED_SIGNALS

from doublesix.adapters.clock import RealClock
from doublesix.adapters.folder import CannotStart, DataFolder
from doublesix.adapters.pool import ProcessPool, ThreadPool
from doublesix.adapters.sql import SqlStore
from doublesix.adapters.sqlite import open_engine
from doublesix.server.account_http import AccountPages
from doublesix.server.analysis_http import Thinkers
from doublesix.server.api.pages import ApiPages
from doublesix.server.auth import Origins, normal
from doublesix.server.bots import Bots
from doublesix.server.bus import LocalBus
from doublesix.server.collector import collect
from doublesix.server.course_http import Guided
from doublesix.server.crowd import Crowd, SocketsFirst
from doublesix.server.direct import DirectProtocol
from doublesix.server.duplicate_http import DuplicatePages
from doublesix.server.guide_http import Guide
from doublesix.server.hall import Hall
from doublesix.server.hall_socket import HallEndpoint
from doublesix.server.heads import HeadProtocol
from doublesix.server.http import Guard, Pages, add_problems
from doublesix.server.joining import Joining
from doublesix.server.languages import Languages, Speaking
from doublesix.server.learn_http import Lessons
from doublesix.server.limits import MESSAGE_BYTES
from doublesix.server.lobby import Lobby
from doublesix.server.mistakes_http import OwnMistakes
from doublesix.server.notes_http import OwnNotes
from doublesix.server.people_http import PeoplePages
from doublesix.server.replay_http import Replays
from doublesix.server.rules_http import RulePages
from doublesix.server.seams import Bus, Seams
from doublesix.server.settings import Serving, Settings
from doublesix.server.shell_http import Shell
from doublesix.server.socket import SocketEndpoint
from doublesix.store import MemoryStore, NotStored, Store

log: Final = logging.getLogger("doublesix.server")

PING_EVERY: Final = 8.0
PING_PATIENCE: Final = 6.0
"""Seconds until a line that went silent counts as gone: fewer than the shortest time for a move that is offered, so
that the clock of who lost the line stops before his time is up."""
_SWEEP: Final = 60.0
_CATCH_UP: Final = 0.5
_TURN: Final = 0.0003
"""Seconds that the thread which writes to the disk waits at most for its turn beside a busy event loop."""


def seams(settings: Settings, store: Store | None = None, bus: Bus | None = None) -> Seams:
    """The real seams around a store and a bus; without a store everything is forgotten at the end."""
    rng = random.SystemRandom() if settings.seed is None else random.Random(settings.seed)
    fair = settings.seed is None
    return Seams(store or MemoryStore(), bus or LocalBus(), ThreadPool(), ProcessPool(), RealClock(), rng, fair)


def create_app(settings: Settings | None = None, around: Seams | None = None) -> Starlette:
    """The ASGI application. Its `state` holds `lobby` and `sockets`."""
    chosen = settings or Settings()
    world = around or seams(chosen)
    origins = Origins(chosen.origins)
    bots = Bots(world.pool, world.search, world.clock, chosen.choose, chosen.bot_timeout, chosen.seed)
    lobby = Lobby(world, bots, chosen.bot_delay)
    sockets = SocketEndpoint(lobby, origins, world.clock)
    crowd = Crowd()
    hall = Hall(lobby, world.clock)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        background = [asyncio.create_task(_resume(lobby)), asyncio.create_task(_sweep(lobby, world))]
        if world.bus.lossy:
            background.append(asyncio.create_task(_catch_up(lobby, world)))
        try:
            yield
        finally:
            for task in background:
                task.cancel()
            await asyncio.gather(*background, return_exceptions=True)
            await hall.close()
            await lobby.close()
            await world.store.close()
            world.pool.close()
            world.search.close()

    places = {
        "/ws": crowd.limiting(sockets),
        "/ws/hall": crowd.limiting(HallEndpoint(hall, lobby, sockets, origins)),
    }
    routes = [
        *Pages(lobby, origins, world.clock).routes(),
        *Joining(lobby, hall, origins, world.clock).routes(),
        *DuplicatePages(lobby, origins, world.clock).routes(),
        *Replays(lobby, origins, world.clock).routes(),
        *AccountPages(lobby, origins, world, sockets).routes(),
        *PeoplePages(lobby, origins, world).routes(),
        *Thinkers(lobby, origins, world).routes(),
        *Lessons(lobby, origins, world).routes(),
        *Guided(lobby, origins, world).routes(),
        *Guide(lobby, origins, world).routes(),
        *OwnMistakes(lobby, origins, world).routes(),
        *OwnNotes(lobby, origins, world).routes(),
        *RulePages().routes(),
        *Shell().routes(),
        *Languages(lobby, origins, world.clock).routes(),
        *ApiPages().routes(),
        *(WebSocketRoute(path, place) for path, place in places.items()),
    ]
    layers = [Middleware(Guard, origins), Middleware(Speaking), Middleware(SocketsFirst, places)]
    app = Starlette(routes=routes, lifespan=lifespan, middleware=layers)
    add_problems(app)
    app.state.lobby = lobby
    app.state.sockets = sockets
    app.state.bots = bots
    app.state.hall = hall
    return app


async def _resume(lobby: Lobby) -> None:
    try:
        await lobby.resume()
        await lobby.duplicates.resume()
    except Exception:
        log.exception("unfinished tables could not be read again; they are when somebody opens them")


async def _sweep(lobby: Lobby, world: Seams) -> None:
    while True:
        await world.clock.sleep(_SWEEP)
        lobby.forget_idle()
        lobby.duplicates.forget_idle()
        await lobby.close_abandoned()
        try:
            await lobby.accounts.end_old_sessions()
        except Exception:
            log.exception("old sessions could not be ended; they are with the next sweep")


async def _catch_up(lobby: Lobby, world: Seams) -> None:
    while True:
        await world.clock.sleep(_CATCH_UP)
        try:
            await lobby.catch_up()
        except Exception:
            log.exception("the store could not be asked how far the tables are")


# --- one process -----------------------------------------------------------------------------------------------------


def run(serving: Serving) -> int:
    """Serve until Ctrl-C; the exit status. Where it cannot start, one plain sentence and 1."""
    open_many_files()
    try:
        further = tuple(map(normal, serving.origins))
        with contextlib.ExitStack() as held:
            folder = held.enter_context(DataFolder(serving.data))
            listening = held.enter_context(_listen(serving.host, serving.port))
            addresses = _addresses(serving.host, listening.getsockname()[1])
            with asyncio.Runner(loop_factory=_loop_factory()) as runner:
                runner.run(_serve(serving, folder, listening, addresses, further))
    except (CannotStart, NotStored, ValueError) as problem:
        print(f"doublesix: {problem}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        pass
    return 0


async def _serve(
    serving: Serving, folder: DataFolder, listening: socket.socket, addresses: list[str], further: tuple[str, ...]
) -> None:
    searching = asyncio.create_task(collect(RealClock()), name="collector")
    settings = Settings(origins=(*addresses, *further), bot_delay=serving.bot_delay, seed=serving.seed)
    bus = LocalBus()
    with _Stop() as stop:
        store = SqlStore(open_engine(folder.database), committed=bus.publish)
        await store.start()
        app = create_app(settings, seams(settings, store, bus))
        server = _Server(uvicorn_config(app), app)
        stop.tell(server)
        serve = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started and not serve.done():
            await asyncio.sleep(0.01)
        if server.started and not server.should_exit:
            sys.setswitchinterval(_TURN)
            _say(serving, addresses, further)
        try:
            await serve
        finally:
            searching.cancel()


def uvicorn_config(app: Starlette) -> uvicorn.Config:
    """How the app is served: small messages, no compression (it triples the memory of a socket), no talk."""
    return uvicorn.Config(
        app,
        http=HeadProtocol,
        ws=DirectProtocol,
        ws_max_size=MESSAGE_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_EVERY,
        ws_ping_timeout=PING_PATIENCE,
        backlog=4096,
        timeout_graceful_shutdown=5,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
    )


class _Stop:
    """Hears from the start of the start that the server is to end; who says so while it starts is heard when it has."""

    def __init__(self) -> None:
        self._before: dict[int, Any] = {}
        self._heard: list[int] = []
        self._server: uvicorn.Server | None = None

    def __enter__(self) -> Self:
        self._before = {number: signal.signal(number, self._hear) for number in HANDLED_SIGNALS}
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def tell(self, server: uvicorn.Server) -> None:
        """Which server is to end."""
        self._server = server
        for number in self._heard:
            server.handle_exit(number, None)

    def _hear(self, number: int, frame: FrameType | None) -> None:
        self._heard.append(number)
        if self._server is not None:
            self._server.handle_exit(number, frame)


class _Server(uvicorn.Server):
    """Closes the sockets first when it is told to stop, so that stopping does not wait for people."""

    def __init__(self, config: uvicorn.Config, app: Starlette) -> None:
        super().__init__(config)
        self._sockets = app.state.sockets
        self._duplicates = app.state.lobby.duplicates

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Nothing: `_Stop` hears them, from before there is a server, and it does not raise them again at the end."""
        yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._sockets.close()
        self._duplicates.release()
        await super().shutdown(sockets)


def _say(serving: Serving, addresses: list[str], further: tuple[str, ...]) -> None:
    """The address first: programs that start a server read this line."""
    if serving.as_json:
        also = [f"{address}/" for address in (*addresses[1:], *further)]
        print(json.dumps({"url": f"{addresses[0]}/", "also": also, "data": str(serving.data)}), flush=True)
    else:
        _tell(serving, addresses, further)
    if serving.open_browser:
        webbrowser.open(addresses[0] + "/")


def _tell(serving: Serving, addresses: list[str], further: tuple[str, ...]) -> None:
    print(f"doublesix is ready: {addresses[0]}/", flush=True)
    for address in (*addresses[1:], *further):
        print(f"  also {address}/")
    print(f"Tables are kept in {serving.data}. Ctrl-C stops the server.")
    if serving.seed is not None:
        print(
            f"Seed {serving.seed}: the deals are the same every time. For tests and screenshots only, never for play."
        )
    sys.stdout.flush()


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The faster event loop, where there is one."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def open_many_files(most: int = 65_536) -> int | None:
    """Let this process hold as many sockets as the system allows it, at most so many; how many, None where unknown.

    A shell's usual limit of 1,024 files would turn visitors away long before the machine is busy.
    """
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = most if hard == resource.RLIM_INFINITY else min(most, hard)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return soft
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def _listen(host: str, port: int) -> socket.socket:
    """A listening socket. Raises `CannotStart` with what would help."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError as problem:
        raise CannotStart(f"There is no address {host!r} to listen on ({problem.strerror or problem}).") from problem
    listening = socket.socket(family, kind, protocol)
    try:
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(4096)
    except OSError as problem:
        listening.close()
        why = problem.strerror or problem
        raise CannotStart(f"Port {port} on {host} cannot be used ({why}); choose another with --port.") from problem
    return listening


def _addresses(host: str, port: int) -> list[str]:
    """The addresses under which people reach a server that listens on `host`, the one to print first."""
    try:
        listens = ipaddress.ip_address(host)
    except ValueError:
        return [normal(f"http://{host}:{port}")] + ([normal(f"http://127.0.0.1:{port}")] if host == "localhost" else [])
    names = [host]
    if listens.is_unspecified:
        names = ["127.0.0.1", "localhost", *_own_addresses()]
    elif listens.is_loopback:
        names = [host, "localhost"]
    return [normal(f"http://{f'[{name}]' if ':' in name else name}:{port}") for name in dict.fromkeys(names)]


def _own_addresses() -> list[str]:
    """This machine's addresses in its network and its name; none where it has no network. Nothing is sent."""
    found = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        found.append(probe.getsockname()[0])
    name = socket.gethostname().lower()
    return [*found, name] if name.replace("-", "").replace(".", "").isalnum() else found
