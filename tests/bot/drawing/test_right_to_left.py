"""Hebrew and Arabic names in pictures: in their own order, with joined letters."""

import pytest

from bot.drawing import words

HEBREW, ARABIC = "למם", "محمد"
pytestmark = pytest.mark.skipif(
    not words.joins() or words.printable(HEBREW + ARABIC) != HEBREW + ARABIC,
    reason="no FriBiDi, or no font with these letters",
)


def test_hebrew_name_begins_at_the_right() -> None:
    # Only the first letter rises above the others.
    shape, _, _ = words.mask(HEBREW, 40, "bold")
    top = shape.crop((0, 0, shape.width, 2)).getbbox()
    assert top is not None
    assert top[0] > shape.width / 2


def test_arabic_letters_join() -> None:
    assert words.width(ARABIC, 40) < sum(words.width(letter, 40) for letter in ARABIC)


def test_mixed_name_is_drawn_in_one_font() -> None:
    assert words.printable("Ana " + HEBREW) == "Ana " + HEBREW
    assert words.width("Ana " + HEBREW, 40) > words.width(HEBREW, 40)


def test_sign_without_a_font_is_left_out() -> None:
    assert words.printable(HEBREW + "\U0001f984") == HEBREW
