"""One person at two tables of a game in one channel."""

import re

from simcord import MemberActor

from bot.screens.transcript import looks
from tests.examples import ALL_AT_ONCE, IN_TURN

from .conftest import Begin
from .evening import Evening, said, words
from .staff import manager


async def sit_down(e: Evening, *people: MemberActor) -> None:
    """Begin a table of these people."""
    host, *others = people
    await host.slash(e.channel, f"{ALL_AT_ONCE} play", rounds=1)
    for person in others:
        await e.press(person, "Join")
    await e.press(host, "Start")


async def test_typed_move_goes_to_the_table_that_waits(evening: Begin) -> None:
    async with evening(2) as e:
        ana, ben = e.people
        await sit_down(e, ana, ben)
        older = min(e.moves(ana))
        await sit_down(e, ana, ben)
        newer = min(e.moves(ana))
        await ana.slash(e.channel, f"{ALL_AT_ONCE} move", move=newer)
        assert await e.made(2) == [(0, newer)]
        offered = await ana.autocomplete(e.channel, f"{ALL_AT_ONCE} move", "move", "")
        assert older in [choice["value"] for choice in offered]
        await ana.slash(e.channel, f"{ALL_AT_ONCE} move", move=older)
        assert await e.made() == [(0, older)], "the newer table waits for her no more"
        assert await e.made(2) == [(0, newer)]


async def choices(e: Evening, person: MemberActor, command: str, typed: str = "") -> list[str]:
    """Return the tables that a command offers."""
    offered = await person.autocomplete(e.channel, command, "table", typed)
    return [choice["name"] for choice in offered]


async def test_command_asks_which_table_when_several_fit(evening: Begin) -> None:
    async with evening(3) as e:
        ana, ben, chie = e.people
        await sit_down(e, ana, ben)
        await sit_down(e, ana, chie)
        name = looks()[ALL_AT_ONCE].name
        for command in ("end", "leave", "pause"):
            asked = said(await ana.slash(e.channel, f"table {command}"))
            assert "Several tables fit. Choose one under `table`:" in asked
            assert f"{name} · table 1 · Ana, Ben" in asked
            assert f"{name} · table 2 · Ana, Chie" in asked
        assert [player.wants_end for player in (await e.stored(2)).players] == [False, False]


async def test_command_reaches_the_chosen_table_and_names_it(evening: Begin) -> None:
    async with evening(3) as e:
        ana, ben, chie = e.people
        await sit_down(e, ana, ben)
        await sit_down(e, ana, chie)
        voted = said(await ana.slash(e.channel, "table end", table=1))
        assert "table 1" in voted.splitlines()[0]
        assert [player.wants_end for player in (await e.stored(1)).players] == [True, False]
        assert [player.wants_end for player in (await e.stored(2)).players] == [False, False]
        left = said(await ana.slash(e.channel, "table leave", table=2))
        assert "table 2" in left.splitlines()[0]
        refused = said(await ben.slash(e.channel, "table end", table=2))
        assert refused == "You don't sit at a table in this channel."


async def test_older_tables_host_cancels_it_without_a_choice(evening: Begin) -> None:
    async with evening(2) as e:
        ana, ben = e.people
        for host in (ana, ben):
            await host.slash(e.channel, f"{ALL_AT_ONCE} play")
        done = said(await ana.slash(e.channel, "table cancel"))
        assert "table 1" in done
        assert "The table is cancelled." in done
        assert [(await e.stored(number)).phase for number in (1, 2)] == ["cancelled", "lobby"]


async def test_staff_choose_the_table_to_cancel(evening: Begin) -> None:
    async with evening(2) as e:
        ana, ben = e.people
        chie = manager(e)
        for host in (ana, ben):
            await host.slash(e.channel, f"{ALL_AT_ONCE} play")
        asked = said(await chie.slash(e.channel, "table cancel"))
        assert "table 1 · Ana" in asked
        assert "table 2 · Ben" in asked
        await chie.slash(e.channel, "table cancel", table=1)
        assert [(await e.stored(number)).phase for number in (1, 2)] == ["cancelled", "lobby"]


async def test_hand_opens_at_the_table_that_waits(evening: Begin) -> None:
    async with evening(2) as e:
        ana, ben = e.people
        await sit_down(e, ana, ben)
        await sit_down(e, ana, ben)
        assert "table 2" in said(await ana.slash(e.channel, "hand"))
        await ana.slash(e.channel, f"{ALL_AT_ONCE} move", move=min(e.moves(ana)), table=2)
        assert "table 1" in said(await ana.slash(e.channel, "hand"))
        assert "table 2" in said(await ana.slash(e.channel, "hand", table=2))
        assert [line[-18:] for line in await choices(e, ana, "hand")] == [
            "table 1 · Ana, Ben",
            "table 2 · Ana, Ben",
        ]
        assert len(await choices(e, ana, "hand", "table 2")) == 1
        assert len(await choices(e, ana, f"{ALL_AT_ONCE} move")) == 2
        assert await choices(e, ana, f"{IN_TURN} move") == []


async def test_titles_of_two_tables_of_a_game_differ(evening: Begin) -> None:
    async with evening(2) as e:
        ana, ben = e.people
        await sit_down(e, ana, ben)
        await sit_down(e, ana, ben)
        for channel in (e.channel, ana.user.dm_channel):
            titles = [words(m.components).splitlines()[0] for m in channel.history()]
            numbers = {number for title in titles for number in re.findall(r" table \d+\b", title)}
            assert numbers == {" table 1", " table 2"}
            assert all(" table " in title for title in titles)
