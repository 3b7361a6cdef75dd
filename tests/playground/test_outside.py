"""Commands on a person, and a record dropped into a form, by clicks on the page."""

from pathlib import Path

from playwright.async_api import Browser, expect

from games import GAMES
from games.record import dumps
from rig.processes import playground, running_bot
from tests.examples import ALL_AT_ONCE

from ..games.playing import random_match
from .conftest import in_chromium
from .visitor import Visitor

pytestmark = in_chromium


async def test_newcomer_invites_and_proves_by_clicks(tmp_path: Path, browser: Browser) -> None:
    played = random_match(ALL_AT_ONCE, 3, GAMES[ALL_AT_ONCE].Options(rounds=1), 5)
    file = tmp_path / "record.txt"
    file.write_text(dumps(played.record), encoding="utf-8")
    async with playground("--people", "3") as client, running_bot(client, tmp_path):
        await client.ready()
        page = client.api.removesuffix("/api/v10")
        ana = await Visitor.open(browser, page, "Ana")
        await ana.run(f"{ALL_AT_ONCE} play")
        await expect(ana.newest()).to_contain_text("table 1 is open")
        await ana.page.locator("#members button", has_text="Ben").click()
        await expect(ana.page.locator(".menu .choice .words > span")).to_have_text(
            ["Invite to table", "Profile"]
        )
        await ana.page.locator(".menu .choice", has_text="Invite to table").click()
        await expect(ana.newest()).to_contain_text("Ben has your invitation")
        await expect(ana.newest()).to_contain_text("Ana used Invite to table")

        await ana.run("verify")
        form = ana.page.locator("#modal form")
        await form.locator("button[type=submit]").click()
        await expect(form.locator(".failed").first).to_have_text("This is needed.")
        await form.locator("input[type=file]").set_input_files(file)
        await ana.shot("page-verify")
        await form.locator("button[type=submit]").click()
        await expect(ana.newest()).to_contain_text("Consistent.")

        ben = await Visitor.open(browser, page, "Ben")
        direct = ben.page.locator('[data-column="dm"]')
        await direct.get_by_role("button", name="Join", exact=True).click()
        await expect(direct).to_contain_text("You sit on seat")
        await expect(ana.page.locator('[data-column="channel"]')).to_contain_text("Players 2 of")
        assert ana.errors == ben.errors == []
