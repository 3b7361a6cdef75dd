"""The score of an evening: matches of one table by rematch add up at the end."""

from dataclasses import replace

from bot import storage
from bot.screens import result as screens
from bot.storage.meetings import EVENING_SECONDS
from bot.words.i18n import tongue

from .evening import Evening, Two

T = tongue("en-US")


async def again(e: Evening, seed: int) -> None:
    """Play another match at the same table."""
    for person in e.people:
        await person.click(e.panel(), custom_id=e.buttons(e.panel()).get("Rematch") or _join(e))
    await e.play_out(seed=seed)


def _join(e: Evening) -> str:
    return e.buttons(e.panel())["Join"]


async def wins(e: Evening, match: int) -> dict[str, int]:
    stored = await e.stored(match)
    return {player.name: won for player, won in screens.standings(stored, T)}


async def test_rematches_add_up_from_the_second_match_on(e: Two) -> None:
    await e.begin(rounds=1)
    await e.play_out(seed=1)
    assert "This evening" not in e.panel_words()
    won = dict.fromkeys(("Ana", "Ben"), 0)
    for match in (1, 2, 3):
        stored = await e.stored(match)
        for player in stored.players:
            won[player.name] += player.rank == 1
        if match == 1:
            await again(e, seed=2)
            continue
        assert await wins(e, match) == won
        told = " · ".join(
            f"**{name}** {n}" for name, n in sorted(won.items(), key=lambda one: -one[1]) if n
        )
        assert f"This evening: {told}" in e.panel_words()
        assert all("This evening: " in e.hand_words(person) for person in e.people)
        if match == 2:
            await again(e, seed=3)
    assert len((await e.stored(3)).evening) == 2
    async with e.bot.database.begin() as db:
        tables = storage.schema.tables
        await db.execute(tables.update().where(tables.c.id == 2).values(phase="cancelled"))
    assert len((await e.stored(3)).evening) == 1, "the first still belongs to it"


async def test_match_of_another_day_is_not_the_same_evening(e: Two) -> None:
    await e.begin(rounds=1)
    await e.play_out(seed=1)
    await e.env.advance_time(60)
    old = e.bot.now() - EVENING_SECONDS - 60
    async with e.bot.database.begin() as db:
        tables = storage.schema.tables
        await db.execute(tables.update().values(ended_at=old))
    await again(e, seed=2)
    assert "This evening" not in e.panel_words()


def test_deleted_people_have_no_line_in_an_evening() -> None:
    one = storage.Player(1, "Ana", "en-US", 1, rank=1)
    gone = storage.Player(-1, "", "en-US", 2, rank=2)
    stored = replace(_table(), players=(one, gone), evening=((one, gone), (gone, one)))
    assert [(player.name, won) for player, won in screens.standings(stored, T)] == [("Ana", 3)]


def _table() -> storage.StoredTable:
    return storage.StoredTable(1, 1, 2, "en-US", "x", 1, "", "over", 1, 0.0, b"")
