"""The daily deals' chore: secrets are drawn ahead, and past days are closed.

Of several processes one closes a day, and another one if that has died.
"""

import asyncio
import logging
from typing import Any

from games import find_game
from games.chance import Chance
from games.core import Event, Seat
from games.record import dumps, record_of
from games.thinking.decisions import Pending, maker, number_of

from ..play import daily
from ..screens import daily as screens
from ..storage import calls, dailies, hashes
from ..storage.dailies import Board, Deal
from ..tables.house import House
from ..wire.faults import NOT_THROUGH, unheard, why
from ..wire.ui import Address, button, button_rows, screen
from ..words.i18n import tongue
from ..workers.brain import Question

_log = logging.getLogger(__name__)

# Seconds between two looks: at most, and while a past day isn't closed.
_LOOK, _SOON = 3600.0, 60.0
# Seconds until another process takes a piece of work over.
_CLAIMED = 120.0
# Seconds before a decision that brought no answer is thought about again.
_AGAIN = 2.0


async def daily_deals(house: House, keep_days: float | None) -> None:
    """Draw secrets ahead, and close the days before, without an end."""
    drawn = 0
    while True:
        today = daily.number_at(house.now())
        if drawn != today:
            numbers = range(today, today + daily.AHEAD + 1)
            await dailies.draw(house.database, numbers, daily.daily_game())
            if keep_days:
                # Yesterday's boards are still to be closed.
                await dailies.expire(house.database, today - max(2, round(keep_days)))
            drawn = today
        last = daily.open_at(house.now())[-1]
        await hashes.expire(house.database, last, house.now())
        closed = await close_days(house, last)
        to_come = max(1.0, min(daily.ends(today), daily.closes(last)) - house.now())
        await asyncio.sleep(min(_LOOK if closed else _SOON, to_come))


async def close_days(house: House, today: int) -> bool:
    """Play yesterday's deal by the strong computer, and close the boards of past days.

    `today` is the oldest deal that may still be finished. Return True if nothing is left to do.
    """
    boards = await dailies.boards(house.database, today)
    for number in sorted({today - 1, *(board.number for board in boards)}):
        await _play_on(house, number)
    for board in boards:
        deal = await dailies.known(house.database, board.number)
        if deal is None or deal.score is not None:
            await _close(house, board, deal)
    yesterday = await dailies.known(house.database, today - 1)
    played = yesterday is None or yesterday.score is not None
    return played and not await dailies.boards(house.database, today)


async def _play_on(house: House, number: int) -> None:
    """Store the strong computer's play of a deal, unless it is stored."""
    deal = await dailies.known(house.database, number)
    if deal is None or deal.score is not None:
        return
    claim = (calls.DAILY, number)
    if await calls.claim(house.database, house.now(), _CLAIMED, claim):
        score, marks, record = await strong_play(house, deal)
        await dailies.played_by_computer(house.database, number, score, marks, record)


async def strong_play(house: House, deal: Deal) -> tuple[int, tuple[int, ...], str]:
    """Play a deal with the strong computer in the person's place: score, costs and record."""
    rules, game = daily.daily_of(deal.game), find_game(deal.game)
    kinds = (daily.STRONG, *rules.rivals)
    seed = daily.seed_of(deal.secret, deal.number)
    step: Any = game.deal(rules.seats, rules.options, Chance(seed, 0))
    pending, moves, makers = Pending(), list[tuple[int, str]](), list[tuple[int, str]]()
    told: list[tuple[int, Event]] = []
    seat: Seat | None = None
    while True:
        state, ply = step.state, len(moves)
        pending.advance(ply, game.stage(state), state, seat)
        told += [(ply, event) for event in step.events]
        outcome = game.outcome(state)
        if outcome is not None:
            break
        seat = min(game.to_act(state))
        due, position = pending.of(seat)
        question = Question(
            game=deal.game,
            version=game.version,
            strength=kinds[seat],
            view=game.view(position, seat),
            events=tuple(e for at, e in told if at <= due and (e.to is None or seat in e.to)),
            legal=tuple(game.legal_moves(position, seat)),
            seed=number_of(seed, seat, due, moves, daily=True),
        )
        move, made_by = await _thought(house, question)
        moves.append((seat, game.move_text(move)))
        makers.append((len(moves), made_by))
        step = game.play(state, seat, move, Chance(seed, len(moves)))
    course = [event for _, event in told if event.to is None]
    record = record_of(
        deal.game,
        game.version,
        rules.options_line(),
        deal.secret,
        [0] * rules.seats,
        moves,
        [daily.contribution(deal.number)],
        makers,
    )
    return outcome.scores[daily.PLAYER], daily.costs(deal.game, course), dumps(record)


async def _thought(house: House, question: Question) -> tuple[Any, str]:
    """Return a decision and its maker. A simple move in its place is asked for again."""
    while True:
        thought = await house.thinking.move(0, question)
        if thought.made_by == maker(question.game, question.strength):
            return thought.move, thought.made_by
        await asyncio.sleep(_AGAIN)


async def _close(house: House, board: Board, deal: Deal | None) -> None:
    """Post the closed board once in its channel, in the server's language."""
    claim = (calls.BOARD, board.guild_id)
    if not await calls.claim(house.database, house.now(), _CLAIMED, claim):
        return
    # It may have been closed between the look and the claim.
    if board not in await dailies.boards(house.database, board.number + 1):
        return
    runs = await dailies.lines(house.database, board.number, board.guild_id)
    look = house.looks.get(deal.game) if deal is not None else None
    if deal is not None and look is not None and runs:
        t = tongue(board.locale)
        today = button_rows([button(Address("daily"), t("Today's deal"))])
        drawn = screen(look.colour, *screens.closed(deal, runs, look, t), *today)
        once = f"{board.number}-{board.guild_id}"
        try:
            await house.post_somewhere(board.guild_id, [board.channel_id], drawn, once)
        except NOT_THROUGH as error:
            if unheard(error):
                _log.warning("a daily board is closed later: %s", why(error))
                return
            _log.warning("a daily board can't be posted: %s", why(error))
    await dailies.close_board(house.database, board)
