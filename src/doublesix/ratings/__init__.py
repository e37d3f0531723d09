"""Ratings: how well people finish, by family of rules, with how sure that is.

    family_of(rules)                   which ratings a table counts for
    places_of(position), match_places  who finished where
    rate(before, places, sides)        what that changes

Values in, values out: nothing here reads a store or a clock.
"""

from doublesix.ratings.families import FAMILIES, Family, family_of, why_unrated
from doublesix.ratings.model import START, Rating, rate
from doublesix.ratings.places import behind, match_places, places_of

__all__ = [
    "FAMILIES",
    "START",
    "Family",
    "Rating",
    "behind",
    "family_of",
    "match_places",
    "places_of",
    "rate",
    "why_unrated",
]
