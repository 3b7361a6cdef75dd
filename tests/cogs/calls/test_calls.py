"""*Call me* 🔔: a new table mentions people with a wish, within limits that outlive deletions."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from simcord import InteractionResult, MemberActor

from bot.storage.intervals import POSTS
from cogs.calls import store
from cogs.calls.openings import CHANNEL_PAUSE, MOST, PAUSE

from ...examples import ALL_AT_ONCE, IN_TURN
from ..closed import deny
from ..evening import Evening, One, Three, Two, answer, answers, said
from ..posts import mentioned

HALF_PAUSE = CHANNEL_PAUSE + 1
MINUTE = 61


async def asked(e: Evening, person: MemberActor) -> InteractionResult:
    """Press *Call me* in `/help`."""
    return await person.click(answer(await person.slash(e.channel, "help")), label="Call me")


async def open_table(e: Evening, host: MemberActor, game: str = ALL_AT_ONCE) -> list[int]:
    """Open a table, and return the people whom it mentions."""
    since = len(e.env.http_requests)
    await e.open(host, game)
    return mentioned(e, since)


async def cancel(e: Evening, host: MemberActor) -> None:
    """End the newest open table, so that the same host may open another."""
    await e.choose(host, "Cancel the table")


async def test_new_table_mentions_people_with_a_wish(e: Three) -> None:
    assert "when a table opens." in said(await asked(e, e.ben))
    await asked(e, e.ana)
    assert await open_table(e, e.ana) == [e.ben.id], "the host isn't called"
    assert "1. **Ana** 👑" in e.panel_words(), "the line has become the panel"
    assert "Join" in e.buttons(e.panel())
    assert str(e.chie.id) not in e.panel_words()


async def test_table_opened_again_and_again_calls_once(e: Three) -> None:
    await asked(e, e.chie)
    assert await open_table(e, e.ana) == [e.chie.id]
    for _ in range(5):
        await cancel(e, e.ana)
        assert await open_table(e, e.ana) == []
    assert await open_table(e, e.ben) == [], "the channel rests, too"
    await e.wait(HALF_PAUSE)
    await asked(e, e.ana)
    await cancel(e, e.ben)
    assert await open_table(e, e.ben) == [e.ana.id], "one is called once an hour"
    await cancel(e, e.ben)
    await e.wait(PAUSE)
    assert set(await open_table(e, e.ben)) == {e.ana.id, e.chie.id}


async def test_one_table_calls_eight_people_at_most(e: Two) -> None:
    guild = e.guild.id
    more = [e.guild.add_member(e.env.create_user(f"P{n}")) for n in range(MOST + 2)]
    for person in more:
        await store.save(e.bot.database, guild, person.id)
    first = await open_table(e, e.ana)
    assert len(set(first)) == MOST
    await e.wait(HALF_PAUSE)
    assert set(await open_table(e, e.ben)) == {p.id for p in more} - set(first)


@pytest.mark.parametrize("why", ["stopped", "view_channel", "timeout", "left"])
async def test_people_without_a_wish_or_away_are_not_called(why: str, e: Three) -> None:
    (message, *_) = answers(await asked(e, e.ben))
    await asked(e, e.chie)
    if why == "stopped":
        told = said(await e.ben.click(message, label="Stop calling me"))
        assert "don't call you here any more" in told
    elif why == "view_channel":
        deny(e, why, who=e.ben.id)
    elif why == "timeout":
        until = "2100-01-01T00:00:00+00:00"
        e.env.backend.edit_member(e.guild.id, e.ben.id, {"timed_out_until": until})
    else:
        e.env.backend.remove_member(e.guild.id, e.ben.id)
    assert await open_table(e, e.ana) == [e.chie.id]


async def test_fruitless_looks_are_a_minute_apart(e: Three) -> None:
    await asked(e, e.ben)
    deny(e, "view_channel", who=e.ben.id)
    looks = []
    for pause in (0, 0, MINUTE):
        await e.wait(pause)
        since = len(e.env.http_requests)
        assert await open_table(e, e.ana) == []
        looks.append(sum(str(e.ben.id) in r.path for r in e.env.http_requests[since:]))
        await cancel(e, e.ana)
    assert looks == [1, 0, 1]
    await e.wait(MINUTE)
    await asked(e, e.chie)
    assert await open_table(e, e.ana) == [e.chie.id], "they used no other pause up"


async def test_missing_seat_is_called_for_once_more(e: Three) -> None:
    assert await open_table(e, e.ana) == []
    none = await e.choose(e.ana, "Call people who asked for it")
    assert "Nobody can be called now" in said(none)
    await asked(e, e.chie)
    assert "Only the host" in said(await e.choose(e.ben, "Call people who asked for it"))
    since = len(e.env.http_requests)
    await e.choose(e.ana, "Call people who asked for it")
    assert mentioned(e, since) == [e.chie.id], "the first look has used no call up"
    again = await e.choose(e.ana, "Call people who asked for it")
    assert "Nobody can be called now" in said(again)
    await e.press(e.ben, "Join")
    assert "Call people who asked for it" not in await e.choices(e.ana)


async def test_call_again_looks_for_people_once_a_minute(e: One) -> None:
    await store.save(e.bot.database, e.guild.id, 1)  # a person who left the server
    await open_table(e, e.ana)
    since = len(e.env.http_requests)
    for pause, looks in ((0, 0), (MINUTE, 1), (0, 1), (MINUTE, 2)):
        await e.wait(pause)
        none = await e.choose(e.ana, "Call people who asked for it")
        assert "Nobody can be called now" in said(none)
        assert sum("/members/" in r.path for r in e.env.http_requests[since:]) == looks


async def test_end_offers_calls_to_its_server(e: Two) -> None:
    ana, ben = await e.played(rounds=1)
    assert "Call me" in e.buttons(await e.more(ben))
    assert f"in **{e.guild.name}** when a table opens." in said(await e.press(ben, "Call me"))
    assert await open_table(e, ana, IN_TURN) == [ben.id]
    await e.bot.servers.change(e.guild.id, openers="staff")
    assert "I mention you in" in said(await asked(e, ana))


def member(e: Evening, name: str) -> MemberActor:
    return e.guild.add_member(e.env.create_user(name))


async def sit_down(e: Evening) -> bool:
    """Seat Ben at an open table, whose host removes him."""
    refused = "removed from this table" in said(await e.press(e.ben, "Join"))
    if not refused:
        await e.kick(e.ana, e.ben)
    return not refused


async def call(e: Evening, host: MemberActor) -> bool:
    """Open another table, with a person to call."""
    await store.save(e.bot.database, e.guild.id, member(e, "Wish").id)
    return bool(await open_table(e, host))


async def call_elsewhere(e: Evening) -> bool:
    """Call people as Ben, in another channel each time."""
    e.channel = e.guild.create_text_channel("next")
    return await call(e, e.ben)


async def call_by_another(e: Evening) -> bool:
    """Call people in the channel, by another account each time."""
    return await call(e, member(e, "Host"))


async def post(e: Evening) -> bool:
    """Post the table below as Ben, as often as he may in an hour."""
    done = [said(await e.press(e.ben, "Post it below")) for _ in range(POSTS)]
    return "things posted here" not in "".join(done)


@pytest.mark.parametrize("act", [sit_down, call_elsewhere, call_by_another, post])
async def test_limit_outlives_deletion_and_return(
    act: Callable[[Evening], Awaitable[bool]], e: Two
) -> None:
    await e.open(e.ana, ALL_AT_ONCE)
    assert await act(e)
    assert not await act(e)
    privacy: Any = e.bot.get_cog("Privacy")
    await privacy._forget(e.ben.id, 0)
    assert not await act(e), "lifted by a deletion"
    await e.restart()
    e.env.backend.remove_member(e.guild.id, e.ben.id)
    e.ben = e.guild.add_member(e.ben.user)
    assert not await act(e), "lifted by a return"


async def test_deletion_names_the_hash_of_a_call(e: Two) -> None:
    assert await call_elsewhere(e)
    for _ in range(2):
        told = said(await e.me(e.ben, "Delete everything"))
        assert "A hash of your id stays for a day at most" in told
        privacy: Any = e.bot.get_cog("Privacy")
        await privacy._forget(e.ben.id, 0)


async def test_hashes_of_calls_and_posts_last_a_day(e: Two) -> None:
    await e.open(e.ana, ALL_AT_ONCE)
    assert await post(e)
    assert await call_elsewhere(e)
    hashed = "select count(*) from called where subject_id < 0"
    await e.wait(3700)
    assert e.rows(hashed) == [(POSTS + 3,)], "posts, the host, two looks"
    e.change("update called set at = at - 86400")
    await e.wait(3700)
    assert e.rows(hashed) == [(0,)]
