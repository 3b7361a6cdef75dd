"""Text beside a picture: exactly the facts missing in the picture.

A picture with its alternative text and the message's text must say as much as the words-only
screen.
"""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from bot.screens import arranging
from bot.screens.sight import Sight
from bot.words.parts import part
from games import GAMES

from ..drawing import controls
from .beside import T, drawn, moments

BLOCKS = [
    key
    for key in GAMES
    if "```" in (Path(__file__).parents[2] / "cogs" / key / "look.py").read_text("utf-8")
]
PICTURED = [key for key in GAMES if part(key, "picture") is not None]


def reach(sight: Sight, seen: set[str] | None = None) -> set[str]:
    """Return the moves of all controls, and of those behind half choices."""
    seen = set() if seen is None else seen
    moves = set()
    for address, _ in controls(drawn(sight).components):
        if address.kind == "move":
            moves.add(address.text)
        elif address.kind == "pick" and address.text not in seen and len(seen) < 40:
            seen.add(address.text)
            moves |= reach(replace(sight, picked=address.text), seen)
    return moves


@pytest.mark.parametrize("key", PICTURED)
@pytest.mark.costly
def test_a_picture_takes_no_move_away_and_no_words_are_added(key: str) -> None:
    shorter = 0
    for words, pictured in moments(key):
        plain, shown = drawn(words), drawn(pictured)
        assert reach(pictured) == reach(words)
        assert len(shown.text) <= len(plain.text) + 80
        assert [file.name for file in shown.files][:1] == ["x.png"]
        assert shown.files[0].text == pictured.file.picture.alt(T)  # type: ignore[union-attr]
        shorter += len(shown.text) < len(plain.text)
    assert shorter > len(moments(key)) / 3


@pytest.mark.parametrize("key", PICTURED)
def test_words_that_a_picture_cuts_stand_in_story_or_picture(key: str) -> None:
    hashed = re.compile(r"`[0-9a-f]{4}[ 0-9a-f…]{4,}")
    blocks = cut = 0
    for words, pictured in moments(key):
        plain, shown = drawn(words).text, drawn(pictured)
        assert not hashed.search(plain + shown.text), "no screen has a hash"
        if words.stored.phase != "live":
            continue
        assert "```" not in shown.text
        blocks += "```" in plain
        story = arranging.happened(replace(words, held=False), T).text
        lost = [line for line in plain.splitlines() if line not in shown.text]
        cut += any(line in story for line in lost)
        if words.held or words.view.outcome is not None:
            # A reveal and the end show only themselves.
            continue
        told = shown.text + shown.files[0].text + story
        for seat, player in enumerate(pictured.stored.players):
            names = (player.name, f"<@{player.user_id}>")
            if seat != pictured.seat and any(name in plain for name in names):
                assert any(name in told for name in names), (plain, told)
    assert blocks or key not in BLOCKS
    assert cut


@pytest.mark.parametrize("key", PICTURED)
def test_prompt_comes_first_under_the_picture_with_its_time(key: str) -> None:
    seen = 0
    for _, pictured in moments(key):
        decides = pictured.seat in pictured.to_act and not pictured.held
        if not decides or pictured.stored.phase != "live":
            continue
        timed = replace(pictured.stored, pace=30, deadline=100.0)
        shown = drawn(replace(pictured, stored=timed, deadline=100.0, now=80.0))
        headline, picture, prompt, *rest = shown.components[0]["components"]
        assert "content" in headline
        assert "items" in picture
        assert prompt["content"].splitlines()[0].endswith("⏳ <t:100:R>"), prompt
        assert any("components" in part for part in rest)
        seen += 1
    assert seen
