"""Events and answers of a computer on a seat, and the default moves of absent players."""

from dataclasses import replace

import pytest

from bot.play.match import TOLD, Match
from bot.storage import Database
from bot.words.errors import StaleControl
from games.core import Seat
from games.errors import NotToAct
from games.record import replay

from ..stored_tables import SHORT, Where, again, check_whole, dealt, log, next_move, play


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
