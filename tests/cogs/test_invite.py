"""*Apps → Invite to table* and *Apps → Profile*: commands on a person."""

import discord
import pytest
from simcord import MemberActor

from bot.storage import invitations
from bot.storage.invitations import HEARD, SECONDS
from bot.words.errors import NotSaved
from tests.examples import ALL_AT_ONCE

from ..bot.stored_tables import change
from .conftest import Begin
from .evening import Evening, said, words
from .test_closed import close_messages, deny

MENU = "Invite to table"
LATER = "One invitation a day to each person, and 5 in all."


async def invite(e: Evening, by: MemberActor, who: MemberActor) -> str:
    """Invite a person, and return the private answer."""
    return said(await by.context_menu(e.channel, MENU, who))


def letters(person: MemberActor) -> list[discord.Message]:
    """Return a person's direct messages."""
    return list(person.user.dm_channel.history())


def a_day_later(e: Evening) -> None:
    """Move the noted invitations back by a day."""
    change(e.bot.settings.database, f"update invitations set at = at - {SECONDS}")


async def test_invitation_leads_to_the_table_by_one_click(evening: Begin) -> None:
    async with evening(3) as e:
        ana, ben, chie = e.people
        assert "no open table" in await invite(e, ana, ben)
        assert letters(ben) == []
        await ana.slash(e.channel, f"{ALL_AT_ONCE} play")
        since = len(e.env.http_requests)
        assert "Ben has your invitation to table 1." in await invite(e, ana, ben)
        sent = [request.json for request in e.env.http_requests[since:]]
        lines = [one["content"] for one in sent if isinstance(one, dict) and one.get("content")]
        game = e.bot.looks[ALL_AT_ONCE].name
        assert lines == [f"{game} · Ana invites you to a table"], "what the phone shows"
        (letter,) = letters(ben)
        assert "**Ana** invites you" in words(letter.components)
        assert LATER in await invite(e, ana, ben)
        lesson = await ben.user.click(letter, label="Learn it in two minutes")
        assert "· 1/5" in said(lesson)
        await ben.user.click(letter, label="Join")
        assert "You sit on seat 2" in words(letters(ben)[0].components)
        assert len(letters(ben)) == 1, "the invitation becomes the hand"
        assert "**Ben**" in e.panel_words()
        assert "sits at your table already" in await invite(e, ana, ben)
        assert await invite(e, chie, chie) == "You can't invite yourself."
        assert "Chie has your invitation" in await invite(e, ben, chie), "to the table of others"


@pytest.mark.parametrize("restarts", [False, True])
async def test_invitation_follows_its_table_once_accepted(evening: Begin, restarts: bool) -> None:
    async with evening(3) as e:
        ana, ben, chie = e.people
        await ana.slash(e.channel, f"{ALL_AT_ONCE} play")
        await invite(e, ana, ben)
        await invite(e, ana, chie)
        for person in (ben, chie):
            await person.user.click(letters(person)[0], label="Join")
        if restarts:
            await e.restart()
        await ana.slash(e.channel, "table kick", member=ben)
        await e.env.settle()
        (letter,) = letters(ben)
        assert "Ana removed you" in words(letter.components)
        await e.press(ana, "Start")
        assert len(letters(chie)) == 1, "the start notifies anew"
        assert e.moves(chie)


async def test_accepted_invitation_is_the_hand_though_not_noted(
    evening: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def failing(*_: object) -> None:
        raise NotSaved("the disk is full")

    async with evening(2, check_errors=False) as e:
        ana, ben = e.people
        await ana.slash(e.channel, f"{ALL_AT_ONCE} play")
        await invite(e, ana, ben)
        monkeypatch.setattr(invitations, "answered", failing)
        await ben.user.click(letters(ben)[0], label="Join")
        (letter,) = letters(ben)
        assert "You sit on seat 2" in words(letter.components)


async def test_second_invitation_moves_the_hand_to_it(evening: Begin) -> None:
    async with evening(3) as e:
        ana, ben, chie = e.people
        await ana.slash(e.channel, f"{ALL_AT_ONCE} play")
        await e.press(chie, "Join")
        for person in (ana, chie):
            await invite(e, person, ben)
        first, second = letters(ben)
        await ben.user.click(first, label="Join")
        await ben.user.click(second, label="Join")
        (letter,) = letters(ben)
        assert letter.id == second.id
        assert "You sit on seat 3" in words(letter.components)


async def test_left_over_invitation_becomes_the_hand_of_a_match(evening: Begin) -> None:
    async with evening(2) as e:
        ana, ben = e.people
        await ana.slash(e.channel, f"{ALL_AT_ONCE} play")
        await invite(e, ana, ben)
        (left_over,) = letters(ben)
        await e.press(ben, "Join")
        await e.press(ana, "Start")
        deny(e, "send_messages", who=ben.id)
        await ben.user.click(left_over, label="Join")
        (letter,) = letters(ben)
        assert letter.id == left_over.id
        assert e.moves(ben)


@pytest.mark.parametrize("how", ["cancelled", "started"])
async def test_invitations_close_with_their_table(evening: Begin, how: str) -> None:
    async with evening(5) as e:
        ana, ben, chie, dan, eva = e.people
        await ana.slash(e.channel, f"{ALL_AT_ONCE} play")
        for person in (ben, chie, dan, eva):
            await invite(e, ana, person)
        await chie.user.click(letters(chie)[0], label="Join")
        await dan.user.click(letters(dan)[0], label="Not now")
        await e.restart()
        since = len(e.env.http_requests)
        if how == "cancelled":
            await ana.slash(e.channel, "table cancel")
        else:
            await e.press(ana, "Start")
        await e.env.settle()
        for person in (ben, eva):
            (letter,) = letters(person)
            assert "That table isn't open any more." in words(letter.components)
            assert e.buttons(letter) == {}
            edits = f"/channels/{person.user.dm_channel.id}/messages/{letter.id}"
            sent = [r.method for r in e.env.http_requests[since:] if r.path.startswith(edits)]
            assert sent == ["PATCH"], "one request each"
        (letter,) = letters(dan)
        assert "You declined" in words(letter.components)
        assert "isn't open any more" not in e.hand_words(chie), "it is the hand"


@pytest.mark.parametrize("how", ["cancelled", "started", "removed"])
async def test_dead_invitation_loses_its_button(evening: Begin, how: str) -> None:
    async with evening(3) as e:
        ana, ben, chie = e.people
        await ana.slash(e.channel, f"{ALL_AT_ONCE} play")
        await e.press(chie, "Join")
        await invite(e, ana, ben)
        # An invitation from before its message was stored.
        change(e.bot.settings.database, "update invitations set message_id = null")
        if how == "cancelled":
            await ana.slash(e.channel, "table cancel")
        elif how == "started":
            await e.press(ana, "Start")
        else:
            await e.press(ben, "Join")
            await ana.slash(e.channel, "table kick", member=ben)
        letter = letters(ben)[0]
        await ben.user.click(letter, label="Join")
        letter = letters(ben)[0]
        why = "You were removed" if how == "removed" else "That table isn't open any more."
        assert why in words(letter.components)
        assert "Join" not in e.buttons(letter)


async def test_person_with_a_kept_seat_is_not_invited(evening: Begin) -> None:
    async with evening(2) as e:
        ana, ben = e.people
        await e.begin(rounds=1)
        await e.play_out(seed=1)
        await e.press(ana, "Rematch")
        before = len(letters(ben))
        assert "A seat is kept for that person" in await invite(e, ana, ben)
        assert len(letters(ben)) == before


async def test_one_invitation_is_declined_quietly(evening: Begin) -> None:
    async with evening(3) as e:
        ana, ben, chie = e.people
        await ana.slash(e.channel, f"{ALL_AT_ONCE} play")
        await invite(e, ana, ben)
        await ben.user.click(letters(ben)[0], label="Not now")
        (letter,) = letters(ben)
        assert "You declined this invitation. Nobody is told." in words(letter.components)
        assert e.buttons(letter) == {}
        assert "Ben has your invitation" in await invite(e, chie, ben), "others are still welcome"


async def test_refused_invitations_stay_refused_by_one_click(evening: Begin) -> None:
    async with evening(4) as e:
        ana, ben, chie, dan = e.people
        await ana.slash(e.channel, f"{ALL_AT_ONCE} play")
        await invite(e, ana, dan)
        (letter,) = letters(dan)
        await dan.user.click(letter, label="No more invitations")
        a_day_later(e)
        for person in (ana, ben, chie):
            assert await invite(e, person, dan) == "Dan can't be invited now."
        assert len(letters(dan)) == 1
        await dan.user.click(letters(dan)[0], label="Allow invitations")
        assert "Dan has your invitation" in await invite(e, ana, dan)


async def test_people_hear_few_invitations_a_day(evening: Begin) -> None:
    async with evening(HEARD + 2) as e:
        *others, last = e.people
        await others[0].slash(e.channel, f"{ALL_AT_ONCE} play")
        for person in others[:HEARD]:
            assert "has your invitation" in await invite(e, person, last)
        assert "can't be invited now" in await invite(e, others[HEARD], last)
        assert len(letters(last)) == HEARD
        a_day_later(e)
        assert "has your invitation" in await invite(e, others[HEARD], last)


async def test_no_one_is_invited_to_an_unseen_place(evening: Begin) -> None:
    async with evening(3) as e:
        ana, ben, chie = e.people
        await ana.slash(e.channel, f"{ALL_AT_ONCE} play")
        await invite(e, ana, chie)
        deny(e, "view_channel", who=ben.id)
        assert "can't look into" in await invite(e, ana, ben)
        deny(e, "view_channel", who=chie.id)
        refused = await chie.user.click(letters(chie)[0], label="Join")
        assert "can't look into the channel" in said(refused)
        assert "**Chie**" not in e.panel_words()
        assert letters(ben) == []


async def test_no_bot_and_no_removed_person_is_invited(evening: Begin) -> None:
    async with evening(3) as e:
        ana, ben, chie = e.people
        robot = e.guild.add_member(e.env.create_user("Robot", bot=True))
        await ana.slash(e.channel, f"{ALL_AT_ONCE} play")
        assert "is an app" in await invite(e, ana, robot)
        await e.press(ben, "Join")
        await ana.slash(e.channel, "table kick", member=ben)
        assert "can't be invited now" in await invite(e, ana, ben)
        close_messages(e, 50007)
        assert await invite(e, ana, chie) == "Chie can't be invited now.", "as if they refused"


async def test_profile_opens_from_a_person(evening: Begin) -> None:
    async with evening(2) as e:
        ana, ben = e.people
        await e.begin(rounds=1)
        await e.play_out()
        for who in (ana, ben):
            typed = said(await ana.slash(e.channel, "profile", member=who))
            assert said(await ana.context_menu(e.channel, "Profile", who)) == typed
            assert who.name in typed
