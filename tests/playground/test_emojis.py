"""The application's emojis: uploaded once, replaced after a change, shown on the page's buttons."""

from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from playground.serve import bot_environment, serving
from playground.shapes import Wire
from rig.forks import Forked
from tests.examples import ALL_AT_ONCE

from .conftest import CHROMIUM, played
from .gallery import emojis_ready
from .visitor import Visitor


async def _uploaded(environment: dict[str, str]) -> str:
    """Return the last line that `python -m bot emojis` prints."""
    said = Path(environment["SHINRISEN_DATABASE"]).with_name("said")
    process = Forked("bot.__main__", ("emojis",), environment=environment, log=said).begin()
    assert await process.ended() == 0
    return process.logged().splitlines()[-1]


def _grow_older(emojis: dict[int, tuple[Wire, bytes]], seconds: int) -> None:
    """Give all emojis ids as if they had been uploaded earlier."""
    before = (seconds * 1000) << 22
    older = {n - before: (wire | {"id": str(n - before)}, png) for n, (wire, png) in emojis.items()}
    emojis.clear()
    emojis.update(older)


async def test_second_upload_replaces_only_changed_emojis(tmp_path: Path) -> None:
    async with serving(limited=False) as playground:
        # To this Discord, the machine's clock is two days fast. Its own decides what is old.
        playground.world.behind = 2 * 86400
        environment = bot_environment(playground, tmp_path / "none.sqlite3")
        emojis = playground.world.emojis
        said = await _uploaded(environment)
        assert said == f"Emojis: {len(emojis)} uploaded, 0 old ones removed, 0 were there."
        assert len(emojis) > 40
        answers = {one["status"] for one in playground.rest.log() if one["method"] == "POST"}
        assert answers == {201}, "as Discord says it"
        there = dict(emojis)
        said = await _uploaded(environment)
        assert said == f"Emojis: 0 uploaded, 0 old ones removed, {len(there)} were there."
        assert emojis == there

        # An outdated emoji of ours, and an emoji of another owner.
        first, second, *_ = emojis.values()
        first[0]["name"], second[0]["name"] = "die_3_000000", "die_3_house"
        said = await _uploaded(environment)
        assert said == f"Emojis: 2 uploaded, 0 old ones removed, {len(there) - 2} were there."
        assert "die_3_000000" in {wire["name"] for wire, _ in emojis.values()}, "a bot knows it yet"
        said = await _uploaded(environment)
        assert said == f"Emojis: 0 uploaded, 0 old ones removed, {len(there)} were there."
        _grow_older(emojis, 2 * 86400)
        said = await _uploaded(environment)
        assert said == f"Emojis: 0 uploaded, 1 old ones removed, {len(there)} were there."
        names = {wire["name"] for wire, _ in emojis.values()}
        assert "die_3_house" in names
        assert "die_3_000000" not in names


@pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed here")
@pytest.mark.asyncio(loop_scope="session")
async def test_a_button_of_the_page_shows_a_drawn_emoji(browser: Browser, tmp_path: Path) -> None:
    log = tmp_path / "log"
    async with played("--no-limits", log=log) as address:
        ana = await Visitor.open(browser, address, "Ana")
        await emojis_ready(log)
        # Beside pictures, buttons do without.
        await ana.run("me")
        await ana.button("Words only").click()
        await ana.run(ALL_AT_ONCE, computers="1")
        await ana.button("Start").click()
        drawn = ana.direct.locator(".btn img.emoji").first
        await expect(drawn).to_be_visible(timeout=60_000)
        assert await drawn.evaluate("image => image.naturalWidth") == 128
        assert (await drawn.get_attribute("alt") or "").startswith(":")
        assert ana.errors == []
