"""Comparison of people's accounts of their matches with the stored log.

A move without a click is the clock's, after its deadline, or a computer's, on an abandoned seat. A
move confirmed to a person is in the log once, at its stage and in order.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bot import storage
from bot.play import endings
from bot.storage import StoredTable
from bot.storage.standings import ALL_GAMES, ALL_TIME
from games import GAMES
from games.core import Completes, Eliminates, Seat, Step
from rig.processes import Client, answered

from .companies import DONE, EVER, PACE, REFUSED, UNCLEAR, Account, Click
from .databases import Database
from .store import Store

CLOCK, COMPUTER = "by the clock", "by computers"
# Consecutive timeouts before a computer takes over.
_MISSES = 3
# The deadline is set just before the move that sets it is stored, seconds.
_HAIR = 0.05


async def refused(client: Client, people: Sequence[str]) -> set[str]:
    """Return the ids of the clicks answered by a private refusal."""
    seen = [(person, await client.messages(person)) for person in people]
    return {answered(m) for who, some in seen for m in some if m["ephemeral_for"] == who}


class Proof:
    """Checks all accounts against the database. Each check raises AssertionError on a mismatch."""

    def __init__(self, store: Store, database: Database, refusals: set[str]) -> None:
        self.store, self.database, self.refusals = store, database, refusals
        self.counts: Counter[str] = Counter()

    async def check(self, account: Account) -> None:
        """Check the moves, pauses, seats and end of one match."""
        stored = await self.store.table(account.table)
        steps, moves = await self.store.steps(stored), await self.store.moves(account.table)
        query = "select at from moves where table_id = ? order by ply"
        times = [at for (at,) in self.database.ask(query, account.table)]
        automatic = await storage.moves.automatic(self.store.database, account.table)
        assert len(steps) == len(moves) + 1 == len(times) + 1, account.table
        outcomes = _outcomes(account, self.refusals)
        self.counts.update(read for clicks in outcomes.values() for _, read in clicks)
        for seat, person in enumerate(account.seated):
            if int(person) > 0:
                log = _Log(stored, steps, moves, times, automatic, Seat(seat))
                self.counts.update(_explained(log, account, outcomes, person))
        self.counts["moves"] += len(moves)
        for since, until in account.paused:
            played = [at for at in times if since < at < until]
            assert not played, (account.table, "moves while paused", since, until, played)
        _check_seats(account, stored)
        _check_end(account, stored, steps)

    def check_standings(self) -> None:
        """Check that standings and ratings contain each rated match once, in order."""
        rows = self.database.ask(
            "select game, user_id, rating_before, rating_after from seats "
            "join tables on id = table_id where rating_after is not null order by ended_at, id"
        )
        rated, lasts = Counter[tuple[str, int]](), dict[tuple[str, int], float]()
        for game, person, before, after in rows:
            assert before == lasts.get((game, person), before), (game, person, lasts)
            lasts[game, person] = after
            rated[game, person] += 1
        query = "select game, user_id, matches, mu from standings where period = ? and game <> ?"
        kept = self.database.ask(query, ALL_TIME, ALL_GAMES)
        assert {(game, person): matches for game, person, matches, _ in kept} == dict(rated)
        assert {(game, person): mu for game, person, _, mu in kept} == lasts
        self.counts["rated"] = sum(rated.values())


Outcomes = dict[tuple[str, int], list[tuple[Click, str]]]
"""The clicks of each person by stage, and the outcomes they could infer."""


def _outcomes(account: Account, refusals: set[str]) -> Outcomes:
    found: Outcomes = defaultdict(list)
    for person, clicks in account.clicks.items():
        for click in clicks:
            read = REFUSED if click.number in refusals else click.read
            found[person, click.stage].append((click, read))
    return found


@dataclass
class _Log:
    """The moves of one seat by stage, with times to identify their makers.

    automatic: the numbers of all moves that no person made, from 1.
    """

    stored: StoredTable
    steps: Sequence[Step[Any]]
    moves: Sequence[tuple[int, str]]
    times: Sequence[float]
    automatic: Collection[int]
    seat: Seat

    def __post_init__(self) -> None:
        self.game = GAMES[self.stored.game]
        self.by_stage = defaultdict[int, list[tuple[int, str]]](list)
        self._began = dict[int, float]()
        ended = [self.stored.started_at or 0.0, *self.times]
        for ply, ((who, text), step) in enumerate(zip(self.moves, self.steps, strict=False)):
            stage = self.game.stage(step.state)
            self._began.setdefault(stage, ended[ply])
            if who == self.seat:
                self.by_stage[stage].append((ply, text))

    def default(self, ply: int, text: str, missed: int) -> bool:
        """Return True if the clock can have made that move."""
        view = self.game.view(self.steps[ply].state, self.seat)
        if self.seat not in self.game.to_act(self.steps[ply].state):
            return False
        plain = self.game.move_text(self.game.default_move(view)) == text
        began = self._began[self.game.stage(self.steps[ply].state)]
        late = self.stored.pace is not None and self.times[ply] > began + PACE - _HAIR
        completes = isinstance(self.game, Completes) and self.game.completes(view)
        return plain and (late or (missed > 0 and completes))


def _explained(log: _Log, account: Account, outcomes: Outcomes, person: str) -> Counter[str]:
    """Check that a person, the clock or a computer made each move of a seat. Count each kind."""
    found: Counter[str] = Counter()
    missed, started, until = 0, *account.gone.get(person, (0.0, 0.0))
    for stage in sorted(log.by_stage.keys() | {at for who, at in outcomes if who == person}):
        clicks, here = outcomes.get((person, stage), []), log.by_stage.get(stage, [])
        for ply, text, clicked in _matched(clicks, here, (account.table, log.game.key, person)):
            made, automatic = log.default(ply, text, missed), ply + 1 in log.automatic
            why = (account.table, log.game.key, person, stage, ply, text, missed, clicks, here)
            if clicked:
                assert not automatic, ("a click counted as missed", why)
                found["confirmed"] += 1
                missed = 0
            elif any(read == UNCLEAR and click.text == text for click, read in clicks):
                # Perhaps the clock's move, which happens to be the same.
                missed = missed + 1 if made else 0
            elif made:
                assert automatic, ("a missed decision counted as made", why)
                found[CLOCK] += 1
                missed += 1
            else:
                away = missed >= _MISSES
                gone = started <= log.times[ply] <= until
                assert away or gone, ("a move that nobody made", why, log.by_stage, account)
                assert automatic, ("a computer's move counted as a person's", why)
                found[COMPUTER] += 1
    return found


def _matched(
    clicks: Sequence[tuple[Click, str]], here: Sequence[tuple[int, str]], where: Any
) -> Iterator[tuple[int, str, bool]]:
    """Yield the moves of a stage, each with True if a click of it was confirmed."""
    done = [click.text for click, read in clicks if read == DONE]
    for ply, text in here:
        mine = bool(done) and done[0] == text
        done = done[mine:]
        yield ply, text, mine
    assert not done, ("moves read as done are lost, or out of order", where, done, clicks, here)


def _check_seats(account: Account, stored: StoredTable) -> None:
    """Check that people and computers sit or have left as the account says."""
    where = (account.table, stored.players, account)
    assert [str(player.user_id) for player in stored.players] == account.seated, where
    assert sum(player.computer for player in stored.players) == account.computers, where
    left = {str(player.user_id) for player in stored.players if player.left}
    taken_back = {who for who, (_, until) in account.gone.items() if until < EVER}
    assert account.confirmed_gone.keys() <= left <= account.gone.keys() - taken_back, where
    sent = {str(p.user_id) for p in stored.players if p.removed_by is not None}
    assert account.sent_away <= sent <= left, where
    for person, since in account.confirmed_gone.items():
        late = [c for c in account.clicks.get(person, []) if c.started > since and c.read == DONE]
        assert not late, (where, late)
    assert stored.again_of == account.again_of, where


def _check_end(account: Account, stored: StoredTable, steps: Sequence[Step[Any]]) -> None:
    """Check that the match ended as the account says, with the ranks of the rules."""
    where = (account.table, stored.phase, stored.why, stored.players)
    game = GAMES[stored.game]
    outcome = game.outcome(steps[-1].state)
    if stored.phase == "over" and stored.why is None:
        assert outcome is not None, where
        absent = [p for p in stored.players if p.left or p.away or p.left_ply is not None]
        if not absent:
            assert tuple(player.rank for player in stored.players) == outcome.ranks, where
        assert tuple(player.score for player in stored.players) == outcome.scores, where
    elif stored.phase == "over":
        assert stored.why == endings.COMPUTERS, where
        assert isinstance(game, Eliminates), where
        left_in = game.still_in(steps[-1].state)
        assert not any(stored.players[seat].playing for seat in left_in), where
    else:
        people = [player for player in stored.players if not player.computer]
        because = {
            endings.VOTE: bool(account.voted),
            endings.LEFT: all(player.left for player in people),
            endings.NOBODY: all(player.left or player.away for player in people),
        }
        assert stored.phase == "cancelled", where
        assert outcome is None, where
        assert because.get(stored.why or "", False), where
    assert all((player.rank is None) == (stored.phase != "over") for player in stored.players)
