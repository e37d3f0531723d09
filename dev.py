"""The commands of this repository. Standard library only: neither make nor a shell is needed.

    python3 dev.py play       set up, start the server and say where the page is
    python3 dev.py test       set up and run every check: lint, types, tests
    python3 dev.py lint       lint and types only
    python3 dev.py nightly    the tests in full size (long)
    python3 dev.py bench      the benchmarks
    python3 dev.py strength   measure how strong the levels are, from where it stopped
    python3 dev.py advice     measure what pieces of advice are worth, from where it stopped
    python3 dev.py docs       redraw what the documentation takes from the code
    python3 dev.py speech     bring the catalogues of the languages up to date and say what is to be translated

Everything is installed into the folder .venv beside this file, made on first use and left alone while nothing changed.
A set-up that was interrupted is made anew by running the same command again.
"""

from __future__ import annotations

import argparse
import hashlib
import http.client
import importlib.util
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import webbrowser
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
MARK = VENV / "doublesix-setup.json"
OLDEST = (3, 11)
OTHERS = ("python3.13", "python3.12", "python3.11")
PORTS = range(8000, 8020)
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
BROWSER_PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)


class PlainError(Exception):
    """Something the person at the keyboard can mend; the text says what and how."""


def say(text: str) -> None:
    """Print one message for the person at the keyboard, at once."""
    print(text, flush=True)


# ---------------------------------------------------------------- the virtual environment


def venv_python() -> Path:
    """Where the interpreter of the virtual environment is, whether or not it exists yet."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def clean_environment() -> dict[str, str]:
    """The environment for child processes, without what would make them look outside the virtual environment."""
    kept = {k: v for k, v in os.environ.items() if k not in {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "PIP_TARGET"}}
    return {**kept, "PIP_USER": "0"}


def describe(dev: bool) -> dict[str, object]:
    """What a finished set-up is for: another value here means that there is something to do."""
    return {
        "root": str(ROOT),
        "python": sys.version,
        "pyproject": hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest(),
        "compiled": compiled_sources(),
        "dev": dev,
    }


def compiled_sources() -> str:
    """A hash of everything that goes into the compiled modules, which are made anew when it changes."""
    total = hashlib.sha256()
    source, build = ROOT / "src", ROOT / "_build"
    for path in sorted([*source.rglob("_*.py"), *source.rglob("*.pxd"), *source.rglob("*.h"), *build.glob("*.py")]):
        data = path.read_bytes()
        if path.suffix != ".py" or data.startswith(b"# cython:") or path.parent == build:
            total.update(data)
    return total.hexdigest()


def read_mark() -> dict[str, object]:
    """What the last set-up wrote about itself; empty where there was none or it cannot be read."""
    try:
        mark = json.loads(MARK.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return mark if isinstance(mark, dict) else {}


def write_mark(state: str, about: dict[str, object]) -> None:
    """Note how far the set-up is: `making` until everything is installed, then `ready`."""
    MARK.write_text(json.dumps({"state": state, **about}, indent=1), encoding="utf-8")


def venv_maker() -> list[str]:
    """The command that makes a virtual environment with the running Python."""
    if importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip"):
        return [sys.executable, "-m", "venv"]
    if importlib.util.find_spec("virtualenv"):
        return [sys.executable, "-m", "virtualenv", "--quiet"]
    raise PlainError(
        "This Python cannot make a virtual environment: its module venv (or ensurepip) is not installed.\n"
        "  Debian, Ubuntu:  apt install python3-venv     (as root, or with sudo)\n"
        "  elsewhere:       python3 -m pip install --user virtualenv\n"
        "Then run the same command again."
    )


def empty_venv() -> None:
    """Delete what is in `.venv`, the mark last: interrupted here, the next run still knows that the folder is ours."""
    for entry in VENV.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        elif entry != MARK:
            entry.unlink()
    MARK.unlink(missing_ok=True)


def make_venv(about: dict[str, object]) -> None:
    """Make `.venv` from nothing; what an earlier, unfinished set-up left there goes first."""
    maker = venv_maker()
    if VENV.exists():
        if not MARK.exists() and any(VENV.iterdir()):
            raise PlainError(
                f"The folder {VENV.name} here was not made by this script and does not work.\n"
                "Move it away or delete it, then run the same command again."
            )
        say("The last set-up was not finished or no longer fits: making it anew.")
        empty_venv()
    VENV.mkdir(exist_ok=True)
    write_mark("making", about)
    if subprocess.call([*maker, str(VENV)], cwd=ROOT, env=clean_environment()) != 0:
        raise PlainError(
            "Making the virtual environment did not work; the lines above say why.\n"
            "On Debian and Ubuntu the usual reason is a missing package:  apt install python3-venv"
        )


def works(python: Path) -> bool:
    """Whether a virtual environment's Python runs and has pip."""
    try:
        done = subprocess.run(
            [str(python), "-m", "pip", "--version"], check=False, capture_output=True, env=clean_environment()
        )
    except OSError:
        return False
    return done.returncode == 0


def set_up(dev: bool) -> Path:
    """Make sure that the package is installed in `.venv` and return its Python.

    `dev` also installs the tools of the checks. Nothing is done where the last finished set-up still fits.
    """
    about = describe(dev)
    python = venv_python()
    mark = read_mark()
    about["dev"] = dev or mark.get("dev") is True  # tools once installed are kept up to date
    if mark == {"state": "ready", **about} and python.exists():
        return python
    same_base = mark.get("state") == "ready" and all(mark.get(key) == about[key] for key in ("root", "python"))
    foreign = not mark and (VENV / "pyvenv.cfg").exists() and not MARK.exists()
    if not ((same_base or foreign) and works(python)):
        say(f"Setting up in {VENV.name} (only the first time) …")
        make_venv(about)
    write_mark("making", about)
    what = ".[dev]" if about["dev"] else "."
    say("Installing doublesix and what it needs; this takes a minute or two …")
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", "-e", what]
    if subprocess.call(pip, cwd=ROOT, env=clean_environment()) != 0:
        raise PlainError(
            "Installing did not work; the lines above say why (often: no way to the package index).\n"
            "When that is mended, run the same command again: it starts the set-up anew."
        )
    write_mark("ready", about)
    return python


# ---------------------------------------------------------------- play


def free_port(host: str, wanted: int | None) -> int:
    """The port to serve on: the wanted one, or the first free one from 8000."""
    for port in PORTS if wanted is None else [wanted]:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            if os.name != "nt":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError as error:
                if wanted is not None:
                    raise PlainError(f"Port {wanted} on {host} cannot be used: {error.strerror}.") from error
            else:
                return int(probe.getsockname()[1])
    raise PlainError(f"Ports {PORTS.start} to {PORTS.stop - 1} are all taken; name another with --port.")


def answers(host: str, port: int) -> bool:
    """Whether the page answers."""
    connection = http.client.HTTPConnection(host, port, timeout=5)
    try:
        connection.request("GET", "/")
        return connection.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def play(args: argparse.Namespace) -> int:
    """Start the server, wait until the page answers, let it print its address, and stay until Ctrl-C."""
    python = set_up(dev=False)
    port = free_port(args.host, args.port)
    command = [str(python), "-m", "doublesix", "serve", "--host", args.host, "--port", str(port), "--data", args.data]
    for origin in args.origin:
        command += ["--origin", origin]
    say("Starting the server …")
    server = subprocess.Popen(command, cwd=ROOT, env=clean_environment(), stdout=subprocess.PIPE, text=True)
    ready = threading.Event()
    speaker = threading.Thread(target=pass_on, args=(server, ready))
    speaker.start()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    signal.signal(signal.SIGINT, signal.default_int_handler)  # also where we were started in the background
    try:
        wait_for_page(server, {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(args.host, args.host), port)
        ready.set()
        if args.open:
            webbrowser.open(f"http://{'127.0.0.1' if args.host == '0.0.0.0' else args.host}:{port}/")
        return server.wait()
    except KeyboardInterrupt:
        say("\nStopped. The tables are kept.")
        return 0
    finally:
        stop(server)
        ready.set()
        speaker.join()


def pass_on(server: subprocess.Popen[str], ready: threading.Event) -> None:
    """Print what the server says, the address among it, but not before the page answers."""
    assert server.stdout is not None
    for line in server.stdout:
        ready.wait()
        say(line.rstrip())


def wait_for_page(server: subprocess.Popen[str], host: str, port: int) -> None:
    """Return when the page answers."""
    give_up = time.monotonic() + 120
    while not answers(host, port):
        if server.poll() is not None:
            raise PlainError(f"The server stopped before the page answered (exit status {server.returncode}).")
        if time.monotonic() > give_up:
            raise PlainError("The page did not answer within two minutes.")
        time.sleep(0.1)


def stop(server: subprocess.Popen[str]) -> None:
    """End the server process, gently at first."""
    if server.poll() is None:
        server.terminate()
        try:
            server.wait(timeout=10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


# ---------------------------------------------------------------- checks


def find_browser() -> str | None:
    """Path of a Chromium that the page's tests can drive, or None."""
    named = os.environ.get("DOUBLESIX_CHROMIUM")
    if named:
        return named
    found = (shutil.which(name) for name in BROWSERS)
    return next((path for path in (*found, *BROWSER_PLACES) if path and Path(path).exists()), None)


def in_ci() -> bool:
    """Whether a missing browser or Node is a failure, not a reason to skip."""
    return os.environ.get("CI", "").lower() in {"1", "true"}


def missing_tools() -> list[str]:
    """One sentence for each group of checks that cannot run on this machine, with the remedy."""
    sentences = []
    if find_browser() is None:
        sentences.append(
            f"the page in a browser: no Chromium found (looked for {', '.join(BROWSERS)}).\n"
            "    Debian: apt install chromium; elsewhere set DOUBLESIX_CHROMIUM to its path."
        )
    if not (shutil.which("node") and shutil.which("npm")):
        sentences.append(
            "the types of the page's JavaScript, and its layout against the reference: no Node.js found\n"
            "    (looked for node and npm). Debian: apt install nodejs npm."
        )
    return sentences


def check(title: str, command: list[str], folder: Path = ROOT) -> bool:
    """Run one check, say how long it took, and return whether it passed."""
    say(f"== {title}")
    begun = time.monotonic()
    passed = subprocess.call(command, cwd=folder, env=clean_environment()) == 0
    say(f"== {title}: {'ok' if passed else 'FAILED'} in {time.monotonic() - begun:.0f} s")
    return passed


def check_javascript() -> bool:
    """Check the types of the page's JavaScript with TypeScript's compiler, where Node is present."""
    folder = ROOT / "web"
    npm = shutil.which("npm")
    if npm is None or not (folder / "package.json").exists():
        return True
    if not (folder / "node_modules" / "typescript").exists():
        how = ["ci"] if (folder / "package-lock.json").exists() else ["install", "--no-package-lock"]
        if not check("fetch the type checker", [npm, *how, "--no-audit", "--no-fund", "--silent"], folder):
            if in_ci():
                return False
            say("Not checked here: the types of the page's JavaScript, for the type checker could not be fetched.")
            return True
    return check("types of the page's JavaScript (tsc)", [npm, "exec", "--", "tsc", "--noEmit", "-p", "."], folder)


def lint_steps(python: Path) -> list[str]:
    """Run lint and type checks; the titles of those that failed."""
    passed = {
        "lint": check("lint (ruff)", [str(python), "-m", "ruff", "check", "--no-cache", "."]),
        "types": check("types (mypy --strict)", [str(python), "-m", "mypy", "--strict"]),
        "types of the page's JavaScript": check_javascript(),
    }
    if in_ci():
        passed["audit of dependencies"] = check("known weaknesses of packages", [str(python), "tools/audit.py"])
    return [title for title, good in passed.items() if not good]


def pytest(python: Path, arguments: list[str]) -> int:
    """Run the tests; pytest's closing line comes last."""
    browser = find_browser()
    environment = clean_environment()
    if browser:
        environment["DOUBLESIX_CHROMIUM"] = browser
    return subprocess.call([str(python), "-m", "pytest", "-rs", *arguments], cwd=ROOT, env=environment)


SIDE_BY_SIDE = ["-n", "2", "--dist", "loadfile", "--no-loadscope-reorder"] if (os.cpu_count() or 1) > 1 else []
"""Two processes share the tests file by file, in their order, so that one browser at a time is started in each."""


def report(failed: list[str], status: int) -> int:
    """Exit status of a run of checks; failures before the tests are named again at the end."""
    if failed:
        say(f"Failed: {', '.join(failed)}.")
        return 1
    return status


def announce_missing() -> None:
    """Say which checks cannot run here; in CI that is a failure."""
    missing = missing_tools()
    if missing and in_ci():
        raise PlainError("CI must run everything, but cannot check\n" + "\n".join(f"  - {text}" for text in missing))
    for text in missing:
        say(f"Not checked here: {text}")


def test(args: argparse.Namespace) -> int:
    """Every check, or only the tests that are named."""
    python = set_up(dev=True)
    if args.rest:
        return pytest(python, args.rest)
    announce_missing()
    failed = lint_steps(python)
    say("== tests (pytest)")
    return report(failed, pytest(python, SIDE_BY_SIDE))


def lint(_args: argparse.Namespace) -> int:
    """Lint and types."""
    return report(lint_steps(set_up(dev=True)), 0)


def nightly(args: argparse.Namespace) -> int:
    """The heavy checks in full size; what was run, when and where is kept in tests/nightly.json."""
    python = set_up(dev=True)
    announce_missing()
    os.environ["DOUBLESIX_FULL"] = "1"
    failed = [] if args.rest else lint_steps(python)
    passed = check("tools/nightly.py", [str(python), "tools/nightly.py", *args.rest])
    return report(failed if passed else [*failed, "tools/nightly.py"], 0)


def bench(args: argparse.Namespace) -> int:
    """Run the scripts of bench/ one after the other."""
    scripts = sorted((ROOT / "bench").glob("bench_*.py"))
    if not scripts:
        say("There are no benchmarks yet.")
        return 0
    python = set_up(dev=True)
    failed = [script.name for script in scripts if not check(script.name, [str(python), str(script), *args.rest])]
    return report(failed, 0)


def strength(args: argparse.Namespace) -> int:
    """Go on with the matches of the levels and remake docs/strength.md."""
    python = set_up(dev=False)
    return subprocess.call([str(python), "bench/strength.py", *args.rest], cwd=ROOT, env=clean_environment())


def advice(args: argparse.Namespace) -> int:
    """Go on measuring what advice is worth and remake docs/strategy.md."""
    python = set_up(dev=False)
    return subprocess.call([str(python), "bench/advice.py", *args.rest], cwd=ROOT, env=clean_environment())


def docs(_args: argparse.Namespace) -> int:
    """Redraw what the documentation takes from the code: the floors and the rules of the presets."""
    python = set_up(dev=False)
    scripts = ["tests/house/floors.py", "tools/rules_page.py"]
    return report([script for script in scripts if not check(script, [str(python), script, "--write"])], 0)


def speech(_args: argparse.Namespace) -> int:
    """Write new texts, untranslated, into the catalogues of the languages, and say what is left to translate."""
    python = set_up(dev=True)
    return subprocess.call([str(python), "tools/catalogues.py", "--write"], cwd=ROOT, env=clean_environment())


# ---------------------------------------------------------------- the command line


def newer_python() -> int:
    """Run this script again under a newer Python, where one is on the path."""
    for name in OTHERS:
        path = shutil.which(name)
        if path and subprocess.call([path, "-c", ""], stderr=subprocess.DEVNULL) == 0:
            return subprocess.call([path, str(Path(__file__).resolve()), *sys.argv[1:]])
    have = ".".join(str(part) for part in sys.version_info[:3])
    raise PlainError(
        f"doublesix needs Python {OLDEST[0]}.{OLDEST[1]} or newer; this is {have}, and no newer one was found.\n"
        "  Debian 12, Ubuntu 24.04 and newer have it:  apt install python3 python3-venv\n"
        "  everywhere else: python.org"
    )


def parser() -> argparse.ArgumentParser:
    """The commands and their options."""
    top = argparse.ArgumentParser(
        prog="dev.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = top.add_subparsers(dest="command", required=True)

    def command(name: str, run: Any, summary: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=summary, description=summary)
        made.set_defaults(run=run)
        return made

    playing = command("play", play, "start the server and say where the page is")
    playing.add_argument("--host", default="127.0.0.1", help="address to listen on (0.0.0.0: every network)")
    playing.add_argument("--port", type=int, help="port to listen on (default: the first free one from 8000)")
    playing.add_argument("--data", default=str(ROOT / "data"), help="folder that keeps the tables (default: data)")
    playing.add_argument("--origin", action="append", default=[], help="another address under which the page is opened")
    playing.add_argument("--open", action="store_true", help="open the page in the browser")
    for name, run, summary in (
        ("test", test, "run every check, or only the tests named (pytest's arguments)"),
        ("nightly", nightly, "run every check in full size (long)"),
        ("bench", bench, "run the benchmarks"),
        ("advice", advice, "measure what pieces of advice are worth, and write docs/strategy.md"),
        ("strength", strength, "measure how strong the levels are, from where it stopped, and write docs/strength.md"),
    ):
        command(name, run, summary).add_argument("rest", nargs=argparse.REMAINDER, help="arguments passed on")
    command("lint", lint, "lint and types only")
    command("docs", docs, "redraw what the documentation takes from the code")
    command("speech", speech, "bring the catalogues of the languages up to date, and say what is to be translated")
    return top


def main() -> int:
    """Run one command; troubles a person can mend are one plain message."""
    try:
        if sys.version_info < OLDEST:
            return newer_python()
        args = parser().parse_args()
        return int(args.run(args))
    except PlainError as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped. Run the same command again: a half-made set-up is made anew.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
