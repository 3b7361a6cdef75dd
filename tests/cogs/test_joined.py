"""Sentences and lists in texts are joined as in their reader's language."""

import random
import re

import pytest

from bot.screens import frames
from bot.screens.transcript import looks
from bot.words.i18n import tongue
from bot.words.speech import joined, listed
from games import GAMES
from games.core import Seat

from ..drawing import Drawing
from ..games.playing import random_match

JA = tongue("ja")
PLIES = 25
CODE = re.compile(r"```.*?```|`[^`\n]*`|<[^<>]*>", re.DOTALL)
# A full-width sign beside a space, or a list joined as in English.
WRONG = re.compile(r"[。、：！？）」] +(?=\S)|(?<=\S) +[。、：！？（「]|, (?=\S)")
# A sign of ours or an emoji stands between spaces.
SIGN = re.compile(r"[^\w\s。、：！？（「）」*]")


def wrong(text: str) -> list[str]:
    """Return the lines of a Japanese text with a joiner of another language."""
    found = []
    for line in CODE.sub("x", text).splitlines():
        for match in WRONG.finditer(line):
            # The text on both sides of the space.
            beside = line[match.start() :].lstrip(" ")[:1] + line[: match.end()].rstrip(" ")[-1:]
            beside += line[match.start() - 1] + line[match.end() - 1 : match.end() + 1]
            if match[0].startswith(",") or not SIGN.search(beside):
                found.append(line)
    return found


def test_lists_and_sentences_are_joined_by_the_language() -> None:
    assert listed(["Ana", "Ben"], JA) == "Ana、Ben"
    assert joined(["一。", "", "二。"], JA) == "一。二。"
    assert listed(["Ana", "Ben"], tongue("de")) == "Ana, Ben"
    assert joined(["One.", "Two."], tongue("en-US")) == "One. Two."


@pytest.mark.parametrize("key", sorted(GAMES))
@pytest.mark.parametrize("most", [False, True])
def test_no_screen_in_japanese_is_joined_as_in_english(key: str, most: bool) -> None:
    played = random_match(key, GAMES[key].seats[-1 if most else 0], GAMES[key].Options(), 5)
    drawing, last = Drawing(looks(), played.record, played.steps), len(played.steps) - 1
    shown = []
    for ply in sorted({last, *random.Random(1).sample(range(last + 1), min(PLIES, last + 1))}):
        for held in (False, True):
            sight = drawing.at(ply, held=held).sight(None)
            shown.append(frames.panel(sight, JA).text)
            for seat in (Seat(0), Seat(1)):
                sight = drawing.at(ply, held=held).sight(seat)
                shown.append(frames.hand(sight, JA).text)
                picture = sight.picture(JA)
                shown.append(picture.alt(JA) if picture is not None else "")
    assert len(set(shown)) > 1
    assert not {line for text in shown for line in wrong(text)}


@pytest.mark.parametrize("key", sorted(GAMES))
def test_screens_leave_out_empty_gains(key: str) -> None:
    played = random_match(key, GAMES[key].seats[-1], GAMES[key].Options(), 5)
    drawing = Drawing(looks(), played.record, played.steps)
    shown = [
        frames.panel(drawing.at(ply, held=held).sight(None), tongue("en-US")).text
        for ply in range(0, len(played.steps), 3)
        for held in (False, True)
    ]
    assert len(set(shown)) > 1
    assert not [text for text in shown if "(+0)" in text or "+0 of" in text]
