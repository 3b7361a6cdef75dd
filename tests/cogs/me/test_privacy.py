"""A person's data by buttons of `/me`: by others, with closed messages, and after a restart."""

import asyncio
import json
import re
import sqlite3
from typing import Any

import pytest
from simcord import MemberActor
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from bot.run.jobs import DAY
from bot.storage import Player
from bot.storage.people import Wish
from bot.storage.privacy import to_scrub
from bot.words.errors import TableError
from rig import LIMIT
from tests.examples import ALL_AT_ONCE, FOR_TWO

from ...bot.storage.standing import listed
from ...bot.traces import traces
from ..evening import Evening, Logs, One, Patch, Two, answer, said, words
from ..forgetting import asked, content, delete

NAME = "Xanthippe"


def joined(e: Evening) -> MemberActor:
    """Add a person whose name appears nowhere by chance, as the first to join."""
    person = e.guild.add_member(e.env.create_user(NAME))
    e.people.insert(0, person)
    return person


def kept(e: Evening, person: MemberActor) -> list[str]:
    """Return what the database has of such a person."""
    return traces(e.bot.settings.database, person.id, NAME)


async def after_match(e: Evening) -> MemberActor:
    """Add such a person, and play a match of all people."""
    person = joined(e)
    await e.played(rounds=1, seed=0)
    return person


async def test_all_that_is_kept_comes_by_direct_message(e: Two) -> None:
    person = await after_match(e)
    before = len(e.channel.history())
    assert "in your direct messages" in said(await e.me(person, "Get my data"))
    assert len(e.channel.history()) == before, "nobody else sees anything"
    assert "What is kept about you" in e.hand_words(person)
    found = await content(e.hand(person))
    assert found["person"] == str(person.id)
    (match,) = found["matches"]
    assert match["players"] == ["me", "someone else", "someone else"]
    assert match["seat"]["name"] == NAME
    assert len(match["moves"]) >= 10
    assert {row["period"] for row in found["standings"]} > {"all"}
    text = json.dumps(found)
    for other in e.people[1:]:
        assert str(other.id) not in text
        assert other.name not in text
    page = (await e.hand(person).attachments[0].read()).decode("utf-8-sig")
    assert page.startswith("== What is kept about you ==\nAs of ")
    assert f"{e.bot.looks[ALL_AT_ONCE].name} · {page[page.index('As of ') + 6 :][:10]}" in page
    assert f"You sat there as {NAME}, with 2 other people." in page
    assert "You ended in place " in page
    assert re.search(r"\d\d moves of yours are kept\.", page)
    assert e.guild.name in page
    assert "mu: your estimated strength" in page
    assert "{" not in page
    assert not {other.name for other in e.people[1:]} & {*page.split()}


async def test_export_counts_no_absent_company(e: One) -> None:
    await e.open(e.ana, ALL_AT_ONCE)
    await e.me(e.ana, "Get my data")
    page = (await e.hand(e.ana).attachments[0].read()).decode("utf-8-sig")
    assert "You sat there as Ana.\n" in page
    await e.open(e.ana, ALL_AT_ONCE, computers=2)
    await e.me(e.ana, "Get my data")
    page = (await e.hand(e.ana).attachments[0].read()).decode("utf-8-sig")
    assert "You sat there as Ana, with 2 computers." in page


async def test_export_of_a_running_match_has_only_own_moves(e: One) -> None:
    person = joined(e)
    await e.begin()
    e.env.inject_error(
        "POST", "/channels/*/messages", status=403, code=50007, message="closed", times=1
    )
    result = await e.me(person, "Get my data")
    assert "can't write to you" in said(result)
    assert answer(result).ephemeral
    assert (await content(answer(result)))["hosted"][0]["phase"] == "live"
    mine, theirs = min(e.moves(person)), min(e.moves(e.ana))
    await e.play(e.ana, theirs)
    await e.me(person, "Get my data")
    (match,) = (await content(e.hand(person)))["matches"]
    assert match["moves"] == []
    await person.slash(e.channel, "move", move=mine)
    await e.me(person, "Get my data")
    found = await content(e.hand(person))
    assert [move["move"] for move in found["matches"][0]["moves"]] == [mine]
    ((secret,),) = e.rows("select lower(hex(secret)) from tables")
    assert secret not in json.dumps(found)


async def test_a_running_match_goes_on_with_someone_on_the_seat(caplog: Logs, e: Two) -> None:
    person = joined(e)
    await e.begin(rounds=1)
    await e.play_out(seed=4, plies=7)
    assert kept(e, person)
    done = await delete(e, person)
    assert "nothing here leads to you" in done
    assert "stay as they are" in done
    assert "left this table" in e.hand_words(person)
    assert e.buttons(e.hand(person)) == {}
    assert kept(e, person) == []

    messages = len(person.user.dm_channel.history())
    e.people = [e.ana, e.ben]
    for screen in (e.panel_words(), e.hand_words(e.ana), e.hand_words(e.ben)):
        assert "someone" in screen
        assert NAME not in screen
        assert "<@-" not in screen
    await e.play_out(seed=5, plies=6)
    await e.restart()
    await e.play_out(seed=6)
    end = e.panel_words()
    assert "the end" in end
    assert "someone**" in end
    assert "left" in end
    assert len(person.user.dm_channel.history()) == messages, "nobody writes to them"
    assert "refused" not in caplog.text, "nor tries to write to someone"
    assert {line.name for line in await listed(e.bot.database, e.guild.id)} == {"Ana", "Ben"}
    assert kept(e, person) == []


async def test_hand_keeps_no_control_after_a_deletion(e: Two) -> None:
    person = joined(e)
    await e.begin(rounds=1)
    await e.leave(person)
    assert "Take it back" in e.buttons(e.hand(person))
    await delete(e, person)
    assert "You have left this table." in e.hand_words(person)
    assert e.buttons(e.hand(person)) == {}


async def test_invitation_to_a_rematch_has_no_control_after_a_deletion(e: Two) -> None:
    person = await after_match(e)
    await e.press(e.ana, "Rematch")
    assert "keeps a seat for you" in e.hand_words(person)
    await delete(e, person)
    assert e.buttons(e.hand(person)) == {}
    assert NAME not in e.panel_words()
    await e.press_hand(e.ben, "In")
    assert (await e.stored(2)).phase == "live", "nobody waits for them"


async def test_delete_button_works_after_restart_for_its_clicker(e: Two) -> None:
    person = joined(e)
    await e.played(rounds=1, seed=0)
    result, custom_id = await asked(e, person)
    assert kept(e, person), "asked is not done"
    await e.restart()
    # A forged click by another person deletes that person's own data.
    before = e.panel_words()
    forged = await e.forge(e.ana, e.panel(), custom_id)
    assert "nothing here leads to you" in said(forged)
    assert e.panel_words() == before, "what all can read is left alone"
    names = {name for (name,) in e.rows("select name from standings")}
    assert names == {NAME, "Ben"}
    await person.click(answer(result), custom_id=custom_id)
    assert kept(e, person) == []
    assert e.rows("select distinct name from standings") == [("Ben",)]


async def test_lobbies_are_left_handed_on_or_closed(e: Two) -> None:
    person = joined(e)
    await e.open(person, ALL_AT_ONCE)
    await e.press(e.ana, "Join")
    hosted = e.panel()
    alone = e.guild.create_text_channel("alone")
    await e.open(person, FOR_TWO, at=alone)
    other = e.guild.create_text_channel("other")
    await e.open(e.ben, ALL_AT_ONCE, at=other)
    guest = e.panel(other)
    await person.click(guest, label="Join")
    result, custom_id = await asked(e, person)
    assert "You leave the 3 tables" in said(result)
    await person.click(answer(result), custom_id=custom_id)
    assert "**Ana** 👑" in words(e.panel().components)
    assert NAME not in words(e.panel().components)
    assert e.panel().id == hosted.id
    assert "cancelled" in words(e.panel(alone).components)
    assert NAME not in words(e.panel(other).components)
    assert kept(e, person) == []
    await e.press(e.ben, "Join")
    await e.press(e.ana, "Start")
    assert "Round 1 · card 1 of 10" in e.panel_words()
    assert kept(e, person) == []


async def test_person_may_start_again_after_deletion(monkeypatch: Patch, e: One) -> None:
    person = await after_match(e)
    await e.me(person, "Get my data")
    assert (await content(e.hand(person)))["matches"]
    questions, dropped = [await asked(e, person) for _ in range(3)], list[int]()
    monkeypatch.setattr(e.bot.house.pictures, "forget", lambda: dropped.append(1))
    answers = []
    for question, custom_id in questions:
        done = await person.click(answer(question), custom_id=custom_id)
        answers.append(words(answer(done).components))
    assert answers[0].startswith("Done:")
    assert answers[1:] == ["Nothing is kept about you."] * 2
    assert dropped == [1]
    for label in ("Get my data", "Delete everything"):
        result = await e.me(person, label)
        assert said(result) == "Nothing is kept about you."
    assert kept(e, person) == []
    await e.press(person, "Rematch")
    assert f"**{NAME}** 👑" in e.panel_words()


async def test_deleted_choices_hold_no_longer(e: Two) -> None:
    person, readers = e.people[0], e.bot.house.readers
    await readers.choose(person.id, Wish(pictures=False))
    await readers.gather(person.id, e.bot.now(), wanted=True)
    await delete(e, person)
    assert readers.wish(person.id) is None
    assert not readers.gathers(person.id)


async def test_deletion_waits_for_earlier_acts_and_stops_later_ones(e: One) -> None:
    person = joined(e)
    await e.open(e.ana, ALL_AT_ONCE)
    table, acts = await e.bot.tables.get(1), e.bot.house.in_flight
    privacy: Any = e.bot.get_cog("Privacy")
    async with table.lock:
        # Two of a person's clicks: simcord would have one wait for the other.
        join = asyncio.ensure_future(table.join(Player(person.id, NAME, "en-US", 7)))
        acts.begin(person.id, 7, join)
        forgetting = asyncio.ensure_future(privacy._forget(person.id, 8))
        done, _ = await asyncio.wait({forgetting}, timeout=0.2)
        assert not done, "the click before it sits down first"
    assert await asyncio.wait_for(forgetting, LIMIT)
    await e.env.settle()
    assert "1. **Ana** 👑" in e.panel_words()
    assert NAME not in e.panel_words()
    assert await privacy._scrub()
    assert kept(e, person) == []
    with pytest.raises(TableError, match="since you did that"):
        acts.check(person.id, 7)
    acts.check(person.id, 9)
    # All clicks from now on count as older than a deletion.
    await acts.forget(person.id, 2**63)
    assert "since you did that" in said(await e.press(person, "Join"))
    assert NAME not in e.panel_words()


async def test_broken_table_does_not_block_deletion(caplog: Logs, e: One) -> None:
    person = joined(e)
    await e.begin()
    e.change("update tables set options = 'nonsense'")
    await e.restart()
    with caplog.at_level("CRITICAL"):
        assert "nothing here leads to you" in await delete(e, person)
    assert kept(e, person) == []
    assert e.rows("select phase from tables") == [("live",)], "the staff may end it"
    assert e.rows('select "left" from seats order by seat') == [(1,), (0,)]


async def test_message_in_flight_during_deletion_is_not_stored(e: One) -> None:
    person = joined(e)
    await e.begin()
    # Their message is gone, so the last word to them is a new one: stored late, on its way.
    hand = e.hand(person)
    e.env.backend.delete_message(hand.channel.id, hand.id)
    await delete(e, person)
    assert "left this table" in e.hand_words(person)
    assert kept(e, person) == []


async def test_slow_opening_of_messages_writes_nothing_after(monkeypatch: Patch, e: One) -> None:
    person = joined(e)
    await e.open(e.ana, ALL_AT_ONCE)
    opening, opened = asyncio.Event(), asyncio.Event()
    create_dm = e.bot.http.start_private_message

    async def slowly(user_id: int) -> Any:
        opening.set()
        await opened.wait()
        return await create_dm(user_id)

    monkeypatch.setattr(e.bot.http, "start_private_message", slowly)
    monkeypatch.setattr("bot.tables.table._FAREWELL_SECONDS", 0.1)
    table = await e.bot.tables.get(1)
    await table.join(Player(person.id, NAME, "en-US", 7))
    await asyncio.wait_for(opening.wait(), LIMIT)
    # Call it as the confirming click does. simcord would make the click wait for the opening.
    privacy: Any = e.bot.get_cog("Privacy")
    assert await privacy._forget(person.id, 8)
    assert await privacy._scrub()
    assert kept(e, person) == []
    messages = len(person.user.dm_channel.history())
    opened.set()
    await e.env.settle()
    assert len(person.user.dm_channel.history()) == messages, "nobody writes to them"
    assert kept(e, person) == []


@pytest.mark.evening(apart=True)
@pytest.mark.usefixtures("quick_clock")
@pytest.mark.parametrize("when", ["at the next start", "a day later"])
async def test_failed_scrub_is_repeated(caplog: Logs, when: str, e: One) -> None:
    failing = True

    def full(_c: object, _k: object, statement: str, *_: object) -> None:
        if statement == "VACUUM" and failing:
            why = sqlite3.OperationalError("database or disk is full")
            raise OperationalError("VACUUM", {}, why)

    person = await after_match(e)
    event.listen(e.bot.database._engine.sync_engine, "before_cursor_execute", full)
    with caplog.at_level("CRITICAL"):
        done = await delete(e, person)
    assert "nothing here leads to you" in done
    assert "when I start next" in done
    assert e.rows("select count(*) from standings where name = 'Xanthippe'") == [(0,)]
    assert await to_scrub(e.bot.database)
    if when == "at the next start":
        await e.restart()
    else:
        failing = False
        await e.wait(DAY)
    assert not await to_scrub(e.bot.database)
    assert kept(e, person) == []
