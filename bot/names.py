"""People's names, safe to print."""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

import discord

from .i18n import Tongue
from .storage import Player

_NAME = 32
# Control characters, marks that turn the direction of writing, line and paragraph separators;
# but emoji and some scripts need joiners.
_UNSEEN = ("Cc", "Cf", "Zl", "Zp")
_JOINERS = "\u200c\u200d"


def name_of(player: Player, t: Tongue) -> str:
    """A player's name, safe to print; "someone" where the person's data was deleted."""
    if player.computer:
        return f"🤖 {printable(player.name)}"
    return t("someone") if player.forgotten else printable(player.name)


def seat_name(player: Player, t: Tongue) -> str:
    """The name on a player's seat, marked wherever a computer plays it."""
    name = name_of(player, t)
    return name if player.playing or player.computer else f"🤖 {name}"


def names_of(players: Iterable[Player], t: Tongue) -> list[str]:
    """The names on the seats of a table."""
    return [seat_name(player, t) for player in players]


def mention_of(player: Player, t: Tongue) -> str:
    """A player as a Discord mention; where nobody is to be called, the name on the seat."""
    called = player.playing and player.user_id > 0
    return f"<@{player.user_id}>" if called else seat_name(player, t)


def plain(name: str) -> str:
    """A name on one line, without what isn't seen but would turn or break the text after it."""
    seen = "".join(
        " " if unicodedata.category(sign) in _UNSEEN and sign not in _JOINERS else sign
        for sign in name
    )
    return " ".join(seen.split()) or "?" * bool(name)


@lru_cache(maxsize=4096)
def printable(name: str) -> str:
    """A name as it may stand in a text: no markup, no mention, no link, not too long."""
    name = plain(name)
    name = name if len(name) <= _NAME else name[: _NAME - 1] + "…"
    name = discord.utils.escape_markdown(name, ignore_links=False)
    return discord.utils.escape_mentions(name).replace("<", "\\<").replace("://", ":/\u200b/")
