"""One person alone in the page, against computers: one-click start, and each game to its end."""

import asyncio
import os
from collections.abc import AsyncIterator
from functools import partial

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, expect

from bot.screens.parts import looks
from games import GAMES
from tests.examples import ALL_AT_ONCE

from .conftest import in_chromium, pages, played
from .player import Offer, Player
from .visitor import PHONE, WIDE, Visitor
from .walks import options_of, page_of

pytestmark = in_chromium


async def test_welcome_starts_a_match_against_computers_by_one_click(
    address: str, browser: Browser
) -> None:
    ana = await Visitor.open(browser, address, "Ana")
    await expect(ana.newest()).to_contain_text("Play against computers")
    await ana.shot("alone-welcome")
    await ana.button(looks()[ALL_AT_ONCE].name).click()
    await expect(ana.direct).to_contain_text("Choose a card")
    await expect(ana.newest()).to_contain_text("Your match has begun in our direct messages")
    await ana.shot("alone-playing")
    assert ana.errors == []


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def alone(
    chromium: Browser, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Player]:
    """Dan, alone in a server without reveal pauses, where computers move at once."""
    log = tmp_path_factory.mktemp("alone") / "log"
    quick = played("--no-limits", log=log, module="rig.quick")
    async with pages(chromium) as browser, quick as address:
        dan = await Player.open(browser, address, "Dan", set())
        yield dan
    said = log.read_text(encoding="utf-8")
    assert "Traceback" not in said, said
    assert " ERROR " not in said, said


async def decide(dan: Player, offer: Offer) -> None:
    """Make any decision that moves the match on: first a challenge or a pass."""
    quick = [text for text in ("challenge", "pass!", "pass") if text in offer.moves]
    if quick or offer.moves or offer.picks:
        await dan.click(next(iter([*quick, *offer.moves, *offer.picks])))
    else:
        await dan.choose(next(iter(offer.selects)), "×")


def brief(key: str) -> bool:
    """Return True if a match with the usual options is short: a click begins it."""
    return getattr(page_of(key), "BRIEF", False)


# The gallery plays them all to their end too, more slowly, and looks at them.
_GAMES = sorted(GAMES) if os.environ.get("SHINRISEN_SOAK") else [*filter(brief, GAMES)][:1]


@pytest.mark.parametrize("key", _GAMES)
async def test_a_person_alone_plays_a_game_to_its_end_by_clicks(key: str, alone: Player) -> None:
    visitor = alone.visitor
    newest = shown = visitor.newest
    if not brief(key):
        await visitor.run(f"{key} play", **options_of(key))
        await expect(newest()).not_to_contain_text("🏆")
        await expect(newest()).to_contain_text("🤖")
        await both(alone, f"alone-{key}-lobby")
        await visitor.button("Start").click()
    else:
        welcome = visitor.channel.locator(".message").first
        await welcome.locator(f'[data-custom-id*="solo"][data-custom-id$=":{key}"]').click()
        # The channel sees nothing of it.
        shown = partial(_last, visitor.direct)
        await expect(shown()).to_contain_text("Give up")
    await expect(shown()).not_to_contain_text("🏆")
    seen = False
    async with asyncio.timeout(100):
        while "the end" not in await shown().inner_text():
            offer = await alone.offer()
            if not offer.sealed and (offer.moves or offer.picks or offer.selects):
                if not seen:
                    await both(alone, f"alone-{key}-hand")
                    seen = True
                await decide(alone, offer)
            else:
                await asyncio.sleep(0.05)
    assert seen
    if not brief(key):
        # The own hand calls its reader "you".
        await expect(shown()).to_contain_text("Dan")
    await expect(shown()).to_contain_text("Rematch")
    await both(alone, f"alone-{key}-end")
    assert visitor.errors == []


def _last(column: Locator) -> Locator:
    """Return the newest message of a column."""
    return column.locator(".message").last


async def both(dan: Player, name: str) -> None:
    """Save pictures of a wide window and of both columns on a phone."""
    await dan.picture(name)
    await dan.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    for column in ("direct", "channels"):
        await dan.page.locator(f"#{column} button").first.click()
        await dan.visitor.shot(f"{name}-{column}-phone")
    await dan.page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})


async def test_daily_deal_is_played_and_posted_by_clicks(alone: Player) -> None:
    visitor = alone.visitor
    await visitor.run("daily")
    private = visitor.channel.locator('[data-private="yes"]').last
    await expect(private).to_contain_text("One try")
    await visitor.shot("daily-before")
    await private.get_by_role("button", name="Play").click()
    shown = partial(_last, visitor.direct)
    await expect(shown()).to_contain_text("Choose a card")
    async with asyncio.timeout(300):
        while "the end" not in await shown().inner_text():
            rests = shown().get_by_role("button", name="Go on")
            offer = await alone.offer()
            if await rests.count():
                # A busy machine may need more than the two minutes of a move.
                await rests.click()
            elif not offer.sealed and (offer.moves or offer.picks or offer.selects):
                await decide(alone, offer)
            else:
                await asyncio.sleep(0.05)
    await both(alone, "daily-end")
    await visitor.run("daily")
    await expect(private).to_contain_text("Shinrisen daily")
    await both(alone, "daily-result")
    box = await private.bounding_box()
    assert box is not None
    assert box["height"] <= 700, "the message and the frame of its column"
    line = (await private.inner_text()).split("Shinrisen daily")[1].splitlines()[0]
    await private.get_by_role("button", name="Post in #").click()
    public = visitor.channel.locator('.message:not([data-private="yes"])').last
    await expect(public).to_contain_text(f"Shinrisen daily{line}")
    assert visitor.errors == []
