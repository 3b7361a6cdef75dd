"""*Share*: the card of an ended match, shown in private first, then posted in its channel."""

from dataclasses import replace
from typing import Any

import discord
import pytest
import simcord.http.router
from simcord import InteractionResult, MemberActor
from simcord.backend.errors import BackendError
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from sqlalchemy import update

from bot.drawing.png import warm
from bot.drawing.samples import first
from bot.storage import shared
from bot.storage.schema import seats
from tests.examples import IN_TURN

from .conftest import Begin
from .evening import Evening, said, words
from .staff import forge, manager
from .test_closed import deny
from .test_history import live, press
from .test_leaderboard import pictured


@pytest.fixture(scope="module", autouse=True)
def pieces() -> None:
    """Draw all pieces first, so that no picture misses its time limit."""
    warm(first())


CARD = "match 1"


async def ended(e: Evening) -> None:
    """Play a match of the first two people to its end."""
    everybody, e.people = e.people, e.people[:2]
    await e.begin(IN_TURN, dice=1, end="first_out")
    await e.play_out(seed=1)
    e.people = everybody


async def card(e: Evening, person: MemberActor, *, at: Any = None) -> InteractionResult:
    """Return the private card of match 1, from its replay."""
    replay = await person.slash(at or e.channel, "replay", match=1)
    return await press(person, replay, "Share the result")


def posted(e: Evening, channel: Any = None) -> list[discord.Message]:
    """Return the public cards in a channel."""
    messages: list[discord.Message] = (channel or e.channel).history()
    return [message for message in messages if CARD in words(message.components)]


def link_to(e: Evening, message: discord.Message) -> str:
    """Return the address of a message in the channel."""
    return f"https://discord.com/channels/{e.guild.id}/{e.channel.id}/{message.id}"


async def test_card_is_private_until_posted(
    evening: Begin,
) -> None:
    async with evening(3, pictures=True) as e:
        stranger = e.people[2]
        await ended(e)
        before = len(e.channel.history())
        shown = await card(e, stranger)
        assert shown.response is not None
        assert shown.response.ephemeral
        text = said(shown)
        assert f"{e.bot.looks[IN_TURN].name} · {CARD}" in text
        assert "🥇 **" in text
        assert "rating" not in text
        [told] = pictured(shown.response)
        assert told.startswith(f"Shinrisen, {e.bot.looks[IN_TURN].name}. 1. ")
        [file] = shown.response.attachments
        assert (file.filename, file.description) == ("shinrisen-1.png", told)
        assert len(e.channel.history()) == before

        done = await press(stranger, shown, "Post it here")
        [message] = posted(e)
        shown_by = f"\n-# 📣 <@{stranger.id}> shares this match."
        assert words(message.components) == text.rsplit("\n-#", 1)[0] + shown_by
        assert "shares this match" not in text, "nothing is shared yet"
        assert [file.filename for file in message.attachments] == ["shinrisen-1.png"]
        assert pictured(message) == [told]
        assert [*e.buttons(message)] == ["Replay"]
        assert done.response is not None
        assert words(done.response.components) == f"It is posted: {link_to(e, message)}"
        assert live(done) == {}, "nobody posts it twice"


@pytest.mark.parametrize("label", ["Share the result", "Share this moment"])
async def test_refused_post_can_be_repeated(
    evening: Begin, monkeypatch: pytest.MonkeyPatch, label: str
) -> None:
    async with evening(3, pictures=True) as e:
        stranger = e.people[2]
        await ended(e)
        shown = await stranger.slash(e.channel, "replay", match=1)
        sure = label
        if label == "Share the result":
            shown, sure = await press(stranger, shown, label), "Post it here"
        before = len(e.channel.history())

        def refusing(backend: Any, method: str, path: str, **given: Any) -> Any:
            if method == "POST" and path.startswith("/webhooks/"):
                raise BackendError(503, 0, "Unavailable")
            return dispatch(backend, method, path, **given)

        dispatch: Any = simcord.http.router.dispatch
        with monkeypatch.context() as down:
            down.setattr(simcord.http.router, "dispatch", refusing)
            done = await press(stranger, shown, sure)
        assert "It is posted" not in said(done)
        assert sure in live(done)
        assert len(e.channel.history()) == before
        done = await press(stranger, done, sure)
        assert len(e.channel.history()) == before + 1
        assert sure not in live(done)


async def test_a_match_is_posted_once(evening: Begin) -> None:
    async with evening(3) as e:
        ana, ben, stranger = e.people
        await ended(e)
        shown = {person: await card(e, person) for person in (ana, stranger)}
        await press(ana, shown[ana], "Post it here")
        [message] = posted(e)
        await e.restart()
        refused = await press(stranger, shown[stranger], "Post it here")
        already = f"It is posted already: {link_to(e, message)}"
        assert said(refused) == already
        preview = await card(e, ben)
        assert already in said(preview)
        assert live(preview) == {}
        assert len(posted(e)) == 1
        replay = await stranger.click(message, label="Replay")
        assert "replay of match 1" in said(replay)
        assert replay.response is not None
        assert replay.response.ephemeral


async def test_a_post_that_never_came_can_be_made_later(evening: Begin) -> None:
    async with evening(3) as e:
        ana = e.people[0]
        await ended(e)
        shown = await card(e, ana)
        # The process that claimed it died before its message was stored.
        assert await shared.claim(e.bot.database, 1, shared.CARD, e.bot.now())
        refused = await press(ana, shown, "Post it here")
        assert "It is posted already" in said(refused)
        await e.env.advance_time(shared.PATIENCE)
        await press(ana, await card(e, ana), "Post it here")
        [message] = posted(e)
        await e.env.advance_time(shared.PATIENCE)
        assert f"It is posted already: {link_to(e, message)}" in said(await card(e, ana))
        again = await press(ana, shown, "Post it here")
        assert f"It is posted already: {link_to(e, message)}" in said(again)
        assert len(posted(e)) == 1
        # The first process was only slow, and gives up now.
        await shared.take_back(e.bot.database, 1, shared.CARD)
        assert await shared.message(e.bot.database, 1, shared.CARD) == message.id


async def test_it_is_posted_only_where_it_was_played(evening: Begin) -> None:
    async with evening(3, pictures=True) as e:
        stranger = e.people[2]
        await ended(e)
        lounge = e.guild.create_text_channel("lounge")
        shown = await card(e, stranger, at=lounge)
        assert f"If you post it in <#{e.channel.id}>, it names you." in said(shown)
        deny(e, "send_messages", who=stranger.id)
        refused = await press(stranger, shown, "Post it in #games")
        assert "You may not write or use commands in" in said(refused)
        assert posted(e) == []
        deny(e, who=stranger.id)
        await press(stranger, shown, "Post it in #games")
        assert len(posted(e)) == 1
        assert posted(e, lounge) == []


async def test_card_needs_permission_to_write(evening: Begin) -> None:
    async with evening(3, pictures=True) as e:
        muted = e.people[2]
        await ended(e)
        shown = await card(e, muted)
        silent = discord.Permissions(send_messages=True).value
        rule = Overwrite(muted.id, OverwriteType.MEMBER, allow=0, deny=silent)
        e.env.backend.set_overwrite(e.channel.id, rule)
        refused = await press(muted, shown, "Post it here")
        assert said(refused).startswith("You may not write or use commands in")
        assert posted(e) == []


async def test_a_forged_click_leaves_a_public_message_as_it_is(evening: Begin) -> None:
    async with evening(3, pictures=True) as e:
        stranger = e.people[2]
        await ended(e)
        panel, before = e.panel(), e.panel_words()
        done = await forge(e, stranger, panel, "s2:share:1:MARK:0:post")
        assert "It is posted" in said(done)
        [message] = posted(e)
        assert message.id != panel.id
        assert before in [words(m.components) for m in e.channel.history()]


async def test_card_omits_names_of_deleted_people(evening: Begin) -> None:
    async with evening(3, pictures=True) as e:
        ana, _, stranger = e.people
        await ended(e)
        async with e.bot.database.begin() as db:
            gone = update(seats).where(seats.c.user_id == ana.id)
            await db.execute(gone.values(name="", user_id=-1))
        shown = await card(e, stranger)
        assert shown.response is not None
        texts = [said(shown) + "".join(pictured(shown.response))]
        await press(stranger, shown, "Post it here")
        [message] = posted(e)
        texts.append(words(message.components) + "".join(pictured(message)))
        for told in texts:
            assert "Ana" not in told
            assert "Ben" in told
            assert "someone" in told


async def test_without_pictures_the_card_is_words(evening: Begin) -> None:
    async with evening(3, pictures=True) as e:
        stranger = e.people[2]
        await ended(e)
        settings = replace(await e.bot.servers.of(e.guild.id), pictures=False)
        await e.bot.servers.set(e.guild.id, settings)
        shown = await card(e, stranger)
        assert shown.response is not None
        assert (pictured(shown.response), shown.response.attachments) == ([], [])
        assert "🥇" in said(shown)


async def test_a_match_that_was_called_off_has_no_card(evening: Begin) -> None:
    async with evening(2, pictures=True) as e:
        staff = manager(e)
        await e.begin(IN_TURN, dice=1, end="first_out")
        asked = await staff.slash(e.channel, "table cancel")
        assert asked.response is not None
        await press(staff, asked, "Call it off")
        replay = await staff.slash(e.channel, "replay", match=1)
        assert "Share the result" not in live(replay)
        assert replay.response is not None
        refused = await forge(e, staff, replay.response.message, "s2:share:1:MARK:0:")
        assert said(refused) == "That match was called off: there is nothing to share."
