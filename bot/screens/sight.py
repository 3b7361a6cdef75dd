"""Everything that one screen may be drawn from."""

from collections import deque
from collections.abc import Collection, Iterator, Sequence
from dataclasses import field, replace
from typing import Any

from games import find_game
from games.core import Event, Frozen, Outcome, Seat, Step
from games.record import Record, options_text

from ..drawing.crowning import Crowning
from ..drawing.file import File
from ..drawing.film import Film, seconds
from ..drawing.picture import Picture, Who
from ..drawing.turning import Turning
from ..play.match import TOLD, Pause, Story, takes_place
from ..play.names import seat_names
from ..play.rivalry import Rivalry
from ..storage import Player, StoredTable
from ..wire.emojis import Emojis, none
from ..wire.ui import Attached, Part
from ..words.i18n import Tongue, tongue
from .event_pictures import at_table, own_end, people, ranked
from .look import LOADING, Look, Scene
from .remarks import Remark


class Shared(Frozen):
    """Knowledge of all readers of a table.

    deadline: the time of the pending decision in unix seconds.
    idle_days: days without a move until a match is cancelled.
    ends_at: the time of that, once the players are warned.
    record: the hash of the whole record, at the end.
    public_events: all public events of an ended match.
    ratings: True if the server has leaderboards.
    folded: a rematch has begun, so an end is its picture and one line.
    emojis: the emojis that Discord has.
    """

    stored: StoredTable
    look: Look
    deadline: float | None = None
    idle_days: int = 0
    ends_at: float | None = None
    record: str = ""
    public_events: tuple[Event, ...] = ()
    ratings: bool = True
    folded: bool = False
    emojis: Emojis = field(default_factory=none)


class Own(Frozen):
    """Knowledge that only one reader may have.

    seat: the reader's seat (None: a spectator).
    view, stage: the reader's view of the match and its position. No view in the lobby.
    story: the latest events that the reader may know, each with its ply.
    held: a reveal pause runs, or a film that the reader gets.
    part: the part of the reveal that the film shows.
    changes: a reveal pause runs, and the reader's sealed choice may still change.
    picked: half of a choice.
    gone: the seat that the reader has left.
    regrets_until: the time until which they may take that back.
    removed: the reader was removed from the open table.
    removed_by: the seat of the person who did that, or STAFF, if known.
    remark: a computer's remark on the held moment or the end, in public.
    rivalry: the rivalry with a computer at the end, the reader's or in public.
    hidden: the panel can't be shown.
    awaited: a seat is reserved, and this reader has it.
    unreached: the invited people whose direct messages failed.
    pictures: True if the reader wants pictures.
    moving: True if a film runs that the reader gets, in the lobby if there will be films.
    late: that film would come too late, so its question stands alone.
    since: the ply of the reader's latest move, if known. Its reveal and later ones are news.
    """

    seat: Seat | None = None
    stage: int = 0
    view: Any = None
    story: tuple[tuple[int, Event], ...] = ()
    to_act: frozenset[Seat] = frozenset()
    held: bool = False
    part: int = 0
    changes: bool = False
    picked: str = ""
    gone: Seat | None = None
    regrets_until: float | None = None
    removed: bool = False
    removed_by: int | None = None
    remark: Remark | None = None
    rivalry: Rivalry | None = None
    hidden: bool = False
    awaited: bool = False
    unreached: frozenset[int] = frozenset()
    pictures: bool = False
    moving: bool = False
    late: bool = False
    since: int | None = None


class Sight(Own, Shared):
    """A table as one reader may know it at one moment. Drawing needs nothing else.

    now: the time. Sights of the same at different times are equal.
    ply: the latest ply that is shown whole.
    asked: the question, if the screen is a film and this, without the outcome.
    file: the finished picture. Without it words say the same.
    below: the finished second picture, the reveal below a hand that decides meanwhile.
    drawing: it is being drawn. Words leave room until it comes.
    """

    now: float = field(default=0.0, compare=False)
    ply: int = -1
    asked: tuple[Part, ...] | None = None
    file: File | None = None
    below: File | None = None
    drawing: bool = False

    @classmethod
    def of(cls, shared: Shared, own: Own, *, now: float, ply: int) -> "Sight":
        """Return the sight of both halves."""
        return cls(**vars(shared), **vars(own), now=now, ply=ply)

    @classmethod
    def at(
        cls, stored: StoredTable, look: Look, steps: Sequence[Step[Any]], seat: Seat | None = None
    ) -> "Sight":
        """Return the sight of the match after these steps (the deal first), or of the lobby."""
        if not steps:
            return cls(stored, look, seat=seat)
        game, state = find_game(stored.game, stored.version), steps[-1].state
        to_act = game.to_act(state)
        sealed = seat is not None and seat not in to_act and bool(game.legal_moves(state, seat))
        return cls(
            stored,
            look,
            seat=seat,
            ply=len(steps) - 1,
            stage=game.stage(state),
            view=game.view(state, seat),
            story=story(steps, seat),
            to_act=to_act,
            changes=sealed,
            deadline=stored.deadline,
        )

    @property
    def lobby(self) -> bool:
        """True if no match has begun."""
        return self.view is None

    @property
    def reader(self) -> Seat | None:
        """The reader's seat, the one they have left too."""
        return self.gone if self.seat is None else self.seat

    @property
    def decides(self) -> bool:
        """True if a decision of the reader may be made, or changed, while a reveal is held."""
        may = self.seat in self.to_act or self.changes
        return self.held and may and not (self.look.waits or self.stopped or self.asked is not None)

    @property
    def stopped(self) -> bool:
        """True if the match is over before its rules say so. A replay doesn't ask."""
        ended = self.stored.ended and not self.lobby
        return ended and getattr(self.view, "outcome", None) is None

    def scene(self, t: Tongue) -> Scene:
        """Return the scene that the game's look draws from, in a language."""
        scene = self._scene(t)
        # The hand keeps its own picture. The reveal is below it.
        return replace(scene, held=False) if self.decides and self.file is not None else scene

    def _scene(self, t: Tongue, shown: Sequence[Who] = ()) -> Scene:
        who = seat_names(self.stored.players, t)
        return Scene(
            table_id=self.stored.id,
            stage=self.stage,
            t=t,
            view=self.view,
            story=self.story,
            names=who.short,
            full_names=who.whole,
            mentions=who.mentions,
            picked=self.picked,
            held=self.held,
            part=self.part,
            mark=self.stored.mark,
            seat=self.seat,
            reader=self.reader,
            people=shown,
            pictured=self.drawing or self.file is not None,
            emojis=self.emojis,
            public_events=self.public_events,
        )

    def recap(self, t: Tongue) -> list[str]:
        """Return the outcomes of the reveals since the reader's latest move, in words."""
        if self.since is None or self.held or self.lobby:
            return []
        public = [one for one in self.story if one[0] >= self.since and one[1].to is None]
        plies, voice = dict.fromkeys(ply for ply, _ in public), self._scene(t).voice
        moves = ([event for at, event in public if at == ply] for ply in plies)
        return [line for events in moves for line in self.look.recap(events, voice)]

    def last_scene(self, t: Tongue) -> Scene:
        """Return the scene of the last reveal or position of an ended match."""
        return self._resting(self._scene(t))

    def _resting(self, scene: Scene) -> Scene:
        if self.stopped:
            return at_rest(scene, self.look)
        return replace(scene, held=False)

    def picture(self, t: Tongue) -> Picture | None:
        """Return the picture with computers' names in a language.

        None for a game without pictures, and for a player in the lobby.
        """
        if (film := self.film(t)) is not None:
            return film
        cast = self.look.computers
        if self.lobby:
            return at_table(self.stored, t, cast) if self.seat is None else None
        # A match may be over before its rules say so; a replay isn't at the end everywhere.
        at_end = self.record or getattr(self.view, "outcome", None) is not None
        if self.seat is None and at_end and not self.held and (end := ranked(self.stored, t, cast)):
            return end
        if self._ended and (end := ranked(self.stored, t, cast)):
            return own_end(end, self.seat or 0, self.decisive(t))
        if self.decides:
            return self.look.picture(replace(self._peopled(t), held=False))
        if self.stopped and not self.held:
            return self.look.picture(self._resting(self._peopled(t)))
        return self.look.picture(self._peopled(t))

    def film(self, t: Tongue) -> Film | None:
        """Return the film that runs for the reader. It stands alone on the screen."""
        if not (self.moving and self.held):
            return None
        films = self.films(t)
        if not self.part:
            return next(films, None)
        parts = [*films]
        return parts[self.part] if self.part < len(parts) else None

    def films(self, t: Tongue) -> Iterator[Film]:
        """Yield the films of the reveal in their order. The last one of a match is its podium."""
        parties, found = self.parties(t), list[Film]()
        scene = replace(self._peopled(t), brief=bool(parties) and self.seat not in parties)
        while (film := self.look.film(replace(scene, part=len(found)))) and film not in found:
            found.append(film)
            yield film
        over = getattr(self.view, "outcome", None) is not None or self.stored.phase == "over"
        if over and (crowned := crowning(self.stored, self.look, t)) is not None:
            yield crowned

    def parties(self, t: Tongue) -> Collection[Seat]:
        """Return the seats of a reveal of some, which is brief for the others, or none."""
        return self.look.parties(self._scene(t)) if self.look.chapter(self.view) > 1 else ()

    def asking(self, t: Tongue) -> "Sight":
        """Return the sight beside a film: the match runs, also if the film ends it.

        Votes, pauses and remarks come after it, so that the message stays as it is meanwhile. So
        does the time of a decision, because it shows whose that is.
        """
        film = self.film(t) if self.file is None else self.file.picture
        crowned = isinstance(film, Crowning)
        asked = [t("And the winner is …")] if crowned else self.look.question(self.scene(t))
        return replace(
            self,
            stored=undecided(self.stored),
            asked=tuple(asked),
            below=None,
            record="",
            deadline=None,
        )

    def picture_below(self, t: Tongue) -> Picture | None:
        """Return the second picture, the reveal below a deciding hand."""
        if not self.decides or self.film(t) is not None:
            return None
        return self.look.picture(self._peopled(t))

    @property
    def _ended(self) -> bool:
        """True if the end is shown. A replay has no record and shows its own steps."""
        return bool(self.record) and self.stored.phase == "over" and not self.held

    def decisive(self, t: Tongue) -> Turning | None:
        """Return the turning point of the match for its reader, if the game has one."""
        if self.lobby or self.seat is None or not self.public_events:
            return None
        return self.look.decisive(self._peopled(t))

    def _peopled(self, t: Tongue) -> Scene:
        return self._scene(t, people(self.stored.players, t))

    def pictured(self, t: Tongue) -> list[Part]:
        """Return the finished picture with its description in words."""
        return _attached(self.file, t)

    def pictured_below(self, t: Tongue) -> list[Part]:
        """Return the finished second picture with its description in words."""
        return _attached(self.below, t)


def _attached(file: File | None, t: Tongue) -> list[Part]:
    if file is None:
        return []
    return [Attached(file.name, file.content, file.picture.alt(t), key=True)]


def crowning(stored: StoredTable, look: Look, t: Tongue) -> Crowning | None:
    """Return the film of the podium, or None without pictures of it."""
    end = ranked(stored, t, look.computers)
    return None if end is None else Crowning(end)


def crowned_for(stored: StoredTable, look: Look) -> float:
    """Return the seconds of the podium's film of an ended match, 0 without one."""
    film = crowning(stored, look, tongue(stored.locale))
    return 0.0 if film is None else seconds(film) + LOADING


def undecided(stored: StoredTable) -> StoredTable:
    """Return the table of a match as if it ran, without votes and pauses."""
    players = tuple(
        replace(
            player,
            rank=None,
            score=None,
            rating_before=None,
            rating_after=None,
            matches=None,
            wants_end=False,
            wants_gone=None,
            misses=0,
        )
        for player in stored.players
    )
    return replace(stored, phase="live", ended_at=None, why=None, paused_at=None, players=players)


def printed(record: Record, names: Sequence[str], locale: str = "en-US") -> StoredTable:
    """Return a table without people where a match runs. Its names are printed, and call none."""
    rules = record.game, record.version, options_text(record.options)
    table = StoredTable(0, 0, 0, locale, *rules, "live", 0, 0.0, record.secret, started_at=0.0)
    players = tuple(Player(0, name, locale, 0) for name in names[: record.seats])
    return replace(table, players=players)


def decided(stored: StoredTable, outcome: Outcome) -> StoredTable:
    """Return the table of a match as it ends with an outcome."""
    placed = zip(stored.players, outcome.ranks, outcome.scores, strict=True)
    players = (replace(player, rank=rank, score=score) for player, rank, score in placed)
    return replace(stored, phase="over", players=tuple(players))


def pause_of(
    look: Look, stored: StoredTable, view: Any, story: Story, films: frozenset[Seat | None]
) -> Pause:
    """Return the lengths of the reveal that a story ends with, from the spectators' view.

    `films`: the seats whose players get films, None for spectators. Without films a reveal lasts as
    long as its look says, beside them as long as the first one. A film has the length of those that
    it is of, if they get it.
    """
    ply, outcome = story[-1][0], getattr(view, "outcome", None)
    if outcome is not None:
        stored = decided(stored, outcome)
    now = [event for at, event in story if at == ply]
    usual = look.pause(view, now)
    found: Sequence[Film] = ()
    # The last of some sealed choices may begin a stage, but reveals nothing.
    if films and not all(isinstance(event, look.seals) for event in now):
        sight, t = Sight(stored, look, view=view, story=story, held=True), tongue(stored.locale)
        own = films.intersection(sight.parties(t))
        found = [*replace(sight, seat=next(iter(own), None)).films(t)]
    reveals = sum(not isinstance(film, Crowning) for film in found)
    lengths = tuple(
        max(look.between(view) if part < reveals else 0.0, seconds(film) + LOADING)
        for part, film in enumerate(found, 1)
    )
    return Pause(lengths[0] if usual and reveals else usual, lengths)


def at_rest(scene: Scene, look: Look) -> Scene:
    """Return the scene of a match that stopped before its rules end. It awaits no seat.

    It is held, or held again, at the last reveal if the round after it was never played.
    """
    view, nobody = scene.view, frozenset[Seat]()
    held = scene.held or look.unplayed(view, scene.story)
    if hasattr(view, "to_act"):
        # A view that is drawn very often is a named tuple.
        named = hasattr(view, "_replace")
        view = view._replace(to_act=nobody) if named else replace(view, to_act=nobody)
    return replace(scene, view=view, held=held, whole=True)


def story(
    steps: Sequence[Step[Any]], eyes: Seat | None, most: int = TOLD
) -> tuple[tuple[int, Event], ...]:
    """Return the latest events that a seat may know of these steps, each with its ply."""
    told: deque[tuple[int, Event]] = deque()
    for ply in range(len(steps) - 1, -1, -1):
        for event in reversed(steps[ply].events):
            seen = event.to is None or eyes in event.to
            if seen and not (told and takes_place(told[0][1], event)):
                told.appendleft((ply, event))
        if len(told) >= most:
            break
    return tuple(told)[-most:]
