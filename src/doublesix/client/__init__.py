"""Beside floor 6: a small client of the server, for programs that make tables, sit down and play.

    from doublesix.client import Client

    client = Client("http://127.0.0.1:8000")
    table = client.make_table("ply-yard", ["you", "normal"])
    end = client.play(table, lambda view: view.legal[0])
    print(end["outcome"]["title"])

`Client` speaks HTTP and waits for its answers; `Client.connect` is the socket of one table, for programs with an event
loop of their own, and `Client.playing` is `play` for them. docs/protocol.md says what is sent.
"""

from doublesix.client.address import split_link
from doublesix.client.guest import Client
from doublesix.client.playing import Choose, Report, Told
from doublesix.client.problems import NotServed, Unreachable
from doublesix.client.socket import AtTable

__all__ = ["AtTable", "Choose", "Client", "NotServed", "Report", "Told", "Unreachable", "split_link"]
