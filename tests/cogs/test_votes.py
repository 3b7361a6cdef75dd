"""Votes and pauses: nothing happens by the wish of half the players, or twice."""

import asyncio
from typing import Any

import pytest
from simcord import MemberActor, UserHandle

from bot.play.consent import PAUSE_SECONDS
from bot.storage import VOTE
from bot.tables.posts import Posts
from tests.examples import IN_TURN

from .evening import Five, Four, One, Patch, Three, Two, answer, answers, said, words
from .solitary import confirm, unsaved
from .staff import hired

A_DAY = 1200.0
"""Stands for a day, because the stand-in's clock is slow."""


async def test_one_of_two_neither_ends_the_match_nor_removes(e: Two) -> None:
    ana, ben = await e.begin(rounds=1)
    for by in (ana, hired(e, manage_channels=True)):
        refused = await e.kick(by, ben)
        assert "In a match of two nobody can be removed" in said(refused)
        assert (await e.stored()).players[1].playing
    await e.vote(ana)
    assert len(e.unsealed()) == 2
    await e.vote(ben)
    assert e.unsealed() == []
    assert "called off by its players' vote" in e.panel_words()
    await e.press(ana, "Rematch")
    assert "is open" in e.panel_words()
    assert "**Ana** wants a rematch" in e.hand_words(ben)


async def test_pause_after_a_reminder_brings_no_second_one(e: Three) -> None:
    await e.paced(90)
    await e.decide(e.ana)
    await e.wait(46)
    assert "Half your time is gone" in e.hand_words(e.ben)
    reminded = e.hand(e.ben).id
    await e.pause(e.ana)
    # Another process doesn't know of the reminder.
    await e.restart()
    await e.pause(e.ana)
    await e.wait(5)
    assert e.unsealed() == [e.ben, e.chie], "the match goes on"
    assert e.hand(e.ben).id == reminded


async def test_host_has_one_vote_to_remove_a_player(e: Four) -> None:
    ana, ben, chie, dan = await e.begin(rounds=1)
    for _ in range(2):
        counted = await e.kick(ana, dan)
        assert "Your vote counts; Dan goes" in said(counted)
    assert "Votes to remove Dan: 1 of 2 (Ana)" in e.panel_words()
    assert "Votes to remove Dan" in e.hand_words(chie)
    boss = hired(e, manage_channels=True)
    assert "You don't sit at this table." in said(await e.press(boss, "Remove Dan"))
    assert e.moves(dan)
    await e.restart()
    await e.kick(dan, ben)
    assert not any(player.left for player in (await e.stored()).players)
    assert "was removed" in said(await e.kick(ben, dan))
    assert not e.moves(dan)
    assert "The players' vote removed Dan. A computer plays on." in e.panel_words()
    assert "Votes to remove" not in e.panel_words()
    assert "Chie was removed" in said(await e.kick(boss, chie)), "staff needs no votes"
    assert "The server's staff removed Chie" in e.panel_words()
    assert "no rating changes" in e.panel_words()


async def test_vote_to_remove_is_joined_by_a_button(e: Five) -> None:
    ana, ben, chie, dan, eva = await e.begin(IN_TURN)
    await e.kick(ana, eva)
    at = e.buttons(e.panel())["Remove Eva"]
    for person, offered in ((ana, False), (ben, True), (eva, False)):
        assert ("Remove Eva" in e.buttons(e.hand(person))) == offered
    await e.press(ana, "Remove Eva")
    assert "Votes to remove Eva: 1 of 3 (Ana)" in e.panel_words(), "one vote each"
    await e.press(ben, "Remove Eva")
    asked = [
        answers(await e.press(chie, "Remove Eva"))[0],
        answers(await dan.user.click(e.hand(dan), custom_id=at))[0],
    ]
    assert all("Remove Eva for good? Your vote decides" in words(q.components) for q in asked)
    assert "Votes to remove Eva: 2 of 3 (Ana, Ben)" in e.panel_words()
    await e.kick(ben, ana)
    assert {"Remove Ana", "Remove Eva"} <= e.buttons(e.panel()).keys()

    async def confirm(by: MemberActor | UserHandle, question: Any) -> str:
        sure = e.buttons(question)["Remove Eva"]
        return said(await by.click(question, custom_id=sure))

    assert "Your vote counts; Eva goes" in await confirm(chie, asked[0]), "Ben's is gone"
    assert "Votes to remove Eva: 2 of 3 (Ana, Chie)" in e.panel_words()
    assert (await e.stored()).players[4].playing
    assert "Eva was removed from the table." in await confirm(dan.user, asked[1])
    assert (await e.stored()).players[4].removed_by == VOTE
    assert "Eva" in e.hand_words(dan)
    late = await e.forge(chie, e.panel(), at)
    assert "Too late: the match has moved on." in said(late)


async def test_strangers_and_leavers_have_no_vote_to_remove(e: Five) -> None:
    *e.people, eva = e.people
    ana, ben, chie, dan = await e.begin(rounds=1)
    await e.kick(ana, dan)
    await e.leave(ana)
    itself = await e.kick(ben, ben)
    assert "To leave the match yourself, press ↩️ *Leave* behind ⋯" in said(itself)
    for person in (ana, eva):
        refused = await e.kick(person, dan)
        assert "You don't sit at this table" in said(refused)
    await e.kick(ben, dan)
    assert (await e.stored()).players[3].playing, "a leaver's vote counts no more"
    await e.kick(chie, dan)
    assert (await e.stored()).players[3].left


async def test_votes_to_remove_count_when_an_abstainer_leaves(e: Five) -> None:
    ana, ben, chie, _, eva = await e.begin(rounds=1)
    for person in (ana, ben):
        await e.kick(person, eva)
    assert (await e.stored()).players[4].playing, "two of four aren't most"
    await e.leave(chie)
    assert (await e.stored()).players[4].removed_by == VOTE


async def test_votes_lapse_with_the_round(e: Three) -> None:
    _, ben, chie = await e.begin(IN_TURN, dice=2)
    await e.kick(ben, chie)
    await e.vote(ben)
    assert (await e.stored()).players[1].wants_end
    for _ in range(200):
        await e.play_out(seed=1, plies=1)
        if "Round 2 ·" in e.panel_words():
            break
    assert "Round 2 ·" in e.panel_words()
    players = (await e.stored()).players
    assert [(player.wants_gone, player.wants_end) for player in players] == [(None, False)] * 3
    assert "🏳️" not in e.panel_words()
    await e.vote(chie)
    assert (await e.stored()).phase == "live"


async def test_pause_by_one_player_ends_after_ten_minutes(e: Two) -> None:
    await e.paced(60)
    await e.wait(5)
    await e.pause(e.ben)
    assert "Ben paused the match (pause 1)" in e.panel_words()
    assert "The match goes on <t:" in e.panel_words()
    await e.wait(PAUSE_SECONDS - 30)
    assert "Go on" in e.buttons(e.panel())
    await e.restart()
    await e.wait(31)
    assert "Go on" not in e.buttons(e.panel())
    await e.decide(e.ana)
    await e.wait(35)
    assert "ran out of time" not in e.panel_words(), "55 of the 60 s were left"
    await e.wait(25)
    assert "Ben ran out of time" in e.panel_words()


async def test_each_player_may_pause_twice(e: Three) -> None:
    ana, ben, _ = await e.begin(rounds=1)
    for person in (ana, ana, ben):
        await e.pause(person)
        await e.press(person, "Go on")
    await e.restart()
    refused = await e.pause(ana)
    assert "You have paused this match 2 times" in said(refused)
    assert (await e.stored()).paused_at is None
    await e.pause(ben)
    assert "Ben paused the match (pause 4)" in e.panel_words()


@pytest.mark.parametrize("where", ["message", "copy"])
async def test_paused_hand_says_how_to_go_on(where: str, e: Two) -> None:
    ana, ben = await e.begin(IN_TURN)
    shown = await e.press(ben, "Hand") if where == "copy" else None

    def hand() -> Any:
        return e.hand(ben) if shown is None else answer(shown)

    before = words(hand().components)
    await e.pause(ana)
    await e.wait(1)
    assert not e.offered(ben, hand())
    told = words(hand().components)
    assert "⏸️ Ana paused the match (pause 1).\n▶️ The match goes on <t:" in told
    assert set(before.splitlines()) <= set(told.splitlines())
    ways = e.buttons(hand())
    assert {"Go on", "Longer pause"} <= ways.keys()
    by = ben.user if shown is None else ben
    await by.click(hand(), custom_id=ways["Longer pause"])
    assert "Votes for a longer pause" not in words(hand().components), "all want it"
    assert "All want a longer pause." in words(hand().components)
    await by.click(hand(), label="Go on")
    assert (await e.stored()).paused_at is None
    assert "paused" not in words(hand().components)
    assert "paused the match" not in e.panel_words()


@pytest.mark.parametrize("all_want", [False, True])
async def test_pause_lasts_if_all_players_want_it(all_want: bool, e: Three) -> None:
    ana, ben, chie = await e.begin(rounds=1)
    await e.pause(ana)
    await e.press(ben, "Longer pause")
    assert "Votes for a longer pause: 2 of 3 (Ana, Ben)" in e.panel_words()
    if all_want:
        await e.press(chie, "Longer pause")
        assert "All want a longer pause" in e.panel_words()
        assert "Longer pause" not in e.buttons(e.panel())
    await e.wait(2 * PAUSE_SECONDS)
    await e.restart()
    assert ("Go on" in e.buttons(e.panel())) is all_want
    if all_want:
        await e.press(chie, "Go on")
        assert (await e.stored()).paused_at is None, "one of them is enough"


async def test_returning_player_ends_a_long_pause(e: Three) -> None:
    ana, ben, chie = await e.begin(rounds=1)
    await e.leave(chie)
    undo = e.buttons(e.hand(chie))["Take it back"]
    await e.pause(ana)
    await e.press(ben, "Longer pause")
    assert "All want a longer pause" in e.panel_words()
    await chie.user.click(e.hand(chie), custom_id=undo)
    assert "Votes for a longer pause: 2 of 3" in e.panel_words()
    await e.wait(PAUSE_SECONDS + 1)
    assert (await e.stored()).paused_at is None


async def test_votes_to_go_on_count_when_an_abstainer_leaves(e: Four) -> None:
    ana, ben, chie, dan = await e.begin(rounds=1)
    await e.pause(ana)
    assert "longer pause" not in e.panel_words(), "pausing alone asks for nothing longer"
    await e.press(ben, "Longer pause")
    assert "Votes for a longer pause: 2 of 4 (Ana, Ben)" in e.panel_words()
    await e.press(ben, "Go on")
    assert "longer pause" not in e.panel_words()
    assert "Votes to go on: 1 of 3 (Ben)" in e.panel_words()
    await e.press(ana, "Longer pause")
    assert "Votes for a longer pause: 1 of 4 (Ana)" in e.panel_words()
    await e.press(chie, "Go on")
    assert "Votes to go on: 2 of 3 (Ben, Chie)" in e.panel_words()
    await e.leave(dan)
    assert "Go on" not in e.buttons(e.panel())
    assert "Votes to go on" not in e.panel_words()
    assert e.unsealed() == [ana, ben, chie]


async def test_pause_ends_when_its_author_alone_opposed_it(e: Three) -> None:
    ana, ben, chie = await e.begin(rounds=1)
    await e.pause(hired(e, manage_channels=True))
    await e.press(ben, "Go on")
    await e.leave(ana)
    assert "Go on" in e.buttons(e.panel()), "Ben is one of two"
    await e.leave(chie)
    assert "Go on" not in e.buttons(e.panel())


async def test_absent_player_can_neither_pause_nor_vote(e: Four) -> None:
    await e.paced(30)
    for _ in range(3):
        for person in (e.ana, e.ben, e.dan):
            await e.decide(person)
        await e.wait(31)
    refused = [await e.pause(e.chie), await e.kick(e.chie, e.dan), await e.vote(e.chie)]
    await e.kick(e.ana, e.dan)
    await e.vote(e.ana)
    refused += [await e.press(e.chie, name) for name in ("Remove Dan", "End the match")]
    await e.pause(e.ana)
    refused.append(await e.press(e.chie, "Longer pause"))
    assert all("I'm back" in said(one) for one in refused)
    assert "Votes for a longer pause" not in e.panel_words()
    chie_now = (await e.stored()).players[2]
    assert chie_now.away
    assert chie_now.wants_gone is None
    assert not chie_now.wants_end


async def test_match_alone_ends_after_a_question(e: One) -> None:
    await e.begin(IN_TURN, computers=2)
    for _ in range(3):
        await e.pause(e.ana)
        assert "Longer pause" not in e.buttons(e.panel())
        await e.wait(2 * PAUSE_SECONDS)
        await e.press(e.ana, "Go on")
    assert "Paused 3 times" in e.panel_words(), "a pause alone has no end"
    asked = await e.vote(e.ana)
    assert "End your match? Nobody else plays" in said(asked)
    assert (await e.stored()).phase == "live"
    assert not (await e.stored()).players[0].wants_end
    assert await confirm(e, e.ana, asked) == "The match is called off."
    assert "Match called off by its only player." in e.panel_words()
    assert "Match called off by its only player." in e.hand_words(e.ana)
    assert "vote" not in e.panel_words()


async def test_waiting_player_ends_the_match_after_a_day(monkeypatch: Patch, e: Four) -> None:
    monkeypatch.setattr("bot.play.consent.WAIT_SECONDS", A_DAY)
    ana, ben, *_ = await e.begin(rounds=1)
    await e.decide(ana)
    await e.wait(A_DAY - 60)
    assert "Your vote counts" in said(await e.vote(ana))
    await e.wait(120)
    assert "Your vote counts" in said(await e.vote(ben)), "to act"
    asked = await e.vote(ana)
    assert "has stood still for over a day" in said(asked)
    assert (await e.stored()).phase == "live"
    assert await confirm(e, ana, asked) == "The match is called off."
    assert "called off after a wait of over a day" in e.panel_words()


async def test_long_pause_is_no_wait(monkeypatch: Patch, e: Two) -> None:
    monkeypatch.setattr("bot.play.consent.WAIT_SECONDS", A_DAY)
    ana, ben = await e.begin(rounds=1)
    await e.decide(ana)
    await e.pause(ana)
    await e.press(ben, "Longer pause")
    await e.wait(2 * A_DAY)
    assert "Your vote counts" in said(await e.vote(ana))
    await e.press(ben, "Go on")
    assert "Your vote counts" in said(await e.vote(ana))
    await e.wait(A_DAY + 60)
    assert "stood still" in said(await e.vote(ana))


@pytest.mark.usefixtures("dots")
@pytest.mark.evening(pictures=True)
async def test_cancelled_match_shows_its_late_picture(monkeypatch: Patch, e: One) -> None:
    await e.begin(IN_TURN, computers=2)
    asked = await e.vote(e.ana)
    pictures, follow = e.bot.house.pictures, dict[Any, Any]()
    with monkeypatch.context() as slow:
        # Every picture is drawn after all screens have been sent.
        slow.setattr(Posts, "ready", lambda *_: asyncio.sleep(0))
        slow.setattr(pictures, "ready", lambda picture: None)
        slow.setattr(pictures, "then", lambda _, who, call: follow.update({who: call}))
        await confirm(e, e.ana, asked)
        assert "only player" in e.panel_words()
        assert not e.panel().attachments
    for call in follow.values():
        call()
    await e.wait(60)
    for message in (e.panel(), e.hand(e.ana)):
        assert "only player" in words(message.components)
        assert message.attachments
    assert e.rows("select count(*) from posts") == [(0,)], "put away"


@pytest.mark.evening(check_errors=False)
async def test_vote_whose_effect_is_not_saved_does_not_count(monkeypatch: Patch, e: Two) -> None:
    ana, ben = await e.begin(rounds=1)
    for fails, act in (("go_on", e.pause), ("cancel", e.vote)):
        await act(ana)
        before = await e.stored()
        with unsaved(monkeypatch, fails):
            assert "nothing has changed" in said(await act(ben))
        assert await e.stored() == before
        await act(ben)
        assert (await e.stored()).paused_at is None
    assert (await e.stored()).phase == "cancelled"
