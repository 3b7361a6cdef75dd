"""Titles by the logs of matches: forward at each end, and backwards over all of them."""

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial

import pytest

from bot import storage
from bot.play import lobby, titles
from bot.play.match import Match
from bot.play.titles import COMEBACK, TONGUES, Log, Title, Titles
from bot.run.achievements import Review, achievements
from bot.storage import Database, NewTable, Result, StoredTable
from bot.storage.privacy import forget
from bot.storage.standings import season
from bot.storage.titles import GENERAL, Earned
from games import GAMES
from games.core import Outcome, Seat
from games.record import options_text
from tests.examples import ALL_AT_ONCE
from tests.games.playing import random_match

from ..stored_tables import HERE, NOW, SHORT, Where, ask, change, play, player

MONTH = 31 * 86_400.0
EARNED = "select user_id, game, name, table_id from titles where place is null order by 4, 1, 2, 3"
SEASON = "select game, user_id, mu, sigma, matches, wins from standings where period = '{}'"


@pytest.fixture
def plenty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every game two titles that many seats earn."""
    own = tuple(Title(f"by{part}", f"By {part}", "…", partial(_divided, part)) for part in (2, 3))
    monkeypatch.setattr(titles, "of_game", lambda _: Titles(own))


def _divided(part: int, log: Log) -> list[Seat]:
    return [Seat(seat) for seat, score in enumerate(log.outcome.scores) if score % part == 0]


async def finished(
    database: Database, number: int, people: Sequence[int], at: float
) -> StoredTable:
    """Play a match whose deal depends on its number alone, and give its titles."""
    place = (HERE.guild_id, HERE.channel_id, HERE.locale)
    row = NewTable(*place, ALL_AT_ONCE, 2, SHORT, at, at, secret=bytes([number]) * 32)
    host, *others = map(player, people)
    table = await storage.tables.open_lobby(database, row, host)
    for other in others:
        table = await lobby.join(database, table, other)
    table = await lobby.start(database, table, host.user_id, staff=False, now=at)
    match = await Match.load(table, database, lambda: at)
    await play(match)
    stored = await storage.tables.table(database, table.id)
    assert stored is not None
    await titles.give(database, stored, match.record)
    return stored


async def won(database: Database, game: str, people: Sequence[int], at: float) -> StoredTable:
    """Store a rated match of a game that the first of these people won."""
    host, *others = map(player, people)
    options = options_text(GAMES[game].Options())
    table = await lobby.open_lobby(database, HERE, game, options, host, at)
    await storage.tables.seat_players(database, table.id, [host, *others])
    await storage.tables.start(database, table.id, at, version=GAMES[game].version)
    ranks = tuple(range(1, len(people) + 1))
    result = Result(ranks, ranks, ranks)
    await storage.moves.append(database, table.id, 1, 0, "none", at, result)
    stored = await storage.tables.table(database, table.id)
    assert stored is not None
    return stored


async def an_evening(database: Database) -> None:
    """Play matches over two months. At first opponents are few."""
    for number, people in enumerate(
        [(0, 1), (0, 2), (1, 0, 2, 3), (0, 3), (2, 1), (4, 2, 3), (1, 0)]
    ):
        await finished(database, number, people, NOW + number)
    for number, people in enumerate([(0, 1), (2, 3, 1, 0, 5), (3, 1)], 10):
        await finished(database, number, people, NOW + MONTH + number)


@pytest.mark.usefixtures("plenty")
async def test_titles_given_backwards_are_those_of_each_end(
    database: Database, file: Where
) -> None:
    await an_evening(database)
    given, listed = ask(file, EARNED), sorted(ask(file, SEASON.format(season(NOW))))
    assert len(given) > 5
    assert {table_id for *_, table_id in given}.isdisjoint({1, 2}), "too few opponents"
    change(file, "delete from titles")
    change(file, f"delete from standings where period = '{season(NOW)}'")
    for _ in range(2):
        review = Review(database)
        await review.read()
        assert review.matches == 10
        await review.store(NOW + 2 * MONTH)
        assert ask(file, EARNED) == given
        assert sorted(ask(file, SEASON.format(season(NOW)))) == listed
    assert list(review.new) == []


@pytest.mark.usefixtures("plenty")
async def test_deleted_person_gets_no_title_again(database: Database, file: Where) -> None:
    await an_evening(database)
    had = {user_id for user_id, *_ in ask(file, EARNED)}
    change(file, "delete from titles")
    review = Review(database)
    await review.read()
    gone = min(had)
    assert await forget(database, gone)
    await review.store(NOW + 2 * MONTH)
    assert {user_id for user_id, *_ in ask(file, EARNED)} == had - {gone}
    assert gone not in {row[0] for row in ask(file, "select user_id from standings")}


async def test_five_tongues_are_wins_of_all_games(database: Database, file: Where) -> None:
    *first, last = sorted(GAMES)
    for number, game in enumerate(first):
        await won(database, game, (0, 1, 2, 3), NOW + number)
    record = random_match(ALL_AT_ONCE, 2, GAMES[ALL_AT_ONCE].Options(), 1).record
    other = await won(database, last, (1, 0, 2, 3), NOW + 100)
    assert (GENERAL, TONGUES.key) not in names(await titles.give(database, other, record))
    stored = await won(database, last, (0, 1, 2, 3), NOW + 200)
    given = await titles.give(database, stored, record)
    assert (100, GENERAL, TONGUES.key) in {(one.user_id, one.game, one.name) for one in given}
    before = ask(file, EARNED)
    change(file, "delete from titles")
    review = Review(database)
    await review.read()
    await review.store(NOW)
    # Only the record of the last two can be replayed, and only when it was given.
    assert [row for row in ask(file, EARNED) if row[1] == GENERAL] == [
        row for row in before if row[1] == GENERAL
    ]


def names(given: Sequence[Earned]) -> set[tuple[str, str]]:
    return {(one.game, one.name) for one in given}


@pytest.mark.usefixtures("plenty")
async def test_count_says_the_same_before_and_after(
    database: Database, file: Where, capsys: pytest.CaptureFixture[str]
) -> None:
    await an_evening(database)
    have = Counter((game, name) for _, game, name in {row[:3] for row in ask(file, EARNED)})
    change(file, "delete from titles")
    await database.close()
    printed = []
    for count in (True, False, True):
        with ThreadPoolExecutor(1) as thread:
            assert thread.submit(achievements, file, count=count).result() == 0
        printed.append(capsys.readouterr().out.splitlines()[:-1])
        assert bool(ask(file, "select count(*) from titles") == [(0,)]) == (len(printed) == 1)
    assert printed[0] == printed[1] == printed[2]
    for title, line in zip(titles.every().items(), printed[0], strict=True):
        assert line.startswith(title[1].name)
        assert f": {have[title[0]]} p" in line


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_log_has_titles_of_its_game_alone(key: str) -> None:
    seats = min(GAMES[key].seats[-1], 4)
    own = {title.key for title in titles.of_game(key).own}
    assert all(len(name) <= 16 for name in own)
    for seed in range(5):
        played = random_match(key, seats, GAMES[key].Options(), seed)
        found = titles.earned(played.record)
        assert set(found) <= set(played.seats)
        general = {(GENERAL, COMEBACK.key)}
        assert set().union(*found.values()) <= general | {(key, name) for name in own}
        cut = replace(played.record, moves=played.record.moves[:-1])
        assert titles.earned(cut) == {}, "a match without an end"


@pytest.mark.parametrize(
    ("half", "ranks", "back"),
    [
        ((1, 5, 5), (1, 2, 3), True),
        ((1, 5, 5), (1, 1, 3), False),
        ((1, 1, 5), (1, 2, 3), False),
        ((2, 1, 5), (1, 2, 3), False),
        ((1, 5), (1, 2), False),
    ],
)
def test_comeback_is_of_the_last_alone_at_half_time(
    half: tuple[int, ...], ranks: tuple[int, ...], back: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = len(ranks)
    played = random_match(ALL_AT_ONCE, seats, GAMES[ALL_AT_ONCE].Options(), 1)
    middle = played.steps[len(played.steps) // 2].state
    own = Titles((), lambda state: half if state == middle else (0,) * seats)
    monkeypatch.setattr(titles, "of_game", lambda _: own)
    game = type(played.game)
    monkeypatch.setattr(game, "outcome", lambda _game, _state: Outcome(ranks, ranks))
    first = titles.earned(played.record).get(Seat(0), set())
    assert ((GENERAL, COMEBACK.key) in first) == back
