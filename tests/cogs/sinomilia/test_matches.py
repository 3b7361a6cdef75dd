"""The pause between the two cards of a round of Sinomilia, in a match."""

import pytest
from simcord import MemberActor

from ...thinking import thinking_plainly
from ..conftest import Begin
from ..evening import Evening, Two, said

pytestmark = pytest.mark.usefixtures("deck")


async def laid(
    e: Evening, first: str, second: str, *, pause: int = 10
) -> tuple[MemberActor, MemberActor]:
    """Begin a match, and lay `first` as its starter, and `second`. Return both people."""
    await e.begin("sinomilia", pause=pause)
    await e.play(e.people[1], "sun")
    one, two = e.people
    assert "➡️ Ana starts" in e.panel_words()
    await e.play(one, first)
    await e.play(two, second)
    return one, two


def screens(e: Evening) -> list[str]:
    """Return the words of the panel and of both hands."""
    return [e.panel_words(), *(e.hand_words(person) for person in e.people)]


async def test_the_second_card_is_shown_ten_seconds_after_the_first(e: Two) -> None:
    one, two = await laid(e, "2", "9")
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
    one, two = await laid(e, "9", "0")
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
        one, two = await laid(e, "2", "8")
        await e.play(one, "chip-moon")
        await e.leave(two)
        assert "up **2**" in e.hand_words(one)
        assert "up the other next" in e.hand_words(one)
        assert "**8**" not in e.panel_words() + e.hand_words(one)
        await e.wait(11)
        assert "up **8**" in e.hand_words(one)
        assert "0" in e.moves(one)


async def test_move_typed_during_a_reveal_pause_reveals_nothing(e: Two) -> None:
    one, two = await laid(e, "2", "8")
    await e.play(one, "pass")
    await e.play(two, "pass")
    assert "up the other next" in e.hand_words(one)
    assert "up the other next" in said(await one.slash(e.channel, "move", move="5"))
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
