"""*Share*: a match's card, a step of it or a feature's, shown in private, then posted once."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import discord
import pytest
import simcord.http.router
from simcord import InteractionResult, MemberActor
from simcord.backend.errors import BackendError

from bot.storage import shared
from bot.storage.shared import CARD, Shared
from tests.examples import ALL_AT_ONCE, IN_TURN

from ...features import brought
from ..closed import deny
from ..evening import Evening, One, Patch, Three, Two, answer, answers, pictured, said, words
from ..solitary import begun
from ..staff import manager, watched
from .past import by, live, press
from .past import ended as played

_BROUGHT = {one.KIND: one for one in brought("card")}
THINGS = ("match", "moment", *_BROUGHT)
POST, TOO = "Post in #games", "Play it too"
pytestmark = pytest.mark.usefixtures("quick_clock", "pieces")


async def ended(e: Evening, thing: str = "match") -> None:
    """Play a match of the first two people, or what a feature has, to its end."""
    play = _BROUGHT[thing].ended if thing in _BROUGHT else played
    await play(e)


async def preview(
    e: Evening, person: MemberActor, thing: str = "match", *, at: Any = None
) -> InteractionResult:
    """Return the private preview of a thing, asked for in a channel."""
    if thing in _BROUGHT:
        shown: InteractionResult = await _BROUGHT[thing].preview(person, at or e.channel)
        return shown
    replay = await watched(e, person, 1, at)
    if thing == "match":
        return await e.forge(person, answer(replay), "s2:share:1:MARK:0:")
    return await press(person, replay, "Share")


async def clicked(person: MemberActor, shown: InteractionResult, label: str) -> InteractionResult:
    """Click a button of an answer in direct messages, by its label or the end of its address."""
    ways = live(shown)
    at = ways.get(label) or next(one for one in ways.values() if re.search(f"{label}$", one))
    done: InteractionResult = await person.user.click(answer(shown).message, custom_id=at)
    return done


async def direct(e: Evening, person: MemberActor, thing: str = "match") -> InteractionResult:
    """Return the private preview of a thing, asked for from the end in a hand."""
    hand = e.hand(person)
    kind = {"match": "share", "moment": "replay"}.get(thing, thing)
    at = next(one for one in e.buttons(hand).values() if f":{kind}:" in one)
    shown: InteractionResult = await person.user.click(hand, custom_id=at)
    return await clicked(person, shown, ":s/") if thing == "moment" else shown


def posted(e: Evening, channel: Any = None) -> list[discord.Message]:
    """Return what was shared in a channel."""
    messages: list[discord.Message] = (channel or e.channel).history()
    return [message for message in messages if "shares this." in words(message.components)]


def posts_in(e: Evening) -> int:
    """Return the number of messages sent to the channel by rate-limited requests."""
    path = f"/channels/{e.channel.id}/messages"
    return sum(r.method == "POST" and r.path == path for r in e.env.http_requests)


def link_to(e: Evening, message: discord.Message) -> str:
    """Return the address of a message in the channel."""
    return f"https://discord.com/channels/{e.guild.id}/{e.channel.id}/{message.id}"


@contextmanager
def unavailable(monkeypatch: Patch) -> Iterator[None]:
    """Make Discord refuse all new messages."""

    def refusing(backend: Any, method: str, path: str, **given: Any) -> Any:
        if method == "POST" and (path.startswith("/webhooks/") or path.endswith("/messages")):
            raise BackendError(503, 0, "Unavailable")
        return dispatch(backend, method, path, **given)

    dispatch: Any = simcord.http.router.dispatch
    with monkeypatch.context() as down:
        down.setattr(simcord.http.router, "dispatch", refusing)
        yield


@pytest.mark.usefixtures("quick_rivals")
@pytest.mark.parametrize("place", ["channel", "direct messages"])
@pytest.mark.parametrize("thing", THINGS)
@pytest.mark.costly("thing")
async def test_thing_is_previewed_posted_once_and_played_too(
    monkeypatch: Patch, thing: str, place: str, e: Two
) -> None:
    here = place == "channel"
    await ended(e, thing)
    click, ask = (press, preview) if here else (clicked, direct)
    shown = await ask(e, e.ana, thing)
    other = await ask(e, e.ana, thing)
    text = said(shown)
    assert f"Only you see this. If you post it in <#{e.channel.id}>, it names you." in text
    assert "shares this." not in text
    deny(e, "send_messages", who=e.ana.id)
    assert "You may not write or use commands in" in said(await click(e.ana, shown, POST))
    deny(e, who=e.ana.id)
    with unavailable(monkeypatch):
        assert "It is posted" not in said(await click(e.ana, shown, POST))
    assert posted(e) == []
    assert POST in live(shown), "a refused post can be repeated"
    before = posts_in(e)
    await click(e.ana, shown, POST)
    [message] = posted(e)
    assert posts_in(e) == before + (not here)
    told, _, sharer = words(message.components).rpartition("\n-# 📣 ")
    assert sharer == f"<@{e.ana.id}> shares this."
    assert told in text, "all of it was previewed"
    assert [*e.buttons(message)] == [*([] if thing in _BROUGHT else ["Replay"]), TOO]
    assert words(answers(shown)[0].components) == f"It is posted: {link_to(e, message)}"
    assert live(shown) == {}
    await e.restart()
    already = f"It is posted already: {link_to(e, message)}"
    assert said(await click(e.ana, other, POST)) == already
    again = await ask(e, e.ana, thing)
    assert already in said(again)
    assert POST not in live(again)
    assert len(posted(e)) == 1
    stranger = e.guild.add_member(e.env.create_user("Eve"))
    shown = await stranger.click(message, label=TOO)
    opens = _BROUGHT[thing].OPENS if thing in _BROUGHT else "is open"
    assert opens in words(answer(shown).components)
    assert posted(e) == [message], "the card stays"


@pytest.mark.evening(pictures=True)
async def test_card_has_ranks_and_a_picture_without_ratings(e: Three) -> None:
    await ended(e)
    before = len(e.channel.history())
    shown = await preview(e, e.chie)
    assert answer(shown).ephemeral
    text = said(shown)
    assert f"{e.bot.looks[IN_TURN].name} · match 1" in text
    assert "🥇 **" in text
    assert "rating" not in text
    [told] = pictured(answer(shown))
    assert told.startswith("1. "), "the picture of the end"
    [file] = answer(shown).attachments
    assert (file.filename, file.description) == ("shinrisen-1.png", told)
    assert len(e.channel.history()) == before

    await press(e.chie, shown, POST)
    [message] = posted(e)
    assert [file.filename for file in message.attachments] == ["shinrisen-1.png"]
    assert pictured(message) == [told]

    await e.bot.servers.change(e.guild.id, pictures=False)
    plain = await preview(e, e.chie)
    assert (pictured(answer(plain)), answer(plain).attachments) == ([], [])
    assert "🥇" in said(plain)


async def test_post_that_never_came_can_be_made_later(e: Two) -> None:
    ana, thing = e.ana, Shared(1, CARD, e.guild.id)
    await ended(e)
    shown = await preview(e, ana)
    # The process that claimed it died before its message was stored.
    assert await shared.claim(e.bot.database, thing, e.channel.id, e.bot.now())
    refused = await press(ana, shown, POST)
    assert "It is posted already" in said(refused)
    await e.wait(shared.PATIENCE)
    await press(ana, await preview(e, ana), POST)
    [message] = posted(e)
    await e.wait(shared.PATIENCE)
    again = await press(ana, shown, POST)
    assert f"It is posted already: {link_to(e, message)}" in said(again)
    # The first process was only slow, and gives up now.
    await shared.take_back(e.bot.database, thing)
    assert await shared.posted(e.bot.database, thing) == (e.channel.id, message.id)


@pytest.mark.parametrize("old", [True, False])
async def test_post_that_was_deleted_can_be_made_again(old: bool, e: Two) -> None:
    await ended(e)
    first, other = await preview(e, e.ana), await preview(e, e.ana)
    await press(e.ana, first, POST)
    [message] = posted(e)
    e.env.inject_error("GET", f"/channels/*/messages/{message.id}", status=503)
    assert "It is posted already" in said(await preview(e, e.ana)), "as far as can be seen"
    e.env.backend.delete_message(message.channel.id, message.id)
    await press(e.ana, other if old else await preview(e, e.ana), POST)
    [again] = posted(e)
    assert again.id != message.id
    assert f"It is posted already: {link_to(e, again)}" in said(await preview(e, e.ana))


@pytest.mark.evening(pictures=True)
async def test_match_is_shared_only_where_it_was_played(e: Three) -> None:
    await ended(e)
    lounge = e.guild.create_text_channel("lounge")
    for number, thing in enumerate(("match", "moment"), 1):
        shown = await preview(e, e.chie, thing, at=lounge)
        await press(e.chie, shown, POST)
        assert len(posted(e)) == number
    assert posted(e, lounge) == []


async def test_forged_click_leaves_a_public_message_as_it_is(e: Three) -> None:
    await ended(e)
    panel, before = e.panel(), e.panel_words()
    for number, text in enumerate(("post", "s/post"), 1):
        done = await e.forge(e.chie, panel, f"s2:share:1:MARK:0:{text}")
        assert "It is posted" in said(done)
        assert len(posted(e)) == number
        assert panel.id not in [message.id for message in posted(e)]
    assert before in [words(m.components) for m in e.channel.history()]


@pytest.mark.evening(pictures=True)
async def test_card_omits_names_of_deleted_people(e: Three) -> None:
    await ended(e)
    e.change(f"update seats set name = '', user_id = -1 where user_id = {e.ana.id}")
    shown = await preview(e, e.chie)
    texts = [said(shown) + "".join(pictured(answer(shown)))]
    await press(e.chie, shown, POST)
    [message] = posted(e)
    texts.append(words(message.components) + "".join(pictured(message)))
    for told in texts:
        assert "Ana" not in told
        assert "Ben" in told
        assert "someone" in told


@pytest.mark.parametrize("language", ["ja", None])
@pytest.mark.parametrize("thing", ["match", "moment"])
async def test_match_alone_is_shared_in_the_servers_language(
    speaks: dict[int, str], language: str | None, thing: str, e: One
) -> None:
    speaks[e.ana.id] = "de"
    await begun(e, IN_TURN)
    await e.bot.servers.change(e.guild.id, locale=language, pictures=False)
    await e.play_out(seed=1)
    shown = await direct(e, e.ana, thing)
    assert "Partie 1" in said(shown), "the preview is the player's own"
    await clicked(e.ana, shown, "post")
    [message] = [one for one in e.channel.history() if one.author.bot]
    number = "Partie 1" if language is None else "対戦1"
    assert number in words(message.components)


async def test_sharing_from_direct_messages_says_why_it_fails(e: Two) -> None:
    await e.played(rounds=1)
    shown = await direct(e, e.ben)
    for missing, mine, why in (
        ("send_messages", True, "You may not write or use commands in"),
        ("send_messages", False, ">: I need the permission “Send Messages”"),
        ("view_channel", True, "I can't find you in"),
    ):
        deny(e, *([missing] if mine else []), who=e.ben.id)
        deny(e, *([] if mine else [missing]))
        assert why in said(await clicked(e.ben, shown, POST))
        assert posted(e) == []
    shown = await direct(e, e.ben)
    assert f"I can't find you in <#{e.channel.id}> any more" in said(shown)
    assert live(shown) == {}, "an unseen channel is not named"


async def test_match_of_no_server_says_how_to_share_it(e: One) -> None:
    screen = await e.ana.user.slash("help")
    await e.ana.user.select(answer(screen), [ALL_AT_ONCE], custom_id="s2:solo:0::0:/0")
    await e.play_out(seed=1)
    how = "This match belongs to no server. Save or copy this to share it."
    for thing in ("match", "moment"):
        shown = await direct(e, e.ana, thing)
        assert how in said(shown)
        assert live(shown) == {}


@pytest.mark.evening(pictures=True)
async def test_moment_shows_no_ones_own_dice(e: Three) -> None:
    await ended(e)
    shown = await by(e.chie, await watched(e, e.chie, 1), "0")
    assert "As Ana saw it" in said(shown)
    await press(e.chie, await press(e.chie, shown, "Share"), POST)
    [message] = posted(e)
    assert len(pictured(message)) == 1
    replay = await e.ana.click(message, label="Replay")
    assert "As a spectator saw it" in said(replay)
    assert "step 1 of" in said(replay)
    other = await press(e.chie, shown, "Next")
    await press(e.chie, await press(e.chie, other, "Share"), POST)
    assert len(posted(e)) == 2, "each moment once"


async def test_moment_in_words_calls_no_one_you(e: Two) -> None:
    await ended(e)
    own = await watched(e, e.ana, 1)
    assert re.search(r"\byou\b", said(own), re.IGNORECASE)
    await press(e.ana, await press(e.ana, own, "Share"), POST)
    [message] = posted(e)
    told = words(message.components)
    assert re.search(r"\n## 1 × .+ · (Ana|Ben)\n", told)
    assert not re.search(r"\byou\b", told, re.IGNORECASE), "all read it"


async def test_match_without_an_end_has_nothing_to_share(e: Two) -> None:
    ana, staff = e.ana, manager(e)
    await e.begin(IN_TURN, dice=1, end="first_out")
    for what in ("", "post", "s/", "s/post"):
        refused = await e.forge(ana, e.panel(), f"s2:share:1:MARK:0:{what}")
        assert "isn't over" in said(refused)
    asked = await e.cancel(staff)
    await press(staff, asked, "Call it off")
    replay = await watched(e, staff, 1)
    assert "Share" not in live(replay)
    for what in ("", "post", "s/", "s/post"):
        at = f"s2:share:1:MARK:0:{what}"
        refused = await e.forge(staff, answer(replay).message, at)
        assert said(refused) == "That match was called off: there is nothing to share."
    assert posted(e) == []


async def test_buttons_of_earlier_versions_say_that_they_are_old(e: Two) -> None:
    await ended(e)
    shown = await watched(e, e.ana, 1)
    for at in ("s2:moment:1:MARK:0:s", "s2:moment:1:MARK:0:s/post"):
        refused = await e.forge(e.ana, answer(shown).message, at)
        assert said(refused) == "That button is out of date. Use the newest message."
    card = await e.forge(e.ana, answer(shown).message, "s2:share:1:MARK:0:")
    assert POST in live(card), "a card of version 0.2.0 is shared as before"
