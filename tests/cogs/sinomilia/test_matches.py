"""Whole matches of Sinomilia as people play them: commands, clicks, direct messages."""

import re

import discord
import pytest
from simcord import InteractionResult, MemberActor

from ...thinking import thinking_plainly
from ..conftest import Begin
from ..evening import Evening, Two, components, said

pytestmark = pytest.mark.usefixtures("deck")

KEY = "sinomilia"


async def begin(e: Evening, *, pause: int = 0, tie: str = "starter") -> None:
    await e.begin(KEY, pause=pause, tie=tie)


async def toss(e: Evening, call: str = "sun") -> None:
    """Call the coin as the second player."""
    await e.play(e.people[1], call)


def starter_first(e: Evening) -> tuple[MemberActor, MemberActor]:
    """Return both people, the round's starter on the panel first."""
    found = re.search(r"➡️ (\w+) starts", e.panel_words())
    assert found is not None
    return (e.people[0], e.people[1]) if found[1] == "Ana" else (e.people[1], e.people[0])


async def laid(
    e: Evening, first: str = "4", second: str = "7", pause: int = 0
) -> tuple[MemberActor, MemberActor]:
    """Begin a match, and lay `first` as the starter and `second` as the other player.

    Return both people. The starter is next.
    """
    await begin(e, pause=pause)
    await toss(e)
    one, two = starter_first(e)
    await e.play(one, first)
    await e.play(two, second)
    return one, two


async def pick(e: Evening, person: MemberActor, label: str) -> InteractionResult:
    """Click any button of a hand by its label."""
    hand = e.hand(person)
    done: InteractionResult = await person.user.click(hand, custom_id=e.buttons(hand)[label])
    return done


def screens(e: Evening) -> list[str]:
    """Return the words of the panel and of both hands."""
    return [e.panel_words(), *(e.hand_words(person) for person in e.people)]


def everything(message: discord.Message) -> list[dict[str, object]]:
    """Return every component of a message, to compare it with a later state."""
    return list(components(message.components))


async def test_toss_is_called_and_predictions_are_hidden(e: Two) -> None:
    await begin(e)
    ana, ben = e.people
    assert set(e.moves(ben)) == {"sun", "moon"}
    assert {"☀️ Sun", "🌙 Moon"} <= set(e.buttons(e.hand(ben)))
    assert not e.offered(ana)
    assert "the coin that you toss" in e.hand_words(ana)
    assert f"Waiting for <@{ben.user.id}>: call the coin" in e.panel_words()
    await pick(e, ben, "🌙 Moon")
    called = re.search(r"Ben calls 🌙, the coin shows (\S+): (\w+) starts", e.panel_words())
    assert called is not None
    assert called[2] == ("Ben" if called[1] == "🌙" else "Ana")
    assert f"➡️ {called[2]} starts" in e.hand_words(ana)
    assert set(e.moves(ana)) == {str(n) for n in range(10)}
    await e.play(ana, "7")
    assert "Chosen: **7**" in e.hand_words(ana)
    assert "**[7]**" in e.hand_words(ana)
    assert "🎴 laid" in e.panel_words()
    others = (everything(e.panel()), everything(e.hand(ben)))
    await e.play(ana, "3")
    assert "Chosen: **3**" in e.hand_words(ana)
    assert others == (everything(e.panel()), everything(e.hand(ben)))
    assert "[" not in e.panel_words() + e.hand_words(ben)
    await e.play(ben, "5")
    assert "Your prediction: **3**" in e.hand_words(ana)
    assert "[" not in e.panel_words()
    assert "**[3]**" not in e.hand_words(ben)


async def test_a_change_is_picked_first_and_chips_are_laid_at_once(e: Two) -> None:
    one, two = await laid(e)
    before = len(await e.made())
    assert list(e.buttons(e.hand(one))) == [
        "☀️ Chip, sun up",
        "🌙 Chip, moon up",
        "🔄 Change …",
        "Pass",
        "⋯",
    ]
    assert not e.offered(two)
    assert f"Waiting for <@{one.user.id}>: chip, change or pass?" in e.panel_words()
    await pick(e, one, "🔄 Change …")
    assert len(await e.made()) == before, "nothing is committed yet"
    assert set(e.moves(one)) == {f"change{n}" for n in range(10)}
    assert "4 (feint)" in e.buttons(e.hand(one))
    await pick(e, one, "Back")
    assert "pass" in e.moves(one)
    assert len(await e.made()) == before
    await pick(e, one, "🔄 Change …")
    await pick(e, one, "9")
    assert "Your prediction: **9**" in e.hand_words(one)
    for screen in (e.panel_words(), e.hand_words(two)):
        assert "changes the prediction" in screen
        assert "**14 🪙" not in screen
        assert "14 🪙 · 🔄🌙 changed" in screen
        assert "16 🪙 · 🔄☀️ can change" in screen
        assert "**9**" not in screen.replace("of 9", "")
    await pick(e, two, "🔄 Change …")
    await pick(e, two, "7 (feint)")
    assert "Your prediction: **7**" in e.hand_words(two)
    name = "Ana" if two is e.people[0] else "Ben"
    assert f"{name} changes the prediction" in e.hand_words(one)
    assert "feint" not in e.hand_words(one) + e.panel_words(), "it looks like any change"
    assert "🔄 Change …" not in e.buttons(e.hand(one)), "once a round"
    await pick(e, one, "☀️ Chip, sun up")
    await pick(e, two, "🌙 Chip, moon up")
    assert "## ☀️🌙○○○○○○○" in e.panel_words()
    assert "**2** of 9 (☀️ 1 · 🌙 1)" in e.panel_words()
    assert "A pass ends the round now" in e.hand_words(one)


async def test_the_payment_is_itemised_in_the_order_of_the_rules(e: Two) -> None:
    one, two = await laid(e, "2", "9")
    first = e.panel().id
    await e.play(one, "chip-sun")
    await e.play(two, "chip-moon")
    await e.play(one, "pass")
    assert e.panel().id != first, "a new round, a new panel"
    for screen in screens(e):
        told = [
            "A pass after a moon, with 2 chips in the middle",
            "up **9**",
            "up **2**",
            "nearer and win",
            "+1 for the moons",
            "+2 for the round",
            "+2 from the middle",
            " 5 chips: 3 from ",
        ]
        at = [screen.index(line) for line in told]
        assert at == sorted(at)
        assert "round 2\n" in screen.lower()
        assert "~~2~~" in screen, "used cards are struck out for all to see"
        assert "~~9~~" not in screen, "a nine goes back"
    assert "2\u0336" not in e.buttons(e.hand(one)), "a used card can't be laid"
    assert set(e.moves(one)) == {str(n) for n in range(10) if n != 2}
    assert set(e.moves(two)) == {str(n) for n in range(10)}


async def test_the_second_card_is_shown_ten_seconds_after_the_first(e: Two) -> None:
    one, two = await laid(e, "2", "9", pause=10)
    panel = e.panel().id
    await e.play(one, "chip-sun")
    await e.play(two, "chip-moon")
    await e.play(one, "pass")
    for wait in (0, 9):
        await e.wait(wait)
        for screen in screens(e):
            assert "up **9**" in screen, "the last action reveals first"
            assert "up the other next" in screen
            assert "**2**" not in screen
            assert "~~" not in screen
            assert "for the round" not in screen
            assert "nearer" not in screen
            assert "**Round 1**" in screen
            assert "Round 2" not in screen
            assert "14 🪙" in screen
        assert "**[2]**" in e.hand_words(one), "the own numbers are always there"
        assert "**[9]**" in e.hand_words(two)
        assert "[" not in e.panel_words()
        assert not e.offered(one)
        assert not e.offered(two)
        assert e.panel().id == panel
    private = said(await e.press(two, "Hand"))
    assert "up the other next" in private
    assert "for the round" not in private
    await e.wait(2)
    for screen in screens(e):
        assert screen.index("up **9**") < screen.index("up **2**")
        assert " 5 chips: " in screen
        assert "up the other next" not in screen
        assert "round 2\n" in screen.lower()
    assert e.panel().id != panel
    assert set(e.moves(two)) == {str(n) for n in range(10)}


async def test_the_pause_holds_back_the_end_of_the_match_too(e: Two) -> None:
    one, two = await laid(e, "9", "0", pause=10)
    for person in [one, two, one, two, one, two, one, two, one]:
        await e.play(person, "chip-moon")
    for screen in [*screens(e), said(await e.press(one, "Hand"))]:
        assert "Nine chips lie in the middle" in screen
        assert "up **9**" in screen
        assert "up the other next" in screen
        assert "for the round" not in screen
        assert "the end" not in screen
        assert "match is over" not in screen
        assert "rating" not in screen
    await e.wait(11)
    end = e.panel_words()
    assert "+9 for the moons" in end
    assert "+2 for the round" in end
    assert "+9 from the middle" in end
    assert "gets 20 chips: 11 from " in end
    assert "holds no chip: the match is over" in end
    assert "the end" in end
    assert "30 chips" in end
    assert all("the end" in e.hand_words(person) for person in e.people)


async def test_reveal_pauses_after_a_player_leaves_on_their_turn(evening: Begin) -> None:
    async with evening(2, thinking=thinking_plainly) as e:
        one, two = await laid(e, "2", "8", pause=10)
        await e.play(one, "chip-moon")
        await e.leave(two)
        assert "up **2**" in e.hand_words(one)
        assert "up the other next" in e.hand_words(one)
        assert "**8**" not in e.panel_words() + e.hand_words(one)
        await e.wait(11)
        assert "up **8**" in e.hand_words(one)
        assert "0" in e.moves(one)


async def test_move_typed_during_a_reveal_pause_reveals_nothing(e: Two) -> None:
    one, two = await laid(e, "2", "8", pause=10)
    await e.play(one, "pass")
    await e.play(two, "pass")
    assert "up the other next" in e.hand_words(one)
    typed = await one.slash(e.channel, "move", move="5")
    assert "up the other next" in said(typed)
    for screen in screens(e):
        assert "up the other next" in screen
        assert "**8**" not in screen
    await e.wait(11)
    for screen in screens(e):
        assert "up **8**" in screen
    assert "Chosen: **5**" in e.hand_words(one)
    assert set(e.moves(two)) == {str(n) for n in range(10) if n != 8}


async def test_a_restart_while_a_card_is_held_back_shows_it(e: Two) -> None:
    one, two = await laid(e, "2", "8", pause=30)
    await e.play(one, "pass")
    await e.play(two, "pass")
    assert "up the other next" in e.panel_words()
    await e.restart()
    for screen in screens(e):
        assert "up **2**" in screen
        assert "up **8**" in screen
    await e.play(one, "3")
    assert "Chosen: **3**" in e.hand_words(one)
