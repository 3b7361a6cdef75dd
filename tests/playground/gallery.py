"""A match played in the page by one person against computers, with a callback at each stage."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Browser, Locator, expect

from bot.drawing.emojis import emojis
from bot.words.i18n import Tongue, tongue
from rig.waits import until

from .conftest import pages, played
from .player import Offer, Player
from .visitor import Visitor
from .walks import ANY, ANY_TEXT, NUMBER, options_of, page_of

Look = Callable[[str], Awaitable[None]]
"""Called with a stage: lobby, table, hand, reveal or end."""

_SOON = 60_000
_MATCHES = 3
"""The most matches of a walk. Then it must have seen every stage."""
_READY = f"{len(emojis())} of {len(emojis())} emojis are there"


def is_pictured(key: str, stage: str) -> bool:
    """Return True if a stage has a picture. A game in words has one of its lobby and its end.

    Dan plays alone, so the table has none while the match runs.
    """
    return stage in ("lobby", "end") or (stage != "table" and hasattr(page_of(key), "said"))


def alt_text_of(key: str, stage: str, t: Tongue) -> re.Pattern[str]:
    """Return a pattern of alternative texts that only that stage's picture has."""
    page = page_of(key)
    if stage == "lobby":
        texts = [t("{who} sits here, the host.", **ANY)]
    elif stage == "end":
        # A match that was broken off has no scores.
        texts = [t("{rank}. {who}: {score}.", rank="1", who=ANY_TEXT, score=ANY_TEXT)]
        texts.append(t("{rank}. {who}.", rank="1", who=ANY_TEXT))
    else:
        assert page is not None
        texts = page.said(stage, t)
    escaped = [
        re.escape(text).replace(ANY_TEXT, ".+").replace(str(NUMBER), r"\d+") for text in texts
    ]
    return re.compile("|".join(escaped))


def column_of(dan: Player, stage: str) -> Locator:
    """Return the column of a stage: direct messages or the channel."""
    return dan.visitor.direct if stage in ("hand", "reveal") else dan.visitor.channel


def picture(dan: Player, stage: str) -> Locator:
    """Return the picture of a stage in the newest message. A reveal stands below a hand."""
    shown = column_of(dan, stage).locator(".message").last.locator(".gallery img")
    return shown.last if stage == "reveal" else shown.first


@asynccontextmanager
async def visit(chromium: Browser, log: Path) -> AsyncIterator[Player]:
    """Open a playground as Dan, of the staff, once its emojis and pictures are ready.

    The bot logs to `log`. Its computers move at once.
    """
    holds = log.with_name("holds")
    holds.write_text("0")
    quick = played("--no-limits", log=log, module="rig.quick", RIG_HOLDS=str(holds))
    async with pages(chromium) as browser, quick as address:
        dan = Player(await Visitor.open(browser, address, "Dan"))
        dan.holds = holds
        await emojis_ready(log)
        yield dan


async def emojis_ready(log: Path) -> None:
    """Wait until the bot's log says that it has all emojis."""
    await until(lambda: _READY in log.read_text(encoding="utf-8"))


async def set_language(dan: Player, locale: str) -> None:
    """Set the language of the page and of tables opened from it."""
    await dan.page.set_viewport_size({"width": 1280, "height": 900})
    await dan.page.click("#gear")
    await dan.page.select_option("#locale", locale)
    await dan.page.keyboard.press("Escape")
    dan.language = locale


def set_reveal_pause(dan: Player, seconds: int) -> None:
    """Set the reveal pause of moves from now on."""
    assert dan.holds is not None
    new = dan.holds.with_suffix(".new")
    new.write_text(str(seconds))
    new.replace(dan.holds)


async def walk(dan: Player, key: str, look: Look, last: str = "end") -> None:
    """Play a match by clicks from lobby to end and call `look` once at each stage.

    With `last` "hand" the walk ends there.
    """
    awaited = {"lobby", "hand"}
    if is_pictured(key, "reveal"):
        awaited.add("reveal")
    # A player who is out early, or wins at once, sees no hand. Then another match is played.
    for _ in range(_MATCHES):
        await _play(dan, key, look, last, awaited)
        if not awaited:
            break
    assert not awaited, awaited
    if last == "end":
        await look("end")


async def _play(dan: Player, key: str, look: Look, last: str, awaited: set[str]) -> None:
    """Play a match to its end, or to the stage `last`, and look at the stages awaited."""
    visitor, t = dan.visitor, tongue(dan.language)
    # A hand is looked at between two decisions, a reveal while it pauses.
    set_reveal_pause(dan, 0 if "hand" in awaited else 10)
    await visitor.open_table(key, **options_of(key))
    start = visitor.newest().locator('[data-custom-id*=":start:"]')
    await expect(start).to_be_enabled()
    if "lobby" in awaited:
        # The words come first, the pictures once everything they need is ready.
        shown = picture(dan, "lobby")
        await expect(shown).to_have_attribute("alt", alt_text_of(key, "lobby", t), timeout=_SOON)
        await look("lobby")
        awaited.remove("lobby")
    await start.click()
    decided = 0
    async with asyncio.timeout(240):
        while "🏆" not in await visitor.newest().inner_text():
            offer = await dan.offer()
            before = set(awaited)
            if "reveal" in awaited and await _reveals(dan, key):
                await look("reveal")
                awaited.remove("reveal")
            elif not offer.sealed and (offer.moves or offer.picks or offer.selects):
                if decided >= 2 and "hand" in awaited:
                    await look("table")
                    await look("hand")
                    awaited.remove("hand")
                    if last == "hand":
                        awaited.clear()
                        return
                    set_reveal_pause(dan, 10)
                else:
                    await decide(dan, offer, boldly="hand" in awaited)
                    decided += 1
            else:
                await asyncio.sleep(0.05)
            if before and not awaited:
                # Only the end is left to look at.
                set_reveal_pause(dan, 0)


async def decide(dan: Player, offer: Offer, *, boldly: bool = False) -> None:
    """Make any decision that moves the match on.

    A challenge or a pass comes first, or last if `boldly`.
    """
    ending: list[str] = [text for text in ("challenge", "pass!", "pass") if text in offer.moves]
    # A longer choice is nearer completion. An empty one would start it again.
    picks = sorted(filter(None, offer.picks), key=len, reverse=True)
    others = [text for text in [*offer.moves, *picks] if text not in ending]
    if ways := others + ending if boldly else ending + others:
        await dan.click(ways[0])
    else:
        await dan.choose(next(iter(offer.selects)), "×")


async def _reveals(dan: Player, key: str) -> bool:
    """Return True if the hand shows a reveal."""
    shown = picture(dan, "reveal")
    alt = await shown.get_attribute("alt") if await shown.count() else ""
    return bool(alt_text_of(key, "reveal", tongue(dan.language)).search(alt or ""))
