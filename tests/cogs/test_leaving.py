"""Leaving a running match: asked first, taken back, and what it leaves to those who stay."""

import pytest

from bot import storage
from bot.tables.lifecycle import AGAIN_SECONDS
from tests.examples import ALL_AT_ONCE, FOR_TWO, IN_TURN

from ..bot.storage.standing import listed
from .evening import Four, One, Patch, Three, Two, answer, said, words
from .solitary import unsaved
from .staff import ratings


async def test_leaving_asks_first_and_can_be_taken_back_once(e: Three) -> None:
    await e.begin(rounds=1)
    asked = await e.press(e.ben, "Leave")
    assert "below everyone who stays" in said(asked)
    assert "For a minute" in said(asked)
    assert not (await e.stored()).players[1].left
    done = await e.ben.click(answer(asked), label="Leave the match")
    assert "The chance to take it back ends <t:" in words(answer(done).components)
    assert (await e.stored()).players[1].left
    assert "Ben left. A computer plays on." in e.panel_words()
    assert e.moves(e.ben) == {}
    undo = e.buttons(e.hand(e.ben))["Take it back"]
    await e.ben.user.click(e.hand(e.ben), custom_id=undo)
    assert (await e.stored()).players[1].returns == 1
    asked = await e.press(e.ben, "Leave")
    assert "take it back" not in said(asked)
    await e.leave(e.ben)
    assert "You have left this table." in e.hand_words(e.ben)
    assert e.buttons(e.hand(e.ben)) == {}
    assert said(await e.press(e.ben, "Hand")) == "You don't sit at this table.", "nor watch"
    assert "too late" in said(await e.forge(e.ben, e.panel(), undo))
    assert (await e.stored()).players[1].left


async def test_leaving_can_be_taken_back_for_a_minute(e: Three) -> None:
    await e.begin(rounds=1)
    await e.leave(e.ben)
    await e.restart()
    # simcord waits for timers that are due soon, too.
    await e.wait(50)
    hand = e.hand(e.ben)
    undo = e.buttons(hand)["Take it back"]
    for stranger in (e.ana, e.chie):
        assert "too late" in said(await e.forge(stranger, e.panel(), undo))
    await e.ben.user.click(hand, custom_id=undo)
    assert "Ben has left" not in e.panel_words()
    assert e.moves(e.ben)
    await e.decide(e.ben)
    player = (await e.stored()).players[1]
    assert (player.left, player.left_ply, player.left_at) == (False, None, None)

    copy = answer(await e.leave(e.chie)).message
    undo = e.buttons(e.hand(e.chie))["Take it back"]
    await e.wait(62)
    assert words(e.now(copy).components).endswith("\nYou have left this table.")
    assert e.buttons(e.now(copy)) == {}
    assert "too late" in said(await e.forge(e.chie, e.panel(), undo))
    assert (await e.stored()).players[2].left


async def test_offer_to_take_it_back_ends_with_its_minute(e: Three) -> None:
    await e.begin(rounds=1)
    done = await e.leave(e.ben)
    shown = answer(done)
    assert "Take it back" in e.buttons(e.hand(e.ben))
    await e.restart()
    await e.wait(62)
    assert e.hand_words(e.ben).endswith("\nYou have left this table.")
    assert e.buttons(e.hand(e.ben)) == {}
    # The restart has ended the private copy, so that only a click changes it.
    late = await e.ben.click(shown, label="Take it back")
    assert "too late" in said(late)
    assert e.buttons(answer(late)) == {}


@pytest.mark.parametrize("removed", [True, False])
async def test_departed_player_reads_the_end(removed: bool, e: Four) -> None:
    *others, dan = e.people
    await e.begin(IN_TURN, dice=1)
    if removed:
        for person in others[:2]:
            await e.kick(person, dan)
    else:
        await e.leave(dan)
    await e.wait(61)
    e.people = others
    await e.play_out(seed=1)
    end = e.hand_words(dan)
    assert "the end" in end
    assert "🏆" in end
    assert ("The players' vote removed you." in end) == removed
    assert "computer plays on" not in end
    ways = e.buttons(e.hand(dan))
    assert ways.keys() == {*e.buttons(e.panel())}
    for label, told in (("Replay", "Round 1"), ("Fairness", "Nobody cut")):
        assert told in said(await e.press_hand(dan, label))


async def test_person_removed_from_a_lobby_reads_no_match(e: Four) -> None:
    ana, ben, _, dan = await e.gather(IN_TURN)
    await e.kick(ana, dan)
    before = e.hand_words(dan)
    await e.press(ana, "Start")
    for person in (ana, ben):
        await e.forge(person, e.panel(), "s2:vote:1:MARK:0:")
    assert "called off" in e.panel_words()
    assert e.hand_words(dan) == before
    assert e.buttons(e.hand(dan)) == {}


async def test_last_player_is_warned_that_leaving_ends_the_match(e: Two) -> None:
    await e.begin(rounds=1)
    await e.leave(e.ana)
    asked = await e.press(e.ben, "Leave")
    assert "ends without a result" in said(asked)
    await e.leave(e.ben)
    assert "everyone has left" in e.panel_words()
    assert (await e.stored()).why == "left"


async def test_last_remaining_player_may_take_the_win(e: Three) -> None:
    await e.begin(rounds=1)
    await e.play_out(seed=1, plies=9)
    await e.leave(e.chie)
    assert "Take the win" not in e.buttons(e.hand(e.ana)), "Ben plays still"
    await e.play_out(seed=2, plies=2)
    await e.leave(e.ben)
    hand = e.hand(e.ana)
    take = e.buttons(hand)["Take the win"]
    waits = await e.ana.user.click(hand, custom_id=take)
    assert "can still take it back" in said(waits)
    assert "sit at this table" in said(await e.forge(e.ben, e.panel(), take))
    await e.wait(61)
    await e.restart()
    await e.ana.user.click(e.hand(e.ana), custom_id=take)
    table = await e.stored()
    assert (table.phase, table.why) == ("over", "win")
    assert [player.rank for player in table.players] == [1, 2, 3], "the earlier leaver is last"
    assert "🤖 Ana was left alone with computers and took the win" in e.panel_words()
    assert "took the win" in e.hand_words(e.ana)
    found = await ratings(e)
    assert found["Ana"] > found["Ben"] > found["Chie"]
    assert "**Round 1, card 1 of " in said(await e.press(e.ben, "Replay"))


async def test_player_may_take_the_win_over_an_absent_one(e: Two) -> None:
    await e.paced(30, rounds=1)
    for _ in range(3):
        await e.decide(e.ana)
        await e.wait(31)
    assert (await e.stored()).players[1].away
    await e.press_hand(e.ana, "Take the win")
    assert [player.rank for player in (await e.stored()).players] == [1, 2]
    assert (await ratings(e))["Ana"] > 25


async def test_win_after_a_few_moves_is_not_rated(e: Two) -> None:
    await e.begin(rounds=1)
    await e.leave(e.ben)
    await e.wait(61)
    await e.press_hand(e.ana, "Take the win")
    assert "The match was too short, so no rating changes." in e.panel_words()
    assert await ratings(e) == {}


async def test_removing_all_others_gives_no_win(e: Three) -> None:
    await e.begin(rounds=1)
    for person in (e.ana, e.chie):
        await e.kick(person, e.ben)
    undo, win = "s2:undo:1:MARK:0:", "s2:win:1:MARK:0:"
    assert "too late" in said(await e.forge(e.ben, e.panel(), undo)), "he can't come back"
    assert (await e.stored()).players[1].left
    await e.leave(e.chie)
    assert "Take the win" not in e.buttons(e.hand(e.ana))
    assert "left alone" in said(await e.forge(e.ana, e.panel(), win))
    assert await listed(e.bot.database, e.guild.id) == []


async def test_end_shows_its_reason_and_the_last_position(e: Two) -> None:
    await e.paced(30)
    for _ in range(9):
        await e.wait(31)
    assert "nobody answered any more" in e.panel_words()
    assert "│" in e.panel_words()
    for person in e.people:
        assert "nobody answered any more" in e.hand_words(person)
        assert e.moves(person) == {}
    assert await listed(e.bot.database, e.guild.id) == []
    await e.restart()
    assert "│" in e.panel_words()


async def test_a_deleted_channel_leaves_nothing_pending(e: Two) -> None:
    await e.begin(FOR_TWO)
    table = await e.bot.tables.get(1)
    for _ in range(40):
        await e.play_out(seed=3, plies=1)
        if table.state.held:
            break
    assert table.state.held
    e.env.backend.delete_channel(e.channel.id)
    await e.env.settle()
    assert not table.state.held
    for person in e.people:
        assert "called off" in e.hand_words(person)
        assert not e.offered(person)
    assert (await e.stored()).why == "channel"
    assert await storage.tables.open_tables(e.bot.database) == []
    assert await storage.posts.stale_tables(e.bot.database) == []


@pytest.mark.evening(check_errors=False)
async def test_lobby_that_all_have_left_closes_later_if_unsaved(monkeypatch: Patch, e: One) -> None:
    await e.open(e.ana, ALL_AT_ONCE)
    with unsaved(monkeypatch, "cancel"):
        left = await e.press(e.ana, "Leave")
    assert "You have left this table." in said(left)
    assert "Ana" not in e.panel_words()
    await e.wait(AGAIN_SECONDS + 1)
    assert "Join" not in e.buttons(e.panel())
    assert (await e.stored()).phase == "cancelled"
