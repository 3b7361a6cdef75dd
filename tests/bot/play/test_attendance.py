"""Players rated as having left: by leaving, by being away, and by letting others decide."""

from dataclasses import replace

import pytest

from bot import storage
from bot.play import endings
from bot.play.endings import Decision, left_at, long_enough
from bot.play.match import Match
from bot.storage import Database, Player
from bot.words.i18n import tongue
from games import GAMES
from games.thinking.decisions import PLAIN

from ...games.golden import PLAYTHROUGHS
from ..stored_tables import again, dealt, next_move, play, table_of

ANA = Player(100, "Ana", "en-US", 1)


def made(automatic: str) -> list[Decision]:
    """Return one decision for each character at plies 1, 2, …: `x` was automatic."""
    return [Decision(ply, kind == "x") for ply, kind in enumerate(automatic, 1)]


@pytest.mark.parametrize(
    ("automatic", "expected"),
    [("....", None), ("x...", None), (".x.x", 2), ("xx......", None), (".xxx....", 2), ("", None)],
)
def test_over_a_quarter_of_missed_decisions_is_leaving(
    automatic: str, expected: int | None
) -> None:
    assert left_at(ANA, made(automatic)) == expected


def test_second_return_is_leaving() -> None:
    decisions = made(".x..........")
    assert left_at(replace(ANA, returns=1), decisions) is None
    assert left_at(replace(ANA, returns=2), decisions) == 2


def test_away_player_left_after_the_last_own_decision() -> None:
    assert left_at(replace(ANA, away=True), made("...xxx")) == 3
    assert left_at(replace(ANA, away=True), made("xxx")) == 0


def test_leaving_counts_from_its_ply_unless_removed() -> None:
    gone = replace(ANA, left=True, left_ply=7)
    assert left_at(gone, made("....xxxx")) == 7
    assert left_at(replace(gone, removed_by=1), made("....xxxx")) is None
    assert left_at(replace(ANA, kind="hard"), made("xxxx")) is None


@pytest.mark.parametrize("key", sorted(GAMES))
def test_whole_matches_are_long_enough(key: str) -> None:
    game = GAMES[key]
    for name, record in PLAYTHROUGHS.items():
        if record.game == key:
            seats, options = record.seats, record.options
            assert long_enough(game, seats, options, len(record.moves)), name
            assert not long_enough(game, seats, options, 0), name


def test_game_without_a_length_needs_a_decision_a_player() -> None:
    assert not long_enough(object(), 3, None, 2)
    assert long_enough(object(), 3, None, 3)


async def played(match: Match, asleep: int, most: int = 1000) -> None:
    """Play. The clock decides for one seat, the others play their last legal move."""
    for _ in range(most):
        if not match.to_act:
            break
        seat, _ = next_move(match)
        await match.submit(seat, None if seat == asleep else match.legal_texts(seat)[-1])


@pytest.mark.parametrize("asleep", [0, 1, 2])
async def test_sleeper_ranks_behind_the_players(database: Database, asleep: int) -> None:
    match = await dealt(database, 3)
    await played(match, asleep)
    stored = await table_of(database, match.table.id)
    assert stored.players[asleep].rank == 3
    gains = [(p.rating_after or 0.0) - (p.rating_before or 0.0) for p in stored.players]
    assert gains[asleep] == min(gains) < 0
    [line] = endings.notes(stored, tongue("en-US"), ratings=True)
    assert line == f"⌛ P{asleep} was away too much and is rated as having left."


async def test_missed_decisions_are_counted_after_a_restart(database: Database) -> None:
    match = await dealt(database, 2)
    await played(match, 1, most=8)
    match = await again(match, database)
    assert match.to_act, "it goes on"
    await play(match)
    stored = await table_of(database, match.table.id)
    assert [player.absent for player in stored.players] == [False, True]


async def test_computer_on_a_persons_seat_is_noted(database: Database) -> None:
    match = await dealt(database, 2)
    players = tuple(replace(p, away=n == 1) for n, p in enumerate(match.table.players))
    match.table = replace(match.table, players=players)
    await match.submit(*next_move(match))
    seat, text = next_move(match)
    assert seat == 1
    await match.submit(seat, text)
    assert await storage.moves.automatic(database, match.table.id) == {2: PLAIN}
