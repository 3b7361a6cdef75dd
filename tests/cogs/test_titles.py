"""Titles that a match earns, as its players see them: at the end and in profiles."""

import pytest

from bot import storage
from bot.play import titles
from bot.play.titles import Title, Titles
from games.core import Seat
from tests.examples import ALL_AT_ONCE

from .conftest import Begin
from .evening import said


@pytest.fixture(autouse=True)
def earned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each match a title for its first seat."""
    own = Titles((Title("first", "Number one", "sit first", lambda _: [Seat(0)]),))
    monkeypatch.setattr(titles, "of_game", lambda _: own)


async def test_title_is_shown_at_the_end_and_in_the_profile(evening: Begin) -> None:
    async with evening(4, titles=True) as e:
        ana, ben, *_ = e.people
        await e.begin(rounds=1)
        await e.play_out(seed=1)
        assert "-# 🎖️ Ana: **Number one** · sit first" in e.panel_words()
        assert "🎖️ Ana: **Number one**" in e.hand_words(ben)
        assert "🎖️ You: **Number one**" in e.hand_words(ana)
        assert e.panel_words().count("🎖️") == 1
        shown = said(await ben.slash(e.channel, "profile", member=ana))
        game = e.bot.looks[ALL_AT_ONCE].name
        assert f"### 🎖️ Titles\n**Number one** · {game} · sit first" in shown
        assert "🎖️" not in said(await ben.slash(e.channel, "profile"))
        posts = len(e.channel.history())
        await e.press(ana, "Rematch")
        for person in e.people:
            if person is not ana:
                await e.press(person, "Join")
        await e.play_out(seed=2)
        assert "the end" in e.panel_words()
        assert "🎖️" not in e.panel_words(), "a title is earned once"
        assert len(e.channel.history()) == posts + 1


@pytest.mark.parametrize("people", [4, 3])
async def test_no_title_while_off_or_among_few(evening: Begin, people: int) -> None:
    async with evening(people, titles=people == 3) as e:
        await e.begin(rounds=1)
        await e.play_out(seed=1)
        assert "the end" in e.panel_words()
        assert "🎖️" not in e.panel_words()
        assert "🎖️" not in said(await e.people[0].slash(e.channel, "profile"))
        assert await storage.titles.all_earned(e.bot.database) == []
