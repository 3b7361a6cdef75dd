"""Notices for new messages, not for edits, counted until the person looks."""

from typing import Any

import pytest
from playwright.async_api import Browser, expect

from .conftest import CHROMIUM
from .raw import V2, Raw, stand_in
from .visitor import Visitor

SILENT = 1 << 12


async def _unseen(raw: Raw, number: int) -> dict[str, int]:
    """Return the number of a person's notices by place."""
    notices = (await raw.see("/world"))["notices"].get(str(raw.people[number].id), {})
    return {where: len(ids) for where, ids in notices.items()}


async def test_direct_messages_count_until_the_reader_looks(raw: Raw) -> None:
    where = f"{raw.direct(1)}/messages"
    sent = await raw.call("POST", where, {"content": "one"})
    await raw.call("POST", where, {"content": "two"})
    await raw.call("POST", where, {"content": "silent", "flags": SILENT})
    await raw.do(f"/{raw.people[1].id}/say", channel="dm", text="my own")
    await raw.call("PATCH", f"{where}/{sent.body['id']}", {"content": "edited"})
    assert [await _unseen(raw, n) for n in (0, 1)] == [{}, {"dm": 2}]
    await raw.call("DELETE", f"{where}/{sent.body['id']}")
    assert await _unseen(raw, 1) == {"dm": 1}
    await raw.do(f"/{raw.people[0].id}/look", where="dm")
    assert await _unseen(raw, 1) == {"dm": 1}
    await raw.do(f"/{raw.people[1].id}/look", where="dm")
    assert await _unseen(raw, 1) == {}


async def test_only_real_mentions_by_others_are_counted_in_a_channel(raw: Raw) -> None:
    ben = f"<@{raw.people[1].id}>"
    await raw.send(ben, allowed_mentions={"parse": []})
    await raw.send(ben, flags=SILENT)
    await raw.do(f"/{raw.people[1].id}/say", channel=raw.here, text=f"I, {ben}")
    plain = await raw.send("nobody")
    await raw.call("PATCH", f"{raw.channel}/messages/{plain.body['id']}", {"content": ben})
    assert await _unseen(raw, 1) == {}
    await raw.do(f"/{raw.people[0].id}/say", channel=raw.here, text=f"you, {ben}")
    await raw.send(ben)
    assert [await _unseen(raw, n) for n in (0, 1)] == [{}, {raw.here: 2}]
    await raw.do(f"/channels/{raw.here}/delete")
    assert await _unseen(raw, 1) == {}


async def test_hidden_channel_sends_no_notices(raw: Raw) -> None:
    secret = await raw.do("/channels", name="staff", readers=[str(raw.people[0].id)])
    said = {"content": f"<@{raw.people[0].id}> <@{raw.people[1].id}>"}
    await raw.call("POST", f"/channels/{secret['id']}/messages", said)
    assert [await _unseen(raw, n) for n in (0, 1)] == [{secret["id"]: 1}, {}]


async def _phone(raw: Raw, number: int) -> list[tuple[str, str, str]]:
    """Return the notifications of a person's phone."""
    found = await raw.see(f"/{raw.people[number].id}/notifications")
    return [(one["sender"], one["place"], one["words"]) for one in found]


async def test_phone_shows_words_of_plain_messages_only(raw: Raw) -> None:
    where = f"{raw.direct(1)}/messages"
    screen = {"flags": V2, "components": [{"type": 10, "content": "choose a card"}]}
    line = await raw.call("POST", where, {"content": "Your turn"})
    plain: dict[str, Any] = {"content": None, "embeds": []}
    edited = await raw.call("PATCH", f"{where}/{line.body['id']}", screen | plain)
    assert edited.body["content"] == ""
    await raw.call("POST", where, screen)
    await raw.call("POST", where, {"content": "silent", "flags": SILENT})
    await raw.call("POST", where, screen | {"flags": V2 | SILENT})
    ben = f"<@{raw.people[1].id}>"
    await raw.send(f"{ben} your turn", allowed_mentions={"users": [str(raw.people[1].id)]})
    await raw.send(f"{ben} your turn", allowed_mentions={"parse": []})
    assert await _phone(raw, 0) == []
    assert await _phone(raw, 1) == [
        ("Shinrisen", "", "Your turn"),
        ("Shinrisen", "", ""),
        ("Shinrisen", "#game-table", "@Ben your turn"),
    ]


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed here")
async def test_a_notice_is_seen_and_an_edit_is_not(browser: Browser) -> None:
    async with stand_in() as raw, raw.bot():
        where = f"{raw.direct(1)}/messages"
        sent = await raw.call("POST", where, {"content": "Your hand"})
        message = f"{where}/{sent.body['id']}"
        ana = await Visitor.open(browser, raw.play.address, "Ana")
        others = ana.page.locator("#person .count")
        await expect(others).to_have_text("1")
        await expect(ana.page.locator("#person")).to_have_attribute(
            "title", "Choose who you are (1 notice for others)"
        )
        await ana.page.click("#person")
        await expect(ana.page.locator('.menu [data-person="Ben"] .count')).to_have_text("1")
        await expect(ana.page.locator(".menu .count")).to_have_count(1)
        await ana.page.click('.menu [data-person="Ben"]')
        bell = ana.direct.locator(".bell")
        marked = ana.direct.locator("[data-new]")
        await expect(ana.told()).to_contain_text("Your hand")
        await expect(others).to_be_hidden()
        await expect(bell).to_be_hidden()

        await ana.choose_person("Ana")
        await raw.call("PATCH", message, {"content": "Your hand, changed"})
        await ana.choose_person("Ben")
        await expect(ana.told()).to_contain_text("changed")
        await raw.call("PATCH", message, {"content": "Your hand, once more"})
        await expect(ana.told()).to_contain_text("once more")
        for badge in (others, bell):
            await expect(badge).to_be_hidden()
        await expect(marked).to_have_count(0)

        # In the channel, new direct messages are marked until the reader acts there.
        await raw.call("POST", where, {"content": "It's your turn"})
        await expect(bell).to_have_text("🔔 1")
        await expect(marked).to_have_count(1)
        await expect(marked).to_contain_text("It's your turn")
        newest = ana.page.locator("#phone li").first
        await expect(newest).to_have_text("ShinrisenIt's your turn")
        await expect(ana.page).to_have_title("(1) #game-table · Ben · Shinrisen playground")
        await ana.say("on my way")
        await expect(ana.newest()).to_contain_text("on my way")
        await expect(bell).to_have_text("🔔 1")
        await ana.told().click()
        await expect(bell).to_be_hidden()
        await expect(marked).to_have_count(0)
        await expect(ana.page).to_have_title("#game-table · Ben · Shinrisen playground")
        assert ana.errors == []
