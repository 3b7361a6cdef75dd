"""Words beside a picture: nothing that the picture says, in all games."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.drawing.file import File
from bot.screens import frames
from bot.screens.sight import Sight
from bot.screens.transcript import looks
from bot.words.i18n import tongue
from games import GAMES
from games.core import Seat
from games.record import replay

from ...drawing import stored_of
from ...games.hands import OPTIONS
from ...games.playing import random_match

T = tongue("en-US")
NEAR = r"[*:·( ]*"
SAID = re.compile(rf"\b(?P<who>P\d+)\b{NEAR}(?P<n>\d+)(?!\d)")
TURNED = re.compile(rf"(?<!\d)(?P<n>\d+){NEAR}(?P<who>P\d+)\b")


def screens(key: str) -> Iterator[tuple[str, str]]:
    """Yield texts of panels and hands with the alternative texts of the pictures beside them."""
    least, most = GAMES[key].seats[0], GAMES[key].seats[-1]
    for seats in sorted({least, min(4, most), min(7, most)}):
        record = random_match(key, seats, OPTIONS[key][0], 5).record
        steps = replay(record)
        stored = replace(stored_of(record), phase="live", ended_at=None)
        plies = range(1, len(steps) - 1)
        for ply in random.Random(seats).sample(plies, min(60, len(plies))):
            for seat in (None, Seat(0), Seat(seats - 1)):
                sight = Sight.at(stored, looks()[key], steps[: ply + 1], seat)
                sight = replace(sight, pictures=True, moving=False)
                if (picture := sight.picture(T)) is None:
                    continue
                sight = replace(sight, file=File(picture, "x.png", b"x"))
                drawn = (frames.panel if seat is None else frames.hand)(sight, T)
                yield drawn.text, picture.alt(T)


def repeats(line: str, told: str) -> bool:
    """Return True if a line only gives players the numbers that a picture gives them."""
    line = re.sub("(?:❤️)+(?!\\d)", lambda hearts: str(len(hearts[0]) // 2), line)
    line = line.replace("❤️", "")
    pairs = [m.group("who", "n") for one in (SAID, TURNED) for m in one.finditer(line)]
    said = [re.search(rf"\b{who}: (\d+ → )?{n}\b", told) for who, n in pairs]
    return bool(said) and all(said)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_pictured_words_repeat_nothing(key: str) -> None:
    found = set()
    for text, told in screens(key):
        found |= {line for line in text.splitlines() if repeats(line, told)}
        assert not set(text) & set("⁰¹²³⁴⁵⁶⁷⁸⁹"), f"the bulls of cards: {text}"
        # A prompt and a story name players elsewhere than at their beginning.
        listed = [line for line in text.splitlines() if re.match(r"(\*\*)?P\d+\W+\d", line)]
        assert len(listed) <= 2, f"players share two lines: {text}"
        # A game may have the coin in its heading.
        assert "🪙" not in text.replace(looks()[key].emoji, ""), f"chips: {text}"
        assert "in all" not in text, f"a headline of bulls: {text}"
    assert not found, "\n".join(sorted(found)[:20])
