"""Parts of a screen give way to Discord's limits in a stated order."""

import pytest
from discord import ui

from bot.wire.fitting import COMPONENTS, TEXT, Still, Story, count, cut, size, units
from bot.wire.ui import Address, Attached, Part, Row, button, screen

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
