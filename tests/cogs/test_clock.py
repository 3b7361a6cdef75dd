"""When people are people: too slow, gone, back, sent away, paused, tired of the match."""

from tests.examples import ALL_AT_ONCE, IN_TURN

from .evening import Four, Three, Two, said
from .staff import call_off, manager


async def test_a_pace_is_chosen_in_the_lobby_and_the_deadline_shown(e: Three) -> None:
    await e.open(e.ana, ALL_AT_ONCE, rounds=1)
    assert "No time limit" in e.panel_words()
    await e.press(e.ben, "Join")
    refused = await e.set_options(e.ben, **{"table.pace": "90"})
    assert "Only the host" in said(refused)
    await e.set_options(e.ana, **{"table.pace": "90"})
    assert "90 seconds per move" in e.panel_words()
    await e.press(e.chie, "Join")
    await e.press(e.ana, "Start")
    assert "⏳ <t:" in e.panel_words()
    assert "⏳ <t:" in e.hand_words(e.ben)
    await e.decide(e.ben)
    assert "⏳" not in e.hand_words(e.ben), "who has chosen has no hurry"


async def test_the_deadline_plays_and_says_so(e: Three) -> None:
    await e.paced()
    await e.decide(e.ana)
    await e.wait(61)
    panel = e.panel_words()
    assert "card 2 of" in panel
    assert "Ben ran out of time (1 of 3)" in panel
    assert "Chie ran out of time (1 of 3)" in panel
    assert "Ana ran out of time" not in panel
    for person in (e.ana, e.ben, e.chie, e.ben):
        await e.decide(person)
    assert "Ben ran out of time" not in e.panel_words(), "a decision in time clears it"


async def test_computer_plays_after_three_timeouts_until_return(e: Two) -> None:
    await e.paced(30)
    for _ in range(3):
        await e.decide(e.ana)
        await e.wait(31)
    assert "A computer plays for Ben until they are back" in e.panel_words()
    assert e.moves(e.ben) == {}
    assert list(e.buttons(e.hand(e.ben))) == ["I'm back", "⋯"]
    await e.play(e.ana, sorted(e.moves(e.ana))[0])
    trick = e.panel_words()
    assert len(await e.made()) >= 8, "nobody waits for Ben any more"
    refused = await e.ben.slash(e.channel, "move", move="5")
    assert "A computer plays for you" in said(refused)

    await e.restart()
    await e.press_hand(e.ben, "I'm back")
    assert "computer" not in e.panel_words()
    await e.decide(e.ana)
    assert e.moves(e.ben)
    await e.decide(e.ben)
    assert e.panel_words() != trick


async def test_deadline_survives_restart_and_missed_one_is_extended(e: Two) -> None:
    await e.paced(60)
    await e.decide(e.ana)
    await e.wait(20)
    await e.restart()
    await e.wait(25)
    assert "Half your time" in e.hand_words(e.ben)
    assert "card 1 of" in e.panel_words()
    await e.wait(20)
    assert "Ben ran out of time (1 of 3)" in e.panel_words()


async def test_pausing_stops_the_clock_and_the_moves(e: Three) -> None:
    await e.paced(60)
    move = sorted(e.moves(e.ben).values())[0]
    await e.pause(e.ana)
    assert "paused" in e.panel_words()
    assert "paused" in e.hand_words(e.ben)
    await e.wait(500)
    assert "out of time" not in e.panel_words()
    stopped = await e.forge(e.ben, e.panel(), move)
    assert "The match is paused." in said(stopped)
    await e.restart()
    await e.press(e.ana, "Go on")
    assert "Go on" not in e.buttons(e.panel())
    await e.decide(e.ben)
    assert "Chosen:" in e.hand_words(e.ben)
    await e.wait(61)
    assert "Ana ran out of time" in e.panel_words()


async def test_departed_host_cannot_steer_the_match(e: Four) -> None:
    e.people = [e.ana, e.ben, e.chie]
    await e.begin(rounds=1)
    await e.leave(e.ana)
    await e.restart()
    await e.pause(e.chie)
    for stranger in (e.ana, e.dan):
        assert "You don't sit" in said(await e.pause(stranger))
        for refused in ("Go on", "Longer pause"):
            assert "You don't sit" in said(await e.press(stranger, refused))
    await e.wait(500)
    for stranger in (e.ana, e.dan):
        refused = said(await e.cancel(stranger))
        assert "players' vote" in refused
    assert "paused" in e.panel_words()
    await e.press(e.ben, "Go on")
    assert "Go on" not in e.buttons(e.panel())
    assert "left this table" in e.hand_words(e.ana)


async def test_cancelled_match_sends_no_reminders(e: Two) -> None:
    await e.begin(IN_TURN)
    (awaited,) = e.unsealed()
    await call_off(e, manager(e))
    assert "called off" in e.panel_words()
    told = [e.hand(person).id for person in e.people]
    await e.wait(700)
    assert [e.hand(person).id for person in e.people] == told, awaited.user.name


async def test_the_lobbys_leave_button_does_nothing_to_a_running_match(e: Three) -> None:
    ana, ben, _ = await e.gather(ALL_AT_ONCE, rounds=1)
    late = e.buttons(await e.more(ben))["Leave"]
    await e.press(ana, "Start")
    assert "Leave the running match?" in said(await e.forge(ben, e.panel(), late))
    assert "Ben has left" not in e.panel_words()
    gone = e.panel()
    e.env.backend.delete_message(gone.channel.id, gone.id)
    await e.env.settle()
    assert e.panel().id != gone.id, "a deleted panel comes again"
    await e.decide(ben)
    assert "Ben" in e.panel_words()
