"""Game nights, as the people of a channel see them by command and click."""

import asyncio
from typing import Any

import discord
import pytest
from babel.dates import format_skeleton
from simcord import InteractionResult, MemberActor
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.clicks.answers import Answer
from bot.play import nights
from bot.play.nights import ranking
from bot.storage import nights as stored
from bot.storage.nights import OFF, Gathering
from tests.examples import ALL_AT_ONCE

from .conftest import Begin, Deck
from .evening import Evening, answers, components, said, words
from .staff import forge
from .test_clock import wait
from .test_posts import counted


@pytest.fixture(autouse=True)
def quick_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pass an evening in few steps."""
    monkeypatch.setattr("bot.play.clock._LONGEST_NAP", 1800.0)


async def chosen(e: Evening, person: MemberActor, *labels: str) -> Any:
    """Ask for a new night, make these choices, and return the newest answer."""
    shown = answers(await person.slash(e.channel, "night"))[0]
    for label in labels:
        at, value = next(
            (part["custom_id"], option["value"])
            for part in components(shown.components)
            for option in part.get("options", [])
            if option["label"] == label
        )
        shown = answers(await person.select(shown, [value], custom_id=at))[0]
    return shown


async def planned(e: Evening, person: MemberActor, *labels: str) -> None:
    """Plan a night and post it."""
    await person.click(await chosen(e, person, *labels), label="Post it")


async def now(e: Evening) -> Gathering:
    """Return the only night."""
    found = await stored.gathering(e.bot.database, 1)
    assert found is not None
    return found


async def due(e: Evening) -> None:
    """Wait until the phase of the night ends."""
    await wait(e, (await now(e)).night.due_at - e.bot.now() + 1)


def own(e: Evening) -> list[str]:
    """Return the words of the night's messages in the channel."""
    found = [words(m.components) for m in e.channel.history() if m.author.bot]
    return [text for text in found if "Game night" in text]


async def press(e: Evening, person: MemberActor, label: str) -> InteractionResult:
    """Click a button of the night's newest message."""
    message = next(
        m
        for m in reversed(e.channel.history())
        if m.author.bot and "Game night" in words(m.components)
    )
    done: InteractionResult = await person.click(message, label=label)
    return done


async def test_night_is_planned_played_and_won_by_clicks(evening: Begin, deck: Deck) -> None:
    deck(5)
    async with evening(4) as e:
        ana, ben, chie, dan = e.people
        game = e.bot.looks[ALL_AT_ONCE]
        # The clock of the stand-in begins at midnight.
        labels = (f"{game.emoji} {game.name}", "2 rounds · tables of 3", "At 1:00", "At 2:00")
        await planned(e, ana, *labels)
        card = e.panel_words()
        night = (await now(e)).night
        assert f"<t:{int(night.begins_at)}:F>" in card
        assert f"{game.name} · 2 rounds · tables of 3" in card
        for person in (ben, chie, dan, ben):
            await press(e, person, "I'm in")
        await press(e, dan, "I'm out")
        assert "**In** (3): **Ana**, **Ben**, **Chie**" in e.panel_words()
        since = len(e.env.http_requests)
        await due(e)
        assert sorted(called_by(e, since)) == sorted(p.id for p in (ana, ben, chie))
        await press(e, ana, "I'm here")
        await press(e, dan, "I'm here")
        assert "**Here** (2): **Ana**, **Dan**" in own(e)[-1]
        assert "**Not yet** (2): **Ben**, **Chie**" in own(e)[-1]
        await due(e)
        await wait(e, 5)
        assert "Table 1: " in own(e)[-1]
        assert "**Ben**" not in own(e)[-1]
        assert "Choose a card" in e.hand_words(dan)
        # Ben comes late, and the bot starts again during the round.
        await press(e, ben, "I'm in")
        await e.restart()
        await wait(e, 30)
        since = len(e.env.http_requests)
        await e.play_out(seed=3)
        await wait(e, 30)
        # Chie hasn't checked in, but she hasn't left either.
        assert sorted(called_by(e, since)) == sorted(p.id for p in e.people)
        assert any("check in for round 2 of 2" in line for line in lines_sent(e, since))
        assert "Round 2 of 2: check in" in own(e)[-1]
        assert "24 points" in own(e)[-1]
        assert "<@" not in own(e)[-1]
        for person in (ana, ben, dan):
            await press(e, person, "I'm here")
        await wait(e, 30)
        await e.play_out(seed=4)
        await wait(e, 30)
        lines = ranking(await now(e))
        assert f"**{lines[0].name}**" in own(e)[-1].partition("🥇")[2].splitlines()[0]
        assert f"{lines[0].name} wins the game night" in own(e)[-1]
        assert e.buttons(e.panel()) == {}
        *older, podium = cards(e)
        assert podium.jump_url in words(older[-1].components)
        assert "Table 1: " not in words(older[-1].components)
        await wait(e, 3600)
        assert sum("wins the game night" in text for text in own(e)) == 1


def called_by(e: Evening, since: int) -> list[int]:
    """Return the people whom the channel's messages have notified since a request."""
    sent = [r.json or {} for r in e.env.http_requests[since:] if r.method == "POST"]
    found = [body.get("allowed_mentions") or {} for body in sent if isinstance(body, dict)]
    return [int(one) for mentions in found for one in mentions.get("users", ())]


def lines_sent(e: Evening, since: int) -> list[str]:
    """Return the plain lines sent since a request. A phone shows them."""
    sent = [r.json for r in e.env.http_requests[since:] if r.method == "POST"]
    return [body.get("content") or "" for body in sent if isinstance(body, dict)]


async def test_night_that_begins_soon_has_one_card(evening: Begin) -> None:
    async with evening(1) as e:
        await planned(e, e.people[0], "In ten minutes")
        await wait(e, 30)
        [card] = own(e)
        assert "Round 1 of 3: check in" in card
        await press(e, e.people[0], "I'm here")
        assert "**Here** (1): **Ana**" in own(e)[-1]


async def test_click_on_a_card_that_is_not_yet_stored_counts(
    evening: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(2, check_errors=False) as e:
        ana, ben = e.people
        with monkeypatch.context() as dying:
            dying.setattr(stored, "said", None)
            await planned(e, ana, "In ten minutes")
        await press(e, ben, "I'm here")
        assert "**Here** (1): **Ben**" in own(e)[-1]
        await wait(e, 60)
        older, newest = cards(e)
        assert "**Here** (1): **Ben**" in words(newest.components)
        await leads_on(e, ben, older, newest)


async def leads_on(
    e: Evening, person: MemberActor, older: discord.Message, newest: discord.Message
) -> None:
    """Click on an older card: it becomes a link to the newest, which is stored."""
    assert (await now(e)).night.message_id == newest.id
    await person.click(older, custom_id=next(iter(e.buttons(older).values())))
    older = cards(e)[0]
    assert newest.jump_url in words(older.components)
    assert e.buttons(older) == {}


@pytest.mark.parametrize("hour", ["In ten minutes", "At 1:00"])
async def test_card_that_does_not_get_through_follows(evening: Begin, hour: str) -> None:
    async with evening(1, check_errors=False) as e:
        shown = await chosen(e, e.people[0], hour)
        e.env.inject_error("POST", "/webhooks/*", status=404, code=10015, times=None)
        await e.people[0].click(shown, label="Post it")
        assert own(e) == []
        await wait(e, 60)
        [card] = own(e)
        assert ("check in" if hour == "In ten minutes" else "Check-in opens") in card
        assert (await now(e)).night.message_id == cards(e)[0].id


async def test_plan_in_the_past_is_refused_before_it_is_posted(evening: Begin) -> None:
    async with evening(1) as e:
        ana = e.people[0]
        shown = await chosen(e, ana, "At 20:00")
        today = format_skeleton("MMMEd", nights.days("Europe/London", e.bot.now())[0], locale="en")
        assert "It is 00:00 where you are." in words(shown.components)
        assert not disabled(shown, "Post it")
        await wait(e, 21 * 3600)
        shown = await chosen(e, ana, today, "At 3:00")
        assert "It is 21:00 where you are." in words(shown.components)
        assert "begins five minutes from now or later" in words(shown.components)
        assert "check-in opens at once" not in words(shown.components)
        assert disabled(shown, "Post it")


def disabled(shown: Any, label: str) -> bool:
    """Return True if a button is shown that can't be clicked."""
    [one] = [one for one in components(shown.components) if one.get("label") == label]
    return bool(one["disabled"])


async def test_card_that_is_refused_cancels_the_night(evening: Begin) -> None:
    async with evening(1, check_errors=False) as e:
        shown = await chosen(e, e.people[0])
        for path in ("/webhooks/*", "/channels/*/messages"):
            e.env.inject_error("POST", path, status=403, code=50013, times=None)
        await e.people[0].click(shown, label="Post it")
        await wait(e, 60)
        assert (await now(e)).night.phase == OFF
        e.env.backend.faults.clear()
        await wait(e, 3600)
        assert own(e) == []


async def test_card_posted_late_links_to_the_one_after_it(
    evening: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(2, check_errors=False) as e:
        ana, ben = e.people
        shown, post = await chosen(e, ana, "In ten minutes"), Answer.post

        async def late(*given: Any) -> discord.Message:
            message = await post(*given)
            await asyncio.sleep(2)
            return message

        monkeypatch.setattr(Answer, "post", late)
        monkeypatch.setattr(nights, "POSTING", 0.5)
        await ana.click(shown, label="Post it")
        await wait(e, 60)
        older, newest = cards(e)
        await leads_on(e, ben, older, newest)


async def test_card_that_could_not_be_closed_links_by_a_click(evening: Begin) -> None:
    async with evening(2, check_errors=False) as e:
        ana, ben = e.people
        await planned(e, ana)
        [card] = cards(e)
        path = f"/channels/*/messages/{card.id}"
        e.env.inject_error("PATCH", path, status=403, code=50013, times=None)
        await due(e)
        older, newest = cards(e)
        assert "I'm in" in e.buttons(older)
        e.env.backend.faults.clear()
        await leads_on(e, ben, older, newest)


async def test_card_announces_a_check_in_that_is_to_come(evening: Begin) -> None:
    async with evening(1) as e:
        await planned(e, e.people[0])
        [card] = own(e)
        assert "**In** (1)" in card
        assert "Check-in opens" in card


def cards(e: Evening) -> list[discord.Message]:
    """Return the night's messages in the channel."""
    found = [m for m in e.channel.history() if m.author.bot]
    return [m for m in found if "Game night" in words(m.components)]


async def test_older_cards_only_point_to_the_newest(evening: Begin, deck: Deck) -> None:
    deck(5)
    async with evening(3) as e:
        ana, ben, chie = e.people
        game = e.bot.looks[ALL_AT_ONCE]
        await planned(e, ana, f"{game.emoji} {game.name}", "2 rounds · tables of 3")
        await press(e, ben, "I'm in")
        await due(e)
        for person in (ana, ben):
            await press(e, person, "I'm here")
        await due(e)
        await wait(e, 30)
        await e.play_out(seed=3)
        await wait(e, 30)
        *older, newest = cards(e)
        assert "Round 2 of 2: check in" in words(newest.components)
        assert [e.buttons(card) for card in older] == [{}, {}]
        for card, later in zip(older, cards(e)[1:], strict=True):
            assert later.jump_url in words(card.components)
            assert "round on" not in words(card.components)
        # Chie has clicked just before the card lost its buttons.
        done = await forge(e, chie, older[0], "s2:nightin:0::0:1")
        assert newest.jump_url in words(answers(done)[0].components)
        assert len((await now(e)).guests) == 2
        # Too few check in, so the night ends.
        await due(e)
        *older, podium = cards(e)
        assert "wins the game night" in words(podium.components)
        assert e.buttons(older[-1]) == {}
        assert podium.jump_url in words(older[-1].components)


async def test_click_of_a_check_in_changes_its_card_later(evening: Begin, deck: Deck) -> None:
    deck(5)
    async with evening(3) as e:
        game = e.bot.looks[ALL_AT_ONCE]
        await planned(e, e.people[0], f"{game.emoji} {game.name}", "In ten minutes")
        for person in e.people:
            await press(e, person, "I'm here")
        since = len(e.env.http_requests)
        await due(e)
        await wait(e, 5)
        assert "Table 1: " in own(e)[-1]
        await e.play_out(seed=3)
        await wait(e, 5)
        card, newest = cards(e)
        assert newest.jump_url in words(card.components)
        assert not [one for one in counted(e, since) if str(card.id) in one]


async def test_end_leads_to_the_next_round_until_the_last(evening: Begin, deck: Deck) -> None:
    deck(5)
    async with evening(3) as e:
        ana, *others = e.people
        game = e.bot.looks[ALL_AT_ONCE]
        since = len(e.env.http_requests)
        labels = (f"{game.emoji} {game.name}", "2 rounds · tables of 3", "In ten minutes")
        await planned(e, ana, *labels)
        for number in (1, 2):
            for person in (ana, *others):
                await press(e, person, "I'm here")
            # The second round begins early, because all are here.
            await wait(e, 605 if number == 1 else 5)
            await e.play_out(seed=number)
            goes_on = f"The game night goes on in <#{e.channel.id}>." in e.hand_words(ana)
            assert goes_on == (number == 1)
            ways = list(e.buttons(e.hand(ana)))
            assert ways.index("Rematch") == (0 if number == 2 else len(ways) - 2), "before Fairness"
            await wait(e, 30)
        [first, second] = [m for m in e.channel.history() if "the end" in words(m.components)]
        assert "The game night goes on" in words(first.components)
        assert "The game night goes on" not in words(second.components)
        begun = f"{game.name} · Game night: the match begins"
        assert lines_sent(e, since).count(begun) == 2 * len(e.people)


async def test_end_offers_a_rematch_once_the_night_is_over(evening: Begin, deck: Deck) -> None:
    deck(5)
    async with evening(3) as e:
        ana, *others = e.people
        game = e.bot.looks[ALL_AT_ONCE]
        await planned(e, ana, f"{game.emoji} {game.name}", "In ten minutes")
        for person in (ana, *others):
            await press(e, person, "I'm here")
        await due(e)
        await wait(e, 5)
        await forge(e, ana, e.panel(), "s2:nightoff:0::0:1")
        await e.play_out(seed=1)
        assert "Rematch" in e.buttons(e.hand(ana))
        assert "The game night goes on" not in e.hand_words(ana)


async def test_round_lists_people_joining_or_leaving_after_it(evening: Begin) -> None:
    async with evening(4) as e:
        ana, ben, chie, dan = e.people
        await planned(e, ana, "In ten minutes")
        for person in (ana, ben, chie):
            await press(e, person, "I'm here")
        await due(e)
        await wait(e, 5)
        assert "next round**" not in own(e)[-1]
        await press(e, dan, "I'm in")
        assert "**In from the next round** (1): **Dan**" in own(e)[-1]
        await press(e, ben, "I'm out")
        assert "**Out from the next round** (1): **Ben**" in own(e)[-1]
        shown = answers(await chie.slash(e.channel, "night"))[0]
        assert "**In from the next round** (1): **Dan**" in words(shown.components)
        await press(e, ben, "I'm in")
        await press(e, dan, "I'm out")
        assert "next round**" not in own(e)[-1]


async def test_only_host_and_staff_cancel(evening: Begin) -> None:
    async with evening(3) as e:
        ana, ben, chie = e.people
        await planned(e, ana)
        shown = answers(await ben.slash(e.channel, "night"))[0]
        assert "Cancel the game night" not in e.buttons(shown.message)
        refused = await forge(e, ben, e.panel(), "s2:nightoff:0::0:1")
        assert "Only the host" in said(refused)
        shown = answers(await ana.slash(e.channel, "night"))[0]
        sure = answers(await ana.click(shown, label="Cancel the game night"))[0]
        await ana.click(sure, label="Cancel the game night")
        await wait(e, 5)
        assert "The game night is cancelled." in own(e)[-1]
        assert e.buttons(e.panel()) == {}
        assert "tomorrow" in said(await ana.slash(e.channel, "night"))
        late = await forge(e, chie, e.panel(), "s2:nightin:0::0:1")
        assert "That game night is over." in said(late)


async def cancel(e: Evening, person: MemberActor) -> list[int]:
    """Cancel the night by its buttons. Return the people whom that notifies."""
    shown = answers(await person.slash(e.channel, "night"))[0]
    sure = answers(await person.click(shown, label="Cancel the game night"))[0]
    since = len(e.env.http_requests)
    await person.click(sure, label="Cancel the game night")
    await wait(e, 5)
    return called_by(e, since)


@pytest.mark.parametrize("days", [0, 2])
async def test_near_night_is_cancelled_with_a_word(evening: Begin, days: int) -> None:
    async with evening(3) as e:
        ana, ben, chie = e.people
        day = nights.days("Europe/London", e.bot.now())[days]
        await planned(e, ana, format_skeleton("MMMEd", day, locale="en"))
        assert "Host: **Ana**" in own(e)[-1]
        for person in (ben, chie):
            await press(e, person, "I'm in")
        await press(e, chie, "I'm out")
        since = len(counted(e))
        assert await cancel(e, ana) == [ben.id] * (days == 0)
        lines = [m.content for m in e.channel.history() if m.content]
        assert lines == [f"🌙 The game night is cancelled. <@{ben.id}>"] * (days == 0)
        assert "The game night is cancelled." in own(e)[-1]
        sent = [one for one in counted(e)[since:] if "/messages" in one]
        assert len(sent) <= 1, "only the card costs a request"
        again = await forge(e, ana, e.panel(), "s2:nightoff:0::0:1")
        assert "That game night is over." in said(again)


async def test_check_in_names_no_token_to_other_processes(
    evening: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(2) as e:
        ana, ben = e.people
        await planned(e, ana)
        sent: list[dict[str, Any]] = []
        monkeypatch.setattr(e.bot.cluster, "notify", lambda _, number, **more: sent.append(more))
        await press(e, ben, "I'm in")
        house = e.bot.house
        until = house.check_ins[1].until
        assert sent == [{"until": until}]
        # A process without a token changes nothing for the others.
        for more in (*sent, {"until": 0.0}):
            await e.bot._night_changed(1, **more)
        assert house.check_ins_elsewhere == {1: until}
        await wait(e, 1500)
        assert (house.check_ins, house.check_ins_elsewhere) == ({}, {})


async def test_night_belongs_to_its_channel(evening: Begin) -> None:
    async with evening(2) as e:
        ana, ben = e.people
        await planned(e, ana)
        e.channel = e.guild.create_text_channel("elsewhere")
        await ben.slash(e.channel, f"{ALL_AT_ONCE} play")
        refused = await forge(e, ben, e.panel(), "s2:nightin:0::0:1")
        assert "out of date" in said(refused)
        assert len((await now(e)).guests) == 1


def no_events(e: Evening) -> None:
    """Take the right to create events from the bot's role."""
    backend, me = e.env.backend, e.bot.user
    assert me is not None
    (role_id,) = backend.get_member(e.guild.id, me.id).role_ids
    may = discord.Permissions.all()
    may.update(administrator=False, create_events=False)
    backend.edit_role(e.guild.id, role_id, {"permissions": may.value})


def hide(e: Evening, *people: int) -> None:
    """Show the channel to these people and the bot alone."""
    assert e.bot.user is not None
    view = discord.Permissions(view_channel=True).value
    rules = [Overwrite(one, OverwriteType.MEMBER, view, 0) for one in (*people, e.bot.user.id)]
    for rule in (*rules, Overwrite(e.guild.id, OverwriteType.ROLE, 0, view)):
        e.env.backend.set_overwrite(e.channel.id, rule)


@pytest.mark.parametrize("why", ["granted", "not granted", "private"])
async def test_night_is_an_event_where_that_is_granted(evening: Begin, why: str) -> None:
    async with evening(2) as e:
        ana, _ = e.people
        if why == "not granted":
            no_events(e)
        elif why == "private":
            hide(e, ana.id)
        await planned(e, ana)
        there = e.env.backend.guilds[e.guild.id].scheduled_events
        assert [one.name for one in there.values()] == ["Game night"] * (why == "granted")
        shown = answers(await ana.slash(e.channel, "night"))[0]
        sure = answers(await ana.click(shown, label="Cancel the game night"))[0]
        await ana.click(sure, label="Cancel the game night")
        assert not e.env.backend.guilds[e.guild.id].scheduled_events
