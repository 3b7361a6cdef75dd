"""Frames shared by the screens of all games: table, hand and end.

Pure: a Sight in, a Drawn out.
"""

from dataclasses import replace

import discord
from discord import ui

from games.core import Seat

from ..play import consent, endings
from ..play.endings import called_off
from ..play.names import name_of
from ..storage import StoredTable
from ..wire.emojis import dressed
from ..wire.ui import Control, Drawn, Part, address, button, button_rows, moment, screen
from ..words.i18n import Tongue
from . import company, fairness, hints
from .lobby_panel import lobby_panel
from .look import table_words
from .ranking import ranking, winner
from .sight import Sight


def panel(sight: Sight, t: Tongue) -> Drawn:
    """Draw the message in the channel: a lobby, or the public view of a match."""
    drawn = lobby_panel(sight, t) if sight.stored.started_at is None else _match(sight, t)
    return _dressed(drawn, sight, t)


def _dressed(drawn: Drawn, sight: Sight, t: Tongue) -> Drawn:
    people = (*sight.stored.players, *sight.stored.awaited)
    names = (name_of(player, t) for player in people)
    worn = dressed(drawn.components, sight.emojis, sight.look.signs, names)
    return replace(drawn.wear(worn), ply=sight.ply)


def _match(sight: Sight, t: Tongue) -> Drawn:
    """Draw the panel of a match: the public view, at the end with ranks and proof."""
    look, stored = sight.look, sight.stored
    title = f"{look.title(t)} · {table_words(stored.id, t)}"
    if stored.phase == "cancelled":
        back = button_rows([_again(stored, t), *_looking_back(stored, t)])
        off = called_off(stored, t)
        return screen(look.colour, title, *_stood(sight, t), off, *back, *_proof(sight, t))
    if stored.phase == "over" and not sight.held:
        return screen(
            look.colour,
            title + " · " + t("the end"),
            *sight.pictured(t),
            *_result(sight, t),
            *endings.notes(stored, t, ratings=sight.ratings),
            # The picture shows the ranking.
            *_last(replace(sight, file=None), t),
            *button_rows([_again(stored, t), *_looking_back(stored, t), _share(stored, t)]),
            *_proof(sight, t),
        )
    parts = [] if sight.lobby else look.table(sight.scene(t))
    steps = [
        button(address(stored, "hand"), t("Hand"), style=discord.ButtonStyle.primary),
        button(address(stored, "rules"), t("Rules")),
        fairness.fairness_button(stored, t),
    ]
    if stored.paused_at is not None:
        steps.append(
            button(address(stored, "resume"), t("Go on"), style=discord.ButtonStyle.success)
        )
    if consent.pause_ends(stored) is not None:
        steps.append(button(address(stored, "prolong"), t("Longer pause")))
    if any(player.wants_end for player in stored.players):
        steps.append(button(address(stored, "vote"), t("End the match")))
    people = company.lines(sight, t)
    told = ["\n".join(people)] if people else []
    shown = [*sight.pictured(t), *parts, *told]
    return screen(look.colour, title, *shown, *button_rows(steps), *_proof(sight, t))


def hand(sight: Sight, t: Tongue) -> Drawn:
    """Draw a player's own screen: a welcome in the lobby, the hand in the match."""
    drawn = _hand(sight, t)
    return _dressed(drawn, sight, t)


def _hand(sight: Sight, t: Tongue) -> Drawn:
    stored, look, seat = sight.stored, sight.look, sight.seat
    title = _hand_title(sight, t)
    if stored.phase == "cancelled":
        off = t("This table was cancelled.")
        told = off if stored.started_at is None else called_off(stored, t)
        ways = [] if stored.started_at is None else [_again(stored, t)]
        return screen(look.colour, title, *_stood(sight, t), told, *_hand_foot(sight, t, *ways))
    if seat is None:
        return screen(look.colour, title, *(_invitation if sight.awaited else left)(sight, t))
    # Just started, the match may have yet to be taken up.
    if stored.started_at is None or (sight.lobby and stored.phase == "live"):
        return screen(
            look.colour,
            title,
            t("You sit on seat {seat}. Your hand comes here when the match starts.", seat=seat + 1),
            fairness.salt_words(stored, seat, t),
            *_hand_foot(sight, t),
        )
    if stored.phase == "over" and not sight.held:
        replayed = button(address(stored, "replay", text="s/open"), t("Replay"))
        return screen(
            look.colour,
            title + " · " + t("the end"),
            *_last(sight, t),
            *_result(sight, t),
            *endings.notes(stored, t, ratings=sight.ratings, reader=seat),
            *_hand_foot(sight, t, _again(stored, t), replayed),
        )
    if stored.players[seat].away:
        back = button(address(stored, "back"), t("I'm back"), style=discord.ButtonStyle.success)
        away = t("You ran out of time three times in a row, so a computer plays for you.")
        return screen(look.colour, title, away, *button_rows([back]), *_hand_foot(sight, t))
    news_lines = _hand_clock(sight, seat, t), *company.present(stored, t, seat)
    lines = [line for line in news_lines if line]
    news = ["\n".join(lines)] if lines else []
    shown = [*sight.pictured(t), *news, *look.hand(sight.scene(t)), *_alone(sight, seat, t)]
    return screen(look.colour, title, *shown, *_hand_foot(sight, t, *_hint(sight, seat, t)))


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


def _last(sight: Sight, t: Tongue) -> list[Part]:
    """Draw the last reveal of an ended match."""
    if sight.lobby:
        return []
    return [*sight.pictured(t), *sight.look.last(sight.scene(t)), ui.Separator()]


def _stood(sight: Sight, t: Tongue) -> list[Part]:
    """Draw the position of a cancelled match, where no decision is due."""
    return _last(replace(sight, held=False), t)


def _alone(sight: Sight, seat: Seat, t: Tongue) -> list[Part]:
    """Return the button that takes the win, if all opponents are computers."""
    if consent.alone(sight.stored) != seat:
        return []
    at = address(sight.stored, "win")
    take = button(at, t("Take the win"), style=discord.ButtonStyle.success)
    return [t("🤖 Only computers are left. Play on, or take the win."), *button_rows([take])]


def _hint(sight: Sight, seat: Seat, t: Tongue) -> list[Control]:
    """Return the hint button, if the match gives hints."""
    asked = seat in sight.to_act and sight.stored.paused_at is None
    if not asked or not hints.given(sight.stored, sight.look):
        return []
    return [button(address(sight.stored, "hint", sight.stage), t("Hint"))]


def left(sight: Sight, t: Tongue) -> list[Part]:
    """Draw the message to a player who left: the cause, and the time to return."""
    stored = sight.stored
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
    until = consent.regrets_until(player)
    if until is None or stored.ended:
        return [t("You have left this table.")]
    back = button(address(stored, "undo"), t("Take it back"), style=discord.ButtonStyle.success)
    told = t(
        "You have left this table. A computer plays on. The chance to take it back ends {when}.",
        when=moment(until),
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
    leave = button(at, t("Leave the match"), style=discord.ButtonStyle.danger)
    return screen(sight.look.colour, _about(sight, t), price, *button_rows([leave]))


def _hand_clock(sight: Sight, seat: Seat, t: Tongue) -> str:
    if sight.stored.paused_at is not None:
        return t("⏸️ The match is paused.")
    if sight.deadline is None or sight.stored.pace is None or seat not in sight.to_act:
        return ""
    when = moment(sight.deadline)
    if sight.now >= sight.deadline - sight.stored.pace / 2:
        return t(
            "⏳ **Half your time is gone.** Without you I make a simple move {when}.", when=when
        )
    return t("⏳ Time is up {when}", when=when)


def _hand_title(sight: Sight, t: Tongue) -> str:
    stored, look = sight.stored, sight.look
    title = (
        f"### {look.emoji} {t(look.name)} · <#{stored.channel_id}> · {table_words(stored.id, t)}"
    )
    if not sight.hidden:
        return title
    hidden = t("⚠️ The table can't be shown in its channel just now; it goes on here.")
    return f"{title}\n{hidden}"


def _looking_back(stored: StoredTable, t: Tongue) -> list[Control]:
    return [
        button(address(stored, "replay", text="s/open"), t("Replay")),
        button(address(stored, "record"), t("Record")),
        fairness.fairness_button(stored, t),
    ]


def _share(stored: StoredTable, t: Tongue) -> Control:
    return button(address(stored, "share"), t("Share"))


def _again(stored: StoredTable, t: Tongue) -> Control:
    return button(address(stored, "again"), t("Rematch"), style=discord.ButtonStyle.success)


def _result(sight: Sight, t: Tongue) -> list[Part]:
    """Draw the winner, the match in one line, and the ranking."""
    stored, look = sight.stored, sight.look
    lines = [winner(stored, t)]
    if not sight.lobby and (story := look.story_line(sight.scene(t))):
        lines.append(story)
    return ["\n".join(lines), ranking(stored, look, t, ratings=sight.ratings), ui.Separator()]


def _proof(sight: Sight, t: Tongue) -> list[Part]:
    """Return the promises at the foot of a match's screens."""
    begun = sight.stored.started_at is not None
    return [fairness.foot(sight.stored, t, sight.record)] if begun else []


def _hand_foot(sight: Sight, t: Tongue, *ways: Control) -> list[Part]:
    """Return the promises at the foot of a hand, and the links to other messages."""
    stored = sight.stored
    if stored.ended and stored.started_at is None:
        return []
    rules = button(address(stored, "rules"), t("Rules"))
    foot = fairness.foot(stored, t, sight.record)
    return [foot, *button_rows([*ways, rules, fairness.fairness_button(stored, t)])]


def ending(sight: Sight, why: str, t: Tongue) -> Drawn:
    """Ask before a player alone ends a running match, for a reason of `endings`."""
    asked = t("End your match? Nobody else plays, so it ends without a result.")
    if why == endings.WAITED:
        asked = t("The match has stood still for over a day. Call it off? No rating changes.")
    at = address(sight.stored, "vote", text="sure")
    end = button(at, t("End the match"), style=discord.ButtonStyle.danger)
    return screen(sight.look.colour, asked, *button_rows([end]))


def sure(sight: Sight, t: Tongue) -> Drawn:
    """Ask before a running match is called off."""
    at = address(sight.stored, "cancel", text="sure")
    return screen(
        sight.look.colour,
        _about(sight, t),
        t("Call off the running match for everyone? It won't be rated."),
        *button_rows([button(at, t("Call it off"), style=discord.ButtonStyle.danger)]),
    )
