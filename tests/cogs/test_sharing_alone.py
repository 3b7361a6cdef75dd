"""*Share* and *Share this moment* of a match against computers, from direct messages."""

import discord
import pytest
from simcord import InteractionResult, MemberActor

from bot.storage.servers import ServerSettings
from tests.examples import ALL_AT_ONCE, IN_TURN

from .conftest import Begin
from .evening import Evening, said, words
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
        assert f"It can be posted in <#{e.channel.id}>" in preview
        await press(ana, shown, "moment")
        (moment,) = public(e)
        assert f"<@{ana.id}> shares this moment." in words(moment.components)
        assert preview.startswith(words(moment.components)), "all of it was previewed"
        assert said(shown) == f"It is posted: {link_to(e, moment)}"


async def test_match_of_no_server_offers_no_sharing(evening: Begin) -> None:
    async with evening(1) as e:
        (ana,) = e.people
        screen = await ana.user.slash("help")
        assert screen.response is not None
        await ana.user.select(screen.response, [ALL_AT_ONCE], custom_id="s2:solo:0::0:/0")
        replay = await end(e, "replay")
        assert "Share" not in e.buttons(e.hand(ana))
        assert not {"Share the result", "Share this moment"} & live(replay).keys()
