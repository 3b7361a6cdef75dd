"""One person at two tables of a game in one channel."""

import re
from typing import Any

from simcord import MemberActor

from bot.wire.ui import Address

from .evening import Evening, Three, Two, answer, components, said, words
from .staff import sit_down


async def test_move_goes_to_the_table_that_waits(e: Two) -> None:
    ana, ben = e.people
    await sit_down(e, ana, ben)
    older = min(e.moves(ana))
    await sit_down(e, ana, ben)
    newer = min(e.moves(ana))
    await ana.slash(e.channel, "move", move=newer)
    assert await e.made(2) == [(0, newer)]
    offered = await ana.autocomplete(e.channel, "move", "move", "")
    assert older in [choice["value"] for choice in offered]
    await ana.slash(e.channel, "move", move=older)
    assert await e.made() == [(0, older)], "the newer table waits for her no more"
    assert await e.made(2) == [(0, newer)]


def ways(message: Any) -> list[Address]:
    """Return the addresses of a message's controls."""
    found = (Address.parse(c.get("custom_id") or "") for c in components(message.components))
    return [at for at in found if at is not None]


async def choices(e: Evening, person: MemberActor, typed: str = "") -> list[str]:
    """Return the tables that `/move` offers."""
    offered = await person.autocomplete(e.channel, "move", "table", typed)
    return [choice["name"] for choice in offered]


async def test_move_offers_the_tables_of_its_player(e: Two) -> None:
    ana, ben = e.people
    await sit_down(e, ana, ben)
    older = min(e.moves(ana))
    await sit_down(e, ana, ben)
    for channel in (e.channel, ana.user.dm_channel):
        titles = [words(m.components).splitlines()[0] for m in channel.history()]
        numbers = {number for title in titles for number in re.findall(r" table \d+\b", title)}
        assert numbers == {" table 1", " table 2"}
        assert all(" table " in title for title in titles)
    await ana.slash(e.channel, "move", move=older, table=1)
    assert await e.made() == [(0, older)]
    names = [line[-18:] for line in await choices(e, ana)]
    assert names == ["table 2 · Ana, Ben", "table 1 · Ana, Ben"], "first the one that waits"
    assert len(await choices(e, ana, "table 2")) == 1


async def test_my_has_the_hand_and_more_of_each_table_here(e: Three) -> None:
    ana, ben, chie = e.people
    await sit_down(e, ana, ben)
    await sit_down(e, ana, ben)
    for person in (ana, chie):
        mine = answer(await person.slash(e.channel, "my"))
        for table in (1, 2):
            assert f"table {table}" in words(mine.components)
            at = {a.kind: a for a in ways(mine) if a.table_id == table}
            shown = await person.click(mine, custom_id=str(at["hand"]))
            assert f"table {table}" in said(shown)
            assert ("You watch" in said(shown)) == (person is chie)
            more = answer(await person.click(mine, custom_id=str(at["more"])))
            assert f"table {table}" in words(more.components)
    panel = e.panel()
    await chie.click(mine, custom_id=str(at["show"]))
    assert e.panel().id != panel.id


async def test_my_finds_the_own_tables_in_direct_messages(e: Two) -> None:
    ana, ben = e.people
    await sit_down(e, ana, ben)
    mine = answer(await ana.user.slash("my"))
    assert "Your direct" not in words(mine.components)
    (at,) = [a for a in ways(mine) if a.kind == "hand"]
    assert "table 1" in said(await ana.user.click(mine, custom_id=str(at)))
