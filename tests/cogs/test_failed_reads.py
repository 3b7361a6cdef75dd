"""A database that can't be read for a moment: no match ends by it, and every end is shown."""

import pytest

from bot.tables.course import AGAIN_SECONDS
from bot.tables.state import State
from bot.tables.table import Table
from bot.words.errors import StorageError

from ..bot.stored_tables import ask
from .conftest import Begin
from .evening import said
from .test_privacy import asked, delete, file


async def test_end_is_shown_though_its_result_was_unreadable(
    evening: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(2, check_errors=False) as e:
        await e.begin(rounds=1)
        reload = State.reload
        failed: list[State] = []

        async def failing(state: State) -> None:
            if not failed:
                failed.append(state)
                raise StorageError("the connection is gone")
            await reload(state)

        monkeypatch.setattr(State, "reload", failing)
        await e.play_out(seed=1, plies=60)
        assert failed
        await e.env.advance_time(AGAIN_SECONDS + 1)
        for screen in (e.panel_words(), *map(e.hand_words, e.people)):
            assert "the end" in screen


async def test_deletion_ends_no_match_that_is_unreadable_for_a_moment(
    evening: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(3, check_errors=False) as e:
        ana = e.people[0]
        await e.begin(rounds=1)
        result, custom_id = await asked(e, ana)
        assert result.response is not None
        take_up = Table.take_up

        async def failing(table: Table) -> None:
            raise StorageError("the connection is gone")

        e.bot.tables.let_go(1)
        monkeypatch.setattr(Table, "take_up", failing)
        done = await ana.click(result.response.message, custom_id=custom_id)
        assert "nothing has changed" in said(done)
        assert ask(file(e), "select phase from tables") == [("live",)]
        monkeypatch.setattr(Table, "take_up", take_up)
        assert "nothing here leads to you" in await delete(e, ana)
        assert ask(file(e), "select phase from tables") == [("live",)], "the others play on"
