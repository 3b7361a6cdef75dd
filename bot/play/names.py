"""People's names, safe to print."""

import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

import discord

from ..storage import Player
from ..words.i18n import Tongue
from ..words.letters import isolated
from ..words.speech import headed
from . import computers

_NAME, _SHORT = 32, 10
# Control and format characters, separators, private and unassigned code points. Joiners are allowed
# (`_JOINERS`), because emoji and some scripts need them.
_UNSEEN = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp", "Zs")
_JOINERS = "\u200c\u200d"
_COMPUTER = "🤖 "
# Invisible letters and symbols: Hangul fillers, the blank Braille pattern, a musical symbol without
# a note head.
_BLANK = "\u115f\u1160\u3164\uffa0\u2800\U0001d159"
_MARKS = ("Mn", "Me")
_WIDE, _NARROW = "MWmw@%", "fijlrtIJ.,'!"
_BROAD, _SLIM = 1.7, 0.6
_STACKED = 2


def name_of(player: Player, t: Tongue, most: int = _NAME) -> str:
    """Return a player's name with markup escaped, or "someone" after a deletion.

    `most`: the number of characters before it is cut.
    """
    return escaped(_bare(player, t), most) + player.sign


def bare_name(player: Player, t: Tongue) -> str:
    """Return the name unescaped, where no markup is read. An invisible name becomes a number."""
    return isolated(_bare(player, t)) + player.sign


def _bare(player: Player, t: Tongue) -> str:
    if player.forgotten:
        return t("someone")
    if player.computer:
        return _COMPUTER + computers.name_of(player, t)
    return plain(player.name) or t("Player {n}", n=player.seat + 1)


def called(player: Player, t: Tongue, most: int, reader: int | None) -> str:
    """Return a player's name as a label, or the word for the player who reads it."""
    return headed(t.word("person", "you")) if player.user_id == reader else name_of(player, t, most)


def person(player: Player, t: Tongue) -> str:
    """Return the name as a notice to others has it: with さん in Japanese."""
    name = name_of(player, t)
    return t.word("person", "{who}", who=name)


def seat_name(player: Player, t: Tongue, most: int = _NAME) -> str:
    """Return the name on a player's seat, with 🤖 if a computer plays it."""
    name = name_of(player, t, most)
    return name if player.playing or player.computer else _COMPUTER + name


def names_of(players: Iterable[Player], t: Tongue) -> list[str]:
    """Return the names on the seats of a table."""
    return [seat_name(player, t) for player in players]


class SeatNames(NamedTuple):
    """The names on the seats of a table, in full and as stories have them, and the mentions.

    A story has them cut, unless two would look alike.
    """

    whole: tuple[str, ...]
    short: tuple[str, ...]
    mentions: tuple[str, ...]


@lru_cache(maxsize=1024)
def seat_names(players: tuple[Player, ...], t: Tongue) -> SeatNames:
    """Return the names of a table in a language. Each of its screens needs them several times."""
    short = [seat_name(player, t, _SHORT) for player in players]
    whole = names_of(players, t)
    pairs = zip(short, whole, strict=True)
    return SeatNames(
        tuple(whole),
        tuple(w if short.count(s) > whole.count(w) else s for s, w in pairs),
        tuple(mention_of(player, t) for player in players),
    )


def brief(names: Mapping[int, str]) -> dict[int, str]:
    """Return names by seat for a small line: without 🤖 if all have it."""
    every = all(name.startswith(_COMPUTER) for name in names.values())
    return {seat: name.removeprefix(_COMPUTER * every) for seat, name in names.items()}


def mention_of(player: Player, t: Tongue) -> str:
    """Return a Discord mention of the player, or the seat's name if they don't play."""
    called = player.playing and player.user_id > 0
    return f"<@{player.user_id}>{player.sign}" if called else seat_name(player, t)


@lru_cache(maxsize=4096)
def plain(name: str) -> str:
    """Return a name on one line, with at most two marks on a character, or "" if invisible.

    Invisible characters that would reorder or break the surrounding text are removed.
    """
    seen, stacked, bare = "", 0, True
    for sign in name:
        kind = unicodedata.category(sign)
        if kind in _MARKS:
            stacked += 1
            # A mark without a base would attach to the text before the name.
            seen += sign if stacked <= _STACKED and not bare else ""
        elif sign in _JOINERS:
            seen += "" if bare or seen[-1] in _JOINERS else sign
        else:
            bare = kind in _UNSEEN or sign in _BLANK
            seen, stacked = seen + (" " if bare else sign), 0
    return " ".join(word.rstrip(_JOINERS) for word in seen.split())


def printable(name: str) -> str:
    """Return a name escaped for any text, or `?` if it is invisible."""
    return escaped(plain(name) or "?")


def _cut(name: str, most: int) -> str:
    """Return a name cut to the width of that many usual letters."""
    wide = 0.0
    for at, sign in enumerate(name):
        broad = unicodedata.east_asian_width(sign) in "WF" or sign in _WIDE
        wide += _BROAD if broad else _SLIM if sign in _NARROW else 1
        if wide > most:
            return name[: max(1, at - 1)] + "…"
    return name


@lru_cache(maxsize=4096)
def escaped(name: str, most: int = _NAME) -> str:
    """Escape markup, mentions and links in a plain name, cut to `most` characters and isolated.

    In a name that may be cut, wide letters count more than others, and narrow ones less.
    """
    if most < _NAME:
        name = _cut(name, most)
    name = name if len(name) <= most else name[: most - 1] + "…"
    name = discord.utils.escape_markdown(name, ignore_links=False)
    name = discord.utils.escape_mentions(name).replace("<", "\\<").replace("://", ":/\u200b/")
    return isolated(name)
