"""Daily deals without Discord: a try played by one rule, and a process that closes days.

`python -m tests.cogs.daily.daily_here WHERE NUMBER` closes that day's boards as the bot does. It
prints a line for each board that it would post.
"""

import asyncio
import sys
from types import SimpleNamespace

from bot.play import lobby
from bot.play.match import Match
from bot.run.jobs import Jobs
from bot.screens.transcript import looks
from bot.storage import Database, Player, shared
from bot.storage.shared import Shared
from bot.wire.ui import Drawn
from bot.workers import brain
from bot.workers.brain import Question
from bot.workers.thinking import Thought
from cogs.daily import deals, jobs, store, tries
from cogs.daily.schema import LINE
from cogs.daily.store import Deal
from games.core import Seat
from games.thinking.decisions import decide, maker

from ...bot.rung import rung
from ...bot.stored_tables import HERE, Where, now


async def played(database: Database, deal: Deal, person: Player, *, backwards: bool) -> Match:
    """Play a try to its end: the person chooses last, or first (`backwards`) and changes it."""
    cast = looks()[deal.game].computers
    table = await tries.opened(database, HERE, deal, cast, person, now())
    table = await lobby.start(database, table, person.user_id, staff=False, now=now())
    match = await Match.load(table, database, now)
    while match.to_act:
        seat = min(match.to_act) if backwards else max(match.to_act)
        text, made_by = chosen(match, seat)
        if seat == deals.PLAYER and backwards and len(others := match.legal_texts(seat)) > 1:
            first = next(other for other in others if other != text)
            if text.isdecimal() and len(match.to_act) > 1:
                await match.submit(seat, first)
        await match.submit(seat, text, made_by=made_by)
    return match


def chosen(match: Match, seat: Seat) -> tuple[str, str | None]:
    """Return a computer's decision with its maker, and the first legal move of the person."""
    if seat == deals.PLAYER:
        return match.legal_texts(seat)[0], None
    due, kind = match.decision(seat), match.table.players[seat].kind
    game = match.game
    move = decide(game.key, game.version, kind, due.view, due.told, due.legal, due.number)
    return game.move_text(move), maker(game.key, kind)


def answers(match: Match) -> dict[Seat, list[str]]:
    """Return the computers' moves by seat."""
    seats = map(Seat, range(1, len(match.table.players)))
    return {seat: [text for mover, text in match.moves if mover == seat] for seat in seats}


class Posted:
    """A bot's services that closing a day needs. It notes what would be posted."""

    def __init__(self, database: Database, at: float) -> None:
        self.database = database
        self.looks = looks()
        self.posted: list[str] = []
        self.channels: list[int] = []
        self.thinking = SimpleNamespace(move=self._move)
        self.settings = SimpleNamespace(keep_days=None)
        self.house = self
        self._at = at
        self._jobs = Jobs(database, self.now, lambda: None)
        self._jobs.bind(self, jobs)

    async def close(self) -> None:
        """Do what is due."""
        await self._jobs.begin()
        await rung(self._jobs)

    def now(self) -> float:
        """Return a constant time."""
        return self._at

    async def _move(self, _table_id: int, question: Question) -> Thought:
        answer = await asyncio.to_thread(brain.choose, question)
        assert isinstance(answer, int)
        return Thought(question.legal[answer], maker(question.game, question.strength))

    async def post_once(self, _: str, _guild: int, drawn: Drawn, *channels: int) -> bool:
        """Note a message, and take a moment as Discord does."""
        await asyncio.sleep(0.05)
        self.posted.append(drawn.text)
        self.channels += channels
        print(f"posted in {channels[0]}", flush=True)
        return True


async def lined(database: Database, deal: Deal, people: int) -> None:
    """Finish tries at a deal, and post their lines in two servers."""
    for number in range(people):
        person = Player(500 + number, f"P{number}", "en-US", 1)
        match = await played(database, deal, person, backwards=bool(number % 2))
        assert match.outcome is not None
        for guild_id in (1, 2):
            board = store.Board(deal.number, guild_id, 10 * guild_id, "en-US")
            await store.open_board(database, board)
            line = Shared(match.table.id, LINE, guild_id)
            assert await shared.claim(database, line, board.channel_id, now())


async def close(where: Where, number: int) -> None:
    """Close a day as the bot does."""
    database = await Database.open(where)
    try:
        await Posted(database, deals.closes(number) + 60).close()
    finally:
        await database.close()


if __name__ == "__main__":
    asyncio.run(close(sys.argv[1], int(sys.argv[2])))
