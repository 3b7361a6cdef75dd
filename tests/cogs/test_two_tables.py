"""One person at two tables of a game in one channel."""

from simcord import MemberActor

from bot import storage
from tests.examples import ALL_AT_ONCE

from .conftest import Begin
from .evening import Evening


async def sit_down(e: Evening, *people: MemberActor) -> None:
    """Begin a table of these people."""
    host, *others = people
    await host.slash(e.channel, f"{ALL_AT_ONCE} play", rounds=1)
    for person in others:
        await e.press(person, "Join")
    await e.press(host, "Start")


async def made(e: Evening, number: int) -> list[tuple[int, str]]:
    return await storage.moves.moves(e.bot.database, number)


async def test_typed_move_goes_to_the_table_that_waits(evening: Begin) -> None:
    async with evening(2) as e:
        ana, ben = e.people
        await sit_down(e, ana, ben)
        older = min(e.moves(ana))
        await sit_down(e, ana, ben)
        newer = min(e.moves(ana))
        await ana.slash(e.channel, f"{ALL_AT_ONCE} move", move=newer)
        assert await made(e, 2) == [(0, newer)]
        offered = await ana.autocomplete(e.channel, f"{ALL_AT_ONCE} move", "move", "")
        assert older in [choice["value"] for choice in offered]
        await ana.slash(e.channel, f"{ALL_AT_ONCE} move", move=older)
        assert await made(e, 1) == [(0, older)], "the newer table waits for her no more"
        assert await made(e, 2) == [(0, newer)]
