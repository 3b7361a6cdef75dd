"""Payloads sent to Discord: built by us, equal to discord.py's, with signs on buttons."""

import discord
from discord import ui

from bot.wire.fitting import count
from bot.wire.ui import Address, button, button_rows, choice, screen
from bot.words.i18n import languages, tongue

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


def test_rows_of_cards_stay_as_they_are_when_one_is_chosen() -> None:
    def lengths(labels: list[str]) -> list[int]:
        return [len(row.controls) for row in button_rows([button(AT, one) for one in labels])]

    cards = [str(number) for number in range(96, 105)]
    assert lengths(cards) == lengths([*cards[:-1], "104 ✓"]) == [5, 4], "as the picture has them"
    assert lengths([f"Row {number}" for number in range(1, 6)]) == [3, 2]


def test_a_fixed_button_wears_its_sign() -> None:
    for locale in ("en-US", *languages()):
        made = button(Address("join"), tongue(locale)("Join")).to_component_dict()
        assert made["emoji"]["name"] == "✅"
        assert made["label"] == tongue(locale)("Join")
    assert "emoji" not in button(Address("rulespage"), "▶").to_component_dict()
    assert button(Address("again"), "", emoji="⏮️").to_component_dict()["emoji"]["name"] == "⏮️"
