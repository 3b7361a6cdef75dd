"""`/profile` of oneself and of others, with and without pictures, and access to it."""

import re

import discord
import pytest

from bot.storage.people import set_gone, set_hidden
from bot.storage.ratings import MATCHES_NEEDED
from tests.examples import ALL_AT_ONCE, IN_TURN

from ..evening import Four, Three, Two, answer, pictured, said
from ..rated import played

pytestmark = pytest.mark.usefixtures("pieces")


async def test_profile_opens_from_a_person(e: Two) -> None:
    for game in (ALL_AT_ONCE, IN_TURN):
        await played(e, (e.ana, e.ben), game=game)
    for who in (e.ana, e.ben):
        typed = said(await e.ana.slash(e.channel, "profile", member=who))
        assert said(await e.ana.context_menu(e.channel, "Profile", who)) == typed
        assert who.name in typed
        assert "favourite" not in typed, "none at a tie"
        assert "Against others" not in typed, "met only twice"


@pytest.mark.evening(pictures=True)
async def test_profile_shows_a_persons_matches(e: Four) -> None:
    for _ in range(3):
        await played(e, (e.chie, e.ana, e.ben))
    await played(e, (e.ana, e.ben), game=IN_TURN)
    here, e.guild = e.guild, e.env.create_guild()
    await played(e, (e.ben, e.chie, e.dan, e.ana))
    e.guild = here
    shown = await e.ana.slash(e.channel, "profile")
    told = said(shown)
    assert "👤 Ana" in told
    assert "4 matches, 1 won · average rank 1.8 of 2.8" in told
    first, second = (e.bot.looks[key].name for key in (ALL_AT_ONCE, IN_TURN))
    assert f"{first} · " in told
    assert "3 matches, 0 won · favourite" in told
    assert "❤️" not in told, "it stands for lives only"
    assert f"{second} · " in told
    assert "1 match, 1 won" in told
    assert "Best against **Ben**: ahead in 4 of 4" in told
    assert "Worst against **Chie**: behind in 3 of 3" in told
    [words] = pictured(answer(shown))
    assert f"{first} over 3 matches: from 1000 to " in words
    [file] = answer(shown).attachments
    assert (file.filename, file.description) == ("profile.png", words)
    assert words.startswith("Ana: 1 of 4 won.")
    assert f"Rating in {second} over 1 match: from 1000 to " in words

    theirs = said(await e.dan.slash(e.channel, "profile", member=e.chie))
    assert "👤 Chie" in theirs
    assert "3 matches, 3 won · average rank 1.0 of 3.0" in theirs
    assert "Worst against" not in theirs


@pytest.mark.evening(pictures=True)
async def test_profile_without_pictures_has_words(speaks: dict[int, str], e: Two) -> None:
    for order in ((e.ana, e.ben), (e.ben, e.ana), (e.ana, e.ben)):
        await played(e, order)
    [words] = pictured(answer(await e.ana.slash(e.channel, "profile")))
    assert words.startswith("Ana: 2 of 3 won.")
    none = discord.PermissionOverwrite(attach_files=False)
    shut = e.guild.create_text_channel("shut", overwrites={e.guild.default_role: none})
    refused = await e.ana.slash(shut, "profile")
    await e.bot.servers.change(e.guild.id, pictures=False)
    for plain in (refused, await e.ana.slash(e.channel, "profile")):
        assert pictured(answer(plain)) == []
        assert answer(plain).attachments == []
        told = said(plain)
        assert "3 matches, 2 won · average rank" in told
        [last] = re.findall(r" to (\d+)", words)
        assert f"**~{last}** · 3 matches, 2 won" in told
        assert "▁" not in told
    speaks[e.ana.id] = "de"
    assert "im Schnitt Platz 1,3 von 2,0" in said(await e.ana.slash(e.channel, "profile"))
    speaks.clear()
    await e.bot.servers.change(e.guild.id, pictures=True, leaderboards=False)
    shown = await e.ana.slash(e.channel, "profile")
    told = said(shown)
    assert "3 matches, 2 won" in told
    for rating in (last, "Rating", "rovisional"):
        assert rating not in told
    assert pictured(answer(shown)) == []
    other = e.env.create_guild()
    there = other.add_member(e.ana.user)
    elsewhere = await there.slash(other.create_text_channel("elsewhere"), "profile")
    assert "haven't finished a match here yet" in said(elsewhere), "it is of one server"


@pytest.mark.evening(pictures=True)
async def test_hidden_and_new_players_look_alike_to_others(e: Four) -> None:
    for _ in range(3):
        await played(e, (e.ana, e.ben, e.chie))
    await set_hidden(e.bot.database, e.guild.id, e.ana.id, True)
    for nobody in (e.ana, e.dan):
        told = said(await e.ben.slash(e.channel, "profile", member=nobody))
        assert told == f"There is nothing to show of {nobody.name} here."
    assert "haven't finished a match here yet" in said(await e.dan.slash(e.channel, "profile"))
    mine = said(await e.ana.slash(e.channel, "profile"))
    assert "3 matches, 3 won" in mine
    assert "only you can see this" in mine
    others = said(await e.ben.slash(e.channel, "profile"))
    assert "Ana" not in others
    assert "Best against **Chie**" in others


@pytest.mark.evening(pictures=True)
async def test_departed_member_has_no_profile_until_return(e: Three) -> None:
    for _ in range(MATCHES_NEEDED):
        await played(e, (e.ana, e.ben, e.chie))
    e.guild.remove_member(e.chie)
    await set_gone(e.bot.database, e.guild.id, [e.chie.id], True)
    assert "Best against **Ben**" in said(await e.ana.slash(e.channel, "profile"))
    gone = said(await e.ana.slash(e.channel, "profile", member=e.chie.user))
    assert gone == "There is nothing to show of Chie here."
    again = e.guild.add_member(e.chie.user)
    assert "👤 Chie" in said(await e.ana.slash(e.channel, "profile", member=again))


async def test_matches_with_computers_are_counted_apart_in_the_profile(e: Two) -> None:
    nothing = await e.ana.slash(e.channel, "profile")
    assert "haven't finished a match" in said(nothing)
    for number in (1, 2):
        await e.open(e.ana, ALL_AT_ONCE, rounds=1, computers=1)
        await e.press(e.ana, "Start")
        await e.play_out(seed=number)
    ended = [await e.stored(number) for number in (1, 2)]
    won = sum(table.players[0].rank == 1 for table in ended)
    told = said(await e.ben.slash(e.channel, "profile", member=e.ana))
    assert f"### 🤖 Against computers\n2 matches, {won} won · not rated" in told
    assert "### Games" not in told
    await e.me(e.ana, "Hide me here")
    assert "nothing to show" in said(await e.ben.slash(e.channel, "profile", member=e.ana))
    assert "Against computers" in said(await e.ana.slash(e.channel, "profile"))
    await e.me(e.ana, "Show me here")
    await played(e, (e.ana, e.ben))
    told = said(await e.ana.slash(e.channel, "profile"))
    assert "1 match, 1 won · average rank" in told, "rated ones by themselves"
    assert f"Against computers\n2 matches, {won} won" in told
    told = said(await e.ben.slash(e.channel, "profile"))
    assert "Against computers" not in told
