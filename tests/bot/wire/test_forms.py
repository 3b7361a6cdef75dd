"""Simpler forms of a screen: the same without emojis, and the same in words."""

from dataclasses import replace

import pytest

from bot.screens import frames
from bot.wire.delivery import Form, in_form
from bot.wire.ui import Attached, Row, button, screen
from bot.words.i18n import tongue
from bot.words.parts import part
from games import GAMES
from tests.drawing import controls, decisions

from .known import ALL, AT, PICTURE, pictured


@pytest.mark.parametrize("key", [key for key in sorted(GAMES) if part(key, "emojis") is not None])
def test_hand_without_emojis_equals_the_plain_hand(key: str) -> None:
    changed = 0
    for sight in decisions(key, 30):
        plain = frames.hand(sight, tongue("en"))
        worn = frames.hand(replace(sight, emojis=ALL), tongue("en"))
        changed += worn.components != plain.components
        simpler = in_form(worn, Form.NO_EMOJIS)
        assert simpler.text == plain.text
        assert [*controls(simpler.components)] == [*controls(plain.components)]
        assert in_form(worn, Form.PICTURE) is worn
    assert changed


def test_words_replace_the_picture() -> None:
    told = in_form(pictured(), Form.WORDS)
    assert told.text == "**Hand**\nTwo cards: 4 and 104."
    assert told.files == ()
    assert "attachment://" not in str(told.components)


def test_emojis_of_discord_stay_on_buttons() -> None:
    plain = in_form(pictured(), Form.NO_EMOJIS)
    assert [part["label"] for _, part in controls(plain.components)] == ["4 🐂", "Help"]
    assert ["emoji" in part for _, part in controls(plain.components)] == [False, True]
    assert plain.files == (PICTURE,)


def test_button_with_an_emoji_alone_keeps_a_label() -> None:
    alone = screen(5, Row(button(AT, "", emoji="<:bull_abc123:123456789012345678>")))
    [(_, part)] = controls(in_form(alone, Form.WORDS).components)
    assert part["label"]
    assert "emoji" not in part


def test_words_fit_into_a_message() -> None:
    long = replace(PICTURE, text="x" * 1024)
    told = in_form(screen(5, "y" * 3900, long), Form.WORDS)
    assert len(told.text.replace("\n", "")) == 4000


def test_file_that_is_no_picture_stays_in_words() -> None:
    record = Attached("record.txt", b"moves")
    told = in_form(screen(5, "Here it is.", files=[record]), Form.WORDS)
    assert told.files == (record,)
