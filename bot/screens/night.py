"""A game night in words: the plan, each stage, and the podium. Pure."""

from collections.abc import Iterable, Mapping, Sequence

import discord

from ..play import nights
from ..play.names import printable
from ..play.nights import MIXED, Line, expected, present, ranking
from ..play.swiss import WHOLE
from ..storage.nights import CHECK, FEW, OVER, PLANNED, PLAY, Gathering, Guest, Night
from ..wire.ui import (
    Address,
    Control,
    Drawn,
    Part,
    button,
    button_rows,
    link_to,
    moment,
    screen,
)
from ..words.i18n import Tongue
from ..words.speech import listed
from .look import Look

COLOUR = 0x3E4A89
_MEDALS = ("🥇", "🥈", "🥉")
_SHOWN = 20
"""Largest number of lines of a ranking."""

Looks = Mapping[str, Look]


def reminder(night: Night, people: Sequence[int], t: Tongue) -> str:
    """Return the line of a check-in that mentions those who are in."""
    line = t("Game night: check in for round {n} of {rounds}.", n=night.round, rounds=night.rounds)
    return f"🌙 {line} {_mentions(people)}"


def cancelled(people: Sequence[int], t: Tongue) -> str:
    """Return the line that mentions those who are in, once their night is cancelled."""
    return f"🌙 {t('The game night is cancelled.')} {_mentions(people)}"


def _mentions(people: Sequence[int]) -> str:
    return " ".join(f"<@{one}>" for one in people)


def shown(gathering: Gathering, looks: Looks, t: Tongue) -> Drawn:
    """Return a message of a game night at its stage."""
    return screen(COLOUR, *told(gathering, looks, t), *button_rows(_ways(gathering.night, t)))


def told(gathering: Gathering, looks: Looks, t: Tongue) -> list[Part]:
    """Return the words of a game night at its stage."""
    night = gathering.night
    host = [guest for guest in gathering.guests if guest.user_id == night.host_id]
    head = f"## 🌙 {t('Game night')}\n{plan_words(night, looks, t)}"
    if host:
        head += "\n" + t("Host: {who}", who=_names(host, t))
    if night.phase == PLANNED:
        return [head, *_planned(gathering, t)]
    if night.phase == CHECK:
        return [head, *_check(gathering, t), standings(gathering, t)]
    if night.phase == PLAY:
        return [head, *_round(gathering, looks, t), standings(gathering, t)]
    if night.phase == OVER:
        return [head, *podium(gathering, t)]
    if night.phase == FEW:
        return [head, t("Too few people checked in, so the game night doesn't take place.")]
    return [head, t("The game night is cancelled.")]


def passed(night: Night, link: str, looks: Looks, t: Tongue) -> Drawn:
    """Return a card of a night after a newer one was posted: the link there."""
    head = f"## 🌙 {t('Game night')}\n{plan_words(night, looks, t)}"
    return screen(COLOUR, head, t("It goes on here: {link}", link=link))


def card_link(night: Night, message_id: int) -> str:
    """Return the link to a card of a night."""
    return link_to(night.guild_id, night.channel_id, message_id)


def plan_words(night: Night | nights.Plan, looks: Looks, t: Tongue, now: float = 0.0) -> str:
    """Return the hour, the game, the rounds and the tables in a line."""
    begins = night.begins(now) if isinstance(night, nights.Plan) else night.begins_at
    rounds = t.many("{n} round", "{n} rounds", night.rounds)
    size = t.many("tables of {n}", "tables of {n}", night.size)
    hour = t("{hour} · {when}", hour=f"<t:{int(begins)}:F>", when=moment(begins))
    return f"{hour}\n{game_words(night.game, looks, t)} · {rounds} · {size}"


def game_words(game: str, looks: Looks, t: Tongue) -> str:
    """Return a game's name with its sign, or that of a mixed night."""
    if game == MIXED:
        return "🎲 " + t("another game each round")
    look = looks.get(game)
    return game if look is None else f"{look.emoji} {t(look.name)}"


def _planned(gathering: Gathering, t: Tongue) -> list[Part]:
    night, coming = gathering.night, [guest for guest in gathering.guests if not guest.gone]
    told = t(
        "I mention those who are in at each check-in. Check-in opens {when}.",
        when=moment(night.due_at),
    )
    return [t("**In** ({n}): {names}", n=len(coming), names=_names(coming, t) or "–"), told]


def _check(gathering: Gathering, t: Tongue) -> list[Part]:
    night, here = gathering.night, present(gathering)
    absent = [guest for guest in expected(gathering) if guest not in here]
    head = t("### Round {n} of {rounds}: check in", n=night.round, rounds=night.rounds)
    until = t(
        "Press ✋ *I'm here*. Whoever doesn't gets no seat, and nobody waits. "
        "Check-in ends {when}.",
        when=moment(night.due_at),
    )
    return [
        f"{head}\n{until}",
        t("**Here** ({n}): {names}", n=len(here), names=_names(here, t) or "–"),
        t("**Not yet** ({n}): {names}", n=len(absent), names=_names(absent, t)) if absent else "",
    ]


def _round(gathering: Gathering, looks: Looks, t: Tongue) -> list[Part]:
    night = gathering.night
    chairs = gathering.of_round(night.round)
    names = {guest.user_id: guest.name for guest in gathering.guests}
    head = t("### Round {n} of {rounds}", n=night.round, rounds=night.rounds)
    game = chairs[0].game if chairs else night.game
    lines = []
    for number in sorted({chair.number for chair in chairs}):
        sat = [chair.user_id for chair in chairs if chair.number == number]
        people = _bold((names[one] for one in sat if one in names), t)
        table = t("Table {n}: {names}", n=number, names=people)
        rests = t("Without a table this round, for half the points: {names}", names=people)
        lines.append(table if number else rests)
    told: list[Part] = [f"{head} · {game_words(game, looks, t)}", "\n".join(lines)]
    return [*told, *_changes(gathering, t)] if night.round < night.rounds else told


def _changes(gathering: Gathering, t: Tongue) -> list[Part]:
    """Return who comes and who leaves after the round that is played."""
    seated = {chair.user_id for chair in gathering.of_round(gathering.night.round)}
    come = [guest for guest in present(gathering) if guest.user_id not in seated]
    left = [guest for guest in gathering.guests if guest.gone and guest.user_id in seated]
    into, out = _names(come, t), _names(left, t)
    late = t("Whoever comes later plays from the next round on.")
    return [
        t("**In from the next round** ({n}): {names}", n=len(come), names=into) if come else "",
        t("**Out from the next round** ({n}): {names}", n=len(left), names=out) if left else "",
        f"-# {late}",
    ]


def standings(gathering: Gathering, t: Tongue) -> str:
    """Return the ranking so far, or an empty text before the first points."""
    if not any(chair.points is not None for chair in gathering.chairs):
        return ""
    return "\n".join(["**" + t("So far") + "**", *_lines(ranking(gathering), t)])


def podium(gathering: Gathering, t: Tongue) -> list[Part]:
    """Return the winner, the ranking, and how points are counted."""
    lines = ranking(gathering)
    who = printable(lines[0].name) if lines else "?"
    how = t(
        "{whole} points for beating a whole table, a share for a part of it. On equal points "
        "counts whom one met.",
        whole=WHOLE,
    )
    return [
        "### 🏆 " + t("{who} wins the game night", who=who),
        "\n".join(_lines(lines, t)),
        f"-# {how}",
    ]


def _lines(lines: Sequence[Line], t: Tongue) -> list[str]:
    found = []
    for at, line in enumerate(lines[:_SHOWN]):
        place = _MEDALS[at] if at < len(_MEDALS) else f"{at + 1}\\."
        points = t.many("{n} point", "{n} points", line.points)
        found.append(f"{place} **{printable(line.name)}** · {points}")
    if (more := len(lines) - _SHOWN) > 0:
        found.append("-# " + t.many("and {n} more", "and {n} more", more))
    return found


def _ways(night: Night, t: Tongue) -> list[Control]:
    text, style = str(night.id), discord.ButtonStyle.success
    come = button(Address("nightin", text=text), t("I'm in"), style=style)
    here = button(Address("nighthere", text=text), t("I'm here"), style=style)
    out = button(Address("nightout", text=text), t("I'm out"))
    if night.phase == CHECK:
        return [here, out]
    if night.phase == PLANNED or (night.phase == PLAY and night.round < night.rounds):
        return [come, out]
    return []


def _names(guests: Iterable[Guest], t: Tongue) -> str:
    return _bold((guest.name for guest in guests), t)


def _bold(names: Iterable[str], t: Tongue) -> str:
    return listed((f"**{printable(name)}**" for name in names), t)
