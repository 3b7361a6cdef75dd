"""What every game's screens have in common: lobby, frame of table and hand, the end, the rules.

Pure: a Sight in, a Drawn out.
"""

from dataclasses import replace

import discord
from discord import ui

from games import find_game
from games.chance import commitment
from games.core import Seat
from games.record import parse_options

from .i18n import Tongue
from .lobby import PACES
from .look import Look
from .names import name_of
from .sight import Sight
from .storage import StoredTable
from .ui import Address, Control, Drawn, Part, button, button_rows, choice, screen

_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


def panel(sight: Sight, t: Tongue) -> Drawn:
    """The message in the channel: a lobby, or what everybody may see of a match."""
    drawn = _lobby(sight, t) if sight.stored.started_at is None else _match(sight, t)
    return replace(drawn, ply=sight.ply)


def _lobby(sight: Sight, t: Tongue) -> Drawn:
    """The panel before the start: options, seats, fairness, and who may do what."""
    stored, look = sight.stored, sight.look
    game = find_game(stored.game)
    seats = [
        f"{number}. **{name_of(player, t)}**" + (" 👑" if player.user_id == stored.host_id else "")
        for number, player in enumerate(stored.players, 1)
    ]
    if stored.phase == "cancelled":
        closed = t("This table was closed before a match began.")
        return screen(look.colour, _title(look, t), closed)
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
        # For those who can't be written to: once shown, it follows the table.
        button(Address("hand", at), t("Hand")),
        button(Address("rules", at), t("Rules")),
    ]
    return screen(
        look.colour,
        _title(look, t) + " · " + t("a table is open"),
        "\n".join(options),
        ui.Separator(),
        t("**Seats** {taken} of {fewest}–{most}", taken=len(seats), fewest=fewest, most=most)
        + "\n"
        + ("\n".join(seats) or t("Nobody sits here.")),
        waiting + " " + t("Closes by itself {when}.", when=_moment(stored.due_at)),
        *button_rows(steps),
        *choice(
            Address("pace", at),
            t("Time for a decision"),
            [(pace_words(pace, t), str(pace or "none"), None) for pace in PACES],
        ),
        "-# "
        + t("Fair shuffle, promised now: `{commitment}`", commitment=commitment(stored.secret)),
    )


def _match(sight: Sight, t: Tongue) -> Drawn:
    """The panel of a match: what everyone may see; at its end the ranks and the proof."""
    look, stored = sight.look, sight.stored
    title = _title(look, t)
    if stored.phase == "cancelled":
        back = button_rows(_looking_back(stored, t))
        return screen(look.colour, title, called_off(stored, t), *back, *_proof(stored, t))
    parts = [] if sight.lobby else look.table(sight.scene(t))
    if stored.phase == "over" and not sight.held:
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
            *button_rows(again),
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
    people = _people(sight, t)
    told = ["\n".join(people)] if people else []
    return screen(look.colour, title, *parts, *told, *button_rows(steps))


def _people(sight: Sight, t: Tongue) -> list[str]:
    """The clock, and what is up with the players, a line each."""
    stored, lines = sight.stored, []
    if stored.paused_at is not None:
        lines.append(t("⏸️ The match is paused."))
    elif sight.deadline is not None and sight.to_act:
        lines.append(t("⏳ Time for this decision: {when}", when=_moment(sight.deadline)))
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


def hand(sight: Sight, t: Tongue) -> Drawn:
    """A player's own screen: in the lobby a word of welcome, in the match the hand."""
    return replace(_hand(sight, t), ply=sight.ply)


def _hand(sight: Sight, t: Tongue) -> Drawn:
    stored, look, seat = sight.stored, sight.look, sight.seat
    title = _hand_title(sight, t)
    if stored.phase == "cancelled":
        off = t("The table was called off.")
        told = off if stored.started_at is None else called_off(stored, t)
        return screen(look.colour, title, told)
    if seat is None:
        return screen(look.colour, title, t("You have left this table."))
    # Just started, the match may have yet to be taken up.
    if stored.started_at is None or (sight.lobby and stored.phase == "live"):
        return screen(
            look.colour,
            title,
            t("You sit on seat {seat}. Your hand comes here when the match starts.", seat=seat + 1),
        )
    if stored.phase == "over" and not sight.held:
        return screen(look.colour, title + " · " + t("the end"), ranking(stored, look, t))
    if stored.players[seat].away:
        back = button(Address("back", stored.id), t("I'm back"), style=discord.ButtonStyle.success)
        away = t("You were too slow three times in a row: a computer plays for you.")
        return screen(look.colour, title, away, *button_rows([back]))
    clock = _hand_clock(sight, seat, t)
    return screen(look.colour, title, *([clock] if clock else []), *look.hand(sight.scene(t)))


def _hand_clock(sight: Sight, seat: Seat, t: Tongue) -> str:
    if sight.stored.paused_at is not None:
        return t("⏸️ The match is paused.")
    if sight.deadline is None or sight.stored.pace is None or seat not in sight.to_act:
        return ""
    when = _moment(sight.deadline)
    if sight.now >= sight.deadline - sight.stored.pace / 2:
        return t(
            "⏳ **Half of your time is over:** {when} a plain move is made for you.", when=when
        )
    return t("⏳ Time for this decision: {when}", when=when)


def _title(look: Look, t: Tongue) -> str:
    return f"## {look.emoji} {t(look.name)}"


def _hand_title(sight: Sight, t: Tongue) -> str:
    title = f"### {sight.look.emoji} {t(sight.look.name)} · <#{sight.stored.channel_id}>"
    if not sight.hidden:
        return title
    hidden = t("⚠️ The table can't be shown in its channel just now; it goes on here.")
    return f"{title}\n{hidden}"


def called_off(stored: StoredTable, t: Tongue) -> str:
    """What is said of a match without a result."""
    if stored.version != find_game(stored.game).version:
        return t("Match called off: it began under older rules. No rating changes.")
    return t("The match was called off. It isn't rated.")


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


def rules(look: Look, t: Tongue, page: int, stored: StoredTable | None = None) -> Drawn:
    """A page of the rules as that table's options make them, with the way to the others."""
    game = find_game(look.key)
    options = game.Options() if stored is None else parse_options(game, stored.options)
    pages = look.rules(options, t)
    page = max(0, min(page, len(pages) - 1))
    turns: list[Control] = []
    if len(pages) > 1:
        for step, label in ((-1, "◀"), (1, "▶")):
            number = page + 1 + step
            at = Address("rulespage", 0 if stored is None else stored.id, number, look.key)
            turns.append(button(at, label, disabled=not 0 <= page + step < len(pages)))
    foot = [f"-# {page + 1}/{len(pages)}"] if turns else []
    return screen(look.colour, _title(look, t), pages[page], *button_rows(turns), *foot)


def sure(sight: Sight, t: Tongue) -> Drawn:
    """Ask before a running match is called off."""
    at = Address("cancel", sight.stored.id, 0, "sure")
    return screen(
        sight.look.colour,
        t("Call off the running match for everybody? It won't be rated."),
        *button_rows([button(at, t("Call it off"), style=discord.ButtonStyle.danger)]),
    )


def _moment(at: float | None) -> str:
    return "" if at is None else f"<t:{int(at)}:R>"
