"""The panel of an open table: seats, computers, the time per move.

Pure: a Sight in, a Drawn out.
"""

from collections import Counter

import discord

from games import find_game
from games.record import parse_options

from ..play.computers import STRENGTHS, character_of
from ..play.lobby import HOST_SECONDS, closes_at
from ..play.names import name_of
from ..storage import Player, StoredTable
from ..wire.ui import SIGNS, Drawn, address, button, button_rows, moment, screen
from ..words.i18n import Tongue
from . import fairness
from .look import table_words
from .more import more_button
from .option_list import changed, pace_words
from .sight import Sight

# Seconds for a decision of a match by correspondence, at least.
_SLOW = 3600


def lobby_panel(sight: Sight, t: Tongue) -> Drawn:
    """Draw the panel before the start: options, seats, fairness, controls."""
    stored, look = sight.stored, sight.look
    if stored.phase == "cancelled":
        closed = t("This table was cancelled before a match began.")
        return screen(look.colour, f"{look.title(t)} · {table_words(stored.id, t)}", closed)
    game = find_game(stored.game)
    missing = game.seats[0] - len(stored.players)
    waiting = (
        t.many("{n} more to start", "{n} more to start", missing)
        if missing > 0
        else t("Ready: anyone who sits here can start.")
        if sight.now - stored.opened_at >= HOST_SECONDS
        else ""
    )
    seated = t("**{taken} of {most}** seated", taken=len(stored.players), most=game.seats[-1])
    chosen = parse_options(game, stored.options)
    steps = [
        button(address(stored, "join"), t("Join"), style=discord.ButtonStyle.success),
        button(
            address(stored, "start"),
            t("Start"),
            style=discord.ButtonStyle.primary,
            disabled=missing > 0,
        ),
        # A sign, as ⋯ is, leaves room for all four in a row.
        button(address(stored, "rules"), SIGNS["rules"], emoji=""),
        more_button(stored),
    ]
    named = t("#{number} is open", number=stored.id)
    # A match by correspondence has no length in minutes.
    lasts = look.lasts(chosen, t) if stored.pace is None or stored.pace < _SLOW else ""
    # A rematch says when it releases the seats.
    if stored.awaited:
        closes = t("kept seats free {when}", when=moment(stored.due_at))
    else:
        closes = t("closes {when}", when=moment(closes_at(stored)))
    facts = " · ".join(filter(None, [lasts, pace_words(stored.pace, t), closes]))
    # *Rules* has them all.
    small = " · ".join(changed(chosen, t))
    # Without a picture each seat names its computer's strength.
    computers = "" if sight.file is None else _computers(stored, t)
    news = " · ".join(filter(None, [seated, computers, waiting]))
    cuts = fairness.cuts(stored, t)
    return screen(
        look.colour,
        _lines(f"**{look.emoji} {t(look.name)} · {named}**", f"-# {facts}"),
        *sight.pictured(t),
        # Beside a picture, *Fairness* has the earlier cuts.
        _lines(
            news,
            *_seats(sight, t),
            f"-# {small}" if small else "",
            *(cuts if sight.file is None else cuts[-1:]),
        ),
        *button_rows(steps),
    )


def _lines(*lines: str) -> str:
    return "\n".join(filter(None, lines))


def _seats(sight: Sight, t: Tongue) -> list[str]:
    """Return a line for each seat, reserved ones too. Fewer are enough below a picture of them."""
    stored = sight.stored
    if sight.file is None:
        names = [_sitting(sight, player, t) for player in stored.players]
        names += [_awaited(sight, player, t) for player in stored.awaited]
        lines = [f"{seat}. {name}" for seat, name in enumerate(names, 1)]
        return lines or [t("Nobody sits here.")]
    # Those who can't be written to are called here.
    called = [player for player in stored.awaited if player.user_id in sight.unreached]
    return [" · ".join(_awaited(sight, player, t) for player in called)]


def _computers(stored: StoredTable, t: Tongue) -> str:
    """Return the number of computers of each strength."""
    kinds = Counter(player.kind for player in stored.players if player.computer)
    told = [f"🤖 {n} × {t(STRENGTHS[kind])}" for kind, n in kinds.items()]
    return " · ".join(told)


def _awaited(sight: Sight, player: Player, t: Tongue) -> str:
    """Return the name on a reserved seat, as a mention if direct messages failed."""
    called = player.user_id in sight.unreached
    return t("{who}?", who=f"<@{player.user_id}>" if called else name_of(player, t))


def _sitting(sight: Sight, player: Player, t: Tongue) -> str:
    """Return the name on a seat of a lobby, with the strength of a computer."""
    line = f"**{name_of(player, t)}**"
    if player.computer:
        one = character_of(sight.look.computers, player)
        sign = "" if one is None else f" {one.sign}"
        return f"{line}{sign} · {t(STRENGTHS[player.kind])}"
    return line + (" 👑" if player.user_id == sight.stored.host_id else "")
