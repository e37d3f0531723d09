"""The database schema, the same for every SQL database."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

VERSION: Final = "1"
"""Raised with every change that older programs cannot read."""

metadata = sa.MetaData()

_SEQ = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

guest = sa.Table(
    "guest",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("cookie", sa.LargeBinary(32), nullable=False, unique=True),  # SHA-256, never the cookie itself
    sa.Column("created", sa.Float, nullable=False),
)

guest_name = sa.Table(
    "guest_name",
    metadata,
    sa.Column("guest_id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),
)

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("seq", _SEQ, primary_key=True, autoincrement=True),
    sa.Column("id", sa.String(32), nullable=False, unique=True),
    sa.Column("setup", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("over", sa.Boolean, nullable=False),
    sqlite_autoincrement=True,
)
sa.Index("tables_running", tables.c.seq, sqlite_where=tables.c.over.is_(sa.false()))

seat = sa.Table(
    "seat",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("guest_id", sa.String(32), nullable=False, index=True),
)

event = sa.Table(
    "event",
    metadata,
    sa.Column("seq", _SEQ, primary_key=True, autoincrement=True),
    sa.Column("table_id", sa.String(32), nullable=False),
    sa.Column("n", sa.Integer, nullable=False),
    sa.Column("cid", sa.String(64)),
    sa.Column("body", sa.Text, nullable=False),
    sa.UniqueConstraint("table_id", "n"),
    sa.UniqueConstraint("table_id", "cid"),
    sqlite_autoincrement=True,
)

setting = sa.Table(
    "setting",
    metadata,
    sa.Column("key", sa.String(64), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

# --- accounts: a guest with a name of his own ------------------------------------------------------------------------

account = sa.Table(
    "account",
    metadata,
    sa.Column("guest_id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("key", sa.String(128), nullable=False, unique=True),
    sa.Column("password", sa.Text),  # Argon2 with its parameters and salt
    sa.Column("created", sa.Float, nullable=False),
)

session = sa.Table(
    "session",
    metadata,
    sa.Column("cookie", sa.LargeBinary(32), primary_key=True),  # SHA-256, never the cookie itself
    sa.Column("guest_id", sa.String(32), nullable=False, index=True),
    sa.Column("created", sa.Float, nullable=False),
)

program = sa.Table(
    "program",
    metadata,
    sa.Column("guest_id", sa.String(32), primary_key=True),
)

passkey = sa.Table(
    "passkey",
    metadata,
    sa.Column("id", sa.LargeBinary(1024), primary_key=True),
    sa.Column("guest_id", sa.String(32), nullable=False, index=True),
    sa.Column("public", sa.LargeBinary, nullable=False),
    sa.Column("count", sa.BigInteger, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)

recovery = sa.Table(
    "recovery",
    metadata,
    sa.Column("guest_id", sa.String(32), primary_key=True),
    sa.Column("code", sa.LargeBinary(32), primary_key=True),  # SHA-256 of 80 random bits
)

challenge = sa.Table(
    "challenge",
    metadata,
    sa.Column("challenge", sa.LargeBinary(64), primary_key=True),
    sa.Column("until", sa.Float, nullable=False, index=True),
    sa.Column("guest_id", sa.String(32)),
    sa.Column("name", sa.String(64), nullable=False),
)

practice = sa.Table(
    "practice",
    metadata,
    sa.Column("guest_id", sa.String(32), primary_key=True),
    sa.Column("kind", sa.String(32), primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
)

mistake = sa.Table(
    "mistake",
    metadata,
    sa.Column("guest_id", sa.String(32), primary_key=True),
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("progress", sa.Text),
)

answered = sa.Table(
    "answered",
    metadata,
    sa.Column("guest_id", sa.String(32), primary_key=True),
    sa.Column("answer", sa.String(24), primary_key=True),  # of a drill; what is sent twice counts once
)

note = sa.Table(
    "note",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("round", sa.Integer, primary_key=True),
    sa.Column("at", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("guest_id", sa.String(32), nullable=False, index=True),
    sa.Column("move", sa.String(32), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
)

# --- results and ratings ---------------------------------------------------------------------------------------------

result = sa.Table(
    "result",
    metadata,
    sa.Column("seq", _SEQ, primary_key=True, autoincrement=True),
    sa.Column("table_id", sa.String(32), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("player", sa.String(32), nullable=False, index=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("rules", sa.String(64), nullable=False),
    sa.Column("title", sa.String(200), nullable=False),
    sa.Column("family", sa.String(32), nullable=False),
    sa.Column("pool", sa.String(32)),
    sa.Column("side", sa.Integer, nullable=False),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.UniqueConstraint("table_id", "seat"),
    sqlite_autoincrement=True,
)

pending = sa.Table(
    "pending",
    metadata,
    sa.Column("seq", _SEQ, primary_key=True, autoincrement=True),
    sa.Column("table_id", sa.String(32), nullable=False, unique=True),
    sqlite_autoincrement=True,
)

rating = sa.Table(
    "rating",
    metadata,
    sa.Column("player", sa.String(32), primary_key=True),
    sa.Column("family", sa.String(32), primary_key=True),
    sa.Column("pool", sa.String(32), primary_key=True),
    sa.Column("mean", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("sure", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
sa.Index("rating_leaders", rating.c.family, rating.c.pool, rating.c.sure)

rating_change = sa.Table(
    "rating_change",
    metadata,
    sa.Column("seq", _SEQ, primary_key=True, autoincrement=True),
    sa.Column("table_id", sa.String(32), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("player", sa.String(32), nullable=False),
    sa.Column("family", sa.String(32), nullable=False),
    sa.Column("pool", sa.String(32), nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("mean_before", sa.Float, nullable=False),
    sa.Column("deviation_before", sa.Float, nullable=False),
    sa.Column("mean", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.UniqueConstraint("table_id", "seat"),
    sa.UniqueConstraint("player", "family", "pool", "games"),
    sqlite_autoincrement=True,
)

duplicate = sa.Table(
    "duplicate",
    metadata,
    sa.Column("seq", _SEQ, primary_key=True, autoincrement=True),
    sa.Column("id", sa.String(32), nullable=False, unique=True),
    sa.Column("agreement", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("over", sa.Boolean, nullable=False),
    sqlite_autoincrement=True,
)

duplicate_guest = sa.Table(
    "duplicate_guest",
    metadata,
    sa.Column("guest_id", sa.String(32), primary_key=True),
    sa.Column("duplicate_id", sa.String(32), primary_key=True),
)

duplicate_event = sa.Table(
    "duplicate_event",
    metadata,
    sa.Column("duplicate_id", sa.String(32), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("body", sa.Text, nullable=False),
)
