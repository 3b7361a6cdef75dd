"""People's names, safe to print."""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

import discord

from ..storage import Player
from ..words.i18n import Tongue
from . import computers

_NAME = 32
# Control characters, marks that turn the direction of writing, line and paragraph separators,
# what is private or not assigned; but emoji and some scripts need joiners.
_UNSEEN = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp", "Zs")
_JOINERS = "\u200c\u200d"
# By their category letters or symbols, but nothing is drawn of them: fillers of Hangul, the blank
# pattern of Braille, a note without a head.
_BLANK = "\u115f\u1160\u3164\uffa0\u2800\U0001d159"
_MARKS = ("Mn", "Me")
_STACKED = 2


def name_of(player: Player, t: Tongue) -> str:
    """A player's name, safe to print; "someone" where the person's data was deleted."""
    return escaped(bare_name(player, t))


def bare_name(player: Player, t: Tongue) -> str:
    """The same where no markup is read; a name of which nothing is to be seen is a number."""
    if player.forgotten:
        return t("someone")
    if player.computer:
        return f"🤖 {computers.name_of(player, t)}"
    return plain(player.name) or t("Player {n}", n=player.seat + 1)


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


@lru_cache(maxsize=4096)
def plain(name: str) -> str:
    """A name on one line, with no more than two marks on a sign; "" if nothing of it is seen.

    What isn't seen but would turn or break the text around it goes.
    """
    seen, stacked, bare = "", 0, True
    for sign in name:
        kind = unicodedata.category(sign)
        if kind in _MARKS:
            stacked += 1
            # On nothing, it would stand on whatever is printed before.
            seen += sign if stacked <= _STACKED and not bare else ""
        elif sign in _JOINERS:
            seen += "" if bare or seen[-1] in _JOINERS else sign
        else:
            bare = kind in _UNSEEN or sign in _BLANK
            seen, stacked = seen + (" " if bare else sign), 0
    return " ".join(word.rstrip(_JOINERS) for word in seen.split())


def printable(name: str) -> str:
    """A name as it may stand in a text, where no seat tells who it is; `?` if it isn't seen."""
    return escaped(plain(name) or "?")


@lru_cache(maxsize=4096)
def escaped(name: str) -> str:
    """A plain name without markup, mentions and links, and not too long."""
    name = name if len(name) <= _NAME else name[: _NAME - 1] + "…"
    name = discord.utils.escape_markdown(name, ignore_links=False)
    return discord.utils.escape_mentions(name).replace("<", "\\<").replace("://", ":/\u200b/")
