"""Notices as a phone shows them, for every game, reason and language."""

import re
from collections import deque
from typing import Any

import pytest
from simcord import MemberActor

from bot.clicks.opening import salt_of
from bot.screens.parts import looks
from bot.storage import Player
from bot.words.i18n import languages, tongue
from games import GAMES
from tests.examples import ALL_AT_ONCE, IN_TURN

from .conftest import Begin
from .evening import NAMES, Evening, components
from .test_clock import choose_pace, decide, wait
from .test_posts import SILENT, close_for, direct, posted

V2 = 1 << 15
PACE = 30
SAID = ("you have a seat", "the match begins", "a computer plays for you now")
"""Reasons for notices to each person who never acts."""


def phone(e: Evening, channel_id: int, since: int = 0) -> list[str]:
    """Return the previews of the notices from a channel. Components V2 messages have none."""
    loud = [body for body in posted(e, channel_id, since) if not flags(body) & SILENT]
    return ["" if flags(body) & V2 else body["content"] for body in loud]


def flags(body: dict[str, Any]) -> int:
    """Return the flags of a message."""
    return int(body.get("flags") or 0)


@pytest.fixture
def spoken(monkeypatch: pytest.MonkeyPatch) -> deque[str]:
    """Return all languages. People speak them, one after the other."""
    locales = deque(["en-US", *languages()])

    def player_of(interaction: Any) -> Player:
        user = interaction.user
        locale = locales[NAMES.index(user.display_name) % len(locales)]
        return Player(user.id, user.display_name, locale, salt_of(interaction))

    monkeypatch.setattr("bot.clicks.opening.player_of", player_of)
    return locales


@pytest.mark.parametrize("key", sorted(GAMES))
async def test_every_notice_has_words(evening: Begin, key: str, spoken: deque[str]) -> None:
    seats, name = min(3, GAMES[key].seats[-1]), looks()[key].name
    for _ in range(-(-len(spoken) // seats)):
        async with evening(seats) as e:
            host, *others = e.people
            await host.slash(e.channel, f"{key} play")
            await choose_pace(e, host, str(PACE))
            for person in others:
                await e.press(person, "Join")
            await e.press(host, "Start")
            # A short game may end before anyone counts as absent.
            stored = (await e.bot.tables.get(1)).stored
            while stored.phase == "live" and any(player.playing for player in stored.players):
                await wait(e, PACE / 2 + 1)
                stored = (await e.bot.tables.get(1)).stored
            for person, locale in zip(e.people, spoken, strict=False):
                t, lines = tongue(locale), phone(e, direct(person))
                for line in lines:
                    assert line.startswith(t(name)), line
                    assert "{" not in line
                if stored.phase != "live":
                    continue
                for reason in SAID[person is host :]:
                    assert any(line.endswith(t(reason)) for line in lines), (reason, lines)
                left = t.many("{n} second left, {due}", "{n} seconds left, {due}", 15, due="")
                assert any(left.strip() in line for line in lines), lines
        spoken.rotate(-seats)


async def test_line_becomes_a_screen_at_once(evening: Begin) -> None:
    async with evening(2) as e:
        await e.begin(rounds=1)
        for person in e.people:
            hand = e.env.backend.get_message(direct(person), e.hand(person).id)
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


async def test_rematch_is_announced_in_words(evening: Begin) -> None:
    async with evening(2) as e:
        ana, ben = e.people
        await e.begin(rounds=1)
        await e.play_out(seed=1)
        before = len(e.env.http_requests)
        await e.press(ana, "Rematch")
        await e.env.settle()
        (line,) = phone(e, direct(ben), before)
        assert line.endswith(": a rematch, your seat is kept")


async def test_turn_is_announced_in_words(evening: Begin) -> None:
    async with evening(2) as e:
        await e.begin(IN_TURN)
        before = len(e.env.http_requests)
        await wait(e, 200)
        (awaited,) = e.unsealed()
        due = looks()[IN_TURN].due((await e.bot.tables.get(1)).playing().view(None), tongue("en"))
        lines = phone(e, direct(awaited), before)
        assert lines
        assert all(line.endswith(f": {due}") for line in lines)


@pytest.mark.parametrize("pace", [30, 90, 180])
async def test_decision_has_two_notices_start_and_half_time(evening: Begin, pace: int) -> None:
    async with evening(2) as e:
        ana, ben = e.people
        await ana.slash(e.channel, f"{ALL_AT_ONCE} play")
        await choose_pace(e, ana, str(pace))
        await e.press(ben, "Join")
        before = len(e.env.http_requests)
        await e.press(ana, "Start")
        for _ in range(9):
            await wait(e, pace / 10)
        start, half = phone(e, direct(ben), before)
        assert start.endswith(": the match begins")
        assert half.endswith(f": {pace // 2} seconds left, choose a card (1 of 10)")


async def test_turn_has_two_notices_its_beginning_and_half_time(evening: Begin) -> None:
    async with evening(2) as e:
        ana, ben = e.people
        await ana.slash(e.channel, f"{ALL_AT_ONCE} play")
        await choose_pace(e, ana, "180")
        await e.press(ben, "Join")
        await e.press(ana, "Start")
        await wait(e, 100)
        await decide(e, ana)
        await wait(e, 75)
        before = len(e.env.http_requests)
        for _ in range(9):
            await wait(e, 19)
        turn, half = phone(e, direct(ben), before)
        assert turn.endswith(": choose a card (2 of 10)")
        assert half.endswith(": 90 seconds left, choose a card (2 of 10)")


async def test_channel_calls_people_with_closed_messages(evening: Begin) -> None:
    async with evening(2) as e:
        ana, ben = e.people
        await ana.slash(e.channel, f"{ALL_AT_ONCE} play")
        close_for(e, ben)
        await e.press(ben, "Join")
        await e.press(ana, "Start")
        before = len(e.env.http_requests)
        await decide(e, ana)
        await wait(e, 300)
        lines = phone(e, e.channel.id, before)
        assert lines
        for line in lines:
            assert re.match(rf"<@{ben.id}> \S.* · Ana's table: choose a card", line)
        assert e.panel().content == ""
        assert e.panel().components


async def test_channel_calls_at_the_turn_when_messages_are_closed(evening: Begin) -> None:
    async with evening(2) as e:
        ana, ben = e.people
        await ana.slash(e.channel, f"{ALL_AT_ONCE} play")
        await choose_pace(e, ana, "180")
        close_for(e, ben)
        await e.press(ben, "Join")
        await e.press(ana, "Start")
        await wait(e, 10)
        hand = (await e.press(ben, "Hand")).response
        assert hand is not None
        ids = [part.get("custom_id") or "" for part in components(hand.components)]
        await ben.click(hand, custom_id=next(one for one in ids if ":move:" in one))
        await wait(e, 25)
        before = len(e.env.http_requests)
        await decide(e, ana)
        await wait(e, 10)
        (line,) = phone(e, e.channel.id, before)
        assert line.startswith(f"<@{ben.id}> ")
        # A card lower than all rows makes its player choose a row first.
        assert line.endswith(("choose a card (2 of 10)", "choose a row"))
        await wait(e, 90)
        assert len(phone(e, e.channel.id, before)) == 2, "at half time once more"


async def test_line_left_by_a_dead_process_becomes_the_screen(evening: Begin) -> None:
    async with evening(2) as e:
        ana, ben = e.people
        await ana.slash(e.channel, f"{ALL_AT_ONCE} play", rounds=1)
        await e.press(ben, "Join")
        path = f"/channels/{direct(ben)}/messages/*"
        e.env.inject_error("PATCH", path, status=500, times=None)
        await e.press(ana, "Start")
        line = newest(e, ben)
        assert line.content.endswith("the match begins")
        assert not line.components
        e.env.backend.faults.clear()
        await e.restart()
        await e.env.settle()
        assert [*e.env.backend.messages[direct(ben)]] == [line.id], "the same message"
        assert newest(e, ben).content == ""
        assert e.moves(ben)


async def test_line_posted_by_a_dead_process_is_posted_once(
    evening: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(2, check_errors=False) as e:
        ana, ben = e.people
        await ana.slash(e.channel, f"{ALL_AT_ONCE} play", rounds=1)
        await e.press(ben, "Join")
        before = len(e.env.http_requests)
        post = (await e.bot.tables.get(1)).posts.of(ben.id)
        monkeypatch.setattr(post, "_note_message", None)
        await e.press(ana, "Start")
        await e.restart()
        await e.env.settle()
        line, again = posted(e, direct(ben), before)
        assert line["content"].endswith("the match begins")
        assert again["nonce"] == line["nonce"], "Discord answers with the line"
        screen = [r.json or {} for r in e.env.http_requests if r.method == "PATCH"][-1]
        assert screen["content"] is None


def newest(e: Evening, person: MemberActor) -> Any:
    """Return Discord's newest message in a person's direct messages."""
    kept = e.env.backend.messages[direct(person)]
    return kept[max(kept)]
