"""Live matches of 6 nimmt! when the rules get a new version."""

from collections.abc import Mapping
from typing import ClassVar

from games import GAMES, find_game
from games.core import Rulings
from games.nimmt import Nimmt
from tests.bot.stored_tables import ask
from tests.cogs.conftest import Begin
from tests.cogs.evening import said
from tests.cogs.staff import file_of
from tests.examples import ALL_AT_ONCE
from tests.games.playing import registered

from ..evening import Two


class NextNimmt(Nimmt):
    """6 nimmt! after an upgrade with another ruling."""

    RULINGS: ClassVar[Mapping[int, Rulings]] = {
        **Nimmt.RULINGS,
        Nimmt().version + 1: frozenset({"another"}),
    }


async def test_live_match_outlives_an_upgrade(e: Two) -> None:
    version = GAMES[ALL_AT_ONCE].version
    await e.begin(ALL_AT_ONCE, rounds=1)
    with registered(NextNimmt(version + 1)):
        assert find_game(ALL_AT_ONCE).version == version + 1
        await e.restart()
        panel = e.panel_words()
        assert "called off" not in panel
        for person in e.people:
            typed = await person.slash(e.channel, "move", move=sorted(e.moves(person))[0])
            assert "older rules" not in said(typed)
        await e.env.settle()
        assert e.panel_words() != panel, "the trick was played"
        file = file_of(e)
        assert ask(file, "select version, phase from tables") == [(version, "live")]
        assert ask(file, "select count(*) > 1 from moves") == [(1,)]


async def test_live_match_of_a_dropped_version_is_called_off(evening: Begin) -> None:
    class Forgetful(NextNimmt):
        RULINGS: ClassVar[Mapping[int, Rulings]] = dict([*NextNimmt.RULINGS.items()][1:])

    async with evening(2) as e:
        await e.begin(ALL_AT_ONCE, rounds=1)
        with registered(Forgetful(max(Forgetful.RULINGS))):
            await e.restart()
            assert "called off: it began under older rules" in e.panel_words()
