"""Play a round against the computer on a doublesix server: python3 sit_down.py http://127.0.0.1:8000"""

import sys

from doublesix.client import Client


def choose(view):
    """Get rid of doubles first, then of the tile that matches most of the hand."""
    numbers = [half for tile in view.hand for half in (tile.high, tile.low)]

    def value(move):
        if move.tile is None:  # a draw or a pass
            return (-1, 0)
        return (move.tile.is_double, numbers.count(move.tile.high) + numbers.count(move.tile.low))

    return max(view.legal, key=value)


client = Client(sys.argv[1])
table = client.make_table("ply-yard", ["you", "normal"])
print(f"Watch it at {client.address}/table/{table}")
state = client.play(table, choose, told=lambda report: print(report.text))
print(f"{state['outcome']['title']}: {state['outcome']['pips']}")
