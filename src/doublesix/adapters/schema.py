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
