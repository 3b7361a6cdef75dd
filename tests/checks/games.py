"""A game's key and names are written in the game's own folders and nowhere else."""

import re
from collections.abc import Iterator
from functools import cache

from bot.screens.transcript import looks
from bot.words.i18n import languages, tongue
from games import GAMES

from .tree import Finding, Module, Tree

HOMES = ("games", "cogs", "tests/games", "tests/cogs", "bench")
"""Folders that contain a game's own folder, named by its key."""
PAST = "bot/storage/migrations/versions"
"""The folder about databases of earlier versions. It names those versions' games."""
TOYS = "tests/sixth"
"""The folder of the toys, before they move in."""


@cache
def words_of(key: str) -> set[str]:
    """Return a game's key and its name in all languages."""
    look = looks().get(key)
    return (
        {key} if look is None else {key, *(tongue(one)(look.name) for one in ("en", *languages()))}
    )


def game_names(tree: Tree) -> Iterator[Finding]:
    """A module, comments included, names no game of another folder."""
    for module in tree.modules.values():
        if module.path.startswith((f"{TOYS}/", f"{PAST}/")):
            continue
        own, lower = set(_own(module, tree)), module.source.lower()
        words = {word for key in GAMES if key not in own for word in words_of(key)}
        here = "|".join(re.escape(word) for word in words if word.lower() in lower)
        for number, line in enumerate(module.source.splitlines() if here else (), 1):
            if found := re.search(rf"(?:{here})(?![a-z])", line, re.IGNORECASE):
                yield Finding(module.path, number, f"{found[0]} belongs to another folder")


def _own(module: Module, tree: Tree) -> Iterator[str]:
    for key in GAMES:
        if module.path.startswith(tuple(f"{home}/{key}/" for home in HOMES)):
            yield key
    # Some tests use a toy in its own folder, and also run where the toys have moved in.
    for _, name in tree.arrows[module.name]:
        if name.startswith(f"{TOYS.replace('/', '.')}."):
            yield from set(name.split(".")) & GAMES.keys()
