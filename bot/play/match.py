"""A running match: its record, the current step, and how a move is submitted.

The log of moves is the match. A move is judged against the step in memory, stored, and only
then made the current step; what is in memory can always be dropped and replayed.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any

from games import find_game
from games.chance import Chance, mix
from games.core import Eliminates, Event, Game, Outcome, Seat
from games.errors import N_, GameError, NotToAct
from games.record import Record, parse_options, record_of

from .. import storage
from ..storage import Database, Due, Player, Result, StoredTable
from ..storage.ratings import rated_ranks
from ..words.errors import MoveTaken, StaleControl

AnyGame = Game[Any, Any, Any]
Moment = Callable[[Any, Sequence[Event]], float]
"""How long what everybody was told is held, by what everybody may see after it."""
TOLD = 120
"""So many of the latest events make the story that a screen tells."""
Story = tuple[tuple[int, Event], ...]
_log = logging.getLogger(__name__)


def takes_place(event: Event, before: Event) -> bool:
    """Whether a story tells the first instead of the second, which came just before."""
    return event.supersedes and type(before) is type(event) and before.to == event.to


class Match:
    """One playing of a game by the players of a table. Make with `Match.load`.

    `ply` counts the moves so far. `deadline` is when the decision under way ends
    (None: never). What happened last is told in a held moment until `held_until` (0: in none): so
    many seconds as `moment` asks for what everybody was told.
    """

    def __init__(
        self,
        table: StoredTable,
        database: Database,
        now: Callable[[], float],
        moment: Moment | None = None,
    ) -> None:
        self.table = table
        self.game: AnyGame = find_game(table.game, table.version)
        # Asked once: for a protocol it takes long.
        self._eliminates = self.game if isinstance(self.game, Eliminates) else None
        self.options: Any = parse_options(self.game, table.options)
        self._database = database
        self._now = now
        self._moment = moment
        self.held_until = 0.0
        self._lock = asyncio.Lock()
        self.deadline = table.deadline
        self._seed = mix(table.secret, [player.join_id for player in table.players])
        self._restart()

    @classmethod
    async def load(
        cls,
        table: StoredTable,
        database: Database,
        now: Callable[[], float],
        moment: Moment | None = None,
    ) -> "Match":
        """The match as its log says. Raises RecordError if its rules aren't released."""
        match = cls(table, database, now, moment)
        match._replay(await storage.moves.moves(database, table.id))
        return match

    def _restart(self) -> None:
        self.moves: list[tuple[Seat, str]] = []
        # By eyes: what some are told in private must not push out what all the others read.
        every: list[Seat | None] = [None, *map(Seat, range(len(self.table.players)))]
        self._told = {eyes: deque[tuple[int, Event]](maxlen=TOLD) for eyes in every}
        self._stories: dict[Seat | None, Story] = {}
        # A view changes only with an own move, and with what its eyes are told.
        self._views: dict[Seat | None, Any] = {}
        # Every event since the beginning, kept only where a computer has to know them.
        self._history: list[Event] | None = None
        step = self._deal()
        self._advance(step.state, step.events, None)

    def _deal(self) -> Any:
        return self.game.deal(len(self.table.players), self.options, Chance(self._seed, 0))

    def _advance(self, state: Any, events: tuple[Event, ...], mover: Seat | None) -> None:
        self.state = state
        self._views.pop(mover, None)
        self.to_act: frozenset[Seat] = self.game.to_act(state)
        """The seats the match waits for; none when it is over."""
        self.outcome: Outcome | None = self.game.outcome(state)
        self._tell(self.ply, events)

    def _tell(self, ply: int, events: Sequence[Event]) -> None:
        if self._history is not None:
            self._history.extend(events)
        for event in events:
            told = (ply, event)
            for eyes in self._told if event.to is None else event.to:
                before = self._told[eyes]
                if before and takes_place(event, before[-1][1]):
                    before.pop()
                before.append(told)
                self._stories.pop(eyes, None)
                self._views.pop(eyes, None)

    def _replay(self, moves: list[tuple[int, str]]) -> None:
        self._restart()
        self._play_on(moves)

    def _play_on(self, moves: list[tuple[int, str]]) -> None:
        for seat, text in moves:
            step = self._play(Seat(seat), self.game.parse_move(text))
            self.moves.append((Seat(seat), text))
            self._advance(step.state, step.events, Seat(seat))

    def _play(self, seat: Seat, move: Any) -> Any:
        return self._played(self.state, seat, move, self.ply + 1)

    def _played(self, state: Any, seat: Seat, move: Any, ply: int) -> Any:
        return self.game.play(state, seat, move, Chance(self._seed, ply))

    def _default(self, seat: Seat) -> Any:
        if seat not in self.to_act:
            raise NotToAct(N_("It isn't your turn."))
        return self.game.default_move(self.view(seat))

    @property
    def ply(self) -> int:
        """How many moves have been made."""
        return len(self.moves)

    @property
    def stage(self) -> int:
        """Grows when the controls shown before become stale."""
        return self.game.stage(self.state)

    @property
    def record(self) -> Record:
        """The record so far. It holds the secret: to be shown only when the match is over."""
        salts = [player.join_id for player in self.table.players]
        table = self.table
        return record_of(table.game, table.version, table.options, table.secret, salts, self.moves)

    def view(self, seat: Seat | None) -> Any:
        """What a seat, or with None a spectator, may know now."""
        if seat not in self._views:
            self._views[seat] = self.game.view(self.state, seat)
        return self._views[seat]

    def story(self, seat: Seat | None) -> Story:
        """The latest events that a seat, or with None everybody, may know, with their plies."""
        if seat not in self._stories:
            self._stories[seat] = tuple(self._told[seat])
        return self._stories[seat]

    def told(self, seat: Seat) -> tuple[Event, ...]:
        """Every event that a seat was told since the match began, in order."""
        if self._history is None:
            step = self._deal()
            self._history = [*step.events]
            for ply, (mover, text) in enumerate(self.moves, 1):
                step = self._played(step.state, mover, self.game.parse_move(text), ply)
                self._history += step.events
        return tuple(e for e in self._history if e.to is None or seat in e.to)

    def since(self, ply: int) -> list[Event]:
        """What everybody was told after that ply."""
        return [event for at, event in self._told[None] if at > ply]

    def legal_texts(self, seat: Seat) -> list[str]:
        """The moves a seat may make now, in the notation of the rules page."""
        return [self.game.move_text(m) for m in self.game.legal_moves(self.state, seat)]

    async def submit(
        self,
        seat: Seat,
        text: str,
        *,
        stage: int | None = None,
        undecided: bool = False,
        clicked: int | None = None,
    ) -> None:
        """Make a move, or refuse it and change nothing. When this returns, the move is kept.

        `stage` is the one the player saw, if known, `clicked` the interaction by which a person
        asks; `undecided`: a choice that the seat has made stays. Raises StaleControl when that has
        passed, MoveError when the rules don't allow the move, and whatever the storage raises.
        """
        await self._uncut(self._submit(seat, text, stage, undecided, clicked))

    async def submit_default(self, seat: Seat, *, stage: int | None = None) -> None:
        """Make the default move of a seat that is to act, as `submit` does.

        What the seat has chosen meanwhile is never changed: then NotToAct is raised.
        """
        await self._uncut(self._submit(seat, None, stage))

    async def _uncut(self, submitting: Coroutine[Any, Any, None]) -> None:
        # A cancelled caller must not leave a stored move out of memory.
        submitted = asyncio.ensure_future(submitting)
        try:
            await asyncio.shield(submitted)
        except asyncio.CancelledError:
            submitted.add_done_callback(_ended_unheard)
            raise

    async def _submit(
        self,
        seat: Seat,
        typed: str | None,
        stage: int | None,
        undecided: bool = False,
        clicked: int | None = None,
    ) -> None:
        async with self._lock:
            while True:
                try:
                    decided = undecided and seat not in self.to_act
                    if decided or stage not in (None, self.stage):
                        raise StaleControl(N_("The match has moved on since that button."))
                    move = self._default(seat) if typed is None else self.game.parse_move(typed)
                    step = self._play(seat, move)
                    text = self.game.move_text(move)
                    held_until = self._held_until(step.state, step.events)
                    due = self._due(step.state, held_until)
                    await storage.moves.append(
                        self._database,
                        self.table.id,
                        self.ply + 1,
                        seat,
                        text,
                        self._now(),
                        self._result(self.game.outcome(step.state), seat),
                        due,
                        clicked,
                    )
                except (GameError, MoveTaken):
                    # Perhaps only because another process has made moves meanwhile.
                    if not await self._catch_up():
                        raise
                    continue
                if due is not None:
                    self.deadline = due.deadline
                self.held_until = held_until
                self.moves.append((seat, text))
                self._advance(step.state, step.events, seat)
                return

    def time_left(self) -> float | None:
        """The seconds that are left for the decision under way; None: no limit."""
        return None if self.deadline is None else max(0.0, self.deadline - self._now())

    def due_with(self, seconds: float | None) -> Due:
        """A clock for the decision under way, with so much of its time left."""
        if self.table.pace is None or seconds is None:
            return self.fresh_due()
        deadline, half = self._now() + seconds, self.table.pace / 2
        return Due(deadline, deadline - half if seconds > half else deadline)

    def fresh_due(self, part: float = 1.0) -> Due:
        """A clock for a decision that begins now, with that part of the usual time.

        While a moment is held it doesn't run.
        """
        return self._clock(self.held_until, part)

    def _clock(self, held_until: float, part: float = 1.0) -> Due:
        if self.table.pace is None:
            return Due(None, None)
        begins, seconds = max(self._now(), held_until), self.table.pace * part
        return Due(begins + seconds, begins + seconds / 2)

    def _due(self, after: Any, held_until: float) -> Due | None:
        """The clock after a move to that state, if the move changes it."""
        if self.table.pace is None or self.game.stage(after) == self.stage:
            return None
        return self._clock(held_until)

    @property
    def held(self) -> bool:
        """Whether what happened last is still being told."""
        return self.held_until > 0 and self._now() < self.held_until

    def hold(self) -> None:
        """Hold what the deal itself brought; the moves that follow do so by themselves."""
        self.held_until = self._held_until(self.state, self.since(-1))

    def _held_until(self, after: Any, events: Iterable[Event]) -> float:
        """Until when these events, which led to that state, are told."""
        seconds = self._seconds(after, events)
        # What needs no moment must not cut short one under way.
        if not seconds:
            return self.held_until if self.held else 0.0
        return self._now() + seconds

    def _seconds(self, after: Any, events: Iterable[Event]) -> float:
        """How long these events, which led to that state, are told."""
        told = [event for event in events if event.to is None]
        if not told or self._moment is None:
            return 0.0
        return self._moment(self.game.view(after, None), told)

    async def _catch_up(self) -> bool:
        """Play the moves that the log holds and the memory doesn't; whether there are any."""
        stored = await storage.moves.moves(self._database, self.table.id, self.ply)
        self._play_on(stored)
        return bool(stored)

    async def catch_up(self) -> None:
        """Know what other processes have stored, and hold what it told."""
        async with self._lock:
            before, self.deadline = self.ply, self.table.deadline
            if await self._catch_up() and (
                seconds := self._seconds(self.state, self.since(before))
            ):
                # It may be over where the move was made.
                at = await storage.moves.last_at(self._database, self.table.id)
                self.held_until = min(self._now(), at or 0.0) + seconds

    def _result(self, outcome: Outcome | None, mover: Seat) -> Result | None:
        if outcome is None:
            return None
        return self._ranked(outcome.ranks, outcome.scores, [*self.moves, (mover, "")])

    def won_by(self, seat: Seat) -> Result:
        """What it ends with if that seat wins now, before the rules say so."""
        ranks = [2 - (other == seat) for other in range(len(self.table.players))]
        return self._ranked(ranks, None, self.moves)

    def left_to_computers(self) -> Result | None:
        """What it ends with if only computers are left in, and people could but watch."""
        game, players = self._eliminates, self.table.players
        if self.outcome is not None or game is None:
            return None
        if any(players[seat].playing for seat in game.still_in(self.state)):
            return None
        return self._ranked(game.standing(self.state).ranks, None, self.moves)

    def _ranked(
        self,
        ranks: Sequence[int],
        scores: tuple[int, ...] | None,
        moves: Sequence[tuple[Seat, str]],
    ) -> Result:
        players = self.table.players
        last = [0] * len(players)
        for ply, (seat, _) in enumerate(moves, 1):
            last[seat] = ply
        # Whoever is away to the end has left, as it turns out now.
        left = [_left_at(player, len(moves)) for player in players]
        placed = tuple(rated_ranks(ranks, left, last))
        # Where computers sat down from the beginning, where nobody stayed, and where somebody was
        # made to go, nothing is rated.
        counts = None in left and not any(p.computer or p.wronged for p in players)
        return Result(placed, scores, placed if counts else None)

    async def play_missed(self) -> None:
        """Make the default moves that only complete what was missed, as long as there are any."""
        while missed := [seat for seat in self.to_act if self._missed(seat)]:
            await self.submit_default(min(missed))

    def _missed(self, seat: Seat) -> bool:
        """Whether a person has missed what this decision belongs to; an away seat has computers."""
        player = self.table.players[seat]
        return player.misses > 0 and player.playing and self.game.completes(self.view(seat))


def _left_at(player: Player, now: int) -> int | None:
    """The ply at which somebody left, by themselves or by staying away; None: they haven't."""
    if player.left and not player.wronged:
        return player.left_ply or 0
    return now if player.away else None


def _ended_unheard(submitted: "asyncio.Task[None]") -> None:
    """A refusal concerned only the caller, who is gone; anything else goes to the log."""
    error = None if submitted.cancelled() else submitted.exception()
    if error is not None and not isinstance(error, GameError):
        _log.error("a move whose caller had gone failed", exc_info=error)
