"""Facts about matches on the page: a module `tests/cogs/<key>/page.py` for each game.

Every part of such a module is optional:
- `OPTIONS`: options of a short match of one person against computers.
- `said(moment, t)`: texts of the pictures of a table, a hand and a reveal. Without it, these
  moments are expected in words alone.
- `EMOJIS`: moments that always show emojis.
"""

import importlib
from importlib.util import find_spec
from types import ModuleType

ANY_TEXT = "¤"
"""Placeholder of any text in an expected one."""
NUMBER = 77
"""Placeholder of any number in an expected text."""
ANY = dict.fromkeys(("who", "card", "cards", "row", "dice", "sign"), ANY_TEXT)


def page_of(key: str) -> ModuleType | None:
    """Return the facts of a game, or None."""
    name = f"tests.cogs.{key}.page"
    found = find_spec(name.rpartition(".")[0]) and find_spec(name)
    return importlib.import_module(name) if found else None


def options_of(key: str) -> dict[str, str]:
    """Return the options of a short match against computers."""
    return getattr(page_of(key), "OPTIONS", {"computers": "1"})
