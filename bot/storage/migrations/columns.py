"""Kinds of columns that migrations share. They never change."""

from typing import Any

import sqlalchemy as sa


def number(name: str) -> sa.Column[int]:
    """Return an id that is part of the primary key."""
    return sa.Column(name, sa.BigInteger, primary_key=True, autoincrement=False)


def small(name: str) -> sa.Column[int]:
    """Return a count that is part of the primary key."""
    return sa.Column(name, sa.Integer, primary_key=True, autoincrement=False)


def parent(table: str, name: str) -> sa.Column[int]:
    """Return the part of the primary key that names a row's parent, deleted with it."""
    key = sa.ForeignKey(f"{table}.id", ondelete="CASCADE")
    return sa.Column(name, sa.Integer, key, primary_key=True, autoincrement=False)


def given(name: str, kind: Any) -> sa.Column[Any]:
    """Return a column without null."""
    return sa.Column(name, kind, nullable=False)


def flag(name: str, *, on: bool = False) -> sa.Column[bool]:
    """Return a flag without null, with its state in rows that don't set it."""
    return sa.Column(name, sa.Boolean, nullable=False, server_default="1" if on else "0")


def zero(name: str, kind: Any = sa.Integer, first: str = "0") -> sa.Column[int]:
    """Return a number without null, with its value in rows that don't set it."""
    return sa.Column(name, kind, nullable=False, server_default=first)


def text(name: str, length: int, **options: Any) -> sa.Column[str]:
    """Return a text without null."""
    return sa.Column(name, sa.String(length), nullable=False, **options)
