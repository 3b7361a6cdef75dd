"""Replays: one step of an ended match by one player's eyes, with links to the others.

Pure: a finished match, a ply and the eyes in, a Drawn out.
"""

import itertools
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from discord import ui

from games.core import Seat
from games.errors import N_

from ..play.endings import called_off
from ..play.names import bare_name, names_of
from ..wire.fitting import Still
from ..wire.ui import (
    Address,
    Attached,
    Drawn,
    Part,
    address,
    button,
    button_rows,
    choice,
    screen,
)
from ..words.errors import TableError
from ..words.i18n import Tongue
from .finished import Finished
from .look import Look
from .ranking import ranking

SPECTATOR = "s"
"""The eyes in a custom_id: this for a spectator, or a seat's number."""


def eyes_of(past: Finished, text: str) -> Seat | None:
    """Return the seat that a control names, None for a spectator. Raises TableError."""
    if text == SPECTATOR:
        return None
    seats = {str(seat): Seat(seat) for seat in range(past.record.seats)}
    if text not in seats:
        raise TableError(N_("Nobody sat on such a seat in that match."))
    return seats[text]


def draw(past: Finished, look: Look, t: Tongue, ply: int, eyes: Seat | None) -> Drawn:
    """Draw the match at a ply by the given eyes. Raises TableError if there is no such ply."""
    if not 0 <= ply < len(past.steps):
        raise TableError(N_("That match has no such step."))
    plies = past.seen(eyes)
    step = bisect_right(plies, ply) - 1
    ply = plies[step]
    title = t("replay of match {number}", number=past.table.id)
    head: list[Part] = [
        f"## {look.emoji} {t(look.name)} · {title}",
        _head(past, t, eyes, step) + _happened(past, look, t, ply, eyes),
        ui.Separator(),
    ]
    foot: list[Part] = [ui.Separator(), *_ways(past, t, eyes, step)]
    if ply == plies[-1]:
        foot = [_end(past, look, t), *foot]
    return screen(look.colour, *head, *_still(_seen(past, look, t, ply, eyes)), *foot)


def told(past: Finished, look: Look, t: Tongue, ply: int, eyes: Seat | None) -> str | None:
    """Return the move made at a ply in words, or None if it was hidden from these eyes."""
    seat, text = past.record.moves[ply - 1]
    if seat != eyes and not look.announced(text):
        return None
    # Drawn from these eyes' view, so that a player's secret can't slip into the words.
    return look.label(past.view(ply - 1, eyes), text, t)


def _head(past: Finished, t: Tongue, eyes: Seat | None, step: int) -> str:
    who = t("a spectator") if eyes is None else _names(past, t)[eyes]
    at = t("**Step {step} of {last}**", step=step, last=len(past.seen(eyes)) - 1)
    return "-# 👁️ " + t("As {who} saw it", who=who) + f"\n{at} · "


def _happened(past: Finished, look: Look, t: Tongue, ply: int, eyes: Seat | None) -> str:
    if ply == 0:
        return t("The match begins.")
    who = _names(past, t)[past.record.moves[ply - 1][0]]
    move = told(past, look, t, ply, eyes)
    return t("**{who}** has decided.", who=who) if move is None else f"**{who}**: {move}"


def _names(past: Finished, t: Tongue) -> list[str]:
    return names_of(past.table.players, t)


def _seen(past: Finished, look: Look, t: Tongue, ply: int, eyes: Seat | None) -> list[Part]:
    over = past.game.outcome(past.steps[ply].state) is not None
    # At the end hands are gone and all readers see the table, as in the match.
    eyes = None if over else eyes
    names = [f"**{name}**" for name in _names(past, t)]
    # No mentions: the match is over.
    scene = replace(past.sight(look, ply, eyes).scene(t), mentions=names)
    return look.table(scene) if eyes is None else look.hand(scene)


def _end(past: Finished, look: Look, t: Tongue) -> str:
    if past.broken is not None:
        return t("The record can't be replayed further: {why}", why=t.refusal(past.broken))
    if past.table.phase == "cancelled":
        return called_off(past.table, t)
    return ranking(past.table, look, t, ratings=past.ratings)


def _ways(past: Finished, t: Tongue, eyes: Seat | None, step: int) -> list[Part]:
    plies = past.seen(eyes)
    last = len(plies) - 1
    by = SPECTATOR if eyes is None else str(eyes)
    steps = (
        ("first", "⏮️", t("First"), 0),
        ("back", "◀️", t("Back"), step - 1),
        ("next", "▶️", t("Next"), step + 1),
        ("last", "⏭️", t("Last"), last),
    )
    turns = [
        button(
            # The word keeps the custom_ids apart where two ways lead to one step.
            address(past.table, "replay", plies[max(0, min(to, last))], f"{by}/{word}"),
            label,
            emoji=emoji,
            disabled=to == step or not 0 <= to <= last,
        )
        for word, emoji, label, to in steps
    ]
    turns.append(button(address(past.table, "record"), t("Record")))
    if past.table.phase == "over":
        turns.append(button(address(past.table, "share"), t("Share")))
    seats = [
        (bare_name(player, t), str(seat), None) for seat, player in enumerate(past.table.players)
    ]
    whose = choice(
        address(past.table, "replay", plies[step], "eyes"),
        t("By whose eyes?"),
        [(t("a spectator"), SPECTATOR, None), *seats],
    )
    return [*button_rows(turns), *whose]


def _still(parts: Sequence[Part]) -> list[Part]:
    """Return the parts with dead controls."""
    numbers = itertools.count()
    return [
        part
        if isinstance(part, str | Attached | ui.Separator)
        else Still(_dead(part.to_component_dict(), numbers))
        for part in parts
    ]


def _dead(component: dict[str, Any], numbers: Iterator[int]) -> dict[str, Any]:
    """Return a component with its controls disabled."""
    dead = dict(component)
    if "custom_id" in component:
        # No handler serves this kind: a forged click is refused like any stale one.
        dead |= {"disabled": True, "custom_id": str(Address("still", 0, next(numbers)))}
    if "components" in component:
        dead["components"] = [_dead(one, numbers) for one in component["components"]]
    if "accessory" in component:
        dead["accessory"] = _dead(component["accessory"], numbers)
    return dead
