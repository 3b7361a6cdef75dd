"""*Share* and *Share this moment* of a match against computers, from direct messages."""

import discord
import pytest
from simcord import InteractionResult, MemberActor

from bot.storage.servers import ServerSettings
from tests.examples import ALL_AT_ONCE, IN_TURN

from .conftest import Begin
from .evening import Evening, said, words
from .test_closed import deny
from .test_history import live
from .test_share import link_to
from .test_solo import begun, public


async def press(person: MemberActor, shown: InteractionResult, kind: str) -> InteractionResult:
    """Click the button of that kind in a direct message, in any language."""
    assert shown.response is not None
    at = next(one for one in live(shown).values() if f":{kind}:" in one)
    done: InteractionResult = await person.user.click(shown.response.message, custom_id=at)
    return done


async def end(e: Evening, kind: str) -> InteractionResult:
    """Play the first person's match to its end, and click the button of that kind there."""
    await e.play_out(seed=1)
    (person,) = e.people
    hand = e.hand(person)
    at = next(one for one in e.buttons(hand).values() if f":{kind}:" in one)
    done: InteractionResult = await person.user.click(hand, custom_id=at)
    return done


def posts_in(e: Evening) -> int:
    """Return the number of messages sent to the channel by rate-limited requests."""
    path = f"/channels/{e.channel.id}/messages"
    return sum(r.method == "POST" and r.path == path for r in e.env.http_requests)


@pytest.mark.parametrize("language", ["ja", None])
async def test_match_alone_is_shared_in_the_servers_language(
    evening: Begin, monkeypatch: pytest.MonkeyPatch, language: str | None
) -> None:
    async with evening(1) as e:
        (ana,) = e.people
        german = property(lambda _: discord.Locale.german, lambda *_: None)
        monkeypatch.setattr(discord.Interaction, "locale", german)
        await begun(e, IN_TURN)
        await e.bot.servers.set(e.guild.id, ServerSettings(locale=language, pictures=False))
        shown = await end(e, "share")
        assert "Partie 1" in said(shown), "the preview is the player's own"
        await press(ana, shown, "share")
        await press(ana, await press(ana, await end(e, "replay"), "moment"), "moment")
        for message in public(e):
            number = "Partie 1" if language is None else "対戦1"
            assert number in words(message.components)
        assert len(public(e)) == 2


async def test_shared_things_name_their_poster(evening: Begin) -> None:
    async with evening(1) as e:
        (ana,) = e.people
        await begun(e)
        shown = await end(e, "share")
        await press(ana, shown, "share")
        (card,) = public(e)
        assert f"<@{ana.id}> shares this match." in words(card.components)
        assert said(shown) == f"It is posted: {link_to(e, card)}"


async def test_moment_is_previewed_in_direct_messages(evening: Begin) -> None:
    async with evening(1) as e:
        (ana,) = e.people
        await begun(e)
        replay = await end(e, "replay")
        shown = await press(ana, replay, "moment")
        assert public(e) == []
        preview = said(shown)
        assert f"If you post it in <#{e.channel.id}>, it names you." in preview
        assert "shares this moment" not in preview, "nothing is shared yet"
        await press(ana, shown, "moment")
        (moment,) = public(e)
        assert f"<@{ana.id}> shares this moment." in words(moment.components)
        told = words(moment.components).rsplit("\n-#", 1)[0]
        assert preview.startswith(told), "all of it was previewed"
        assert said(shown) == f"It is posted: {link_to(e, moment)}"


async def test_match_of_a_table_is_shared_from_direct_messages(evening: Begin) -> None:
    async with evening(2) as e:
        ana, ben = e.people
        await e.begin(rounds=1)
        await e.play_out(seed=1)
        hand, since = e.hand(ben), len(public(e))
        shown = await ben.user.click(hand, custom_id=e.buttons(hand)["Share"])
        assert list(live(shown)) == ["Post it in #games"]
        counted = posts_in(e)
        await press(ben, shown, "share")
        (card,) = public(e)[since:]
        assert posts_in(e) == counted + 1
        assert f"<@{ben.id}> shares this match." in words(card.components)
        assert said(shown) == f"It is posted: {link_to(e, card)}"
        hand = e.hand(ana)
        shown = await ana.user.click(hand, custom_id=e.buttons(hand)["Share"])
        assert f"It is posted already: {link_to(e, card)}" in said(shown)


@pytest.mark.parametrize(
    ("missing", "mine", "why"),
    [
        ("view_channel", True, "I can't find you in"),
        ("send_messages", True, "You may not write or use commands in"),
        ("send_messages", False, ">: I need the permission “Send Messages”"),
    ],
)
async def test_sharing_from_direct_messages_says_why_it_fails(
    evening: Begin, missing: str, mine: bool, why: str
) -> None:
    async with evening(2) as e:
        ben = e.people[1]
        await e.begin(rounds=1)
        await e.play_out(seed=1)
        hand, before = e.hand(ben), len(public(e))
        shown = await ben.user.click(hand, custom_id=e.buttons(hand)["Share"])
        deny(e, missing, who=ben.id if mine else 0)
        assert why in said(await press(ben, shown, "share"))
        assert len(public(e)) == before


async def test_an_unseen_channel_is_not_named(evening: Begin) -> None:
    async with evening(2) as e:
        ben = e.people[1]
        await e.begin(rounds=1)
        await e.play_out(seed=1)
        hand = e.hand(ben)
        deny(e, "view_channel", who=ben.id)
        shown = await ben.user.click(hand, custom_id=e.buttons(hand)["Share"])
        assert f"I can't find you in <#{e.channel.id}> any more" in said(shown)
        assert live(shown) == {}


async def test_match_of_no_server_says_how_to_share_it(evening: Begin) -> None:
    async with evening(1) as e:
        (ana,) = e.people
        screen = await ana.user.slash("help")
        assert screen.response is not None
        await ana.user.select(screen.response, [ALL_AT_ONCE], custom_id="s2:solo:0::0:/0")
        replay = await end(e, "replay")
        how = "This match belongs to no server. Save or copy this to share it."
        for kind in ("share", "moment"):
            shown = await press(ana, replay, kind)
            assert how in said(shown)
            assert live(shown) == {}
