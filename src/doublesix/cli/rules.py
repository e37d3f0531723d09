"""`doublesix rules [ID]`: every preset on a line, the page of one, or what differs between two.

ID is a preset, rules as a JSON object, a file of house rules (JSON or TOML, - for standard input), or a link to house
rules as the page makes it.
"""

from __future__ import annotations

import argparse

from doublesix.cli.common import Subparsers, add_json, read_rules, write_json
from doublesix.rulebook import compare, house_json, house_text, house_toml, markdown, plain, rule_page, to_link
from doublesix.rules import PRESETS, Rules


def add_parser(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser("rules", help="list the presets, explain one, compare two", description=__doc__)
    parser.add_argument("id", metavar="ID", nargs="?", help="a preset id, a JSON object, a file or a link")
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--format", choices=("plain", "markdown", "json"), default="plain", help="how the page is written"
    )
    what.add_argument("--compare", metavar="OTHER", help="only what differs from other rules")
    what.add_argument("--link", action="store_true", help="the text of a link that holds these rules")
    what.add_argument("--file", action="store_true", help="these rules as a house-rules file, JSON")
    what.add_argument("--toml", action="store_true", help="these rules as a house-rules file, TOML")
    add_json(parser)
    parser.set_defaults(run=run, usage_error=parser.error)


def run(args: argparse.Namespace) -> int:
    """Write the rules asked for."""
    if args.id is None:
        if args.compare is not None or args.link or args.file or args.toml or args.format != "plain":
            args.usage_error("say which rules: a preset id, a JSON object, a file or a link")
        _list(args.json)
        return 0
    rules = read_rules(args.id)
    if args.compare is not None:
        _compare(rules, read_rules(args.compare), args.json)
    elif args.link:
        link = to_link(rules)
        write_json({"link": link, "path": f"/house/{link}"}) if args.json else print(f"house:{link}")
    elif args.file or args.toml:
        if args.json:
            write_json(house_json(rules))
        else:
            print(house_text(rules) if args.file else house_toml(rules), end="")
    elif args.json:
        write_json(rules.full_json())
    elif args.format == "json":
        write_json(rule_page(rules).to_json())
    else:
        print((markdown if args.format == "markdown" else plain)(rule_page(rules)))
    return 0


def _list(as_json: bool) -> None:
    for preset in PRESETS.values():
        if as_json:
            write_json(preset.rules.full_json())
        else:
            print(f"{preset.id:18}{preset.title}: {preset.summary}")


def _compare(one: Rules, other: Rules, as_json: bool) -> None:
    pairs = compare(one, other)
    if as_json:
        rows = [{"field": a.field, "values": [a.value, b.value], "effects": [a.text, b.text]} for a, b in pairs]
        write_json({"differs": rows})
        return
    if not pairs:
        print(f"{one.title} and {other.title} are played alike.")
    for own, its in pairs:
        print(f"{own.field}\n  {one.title}: {own.text}\n  {other.title}: {its.text}")
