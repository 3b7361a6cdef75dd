"""A running match: its record, its current step, and the submission of moves.

The log of moves is the match. A move is checked against the step in memory, stored, and then
becomes the current step. The memory can be dropped at any time and replayed from the log.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import wraps
from types import MappingProxyType
from typing import Any, NamedTuple, ParamSpec

from games import find_game
from games.chance import Chance
from games.core import Completes, Eliminates, Event, Game, Outcome, Seat
from games.errors import N_, GameError, NotToAct
from games.record import Record, parse_options
from games.thinking.decisions import PLAIN, Pending, number_of

from .. import storage
from ..storage import Database, Due, Result, StoredTable
from ..storage.ratings import rated_ranks
from ..words.errors import MoveTaken, NotSaved, StaleControl
from .endings import Decision, left_at, long_enough
from .shuffle import recorded, seed_of

_P = ParamSpec("_P")
AnyGame = Game[Any, Any, Any]
TOLD = 120
"""Number of latest events stored for each seat's story."""
Story = tuple[tuple[int, Event], ...]


class Pause(NamedTuple):
    """The lengths in seconds of a reveal: without films, and of each film that shows a part."""

    seconds: float = 0.0
    films: tuple[float, ...] = ()


Moment = Callable[[Any, Story], Pause]
"""Returns the pause for the latest events of a story, from the spectators' view."""


class Hold(NamedTuple):
    """The time of a film: its reveal's ply, stage and state, its part, its begin and its end."""

    ply: int
    part: int
    stage: int
    state: Any
    begins: float
    until: float


class Holds(NamedTuple):
    """The times of a reveal. `paused` is the end for readers without films (0: none).

    A move during a film may bring the next one, which then waits for its turn. `ply` is the latest
    move with a reveal.
    """

    paused: float = 0.0
    films: tuple[Hold, ...] = ()
    ply: int = 0

    @property
    def ends(self) -> tuple[float, ...]:
        """The end for readers without films, and of each film."""
        return (self.paused, *(hold.until for hold in self.films))

    @property
    def until(self) -> float:
        """The end for all readers."""
        return max(self.ends)


_log = logging.getLogger(__name__)


class DueDecision(NamedTuple):
    """The input of a computer's decision. `number` seeds its chance."""

    view: Any
    told: tuple[Event, ...]
    legal: tuple[Any, ...]
    number: int


def takes_place(event: Event, before: Event) -> bool:
    """Return True if a story shows `event` in place of `before`, its predecessor."""
    return event.supersedes and type(before) is type(event) and before.to == event.to


def _ended_unheard(submitted: "asyncio.Task[None]") -> None:
    """Log the error of a submission whose caller is gone. A refusal concerned only the caller."""
    error = None if submitted.cancelled() else submitted.exception()
    if error is not None and not isinstance(error, GameError):
        _log.error("a move failed after its caller was cancelled", exc_info=error)


def _uncut(submit: Callable[_P, Coroutine[Any, Any, None]]) -> Callable[_P, Awaitable[None]]:
    """Finish a submission after its caller is cancelled, so that no stored move is missing here."""

    @wraps(submit)
    async def submitting(*args: _P.args, **asked: _P.kwargs) -> None:
        submitted = asyncio.ensure_future(submit(*args, **asked))
        try:
            await asyncio.shield(submitted)
        except asyncio.CancelledError:
            submitted.add_done_callback(_ended_unheard)
            raise

    return submitting


class Match:
    """One match of a table's players. Create it with `Match.load`.

    `ply` counts the moves so far. `holds` are the times of the latest reveal. `moment` computes
    their lengths from the public events.
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
        # Cached: isinstance with a runtime protocol is slow.
        self._eliminates = self.game if isinstance(self.game, Eliminates) else None
        self.options: Any = parse_options(self.game, table.options)
        self._database = database
        self._now = now
        self._moment = moment
        self.holds = Holds()
        self._lock = asyncio.Lock()
        # The log may hold a move whose storing was not confirmed.
        self._unsure = False
        self._seed = seed_of(table)
        self.moves: list[tuple[Seat, str]] = []
        # Makers of the automatic moves, by ply.
        self._makers: dict[int, str] = {}
        self._pending = Pending()
        # Choices made beside a film that aren't due yet, each with its stage.
        self._wanted: dict[Seat, tuple[int, str]] = {}
        # Each seat's latest move. One made during a reveal counts as made before it.
        self._acted: dict[Seat, int] = {}
        # Each seat's latest decision of each stage.
        self._decisions: list[dict[int, Decision]] = [{} for _ in self.table.players]
        # One queue for each seat and one for spectators (None), or private events would push out
        # the public ones.
        every: list[Seat | None] = [None, *map(Seat, range(len(self.table.players)))]
        self._told = {eyes: deque[tuple[int, Event]](maxlen=TOLD) for eyes in every}
        self._stories: dict[Seat | None, Story] = {}
        # A seat's view changes only with its own move or an event addressed to it.
        self._views: dict[Seat | None, Any] = {}
        # All events since the deal. Filled when a computer first needs them.
        self._history: list[tuple[int, Event]] | None = None
        step = self._deal()
        self._advance(step.state, step.events, None)

    @classmethod
    async def load(
        cls,
        table: StoredTable,
        database: Database,
        now: Callable[[], float],
        moment: Moment | None = None,
        *,
        fresh: bool = False,
    ) -> "Match":
        """Return the match replayed from its log. A `fresh` match has no moves yet.

        Raises RecordError if its rules aren't released.
        """
        match = cls(table, database, now, moment)
        if fresh:
            return match
        moves = await storage.moves.moves(database, table.id)
        match._play_on(moves, await storage.moves.automatic(database, table.id))
        return match

    @property
    def deadline(self) -> float | None:
        """End of the current decision (None: no limit), kept in the table's row."""
        return self.table.deadline

    @deadline.setter
    def deadline(self, deadline: float | None) -> None:
        self.table = replace(self.table, deadline=deadline)

    def _deal(self) -> Any:
        return self.game.deal(len(self.table.players), self.options, Chance(self._seed, 0))

    def _advance(self, state: Any, events: tuple[Event, ...], mover: Seat | None) -> None:
        self.state = state
        if mover is not None:
            self._acted[mover] = self.holds.ply if self.held else self.ply
        self._pending.advance(self.ply, self.stage, state, mover)
        self._views.pop(mover, None)
        self.to_act: frozenset[Seat] = self.game.to_act(state)
        """Seats the match waits for. Empty when it is over."""
        self.outcome: Outcome | None = self.game.outcome(state)
        self._tell(self.ply, events)

    def _tell(self, ply: int, events: Sequence[Event]) -> None:
        if self._history is not None:
            self._history += [(ply, event) for event in events]
        for event in events:
            told = (ply, event)
            for eyes in self._told if event.to is None else event.to:
                before = self._told[eyes]
                if before and takes_place(event, before[-1][1]):
                    before.pop()
                before.append(told)
                self._stories.pop(eyes, None)
                self._views.pop(eyes, None)

    def _play_on(self, moves: list[tuple[int, str]], automatic: Mapping[int, str]) -> None:
        for seat, text in moves:
            step = self._play(Seat(seat), self.game.parse_move(text))
            self._decide(Seat(seat), automatic.get(self.ply + 1))
            self.moves.append((Seat(seat), text))
            self._advance(step.state, step.events, Seat(seat))

    def _decide(self, seat: Seat, made_by: str | None) -> None:
        """Note the next move as a seat's decision. `made_by` is its maker, None for a person."""
        # A choice changed in the same stage is the same decision.
        self._decisions[seat][self.stage] = Decision(self.ply + 1, made_by is not None)
        if made_by is not None:
            self._makers[self.ply + 1] = made_by

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
        """Number of moves made."""
        return len(self.moves)

    @property
    def stage(self) -> int:
        """The game's stage. It grows whenever older controls become stale."""
        return self.game.stage(self.state)

    @property
    def record(self) -> Record:
        """The record so far. It contains the secret, so show it only after the match."""
        return recorded(self.table, self.moves, self._makers)

    def view(self, seat: Seat | None) -> Any:
        """Return the view of a seat, or of a spectator (None)."""
        if seat not in self._views:
            self._views[seat] = self.game.view(self.state, seat)
        return self._views[seat]

    def story(self, seat: Seat | None) -> Story:
        """Return the latest (ply, event) pairs visible to a seat, or to spectators (None)."""
        if seat not in self._stories:
            self._stories[seat] = tuple(self._told[seat])
        return self._stories[seat]

    def public_events(self) -> tuple[Event, ...]:
        """Return all public events since the deal, in order."""
        return tuple(event for _, event in self._whole() if event.to is None)

    def told(self, seat: Seat, until: int | None = None) -> tuple[Event, ...]:
        """Return all events addressed to a seat since the deal, in order, or until a ply."""
        last = self.ply if until is None else until
        return tuple(
            e for ply, e in self._whole() if ply <= last and (e.to is None or seat in e.to)
        )

    def public(self) -> Story:
        """Return all public events since the deal, each with its ply."""
        return tuple(told for told in self._whole() if told[1].to is None)

    def _whole(self) -> list[tuple[int, Event]]:
        """Return all events since the deal, each with its ply."""
        if self._history is None:
            step = self._deal()
            self._history = [(0, event) for event in step.events]
            for ply, (mover, text) in enumerate(self.moves, 1):
                step = self._played(step.state, mover, self.game.parse_move(text), ply)
                self._history += [(ply, event) for event in step.events]
        return self._history

    def decision(self, seat: Seat) -> DueDecision:
        """Return the input of a computer's decision, from the position when it became due."""
        ply, state = self._pending.of(seat)
        return DueDecision(
            self.game.view(state, seat),
            self.told(seat, ply),
            tuple(self.game.legal_moves(state, seat)),
            number_of(self._seed, seat, ply, self.moves, daily=self.table.kind.alike),
        )

    def acted(self, seat: Seat | None) -> int:
        """Return the ply of a seat's latest move, or of the latest one by a person (None)."""
        if seat is not None:
            return self._acted.get(seat, 0)
        people = (ply for one, ply in self._acted.items() if self.table.players[one].playing)
        return max(people, default=0)

    def may_change(self, seat: Seat) -> bool:
        """Return True if a seat has made a sealed choice that may still change."""
        return seat not in self.to_act and bool(self.game.legal_moves(self.state, seat))

    def legal_texts(self, seat: Seat) -> list[str]:
        """Return the legal moves of a seat, in the notation of the rules pages."""
        return [self.game.move_text(m) for m in self.game.legal_moves(self.state, seat)]

    @_uncut
    async def submit(
        self,
        seat: Seat,
        typed: str | None,
        *,
        stage: int | None = None,
        undecided: bool = False,
        clicked: int | None = None,
        made_by: str | None = None,
    ) -> None:
        """Store a move and make it the current step, or refuse it and change nothing.

        With None it is the default move, and NotToAct is raised unless the seat is to act.

        `stage` is the stage the player saw, if known. `clicked` is the id of the interaction that
        asks for the move, `made_by` the computer that made it. With `undecided`, a choice that the
        seat has already made stays. Raises StaleControl if the stage has passed, and MoveError if
        the rules forbid the move. Raises StorageError if it can't be stored.
        """
        async with self._lock:
            if self._unsure:
                await self._catch_up()
            while True:
                try:
                    decided = undecided and seat not in self.to_act
                    if decided or stage not in (None, self.stage):
                        raise StaleControl(N_("Too late: the match has moved on."))
                    move = self._default(seat) if typed is None else self.game.parse_move(typed)
                    step = self._play(seat, move)
                    text = self.game.move_text(move)
                    holds = self._held(step.state, step.events)
                    due = self._due(step.state, holds.until)
                    if typed is None or not self.table.players[seat].playing:
                        made_by = made_by or PLAIN
                    automatic = made_by is not None
                    await storage.moves.append(
                        self._database,
                        self.table.id,
                        self.ply + 1,
                        seat,
                        text,
                        self._now(),
                        self._result(self.game.outcome(step.state), seat, automatic, step.events),
                        due,
                        clicked,
                        automatic=automatic,
                        made_by=made_by,
                    )
                except MoveTaken:
                    # The move was stored, but its confirmation was lost.
                    if not await self._catch_up():
                        raise
                    continue
                except NotSaved:
                    self._unsure = True
                    raise
                if due is not None:
                    self.deadline = due.deadline
                self.holds = holds
                self._decide(seat, made_by)
                self.moves.append((seat, text))
                self._advance(step.state, step.events, seat)
                return

    def time_left(self) -> float | None:
        """Return the seconds left for the current decision, or None without a limit."""
        return None if self.deadline is None else max(0.0, self.deadline - self._now())

    def due_with(self, seconds: float | None) -> Due:
        """Return the clock of the current decision with `seconds` of its time left."""
        if self.table.pace is None or seconds is None:
            return self.fresh_due()
        deadline, half = self._now() + seconds, self.table.pace / 2
        return Due(deadline, deadline - half if seconds > half else deadline)

    def fresh_due(self) -> Due:
        """Return the clock of a decision that begins now. It starts after the reveal pause."""
        return self._clock(self.holds.until)

    def _clock(self, held_until: float) -> Due:
        if self.table.pace is None:
            return Due(None, None)
        begins, seconds = max(self._now(), held_until), self.table.pace
        return Due(begins + seconds, begins + seconds / 2)

    def _due(self, after: Any, held_until: float) -> Due | None:
        """Return the new clock if a move leading to state `after` changes it, else None."""
        if self.table.pace is None or self.game.stage(after) == self.stage:
            return None
        return self._clock(held_until)

    @property
    def held(self) -> bool:
        """True while any reader sees a reveal. Computers and clocks wait."""
        return self._now() < self.holds.until

    @property
    def paused(self) -> bool:
        """True during a reveal for readers without films."""
        return self._now() < self.holds.paused

    @property
    def playing(self) -> Hold | None:
        """The hold of the film that plays now, None without one."""
        now = self._now()
        return next((hold for hold in self.holds.films if now < hold.until), None)

    def stands(self, hold: Hold) -> bool:
        """Return True if nothing but sealed choices came after the reveal of a film."""
        return hold.stage == self.stage

    def view_at(self, hold: Hold, eyes: Seat | None) -> Any:
        """Return the view of a seat or of spectators (None) while a film plays."""
        return self.view(eyes) if self.stands(hold) else self.game.view(hold.state, eyes)

    def story_at(self, hold: Hold, eyes: Seat | None) -> Story:
        """Return the story of a seat or of spectators (None) while a film plays."""
        story = self.story(eyes)
        return story if self.stands(hold) else tuple(one for one in story if one[0] <= hold.ply)

    def hold(self) -> None:
        """Start the reveal of the deal. Moves start their own."""
        self.holds = self._held_by(0, self.state, self.story(None))

    def crown(self, seconds: float) -> None:
        """Add the podium's film, the last part, to a match that no move has ended."""
        now = self._now()
        films = [hold for hold in self.holds.films if now < hold.until]
        begins = films[-1].until if films else now
        last = Hold(self.ply, -1, self.stage, self.state, begins, begins + seconds)
        self.holds = self.holds._replace(films=(*films, last))

    def _held(self, after: Any, events: Iterable[Event]) -> Holds:
        """Return the times of reveals once a move has led to state `after`."""
        told = [(self.ply + 1, event) for event in events if event.to is None]
        story = (*self._told[None], *told) if told else ()
        return self._held_by(self.ply + 1, after, story)

    def _held_by(self, ply: int, after: Any, story: Story) -> Holds:
        pause, now = self.pause(after, story), self._now()
        # An event without a reveal must not cut the current one short.
        paused = now + pause.seconds if pause.seconds else self.holds.paused
        films = [hold for hold in self.holds.films if now < hold.until]
        # Readers of a film see the sealed choices that were made while its state stood.
        films = [one._replace(state=self.state) if self.stands(one) else one for one in films]
        begins = films[-1].until if films else now
        stage = self.game.stage(after)
        for part, seconds in enumerate(pause.films):
            films.append(Hold(ply, part, stage, after, begins, begins + seconds))
            begins += seconds
        reveals = bool(pause.seconds or pause.films)
        latest = ply if reveals else self.holds.ply
        return Holds(paused if now < paused else 0.0, tuple(films), latest)

    def pause(self, after: Any, story: Story) -> Pause:
        """Return the lengths of the reveal that a story ends with, none without one."""
        if not story or self._moment is None:
            return Pause()
        return self._moment(self.game.view(after, None), story)

    async def _catch_up(self) -> bool:
        """Play the moves that the log has and the memory lacks. Return True if there were any."""
        stored = await storage.moves.moves(self._database, self.table.id, self.ply)
        self._unsure = False
        if stored:
            automatic = await storage.moves.automatic(self._database, self.table.id, self.ply)
            self._play_on(stored, automatic)
        return bool(stored)

    def _result(
        self, outcome: Outcome | None, mover: Seat, automatic: bool, events: Sequence[Event]
    ) -> Result | None:
        if outcome is None:
            return None
        made = {**self._decisions[mover], self.stage: Decision(self.ply + 1, automatic)}
        moves = [*self.moves, (mover, "")]
        result = self._ranked(outcome.ranks, outcome.scores, moves, {mover: made})
        marks = self.table.kind.marks
        if marks is None:
            return result
        events = [*self.public_events(), *(event for event in events if event.to is None)]
        return replace(result, marks=marks(self.table.game, events))

    def won_by(self, seat: Seat) -> Result:
        """Return the result if a seat wins now, before the rules end the match."""
        ranks = [2 - (other == seat) for other in range(len(self.table.players))]
        return self._ranked(ranks, None, self.moves)

    def left_to_computers(self) -> Result | None:
        """Return the result if only computers are still in the game, else None."""
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
        newest: Mapping[Seat, dict[int, Decision]] = MappingProxyType({}),
    ) -> Result:
        players = self.table.players
        last = [0] * len(players)
        for ply, (seat, _) in enumerate(moves, 1):
            last[seat] = ply
        made = [newest.get(Seat(n), self._decisions[n]).values() for n in range(len(players))]
        left = tuple(map(left_at, players, made))
        placed = tuple(rated_ranks(ranks, left, last))
        # Unrated: computers from the start, a removed player, or no player who stayed to the end.
        counts = None in left and not any(p.computer or p.wronged for p in players)
        counts &= long_enough(self.game, len(players), self.options, sum(map(len, made)))
        return Result(placed, scores, placed if counts else None, left)

    async def play_missed(self) -> None:
        """Make all default moves that only complete a missed decision."""
        while missed := [seat for seat in self.to_act if self._missed(seat)]:
            await self.submit(min(missed), None)

    def want(self, seat: Seat, text: str) -> bool:
        """Note a choice that isn't due yet, made beside a film that doesn't say so.

        Return False if the seat has made its choice.
        """
        early = not self.may_change(seat)
        if early:
            self._wanted[seat] = self.stage, text
        return early

    def wanted(self, seat: Seat) -> str:
        """Return the choice that a player has made for a later stage, or an empty text."""
        stage, text = self._wanted.get(seat, (-1, ""))
        return text if stage == self.stage else ""

    async def play_wanted(self) -> None:
        """Make the choices of an earlier stage that have become due. Others are dropped."""
        for seat in sorted(self._wanted):
            stage, text = self._wanted[seat]
            if stage == self.stage:
                continue
            due = seat in self.to_act and self.table.players[seat].playing
            if due and text in self.legal_texts(seat):
                await self.submit(seat, text, undecided=True)
            del self._wanted[seat]

    def _missed(self, seat: Seat) -> bool:
        """Return True if this completes a decision the player missed.

        Computers play for those away.
        """
        player = self.table.players[seat]
        if player.misses == 0 or not player.playing or not isinstance(self.game, Completes):
            return False
        return self.game.completes(self.view(seat))
