"""Titles in the page: read at a match's end, then in the profile of the one who earned it."""

import random
from pathlib import Path

from playwright.async_api import Browser, expect

from bot.play.titles import of_game
from bot.storage import Database, tables
from bot.storage.titles import Earned, give
from rig.processes import playground, running_bot
from tests.examples import ALL_AT_ONCE
from tests.wire.sittings import Sitting

from .conftest import in_chromium
from .visitor import PHONE, Visitor

pytestmark = in_chromium


async def test_title_is_explained_at_the_end_and_in_profiles(
    browser: Browser, tmp_path: Path
) -> None:
    title = of_game(ALL_AT_ONCE).own[0]
    sets = {"SHINRISEN_TITLES": "on"}
    async with playground("--people", "2") as client, running_bot(client, tmp_path, sets):
        world = await client.ready()
        ana, ben = (person["id"] for person in world["people"])
        rng = random.Random(1)
        sitting = Sitting(client, world, rng, people=[ana, ben])
        await sitting.start(rounds=1)
        # Too few opponents would earn one, so the database has it before the end.
        database = await Database.open(tmp_path / "shinrisen.sqlite3")
        stored = await tables.table(database, sitting.table)
        assert stored is not None
        row = Earned(stored.guild_id, int(ana), ALL_AT_ONCE, title.key, stored.id, 1.0)
        await give(database, [row])
        await database.close()
        while not await sitting.play(1):
            pass
        page = await Visitor.open(browser, client.api.removesuffix("/api/v10"), "Ben", PHONE)
        told = f"Ana: {title.name} · {title.why}"
        panel = page.channel.locator('.message:not([data-private="yes"])').last
        await expect(panel).to_contain_text(told)
        await page.shot("title-end-phone")
        await page.run("profile", member="Ana")
        profile = page.channel.locator('[data-private="yes"]').last
        await expect(profile).to_contain_text("Titles")
        await expect(profile).to_contain_text(title.why)
        await page.shot("title-profile-phone")
        assert page.errors == []
