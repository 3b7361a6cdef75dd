"""Reveal pauses: a reveal stays before the next screen, and no player has to wait to decide."""

import re

import pytest
from simcord import MemberActor

from games.chance import Chance
from games.schwimmen import GAME, SchwimmenOptions
from tests.cogs.conftest import Deck, hold, lengthened
from tests.cogs.evening import Evening, Patch, Two

pytestmark = pytest.mark.evening(held=True)

# Longer than a click waits for what comes after it.
HELD = 10


@pytest.fixture(autouse=True)
def _known(deck: Deck, monkeypatch: Patch) -> None:
    deck(4)
    hold(monkeypatch, lengthened(HELD))


def sitting(e: Evening) -> MemberActor:
    """Return the person whose hand has controls."""
    (person,) = e.unsealed()
    return person


async def to_a_turn(e: Evening) -> MemberActor:
    """Keep all dealt hands until a swap or a pass is due, and return the person to act."""
    while "keep" in e.moves(sitting(e)):
        await e.play(sitting(e), "keep")
    return sitting(e)


async def to_the_end_of_a_deal(e: Evening) -> None:
    """Play a deal of Schwimmen between two to its end, with 30 seconds for a decision."""
    await e.bot.servers.change(e.guild.id, pace=30)
    await e.begin("schwimmen", lives=1)
    await to_a_turn(e)
    for turn in ("pass!", "pass"):
        await e.play(sitting(e), turn)


def dealer(e: Evening) -> MemberActor:
    """Return the person who must keep or take."""
    (found,) = [person for person in e.people if "keep" in e.moves(person)]
    return found


async def has_the_time_after_the_pause(e: Evening) -> None:
    """Check that the decision due has all its 30 seconds after the pause."""
    table = await e.bot.tables.get(1)
    deadline = table.state.playing().deadline
    assert deadline is not None
    assert deadline - e.bot.now() == pytest.approx(HELD + 30, abs=2)


async def test_end_of_a_deal_stays_and_takes_nobodys_time(e: Two) -> None:
    await to_the_end_of_a_deal(e)
    await has_the_time_after_the_pause(e)
    panel = e.panel().id
    for screen in (e.panel_words(), *(e.hand_words(person) for person in e.people)):
        assert "**Deal 1 is over:**" in screen
        assert " the deal.**" in screen
    assert "Next: deal 2, dealt by" in e.panel_words()
    assert "Waiting for" not in e.panel_words()
    await e.wait(HELD + 1)
    assert e.panel().id != panel, "the new deal has a new panel only now"
    assert "Waiting for <@" in e.panel_words()
    assert "**Deal 1 is over:**" in e.panel_words(), "there is time to look"
    await e.wait(22)
    assert dealer(e), "no simple move was made yet"
    assert "Half" in e.hand_words(dealer(e))
    await e.wait(HELD)
    assert "keeps the hand" in e.panel_words()


async def test_decision_is_possible_during_a_reveal(e: Two) -> None:
    await to_the_end_of_a_deal(e)
    await e.play(dealer(e), "keep")
    await has_the_time_after_the_pause(e)
    person = sitting(e)
    assert "**Deal 1 is over:**" in e.hand_words(person)
    await e.play(person, "pass")
    assert "Next: deal 2" in e.panel_words(), "what was turned up still stands"
    await e.wait(HELD + 1)
    assert f"{person.user.name} passes" in e.panel_words()


async def test_deal_that_ends_at_once_is_revealed(deck: Deck, e: Two) -> None:
    deck(next(n for n in range(256) if ends_as_dealt(n)))
    await e.bot.servers.change(e.guild.id, pace=30)
    await e.begin("schwimmen")
    for screen in (e.panel_words(), *(e.hand_words(person) for person in e.people)):
        assert "**Deal 1 is over: Thirty-One** by" in screen
        assert " the deal.**" in screen
    assert "Next: deal 2, dealt by" in e.panel_words()
    await has_the_time_after_the_pause(e)


def ends_as_dealt(number: int) -> bool:
    """Return True if this seed's first deal, and no other, ends at once."""
    state = GAME.deal(2, SchwimmenOptions(), Chance(bytes([number]) * 32, 0)).state
    return len(state.results) == 1 and not state.results[0].fire


async def test_the_end_of_a_match_comes_after_the_last_moment(e: Two) -> None:
    await e.begin("schwimmen", lives=1)
    for _ in range(9):
        if "is out" in e.panel_words():
            break
        await to_a_turn(e)
        for turn in ("pass!", "pass"):
            await e.play(sitting(e), turn)
    screens = [e.panel_words(), *(e.hand_words(person) for person in e.people)]
    assert all(
        re.search("is out|are out", screen) and "the end" not in screen for screen in screens
    )
    await e.wait(HELD + 1)
    screens = [e.panel_words(), *(e.hand_words(person) for person in e.people)]
    assert all("the end" in screen for screen in screens)
