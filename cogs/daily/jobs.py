"""The job of daily deals: secrets are drawn ahead, and past days are closed."""

from typing import Any

from bot.clicks.answers import Bot
from bot.run.jobs import HOUR, job
from bot.tables.house import House
from bot.wire.ui import Address, button, button_rows, screen
from bot.words.i18n import tongue
from bot.workers.brain import Question
from games import find_game
from games.chance import Chance
from games.core import Event, Seat
from games.record import dumps, record_of
from games.thinking.decisions import Pending, maker, number_of

from . import deals, screens, store
from .store import Board, Deal

# Seconds between two looks while a past day isn't closed.
_SOON = 60.0


@job("dailies", every=HOUR)
async def close_days(bot: Bot, _: int) -> float:
    """Draw secrets ahead. Play yesterday's deal by the strong computer, and close past boards."""
    house, now, keep_days = bot.house, bot.now(), bot.settings.keep_days
    database, today, last = house.database, deals.number_at(now), deals.open_at(now)[-1]
    await store.draw(database, range(today, today + deals.AHEAD + 1), deals.daily_game())
    if keep_days:
        # Yesterday's boards are still to be closed.
        await store.expire(database, today - max(2, round(keep_days)))
    # The strong computer may fail below, and these must go all the same.
    await store.expire_hashes(database, last)
    boards = await store.boards(database, last)
    for number in sorted({last - 1, *(board.number for board in boards)}):
        deal = await store.known(database, number)
        if deal is not None and deal.score is None:
            played = await strong_play(house, deal)
            await store.played_by_computer(database, number, *played)
    closed = [await _close(house, board) for board in boards]
    pause = HOUR if all(closed) else _SOON
    return min(deals.ends(today), deals.closes(last), now + pause)


async def strong_play(house: House, deal: Deal) -> tuple[int, tuple[int, ...], str]:
    """Play a deal with the strong computer in the person's place: score, costs and record.

    Raises TimeoutError if a simple move had to stand for a decision.
    """
    rules, game = deals.daily_of(deal.game), find_game(deal.game)
    kinds = (deals.STRONG, *rules.rivals)
    seed = deals.seed_of(deal.secret, deal.number)
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
        thought = await house.thinking.move(0, question)
        if thought.made_by != maker(deal.game, kinds[seat]):
            raise TimeoutError("a computer has not answered in time")
        moves.append((seat, game.move_text(thought.move)))
        makers.append((len(moves), thought.made_by))
        step = game.play(state, seat, thought.move, Chance(seed, len(moves)))
    events = [event for _, event in told if event.to is None]
    record = record_of(
        deal.game,
        game.version,
        rules.options_line(),
        deal.secret,
        [0] * rules.seats,
        moves,
        [deals.contribution(deal.number)],
        makers,
    )
    return outcome.scores[deals.PLAYER], deals.costs(deal.game, events), dumps(record)


async def _close(house: House, board: Board) -> bool:
    """Post the closed board in its channel, in the server's language. Return False if it waits."""
    deal = await store.known(house.database, board.number)
    runs = await store.lines(house.database, board.number, board.guild_id)
    look = house.looks.get(deal.game) if deal is not None else None
    if deal is not None and look is not None and runs:
        t = tongue(board.locale)
        today = button_rows([button(Address("daily"), t("Today's deal"))])
        drawn = screen(look.colour, *screens.closed(deal, runs, look, t), *today)
        subject = f"{board.number}-{board.guild_id}"
        if not await house.post_once(subject, board.guild_id, drawn, board.channel_id):
            return False
    await store.close_board(house.database, board)
    return True
