"""The cast of computers at a whole table: remarks at the end, and rivals that meet again."""

from typing import Any

from bot import storage
from bot.play.computers import character_of
from bot.screens.transcript import looks
from tests.examples import ALL_AT_ONCE

from .evening import Evening, One, said
from .staff import history


def ends(e: Evening) -> list[str]:
    """Return the remarks for the end that stand on the panel."""
    cast = looks()[ALL_AT_ONCE].computers
    known = [one.remarks.end for level in cast.values() for one in level.characters]
    return [text for text in known if text in e.panel_words()]


async def match(e: Evening, seed: int = 1, **options: Any) -> None:
    """Play a match of the first person against two computers."""
    await e.open(e.people[0], ALL_AT_ONCE, rounds=1, computers=2, **options)
    await e.press(e.people[0], "Start")
    await e.play_out(seed=seed)
    assert "the end" in e.panel_words()


async def test_one_computer_speaks_and_rivals_meet_again(e: One) -> None:
    (ana,) = e.people
    await match(e)
    (text,) = ends(e)
    table = await e.stored()
    cast = looks()[ALL_AT_ONCE].computers
    (one,) = [
        found
        for player in table.players
        if player.computer and (found := character_of(cast, player))
        if found.remarks.end == text
    ]
    assert f"{one.sign} **{one.name}:** {text}" in e.panel_words()
    assert text not in e.hand_words(ana), "never on a hand"
    await e.restart()
    assert text in e.panel_words()
    table = await e.stored()
    assert " : " not in e.panel_words()
    await e.press(ana, "Rematch")
    await e.play_out(seed=5)
    again = await e.stored(2)
    assert [p.name for p in again.players] == [p.name for p in table.players], "rivals stay"
    scores = {}
    for seat, player in enumerate(again.players[1:], 1):
        pairs = [(t.players[0].rank or 0, t.players[seat].rank or 0) for t in (table, again)]
        scores[player.name] = (sum(a < b for a, b in pairs), sum(a > b for a, b in pairs))
    nearest = min(again.players[1:], key=lambda player: (player.rank or 0, player.seat))
    ahead, behind = scores[nearest.name]
    assert ahead + behind == 2, "choose another seed: they were level"
    private = e.hand_words(ana)
    if ahead == behind:
        assert f"**Ana** and **{nearest.name}** are level at 1 : 1" in e.panel_words()
    else:
        leader, other = ("Ana", nearest.name) if ahead else (nearest.name, "Ana")
        assert f"**{leader}** leads **{other}** 2 : 0" in e.panel_words()
        told = f"You lead **{other}** 2 : 0" if ahead else f"**{leader}** leads you 2 : 0"
        assert told in private


async def test_rivalry_of_a_hidden_person_is_private(e: One) -> None:
    """The matches are those of the test above, where the panel has the rivalry."""
    (ana,) = e.people
    await e.me(ana, "Hide me here")
    await match(e)
    await e.press(ana, "Rematch")
    await e.play_out(seed=5)
    assert " : " not in e.panel_words()


async def test_rivalry_goes_with_the_persons_data(e: One) -> None:
    (ana,) = e.people
    await match(e)
    await storage.privacy.forget(e.bot.database, ana.id)
    await match(e, seed=5)
    assert " : " not in e.panel_words()
    assert said(await history(e, ana))
