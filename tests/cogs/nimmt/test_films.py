"""Cards clicked beside a film, which doesn't say yet whether a row must be chosen first."""

import pytest
from simcord import InteractionResult, MemberActor

from bot.drawing.picture import Picture

from ..conftest import hold, lengthened
from ..evening import Evening, Patch, Two, answers

pytestmark = pytest.mark.evening(pictures=True, held=True)

HELD = 60.0
"""Seconds of each film here, more than simcord waits."""


@pytest.fixture(autouse=True)
def films(dots: dict[str, Picture], monkeypatch: Patch) -> None:
    """Lengthen films."""
    hold(monkeypatch, lengthened(HELD))


def lines(e: Evening, person: MemberActor, done: InteractionResult) -> int:
    """Return the number of messages beside the hand that answer a click."""
    return sum(message.id != e.hand(person).id for message in answers(done))


async def low_card(e: Evening) -> tuple[MemberActor, MemberActor]:
    """Play lowest cards until one fits no row. Return its player, and the other one."""
    await e.begin("nimmt")
    match = await e.match()
    while not match.view(None).revealed:
        await e.wait(2 * HELD + 1)
        for person in e.people:
            await e.play(person, min(e.moves(person), key=float))
    assert match.playing is not None
    seat = match.view(None).revealed[0][0]
    return e.people[seat], e.people[1 - seat]


async def test_card_beside_a_film_counts_after_the_row(e: Two) -> None:
    owner, other = await low_card(e)
    wanted = {}
    for person in (owner, other):
        shown, asked = " of 10\n", "**Choose the next card**, face down."
        assert 0 < e.hand_words(person).find(shown) < e.hand_words(person).find(asked)
        for pick in (min, max):
            wanted[person.id] = card = pick(e.moves(person), key=float)
            assert not lines(e, person, await e.play(person, card))
            assert f"Chosen: **{card}**" in e.hand_words(person)
    await e.wait(HELD + 1)
    assert "fits no row" in e.hand_words(owner)
    assert "next card" not in e.hand_words(owner)
    await e.play(owner, "row1")
    *_, row, first, second = await e.made()
    assert row[1] == "row1"
    assert [first, second] == [(at, wanted[one.id]) for at, one in enumerate(e.people)]


async def test_stale_card_beside_a_film_adds_no_message(e: Two) -> None:
    ana, ben = await e.begin("nimmt")
    stale = e.moves(ana)
    for person in (ana, ben):
        await e.play(person, min(e.moves(person), key=float))
    assert (await e.match()).playing is not None
    made = await e.made()
    for custom_id in stale.values():
        assert not lines(e, ana, await e.forge_hand(ana, custom_id))
    assert await e.made() == made
