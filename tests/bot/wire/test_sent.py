"""Payloads sent to Discord: built by us, and equal to discord.py's."""

import random
from dataclasses import replace

import discord
import pytest
from discord import ui

from bot.screens import fairness, frames
from bot.screens.parts import looks
from bot.screens.sight import Sight
from bot.storage import rows
from bot.wire.ui import Address, Row, button, button_rows, choice, count, screen
from bot.words.i18n import tongue
from cogs.nimmt import look
from games.core import Seat
from games.record import replay

from ...drawing import stored_of
from ...games.golden import PLAYTHROUGHS

AT = Address("move", 7, 3, "55", "cafe")
STYLES = discord.ButtonStyle


def test_controls_are_sent_as_discord_py_would_send_them() -> None:
    layout = ui.LayoutView(timeout=None)
    one: ui.Button[ui.LayoutView] = ui.Button(label="55⁷", custom_id=str(AT))
    other: ui.Button[ui.LayoutView] = ui.Button(
        label="Row", emoji="🐂", style=STYLES.success, disabled=True, custom_id=str(AT)
    )
    only: ui.Button[ui.LayoutView] = ui.Button(emoji="<:bull:123>", custom_id=str(AT))
    select: ui.Select[ui.LayoutView] = ui.Select(
        custom_id="s2:move:7:cafe:3:55/0",
        placeholder="Which?",
        options=[discord.SelectOption(label="a", value="b", description="c")],
    )
    layout.add_item(
        ui.Container(
            ui.TextDisplay("**Hello**"),
            ui.Separator(),
            ui.ActionRow(one, other, only),
            ui.ActionRow(select),
            accent_colour=5,
        )
    )
    controls = [
        button(AT, "55⁷"),
        button(AT, "Row", emoji="🐂", style=STYLES.success, disabled=True),
        button(AT, "", emoji="<:bull:123>"),
    ]
    drawn = screen(
        5,
        "**Hello**",
        ui.Separator(),
        *button_rows(controls),
        *choice(AT, "Which?", [("a", "b", "c")]),
    )
    theirs = layout.to_components()  # type: ignore[no-untyped-call]
    assert drawn.components == theirs == drawn.layout.to_components()
    assert count(drawn.components) == layout.total_children_count
    assert drawn.layout.has_components_v2()
    assert not drawn.layout.is_dispatchable(), "or discord.py would keep it"


def test_screens_fit_discords_limits() -> None:
    assert count(screen(5, *["a line"] * 39).components) == 40
    with pytest.raises(ValueError, match="40 components"):
        screen(5, *["a line"] * 40)
    with pytest.raises(ValueError, match="40 components"):
        screen(5, *["a line"] * 35, Row(*[button(AT, str(n)) for n in range(5)]))


def test_nothing_kept_from_another_drawing_is_shown() -> None:
    kept = (look._card, look._printed_rows, fairness._seed_hash, rows._mark)
    sights = []
    for name, record in PLAYTHROUGHS.items():
        if record.game != "nimmt":
            continue
        stored, steps = replace(stored_of(record), phase="live"), replay(record)
        stored = replace(stored, secret=name.encode().ljust(32))
        for ply in range(1, len(steps), 7):
            seat = Seat(ply % len(stored.players))
            sights.append(Sight.at(stored, looks()["nimmt"], steps[:ply], seat))
    random.Random(1).shuffle(sights)
    tongues = [tongue("en-US"), tongue("ja")]
    warm = [frames.hand(sight, t).digest for sight in sights for t in tongues]
    for sight in reversed(sights):
        for t in reversed(tongues):
            for cache in kept:
                cache.cache_clear()
            assert frames.hand(sight, t).digest == warm.pop()
