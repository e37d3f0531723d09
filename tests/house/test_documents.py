"""Every example in the README and the docs runs, and prints what it shows."""

from __future__ import annotations

import doctest
import json
import os
import re
import runpy
import tomllib
from pathlib import Path

import pytest
import server_page

from doublesix import LEVELS, PRESETS, Tile, preset, read_record, replay_json, start
from doublesix.cli import COMMANDS

from .documents import DOCUMENTS, LENIENT, ROOT, SOURCE, blocks, commands, run, same

#: Commands that install, serve or check: they have tests of their own and are not run from here.
ELSEWHERE = ("python3 dev.py ", "doublesix serve", ".venv/bin/doublesix play")
NAMES = [str(path.relative_to(ROOT)) for path in DOCUMENTS]


@pytest.mark.skipif(os.name == "nt", reason="the examples are written for the shell of Linux and macOS")
@pytest.mark.parametrize("name", NAMES)
def test_console_examples_print_what_they_show(name: str, tmp_path: Path) -> None:
    for block in blocks(ROOT / name):
        if block.kind != "console":
            continue
        for command in commands(block):
            if command.text.startswith(ELSEWHERE):
                continue
            done = run(command.text, tmp_path)
            assert "Traceback" not in done.stdout, f"{name}:{command.line}: {command.text}\n{done.stdout}"
            assert same(command.shown, done.stdout), (
                f"{name}:{command.line}: {command.text}\nshown:\n{command.shown}\ngot:\n{done.stdout}"
            )


@pytest.mark.parametrize("name", NAMES)
def test_python_examples_print_what_they_show(name: str) -> None:
    names: dict[str, object] = {}
    for block in blocks(ROOT / name):
        if block.kind == "python":
            example = doctest.DocTestParser().get_doctest(block.body, names, name, name, block.line)
            assert example.examples, f"{name}:{block.line}: write the example as a session, with >>>"
            said: list[str] = []
            result = doctest.DocTestRunner(optionflags=LENIENT).run(example, out=said.append, clear_globs=False)
            assert result.failed == 0, "".join(said)
            names = example.globs


def test_json_examples_are_json_and_the_view_shown_is_that_of_the_round_shown() -> None:
    shown = {name: [json.loads(block.body) for block in blocks(ROOT / name) if block.kind == "json"] for name in NAMES}
    record, view = shown["docs/records.md"][0], shown["docs/records.md"][-1]
    hands = [[Tile(text) for text in hand] for hand in record["hands"]]
    boneyard = [Tile(text) for text in record["boneyard"]]
    position = start(preset(record["rules"]), hands, boneyard, leader=record["leader"])
    for move in record["moves"]:
        position = position.play(move)
    assert position.view(view["seat"]).to_json() == view


@pytest.mark.parametrize("name", NAMES)
def test_links_and_pictures_lead_to_files_that_exist(name: str) -> None:
    text = re.sub(r"^```.*?^```$", "", (ROOT / name).read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        if not target.startswith(("http:", "https:")):
            assert ((ROOT / name).parent / target).exists(), f"{name} points to {target}, which is not there"


def test_dev_commands_in_the_documents_exist() -> None:
    known = set(re.findall(r"python3 dev\.py (\w+)", (ROOT / "dev.py").read_text(encoding="utf-8")))
    for name in NAMES:
        named = set(re.findall(r"dev\.py (\w+)", (ROOT / name).read_text(encoding="utf-8")))
        assert named <= known, f"{name} names commands that dev.py does not have: {named - known}"


def test_the_page_on_dependencies_names_exactly_what_is_installed() -> None:
    page = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    building = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    for heading, wanted in (
        ("## To run", project["dependencies"]),
        ("## To build", building),
        ("## To check", sorted({*project["optional-dependencies"]["dev"]} - {*building})),
    ):
        section = page.split(heading)[1].split("\n## ")[0]
        rows = re.findall(r"^\| ([a-zA-Z][^|]*) \| [^|]*\d", section, re.MULTILINE)
        named = {name.split(" ")[0].lower() for row in rows for name in row.split(", ")}
        assert named == {re.split(r"[^\w-]", name)[0].lower() for name in wanted}


def test_the_page_of_rules_is_the_one_printed_from_the_presets() -> None:
    names = runpy.run_path(str(ROOT / "tools" / "rules_page.py"))
    assert names["PAGE"].read_text(encoding="utf-8") == names["page"](), "print it anew: python3 dev.py docs"


def test_the_example_records_replay_and_end_as_they_claim() -> None:
    for path in sorted((ROOT / "docs" / "examples").glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            answer = replay_json(read_record(record))
            assert answer["ok"], f"{path.name}: {answer}"
            assert record.get("outcome") in (None, answer.get("outcome"))


def test_every_ruling_that_the_code_cites_stands_in_the_canon() -> None:
    canon = (ROOT / "docs" / "canon.md").read_text(encoding="utf-8")
    for path in sorted(SOURCE.rglob("*.py")):
        for cited in re.findall(r"canon ((?:part )?[ACW]?\d[\d.]*(?:(?:, | and |-)[ACW]?\d[\d.]*)*)", path.read_text()):
            for mark in re.findall(r"[ACW]\d+|\d\.\d", cited):
                assert f"**{mark}" in canon or f"### {mark} " in canon, f"{path.name} cites canon {mark}"


def test_the_readme_lists_every_command_and_the_pages_name_only_options_that_exist(tmp_path: Path) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `doublesix (\w+)` \|", readme, re.MULTILINE)) == set(COMMANDS)
    options = {option for name in COMMANDS for option in re.findall(r"--[a-z-]+", helped(name, tmp_path))}
    options |= set(re.findall(r"--[a-z-]+", (ROOT / "dev.py").read_text(encoding="utf-8"))) | {"--version"}
    for name in NAMES:
        written = re.findall(r"(?<![-\w])--[a-z]+(?:-[a-z]+)*", (ROOT / name).read_text(encoding="utf-8"))
        assert set(written) <= options, f"{name} names options that no command has: {set(written) - options}"


def helped(command: str, folder: Path) -> str:
    """The help of a command."""
    return run(f"doublesix {command} --help", folder).stdout


def test_as_many_presets_as_the_readme_says() -> None:
    assert len(PRESETS) == 20
    assert "Twenty presets" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_pages_name_every_level() -> None:
    for name, row in (("docs/commands.md", r"^\| `--level L` \|.*$"), ("docs/glossary.md", r"^\| \*\*level\*\* \|.*$")):
        found = re.search(row, (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE)
        assert found is not None
        assert [level for level in LEVELS if level not in found[0]] == [], name


def test_the_figures_of_the_server_are_those_that_were_measured() -> None:
    result = json.loads(server_page.RESULT.read_text(encoding="utf-8"))
    page = server_page.PAGE.read_text(encoding="utf-8")
    assert page == server_page.drawn(page, result), "draw them again: python3 bench/server_page.py"
