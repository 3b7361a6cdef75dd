"""Every game played to its end in Chromium, by clicks only, with the real bot.

Ana has a wide window. Ben reads Japanese on a phone in the light theme. Chie has a wide window in
the light theme. Pictures of each kind of decision are stored in `screens`.
"""

import asyncio
from collections.abc import AsyncIterator
from typing import Protocol

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from games import GAMES

from ..games.hands import PLAYS
from .conftest import in_chromium, pages, played
from .player import Offer, Player
from .walks import page_of

pytestmark = in_chromium


class Script(Protocol):
    """Clicks for a match of one game: the options, and each player's decisions."""

    @property
    def people(self) -> int:
        """Number of players."""

    @property
    def options(self) -> dict[str, str]:
        """Options of the form, and computers."""

    async def decide(self, player: Player, offer: Offer) -> None:
        """Make the decision due."""


class Anyhow:
    """Any other game with the fewest players. Always the first control."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.people = GAMES[key].seats[0]
        self.options = {name: str(value) for name, value in PLAYS[key][0].items()}

    async def decide(self, player: Player, offer: Offer) -> None:
        await player.picture(f"{self.key}-decision")
        await player.click(next(iter({**offer.moves, **offer.picks})))


def script_of(key: str) -> Script:
    """Return a game's own script, or one that clicks the first thing offered."""
    own: type[Script] | None = getattr(page_of(key), "Script", None)
    return Anyhow(key) if own is None else own()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def people(
    chromium: Browser, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[list[Player]]:
    """Three people in one playground, who play all games in turn. Reveals and films are short."""
    pictured: set[str] = set()
    holds = tmp_path_factory.mktemp("games") / "holds"
    holds.write_text("0.3")
    quick = played("--no-limits", module="rig.quick", RIG_HOLDS=str(holds))
    async with pages(chromium) as browser, quick as address:
        people = await asyncio.gather(
            Player.open(browser, address, "Ana", pictured),
            Player.open(browser, address, "Ben", pictured, phone=True, light=True, language="ja"),
            Player.open(browser, address, "Chie", pictured, light=True),
        )
        yield list(people)


@pytest.mark.parametrize("key", sorted(GAMES))
async def test_a_match_is_played_to_its_end_by_clicks_alone(key: str, people: list[Player]) -> None:
    script = script_of(key)
    ana, *others = people = people[: script.people]
    await ana.visitor.open_table(key, **script.options)
    await expect(ana.visitor.newest()).to_contain_text("1 of")
    for number, player in enumerate(others, 2):
        await player.turn_to("channel")
        await player.visitor.button("Join").click()
        await expect(ana.visitor.newest()).to_contain_text(f"{number} of")
    for player in people:
        await player.picture(f"{key}-lobby")
    await ana.visitor.button("Start").click()
    for player in people:
        await player.turn_to("direct")

    decided = 0
    async with asyncio.timeout(300):
        while "🏆" not in (panel := await ana.visitor.newest().inner_text()):
            before = decided
            for player in people:
                offer = await player.offer()
                if offer.due:
                    await script.decide(player, offer)
                    decided += 1
                    if decided == 5:
                        await others[0].turn_to("channel")
                        await others[0].picture(f"{key}-table")
                        await others[0].turn_to("direct")
            if decided == before:
                await asyncio.sleep(0.05)
    pictures = ana.visitor.newest().locator(".gallery img")
    panel += await pictures.evaluate_all("images => images.map((image) => image.alt).join()")
    assert all(player.name in panel for player in people)
    for player in people:
        await player.picture(f"{key}-end-hand")
        await player.turn_to("channel")
        await player.picture(f"{key}-end")
        assert player.visitor.errors == []
