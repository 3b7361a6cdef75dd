"""Permissions to act on a table, and from other places: forgers, other servers, hosts, staff."""

import re

import pytest

from bot.clicks.control import controls_of
from bot.run.client import CORE
from bot.words.errors import Overtaken
from games.errors import IllegalMove
from tests.examples import ALL_AT_ONCE, IN_TURN

from .conftest import Begin
from .evening import Four, Logs, One, Three, Two, answer, answers, having, said, words
from .rated import played
from .staff import addressed, call_off, hired, manager, ratings

# Later than any interaction there is.
LATEST = 1 << 62


async def test_each_kind_of_control_has_one_handler(e: One) -> None:
    kinds = [kind for module in CORE for kind in controls_of(module)]
    for name in list(e.bot.cogs):
        cog = await e.bot.remove_cog(name)
        assert cog is not None
        e.bot.controls = {}
        await e.bot.add_cog(cog, override=True)
        kinds += e.bot.controls
    assert {"play", "replay", "share"} < set(kinds)
    assert len(set(kinds)) == len(kinds)


@pytest.mark.parametrize("running", [False, True], ids=["lobby", "match"])
async def test_a_table_is_out_of_reach_from_another_server(running: bool, e: Three) -> None:
    if running:
        await e.begin(rounds=1)
    else:
        await e.open(e.ana, ALL_AT_ONCE)
        await e.press(e.ben, "Join")
    before = await e.stored()
    guild = e.env.create_guild()
    elsewhere = guild.create_text_channel("elsewhere")
    spy = guild.add_member(e.env.create_user("Spy"))
    owner = e.guild.create_text_channel("next door")
    mia = manager(e)
    texts = ("", "sure", "30", ALL_AT_ONCE, "55")
    for person, channel, few in ((spy, elsewhere, 5), (mia, owner, 2), (e.ana, owner, 2)):
        shown = await e.explained(person, ALL_AT_ONCE, at=channel)
        for kind in addressed():
            for text in texts[:few]:
                custom_id = f"s2:{kind}:1:MARK:0:{text}"
                done = await e.forge(person, answer(shown), custom_id)
                assert "out of date" in said(done), custom_id
    assert await e.stored() == before


async def test_stranger_cannot_reach_a_table_by_direct_message(e: Three) -> None:
    e.people = [e.ana, e.ben]
    await e.begin(rounds=1)
    await e.open(e.chie, IN_TURN)
    hand = e.hand(e.chie)
    for kind in addressed():
        forged = f"s2:{kind}:1:MARK:1:5"
        assert "out of date" in said(await e.forge(e.chie.user, hand, forged)), kind
    assert not (await e.stored()).players[1].wants_end


async def test_reused_table_number_rejects_the_old_tables_buttons(e: Two) -> None:
    await e.open(e.ana, ALL_AT_ONCE)
    old = e.buttons(e.panel())
    panel = e.panel()
    # Simulate a restored older backup. Table numbers then repeat.
    await e.choose(e.ana, "Cancel the table")
    for name in (*having("table_id"), "tables", "sqlite_sequence"):
        e.change(f"delete from {name}")
    await e.open(e.ben, ALL_AT_ONCE)
    assert (await e.stored()).host_id == e.ben.id
    for label in ("Join", "📖", "⋯"):
        assert "out of date" in said(await e.forge(e.ana, panel, old[label]))
    mia = manager(e)
    cancel = old["Join"].replace(":join:", ":cancel:")
    assert "out of date" in said(await e.forge(mia, panel, cancel))
    older = re.sub(r"^s2:(\w+):(\d+):\w+:", r"s1:\1:\2:", old["Join"])
    assert "out of date" in said(await e.forge(e.ana, panel, older))
    table = await e.stored()
    assert table.phase == "lobby"
    assert [player.user_id for player in table.players] == [e.ben.id]


async def test_running_match_is_not_cancelled_by_a_single_player(e: Three) -> None:
    ana, ben, _ = await e.begin(rounds=1)
    await e.wait(700)
    for person in (ana, ben):
        assert "players' vote" in said(await e.cancel(person))
        assert "players' vote" in said(await e.forge(person, e.panel(), "s2:cancel:1:MARK:0:sure"))
    assert (await e.stored()).phase == "live"
    await call_off(e, hired(e, manage_channels=True))
    assert "called off by the server's staff" in e.panel_words()
    assert "called off by the server's staff" in e.hand_words(ben)
    assert "│" in e.panel_words(), "the last position stays to be seen"
    assert "Your cards" in e.hand_words(ben) or "🐂" in e.hand_words(ben)


async def test_match_with_a_kicked_player_is_unrated(e: Three) -> None:
    await played(e, e.people)
    before = await ratings(e)
    await e.begin(rounds=1)
    for person in (e.ana, e.ben):
        await e.kick(person, e.chie)
    assert "The players' vote removed Chie. A computer plays on." in e.panel_words()
    assert "no rating changes" in e.panel_words()
    assert "The players' vote removed you" in e.hand_words(e.chie)
    assert "Take it back" not in e.buttons(e.hand(e.chie))
    await e.restart()
    await e.play_out(seed=1)
    assert "the end" in e.panel_words()
    assert "The players' vote removed Chie" in e.panel_words()
    assert "no rating changes" in e.panel_words()
    assert await ratings(e) == before


async def test_kick_of_an_absent_player_costs_the_usual_rating(e: Three) -> None:
    await e.paced(30, rounds=1)
    for _ in range(3):
        await e.decide(e.ana)
        await e.decide(e.ben)
        await e.wait(31)
    assert (await e.stored()).players[2].away
    await e.kick(manager(e), e.chie)
    assert "The server's staff removed Chie." in e.panel_words()
    e.people = [e.ana, e.ben]
    await e.play_out(seed=1)
    assert "the end" in e.panel_words()
    found = await ratings(e)
    assert found["Chie"] == min(found.values()) < 25
    assert [p.rank for p in (await e.stored()).players][2] == 3


async def test_a_vote_counts_when_a_player_goes(e: Four) -> None:
    ana, ben, chie, dan = await e.begin(rounds=1)
    await e.vote(ben)
    assert "unrated: 1 of 3 (Ben)" in e.panel_words()
    await e.restart()
    await e.vote(chie)
    assert (await e.stored()).phase == "live", "two of four aren't most"
    assert e.moves(ana)
    await e.leave(dan)
    assert "called off by its players' vote" in e.panel_words(), "two of three are"
    assert not e.moves(ana)


async def test_host_kicks_in_the_lobby_for_good(e: Three) -> None:
    ana, ben, chie = await e.gather(ALL_AT_ONCE)
    assert "Only the host" in said(await e.kick(chie, ben))
    await e.kick(ana, ben)
    assert "Ana removed you" in e.hand_words(ben)
    await e.restart()
    assert "removed from this table" in said(await e.press(ben, "Join"))
    await e.press(chie, "Leave")
    await e.press(chie, "Join")
    assert "Ben" not in e.panel_words()
    await e.press(ana, "Start")
    assert "Too late" in said(await e.kick(ana, ben))
    await e.open(ana, ALL_AT_ONCE)
    await e.press(ben, "Join")
    assert "Ben" in e.panel_words(), "another table is another matter"


@pytest.mark.usefixtures("quick_clock")
async def test_match_without_moves_is_cancelled_after_a_week(evening: Begin) -> None:
    async with evening(2) as e:
        await e.begin(rounds=1)
        assert "Called off after 7 days without a move." in e.panel_words()
        table = await e.stored()
        assert table.started_at is not None
        assert table.due_at == table.started_at + 6 * 86400, "for the warning"
    day = 86400 / 100
    async with evening(2, idle_days=7 / 100) as e:
        ana, ben = await e.begin(rounds=1)
        await e.wait(6 * day)
        await e.decide(ana)
        await e.decide(ben)
        await e.wait(2 * day)
        assert (await e.stored()).phase == "live", "somebody moved"
        await e.wait(4 * day)
        await e.pause(ana)
        await e.restart()
        await e.wait(6 * day)
        assert (await e.stored()).phase == "live", "the pause is not much older"
        await e.wait(2 * day)
        assert (await e.stored()).why == "idle"
        assert "nobody moved for too many days" in e.panel_words()


async def test_a_pause_just_when_the_clock_looks_doesnt_end_the_match(e: Two) -> None:
    await e.paced()
    assert "without a move" not in e.panel_words(), "with a pace it ends by the clock"
    await e.pause(e.people[0])
    # The reminder was due before the pause.
    await e.bot.tables.ring(1)
    table = await e.stored()
    assert (table.phase, table.paused_at is None) == ("live", False)


@pytest.mark.parametrize("label", ["Join", "Start", "Cancel"])
async def test_a_forged_control_leaves_the_panel_clicked_alone(label: str, e: Three) -> None:
    await e.open(e.ana, ALL_AT_ONCE)
    hers = e.panel()
    before = words(hers.components)
    await e.open(e.ben, IN_TURN)
    await e.press(e.ana, "Join")
    his = e.panel()
    assert his.id != hers.id
    who = e.chie if label == "Join" else e.ben
    # The host's list contains only values, so forge its former button.
    shown = e.buttons(his)
    shown["Cancel"] = shown["Join"].replace(":join:", ":cancel:")
    done = await e.forge(who, hers, shown[label])
    told = [words(message.components) for message in answers(done)]
    assert "Done: the table's own message shows it." in told
    stored = e.now(hers)
    assert words(stored.components) == before
    after = words(e.panel().components)
    shown_there = {"Join": "Chie", "Start": "**Ben**", "Cancel": "cancelled before"}[label]
    assert shown_there in after, "what was done is done, and shown where it belongs"
    assert (" is open" in after) == (label == "Join")


async def test_old_panel_is_refreshed_and_no_lone_control_fails(caplog: Logs, e: Two) -> None:
    await e.open(e.ana, ALL_AT_ONCE)
    old = e.panel()
    e.env.inject_error("DELETE", "/channels/*/messages/*", status=403, times=9)
    await e.press(e.ana, "Post it below")
    assert e.panel().id != old.id
    await e.ben.click(old, label="Join")
    shown = e.now(old)
    assert "Ben" in words(shown.components)
    assert "Ben" in e.panel_words()
    for kind in sorted(e.bot.controls):
        await e.forge(e.ben, e.panel(), f"s2:{kind}:0::0:")
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []


async def test_later_choice_wins_over_an_older_click(e: Two) -> None:
    await e.begin(rounds=1)
    table = await e.bot.tables.get(1)
    older, newer, *_ = e.moves(e.ana)
    await table.move(e.ana.id, newer, clicked=20)
    with pytest.raises(Overtaken):
        await table.move(e.ana.id, older, clicked=10)
    with pytest.raises(IllegalMove):
        await table.move(e.ana.id, newer, clicked=40)
    with pytest.raises(Overtaken):
        await table.move(e.ana.id, older, clicked=30)
    made = await e.made()
    assert made == [(0, newer)], "to choose it once more is to keep it"
    await table.move(e.ana.id, older, clicked=50)
    assert await e.made() == [*made, (0, older)]
    await table.move(e.ana.id, newer, clicked=LATEST)
    made = await e.made()
    before = len(e.env.backend.messages[e.hand(e.ana).channel.id])
    await e.play(e.ana, older)
    assert f"Chosen: **{newer}" in e.hand_words(e.ana)
    assert len(e.env.backend.messages[e.hand(e.ana).channel.id]) == before
    typed = await e.ana.slash(e.channel, "move", move=older)
    assert "What you chose later counts." in said(typed)
    assert await e.made() == made
