"""Messages as Discord takes them: within its limits, and with controls as discord.py has them."""

import discord
import pytest
from discord import ui

from bot.wire.fitting import COMPONENTS, TEXT, Still, Story, count, cut, size, units
from bot.wire.ui import Address, Attached, Part, Row, button, button_rows, choice, screen
from bot.words.i18n import languages, tongue

WIDE = "\U0001d54e"
AT = Address("move", 7, 3, "55", "cafe")


def row(number: int = 5) -> Row:
    """Return a row of buttons."""
    return Row(*[button(AT, str(n)) for n in range(number)])


def texts(*parts: Part) -> list[str]:
    """Return the texts of a screen of these parts."""
    (container,) = screen(5, *parts).components
    return [part["content"] for part in container["components"] if "content" in part]


def test_wide_letter_counts_as_two_units() -> None:
    assert units(WIDE * 3 + "a") == 7
    assert cut(WIDE * 3, 6) == WIDE * 3
    assert cut(WIDE * 4, 6) == WIDE * 2 + "…"
    assert cut("abcdef", 5) == "abcd…"


def test_screen_with_room_keeps_all_parts() -> None:
    still = Still({"type": 1, "components": []})
    parts: list[Part] = ["a", ui.Separator(), Story("b\nc"), still, "d"]
    assert count(screen(5, *parts).components) == 6


def test_story_loses_its_oldest_lines_first() -> None:
    story = Story("\n".join(["old", WIDE * 1000, "new"]))
    assert texts("a" * 2000, story, "end") == ["a" * 2000, "new", "end"]


def test_story_loses_code_blocks_as_a_whole() -> None:
    story = Story("old\n```\none\ntwo\n```\nnew")
    assert texts("a" * (TEXT - 16), story) == ["a" * (TEXT - 16), "new"]


def test_longest_text_is_shortened_last() -> None:
    kept, short = texts("kept", "```\n" + WIDE * 3000 + "\n```")
    assert kept == "kept"
    assert short.endswith("…\n```")
    assert units(kept) + units(short) <= TEXT


def test_separators_go_first_when_components_are_too_many() -> None:
    parts: list[Part] = ["a", ui.Separator(), "b", Story("story")]
    rows = [row() for _ in range(5)]
    drawn = screen(5, *parts, *rows, row(4))
    assert count(drawn.components) == COMPONENTS
    assert drawn.text == "a\nb\nstory"


def test_texts_beside_each_other_become_one() -> None:
    rows = [row() for _ in range(6)]
    assert texts("a", "b", rows[0], "c", "d", *rows[1:]) == ["a", "b", "c\nd"]
    assert texts("a", "b", rows[0], "c", "d", "e", *rows[1:]) == ["a", "b", "c\nd\ne"]


def test_still_controls_go_before_the_story() -> None:
    still = Still(row().to_component_dict())
    rows = [row() for _ in range(5)]
    drawn = screen(5, *rows, still, Story("story"), still)
    assert count(drawn.components) == 1 + 5 * 6 + 6 + 1


def test_story_goes_when_controls_need_the_room() -> None:
    rows = [row() for _ in range(6)]
    assert texts(Story("story"), row(1), *rows) == ["story"]
    assert texts(Story("story"), row(2), *rows) == []


def test_controls_alone_are_never_dropped() -> None:
    with pytest.raises(ValueError, match="40 components"):
        screen(5, *[row() for _ in range(7)])


def test_long_texts_of_a_picture_are_cut() -> None:
    picture = Attached("a.png", b"", WIDE * 600)
    (gallery,) = screen(None, picture).components
    assert units(gallery["items"][0]["description"]) <= 1024
    assert size(screen(None, picture).components) == 0


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
    below = *button_rows(controls), *choice(AT, "Which?", [("a", "b", "c")])
    drawn = screen(5, "**Hello**", ui.Separator(), *below)
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
