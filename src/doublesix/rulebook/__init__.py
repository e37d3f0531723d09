"""Floor 1: the rules in words, generated from the rules: rule pages, effects of fields, comparisons, house rules."""

from doublesix.rulebook.effects import Effect, compare, effect, effects
from doublesix.rulebook.house import from_link, house_json, house_text, read_house, to_link
from doublesix.rulebook.page import Block, Item, Page, markdown, plain, rule_page

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
    "house_text",
    "markdown",
    "plain",
    "read_house",
    "rule_page",
    "to_link",
]
