"""Moves submitted to a real database: none is lost, doubled, or current before it is stored."""

import asyncio
import gc
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot import storage
from bot.play.match import TOLD, Match, Pause, Story
from bot.storage import Database
from bot.words.errors import MoveTaken, NotSaved, StaleControl, StorageError, TableError
from games.core import Seat
from games.errors import GameError, IllegalMove, InvalidMove, MoveError, NotToAct
from games.record import replay
from rig import LIMIT

from ..stored_tables import (
    NOW,
    SHORT,
    Where,
    again,
    ask,
    beside,
    change,
    check_whole,
    dealt,
    locked,
    log,
    next_move,
    now,
    play,
    started,
)


async def test_match_replays_from_its_log(database: Database, file: Where) -> None:
    match = await dealt(database, 3, SHORT.replace("rounds=1", "rounds=2"))
    check_whole(match, file)
    while match.outcome is None:
        before = match.ply
        await match.submit(*next_move(match))
        assert match.ply == before + 1
    check_whole(match, file)
    later = await again(match, database)
    assert (later.state, later.outcome, later.stage) == (match.state, match.outcome, match.stage)
    for seat in (None, Seat(0), Seat(1), Seat(2)):
        assert later.view(seat) == match.view(seat)
        assert later.story(seat) == match.story(seat)


@pytest.mark.parametrize("cancelled", [False, True])
async def test_move_is_stored_before_it_is_current(
    database: Database, file: Where, cancelled: bool
) -> None:
    match = await dealt(database)
    before = match.state
    async with locked(file):
        submitted = asyncio.ensure_future(match.submit(*next_move(match)))
        await asyncio.sleep(0.1)
        assert not submitted.done()
        assert (match.ply, match.state) == (0, before)
        if cancelled:
            submitted.cancel()
    await asyncio.wait({submitted})
    assert submitted.cancelled() is cancelled
    await _rest(match)
    assert match.ply == 1, "it is made though its caller is cancelled"
    check_whole(match, file)


async def test_choice_that_may_change_is_not_one_for_later(database: Database) -> None:
    match = await dealt(database)
    seat, text = next_move(match)
    assert match.want(seat, text), "as of a film's reader"
    await match.submit(seat, text)
    assert not match.want(seat, text)


@pytest.mark.sqlite
async def test_submit_gives_up_when_the_log_refuses_every_move(
    database: Database, file: Where
) -> None:
    match = await dealt(database)
    change(
        file, "create trigger stop before insert on moves begin select raise(abort, 'not now'); end"
    )
    async with asyncio.timeout(LIMIT):
        with pytest.raises(MoveTaken):
            await match.submit(*next_move(match))
    assert match.ply == 0
    change(file, "drop trigger stop")
    await match.submit(*next_move(match))
    check_whole(match, file)


async def test_refused_moves_change_nothing(database: Database, file: Where) -> None:
    match = await dealt(database)
    await match.submit(*next_move(match))
    sealed = Seat(0)
    before = (match.ply, match.state, _stories(match), match.moves.copy())
    refused: list[tuple[Seat, str, type[MoveError]]] = [
        (Seat(1), "", InvalidMove),
        (Seat(1), "105", InvalidMove),
        (Seat(1), "row5", InvalidMove),
        (Seat(1), "'; drop table moves; --", InvalidMove),
        (Seat(1), "row1", IllegalMove),
        (Seat(1), match.moves[0][1], IllegalMove),
        (sealed, match.moves[0][1], IllegalMove),
    ]
    for seat, text, why in refused:
        with pytest.raises(why):
            await match.submit(seat, text)
        assert before == (match.ply, match.state, _stories(match), match.moves)
    check_whole(match, file)


async def test_clicks_of_one_seat_are_served_in_order(database: Database, file: Where) -> None:
    match = await dealt(database)
    texts = match.legal_texts(Seat(0)) * 5
    random.Random(1).shuffle(texts)
    results = await asyncio.gather(
        *(match.submit(Seat(0), text) for text in texts), return_exceptions=True
    )
    assert {type(r) for r in results} <= {type(None), IllegalMove}
    accepted = [text for text, r in zip(texts, results, strict=True) if r is None]
    # Only a repeated choice is refused.
    assert accepted == [t for t, before in zip(texts, ["", *texts], strict=False) if t != before]
    assert [text for _, text in match.moves] == accepted
    check_whole(match, file)


async def test_simultaneous_matches_do_not_interfere(database: Database, file: Where) -> None:
    matches = [await dealt(database) for _ in range(6)]
    await asyncio.gather(*(play(match) for match in matches))
    for match in matches:
        assert match.outcome is not None
        check_whole(match, file)
    # Persons 100 and 101 were in all of them: no rating was lost to another.
    assert ask(file, "select distinct matches from standings") == [(6,)]


async def test_refused_move_of_a_batch_leaves_the_others_stored(
    database: Database, other: Database, file: Where
) -> None:
    matches = [await dealt(database) for _ in range(4)]
    late = await again(matches[1], other)
    await late.submit(Seat(1), late.legal_texts(Seat(1))[0])
    async with asyncio.timeout(LIMIT):
        await asyncio.gather(*(match.submit(*next_move(match)) for match in matches))
    assert [match.ply for match in matches] == [1, 2, 1, 1]
    for match in matches:
        check_whole(match, file)


# Two processes


async def test_move_is_checked_again_after_another_processs_moves(
    database: Database, other: Database, file: Where
) -> None:
    here = await dealt(database)
    there = await again(here, other)
    seat, text = next_move(here)
    await there.submit(seat, text)
    with pytest.raises(IllegalMove, match="already"):
        await here.submit(seat, text)
    check_whole(here, file)
    assert log(file) == [(seat, text)]
    stage = here.stage
    while there.stage == stage:
        await there.submit(*next_move(there))
    with pytest.raises(StaleControl):
        await here.submit(seat, here.legal_texts(seat)[-1], stage=stage)
    assert here.stage == there.stage
    check_whole(here, file)
    while not there.outcome:
        await there.submit(*next_move(there))
    with pytest.raises(GameError):
        await here.submit(*next_move(here))
    check_whole(here, file)
    assert here.outcome == there.outcome


async def test_match_knows_a_move_stored_without_confirmation(
    database: Database, file: Where, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, append = await dealt(database), storage.moves.append
    seat, text = next_move(match)

    async def unconfirmed(*given: Any, **flags: Any) -> None:
        await append(*given, **flags)
        raise NotSaved("the connection was lost")

    monkeypatch.setattr(storage.moves, "append", unconfirmed)
    with pytest.raises(NotSaved):
        await match.submit(seat, text)
    monkeypatch.setattr(storage.moves, "append", append)
    with pytest.raises(IllegalMove, match="already"):
        await match.submit(seat, text)
    assert log(file) == [(seat, text)]
    check_whole(match, file)


async def test_log_holds_exactly_the_accepted_moves_of_two_processes(
    database: Database, other: Database, file: Where
) -> None:
    here = await dealt(database, 6)
    two = [here, await again(here, other)]
    accepted: list[tuple[Seat, str]] = []
    rng = random.Random(3)

    async def click(match: Match, seat: Seat) -> None:
        if not (texts := match.legal_texts(seat)):
            return
        text = rng.choice(texts)
        try:
            await match.submit(seat, text, stage=match.stage)
        except GameError:
            return
        accepted.append((seat, text))

    while not (two[0].outcome and two[1].outcome):
        await asyncio.gather(
            *(click(rng.choice(two), Seat(seat)) for seat in range(6) for _ in range(2))
        )
    assert sorted(accepted) == sorted(log(file))
    for match in two:
        check_whole(match, file)
    assert ask(file, "select distinct matches from standings") == [(1,)]


# Cancelled callers


async def test_cancelled_submit_keeps_log_and_memory_equal(database: Database, file: Where) -> None:
    match = await dealt(database, 4)
    cancelled = 0
    for turns in range(120):
        seat = Seat(turns % 4)
        if not (texts := match.legal_texts(seat)):
            continue
        task = asyncio.ensure_future(match.submit(seat, texts[-1]))
        for _ in range(turns % 20):
            await asyncio.sleep(0)
        cancelled += task.cancel()
        await asyncio.wait({task})
        if turns % 4 == 3:
            await _rest(match)
            check_whole(match, file)
    await _rest(match)
    assert cancelled > 20
    # The progress depends on the cards: others wait while a row is to be chosen.
    assert match.ply > 5


async def test_refusal_is_silent_when_its_caller_is_cancelled(database: Database) -> None:
    match, complaints = await dealt(database), list[object]()
    asyncio.get_running_loop().set_exception_handler(lambda _, told: complaints.append(told))
    await match.submit(*next_move(match))
    tasks = [asyncio.ensure_future(match.submit(Seat(0), match.moves[0][1])) for _ in range(5)]
    await asyncio.sleep(0)
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
    await _rest(match)
    del task, tasks
    gc.collect()  # otherwise asyncio reports exceptions that were never retrieved
    assert complaints == []


async def test_cancelled_queries_leave_the_storage_usable(database: Database) -> None:
    table = await started(database)
    for turns in range(60):
        question = (
            storage.tables.leave(database, table.id, 0)
            if turns % 2
            else storage.tables.table(database, table.id)
        )
        task: asyncio.Future[object] = asyncio.ensure_future(question)
        for _ in range(turns // 2):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait({task})
        await storage.moves.append(database, table.id, turns + 1, 0, "55", NOW, None)
    async with asyncio.timeout(LIMIT):
        assert len(await storage.moves.moves(database, table.id)) == 60


async def test_close_finishes_a_move_in_flight(file: Where) -> None:
    for turns in range(12):
        database = await Database.open(file)
        match = await dealt(database)
        task = asyncio.ensure_future(match.submit(*next_move(match)))
        for _ in range(turns):
            await asyncio.sleep(0)
        await database.close()
        await asyncio.wait({task}, timeout=LIMIT)
        assert isinstance(task.exception(), StorageError | None)
        assert log(file, match.table.id) == match.moves
        assert len(match.moves) == (task.exception() is None)
        if isinstance(file, Path):
            assert beside(file) == [file.name]


async def _rest(match: Match) -> None:
    """Wait until no submission is in flight."""
    async with asyncio.timeout(LIMIT):
        with pytest.raises(InvalidMove):
            await match.submit(Seat(0), "nothing")


# The end


async def test_result_is_stored_with_the_last_move_or_not_at_all(
    database: Database, file: Where
) -> None:
    match = await dealt(database)
    await play(match, leave=1)
    ply = match.ply
    change(file, "alter table standings rename to gone")
    with pytest.raises(Exception, match=r"no such table|does not exist"):
        await match.submit(*next_move(match))
    assert match.outcome is None
    assert match.ply == ply == len(log(file))
    assert ask(file, "select phase, ended_at from tables") == [("live", None)]
    assert ask(file, "select distinct rank from seats") == [(None,)]
    change(file, "alter table gone rename to standings")
    await match.submit(*next_move(match))
    assert match.outcome is not None
    assert log(file) == match.moves
    ((phase, ended_at),) = ask(file, "select phase, ended_at from tables")
    assert (phase, ended_at) == ("over", now())
    ranks = ask(file, "select rank, score from seats order by seat")
    assert ranks == list(zip(match.outcome.ranks, match.outcome.scores, strict=True))
    assert ask(file, "select distinct matches from standings") == [(1,)]


@pytest.mark.parametrize("left", [1, 9], ids=["the last", "another"])
async def test_move_of_a_cancelled_match_is_not_stored(
    database: Database, file: Where, left: int
) -> None:
    match = await dealt(database)
    await play(match, leave=left)
    await storage.tables.cancel(database, match.table.id, now())
    with pytest.raises(TableError, match="over"):
        await match.submit(*next_move(match))
    assert match.outcome is None
    assert ask(file, "select phase from tables") == [("cancelled",)]
    assert ask(file, "select * from standings") == []
    check_whole(match, file)


def _stories(match: Match) -> list[Any]:
    return [match.story(reader) for reader in (None, *map(Seat, range(len(match.table.players))))]


async def test_reveal_during_a_film_waits_for_its_turn(database: Database) -> None:
    def moment(view: Any, story: Story) -> Pause:
        reveals = sum(ply == story[-1][0] for ply, _ in story) > 1
        return Pause(4.0, (5.0, 3.0)) if reveals else Pause()

    time, table = [NOW], await started(database)
    match = await Match.load(table, database, lambda: time[0], moment)
    while match.playing is None:
        await match.submit(*next_move(match))
    first = match.playing
    assert (first.part, first.until, match.paused, match.holds.until) == (0, NOW + 5, True, NOW + 8)
    assert match.view_at(first, Seat(0)) == match.view(Seat(0))
    while len(match.holds.films) < 4:
        await match.submit(*next_move(match))
    assert match.view_at(first, Seat(0)) != match.view(Seat(0))
    assert match.story_at(first, None) == match.story(None)[: len(match.story_at(first, None))]
    for after, part, paused in ((4.5, 0, False), (5.5, 1, False), (8.5, 0, False)):
        time[0] = NOW + after
        hold = match.playing
        assert hold is not None
        assert (hold.part, match.paused, match.held) == (part, paused, True)
        assert (hold.ply == first.ply) == (after < 8)
    time[0] = NOW + 16
    assert match.playing is None
    assert not match.held


# Computers, and players who are away


def everything(match: Match, seat: Seat) -> tuple[object, ...]:
    """Return all events addressed to a seat, by a replay of the record."""
    told = [event for step in replay(match.record) for event in step.events]
    return tuple(event for event in told if event.to is None or seat in event.to)


async def test_seat_gets_all_events_since_the_deal(database: Database) -> None:
    match = await dealt(database, 3, SHORT.replace("rounds=1", "rounds=5"))
    for _ in range(7):
        await match.submit(*next_move(match))
    for seat in map(Seat, range(3)):
        assert match.told(seat) == everything(match, seat)
    await play(match)
    for seat in map(Seat, range(3)):
        told = match.told(seat)
        assert told == everything(match, seat)
        assert len(told) > TOLD, "more than a screen remembers"
        assert (await again(match, database)).told(seat) == told, "the same after a restart"


async def test_answer_counts_once_and_only_in_its_stage(database: Database, file: Where) -> None:
    match = await dealt(database, 3)
    seat, text = next_move(match)
    stage, other = match.stage, Seat(2)
    await match.submit(other, match.legal_texts(other)[0])
    await match.submit(seat, text, stage=stage, undecided=True)
    assert log(file)[1] == (seat, text), "what somebody else has chosen meanwhile changes nothing"
    with pytest.raises(StaleControl):
        await match.submit(seat, match.legal_texts(seat)[-1], stage=stage, undecided=True)
    await match.submit(*next_move(match))
    while match.stage == stage:
        await match.submit(*next_move(match))
    before, (seat, text) = len(log(file)), next_move(match)
    with pytest.raises(StaleControl):
        await match.submit(seat, text, stage=stage, undecided=True)
    assert len(log(file)) == before


async def test_answer_is_stale_after_a_move_by_another_process(
    database: Database, file: Where
) -> None:
    match = await dealt(database, 3)
    beside = await again(match, database)
    seat, text = next_move(match)
    await beside.submit(seat, beside.legal_texts(seat)[-1])
    with pytest.raises(StaleControl):
        await match.submit(seat, text, stage=match.stage, undecided=True)
    assert log(file) == beside.moves


async def test_makers_of_moves_stay_after_a_restart(database: Database) -> None:
    match = await dealt(database, 3)
    await match.submit(*next_move(match))
    await match.submit(min(match.to_act), None)
    seat, text = next_move(match)
    away = replace(match.table.players[seat], away=True)
    match.table = replace(match.table, players=(*match.table.players[:seat], away))
    await match.submit(seat, text, undecided=True, made_by="hard.7")
    assert match.record.makers == ((2, "plain"), (3, "hard.7"))
    assert (await again(match, database)).record.makers == match.record.makers


async def test_default_move_is_refused_after_a_choice(database: Database, file: Where) -> None:
    match = await dealt(database, 3)
    card = match.legal_texts(Seat(1))[-1]
    await match.submit(Seat(1), card)
    with pytest.raises(NotToAct):
        await match.submit(Seat(1), None)
    assert match.view(Seat(1)).choice == match.game.parse_move(card).card
    assert log(file) == [(1, card)]


async def test_row_of_a_missed_card_is_chosen_at_once(database: Database, file: Where) -> None:
    match = await dealt(database, 2, SHORT.replace("jokers=no", "jokers=yes"))
    here, late = match.table.players
    match.table = replace(match.table, players=(here, replace(late, misses=1)))
    await match.play_missed()
    assert match.ply == 0, "a card is a decision of its own"
    for seat in (Seat(0), Seat(1)):
        joker = next(text for text in match.legal_texts(seat) if text.startswith("0."))
        await match.submit(seat, joker)
    assert len(match.to_act) == 1
    await match.play_missed()
    assert match.to_act == {0}, "who has chosen a joker says where it goes"
    await match.submit(Seat(0), "row1")
    await match.play_missed()
    assert [text[:3] for seat, text in match.moves if seat == 1] == [match.moves[1][1], "row"]
    assert match.to_act == {0, 1}, "the next trick waits for both"
    check_whole(match, file)
