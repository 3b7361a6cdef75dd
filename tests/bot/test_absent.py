"""Seats where nobody decides: their moves are made, and nobody waits for them."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot import lobby, storage
from bot.match import Match
from bot.storage import Database, Player
from games.core import Seat
from games.errors import NotToAct

from .tables import NOW, SHORT, ask, check_whole, dealt, log, next_move, now, opened, player


async def test_nobody_makes_the_move_of_a_seat_that_has_chosen(
    database: Database, file: Path
) -> None:
    match = await dealt(database, 3)
    card = match.legal_texts(Seat(1))[-1]
    await match.submit(Seat(1), card)
    with pytest.raises(NotToAct):
        await match.submit_default(Seat(1))
    assert match.view(Seat(1)).choice == match.game.parse_move(card).card
    assert log(file) == [(1, card)]


async def test_absent_players_make_default_moves(database: Database, file: Path) -> None:
    match = await dealt(database, 3)
    for seat in (1, 2):
        await storage.tables.leave(database, match.table.id, seat)
    stored = await storage.tables.table(database, match.table.id)
    assert stored is not None
    match.table = stored
    await _only_seat_0_decides(match)
    check_whole(match, file)


async def test_a_row_for_a_card_that_was_missed_waits_for_nobody(
    database: Database, file: Path
) -> None:
    match = await dealt(database, 2, SHORT.replace("jokers=no", "jokers=yes"))
    here, late = match.table.players
    match.table = replace(match.table, players=(here, replace(late, misses=1)))
    await match.play_absent()
    assert match.ply == 0, "a card is a decision of its own"
    for seat in (Seat(0), Seat(1)):
        joker = next(text for text in match.legal_texts(seat) if text.startswith("0."))
        await match.submit(seat, joker)
    assert len(match.to_act) == 1
    await match.play_absent()
    assert match.to_act == {0}, "who has chosen a joker says where it goes"
    await match.submit(Seat(0), "row1")
    await match.play_absent()
    assert [text[:3] for seat, text in match.moves if seat == 1] == [match.moves[1][1], "row"]
    assert match.to_act == {0, 1}, "the next trick waits for both"
    check_whole(match, file)


async def test_a_computer_sits_plays_and_leaves_the_match_unrated(
    database: Database, file: Path
) -> None:
    table = await opened(database)
    computer = Player(-101, "Trude", "en-US", 7001, kind="easy")
    assert await storage.tables.seat_players(database, table.id, [player(0), computer])
    seated = await storage.tables.table(database, table.id)
    assert seated is not None
    stored = await lobby.start(database, seated, 100, staff=False, now=NOW)
    assert [p.kind for p in stored.players] == ["person", "easy"]
    match = await Match.load(stored, database, now)
    await _only_seat_0_decides(match)
    check_whole(match, file)
    assert ask(file, "select * from standings") == []
    assert ask(file, "select phase from tables") == [("over",)]


async def _only_seat_0_decides(match: Match) -> None:
    """Play to the end; nobody waits for any other seat."""
    while match.outcome is None:
        await match.play_absent()
        if match.outcome is None:
            assert match.to_act == {0}
            await match.submit(*next_move(match))
