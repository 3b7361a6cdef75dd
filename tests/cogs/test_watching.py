"""Private copies of the table: for spectators, whose seat is kept, and of a hand."""

import asyncio
from typing import Any

import discord
import pytest
from simcord import MemberActor

from bot.clicks.answers import Answer
from bot.tables.posts import Posts
from bot.tables.readers import MOST_WATCHING
from bot.wire.tokens import Key
from bot.wire.ui import Drawn
from games import GAMES
from rig import LIMIT

from ..examples import ALL_AT_ONCE, FOR_TWO, IN_TURN
from .closed import private_hand
from .conftest import Begin, Deck
from .evening import Evening, Four, Patch, Three, Two, answer, said, words
from .forgetting import delete
from .posts import close_for
from .staff import manager

KEYS = sorted(GAMES)


async def played_by(e: Evening, number: int, key: str = ALL_AT_ONCE, **options: Any) -> MemberActor:
    """Begin a match of the first people, and return the next one, a spectator."""
    spectator = e.people[number]
    e.people = e.people[:number]
    await e.begin(key, **options)
    return spectator


def held_up(monkeypatch: Patch) -> tuple[asyncio.Event, asyncio.Event]:
    """Hold all drawings up. The events: one is asked for, and they go on."""
    drawing, drawn, ready = asyncio.Event(), asyncio.Event(), Posts.ready

    async def slow(self: Posts, reader: int, *patience: float) -> None:
        drawing.set()
        async with asyncio.timeout(LIMIT):
            await drawn.wait()
        await ready(self, reader, *patience)

    monkeypatch.setattr(Posts, "ready", slow)
    return drawing, drawn


def public(text: str) -> str:
    """Return the text of a spectator's copy without the line that only they read."""
    return "\n".join(line for line in text.split("\n") if not line.startswith("👁"))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.costly
async def test_copy_follows_the_table_and_shows_no_more(key: str, e: Four) -> None:
    spectator = await played_by(e, min(GAMES[key].seats[-1], 3), key)
    shown = await e.press(spectator, "Hand")
    assert "👁 You watch." in said(shown)
    seen = set()
    for number in range(12):
        await e.play_out(seed=number, plies=3)
        await e.wait(11)
        text = said(shown)
        assert public(text) == e.panel_words()
        seen.add(text)
    assert len(seen) > 1
    readers = e.rows("select reader from posts")
    assert (spectator.id,) not in readers, "no direct message, nothing stored"


async def test_copy_is_in_the_language_of_its_reader(speaks: dict[int, str], e: Three) -> None:
    spectator = await played_by(e, 2)
    speaks[spectator.id] = "de"
    shown = await e.press(spectator, "Hand")
    assert "Runde 1" in said(shown)
    await e.play_out(plies=2)
    assert "Runde 1" in said(shown)
    assert "Round 1" in e.panel_words()


async def test_copies_are_bounded(monkeypatch: Patch, e: Four) -> None:
    assert MOST_WATCHING == 25
    monkeypatch.setattr("bot.tables.readers.MOST_WATCHING", 1)
    *_, other = e.people
    spectator = await played_by(e, 2)
    (await e.bot.tables.get(1)).posts.copies.watch(spectator.id, "en-US")
    assert "watch this table already" in said(await e.press(other, "Hand"))
    await e.wait(61)
    assert "👁" in said(await e.press(other, "Hand")), "a failed copy ends with its minute"
    refused = said(await e.press(spectator, "Hand"))
    assert refused.startswith("1 people watch this table already.")
    assert "👁" in said(await e.press(other, "Hand")), "who watches may again"
    await e.wait(15 * 60)
    assert "👁" in said(await e.press(spectator, "Hand")), "a copy ends with its token"


async def test_copy_follows_though_another_was_made_meanwhile(monkeypatch: Patch, e: Four) -> None:
    *_, other = e.people
    spectator = await played_by(e, 2)
    drawing, drawn = held_up(monkeypatch)
    pressing = asyncio.ensure_future(e.press(spectator, "Hand"))
    await asyncio.wait_for(drawing.wait(), LIMIT)
    posts = (await e.bot.tables.get(1)).posts
    posts.copies.watch(other.id, "en-US")
    drawn.set()
    shown = await pressing
    await e.play_out(plies=2)
    assert "👁 You watch." in said(shown)
    assert public(said(shown)) == e.panel_words()


async def test_wish_of_a_spectator_turned_away_is_not_stored(monkeypatch: Patch, e: Four) -> None:
    monkeypatch.setattr("bot.tables.readers.MOST_WATCHING", 1)
    *_, other = e.people
    spectator = await played_by(e, 2)
    copy = await e.press(other, "Hand")
    await e.restart()
    await e.press(spectator, "Hand")
    refused = await other.click(answer(copy), label="Play next")
    assert said(refused).startswith("1 people watch this table already.")
    assert (await e.stored()).upcoming == ()


async def test_watching_leaves_an_earlier_message_as_it_is(e: Three) -> None:
    """A person who sat at the open table has a message of it."""
    await e.open(e.ana, ALL_AT_ONCE, rounds=1)
    assert said(await e.press(e.ben, "Hand")) == "You don't sit at this table."
    for person, label in ((e.ben, "Join"), (e.chie, "Join"), (e.chie, "Leave"), (e.ana, "Start")):
        await e.press(person, label)
    shown = await e.press(e.chie, "Hand")
    e.people = [e.ana, e.ben]
    for plies in (2, 1000):
        await e.play_out(seed=1, plies=plies)
        _, *told = e.hand_words(e.chie).splitlines()
        assert told == ["You don't sit at this table any more."]
    assert "the end" in said(shown)


async def test_spectators_end_has_no_refused_button(e: Three) -> None:
    spectator = await played_by(e, 2, IN_TURN, dice=1)
    shown = await e.press(spectator, "Hand")
    await e.play_out(seed=1)
    assert "the end" in said(shown)
    offered = e.buttons(answer(shown)).keys()
    assert "Rematch" in offered
    assert e.buttons(e.panel()).keys() == offered


async def test_seat_is_kept_in_the_rematch(e: Three) -> None:
    spectator = await played_by(e, 2, rounds=1)
    shown = await e.press(spectator, "Hand")
    await spectator.click(answer(shown), label="Play next")
    assert "Give the seat up" in e.buttons(answer(shown))
    await e.restart()
    await e.play_out(seed=1)
    before = len(e.env.http_requests)
    await e.press(e.ana, "Rematch")
    assert "2. Ben?\n3. Chie?" in e.panel_words()
    assert "**Ana** wants a rematch" in e.hand_words(e.chie)
    channel = f"/channels/{e.chie.user.dm_channel.id}/messages"
    asked = [r for r in e.env.http_requests[before:] if r.path.endswith(channel)]
    assert [r.method for r in asked] == ["POST"], "told by a notice"
    for person, phase in ((e.ben, "lobby"), (e.chie, "live")):
        await e.press_hand(person, "In")
        assert (await e.stored(2)).phase == phase
    assert e.moves(e.chie)


async def test_newest_copy_serves_its_reader_after_a_restart(e: Three) -> None:
    spectator = await played_by(e, 2, rounds=1)
    first = await e.press(spectator, "Hand")
    shown = await e.press(spectator, "Hand")
    assert first.response is None, "the copy before is taken away"
    await e.restart()
    await spectator.click(answer(shown), label="Play next")
    assert [p.name for p in (await e.stored()).upcoming] == ["Chie"]
    await e.play_out(plies=2)
    assert public(said(shown)) == e.panel_words()
    await spectator.click(answer(shown), label="Give the seat up")
    assert "kept for you" not in said(shown)
    await e.play_out(seed=1)
    await e.press(e.ana, "Rematch")
    assert "Chie" not in e.panel_words()


async def test_seats_are_kept_while_there_are_any(e: Three) -> None:
    spectator = await played_by(e, 2, FOR_TWO)
    shown = await e.press(spectator, "Hand")
    assert "Play next" not in e.buttons(answer(shown))


async def test_last_free_seat_is_kept_once(evening: Begin) -> None:
    most = GAMES[IN_TURN].seats[-1]
    async with evening(most + 1) as e:
        *_, first, second = e.people
        await played_by(e, most - 1, IN_TURN)
        copies = [await e.press(person, "Hand") for person in (first, second)]
        await first.click(answer(copies[0]), label="Play next")
        assert [p.user_id for p in (await e.stored()).upcoming] == [first.id]
        assert "Play next" not in e.buttons(answer(copies[1]))


async def test_deletion_withdraws_the_wish_and_the_copy(e: Three) -> None:
    spectator = await played_by(e, 2)
    shown = await e.press(spectator, "Hand")
    await spectator.click(answer(shown), label="Play next")
    await delete(e, spectator)
    assert (await e.stored()).upcoming == ()
    table = await e.bot.tables.get(1)
    assert table.stored.upcoming == ()
    assert spectator.id not in table.posts.readers


async def choose(e: Evening, person: MemberActor, copy: discord.Message) -> str:
    """Click the last card that a copy offers now. Return the click's token."""
    *_, (_, card, _) = e.offered(person, e.now(copy))
    clicked = await person.click(copy, custom_id=card)
    return str(clicked._interaction.token)


async def test_copy_stays_newest_after_a_late_edit(deck: Deck, monkeypatch: Patch, e: Two) -> None:
    edit: Any = Key.change
    token, late = "", list[str]()

    async def slow(self: Key, *what: Any) -> Any:
        if self.interaction.token == token and not late:
            late.append(token)
            await asyncio.sleep(60)
        return await edit(self, *what)

    close_for(e, e.ben)
    await e.begin(rounds=1)
    copy = await private_hand(e, e.ben)
    monkeypatch.setattr(Key, "change", slow)
    token = await choose(e, e.ben, copy)
    await e.play(e.ana, max(e.moves(e.ana), key=int))
    assert late, "the edit that shows the second card is in flight"
    await choose(e, e.ben, copy)  # an old button: the answer shows the second card
    await choose(e, e.ben, copy)
    await e.wait(61)
    newest = e.now(copy)
    assert "round 1, 2/10" in words(newest.components)
    assert "Chosen:" in words(newest.components)


async def test_copy_is_left_as_it_is_once_its_table_stops(monkeypatch: Patch, e: Two) -> None:
    show = Answer.show

    async def shown_late(self: Answer, drawn: Drawn) -> Key:
        key = await show(self, drawn)
        await table.move(ana.id, min(e.moves(ana), key=int), clicked=0)
        return key

    ana, ben = await e.begin(ALL_AT_ONCE)
    copy = await private_hand(e, ben)
    table = await e.bot.tables.get(1)
    drawing, drawn = held_up(monkeypatch)
    await table.move(ben.id, min(e.moves(ben), key=int), clicked=0)
    await asyncio.wait_for(drawing.wait(), LIMIT)
    before = words(e.now(copy).components)
    table.stop()
    drawn.set()
    await e.env.settle()
    assert words(e.now(copy).components) == before
    monkeypatch.setattr(Answer, "show", shown_late)
    answered = await private_hand(e, ben)
    newest = e.now(answered)
    assert "Chosen:" in words(newest.components), "what it shows isn't followed"


async def test_staff_get_no_message_when_they_start_a_match(e: Two) -> None:
    mia = manager(e)
    await e.gather()
    since = len(e.env.http_requests)
    await e.press(mia, "Start")
    await e.play_out(seed=1, plies=2)
    assert mia.user.dm_channel.history() == []
    sent = [(r.method, r.path) for r in e.env.http_requests[since:]]
    assert not [path for method, path in sent if method == "POST" and "/webhooks/" in path]


@pytest.mark.evening(check_errors=False)
async def test_hand_comes_with_the_next_change_when_discord_fails(e: Two) -> None:
    close_for(e, e.ben)
    await e.gather(rounds=1)
    webhooks = "/webhooks/*"
    e.env.inject_error("POST", webhooks, status=500, times=None)
    await e.press(e.ana, "Start")
    e.env.backend.faults[:] = [one for one in e.env.backend.faults if one["path"] != webhooks]
    since = len(e.env.http_requests)
    await e.play(e.ana, min(e.moves(e.ana), key=int))
    sent = [r for r in e.env.http_requests[since:] if "/webhooks/" in r.path]
    assert ["Choose a card" in str(r.json) for r in sent] == [True]
