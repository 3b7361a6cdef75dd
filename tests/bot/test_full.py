"""A full disk: SQLite itself says so, nothing changes, and it goes on when there is room."""

from pathlib import Path

import pytest
from sqlalchemy import text

from bot.errors import NotSaved
from bot.storage import PANEL, Player, Storage, StoredScreen

from .tables import NOW, again, check_whole, dealt, next_move, opened, play


async def _room(storage: Storage, pages: int) -> None:
    """Let the file grow by so many pages at most."""
    async with storage.begin() as db:
        now = (await db.execute(text("PRAGMA page_count"))).scalar_one()
        await db.execute(text(f"PRAGMA max_page_count = {now + pages}"))


async def _fill(storage: Storage, match_id: int) -> None:
    """Write until the disk is full, and the page where that match's next row would go as well."""
    await _room(storage, 0)
    with pytest.raises(NotSaved, match="full"):
        await _open_many(storage)
    with pytest.raises(NotSaved, match="full"):
        await _log_many(storage, match_id + 1)


async def _open_many(storage: Storage) -> None:
    for _ in range(300):
        await opened(storage)


async def _log_many(storage: Storage, match_id: int) -> None:
    for ply in range(100_000, 99_000, -1):
        await storage.append(match_id, ply, 0, "55", NOW, None)


async def test_a_move_that_finds_no_room_changes_nothing(storage: Storage, file: Path) -> None:
    match = await dealt(storage)
    await play(match, leave=12)
    await _fill(storage, match.table.id)
    # A row or two may still fit.
    with pytest.raises(NotSaved, match="full"):
        await play(match)
    before = match.ply
    assert match.outcome is None
    with pytest.raises(NotSaved, match="full"):
        await match.submit(*next_move(match))
    assert match.ply == before
    check_whole(match, file)
    assert (await again(match, storage)).ply == before
    await _room(storage, 1000)
    await play(match)
    assert match.outcome is not None
    check_whole(match, file)


async def test_whatever_else_finds_no_room_says_so(storage: Storage) -> None:
    await _fill(storage, (await opened(storage)).id)
    with pytest.raises(NotSaved, match="full"):
        await _show_many(storage)
    await _room(storage, 1000)
    assert await storage.seat_players(1, [Player(1, "x", "ja", 2)])


async def _show_many(storage: Storage) -> None:
    for reader in range(500):
        await storage.save_screen(1, StoredScreen(PANEL + reader, 1, 2, 0))
