"""Notices as a phone shows them."""

import asyncio
import re
from typing import Any

import discord
import pytest
from simcord import MemberActor

from bot.play.lobby import SLOW
from bot.play.match import Match
from bot.screens.transcript import looks
from bot.storage import Player
from bot.tables.house import House
from bot.words.i18n import tongue
from rig import LIMIT
from tests.examples import ALL_AT_ONCE, IN_TURN

from .evening import Evening, Patch, Two, answer, until
from .posts import SILENT, close_for, direct, posted

V2 = 1 << 15


def phone(e: Evening, channel_id: int, since: int = 0) -> list[str]:
    """Return the previews of the notices from a channel. Components V2 messages have none."""
    loud = [body for body in posted(e, channel_id, since) if not flags(body) & SILENT]
    return ["" if flags(body) & V2 else body["content"] for body in loud]


def flags(body: dict[str, Any]) -> int:
    """Return the flags of a message."""
    return int(body.get("flags") or 0)


async def test_line_becomes_a_screen_at_once(e: Two) -> None:
    await e.begin(rounds=1)
    for person in e.people:
        hand = e.now(e.hand(person))
        assert hand.content == ""
        assert hand.flags & V2
        assert e.moves(person)
    edits = [
        r.json
        for r in e.env.http_requests
        if r.method == "PATCH" and r.path.startswith(f"/channels/{direct(e.people[0])}/")
    ]
    assert edits
    for body in edits:
        assert body is not None
        assert body["content"] is None
        assert body["embeds"] == []
        assert int(body["flags"]) & V2


async def test_turn_is_announced_in_words(e: Two) -> None:
    await e.begin(IN_TURN)
    before = len(e.env.http_requests)
    await e.wait(200)
    (awaited,) = e.unsealed()
    due = looks()[IN_TURN].due((await e.match()).view(None), tongue("en"))
    lines = phone(e, direct(awaited), before)
    assert lines
    assert all(line.endswith(f": {due}") for line in lines)


async def idle_lines(e: Evening, pace: int, pause: float) -> list[str]:
    """Start a match at a pace, wait nine pauses, and return the notices of the second player."""
    ana, ben = await e.gather(**{"table.pace": str(pace)})
    before = len(e.env.http_requests)
    await e.press(ana, "Start")
    for _ in range(9):
        await e.wait(pause)
    return phone(e, direct(ben), before)


@pytest.mark.parametrize("pace", [30, 90, 180])
async def test_decision_has_two_notices_start_and_half_time(pace: int, e: Two) -> None:
    start, half = await idle_lines(e, pace, pace / 10)
    assert start.endswith(": the match begins")
    assert half.endswith(f": {pace // 2} seconds left, choose a card (1 of 10)")


async def test_start_of_a_slow_match_is_its_first_notice(e: Two) -> None:
    (start,) = await idle_lines(e, SLOW, 30)
    assert start.endswith(": the match begins")


async def test_turn_has_two_notices_its_beginning_and_half_time(e: Two) -> None:
    await e.paced(180)
    await e.wait(100)
    await e.decide(e.ana)
    await e.wait(75)
    before = len(e.env.http_requests)
    for _ in range(9):
        await e.wait(19)
    turn, half = phone(e, direct(e.ben), before)
    assert turn.endswith(": choose a card (2 of 10)")
    assert half.endswith(": 90 seconds left, choose a card (2 of 10)")


async def test_channel_calls_at_the_turn_when_messages_are_closed(e: Two) -> None:
    close_for(e, e.ben)
    await e.paced(180)
    await e.wait(10)
    hand = answer(await e.press(e.ben, "Hand"))
    await e.ben.click(hand, custom_id=e.offered(e.ben, hand)[0][1])
    await e.wait(25)
    before = len(e.env.http_requests)
    await e.decide(e.ana)
    await e.wait(10)
    (line,) = phone(e, e.channel.id, before)
    assert re.match(rf"<@{e.ben.id}> \S.* · Ana's table: ", line)
    (call,) = [body for body in posted(e, e.channel.id, before) if not flags(body) & SILENT]
    assert call["allowed_mentions"]["users"] == [e.ben.id]
    # A card lower than all rows makes its player choose a row first.
    assert line.endswith(("choose a card (2 of 10)", "choose a row"))
    await e.wait(90)
    assert len(phone(e, e.channel.id, before)) == 2, "at half time once more"


async def test_line_left_after_moves_becomes_the_screen(e: Two) -> None:
    """The other posts are up to date, so that the line alone shows that one lags behind."""
    await e.begin(IN_TURN)
    for _ in range(3):
        (acting,) = e.unsealed()
        # A bid ends nothing, so that the other player is awaited next.
        await e.play(acting, next(move for move in e.moves(acting) if "x" in move))
    (awaited,) = e.unsealed()
    e.env.inject_error("PATCH", f"/channels/{direct(awaited)}/messages/*", status=500, times=None)
    await e.wait(200)
    line = newest(e, awaited)
    assert line.content
    assert not line.components
    await e.restart()
    # Only now, so that the process that ends doesn't show it.
    e.env.backend.faults.clear()
    await e.wait(60)
    assert newest(e, awaited).content == ""
    assert newest(e, awaited).id == line.id, "the same message"
    assert e.moves(awaited)


@pytest.mark.evening(check_errors=False)
async def test_line_posted_by_a_dead_process_is_posted_once(monkeypatch: Patch, e: Two) -> None:
    ana, ben = await e.gather(ALL_AT_ONCE, rounds=1)
    before = len(e.env.http_requests)
    post = (await e.bot.tables.get(1)).posts.of(ben.id)
    monkeypatch.setattr(post, "_note_message", None)
    await e.press(ana, "Start")
    await e.restart(noted=False)
    line, again = posted(e, direct(ben), before)
    assert line["content"].endswith("the match begins")
    assert again["nonce"] == line["nonce"], "Discord answers with the line"
    assert len(line["nonce"]) <= 25
    screen = [r.json or {} for r in e.env.http_requests if r.method == "PATCH"][-1]
    assert screen["content"] is None


def newest(e: Evening, person: MemberActor) -> Any:
    """Return Discord's newest message in a person's direct messages."""
    kept = e.env.backend.messages[direct(person)]
    return kept[max(kept)]


async def test_start_during_a_join_is_announced_once(monkeypatch: Patch, e: Two) -> None:
    opened, load, direct_channel = asyncio.Event(), Match.load, House.direct_channel

    async def opening(self: House, user_id: int) -> int:
        # The match has started, and isn't loaded yet.
        await opened.wait()
        return await direct_channel(self, user_id)

    async def loading(*given: Any, fresh: bool) -> Match:
        opened.set()
        await until(lambda: phone(e, direct(e.ben)))
        return await load(*given, fresh=fresh)

    await e.open(e.ana, ALL_AT_ONCE)
    monkeypatch.setattr(House, "direct_channel", opening)
    monkeypatch.setattr(Match, "load", loading)
    table = await e.bot.tables.get(1)
    joining = table.join(Player(e.ben.id, e.ben.name, "en-US", 7))
    await asyncio.gather(joining, table.start(e.ana.id, staff=False))
    await table.posts.of(e.ben.id).rest()
    assert [line.partition(": ")[2] for line in phone(e, direct(e.ben))] == [
        "you have a seat",
        "the match begins",
    ]


def on_its_way(monkeypatch: Patch, end: str) -> tuple[asyncio.Event, asyncio.Event]:
    """Hold the answer to a message that ends so. The events: it is sent, and it may arrive."""
    sent, arrives = asyncio.Event(), asyncio.Event()
    send = discord.PartialMessageable.send

    async def sending(self: discord.PartialMessageable, *given: Any, **named: Any) -> Any:
        message = await send(self, *given, **named)
        if named.get("content", "").endswith(end):
            sent.set()
            async with asyncio.timeout(LIMIT):
                await arrives.wait()
        return message

    monkeypatch.setattr(discord.PartialMessageable, "send", sending)
    return sent, arrives


async def test_start_with_a_line_still_on_its_way_is_announced(monkeypatch: Patch, e: Two) -> None:
    # The table is called here and not by clicks: simcord waits for the work of clicks alone.
    await e.open(e.ana, ALL_AT_ONCE)
    sent, arrives = on_its_way(monkeypatch, "you have a seat")
    table = await e.bot.tables.get(1)
    await table.join(Player(e.ben.id, e.ben.name, "en-US", 7))
    await asyncio.wait_for(sent.wait(), LIMIT)
    await table.start(e.ana.id, staff=False)
    arrives.set()
    await table.posts.of(e.ben.id).rest()
    assert [line.partition(": ")[2] for line in phone(e, direct(e.ben))] == [
        "you have a seat",
        "the match begins",
    ]
    assert newest(e, e.ben).content == ""


async def test_rematch_that_changes_meanwhile_is_announced_once(monkeypatch: Patch, e: Two) -> None:
    ana, ben = await e.played(rounds=1)
    sent, arrives = on_its_way(monkeypatch, "your seat is kept")
    before = len(e.env.http_requests)
    clicking = asyncio.ensure_future(e.press(ana, "Rematch"))
    await asyncio.wait_for(sent.wait(), LIMIT)
    table = await e.bot.tables.get(2)
    table.posts.refresh()
    arrives.set()
    await clicking
    await table.posts.of(ben.id).rest()
    (line,) = phone(e, direct(ben), before)
    assert line.endswith(": a rematch, your seat is kept")


DAY = 86400 / 100
"""A day of a bot that calls matches off after 7/100 days."""


@pytest.mark.evening(idle_days=7 / 100)
async def test_players_are_warned_a_day_before_a_match_ends(e: Two) -> None:
    ana, ben = await e.begin(ALL_AT_ONCE)
    await e.decide(ana)
    await e.wait(5.9 * DAY)
    await e.restart()
    before = len(e.env.http_requests)
    await e.wait(0.2 * DAY)
    warning = re.compile(r".*: called off in 1 hour, choose a card \(1 of 10\)")
    assert [bool(warning.fullmatch(line)) for line in phone(e, direct(ben), before)] == [True]
    assert not phone(e, direct(ana), before), "nobody waits for her"
    await e.restart()
    before = len(e.env.http_requests)
    await e.wait(0.7 * DAY)
    assert not any(map(warning.fullmatch, phone(e, direct(ben), before))), "once is enough"
    assert "called off" not in e.panel_words()
    await e.wait(0.3 * DAY)
    assert "called off" in e.panel_words()


async def test_late_warning_leaves_a_day_too(e: Two) -> None:
    await e.begin(ALL_AT_ONCE)
    # The bot comes back after eight days.
    e.change("update tables set started_at = started_at - 691200, due_at = due_at - 691200")
    before = len(e.env.http_requests)
    await e.restart()
    for person in e.people:
        lines = phone(e, direct(person), before)
        assert any(": called off in 24 hours, " in line for line in lines)
    await e.restart()
    assert "called off" not in e.panel_words()
    assert e.offered(e.people[0])
