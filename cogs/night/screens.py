"""A game night in words: its card at each phase, and the lines that mention people. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from math import ceil

import discord

from bot.play.names import escaped, plain
from bot.screens.look import Look
from bot.screens.naming import named
from bot.wire.ui import Address, Drawn, Part, button, button_rows, link_to, moment, screen
from bot.words.i18n import Tongue
from bot.words.speech import listed
from games import GAMES
from games.errors import N_

from .store import BEGUN, FEW, MISSED, OFF, OLD, OVER, PLANNED, Guest, Night

COLOUR = 0x3E4A89
# Letters of a name, and of one among as many.
_WHOLE, _BRIEF, _MANY = 32, 8, 9
Looks = Mapping[str, Look]
_SENTENCES = {
    BEGUN: N_("The tables open now."),
    FEW: N_("No one is in, so no table opens."),
    OFF: N_("The game night is cancelled."),
    MISSED: N_("I was away at this hour, so no table opened. Plan another night."),
    OLD: N_(
        "Game nights are simpler now, so this one ends here. Tables that play go on. For the next "
        "round, press 🔁 *Rematch*."
    ),
}


def reminder(night: Night, looks: Looks, now: float, t: Tongue) -> str:
    """Return the line before the hour."""
    return t.many(
        "{game}: the game night begins in {n} minute.",
        "{game}: the game night begins in {n} minutes.",
        max(1, ceil((night.begins_at - now) / 60)),
        game=named(looks, night.game, t),
    )


def moved(night: Night, t: Tongue) -> str:
    """Return the line once the hour has changed."""
    return "🌙 " + t("The game night has another hour: {hour}", hour=_hour(night))


def cancelled(t: Tongue) -> str:
    """Return the line once a night is cancelled."""
    return "🌙 " + t("The game night is cancelled.")


def mentioning(night: Night, people: Sequence[int], line: str) -> str:
    """Return a line with mentions and the link to the card, words first."""
    return " ".join([line, *(f"<@{one}>" for one in people), _link(night)])


def _link(night: Night) -> str:
    return link_to(night.guild_id, night.channel_id, night.message_id)


def _hour(night: Night) -> str:
    return f"<t:{int(night.begins_at)}:F>"


def card(night: Night, looks: Looks, t: Tongue) -> Drawn:
    """Return the card of a night, with its buttons before the hour."""
    text, ways = str(night.id), []
    if night.phase == PLANNED:
        style = discord.ButtonStyle.success
        ways.append(button(Address("nightin", text=text), t("I'm in"), style=style))
        ways.append(button(Address("nightchange", text=text), t("Change")))
    return screen(COLOUR, *_told(night, looks, t), *button_rows(ways))


def private(night: Night, looks: Looks, t: Tongue, *, steers: bool) -> Drawn:
    """Return a planned night for one person, with the ways of those who steer it."""
    text, ways = str(night.id), []
    if steers:
        ways.append(button(Address("nightchange", text=text), t("Change")))
        ways.append(button(Address("nightcancel", text=text), t("Cancel the game night")))
    parts = _told(night, looks, t)
    if night.message_id is not None:
        parts.append(t("Its card: {link}", link=_link(night)))
    return screen(COLOUR, *parts, *button_rows(ways))


def _told(night: Night, looks: Looks, t: Tongue) -> list[Part]:
    """Return the words of a night at its phase."""
    when = t("{hour} · {when}", hour=_hour(night), when=moment(night.begins_at))
    head = f"## 🌙 {t('Game night')}\n{when}\n{named(looks, night.game, t)}"
    host = [guest for guest in night.guests if guest.user_id == night.host_id]
    if host:
        head += "\n" + t("Host: {who}", who=_names(host, t))
    if night.phase == PLANNED:
        return [head, *_planned(night, t)]
    if night.phase == OVER:
        return [head, *_tables(night, t)]
    return [head, t(_SENTENCES[night.phase])]


def _planned(night: Night, t: Tongue) -> list[Part]:
    coming = night.guests
    how = t(
        "A quarter of an hour before, I mention those who are in. At the hour I open their tables. "
        "Press 🙋 again to step out."
    )
    listing = t("**In** ({n}): {names}", n=len(coming), names=_names(coming, t) or "–")
    return [listing, f"-# {how}"]


def _tables(night: Night, t: Tongue) -> list[Part]:
    """Return the people of each table, with a link, and how a table goes on that waits."""
    people = dict[int, list[Guest]]()
    for guest in night.guests:
        if guest.table_id is not None:
            people.setdefault(guest.table_id, []).append(guest)
    lines, waits = [], False
    for number, (table_id, sitting) in enumerate(people.items(), 1):
        names, panel = _names(sitting, t), night.panels.get(table_id)
        line = t("Table {n}: {names}", n=number, names=names)
        if panel is not None:
            line += f" · {link_to(night.guild_id, night.channel_id, panel)}"
        lines.append(line)
        waits |= len(sitting) < GAMES[night.game].seats[0]
    parts: list[Part] = ["\n".join(lines)]
    if waits:
        few = t("A table with too few people waits: join it, or add computers.")
        parts.append(f"-# {few}")
    return parts


def _names(guests: Iterable[Guest], t: Tongue) -> str:
    shown = [plain(guest.name) or "?" for guest in guests]
    most = _WHOLE if len(shown) < _MANY else _BRIEF
    return listed([f"**{escaped(name, most)}**" for name in shown], t)
