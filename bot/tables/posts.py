"""A table's posts: the panel in its channel and the players' hands, drawn when they change."""

import asyncio
from collections.abc import Callable, Collection, Coroutine, Iterable, Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import Any

from games.core import Seat
from games.record import record_hash

from .. import storage
from ..drawing.film import Film
from ..drawing.picture import Picture
from ..play.consent import regrets_until
from ..play.lobby import is_slow
from ..screens import frames, notice_lines
from ..screens.sight import Own, Shared, Sight
from ..storage import PANEL, STAFF, StoredPost
from ..storage.people import WORDS
from ..wire.ui import Drawn
from ..words.i18n import Tongue, tongue
from ..workers.pictures import LONG_PATIENCE, PATIENCE
from .house import House
from .post import Left, Post
from .readers import Alarm, Copies, Readers, patience
from .seen import Remarks, away, is_late, pictured, plays, undrawn, wish_of
from .state import State

# Number of messages below the panel before it is posted again.
_SCROLLED = 10


class Posts:
    """All posts of a table, by reader: PANEL, or a player's id."""

    def __init__(
        self,
        house: House,
        state: State,
        stored: Sequence[StoredPost],
        removed: Collection[int],
        abandon: Callable[[], Coroutine[Any, Any, None]],
        all_shown: Callable[[], None],
    ) -> None:
        self._house = house
        self._state = state
        # The panel's channel is gone, and every post shows the end.
        self.channel_gone, self._all_shown = abandon, all_shown
        self._look = house.look(state.stored.game)
        self.readers = readers = Readers(house.now())
        # The next notice, and the next change that no act causes.
        self._alarm = Alarm(house.now, self.refresh)
        self._dealt = state.stored.started_at is not None
        # True if the ended table's messages are deleted from storage, because all of them showed
        # the end.
        self.forgotten = state.stored.ended and not stored
        # True if the rematch of its match has begun.
        self.folded = False
        for one in stored:
            reader = readers[one.reader]
            reader.locale, reader.post = one.locale, Post(state, self, one.reader, one)
        for user_id in removed:
            readers[user_id].removed = 0
        for user_id in away(state.stored):
            readers[user_id].away = True
        readers.know(state.stored)
        self._remarks = Remarks()
        self.copies = Copies(state, self, readers)
        self._chapter = -1
        # State of a match whose players were warned, and the time it is called off at.
        self._ends: tuple[object, float] | None = None
        self._stopped = False
        if not state.stored.kind.panel:
            # Its panel is never posted: all that is wanted of it comes to nothing.
            self.of(PANEL).give_up()

    def stop(self) -> None:
        """Show nothing any more."""
        self._stopped = True
        for post in self._posts():
            post.give_up()
        self.copies.stop()
        self._alarm.set(())

    def of(self, reader: int) -> Post:
        """The post of a reader, made if new."""
        known = self.readers[reader]
        if known.post is None:
            known.post = Post(self._state, self, reader)
            if self._stopped:
                known.post.give_up()
        return known.post

    def _posts(self) -> list[Post]:
        return [one.post for one in self.readers.values() if one.post is not None]

    def reached_by(self) -> frozenset[int]:
        """The readers that have a post or a private copy."""
        return frozenset((*(post.reader for post in self._posts()), *self.copies.watching))

    # When they change

    def acted(self, user_id: int) -> None:
        """Note that a player is active here, so that edits will reach their eye."""
        self.readers[user_id].active = self._house.now()

    def joined(self, user_id: int) -> None:
        """Write to a new player. The answer to their click draws the panel."""
        self.readers.know(self._state.stored)
        # Should they leave, it is as it was before, and must be drawn all the same.
        for reader in self.readers.values():
            reader.seen = None
        self.acted(user_id)
        self.of(user_id).want(fresh=True, calls={user_id})

    def pick(self, user_id: int, picked: str) -> None:
        """A player has made half a choice, or with nothing none: it lasts as long as its stage."""
        match = self._state.match
        self.readers[user_id].picked = (-1 if match is None else match.stage), picked

    def removed(self, user_id: int, by: int) -> None:
        """Note who removed a person from the open table: a player, or else the staff."""
        sits = self._state.stored.seat_of(by) is not None
        self.readers[user_id].removed = by if sits else STAFF

    def withdraw(self, user_id: int) -> None:
        """Take a player's hand away: another match comes in its place."""
        self.copies.withdraw(user_id)
        self.of(user_id).withdraw()

    def left(self) -> dict[int, Left]:
        """Return the messages by reader, as they may be folded later."""
        left = ((post.reader, post.left()) for post in self._posts())
        return {reader: one for reader, one in left if one is not None}

    def fold(self, left: Mapping[int, Left]) -> None:
        """Fold the end of a match, because its rematch begins, also in messages `left` before."""
        self.folded = self.forgotten = True
        for post in self._posts():
            if post.reader in left:
                post.take(left[post.reader])
            else:
                post.want()
        for reader in self.readers:
            self.copies.want(reader)

    def forget(self, user_id: int) -> Post | None:
        """Evict a person, and return their post, if they had one."""
        reader = self.readers.forget(user_id)
        if reader is not None and reader.copy is not None:
            reader.copy.give_up()
        return None if reader is None else reader.post

    def refresh(self, *, but: int | None = None) -> None:
        """Redraw all posts that look different now, except `but`, which the caller draws."""
        if self._stopped:
            return
        match = self._state.match
        self.readers.know(self._state.stored)
        self.copies.passed(match)
        # The start is a new message to all players, and the first notice of the first decisions.
        begins = match is not None and not self._dealt
        self._dealt |= begins
        first = self._notified(self._to_decide()) if begins else set()
        to_decide = self._awaited()
        try:
            told, closed = self._to_tell(begins, first, to_decide)
            self._redraw(told, closed, but)
        finally:
            # Also if a drawing fails.
            self._wake(to_decide)

    def _to_tell(
        self, begins: bool, first: set[int], to_decide: set[int]
    ) -> tuple[set[int], set[int]]:
        """Return the people to notify, and those of them whose direct messages are closed."""
        stored, now = self._state.stored, self._house.now()
        # Those of the awaited who seem to be elsewhere get a notice now.
        due = {one for one, at in self.readers.times(to_decide).items() if at <= now}
        awaited = {player.user_id for player in stored.awaited}
        untold = {one for one in awaited if not self.of(one).told}
        called = first | self._notified(due) | self.readers.invite(untold)
        left = away(stored)
        gone = {one for one in left if not self.readers[one].away}
        for one in self.readers.values():
            one.away = one.id in left
        told = called | gone | (self._players() if begins else set())
        return told, {user_id for user_id in called if self.of(user_id).closed}

    def _players(self) -> set[int]:
        # Ids below 0 are deleted people, who have no direct messages.
        return {one.user_id for one in self._state.stored.players if one.user_id > 0}

    def _redraw(self, told: set[int], unreached: set[int], but: int | None) -> None:
        """Redraw the posts that look different. Those that notify these people are new."""
        stored, now, still = self._state.stored, self._house.now(), []
        waits, shared = patience(stored, self._state.match), self._shared()
        untimed = replace(shared, stored=replace(shared.stored, deadline=None), deadline=None)
        awaited = {player.user_id for player in stored.awaited}
        posted = {post.reader for post in self._posts()}
        for reader in {*self._players(), *awaited, *posted, PANEL}:
            # Equal halves draw the same, once its picture is there: a later ply or moment alone
            # changes nothing.
            known, post = self._shown(reader, shared, untimed), self.of(reader)
            one = self.readers[reader]
            changed = known != one.seen
            calls = unreached if reader == PANEL else {reader} & told
            moves = bool(calls) or (reader == PANEL and self._panel_moves(changed))
            if changed and not moves and reader != but and one.waits(now, waits):
                continue
            one.until, one.seen = inf, known
            if not changed and not moves:
                if post.rests:
                    still.append(reader)
            elif reader != but or calls:
                post.want(fresh=moves, calls=calls)
                self.copies.want(reader)
        for reader in self.copies.watching:
            known, one = self._shown(reader, shared, untimed), self.readers[reader]
            if known == one.seen:
                one.until = inf
            elif not one.waits(now, waits):
                one.until, one.seen = inf, known
                self.copies.want(reader)
        # Unchanged posts are up to date at this ply too.
        storage.posts.shown(self._house.database, stored.id, still, self._state.ply)
        self.copies.show_unreached()

    def _panel_moves(self, changed: bool) -> bool:
        """Return True if the panel is posted below: in a new chapter, or once it scrolled away."""
        state, match = self._state, self._state.match
        if match is None or state.stored.phase != "live" or state.held or state.alone:
            return False
        chapter = self._look.chapter(match.view(None))
        new = self._chapter not in (-1, chapter)
        self._chapter = chapter
        return new or (changed and self.of(PANEL).scrolled >= _SCROLLED)

    def _awaited(self) -> set[int]:
        """The people whose decision is awaited."""
        return set() if self._state.held else self._to_decide()

    def _to_decide(self) -> set[int]:
        """The people whose decision is awaited, or will be after a reveal."""
        match, stored = self._state.match, self._state.stored
        if match is None or stored.phase != "live" or stored.paused_at is not None:
            return set()
        self.readers.decision(match.stage, limited=stored.pace is not None)
        players = [stored.players[seat] for seat in match.to_act]
        return {player.user_id for player in players if player.user_id > 0 and player.playing}

    def _notified(self, people: set[int]) -> set[int]:
        """Count a notice to each of these people, and return those who want it at once."""
        for user_id in people:
            self.readers[user_id].sent.append(self._house.now())
        if not is_slow(self._state.stored.pace):
            return people
        return {one for one in people if not self._house.readers.gathers(one)}

    def remind(self) -> None:
        """Notify the awaited players again after half of their time."""
        self._notify({one for one in self._awaited() if self.readers.may_notify(one)})

    def warn(self, ends: float) -> None:
        """Notify the awaited players, in a pause all, that the match is called off at that time."""
        self._ends = (self._quiet(), ends)
        players = {player.user_id for player in self._state.stored.players if player.playing}
        self._notify(self._awaited() or {one for one in players if one > 0})

    def _quiet(self) -> object:
        """Return a value that changes with each move and pause."""
        stored = self._state.stored
        return self._state.ply, stored.paused_at, stored.resumed_at

    def _notify(self, people: Collection[int]) -> None:
        """Write to these people, and show the awaited ones the newest state."""
        awaited, notified = self._awaited(), self._notified({*people})
        unreached = {user_id for user_id in notified if self.of(user_id).closed}
        self.of(PANEL).want(fresh=bool(unreached), calls=unreached)
        for user_id in awaited | notified:
            calls = {user_id} & notified
            self.of(user_id).want(fresh=bool(calls), calls=calls)
            self.copies.want(user_id)
        self._wake(awaited)

    def _wake(self, awaited: Iterable[int]) -> None:
        """Refresh again at the next notice, and as soon as a screen changes by itself.

        It does after a hold, once a departure can't be taken back, and after a wait.
        """
        match, now = self._state.match, self._house.now()
        times = [regrets_until(player, now) or inf for player in self._state.stored.players]
        times += [] if match is None else [end for end in match.holds.ends if end > now]
        times += [reader.until for reader in self.readers.values() if reader.until > now]
        self._alarm.set([*times, *self.readers.times(awaited).values()])

    def film_until(self, user_id: int) -> float:
        """Return the end of the films that play for a person now, 0 without one.

        A person without a seat or a copy reads the panel.
        """
        match = self._state.match
        if match is None or match.playing is None:
            return 0.0
        private = self._watches(user_id) or self._state.stored.seat_of(user_id) is not None
        moving = self.sight(user_id if private else PANEL).moving
        return match.holds.films[-1].until if moving else 0.0

    # Requests and reports of a post or a copy

    def _watches(self, reader: int) -> bool:
        """Return True for a spectator with a private copy."""
        return self.readers.known(reader).watches is not None

    async def ready(self, reader: int, patience: float = PATIENCE) -> None:
        """Wait for all that reader's newest state needs, but at most `patience` seconds for a
        picture.

        An event meanwhile brings another picture to wait for.
        """
        await self._state.ready_to_draw()
        if not self._house.pictures.on:
            return
        clock, waited, t = asyncio.get_running_loop().time, list[Picture](), self._t(reader)
        begun, known, pictures = clock(), self.readers[reader], self._house.pictures
        while (missing := undrawn(pictures, known, self.sight(reader), t)) != waited:
            for picture in missing:
                # A film takes as long as seven pictures, and its reveal in words would flicker.
                most = max(patience, LONG_PATIENCE) if isinstance(picture, Film) else patience
                left = begun + most - clock()
                if left <= 0:
                    return
                await pictures.wait(picture, left)
            waited = missing

    def settled(self) -> None:
        """A post came to rest: once all show the end, the table needs no watching."""
        if unreached := {one for one in self._unreached() if not self.readers[one].called}:
            for one in unreached:
                self.readers[one].called = True
            self.of(PANEL).want(fresh=True, calls=unreached)
        state = self._state
        if state.stored.ended and not state.held and all(one.idle for one in self._posts()):
            self._all_shown()

    def _unreached(self) -> frozenset[int]:
        """Return the people with a reserved seat whose direct messages are closed."""
        awaited = [player.user_id for player in self._state.stored.awaited]
        return frozenset(one for one in awaited if self.of(one).closed)

    # Screens

    def draw(self, reader: int) -> Drawn:
        """Return the current screen of a reader's post."""
        if reader == PANEL:
            return self.panel()
        t, sight = self._t(reader), self._sight(self._of_person(reader))
        # Without a seat it shows no picture.
        return frames.hand(sight if sight.seat is None else self._pictured(reader, sight, t), t)

    def draw_copy(self, reader: int) -> Drawn:
        """Return the current screen of a reader's private copy: their hand, or the public table.

        A spectator may also have a post here, because they sat at the open table.
        """
        if not self._watches(reader):
            return self.draw(reader)
        t = self._t(reader)
        return frames.watched(self._pictured(reader, self.sight(reader), t), reader, t)

    def line(self, reader: int, calls: Collection[int]) -> str:
        """Return the line of a notice, drawn from a spectator's view."""
        table, t = self.public(), self._t(reader)
        if reader == PANEL:
            return notice_lines.called(table, calls, t)
        return notice_lines.line(table, reader, t)

    def panel(self) -> Drawn:
        """The panel in the channel."""
        t = tongue(self._state.stored.locale)
        return frames.panel(self._pictured(PANEL, self.sight(PANEL), t), t)

    def hand(self, seat: Seat, locale: str) -> Drawn:
        """A player's hand in that language."""
        t, reader = tongue(locale), self._state.stored.players[seat].user_id
        return frames.hand(self._pictured(reader, self._sight(self._of_seat(seat)), t), t)

    def _pictured(self, reader: int, sight: Sight, t: Tongue) -> Sight:
        """Return a sight with its pictures: while a film plays, nothing else of what it shows."""
        match, known, pictures = self._state.match, self.readers[reader], self._house.pictures
        hold = match.playing if match is not None and sight.moving else None
        if hold is None:
            return pictured(pictures, known, sight, t, self._follow)
        if not sight.late and not plays(pictures, known, sight, t):
            if reader != PANEL:
                # They know the outcome of that reveal.
                known.dropped = hold.ply
                return self._pictured(reader, self.sight(reader), t)
            # Readers whose film plays see the panel, too.
            known.late = hold.ply, hold.part, True
            sight = replace(sight, late=True)
        return pictured(pictures, known, sight, t, self._follow).asking(t)

    def _follow(self, reader: int) -> None:
        """Show a reader the picture that has been drawn by now."""
        if reader in self.readers:
            self.readers[reader].want()

    def public(self) -> Sight:
        """Return what a spectator may know now."""
        return self._sight(self._of_seat(None))

    def sight(self, reader: int) -> Sight:
        """Return all that a reader may know now."""
        return self._sight(self._own(reader))

    def _sight(self, own: Own) -> Sight:
        return Sight.of(self._shared(), own, now=self._house.now(), ply=self._state.ply)

    def _shared(self) -> Shared:
        """Return the knowledge shared by all readers now."""
        stored, match = self._state.stored, self._state.match
        ends = None if match is None else self._ends
        return Shared(
            stored,
            self._look,
            deadline=None if match is None else match.deadline,
            idle_days=0 if match is None else round(self._house.idle_seconds / 86400),
            ends_at=ends[1] if ends and ends[0] == self._quiet() else None,
            record=record_hash(match.record) if match is not None and stored.ended else "",
            public_events=match.public_events()
            if match is not None and stored.phase == "over"
            else (),
            ratings=self._house.servers.known(stored.guild_id).leaderboards,
            folded=self.folded,
            emojis=self._house.emojis.known,
        )

    def _own(self, reader: int) -> Own:
        """Return the knowledge that only that reader may have now."""
        if self._watches(reader):
            return self._of_seat(None, reader)
        if reader == PANEL and self._state.alone:
            # Only its player follows the match, in the hand, so it shows no position.
            return Own(held=self._state.stored.ended)
        return self._of_seat(None) if reader == PANEL else self._of_person(reader)

    def _shown(self, reader: int, shared: Shared, untimed: Shared) -> tuple[Shared, Own]:
        """Return what a reader's screen is drawn from: the time of a decision only beside it."""
        own = self._own(reader)
        return (shared if own.to_act else untimed), own

    def _of_person(self, reader: int) -> Own:
        """Return the knowledge of a person who has or had a seat."""
        stored = self._state.stored
        seat = stored.seat_of(reader)
        if seat is not None:
            return self._of_seat(Seat(seat))
        own = self._of_seat(None)
        return self.readers.known(reader).departed(own, stored, self._house.now())

    def _of_seat(self, seat: Seat | None, reader: int | None = None) -> Own:
        """Return the knowledge of a seat, or of a spectator, who may be a person with a copy."""
        stored, match, held = self._state.stored, self._state.match, self._state.held
        public = seat is None
        who = reader if seat is None else stored.players[seat].user_id
        if match is None:
            wish = wish_of(self._house, stored, None, public=True) if public else WORDS
            unreached = self._unreached() if public else frozenset()
            return Own(seat, unreached=unreached, pictures=wish.pictures, moving=wish.moving)
        wish = wish_of(self._house, stored, who, public=public)
        known = self.readers[PANEL if who is None else who]
        hold = match.playing if wish.moving and held else None
        if hold is not None and known.dropped == hold.ply:
            hold = None
        held = hold is not None or (held and match.paused)
        remark = None
        if public:
            remark = self._remarks.on(match, self._look, hold, held=held, moving=wish.moving)
        stands = hold is None or match.stands(hold)
        return Own(
            seat=seat,
            picked="" if seat is None else match.wanted(seat) or known.pick(match),
            remark=remark,
            held=held,
            stage=match.stage if hold is None else hold.stage,
            part=0 if hold is None else hold.part,
            to_act=match.to_act if stands else frozenset(),
            changes=seat is not None and held and stands and match.may_change(seat),
            rivalry=None if held else self._state.rivalries.get(seat),
            view=match.view(seat) if hold is None else match.view_at(hold, seat),
            story=match.story(seat) if hold is None else match.story_at(hold, seat),
            hidden=not public
            and (stored.phase == "live" or hold is not None)
            and self.of(PANEL).refused,
            pictures=wish.pictures,
            moving=hold is not None,
            since=match.acted(seat),
            late=hold is not None and is_late(self._house, known, hold, stored.channel_id),
        )

    def locale(self, reader: int) -> str | None:
        """Return the language of a person who has or had a seat."""
        return self.readers.known(reader).locale

    def _t(self, reader: int) -> Tongue:
        known = self.readers.known(reader)
        watched = None if known.watches is None else known.watches[0]
        return tongue(watched or known.locale or self._state.stored.locale)
