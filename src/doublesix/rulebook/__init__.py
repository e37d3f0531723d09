"""Floor 1: the rules in words, generated from the rules: rule pages, effects of fields, comparisons, house rules."""

from doublesix.rulebook.effects import Effect, compare, effect, effects
from doublesix.rulebook.house import from_link, house_json, house_rules, house_text, house_toml, read_house, to_link
from doublesix.rulebook.page import Block, Item, Page, markdown, nearest, plain, rule_page

__all__ = [
    "Block",
    "Effect",
    "Item",
    "Page",
    "compare",
    "effect",
    "effects",
    "from_link",
    "house_json",
    "house_rules",
    "house_text",
    "house_toml",
    "markdown",
    "nearest",
    "plain",
    "read_house",
    "rule_page",
    "to_link",
]
