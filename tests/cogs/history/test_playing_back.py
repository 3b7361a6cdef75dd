"""Replays as people open them, in films, still pictures and words."""

import re
from typing import Any

import pytest
from simcord import InteractionResult, MemberActor
from simcord.results import to_discord_message

from bot.storage.people import Wish
from bot.wire.ui import Address
from tests.examples import ALL_AT_ONCE, IN_TURN

from ..conftest import Begin
from ..evening import Evening, Two, answer, pictured, said, words
from ..staff import forge, watched
from .past import by, live, press

pytestmark = pytest.mark.usefixtures("dots")

SHORT = {"dice": 2, "end": "first_out"}


async def ended(e: Evening, game: str = IN_TURN, **options: Any) -> None:
    """Play a match of the first two people to its end."""
    everybody, e.people = e.people, e.people[:2]
    await e.begin(game, **(options or SHORT))
    await e.play_out(seed=1)
    e.people = everybody


async def opened(e: Evening, person: MemberActor, *, at: Any = None) -> InteractionResult:
    return await watched(e, person, 1, at)


def now(e: Evening, shown: InteractionResult) -> Any:
    """Return a private answer as it is by now."""
    message = answer(shown)
    kept = e.now(message)
    return to_discord_message(e.env, kept)


async def test_step_is_a_picture_with_its_place_or_words(evening: Begin) -> None:
    async with evening(3, pictures=True) as e:
        stranger = e.people[2]
        await ended(e)
        shown = await opened(e, stranger)
        [told] = pictured(answer(shown))
        assert told.startswith("Round 1, step 1 of ")
        assert "```" not in said(shown)
        shown = await by(stranger, shown, "0")
        assert len(pictured(answer(shown))) == 2, "Ana's dice too"
        await e.bot.house.readers.choose(stranger.id, Wish(pictures=False))
        shown = await opened(e, stranger)
        assert pictured(answer(shown)) == []
        assert re.search(r"Round 1 · 4 dice\n## 1 × 4 · (Ana|Ben)\n", said(shown))


async def test_replay_never_replaces_the_end(evening: Begin) -> None:
    async with evening(2, pictures=True) as e:
        ana, _ = e.people
        await ended(e)
        end = e.hand(ana)
        before = words(end.components)
        opening = e.buttons(end)["Replay"]
        shown = await ana.user.click(end, custom_id=opening)
        assert "replay of match 1" in said(shown)
        assert words(e.hand(ana).components) == before


@pytest.mark.parametrize(("moving", "kind"), [(True, ".gif"), (False, ".png")])
async def test_a_step_moves_as_its_reader_wants(evening: Begin, moving: bool, kind: str) -> None:
    async with evening(3, pictures=True) as e:
        stranger = e.people[2]
        await ended(e, ALL_AT_ONCE, rounds=1)
        await e.bot.house.readers.choose(stranger.id, Wish(True, moving))
        shown = await press(stranger, await opened(e, stranger), "Next")
        assert "card 2 of 10**" in said(shown)
        assert [file.filename[-4:] for file in now(e, shown).attachments] == [kind]
        again = await press(stranger, shown, "Play")
        assert "card 2 of 10**" in said(again)
        assert [file.filename[-4:] for file in now(e, again).attachments] == [".gif"]
        await e.bot.house.readers.choose(stranger.id, Wish(False, False))
        shown = await press(stranger, await opened(e, stranger), "Next")
        assert "Play" not in live(shown)


async def test_a_replay_opens_at_a_ply(e: Two) -> None:
    ana, _ = e.people
    await ended(e, ALL_AT_ONCE, rounds=1)
    shown = await opened(e, ana)
    while "Next" in live(shown):
        shown = await press(ana, shown, "Next")
    at = Address.parse(live(shown)["Back"])
    assert at is not None
    direct = await forge(e, ana, answer(shown), f"s2:replay:1:MARK:{at.stage}:0/open")
    assert "card 9 of 10" in said(direct)
    assert "As you saw it" in said(direct)
