"""Floor 3: players. A player sees a view and nothing else, and answers with a move."""

from doublesix.players.arena import Group, Score, play_group, score
from doublesix.players.base import LEVELS, LevelPlayer, Player, level_description, make_player
from doublesix.players.limit import Clock, Limit

__all__ = [
    "LEVELS",
    "Clock",
    "Group",
    "LevelPlayer",
    "Limit",
    "Player",
    "Score",
    "level_description",
    "make_player",
    "play_group",
    "score",
]
