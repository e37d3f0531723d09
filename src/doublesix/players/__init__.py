"""Floor 3: players. A player sees a view and nothing else, and answers with a move."""

from doublesix.players.base import LEVELS, Player, level_description, make_player

__all__ = ["LEVELS", "Player", "level_description", "make_player"]
