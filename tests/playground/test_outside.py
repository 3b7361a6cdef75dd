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


async def test_newcomer_looks_up_and_proves_by_clicks(tmp_path: Path, browser: Browser) -> None:
    played = random_match(ALL_AT_ONCE, 3, GAMES[ALL_AT_ONCE].Options(rounds=1), 5)
    file = tmp_path / "record.txt"
    file.write_text(dumps(played.record), encoding="utf-8")
    async with playground("--people", "3") as client, running_bot(client, tmp_path):
        ana = await Visitor.open(browser, client.page, "Ana")
        await ana.page.locator("#members button", has_text="Ben").click()
        choices = ana.page.locator(".menu .choice .words > span")
        await expect(choices).to_have_text(["Profile"])
        await choices.click()
        await expect(ana.newest()).to_contain_text("Ana used Profile")
        await expect(ana.newest()).to_contain_text("nothing to show of Ben")

        await ana.run("me")
        await ana.button("Check a record").click()
        form = ana.page.locator("#modal form")
        await form.locator("button[type=submit]").click()
        await expect(form.locator(".failed").first).to_have_text("This is needed.")
        await form.locator("input[type=file]").set_input_files(file)
        await form.locator("button[type=submit]").click()
        await expect(ana.newest()).to_contain_text("Consistent.")
        assert ana.errors == []
