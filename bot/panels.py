"""What every game's screens have in common: lobby, frame of table and hand, the end, the rules.

Pure drawing: a table in, a layout out.
"""

import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

import discord
from discord import ui

from games import find_game
from games.chance import commitment
from games.core import Seat
from games.record import parse_options

from .i18n import Tongue
from .lobby import PACES
from .look import Look, Part
from .match import Match
from .storage import Player, StoredTable
from .ui import Address, Control, button, choice, rows, screen

if TYPE_CHECKING:
    from .table import Table

_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
_NAME = 32
# Control characters, marks that turn the direction of writing, line and paragraph separators;
# but emoji and some scripts need joiners.
_UNSEEN = ("Cc", "Cf", "Zl", "Zp")
_JOINERS = "\u200c\u200d"


def name_of(player: Player, t: Tongue) -> str:
    """A player's name, safe to print; "someone" where the person's data was deleted."""
    return t("someone") if player.forgotten else printable(player.name)


def mention_of(player: Player, t: Tongue) -> str:
    """A player as a Discord mention, or "someone"."""
    return t("someone") if player.forgotten else f"<@{player.user_id}>"


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


def lobby(table: "Table", t: Tongue) -> ui.LayoutView:
    """The panel before the start: options, seats, fairness, and who may do what."""
    stored, look = table.stored, table.look
    game = find_game(stored.game)
    seats = [
        f"{number}. **{name_of(player, t)}**" + (" 👑" if player.user_id == stored.host_id else "")
        for number, player in enumerate(stored.players, 1)
    ]
    title = f"## {look.emoji} {t(look.name)}"
    if stored.phase == "cancelled":
        closed = t("This table was closed before a match began.")
        return screen(look.colour, title, closed)
    fewest, most = game.seats[0], game.seats[-1]
    missing = fewest - len(stored.players)
    waiting = (
        t.many("{n} more player needed.", "{n} more players needed.", missing)
        if missing > 0
        else t("Ready: the host can start.")
    )
    options = [*look.options(parse_options(game, stored.options), t), pace_words(stored.pace, t)]
    at = stored.id
    steps = [
        button(Address("join", at), t("Join"), style=discord.ButtonStyle.success),
        button(Address("leave", at), t("Leave")),
        button(
            Address("start", at),
            t("Start"),
            style=discord.ButtonStyle.primary,
            disabled=missing > 0,
        ),
        button(Address("cancel", at), t("Cancel"), style=discord.ButtonStyle.danger),
        button(Address("rules", at), t("Rules")),
    ]
    return screen(
        look.colour,
        title + " · " + t("a table is open"),
        "\n".join(options),
        ui.Separator(),
        t("**Seats** {taken} of {fewest}–{most}", taken=len(seats), fewest=fewest, most=most)
        + "\n"
        + ("\n".join(seats) or t("Nobody sits here.")),
        waiting + " " + t("Closes by itself {when}.", when=_moment(stored.due_at)),
        *rows(steps),
        *choice(
            Address("pace", at),
            t("Time for a decision"),
            [(pace_words(pace, t), str(pace or "none"), None) for pace in PACES],
        ),
        "-# "
        + t("Fair shuffle, promised now: `{commitment}`", commitment=commitment(stored.secret)),
    )


def match(table: "Table", playing: Match, t: Tongue) -> ui.LayoutView:
    """The panel of a match: what everyone may see; at its end the ranks and the proof."""
    look, stored = table.look, table.stored
    title = f"## {look.emoji} {t(look.name)}"
    parts: list[Part] = look.table(table.screens.scene(playing, None, t.locale))
    if stored.phase == "cancelled":
        off = t("The match was called off. It isn't rated.")
        return screen(look.colour, title, off, *rows(_looking_back(stored, t)), *_proof(stored, t))
    if stored.phase == "over" and not table.screens.held:
        again = [
            button(Address("again", stored.id), t("Rematch"), style=discord.ButtonStyle.success),
            *_looking_back(stored, t),
        ]
        return screen(
            look.colour,
            title + " · " + t("the end"),
            *parts,
            ui.Separator(),
            ranking(stored, look, t),
            *rows(again),
            *_proof(stored, t),
        )
    steps = [
        button(Address("hand", stored.id), t("Hand"), style=discord.ButtonStyle.primary),
        button(Address("rules", stored.id), t("Rules")),
    ]
    if stored.paused_at is not None:
        steps.append(
            button(Address("resume", stored.id), t("Go on"), style=discord.ButtonStyle.success)
        )
    if any(player.wants_end for player in stored.players):
        steps.append(button(Address("vote", stored.id), t("End the match")))
    people = presence(stored, playing, t)
    return screen(
        look.colour, title, *parts, *(["\n".join(people)] if people else []), *rows(steps)
    )


def presence(stored: StoredTable, playing: Match, t: Tongue) -> list[str]:
    """The clock, and what is up with the players, a line each."""
    lines = []
    if stored.paused_at is not None:
        lines.append(t("⏸️ The match is paused."))
    elif playing.deadline is not None and playing.to_act:
        lines.append(t("⏳ Time for this decision: {when}", when=_moment(playing.deadline)))
    for player in stored.players:
        name = name_of(player, t)
        if player.left:
            lines.append(t("🤖 {who} has left; a computer plays.", who=name))
        elif player.away:
            lines.append(t("🤖 A computer plays for {who} until they are back.", who=name))
        elif player.misses:
            lines.append(
                t(
                    "⌛ {who} was too slow ({n} of 3): a plain move was made for them.",
                    who=name,
                    n=player.misses,
                )
            )
    votes = [name_of(p, t) for p in stored.players if p.playing and p.wants_end]
    if votes:
        lines.append(
            t(
                "🏳️ {who} would end the match unrated. It ends when more than half want it.",
                who=", ".join(votes),
            )
        )
    return lines


def pace_words(pace: int | None, t: Tongue) -> str:
    """The time for a decision, in words."""
    if pace is None:
        return t("No time limit")
    if pace < 180:
        return t.many("{n} second a decision", "{n} seconds a decision", pace)
    if pace < 3600:
        return t.many("{n} minute a decision", "{n} minutes a decision", pace // 60)
    return t.many(
        "{n} hour a decision, by correspondence",
        "{n} hours a decision, by correspondence",
        pace // 3600,
    )


def _looking_back(stored: StoredTable, t: Tongue) -> list[Control]:
    return [
        button(Address("replay", stored.id, 0, "s/open"), t("Replay")),
        button(Address("record", stored.id), t("Record")),
    ]


def hand(table: "Table", seat: int, t: Tongue, picked: str = "") -> ui.LayoutView:
    """A player's own screen: in the lobby a word of welcome, in the match the hand."""
    stored, look = table.stored, table.look
    where = f"<#{stored.channel_id}>"
    title = f"### {look.emoji} {t(look.name)} · {where}"
    if stored.phase == "cancelled":
        return screen(look.colour, title, t("The table was called off."))
    if table.match is None:
        return screen(
            look.colour,
            title,
            t("You sit on seat {seat}. Your hand comes here when the match starts.", seat=seat + 1),
        )
    if stored.phase == "over" and not table.screens.held:
        return screen(look.colour, title + " · " + t("the end"), ranking(stored, look, t))
    if stored.players[seat].away:
        back = button(Address("back", stored.id), t("I'm back"), style=discord.ButtonStyle.success)
        away = t("You were too slow three times in a row: a computer plays for you.")
        return screen(look.colour, title, away, *rows([back]))
    parts = look.hand(table.screens.scene(table.match, Seat(seat), t.locale, picked))
    clock = _hand_clock(stored, table.match, Seat(seat), table.tables.now(), t)
    return screen(look.colour, title, *([clock] if clock else []), *parts)


def _hand_clock(stored: StoredTable, playing: Match, seat: Seat, now: float, t: Tongue) -> str:
    if stored.paused_at is not None:
        return t("⏸️ The match is paused.")
    if playing.deadline is None or stored.pace is None or seat not in playing.to_act:
        return ""
    when = _moment(playing.deadline)
    if now >= playing.deadline - stored.pace / 2:
        return t(
            "⏳ **Half of your time is over:** {when} a plain move is made for you.", when=when
        )
    return t("⏳ Time for this decision: {when}", when=when)


def farewell(table: "Table", t: Tongue) -> ui.LayoutView:
    """What stays of the hand of someone who left."""
    title = f"### {table.look.emoji} {t(table.look.name)} · <#{table.stored.channel_id}>"
    return screen(table.look.colour, title, t("You have left this table."))


def ranking(stored: StoredTable, look: Look, t: Tongue) -> str:
    """The players by rank, with their points and what it did to their rating."""
    placed = sorted(stored.players, key=lambda player: player.rank or 0)
    lines = []
    for player in placed:
        medal = medal_of(player.rank)
        points = look.score(player.score or 0, t)
        line = f"{medal} **{name_of(player, t)}** · {points}"
        if player.ordinal_before is not None and player.ordinal_after is not None:
            change = player.ordinal_after - player.ordinal_before
            line += " · " + t("rating {change}", change=f"{change:+.1f}")
        lines.append(line + (" · " + t("left") if player.left else ""))
    return "\n".join(lines)


def medal_of(rank: int | None) -> str:
    """A rank as it is printed before a name; not `4.`, which Discord would count on from."""
    return _MEDALS.get(rank or 0, f"`{rank}`")


def _proof(stored: StoredTable, t: Tongue) -> list[Part]:
    if stored.started_at is None:
        return []
    text = t(
        "Fair shuffle: the promise `{commitment}` is the SHA-256 of the secret `{secret}`; "
        "*Record* and `python -m bot verify` replay the match from it.",
        commitment=commitment(stored.secret),
        secret=stored.secret.hex(),
    )
    return ["-# " + text]


def rules(look: Look, t: Tongue, table: int, page: int) -> ui.LayoutView:
    """A page of the rules, with the way to the others."""
    pages = look.rules(t)
    page = max(0, min(page, len(pages) - 1))
    turns: list[Control] = []
    if len(pages) > 1:
        for step, label in ((-1, "◀"), (1, "▶")):
            at = Address("rulespage", table, page + 1 + step, look.key)
            turns.append(button(at, label, disabled=not 0 <= page + step < len(pages)))
    title = f"## {look.emoji} {t(look.name)}"
    number = f"-# {page + 1}/{len(pages)}"
    return screen(look.colour, title, pages[page], *rows(turns), *([number] if turns else []))


def sure(table: "Table", t: Tongue) -> ui.LayoutView:
    """Ask before a running match is called off."""
    at = Address("cancel", table.id, 0, "sure")
    return screen(
        table.look.colour,
        t("Call off the running match for everybody? It won't be rated."),
        *rows([button(at, t("Call it off"), style=discord.ButtonStyle.danger)]),
    )


def said(table: "Table", text: str) -> ui.LayoutView:
    """A sentence in the game's colour."""
    return screen(table.look.colour, text)


def record(look: Look, t: Tongue, filename: str) -> ui.LayoutView:
    """The message that carries a record file."""
    how = t("Check it yourself: `python -m bot verify {file}`", file=filename)
    return screen(look.colour, how, ui.File(f"attachment://{filename}"))


def _moment(at: float | None) -> str:
    return "" if at is None else f"<t:{int(at)}:R>"
