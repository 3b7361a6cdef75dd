"""Frames shared by the screens of all games: table, hand and end.

Pure: a Sight in, a Drawn out.
"""

from collections.abc import Sequence

import discord

from games.core import Seat

from ..play import consent, endings
from ..play.lobby import free_next
from ..play.names import bare_name, name_of
from ..storage import StoredTable
from ..wire.emojis import dressed
from ..wire.fitting import Prompt
from ..wire.ui import (
    IN_A_ROW,
    SIGNS,
    Address,
    Control,
    Drawn,
    Part,
    Row,
    address,
    button,
    button_rows,
    moment,
    screen,
)
from ..words.i18n import Tongue
from . import hints, player_lines, result
from .arranging import arranged
from .lobby_panel import lobby_panel
from .look import table_words
from .more import more_button
from .naming import name_by_mode
from .sight import Sight
from .still import still

_MOVES = 3
"""Moves with long labels that leave room in their row on a phone."""


def panel(sight: Sight, t: Tongue) -> Drawn:
    """Draw the message in the channel: a lobby, or the public view of a match."""
    begun = sight.stored.started_at is not None
    drawn = _match(sight, _steps(sight.stored, t), t) if begun else lobby_panel(sight, t)
    return _dressed(drawn, sight, t)


def watched(sight: Sight, reader: int, t: Tongue) -> Drawn:
    """Draw the private copy of a spectator: the public view of a match, in their language."""
    stored = sight.stored
    kept = any(player.user_id == reader for player in stored.upcoming)
    steps, told = [more_button(stored)], t("👁 You watch.")
    if not (stored.ended or sight.asked is not None) and (kept or free_next(stored) > 0):
        style = discord.ButtonStyle.success if kept else discord.ButtonStyle.primary
        label = t("Give the seat up") if kept else t("Play next")
        steps = [button(address(stored, "next"), label, style=style), *steps]
    return _dressed(_match(sight, steps, t, told), sight, t)


def _dressed(drawn: Drawn, sight: Sight, t: Tongue) -> Drawn:
    if not sight.emojis:
        return drawn.at(sight.ply)
    people = (*sight.stored.players, *sight.stored.awaited)
    names = (name_of(player, t) for player in people)
    worn = dressed(drawn.components, sight.emojis, sight.look.signs, names)
    return drawn.wear(worn).at(sight.ply)


def _match(sight: Sight, steps: Sequence[Control], t: Tongue, above: str = "") -> Drawn:
    """Draw the public view of a match, at the end with ranks and proof.

    While it runs, it has these controls, and a line `above` the table.
    """
    look, stored = sight.look, sight.stored
    if sight.folded and not sight.held:
        return screen(look.colour, *result.folded(sight, None, t))
    title = f"{look.title(t)} · {table_words(stored.id, t)}"
    if stored.phase == "live" and sight.file is not None:
        # A running match leaves the room to its picture.
        title = f"-# {look.at_table(stored.id, t)}"
    if stored.phase == "cancelled":
        return screen(look.colour, title, *result.called_off(sight, t))
    if stored.phase == "over" and not sight.held:
        ended = f"### {look.at_table(stored.id, t)} · {t('the end')}"
        return screen(look.colour, ended, *result.result(sight, None, t))
    parts = [] if sight.lobby else _shown(sight, t)
    # The panel of one person shows no position.
    who = player_lines.opponents(stored, t) if sight.lobby else ""
    news = "\n".join(filter(None, [above, who, *player_lines.lines(sight, t)]))
    shown = arranged(sight, parts, t, title=title, clock=player_lines.clock(sight), news=news)
    said = [line for line in (result.spoken(sight, t),) if line]
    return screen(look.colour, *shown, *said, *button_rows(steps))


def _shown(sight: Sight, t: Tongue) -> list[Part]:
    """Return the game's part of a screen while the match runs, or its last reveal is held."""
    if sight.asked is not None:
        return [*sight.asked]
    if sight.stopped:
        return sight.look.last(sight.last_scene(t))
    look = sight.look.table if sight.seat is None else sight.look.hand
    return look(sight.scene(t))


def _steps(stored: StoredTable, t: Tongue) -> list[Control]:
    """Return the controls of the panel of a running match."""
    hand = button(address(stored, "hand"), t("Hand"), style=discord.ButtonStyle.primary)
    # An end is stored before its last reveal is shown.
    return [hand, *_steering(stored, None, t), more_button(stored)]


def _steering(stored: StoredTable, reader: Seat | None, t: Tongue) -> list[Control]:
    """Return the controls of pauses and votes, None in public."""
    return [] if stored.ended else [*_pausing(stored, t), *_votes(stored, reader, t)]


def _pausing(stored: StoredTable, t: Tongue) -> list[Control]:
    """Return the controls of a paused match."""
    steps = []
    if stored.paused_at is not None:
        steps.append(
            button(address(stored, "resume"), t("Go on"), style=discord.ButtonStyle.success)
        )
    if consent.pause_ends(stored) is not None:
        steps.append(button(address(stored, "prolong"), t("Longer pause")))
    return steps


def _votes(stored: StoredTable, reader: Seat | None, t: Tongue) -> list[Control]:
    """Return a control for each vote that runs, and that the reader can still join."""
    me = None if reader is None else stored.players[reader]
    steps = []
    if any(player.wants_end for player in stored.players) and not (me and me.wants_end):
        steps.append(button(address(stored, "vote"), t("End the match")))
    for seat in consent.accused(stored):
        if seat != reader and not (me and me.wants_gone == seat):
            name = t("Remove {who}", who=bare_name(stored.players[seat], t))
            steps.append(button(address(stored, "kick", text=str(seat)), name))
    return steps


def hand(sight: Sight, t: Tongue) -> Drawn:
    """Draw a player's own screen: a welcome in the lobby, the hand in the match."""
    return _dressed(_hand(sight, t), sight, t)


def _hand(sight: Sight, t: Tongue) -> Drawn:
    stored, look, seat = sight.stored, sight.look, sight.seat
    title = _hand_title(sight, t)
    if sight.folded and not sight.held and sight.reader is not None:
        return screen(look.colour, *result.folded(sight, seat, t))
    if stored.phase == "cancelled":
        if stored.started_at is None:
            return screen(look.colour, title, t("This table was cancelled."))
        if sight.reader is None:
            # They left the open table, so the match isn't theirs to read.
            return screen(look.colour, title, *left(sight, t))
        return screen(look.colour, title, *result.called_off(sight, t))
    if stored.phase == "over" and not sight.held and sight.reader is not None:
        name = name_by_mode(stored, t) or (f"<#{stored.channel_id}>" if stored.kind.panel else "")
        place = f"{name} · " if name else ""
        ended = f"### {look.emoji} {t(look.name)} · {place}{t('the end')}"
        return screen(look.colour, ended, *result.result(sight, seat, t))
    if seat is None:
        return screen(look.colour, title, *(_invitation if sight.awaited else left)(sight, t))
    # Just started, the match may have yet to be taken up.
    if stored.started_at is None or (sight.lobby and stored.phase == "live"):
        return screen(
            look.colour,
            title,
            t("You sit on seat {seat}. Your hand comes here when the match starts.", seat=seat + 1),
            *button_rows([more_button(stored)]),
        )
    if stored.players[seat].away and not stored.ended:
        back = button(address(stored, "back"), t("I'm back"), style=discord.ButtonStyle.success)
        away = t("You ran out of time three times in a row, so a computer plays for you.")
        return screen(look.colour, title, away, *button_rows([back, more_button(stored)]))
    paused = stored.paused_at is not None
    rests = _resting(stored, seat, t) if paused else []
    news = "\n".join([*rests, *player_lines.present(stored, t, seat)])
    clock = _hand_clock(sight, seat, t)
    parts = still(_shown(sight, t)) if paused else _shown(sight, t)
    shown = arranged(sight, parts, t, title=title, clock=clock, news=news)
    shown += _alone(sight, seat, t)
    prompted = not sight.held or any(isinstance(part, Prompt) for part in parts)
    hint = _hint(sight, seat) if prompted else []
    links = [*hint, *_steering(stored, seat, t), more_button(stored)]
    below = sight.pictured_below(t)
    return screen(look.colour, *_linked(shown, links), *below)


def _linked(parts: Sequence[Part], links: Sequence[Control]) -> list[Part]:
    """Return the parts with the links in the last row of buttons, if that has room, or below."""
    for at in range(len(parts) - 1, -1, -1):
        part = parts[at]
        if not isinstance(part, Row):
            break
        if part.buttons and len(part.controls) <= min(_MOVES, IN_A_ROW - len(links)):
            return [*parts[:at], Row(*part.controls, *links), *parts[at + 1 :]]
    return [*parts, *button_rows(links)]


def _invitation(sight: Sight, t: Tongue) -> list[Part]:
    """Draw the invitation to a rematch, with a reserved seat."""
    stored = sight.stored
    host = [name_of(p, t) for p in stored.players if p.user_id == stored.host_id]
    wants = t(
        "**{who}** wants a rematch and keeps a seat for you. The offer ends {when}.",
        who=(host or [t("someone")])[0],
        when=moment(stored.due_at),
    )
    come = button(address(stored, "join"), t("In"), style=discord.ButtonStyle.success)
    return [wants, *button_rows([come, button(address(stored, "leave"), t("Not now"))])]


def _alone(sight: Sight, seat: Seat, t: Tongue) -> list[Part]:
    """Return the button that takes the win, if all opponents are computers."""
    if sight.stored.ended or consent.alone(sight.stored) != seat:
        return []
    at = address(sight.stored, "win")
    take = button(at, t("Take the win"), style=discord.ButtonStyle.success)
    return [t("🤖 Only computers are left. Play on, or take the win."), *button_rows([take])]


def _hint(sight: Sight, seat: Seat) -> list[Control]:
    """Return the hint button, a sign as ⋯ is, if the match gives hints."""
    asked = seat in sight.to_act and sight.stored.paused_at is None and sight.asked is None
    if not asked or not hints.given(sight.stored, sight.look):
        return []
    return [button(address(sight.stored, "hint", sight.stage), SIGNS["hint"], emoji="")]


def left(sight: Sight, t: Tongue) -> list[Part]:
    """Draw the message to a player who left: the cause, and the time to return."""
    stored = sight.stored
    if sight.removed:
        if sight.removed_by is None:
            return [t("You were removed from this table, so you can't join it again.")]
        by = endings.doer(stored, sight.removed_by, t)
        return [t("{by} removed you, so you can't join this table again.", by=by)]
    if sight.gone is None and stored.again_of is not None:
        if stored.started_at is not None:
            return [t("You don't sit at this table.")]
        return [t("Your seat is free again: ✅ *Join* at the table, should you come after all.")]
    if sight.gone is None:
        return [t("You don't sit at this table any more.")]
    player = stored.players[sight.gone]
    if player.removed_by is not None:
        by = endings.doer(stored, player.removed_by, t)
        return [t("{by} removed you from this table. A computer plays on.", by=by)]
    if sight.regrets_until is None or stored.ended:
        return [t("You have left this table.")]
    back = button(address(stored, "undo"), t("Take it back"), style=discord.ButtonStyle.success)
    told = t(
        "You have left this table. A computer plays on. The chance to take it back ends {when}.",
        when=moment(sight.regrets_until),
    )
    return [told, *button_rows([back])]


def _about(sight: Sight, t: Tongue) -> str:
    """Return the name of the table above a question."""
    return f"-# {sight.look.at_table(sight.stored.id, t)}"


def leaving(sight: Sight, t: Tongue) -> Drawn:
    """Ask before a player leaves a running match, and name the price."""
    others = [p for seat, p in enumerate(sight.stored.players) if p.playing and seat != sight.seat]
    if not others:
        price = t("Leave the running match? Nobody else plays, so it ends without a result.")
    elif sight.seat is not None and sight.stored.players[sight.seat].returns:
        price = t(
            "Leave the running match for good? A computer plays on, and you end below everyone who "
            "stays."
        )
    else:
        price = t(
            "Leave the running match? A computer plays on, and you end below everyone who stays. "
            "For a minute you can take it back."
        )
    at = address(sight.stored, "quit")
    return _asking(sight, at, t("Leave the match"), _about(sight, t), price)


def _asking(sight: Sight, at: Address, label: str, *told: str) -> Drawn:
    """Draw the question before a deed for good."""
    sure = button(at, label, style=discord.ButtonStyle.danger)
    return screen(sight.look.colour, *told, *button_rows([sure]))


def _resting(stored: StoredTable, seat: Seat, t: Tongue) -> list[str]:
    """Return the lines about a pause, or about a rest after a missed decision."""
    if not stored.kind.rests:
        return player_lines.pauses(stored, t, seat)
    return [t(stored.kind.rests, when=moment(stored.closes_at or 0.0))]


def _hand_clock(sight: Sight, seat: Seat, t: Tongue) -> str:
    limited = sight.deadline is not None and sight.stored.pace is not None
    if not limited or sight.stored.paused_at is not None or seat not in sight.to_act:
        return ""
    assert sight.deadline is not None
    assert sight.stored.pace is not None
    when = moment(sight.deadline)
    late = sight.now >= sight.deadline - sight.stored.pace / 2
    # The notice at half time says it in full.
    if late and sight.file is None:
        return t(
            "⏳ **Half your time is gone.** Without you I make a simple move {when}.", when=when
        )
    return f"⏳ {when}"


def _hand_title(sight: Sight, t: Tongue) -> str:
    stored, look = sight.stored, sight.look
    # A running match leaves the room to its picture.
    size = "-#" if stored.phase == "live" and not sight.lobby else "###"
    # A match in private has no channel.
    title = f"{size} {look.emoji} {t(look.name)}"
    name = name_by_mode(stored, t)
    if stored.kind.panel and size == "-#" and (sight.drawing or sight.file is not None):
        # The picture names the game.
        title = f"-# {look.emoji} <#{stored.channel_id}>"
    elif stored.kind.panel:
        title += f" · <#{stored.channel_id}>"
        name = name or table_words(stored.id, t)
    title += f" · {name}" if name else ""
    if not sight.hidden:
        return title
    hidden = t("⚠️ The table can't be shown in its channel just now; it goes on here.")
    return f"{hidden}\n{title}"


def ending(sight: Sight, why: str, t: Tongue) -> Drawn:
    """Ask before a player alone ends a running match, for a reason of `endings`."""
    asked = t("End your match? Nobody else plays, so it ends without a result.")
    if why == endings.WAITED:
        asked = t("The match has stood still for over a day. Call it off? No rating changes.")
    return _asking(sight, address(sight.stored, "vote", text="sure"), t("End the match"), asked)


def removing(sight: Sight, seat: Seat, t: Tongue) -> Drawn:
    """Ask before a player's vote, the last one needed, removes another for good."""
    player, at = sight.stored.players[seat], address(sight.stored, "kick", text=f"{seat}/sure")
    name = t("Remove {who}", who=bare_name(player, t))
    asked = t(
        "Remove {who} for good? Your vote decides, and a computer plays on.", who=name_of(player, t)
    )
    return _asking(sight, at, name, asked)


def sure(sight: Sight, t: Tongue) -> Drawn:
    """Ask before a running match is called off."""
    at = address(sight.stored, "cancel", text="sure")
    asked = t("Call off the running match for everyone? It won't be rated.")
    return _asking(sight, at, t("Call it off"), _about(sight, t), asked)
