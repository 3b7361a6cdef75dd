"""A match that can't be loaded: isolated, reported, and cancelled by the staff."""

import asyncio
import logging

import pytest

from bot.tables.table import Table
from bot.words.errors import NotSaved
from games import GAMES
from tests.examples import ALL_AT_ONCE, IN_TURN

from .evening import Evening, Logs, Patch, Two, having, said
from .staff import call_off, manager

SECRET_CARD = 77

MOVES = "insert into moves (table_id, ply, seat, move, at, automatic)"


async def broken(e: Evening) -> None:
    """Break the running match: its log holds a move that its rules refuse."""
    e.change(f"{MOVES} values (1, 1, 0, '{SECRET_CARD} row9', 1.0, 0)")
    await e.restart()


@pytest.mark.evening(check_errors=False)
async def test_a_broken_match_is_set_apart_and_the_others_go_on(caplog: Logs, e: Two) -> None:
    ana, ben = await e.begin(IN_TURN)
    await e.begin(ALL_AT_ONCE, rounds=1)
    e.change("update tables set id = 3 where id = 1")
    for name in having("table_id"):
        e.change(f"update {name} set table_id = 3 where table_id = 1")
    e.change(f"{MOVES} values (3, 1, 0, '{SECRET_CARD} x', 1.0, 0)")
    with caplog.at_level(logging.DEBUG, "bot"):
        await e.restart()
        shown = await e.press(ben, "Hand")
        assert e.bot.looks[ALL_AT_ONCE].name in said(shown)
        typed = await ana.slash(e.channel, "move", move=sorted(e.moves(ana))[0])
        assert "Chosen:" in said(typed)
        nothing = await ana.slash(e.channel, "move", move="1x1")
        assert "taken up" not in said(nothing)
        for label in ("Post it below", "Pause", "End the match"):
            assert "taken up" not in said(await e.press(ana, label))
    told = [r for r in caplog.records if "can't be loaded" in r.getMessage()]
    assert {vars(record)["table"] for record in told} == {3}
    assert str(SECRET_CARD) not in "".join(record.getMessage() for record in told)


async def test_a_broken_match_is_called_off_by_the_staff_only(e: Two) -> None:
    ana, ben = await e.begin(ALL_AT_ONCE, rounds=1)
    panel, hand = e.panel_words(), e.hand_words(ben)
    await broken(e)
    for label in ("Hand", "Rules"):
        told = said(await e.press(ben, label))
        assert "Match 1 can't be taken up" in told
        assert str(SECRET_CARD) not in told
    assert e.panel_words() == panel
    assert e.hand_words(ben) == hand
    clicked = await ben.user.click(e.hand(ben), custom_id=min(e.moves(ben).values()))
    assert "can't be taken up" in said(clicked)
    for person in (ana, ben):
        refused = said(await e.cancel(person))
        assert "players' vote" in refused
    await (await e.bot.tables.get(1)).people.leave(ana.id)
    assert (await e.stored()).players[0].left, "a player can leave it"
    await call_off(e, manager(e))
    assert (await e.stored()).why == "broken"
    assert "couldn't be taken up again" in e.panel_words()
    assert "couldn't be taken up again" in e.hand_words(ben)
    await e.open(ana, ALL_AT_ONCE)


async def test_match_of_a_game_no_longer_here_is_called_off(monkeypatch: Patch, e: Two) -> None:
    await e.begin(ALL_AT_ONCE, rounds=1)
    await e.restart()
    game, look = GAMES[ALL_AT_ONCE], e.bot.looks[ALL_AT_ONCE]
    del e.bot.looks[ALL_AT_ONCE]
    monkeypatch.delitem(GAMES, ALL_AT_ONCE)
    e.bot.tables.let_go(1)
    assert "can't be taken up" in said(await e.press(e.people[0], "Hand"))
    await call_off(e, manager(e))
    assert "couldn't be taken up again" in e.panel_words()
    monkeypatch.setitem(GAMES, ALL_AT_ONCE, game)
    e.bot.looks[ALL_AT_ONCE] = look


@pytest.mark.evening(check_errors=False)
async def test_match_is_one_object_also_after_a_failed_load(monkeypatch: Patch, e: Two) -> None:
    await e.begin(ALL_AT_ONCE, rounds=1)
    e.bot.tables.let_go(1)
    take_up, tried = Table.take_up, []

    async def failing(table: Table) -> None:
        tried.append(table)
        await asyncio.sleep(0)
        if len(tried) == 1:
            raise NotSaved("locked")
        await take_up(table)

    monkeypatch.setattr(Table, "take_up", failing)
    first = await asyncio.gather(*(e.bot.tables.get(1) for _ in range(5)), return_exceptions=True)
    assert all(isinstance(error, NotSaved) for error in first)
    found = await asyncio.gather(*(e.bot.tables.get(1) for _ in range(5)))
    assert len({id(table) for table in found}) == 1
    assert await e.bot.tables.get(1) is found[0]
    assert len(tried) == 2
