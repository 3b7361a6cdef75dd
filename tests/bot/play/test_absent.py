"""Default moves of absent players: missed decisions are completed, choices stay."""

from dataclasses import replace

import pytest

from bot.storage import Database
from games.core import Seat
from games.errors import NotToAct

from ..stored_tables import SHORT, Where, check_whole, dealt, log


async def test_default_move_is_refused_after_a_choice(database: Database, file: Where) -> None:
    match = await dealt(database, 3)
    card = match.legal_texts(Seat(1))[-1]
    await match.submit(Seat(1), card)
    with pytest.raises(NotToAct):
        await match.submit_default(Seat(1))
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
