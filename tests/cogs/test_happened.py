"""*Story*: the whole story behind a screen with a picture, privately."""

import pytest

from bot.wire.ui import Address
from games import GAMES
from tests.examples import ALL_AT_ONCE, IN_TURN

from ..games.hands import LASTING
from .conftest import Begin
from .evening import Evening, Three, Two, said
from .staff import forge


def more(e: Evening) -> str:
    return str(Address("happened", 1, mark=e.mark()))


@pytest.mark.parametrize("key", sorted(GAMES))
async def test_more_shows_the_public_table_privately(key: str, evening: Begin) -> None:
    async with evening(GAMES[key].seats[0]) as e:
        await e.begin(key, **LASTING[key])
        await e.play_out(seed=2, plies=1)
        ana = e.people[0]
        shown = await forge(e, ana, e.panel(), more(e))
        # `said` reads private answers alone.
        assert "What happened · table 1" in said(shown)
        assert ":move:" not in str(shown.response and shown.response.components)


async def test_more_shows_players_the_public_view(e: Three) -> None:
    *e.people, stranger = e.people
    await e.begin(ALL_AT_ONCE, rounds=1)
    own = said(await forge(e, e.people[0], e.panel(), more(e)))
    public = said(await forge(e, stranger, e.panel(), more(e)))
    assert "Waiting for Ana" in public
    assert public.replace("Waiting for Ana", "Waiting for you") == own


async def test_more_keeps_the_moves_that_a_picture_cuts(e: Two) -> None:
    await e.begin(IN_TURN)
    for bid in ("1x1", "1x2", "1x3", "1x4"):
        await e.play(next(p for p in e.people if bid in e.moves(p)), bid)
    told = said(await forge(e, e.people[0], e.panel(), more(e)))
    lines = [line for line in told.splitlines() if line.startswith("-# ")]
    assert [line.split()[1] for line in lines] in (["You", "Ben", "You"], ["Ben", "You", "Ben"])
    assert "1 × 4" in told
