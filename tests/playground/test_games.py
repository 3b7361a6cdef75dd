"""Every game played to its end in Chromium, by clicks only, with the real bot.

Ana has a wide window. Ben reads Japanese on a phone in the light theme. Chie has a wide window in
the light theme. Pictures of each kind of decision are stored in `screens`.
"""

import asyncio
from collections.abc import AsyncIterator
from typing import ClassVar, Protocol

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from games import GAMES

from ..games.hands import PLAYS
from .conftest import in_chromium, pages, played
from .player import Offer, Player

pytestmark = in_chromium


class Script(Protocol):
    """Clicks for a match of one game: the options, and each player's decisions."""

    @property
    def people(self) -> int:
        """Number of players."""

    @property
    def options(self) -> dict[str, str]:
        """Options of `/… play`."""

    async def decide(self, player: Player, offer: Offer) -> None:
        """Make the decision due."""


class Nimmt:
    """A round of eleven tricks with jokers. Always the first card or row."""

    people = 2
    options: ClassVar[dict[str, str]] = {"rounds": "1", "jokers": "True"}

    def __init__(self) -> None:
        self.cards = 0

    async def decide(self, player: Player, offer: Offer) -> None:
        row = "row1" in offer.moves
        await player.picture("nimmt-row" if row else "nimmt-card")
        self.cards += not row
        await player.click(next(iter(offer.moves)))
        if self.cards in (3, 4):
            await player.picture("nimmt-chosen")


class Bluff:
    """A bid in two choices, shown dice, a raise, a challenge, then short rounds to the end."""

    people = 2
    options: ClassVar[dict[str, str]] = {"dice": "3"}

    def __init__(self) -> None:
        self.turn = 0

    async def decide(self, player: Player, offer: Offer) -> None:
        self.turn += 1
        if self.turn == 1:
            await player.picture("bluff-start")
            offer = await player.choose(next(iter(offer.selects)), "2 × …")
            await player.picture("bluff-face")
            assert {"2x1", "2x5", "2x*"} <= set(offer.moves)
            await player.click("2x3")
        elif self.turn == 2:
            await player.picture("bluff-turn")
            offer = await player.click(next(iter(offer.picks)))
            await player.picture("bluff-dice")
            await player.click(next(text for text in offer.moves if text.startswith("show")))
        elif self.turn == 3:
            await player.picture("bluff-shown")
            await player.click("2x4")
        elif "challenge" in offer.moves:
            await player.picture("bluff-doubt")
            await player.click("challenge")
            await player.picture("bluff-counted")
        else:
            await player.picture("bluff-round")
            await player.click("1x1")


class Schwimmen:
    """A swap of one card, a swap of all three, then each player closes as soon as possible."""

    people = 3
    options: ClassVar[dict[str, str]] = {"lives": "1", "swap_all": "True"}

    def __init__(self) -> None:
        self.swapped = 0

    async def decide(self, player: Player, offer: Offer) -> None:
        if "take" in offer.moves:
            await player.picture("schwimmen-dealer")
            await player.click("take")
        elif self.swapped < 2 and "pass!" in offer.moves:
            self.swapped += 1
            await player.picture("schwimmen-turn")
            fill_option = next(iter(offer.picks))
            offer = await player.click(fill_option)
            take = next(text for text in offer.picks if text.startswith(f"{fill_option}-"))
            await player.picture("schwimmen-half")
            offer = await player.click(take)
            await player.picture("schwimmen-swap")
            await player.click(take)
        elif self.swapped == 2 and "all" in offer.picks:
            self.swapped += 1
            await player.click("all")
            await player.picture("schwimmen-all")
            await player.click("all")
        else:
            await player.picture("schwimmen-last")
            await player.click("pass!" if "pass!" in offer.moves else "pass")
            await player.picture("schwimmen-waiting")


class Sinomilia:
    """A short round with a feint, then nine moons, which Ana predicted both times."""

    people = 2
    options: ClassVar[dict[str, str]] = {"pause": "1"}

    def __init__(self) -> None:
        self.turn = 0

    async def decide(self, player: Player, offer: Offer) -> None:
        if "sun" in offer.moves:
            await player.picture("sinomilia-toss")
            await player.click("moon")
        elif "chip-moon" not in offer.moves and "pass" not in offer.moves:
            await player.picture("sinomilia-lay")
            mine = "1" if "1" in offer.moves else "9"
            await player.click(mine if player.name == "Ana" else next(iter(offer.moves)))
            await player.picture("sinomilia-laid")
        else:
            self.turn += 1
            await player.picture("sinomilia-turn")
            if self.turn == 1:
                offer = await player.click("change")
                await player.picture("sinomilia-change")
                await player.click(next(t for t in offer.moves if set("(（") & set(offer.moves[t])))
            elif self.turn == 2:
                await player.click("chip-moon")
            elif self.turn == 3:
                await player.click("pass")
                await player.picture("sinomilia-held")
            else:
                await player.picture("sinomilia-paid")
                await player.click("chip-moon" if "chip-moon" in offer.moves else "pass")


class Colorse:
    """Zof against Do at first, Do against Do later. Takes the fewest cards off the table."""

    people = 3
    options: ClassVar[dict[str, str]] = {"rounds": "1"}

    def __init__(self) -> None:
        self.signs = 0

    async def decide(self, player: Player, offer: Offer) -> None:
        if offer.moves.keys() <= {"do", "zof", "rau"}:
            await player.picture("colorse-sign")
            self.signs += 1
            await player.click("zof" if self.signs in (1, 3) else "do")
            return
        first = next(iter(offer.moves))
        await player.picture(f"colorse-{first.rstrip('123:RGBY') or 'colour'}")
        await player.click(min(offer.moves, key=lambda text: "💥" in offer.moves[text]))


class Anyhow:
    """Any other game with the fewest players. Always the first control."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.people = GAMES[key].seats[0]
        self.options = {name: str(value) for name, value in PLAYS[key][0].items()}

    async def decide(self, player: Player, offer: Offer) -> None:
        await player.picture(f"{self.key}-decision")
        await player.click(next(iter({**offer.moves, **offer.picks})))


SCRIPTS: dict[str, type[Script]] = {
    "nimmt": Nimmt,
    "bluff": Bluff,
    "schwimmen": Schwimmen,
    "sinomilia": Sinomilia,
    "colorse": Colorse,
}


def script_of(key: str) -> Script:
    """Return a game's own script, or one that clicks the first control."""
    return SCRIPTS[key]() if key in SCRIPTS else Anyhow(key)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def people(chromium: Browser) -> AsyncIterator[list[Player]]:
    """Three people in one playground, who play all games in turn."""
    pictured: set[str] = set()
    async with pages(chromium) as browser, played("--no-limits") as address:
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
    await ana.visitor.run(f"{key} play", **script.options)
    await expect(ana.visitor.newest()).to_contain_text("Players 1 of")
    for number, player in enumerate(others, 2):
        await player.turn_to("channel")
        await player.visitor.button("Join").click()
        await expect(ana.visitor.newest()).to_contain_text(f"Players {number} of")
    for player in people:
        await player.picture(f"{key}-lobby")
    await ana.visitor.button("Start").click()
    for player in people:
        await player.turn_to("direct")

    decided = 0
    async with asyncio.timeout(100):
        while "🥇" not in (panel := await ana.visitor.newest().inner_text()):
            for player in people:
                offer = await player.offer()
                if offer.due:
                    await script.decide(player, offer)
                    decided += 1
                    if decided == 5:
                        await others[0].turn_to("channel")
                        await others[0].picture(f"{key}-table")
                        await others[0].turn_to("direct")
    assert all(player.name in panel for player in people)
    for player in people:
        await player.picture(f"{key}-end-hand")
        await player.turn_to("channel")
        await player.picture(f"{key}-end")
        assert player.visitor.errors == []
