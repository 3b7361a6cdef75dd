"""Votes and pauses: nothing happens by the wish of half the players, or twice."""

from .conftest import Begin
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
