"""What is said about the server's addresses and messages: shapes, and the two documents made from them.

A new address is described in `routes.py`, a new message of the server in `messages.py`, a new kind of event in
`events.py` and a new field of the state in `state.py`, all in this folder; messages of clients are described by their
own structs. The tests check everything that is sent in them against these shapes.
"""
