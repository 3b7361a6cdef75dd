"""`/my`: a person's open tables anywhere, those that wait for them first."""

import pytest
from simcord import MemberActor

from tests.examples import ALL_AT_ONCE, IN_TURN

from .conftest import Begin
from .evening import Evening, said


async def mine(e: Evening, person: MemberActor) -> str:
    """Return the text of `/my`."""
    shown = await person.slash(e.channel, "my")
    assert shown.response is not None
    assert shown.response.ephemeral
    return said(shown)


async def test_my_shows_tables_of_all_channels_by_turn(evening: Begin) -> None:
    async with evening(3) as e:
        ana, ben, stranger = e.people
        assert "You sit at no table. `/help` shows the games." in await mine(e, ana)
        await ana.slash(e.channel, f"{IN_TURN} play")
        await e.press(ben, "Join")
        await e.press(ana, "Start")
        e.channel = e.guild.create_text_channel("elsewhere")
        await ben.slash(e.channel, f"{ALL_AT_ONCE} play")

        match = (await e.bot.tables.get(1)).playing()
        to_act = {match.table.players[seat].user_id for seat in match.to_act}
        for person in (ana, ben):
            turn, _, others = (await mine(e, person)).partition("Your other tables")
            assert ("table 1" in turn) == (person.id in to_act)
            assert ("table 1" in others) == (person.id not in to_act)
            assert "table 2" not in turn
            assert ("table 2" in others) == (person is ben)
            link = f"/@me/{person.user.dm_channel.id}/"
            assert link in turn + others, "to the hand"
        assert "table" not in (await mine(e, stranger)).replace("at no table", "")


async def test_my_drops_ended_tables_and_left_seats(evening: Begin) -> None:
    async with evening(2) as e:
        ana, ben = e.people
        await ana.slash(e.channel, f"{ALL_AT_ONCE} play")
        await e.press(ben, "Join")
        assert "table 1" in await mine(e, ben)
        assert "not begun" in await mine(e, ben)
        await ben.slash(e.channel, "table leave")
        assert "table 1" not in await mine(e, ben)
        await ana.slash(e.channel, "table cancel")
        assert "table 1" not in await mine(e, ana)


async def test_my_counts_the_tables_without_room(
    evening: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.my._MOST", 1)
    async with evening(2) as e:
        ana, _ = e.people
        await ana.slash(e.channel, f"{ALL_AT_ONCE} play")
        assert "more table" not in await mine(e, ana)
        e.channel = e.guild.create_text_channel("elsewhere")
        await ana.slash(e.channel, f"{IN_TURN} play")
        text = await mine(e, ana)
        assert "table 2" in text, "the newest"
        assert "table 1" not in text
        assert "and 1 more table" in text
