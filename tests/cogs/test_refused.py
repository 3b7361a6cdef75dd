"""All messages are up to date soon after Discord has refused requests, in simcord's time."""

import re
from typing import Any

import pytest

from bot.wire.ui import Address
from tests.examples import IN_TURN

from .closed import TOKEN_SECONDS
from .conftest import Begin
from .evening import Evening, Patch, Three, components, words

SECONDS = 5
"""Seconds until everything is up to date, once Discord refuses nothing any more."""


async def well(e: Evening) -> None:
    """Wait five seconds, and check that all messages show the newest state."""
    await e.wait(SECONDS)
    await up_to_date(e)


async def up_to_date(e: Evening) -> None:
    """Check that all messages show the newest state.

    Pictures and emojis may come later, so only controls and mentions are compared.
    """
    posts = (await e.bot.tables.get(1)).posts
    for reader in posts.reached_by():
        post, drawn = posts.of(reader), posts.draw(reader)
        assert post.channel_id is not None
        assert post.message_id is not None, reader
        shown = e.env.backend.get_message(post.channel_id, post.message_id).components
        assert choices(shown) == choices(drawn.components), reader
        assert mentioned(words(shown)) == mentioned(drawn.text), reader


def choices(parts: Any) -> list[str]:
    """Return the addresses of the live moves and half choices, which name the stage."""
    ids = [c.get("custom_id") or "" for c in components(parts) if not c.get("disabled")]
    return [one for one in ids if (at := Address.parse(one)) and at.kind in ("move", "pick")]


def mentioned(text: str) -> list[str]:
    """Return the people whose decision a text awaits."""
    return re.findall(r"<@\d+>", text)


async def go_out(e: Evening) -> None:
    """Fail each ordinary request from here on, and make a move that these alone can show."""
    await e.begin(IN_TURN)
    await e.wait(TOKEN_SECONDS)
    e.env.inject_error("*", "/channels/*", status=500, times=None)
    (acting,) = e.unsealed()
    await e.play(acting, next(move for move in e.moves(acting) if "x" in move))
    await e.wait(100)


async def test_hands_are_up_to_date_soon_after_an_outage(e: Three) -> None:
    await go_out(e)
    e.env.backend.faults.clear()
    await well(e)


async def test_one_answer_of_discord_refreshes_all_hands(
    evening: Begin, monkeypatch: Patch
) -> None:
    for pause in ("_SHORTEST", "_LONGEST"):
        monkeypatch.setattr(f"bot.tables.house.{pause}", 600.0)
    async with evening(3) as e:
        await go_out(e)
        e.env.backend.faults.clear()
        with pytest.raises(AssertionError):
            await up_to_date(e)
        await e.press(e.people[0], "Post it below")
        await up_to_date(e)


@pytest.mark.parametrize("code", [50013, 50007], ids=["denied", "closed"])
async def test_refused_posts_lengthen_no_pause(
    evening: Begin, monkeypatch: Patch, code: int
) -> None:
    monkeypatch.setattr("bot.tables.house._PER_SECOND", 0.2)
    async with evening(3) as e:
        recovering = e.bot.house.recovering
        before = recovering.longest
        await go_out(e)
        assert recovering.longest > before
        e.env.backend.faults.clear()
        for verb, path in (("PATCH", "messages/*"), ("POST", "messages")):
            e.env.inject_error(verb, f"/channels/*/{path}", status=403, code=code, times=None)
        await e.wait(60)
        assert recovering.longest == before
