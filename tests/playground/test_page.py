"""The playground's page in Chromium, used only by clicks and keys, with a little bot."""

import asyncio
from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser, Route, expect

from rig.processes import Client, playground

from .conftest import in_chromium
from .visitor import PHONE, Visitor

pytestmark = in_chromium


@pytest_asyncio.fixture(loop_scope="session")
async def ana(little: Client, browser: Browser) -> AsyncIterator[Visitor]:
    """Open the little bot's page as Ana. It has no errors in the end."""
    ana = await Visitor.open(browser, little.page, "Ana")
    yield ana
    assert ana.errors == []


@pytest_asyncio.fixture(loop_scope="session")
async def ben(little: Client, browser: Browser) -> AsyncIterator[Visitor]:
    """Open another page as Ben."""
    ben = await Visitor.open(browser, little.page, "Ben")
    yield ben
    assert ben.errors == []


async def test_options_are_typed_completed_and_refused_in_words(
    ana: Visitor, browser: Browser
) -> None:
    await ana.page.fill("#text", "/fruit name:Apple tree count:3 who:@Chie size:huge")
    await expect(ana.page.locator("#suggestions button")).to_have_count(1)
    await ana.page.keyboard.press("Enter")
    await expect(ana.refusal).to_have_text("size isn't one of the choices")
    await ana.fill_option("size", "large")
    await ana.send()
    await expect(ana.newest()).to_contain_text("3 large Apple tree for Chie")
    await ana.page.fill("#text", "/fruit name:Plum size:small")
    await ana.send()
    await ana.send()
    await expect(ana.newest()).to_contain_text("small Plum")
    assert not ana.errors

    await ana.page.fill("#text", "/fru")
    await expect(ana.page.locator("#suggestions button")).to_have_count(1)
    await ana.page.keyboard.press("Enter")
    await ana.page.keyboard.type("ap")
    choices = ana.page.locator(".menu .choice")
    await expect(choices).to_have_text(["Apple tree", "Apricot tree"])
    await choices.nth(1).click()
    await ana.fill_option("count", "12")
    await ana.fill_option("who", "Chie")
    await ana.fill_option("size", "large")
    await ana.send()
    await expect(ana.refusal).to_have_text("count must be from 1 to 9")
    await expect(ana.page.locator('[data-option="count"][aria-invalid]')).to_have_count(1)
    await ana.fill_option("count", "three")
    await ana.send()
    await expect(ana.refusal).to_have_text("count must be a number")
    await ana.fill_option("count", "3")
    await ana.send()
    await expect(ana.newest()).to_contain_text("3 large apricot for Chie")
    await expect(ana.newest()).to_contain_text("Ana used /fruit")
    await expect(ana.refusal).to_be_empty()
    await ana.choose("fruit")
    await ana.send()
    await expect(ana.refusal).to_have_text("the option name is needed")
    # The browser logs every refused request as an error.
    assert all("status of 400" in error for error in ana.errors)
    ana.errors.clear()


async def test_commands_are_listed_by_permission(little: Client, browser: Browser) -> None:
    for name, listed in (("Ana", 0), ("Dan", 1), ("Ben", 0)):
        visitor = await Visitor.open(browser, little.page, name)
        await visitor.page.fill("#text", "/s")
        await expect(visitor.page.locator('[data-command="show"]')).to_have_count(1)
        await expect(visitor.page.locator('[data-command="sweep"]')).to_have_count(listed)


async def test_fast_typing_and_links_stay_in_the_page(ana: Visitor, little: Client) -> None:
    held = asyncio.Event()

    async def wait(route: Route) -> None:
        await held.wait()
        await route.continue_()

    await ana.page.route("**/say", wait)
    for line in ("one", "two", "three"):
        await ana.say(line)
    await ana.page.fill("#text", "fo")
    held.set()
    messages = ana.channel.locator(".message p")
    await expect(messages).to_have_text(["one", "two", "three"])
    await expect(ana.page.locator("#text")).to_have_value("fo")

    await ana.say("Look at this one")
    await expect(ana.newest()).to_contain_text("Look at this one")
    number = await ana.newest().get_attribute("data-message-id")
    world = await little.get("/world")
    here, other = (channel["id"] for channel in world["channels"][:2])
    places = f"https://discord.com/channels/{world['guild']['id']}"
    for n in range(30):
        await ana.say(f"More {n}")
    there = f"[there]({places}/{other}) [out](https://x.org)"
    await ana.say(f"[here]({places}/{here}/{number}) {there}")
    links = ana.newest().locator("a")
    await links.nth(0).click()
    await expect(ana.page.locator(f'.message[data-message-id="{number}"]')).to_be_focused()
    await expect(ana.page.locator(f'.message[data-message-id="{number}"]')).to_be_in_viewport()
    await links.nth(1).click()
    await expect(ana.page.locator("#channel-name")).to_have_text(world["channels"][1]["name"])
    await ana.say("[mine](https://discord.com/channels/@me/7/8)")
    await ana.newest().locator("a").click()
    await expect(ana.page.locator("body")).to_have_attribute("data-tab", "dm")
    assert len(ana.page.context.pages) == 1, "nothing was opened outside"

    headers = {"Authorization": f"Bot {little.token}"}
    async with little.http.get(f"{little.api}/voice/regions", headers=headers) as answer:
        assert answer.status == 501
    problem = ana.page.locator("[data-problem]")
    await expect(problem).to_contain_text("/voice/regions")
    await problem.get_by_role("button", name="Dismiss").click()
    await expect(problem).to_have_count(0)


async def test_controls_act_and_report_unanswered_clicks(ana: Visitor, ben: Visitor) -> None:
    await ana.run("show")
    message = ben.newest()
    await expect(message).to_contain_text("One of everything")
    await expect(message.locator("img")).to_have_count(3)
    await message.get_by_alt_text("All blue").click()
    await expect(ben.page.locator("#zoom img")).to_have_attribute("alt", "All blue")
    await ben.page.locator("#zoom").click()
    await expect(message.get_by_role("link", name="Download notes.txt")).to_be_visible()
    await expect(message.get_by_text("The end.")).to_be_hidden()
    await message.locator(".veil").click()
    await expect(message.get_by_text("The end.")).to_be_visible()

    await ben.button("Danger").click()
    for visitor in (ana, ben):
        await expect(visitor.newest()).to_contain_text("Last: press-danger")
        await expect(visitor.button("Danger")).to_be_disabled()
    # Opened spoilers stay open when the message changes.
    await expect(message.get_by_text("The end.")).to_be_visible()
    await message.locator('[data-custom-id="fruit"]').click()
    await expect(ben.page.locator(".menu [data-done]")).to_be_disabled()
    await ben.page.locator('.menu [data-value="Cherry"]').click()
    await ben.page.locator('.menu [data-value="Apple"]').click()
    await ben.page.locator(".menu [data-done]").click()
    await expect(ana.newest()).to_contain_text("Last: fruit Cherry, Apple")
    await message.locator('[data-custom-id="where"]').click()
    await ben.page.locator(".menu .choice", has_text="# lounge").click()
    await expect(ana.newest()).to_contain_text("Last: where ")

    silent = ben.button("Silent")
    await silent.click()
    await expect(silent).to_have_attribute("aria-busy", "true")
    await expect(message.get_by_role("alert")).to_have_text("This interaction failed")
    await expect(silent).not_to_have_attribute("aria-busy", "true")
    await expect(ana.newest().get_by_role("alert")).to_have_count(0)


async def test_a_form_is_filled_in_and_submitted(ana: Visitor) -> None:
    await ana.run("form")
    form = ana.page.get_by_role("dialog", name="A form")
    submit = form.get_by_role("button", name="Submit")
    await form.locator('input[data-custom-id="name"]').fill("B")
    await submit.click()
    await expect(form.get_by_text("This is needed.")).to_be_visible()
    await expect(form.get_by_text("2 characters or more")).to_be_visible()
    await form.locator('input[data-custom-id="name"]').fill("Benno")
    await form.locator("textarea").fill("Once upon a time")
    await form.locator('[data-custom-id="fruit"]').click()
    await form.locator('.menu [data-value="Quince"]').click()
    await submit.click()
    await expect(form).to_be_hidden()
    await expect(ana.newest()).to_contain_text("Form: Benno, Once upon a time, Quince")
    await ana.run("form")
    await form.get_by_role("button", name="Cancel").click()
    await expect(form).to_be_hidden()


async def test_private_message_is_visible_to_one_person_only(ana: Visitor, ben: Visitor) -> None:
    await ana.run("whisper")
    private = ana.channel.locator('[data-private="yes"]')
    await expect(private).to_contain_text("psst, here")
    await expect(private).to_contain_text("Only you can see this")
    await expect(ana.told()).to_contain_text("psst, there")
    await ana.run("classic")
    await expect(ana.newest()).to_have_attribute("data-pings-me", "yes")
    await expect(ben.newest()).to_contain_text("Hello @Ana")
    await expect(ben.newest()).not_to_have_attribute("data-pings-me", "yes")
    await expect(ben.channel.get_by_text("psst")).to_have_count(0)
    await expect(ben.direct.get_by_text("psst")).to_have_count(0)

    await private.get_by_role("button", name="Dismiss message").click()
    await expect(private).to_have_count(0)
    await ana.choose_person("Ben")
    await expect(ana.direct.locator(".message")).to_have_count(0)
    await ana.choose_person("Ana")
    await expect(ana.told()).to_contain_text("psst, there")
    await expect(private).to_have_count(0)


async def test_settings_are_those_of_the_person(ana: Visitor, little: Client) -> None:
    await ana.page.get_by_role("button", name="Settings").click()
    await ana.page.get_by_label("Allow direct messages").uncheck()
    await ana.page.get_by_label("Language").select_option("ja")
    await ana.page.get_by_label("Light theme").check()
    await ana.page.keyboard.press("Escape")
    await expect(ana.page.locator("#direct-note")).to_contain_text("turned off")
    await ana.run("whisper")
    await expect(ana.channel.locator('[data-private="yes"]')).to_be_visible()
    await ana.run("think")
    await expect(ana.page.locator("#thinking")).to_have_text("Shinrisen is thinking …")
    await expect(ana.newest()).to_contain_text("thought about it")
    await expect(ana.page.locator("#thinking")).to_be_hidden()
    await expect(ana.direct.locator(".message")).to_have_count(0)
    people = (await little.get("/world"))["people"]
    settings = [(p["name"], p["locale"], p["dms_open"]) for p in people[:2]]
    assert settings == [("Ana", "ja", False), ("Ben", "en-US", True)]


async def test_text_is_marked_up_but_never_markup(
    ana: Visitor, ben: Visitor, little: Client
) -> None:
    me = (await little.get("/world"))["people"][1]["id"]
    await ana.say("<img src=x onerror='document.title=1'> **b** [x](javascript:alert(1)) <@" + me)
    await expect(ben.newest()).to_contain_text("<img src=x onerror='document.title=1'> b")
    await expect(ben.newest().locator("img, a")).to_have_count(0)
    await ana.say(f"<@{me}> ||hidden *too*|| `**raw**` ~~no~~ https://example.org/a_b_c.")
    newest = ben.newest()
    await expect(newest).to_have_attribute("data-pings-me", "yes")
    await expect(newest.locator(".chip.me")).to_have_text("@Ben")
    await expect(newest.locator("code")).to_have_text("**raw**")
    await expect(newest.locator("s")).to_have_text("no")
    await expect(newest.locator("a")).to_have_attribute("href", "https://example.org/a_b_c")
    await expect(newest.locator("em")).to_be_hidden()
    await newest.get_by_label("Spoiler").click()
    await expect(newest.locator("em")).to_have_text("too")


async def test_a_reader_of_old_messages_is_not_dragged_away(ana: Visitor, ben: Visitor) -> None:
    for number in range(30):
        await ana.say(f"line {number}")
    await expect(ben.newest()).to_contain_text("line 29")
    await expect(ben.newest()).to_be_in_viewport()
    await ben.channel.locator(".messages").hover()
    await ben.page.mouse.wheel(0, -5000)
    await expect(ben.channel.get_by_text("line 1", exact=True)).to_be_in_viewport()
    await ana.say("news")
    jump = ben.page.get_by_role("button", name="New messages")
    await expect(jump).to_be_visible()
    await expect(ben.channel.get_by_text("line 1", exact=True)).to_be_in_viewport()
    await jump.click()
    await expect(ben.channel.get_by_text("news", exact=True)).to_be_in_viewport()
    await expect(jump).to_be_hidden()


async def test_a_phone_shows_one_column_and_counts_the_other(
    little: Client, browser: Browser
) -> None:
    ana = await Visitor.open(browser, little.page, "Ana", PHONE)
    await ana.run("whisper")
    await expect(ana.channel.get_by_text("psst, here")).to_be_visible()
    await expect(ana.direct).to_be_hidden()
    tab = ana.page.locator('[data-tab="dm"]').last
    await expect(tab.locator(".count")).to_have_text("1")
    await ana.run("show")
    await expect(ana.newest()).to_contain_text("One of everything")
    wide = "document.documentElement.scrollWidth > window.innerWidth"
    assert not await ana.page.evaluate(wide)
    await tab.click()
    await expect(ana.direct.get_by_text("psst, there")).to_be_visible()
    await expect(tab.locator(".count")).to_have_count(0)
    await expect(ana.channel).to_be_hidden()
    assert ana.errors == []


async def test_a_lost_connection_is_said_and_taken_up_again(browser: Browser) -> None:
    async with playground() as client:
        port = client.page.rpartition(":")[2]
        page = await browser.new_page()
        visitor = Visitor(page)
        await page.goto(client.page + "/?as=chie")
        await page.wait_for_selector('body[data-person="Chie"]')
        await visitor.say("still here")
        await expect(visitor.newest()).to_contain_text("still here")
    await expect(page.get_by_text("Connection lost")).to_be_visible()
    # The restarted world has new ids.
    async with playground("--port", port):
        await page.wait_for_selector('body[data-person="Chie"]')
        await expect(page.get_by_text("Connection lost")).to_be_hidden()
        await expect(visitor.channel.locator(".message")).to_have_count(0)
        await visitor.say("here again")
        await expect(visitor.newest()).to_contain_text("here again")
        await expect(visitor.newest()).to_contain_text("Chie")
