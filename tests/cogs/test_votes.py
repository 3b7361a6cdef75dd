"""Votes and pauses: nothing happens by the wish of half the players, or twice."""

import pytest

from bot.storage import VOTE
from tests.examples import IN_TURN

from .conftest import Begin
from .evening import said
from .staff import hired
from .test_authority import row
from .test_clock import decide, paced, wait


async def test_match_goes_on_when_one_of_two_votes_to_end_it(evening: Begin) -> None:
    async with evening(2) as e:
        ana, ben = e.people
        await e.begin(rounds=1)
        await ana.slash(e.channel, "table end")
        assert len(e.unsealed()) == 2
        await ben.slash(e.channel, "table end")
        assert e.unsealed() == []
        assert "called off by its players' vote" in e.panel_words()


async def test_pause_after_a_reminder_brings_no_second_one(evening: Begin) -> None:
    async with evening(3) as e:
        ana, ben, _ = e.people
        await paced(e, 90)
        await decide(e, ana)
        await wait(e, 46)
        assert "Half your time is gone" in e.hand_words(ben)
        reminded = e.hand(ben).id
        for _ in range(2):
            await ana.slash(e.channel, "table pause")
        await wait(e, 5)
        assert e.unsealed() == e.people[1:], "the match goes on"
        assert e.hand(ben).id == reminded


async def test_host_has_one_vote_to_remove_a_player(evening: Begin) -> None:
    async with evening(4) as e:
        ana, ben, chie, dan = e.people
        await e.begin(rounds=1)
        for _ in range(2):
            counted = await ana.slash(e.channel, "table kick", member=dan)
            assert "Your vote counts; Dan goes" in said(counted)
        assert "Votes to remove Dan: 1 of 2 (Ana)" in e.panel_words()
        assert "Votes to remove Dan" in e.hand_words(chie)
        assert e.moves(dan)
        await e.restart()
        await dan.slash(e.channel, "table kick", member=ben)
        assert not any(player.left for player in (await row(e)).players)
        assert "was removed" in said(await ben.slash(e.channel, "table kick", member=dan))
        assert not e.moves(dan)
        assert "The players' vote removed Dan. A computer plays on." in e.panel_words()
        assert "Votes to remove" not in e.panel_words()


@pytest.mark.parametrize("staff", [False, True])
async def test_removal_is_refused_in_a_match_of_two(evening: Begin, staff: bool) -> None:
    async with evening(2) as e:
        ana, ben = e.people
        await e.begin(rounds=1)
        by = hired(e, manage_channels=True) if staff else ana
        refused = await by.slash(e.channel, "table kick", member=ben)
        assert "In a match of two nobody can be removed" in said(refused)
        assert (await row(e)).players[1].playing


async def test_strangers_and_leavers_have_no_vote_to_remove(evening: Begin) -> None:
    async with evening(5) as e:
        *e.people, eva = e.people
        ana, ben, chie, dan = e.people
        await e.begin(rounds=1)
        await ana.slash(e.channel, "table kick", member=dan)
        await e.leave(ana)
        for person in (ana, eva):
            refused = await person.slash(e.channel, "table kick", member=dan)
            assert "You don't sit at this table" in said(refused)
        await ben.slash(e.channel, "table kick", member=dan)
        assert (await row(e)).players[3].playing, "a leaver's vote counts no more"
        await chie.slash(e.channel, "table kick", member=dan)
        assert (await row(e)).players[3].left


async def test_votes_to_remove_count_when_an_abstainer_leaves(evening: Begin) -> None:
    async with evening(5) as e:
        ana, ben, chie, _, eva = e.people
        await e.begin(rounds=1)
        for person in (ana, ben):
            await person.slash(e.channel, "table kick", member=eva)
        assert (await row(e)).players[4].playing, "two of four aren't most"
        await e.leave(chie)
        assert (await row(e)).players[4].removed_by == VOTE


async def test_votes_to_remove_lapse_with_the_round(evening: Begin) -> None:
    async with evening(3) as e:
        _, ben, chie = e.people
        await e.begin(IN_TURN, dice=2)
        await ben.slash(e.channel, "table kick", member=chie)
        for _ in range(200):
            await e.play_out(seed=1, plies=1)
            if "Round 2" in e.panel_words():
                break
        assert "Round 2" in e.panel_words()
        assert [player.wants_gone for player in (await row(e)).players] == [None] * 3


async def test_staff_removes_a_player_at_once(evening: Begin) -> None:
    async with evening(3) as e:
        await e.begin(rounds=1)
        mia = hired(e, manage_channels=True)
        done = await mia.slash(e.channel, "table kick", member=e.people[2])
        assert "Chie was removed" in said(done)
        assert "The server's staff removed Chie" in e.panel_words()
        assert "no rating changes" in e.panel_words()
