"""Game nights, as the people of a channel see them by command and click."""

from collections.abc import Iterator
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest
from simcord import InteractionResult, MemberActor

from bot import storage
from bot.drawing.kit import by_place
from bot.screens.naming import named
from bot.words.i18n import tongue
from cogs.night import plans
from cogs.night import store as stored
from cogs.night.store import FEW, MISSED, OFF, OVER, PLANNED, Night
from games import GAMES

from ...examples import ALL_AT_ONCE, FOR_TWO, IN_TURN
from ..evening import Evening, Four, One, Patch, Three, Two, answers, components, said, words
from ..posts import mentioned
from ..staff import hired, mute

ENGLISH = tongue("en-US")
HOUR = 3600.0
MENTION = HOUR - plans.REMINDER
"""Seconds until the mention of the usual plan: at midnight in London, this evening in New York."""


pytestmark = pytest.mark.usefixtures("quick_clock")


async def plan(e: Evening, person: MemberActor, **changes: str) -> InteractionResult:
    """Plan a night by its form, with these answers other than the suggested ones."""
    return await e.submit(person, await person.slash(e.channel, "night"), **changes)


async def planned(e: Evening, **changes: str) -> None:
    """Plan a night as the first person. All are in."""
    host, *others = e.people
    await plan(e, host, **changes)
    for person in others:
        await press(e, person, "I'm in")


async def change(e: Evening, person: MemberActor, **changes: str) -> InteractionResult:
    """Change the night by the button of its card, and its form."""
    return await e.submit(person, await press(e, person, "Change"), **changes)


async def now(e: Evening) -> Night:
    """Return the only night."""
    found = await stored.night(e.bot.database, 1)
    assert found is not None
    return found


def cards(e: Evening) -> list[discord.Message]:
    """Return the night's messages in the channel."""
    return [m for m in e.channel.history() if m.author.bot and "## 🌙" in words(m.components)]


def card(e: Evening) -> str:
    """Return the words of the only card."""
    [one] = cards(e)
    return words(one.components)


async def press(e: Evening, person: MemberActor, label: str) -> InteractionResult:
    """Click a button of the card."""
    [one] = cards(e)
    return await person.click(one, custom_id=e.buttons(one)[label])


def lines(e: Evening) -> list[str]:
    """Return the plain lines of the channel. A phone shows them."""
    return [m.content for m in e.channel.history() if m.author.bot and m.content]


def midnight(e: Evening) -> int:
    """Return the time when the test began."""
    return int(e.bot.now() // HOUR * HOUR)


def defaults(shown: InteractionResult) -> Iterator[tuple[str, str]]:
    """Yield the questions of a form and the labels of their answers."""
    assert shown.modal is not None
    for label in shown.modal["components"]:
        part = label["component"]
        yield part["custom_id"], next(o["label"] for o in part["options"] if o.get("default"))


async def players(e: Evening) -> list[tuple[str, list[str]]]:
    """Return the phase and the players of each table."""
    found = []
    for table_id in sorted(await storage.tables.open_tables(e.bot.database)):
        table = await e.stored(table_id)
        found.append((table.phase, [player.name for player in table.players]))
    return found


async def test_night_is_planned_and_played_by_clicks(speaks: dict[int, str], e: Four) -> None:
    speaks[e.ben.id] = "de"
    shown = await e.ana.slash(e.channel, "night")
    assert dict(defaults(shown)) == {
        "day": "Today",
        "hour": "At 20:00",
        "zone": "19:00 · New York",
        "game": named(e.bot.looks, by_place(GAMES)[0], ENGLISH),
    }
    posted = await e.submit(e.ana, shown)
    assert answers(posted)[0].ephemeral is False
    hour = midnight(e) + 3600
    assert f"<t:{hour}:F> · <t:{hour}:R>" in card(e)
    assert "Host: **Ana**" in card(e)
    for person in (e.ben, e.chie, e.dan, e.ben, e.ben):
        await e.wait(1)
        await press(e, person, "I'm in")
    assert "**In** (4): **Ana**, **Chie**, **Dan**, **Ben**" in card(e)
    await press(e, e.dan, "I'm in")
    assert "**In** (3)" in card(e)
    await e.wait(MENTION - 30)
    assert lines(e) == []
    await e.wait(30)
    [line] = lines(e)
    game = named(e.bot.looks, by_place(GAMES)[0], ENGLISH)
    assert line.startswith(f"{game}: the game night begins in 15 minutes. <@")
    assert cards(e)[0].jump_url in line
    assert sorted(mentioned(e)) == sorted([e.ana.id, e.ben.id, e.chie.id])
    await e.wait(plans.REMINDER)
    assert await players(e) == [("live", ["Ana", "Chie", "Ben"])]
    assert f"Table 1: **Ana**, **Chie**, **Ben** · {e.panel().jump_url}" in card(e)
    assert e.buttons(cards(e)[0]) == {}
    assert "Choose a card" in e.hand_words(e.ana)
    assert "Wähl eine Karte" in e.hand_words(e.ben)
    assert len(lines(e)) == 1, "one mention"
    await e.wait(HOUR)
    assert len(await players(e)) == 1, "a night happens once"


async def test_wrong_hour_is_changed(e: Two) -> None:
    await planned(e)
    assert "Only the host" in said(await press(e, e.ben, "Change"))
    shown = await press(e, e.ana, "Change")
    assert dict(defaults(shown))["hour"] == "At 20:00"
    await e.submit(e.ana, shown, hour="22:00", game=FOR_TWO)
    later = midnight(e) + 3 * 3600
    assert f"<t:{later}:F>" in card(e)
    assert e.bot.looks[FOR_TWO].name in card(e)
    assert "**In** (2): **Ana**, **Ben**" in card(e)
    [line] = lines(e)
    assert line == (
        f"🌙 The game night has another hour: <t:{later}:F> <@{e.ben.id}> {cards(e)[0].jump_url}"
    )
    # Another change soon after it calls no one. Staff may change it too, in their own time.
    mia = hired(e, "Mia", manage_channels=True)
    await change(e, mia, hour="23:00")
    assert len(lines(e)) == 1
    await e.wait(HOUR + 5)
    assert await players(e) == [], "the first hour passes"
    await e.wait(3 * HOUR)
    assert [phase for phase, _ in await players(e)] == ["live"]
    late = await e.forge(e.ana, cards(e)[0], "s2:nightchange:0::0:1")
    assert "That game night is over." in said(late)


@pytest.mark.usefixtures("quick_rivals")
async def test_hour_is_remembered_in_the_hosts_zone(e: One) -> None:
    assert "five minutes from now" in said(await plan(e, e.ana, hour="19:00"))
    assert cards(e) == []
    await plan(e, e.ana, zone="Asia/Tokyo", hour="9:00", day="1")
    # It is nine in Tokyo.
    assert f"<t:{midnight(e) + 24 * 3600}:F>" in card(e)
    shown = dict(defaults(await press(e, e.ana, "Change")))
    assert shown["zone"] == "09:00 · Tokyo"
    assert (shown["day"], shown["hour"]) == ("Tomorrow", "At 9:00")
    await change(e, e.ana, hour=plans.SHORTLY)
    assert f"<t:{int(e.bot.now() + 600)}:F>" in card(e)
    shown = dict(defaults(await press(e, e.ana, "Change")))
    assert (shown["day"], shown["hour"]) == ("Today", "9:10")
    for _ in range(13):
        await e.wait(2 * HOUR)
    shown = dict(defaults(await e.ana.slash(e.channel, "night")))
    assert shown["zone"] == "11:00 · Tokyo"


async def test_night_survives_restarts_and_has_rematches(e: Three) -> None:
    await plan(e, e.ana, game=IN_TURN)
    await press(e, e.ben, "I'm in")
    await e.restart()
    await press(e, e.chie, "I'm in")
    await e.wait(MENTION + 5)
    await e.restart()
    await e.wait(plans.REMINDER)
    assert len(lines(e)) == 1
    assert await players(e) == [("live", ["Ana", "Ben", "Chie"])]
    await e.restart()
    await e.wait(60)
    assert len(await players(e)) == 1
    before = card(e)
    assert e.panel().jump_url in before
    await e.play_out(seed=1)
    await e.press(e.ana, "Rematch")
    for person in (e.ben, e.chie):
        await e.press(person, "Join")
    await e.play_out(seed=2)
    assert "This evening" in e.panel_words()
    await e.wait(60)
    assert card(e) == before, "the night knows of no later match"


async def test_too_few_find_an_open_table(e: Three) -> None:
    await planned(e, game=FOR_TWO)
    await e.wait(HOUR + 5)
    assert await players(e) == [("live", ["Ana", "Ben"]), ("lobby", ["Chie"])]
    assert "A table with too few people waits" in card(e)
    assert "Table 2: **Chie**" in card(e)
    await e.press(e.guild.add_member(e.env.create_user("Dan")), "Join")
    await e.press(e.chie, "Start")
    assert [phase for phase, _ in await players(e)] == ["live", "live"]


async def test_night_changed_privately_and_empty_ends(e: One) -> None:
    await planned(e)
    shown = answers(await e.ana.slash(e.channel, "night"))[0]
    done = await e.submit(e.ana, await e.ana.click(shown, label="Change"), hour="23:00")
    assert "The night is changed." in words(answers(done)[0].components)
    await e.wait(20)
    assert f"<t:{midnight(e) + 4 * 3600}:F>" in card(e)
    await press(e, e.ana, "I'm in")
    assert "**In** (0): –" in card(e)
    await e.wait(4 * HOUR + 5)
    assert (await now(e)).phase == FEW
    assert "No one is in, so no table opens." in card(e)
    assert (lines(e), await players(e)) == ([], [])


async def test_host_cancels_with_a_word_to_all(e: Three) -> None:
    await planned(e)
    await press(e, e.chie, "I'm in")
    shown = answers(await e.ben.slash(e.channel, "night"))[0]
    assert e.buttons(shown.message) == {}
    assert cards(e)[0].jump_url in words(shown.components)
    refused = await e.forge(e.ben, cards(e)[0], "s2:nightoff:0::0:1")
    assert "Only the host" in said(refused)
    shown = answers(await e.ana.slash(e.channel, "night"))[0]
    assert [*e.buttons(shown.message)] == ["Change", "Cancel the game night"]
    sure = answers(await e.ana.click(shown, label="Cancel the game night"))[0]
    await e.ana.click(sure, label="Cancel the game night")
    await e.wait(5)
    assert "The game night is cancelled." in card(e)
    assert e.buttons(cards(e)[0]) == {}
    assert mentioned(e) == [e.ben.id]
    assert lines(e)[0].startswith("🌙 The game night is cancelled. <@")
    assert "tomorrow" in said(await e.ana.slash(e.channel, "night"))
    # Chie has clicked just before the card lost its buttons.
    await e.forge(e.chie, cards(e)[0], "s2:nightin:0::0:1")
    assert len((await now(e)).guests) == 2


async def test_people_in_a_timeout_cant_act(e: Two) -> None:
    await planned(e)
    form = await press(e, e.ana, "Change")
    for person in (e.ana, e.ben):
        mute(e, person, "timeout")
    assert "may not write" in said(await e.submit(e.ana, form, hour="22:00"))
    off = await e.forge(e.ana, cards(e)[0], "s2:nightoff:0::0:1")
    assert "may not write" in said(off)
    await press(e, e.ben, "I'm in")
    assert "**In** (1): **Ana**" in card(e), "leaving is always possible"
    assert "may not write" in said(await press(e, e.ben, "I'm in"))
    assert mentioned(e) == []


async def test_night_belongs_to_its_channel(e: Two) -> None:
    await plan(e, e.ana)
    home, e.channel = e.channel, e.guild.create_text_channel("elsewhere")
    await e.open(e.ben, ALL_AT_ONCE)
    for forged in ("1", "99", "1 2 3", "x", "9" * 30):
        refused = await e.forge(e.ben, e.panel(), f"s2:nightin:0::0:{forged}")
        assert "out of date" in said(refused)
    assert len((await now(e)).guests) == 1
    e.channel = home
    await e.open(e.ben, ALL_AT_ONCE)
    before = e.panel_words()
    assert "out of date" in said(await e.forge(e.ben, e.panel(), "s2:nightin:0::0:1"))
    assert e.panel_words() == before, "no card takes the place of the table"


async def test_deleted_messages_come_back(monkeypatch: Patch, e: Two) -> None:
    await planned(e)
    await e.wait(60)
    e.env.backend.delete_message(e.channel.id, cards(e)[0].id)
    await e.wait(30)
    assert "**In** (2): **Ana**, **Ben**" in card(e)
    await press(e, e.ben, "I'm in")
    assert "**In** (1): **Ana**" in card(e)
    await e.open(e.ana, ALL_AT_ONCE)
    await e.wait(60)
    # Nor does the bot notice what is deleted while it is down.
    monkeypatch.setattr(e.bot, "on_raw_message_delete", AsyncMock())
    nights: Any = e.bot.get_cog("Nights")
    e.bot.remove_listener(nights.look_at_cards, "on_raw_message_delete")
    for message in (cards(e)[0], e.panel()):
        e.env.backend.delete_message(e.channel.id, message.id)
    assert cards(e) == []
    await e.restart()
    await e.wait(60)
    assert "**In** (1): **Ana**" in card(e)
    assert "Join" in str(e.panel().components)


@pytest.mark.evening(check_errors=False)
async def test_card_that_does_not_get_through_follows(e: One) -> None:
    shown = await e.ana.slash(e.channel, "night")
    e.env.inject_error("POST", "/interactions/*", status=404, code=10062, times=None)
    e.env.inject_error("POST", "/webhooks/*", status=404, code=10015, times=None)
    await e.submit(e.ana, shown)
    assert cards(e) == []
    await e.wait(60)
    assert (await now(e)).message_id == cards(e)[0].id


@pytest.mark.evening(check_errors=False)
async def test_refused_card_cancels_the_night(e: One) -> None:
    shown = await e.ana.slash(e.channel, "night")
    for path in ("/interactions/*", "/webhooks/*", "/channels/*/messages"):
        e.env.inject_error("POST", path, status=403, code=50013, times=None)
    await e.submit(e.ana, shown)
    await e.wait(60)
    assert (await now(e)).phase == OFF
    e.env.backend.faults.clear()
    await e.wait(2 * HOUR)
    assert cards(e) == []


@pytest.mark.evening(check_errors=False)
async def test_refused_mention_is_not_repeated(e: Two) -> None:
    await planned(e)
    e.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=None)
    since = len(e.env.http_requests)
    await e.wait(MENTION + 60)
    tried = [r for r in e.env.http_requests[since:] if r.path.endswith("/messages")]
    assert len(tried) == 1
    e.env.backend.faults.clear()
    await e.wait(plans.REMINDER)
    assert [phase for phase, _ in await players(e)] == ["live"]


@pytest.mark.parametrize(("late", "phase"), [(5 * 60, OVER), (16 * 60, MISSED)])
async def test_night_waits_for_discord_for_a_while(
    monkeypatch: Patch, late: float, phase: str, e: Two
) -> None:
    # The outage passes in few steps.
    monkeypatch.setattr("bot.play.clock._OUTAGE_NAP", 300.0)
    await planned(e)
    e.bot.outage.left(0)
    await e.wait(HOUR)
    await e.wait(late)
    assert (lines(e), await players(e)) == ([], [])
    e.bot.outage.back(0)
    await e.wait(305)
    assert (await now(e)).phase == phase
    assert ("I was away at this hour" in card(e)) == (phase == MISSED)
    assert [phase for phase, _ in await players(e)] == ["live"] * (phase == OVER)


@pytest.mark.parametrize("game", [*GAMES])
@pytest.mark.costly
async def test_every_game_has_a_night(game: str, e: Four) -> None:
    await planned(e, game=game, hour=plans.SHORTLY)
    assert (await now(e)).phase == PLANNED
    await e.wait(605)
    assert (await now(e)).phase == OVER
    assert lines(e) == [], "no time is left for a mention"
    seats = GAMES[game].seats[-1]
    assert len(await players(e)) == (1 if seats >= 4 else 2)
    assert {phase for phase, _ in await players(e)} == {"live"}
    assert all(c["type"] != 2 for c in components(cards(e)[0].components))
