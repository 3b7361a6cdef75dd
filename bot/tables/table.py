"""A table in a channel, from lobby to end: who sits there, and its match."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, Protocol

from games import playable
from games.core import Event, Seat
from games.errors import N_, GameError, IllegalMove, Name

from .. import storage
from ..play import consent, endings, lobby
from ..play.match import Match
from ..screens.look import lasting
from ..screens.refusals import naming
from ..storage import PANEL, Due, Player, Result, StoredPost, StoredTable
from ..words.errors import NotSaved, Overtaken, StaleControl, StorageError, TableError
from .house import House
from .known import Known

_log = logging.getLogger(__name__)

# After so many deadlines passed in a row a computer takes the seat.
_MISSES = 3
# So long the last message to a person who wants to be forgotten may take.
_FAREWELL_SECONDS = 3.0
# What follows from a move but couldn't be saved is tried again after so long.
AGAIN_SECONDS = 2.0


class Register(Protocol):
    """Where open tables are kept; declared here, given by the room above."""

    def let_go(self, table_id: int) -> None:
        """Forget a table at once."""

    def put_away(self, table_id: int) -> None:
        """Forget an ended table whose posts all show the end."""


class Table(Known):
    """One table. `lock` orders all that changes it: people, phase, moves, the clock."""

    def __init__(
        self, house: House, register: Register, stored: StoredTable, shown: list[StoredPost]
    ) -> None:
        super().__init__(house, stored, shown)
        self._register = register
        self._following: asyncio.Task[None] | None = None
        self._chapter: int | None = None

    def whole(self) -> "Table":
        """This table. Raises TableError if its match can't be taken up."""
        if self.broken and self.open:
            raise TableError(
                N_(
                    "Match {number} can't be taken up just now. The server's staff can call it off "
                    "with `/{table} {cancel}`."
                ),
                **{"number": self.id, "table": Name("table"), "cancel": Name("cancel")},
            )
        return self

    def playing(self) -> Match:
        """The match. Raises TableError if there is none yet."""
        self.whole()
        if self.match is None:
            raise TableError(N_("The match hasn't started yet."))
        return self.match

    # What changes a table

    async def join(self, player: Player, *, written: bool = False) -> None:
        """Seat a player in the lobby, and write to them. Raises TableError.

        A rematch for which all are there begins. `written`: the caller itself brings a message
        to them up to date.
        """
        async with self.lock:
            self._know(await lobby.join(self._house.database, self.stored, player))
            begins = await lobby.reunited(self._house.database, self.stored)
            if begins:
                await self._start(self.stored.host_id, staff=True)
        if begins:
            self.posts.acted(player.user_id)
            self._begun_now()
        elif written:
            self.posts.acted(player.user_id)
            self.posts.refresh(but=player.user_id)
        else:
            self.posts.joined(player.user_id)

    async def change(self, doing: Callable[[StoredTable], Awaitable[StoredTable]]) -> None:
        """Change the lobby as one of the functions of `lobby` does. Raises what that raises."""
        async with self.lock:
            self._know(await doing(self.stored))
        self.posts.refresh(but=PANEL)

    async def get_up(self, user_id: int) -> None:
        """Let a player go before the start. Raises StaleControl once the match has begun."""
        async with self.lock:
            if self.stored.started_at is not None:
                begun = N_("The match has begun; `/{table} {leave}` gets you out of it.")
                raise StaleControl(begun, table=Name("table"), leave=Name("leave"))
            await self._get_up(user_id)
        self.posts.refresh()

    async def leave(self, user_id: int) -> None:
        """Let a player go, from the lobby or from the match. Raises TableError."""
        async with self.lock:
            if self.stored.started_at is None:
                await self._get_up(user_id)
            else:
                await self._leave_match(user_id)
        self.posts.refresh()

    async def _get_up(self, user_id: int, *, bar: bool = False) -> None:
        self._know(await lobby.leave(self._house.database, self.stored, user_id, bar=bar))
        if not any(player.user_id > 0 for player in self.stored.players):
            await self._end(endings.LEFT)

    async def kick(self, host_id: int, user_id: int, *, staff: bool) -> None:
        """Send a player away. Raises TableError: not the host, not seated."""
        async with self.lock:
            lobby.may_command(self.stored, host_id, staff=staff)
            by = None if user_id == host_id else lobby.doer(self.stored, host_id)
            if self.stored.started_at is None:
                await self._get_up(user_id, bar=by is not None)
            else:
                await self._leave_match(user_id, removed_by=by)
        self.posts.refresh()

    async def _leave_match(self, user_id: int, removed_by: int | None = None) -> None:
        match = None if self.broken else await self._begun()
        seat, now = lobby.seated(self.stored, user_id), self._house.now()
        ply = 0 if match is None else match.ply
        staying = [player for player in self.stored.players if player.user_id != user_id]
        host_id = lobby.next_host(staying, self.stored.host_id)
        if not await storage.tables.leave(
            self._house.database,
            self.id,
            seat,
            ply,
            at=now,
            removed_by=removed_by,
            host_id=host_id,
        ):
            raise TableError(N_("That match is over."))
        gone = {"left": True, "left_ply": ply, "left_at": now, "removed_by": removed_by}
        self._know_player(seat, **gone, wants_end=False)
        if host_id is not None:
            self._know(replace(self.stored, host_id=host_id))
        if match is not None:
            await self._go_on_without(match)
        elif (why := consent.given_up(self.stored)) is not None:
            await self._end(why)

    async def take_back(self, user_id: int) -> None:
        """Give a seat back to whoever has just left it. Raises TableError: too late."""
        async with self.lock:
            await self._live()
            seat = consent.gone_seat(self.stored, user_id)
            until = None if seat is None else consent.regrets_until(self.stored.players[seat])
            if seat is None or until is None or self._house.now() > until:
                raise TableError(N_("It is too late to take that back."))
            still = {"left": False, "left_ply": None, "left_at": None}
            await storage.tables.set_player(self._house.database, self.id, seat, **still)
            self._know_player(seat, **still)
        self.posts.acted(user_id)
        self.posts.refresh()

    async def take_win(self, user_id: int) -> None:
        """End the match as won by whoever is left alone. Raises TableError: they aren't."""
        async with self.lock:
            match = await self._live()
            seat = consent.check_win(self.stored, user_id, self._house.now())
            await self._award(match.won_by(seat), endings.WIN)
        self.posts.refresh()

    async def _note_player(self, seat: int, **values: Any) -> None:
        """Set what goes with a move that is saved already, and must not fail it."""
        self._know_player(seat, **values)
        try:
            await storage.tables.set_player(self._house.database, self.id, seat, **values)
        except NotSaved as error:
            _log.error("seat %s isn't noted: %s", seat, error, extra={"table": self.id})

    async def _go_on_without(self, match: Match) -> None:
        """Let computers play where nobody does; if nobody is left at all, end the match.

        What it follows from is saved: if this can't be now, it is later.
        """
        try:
            await self._forget_votes(match)
            if (why := consent.given_up(self.stored)) is not None:
                await self._end(why)
                return
            if self.stored.paused_at is None:
                await match.play_missed()
            if (result := match.left_to_computers()) is not None:
                await self._award(result, endings.COMPUTERS)
            await self._forget_votes(match)
            await self._look_for_end(match)
            self._deciding.look()
        except NotSaved as error:
            _log.error("goes on later: %s", error, extra={"table": self.id})
            if self._following is None:
                self._following = asyncio.ensure_future(self._follow())
                self._house.watch(self._following)

    async def _forget_votes(self, match: Match) -> None:
        """Votes to end count until the next round, deal or duel."""
        chapter = self.look.chapter(match.view(None))
        if chapter == self._chapter:
            return
        votes = any(player.wants_end for player in self.stored.players)
        if votes and self._chapter is not None:
            await storage.tables.set_players(self._house.database, self.id, wants_end=False)
            players = tuple(replace(player, wants_end=False) for player in self.stored.players)
            self._know(replace(self.stored, players=players))
        self._chapter = chapter

    async def _follow(self) -> None:
        await asyncio.sleep(AGAIN_SECONDS)
        self._following = None
        async with self.lock:
            if self.match is not None and self.stored.phase == "live":
                await self._go_on_without(self.match)
        self.posts.refresh()

    async def start(self, user_id: int, *, staff: bool) -> None:
        """Begin the match. Raises TableError: not the host, too few players."""
        async with self.lock:
            await self._start(user_id, staff=staff)
        self._begun_now()

    async def _start(self, user_id: int, *, staff: bool) -> None:
        self._know(
            await lobby.start(
                self._house.database,
                self.stored,
                user_id,
                staff=staff,
                now=self._house.now(),
                idle=self._house.idle_seconds,
            )
        )
        await self._take_up(fresh=True)

    def _begun_now(self) -> None:
        self._house.deadline_changed(0.0)
        self.posts.refresh(but=PANEL)

    async def take_up(self) -> None:
        """Take up the match as its log says, after a restart."""
        async with self.lock:
            if self.stored.started_at is not None and self.match is None:
                await self._take_up()

    async def _begun(self) -> Match:
        """The match; taken up again if that failed before. Raises TableError if there is none."""
        if self.match is None and self.stored.started_at is not None and not self.broken:
            await self._take_up()
        return self.playing()

    async def _take_up(self, *, fresh: bool = False) -> None:
        running = self.stored.phase == "live"
        if self.broken:
            _log.error("the match can't be loaded: its game is gone", extra={"table": self.id})
            return
        if not playable(self.stored.game, self.stored.version):
            # Under other rules it would be another match; what has ended stays as it was told.
            if running:
                _log.warning("cancelled: it began under older rules", extra={"table": self.id})
                await self._end(endings.RULES)
            return
        try:
            # Read once, so that they are known whenever a moment is to be held.
            await self._house.servers.of(self.stored.guild_id)
            self.match = await Match.load(
                self.stored, self._house.database, self._house.now, self._moment
            )
            self._chapter = self.look.chapter(self.match.view(None))
        except StorageError:
            raise
        except Exception as error:
            # Only the kind of error: its text may tell a move that is still hidden.
            _log.error(
                "the match can't be loaded: %s", type(error).__name__, extra={"table": self.id}
            )
            self.match, self.broken = None, True
            return
        if running:
            if fresh:
                await self._tell_deal(self.match)
            await self._go_on_without(self.match)

    async def _tell_deal(self, match: Match) -> None:
        """Give what the deal itself brought its moment, before the first clock runs."""
        match.hold()
        if match.held and match.deadline is not None:
            due = match.fresh_due()
            try:
                await storage.tables.set_clock(self._house.database, self.id, *due)
                match.deadline = due.deadline
            except NotSaved as error:
                _log.error("the clock runs already: %s", error, extra={"table": self.id})

    def _moment(self, view: Any, events: Sequence[Event]) -> float:
        """How long these events are told, by the game's look and the server's settings."""
        moment = self._house.servers.known(self.stored.guild_id).held
        return lasting(self.look.pause(view, events), moment)

    async def cancel(self, user_id: int, *, staff: bool, running: bool) -> None:
        """Call a lobby off, or with `running` a match. Raises TableError: they may not."""
        async with self.lock:
            if self.open and running != (self.stored.started_at is not None):
                raise StaleControl(N_("The match has moved on since that button."))
            lobby.may_call_off(self.stored, user_id, staff=staff, now=self._house.now())
            await self._end(endings.BROKEN if self.broken else endings.BY_STAFF)
        self.posts.refresh()

    async def pause(self, user_id: int, *, staff: bool, rest: bool | None = None) -> bool:
        """Let a running match rest, or wish it to go on; None: the other of the two.

        Whether it rests now: the wish of one player alone may not be enough. Raises TableError.
        """
        async with self.lock:
            match = await self._live()
            resting = self.stored.paused_at is None
            if rest is not None and rest is not resting:
                raise StaleControl(N_("The match goes on already."))
            if resting or self.stored.seat_of(user_id) is None:
                lobby.may_command(self.stored, user_id, staff=staff)
            if resting:
                await self._rest(match, lobby.doer(self.stored, user_id))
            elif staff or consent.steers_pause(self.stored, user_id):
                await self._go_on(match)
            else:
                seat = lobby.seated(self.stored, user_id)
                await storage.tables.set_player(self._house.database, self.id, seat, wants_on=True)
                self._know_player(seat, wants_on=True)
                if consent.may_go_on(self.stored):
                    await self._go_on(match)
        self._house.deadline_changed(0.0)
        self.posts.refresh()
        return self.stored.paused_at is not None

    async def _rest(self, match: Match, by: int) -> None:
        now, left = self._house.now(), match.time_left()
        due_at = now + self._house.idle_seconds
        await storage.tables.pause(
            self._house.database, self.id, now, by=by, time_left=left, due_at=due_at
        )
        match.deadline = None
        await self._reload()

    async def _go_on(self, match: Match) -> None:
        """Give back what was left of the time, and no more."""
        due = match.due_with(self.stored.time_left)
        if due.due_at is None:
            due = Due(None, self._house.now() + self._house.idle_seconds)
        await storage.tables.go_on(self._house.database, self.id, *due)
        match.deadline = due.deadline
        await self._reload()
        await self._go_on_without(match)

    async def vote_end(self, user_id: int) -> bool:
        """Wish a running match to end; when most who play do, it does. Whether it ended."""
        async with self.lock:
            await self._live()
            seat = lobby.seated(self.stored, user_id)
            await storage.tables.set_player(self._house.database, self.id, seat, wants_end=True)
            self._know_player(seat, wants_end=True)
            ended = consent.may_end(self.stored)
            if ended:
                await self._end(endings.VOTE)
        self.posts.refresh()
        return ended

    async def back(self, user_id: int) -> None:
        """Give a seat back to its player, for whom a computer has played. Raises TableError."""
        async with self.lock:
            await self._live()
            seat = lobby.seated(self.stored, user_id)
            await storage.tables.set_player(
                self._house.database, self.id, seat, away=False, misses=0
            )
            self._know_player(seat, away=False, misses=0)
        self.posts.acted(user_id)
        self.posts.refresh(but=user_id)

    async def _live(self) -> Match:
        """The match, if it runs. Raises TableError."""
        match = await self._begun()
        if self.stored.phase != "live":
            raise TableError(N_("That match is over."))
        return match

    async def ring(self) -> None:
        """The table's time has come: a lobby closes, a player is reminded or was too slow."""
        reminded: Match | None = None
        try:
            async with self.lock:
                now = self._house.now()
                if not self.open:
                    return
                if self.stored.started_at is None:
                    await self._ring_lobby(now)
                    return
                match = None if self.broken else await self._begun()
                if match is None or match.deadline is None:
                    await self._ring_idle(now)
                elif now < match.deadline:
                    due = Due(match.deadline, match.deadline)
                    await storage.tables.set_clock(self._house.database, self.id, *due)
                    reminded = match
                else:
                    await self._too_late(match)
        finally:
            # Of several moves some may have been made before it failed.
            if reminded is not None:
                self.posts.remind(reminded)
            elif not (self.broken and self.open):
                self.posts.refresh()

    async def _ring_lobby(self, now: float) -> None:
        """Give the seats free that were kept, or close; not if it was given time meanwhile."""
        await self._reload()
        if (self.stored.due_at or 0.0) > now:
            return
        if lobby.keeps_seats(self.stored):
            self._know(await lobby.give_free(self._house.database, self.stored))
        else:
            await self._end(endings.NOBODY)

    async def _ring_idle(self, now: float) -> None:
        """Call a match off in which nobody has moved for long, or look again when that may be."""
        await self._reload()
        if (self.stored.due_at or 0.0) > now:
            # It was paused just when its time had come: nobody need have moved yet.
            return
        moved = await storage.moves.last_at(self._house.database, self.id) or 0.0
        again = moved + self._house.idle_seconds
        if again > now:
            await storage.tables.set_clock(self._house.database, self.id, None, again)
        else:
            _log.info("cancelled: no move for a long time", extra={"table": self.id})
            await self._end(endings.IDLE)

    async def _too_late(self, match: Match) -> None:
        """Make the default moves of those who didn't decide in time."""
        stage = match.stage
        for seat in sorted(seat for seat in match.to_act if self.stored.players[seat].playing):
            if match.stage != stage or match.outcome is not None:
                break
            try:
                await match.submit_default(seat, stage=stage)
                self._house.metrics.moved(self.stored.game, "clock")
            except GameError:
                # Through another process they decided at the very last moment.
                continue
            misses = self.stored.players[seat].misses + 1
            await self._note_player(seat, misses=misses, away=misses >= _MISSES)
        if match.stage == stage and match.outcome is None:
            due = match.fresh_due()
            await storage.tables.set_clock(self._house.database, self.id, *due)
            match.deadline = due.deadline
        await self._go_on_without(match)

    async def reread_clock(self) -> None:
        """Know the deadline that was moved in the storage."""
        async with self.lock:
            if not self.open:
                return
            await self._reload()
            if self.match is not None and self.match.deadline is not None:
                self.match.deadline = self.stored.deadline
        self.posts.refresh()

    async def abandon(self) -> None:
        """End the table because its channel is gone; whoever has a hand reads so."""
        if self._following is not None:
            self._following.cancel()
        async with self.lock:
            await self._end(endings.CHANNEL)
        if self.posts.readers():
            self.posts.panel_gone()
        else:
            self._register.let_go(self.id)

    def all_shown(self) -> None:
        """Every post shows the end: nobody need watch this table any more."""
        self._register.put_away(self.id)

    def _let_go(self) -> None:
        self._register.let_go(self.id)

    async def forget(self, user_id: int) -> None:
        """Know a person no more whose data was deleted from the storage."""
        people = (*self.stored.players, *self.stored.awaited)
        known = {self.stored.host_id, *(player.user_id for player in people)}
        if user_id not in known | self.posts.readers():
            return
        async with self.lock:
            await self._reload()
            theirs = self.posts.forget(user_id)
        if theirs is not None:
            # It may just be telling them that they have left.
            await theirs.rest(_FAREWELL_SECONDS)
            theirs.give_up()
        self.posts.refresh()

    async def _award(self, result: Result, why: str) -> None:
        await storage.moves.award(self._house.database, self.id, result, self._house.now(), why)
        await self._reload()

    async def _end(self, why: str) -> None:
        await storage.tables.cancel(self._house.database, self.id, self._house.now(), why)
        await self._reload()

    async def move(
        self,
        user_id: int,
        text: str,
        *,
        clicked: int,
        stage: int | None = None,
        drawn: bool = False,
    ) -> None:
        """Make a player's move. Raises StaleControl, MoveError, TableError.

        `clicked`: the interaction by which they ask for it; one from before what they have decided
        since comes too late. `drawn`: the caller itself brings that player's hand up to date.
        """
        async with self.lock:
            match = await self._live()
            seat = lobby.seated(self.stored, user_id)
            if self.stored.paused_at is not None:
                raise TableError(N_("The match is paused."))
            if self.stored.players[seat].away:
                raise TableError(
                    N_("A computer plays for you: click *I'm back* in your hand first.")
                )
            if clicked < max(self.stored.players[seat].click_id, self._decided.get(seat, 0)):
                raise Overtaken(N_("What you chose later counts."))
            try:
                with naming(match):
                    await self._make(match, seat, text, stage=stage, clicked=clicked)
            except IllegalMove:
                # It may be what they have chosen already: so it is to stay.
                await self._note_player(seat, click_id=clicked)
                raise
            self._decided[seat] = clicked
            self.posts.acted(user_id)
        self.posts.refresh(but=user_id if drawn else None)

    async def computer_moves(self, seat: Seat, text: str, stage: int) -> None:
        """Make the move of a seat that no person plays, thought about in that stage, or raise."""
        async with self.lock:
            match = await self._live()
            if match.held or self.stored.paused_at is not None or self.stored.players[seat].playing:
                raise StaleControl(N_("The match has moved on since that button."))
            await self._make(match, seat, text, stage=stage, undecided=True)

    def show_moves(self) -> None:
        """Show what computers have done."""
        self.posts.refresh()

    async def _make(self, match: Match, seat: Seat, text: str, **asked: Any) -> None:
        """Make a move, and all that follows from it."""
        before, player = match.stage, self.stored.players[seat]
        await match.submit(seat, text, **asked)
        self._house.metrics.moved(self.stored.game, "person" if player.playing else "computer")
        if player.playing and player.misses:
            await self._note_player(seat, misses=0)
        await self._go_on_without(match)
        if match.deadline is not None and match.stage != before:
            self._house.deadline_changed(match.deadline - (self.stored.pace or 0) / 2)
