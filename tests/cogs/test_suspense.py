"""Suspense: the screens of whole matches while a film plays.

Each reader's screens are drawn from the true match, and from matches where the outcome of the film
is another possible one. Apart from the film and its alternative text, they must be equal: any
difference, also an absence, reveals the outcome before the film does.
"""

import copy
import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from bot.drawing.file import File
from bot.drawing.film import Film
from bot.play.computers import STRENGTHS, seated
from bot.play.match import Hold, Match
from bot.play.names import seat_names
from bot.play.rivalry import Rivalries, Rivalry
from bot.screens import heights
from bot.screens.look import Look
from bot.screens.sight import pause_of
from bot.screens.transcript import looks
from bot.storage import PANEL, Player, StoredTable
from bot.storage.people import Wish
from bot.storage.servers import ServerSettings
from bot.tables.posts import Posts
from bot.tables.seen import films_wanted
from bot.tables.state import State
from bot.wire.emojis import none
from bot.wire.ui import Drawn
from bot.words.i18n import languages, tongue
from bot.words.speech import Voice
from games import GAMES
from games.chance import Chance
from games.core import Seat, Step
from games.errors import GameError
from games.record import Record
from tests.examples import ALL_AT_ONCE

from ..drawing import others, stored_of
from ..games.hands import OPTIONS
from ..games.playing import random_match
from ..outcomes import FILM, without_film
from .pauses import FILMED

LOCALES = ("en-US", *languages())
WATCHER = 8000
"""The id of a spectator with a copy."""
OTHERS = 3
"""Other outcomes that each reader might have seen."""
EDGE = 0.01
"""Seconds before and after a moment."""


class Services:
    """A table's services, without Discord, storage and drawing. All readers get films."""

    database = None
    closed = False
    idle_seconds = 86400.0 * 14

    def __init__(self, time: float = 1_700_000_000.0) -> None:
        self.time = time
        self.emojis = SimpleNamespace(known=none())
        self.pacer = SimpleNamespace(behind=lambda channel_id: False)
        self.readers = SimpleNamespace(wish=lambda user_id: Wish(True, True))
        self.servers = SimpleNamespace(known=lambda guild_id: ServerSettings())
        self.pictures = SimpleNamespace(
            on=True, failed=set(), in_time=lambda one: one, ready=self.drawn, then=lambda *_: None
        )

    def now(self) -> float:
        """Return the time."""
        return self.time

    def look(self, key: str) -> Look:
        """Return the look of a game."""
        return looks()[key]

    def may_attach(self, channel_id: int) -> bool:
        """Return True: the bot may send files."""
        return True

    def drawn(self, picture: Any) -> File:
        """Return an empty file at once."""
        return File(picture, FILM if isinstance(picture, Film) else "picture.png", b"")


class Playing:
    """A match at a table whose moves are made one by one, and whose screens may be drawn."""

    def __init__(self, stored: StoredTable, record: Record) -> None:
        self.house = Services()
        self.record = record
        house: Any = self.house
        films = films_wanted(house, stored)
        moment = partial(pause_of, looks()[stored.game], stored, films=films)
        database: Any = None
        self.match = Match(stored, database, self.house.now, moment)
        self.match.public()
        self.posts: Posts | None = None

    def play(self, ply: int, seat: Seat, move: Any) -> None:
        """Make a move of the record."""
        self._take(ply, seat, move, self.match.state, self.record.seed)

    def other(
        self, ply: int, seat: Seat, move: Any, reader: Seat | None, rng: random.Random
    ) -> "Playing | None":
        """Return the match after a ply as the reader might have seen it go on, or None."""
        game, text = self.match.game, self.match.game.move_text(move)
        for state, one in others(game.key, self.match.state, seat, text, reader, rng):
            other = self._fork()
            with suppress(GameError):
                other._take(ply, seat, game.parse_move(one), state, rng.randbytes(32))
                return other
        return None

    def _fork(self) -> "Playing":
        other = copy.copy(self)
        other.posts = None
        other.house = Services(self.house.time)
        match = other.match = copy.copy(self.match)
        match._now = other.house.now
        match._told = {eyes: copy.copy(told) for eyes, told in self.match._told.items()}
        match._history = [*self.match.public()]
        match._stories, match._views, match.moves = {}, {}, [*self.match.moves]
        match._pending = copy.deepcopy(match._pending)
        return other

    def _take(self, ply: int, seat: Seat, move: Any, state: Any, seed: bytes) -> None:
        match = self.match
        step: Step[Any] = match.game.play(state, seat, move, Chance(seed, ply))
        match._views.clear()
        match.holds = match._held(step.state, step.events)
        match.moves.append((seat, match.game.move_text(move)))
        match._advance(step.state, step.events, seat)
        if match.outcome is not None:
            self._end()

    def _end(self) -> None:
        """Store the end, with ratings, as a table does."""
        match, outcome = self.match, self.match.outcome
        assert outcome is not None
        scores = outcome.scores or [None] * len(outcome.ranks)
        players = tuple(
            replace(
                player,
                rank=rank,
                score=score,
                rating_before=1500.0,
                rating_after=1500.0 + 40 - 20 * rank,
                matches=3,
            )
            for player, rank, score in zip(match.table.players, outcome.ranks, scores, strict=True)
        )
        match.table = replace(
            match.table, phase="over", ended_at=self.house.time, deadline=None, players=players
        )

    held, alone, ply, id = State.held, State.alone, State.ply, State.id

    @property
    def stored(self) -> StoredTable:
        """The table as stored."""
        return self.match.table

    @property
    def rivalries(self) -> Rivalries:
        """The rivalries of all readers, once the match has ended."""
        if not self.stored.ended:
            return {}
        rivalry = Rivalry(self.stored.players[0], self.stored.players[-1], 3, 2)
        return dict.fromkeys((None, *map(Seat, range(len(self.stored.players)))), rivalry)

    def screens(self, at: float) -> dict[int, Drawn]:
        """Return the screens of all readers at a time, by their ids."""
        self.house.time = at
        if self.posts is None:
            given: Any = self.house, self, (), (), None, None
            self.posts = Posts(*given)
            self.posts.copies.watch(WATCHER, self.stored.locale)
        posts = self.posts
        found = {PANEL: posts.panel(), WATCHER: posts.draw_copy(WATCHER)}
        if sum(player.playing for player in self.match.table.players) == 1:
            # The panel of one person has no film. Until the end is shown, it says nothing.
            assert not found.pop(PANEL).files
        for player in self.match.table.players:
            if not player.computer:
                found[player.user_id] = posts.draw(player.user_id)
        return found


def table(record: Record, locale: str) -> StoredTable:
    """Return a running table of two people, or one of two, with computers in the other seats."""
    stored = stored_of(record)
    players = list[Player]()
    for seat, p in enumerate(stored.players):
        if seat < min(2, len(stored.players) - 1):
            players.append(Player(p.user_id, f"Ana {seat}", locale, p.join_id))
            continue
        kind = list(STRENGTHS)[seat % len(STRENGTHS)]
        one = seated(looks()[record.game].computers, kind, players, "0" * 8)
        players.append(replace(one, join_id=p.join_id))
    return replace(
        stored, phase="live", ended_at=None, locale=locale, players=tuple(players), pace=60
    )


def showings(
    key: str, seats: int, options: Any, seed: int, locale: str
) -> Iterator[tuple[Playing, int, Seat, Any]]:
    """Yield the match before each ply that a film follows, with the ply, the seat and the move."""
    record = random_match(key, seats, options, seed).record
    playing = Playing(table(record, locale), record)
    for ply, (seat, text) in enumerate(record.moves, 1):
        move = playing.match.game.parse_move(text)
        before = playing._fork()
        playing.house.time += 100
        before.house.time += 100
        playing.play(ply, seat, move)
        if any(film.ply == ply for film in playing.match.holds.films):
            yield before, ply, seat, move


def told(drawn: Drawn) -> Any:
    """Return all that a screen says, but its film and the alternative text of it."""
    return without_film(drawn.components)


MATCHES = [
    pytest.param(key, seats, number, id=f"{key}-{seats}")
    for key in FILMED
    for number, seats in enumerate(GAMES[key].seats)
]
"""Each number of seats of each game."""


@pytest.mark.parametrize(("key", "seats", "number"), MATCHES)
@pytest.mark.costly
def test_no_screen_reveals_the_outcome_of_a_film(key: str, seats: int, number: int) -> None:
    rng, compared = random.Random(f"suspense {key} {seats}"), 0
    for at, locale in enumerate(LOCALES, number * len(LOCALES)):
        options = OPTIONS[key][at % len(OPTIONS[key])]
        shown = list(showings(key, seats, options, 40 + at, locale))
        # The first ones have remarks, the last one ends the match.
        middle = rng.sample(shown[2:-1], min(2, max(0, len(shown) - 3)))
        for one in [*shown[:2], *middle, *shown[-1:]]:
            compared += _compare(*one, rng)
    assert compared > 5


_LINE = heights.of_text("-# ")


@pytest.mark.parametrize("key", FILMED)
@pytest.mark.costly
def test_hand_has_the_outcome_until_its_player_moves(key: str) -> None:
    # Many players leave the least room.
    most, checked = GAMES[key].seats[-1], 0
    for seed, locale in enumerate(LOCALES):
        record = random_match(key, most, OPTIONS[key][0], seed).record
        stored = table(record, locale)
        playing = Playing(stored, record)
        news = dict[Seat, str]()
        for ply, (seat, text) in enumerate(record.moves, 1):
            playing.house.time += 100
            news.pop(seat, None)
            playing.play(ply, seat, playing.match.game.parse_move(text))
            if playing.match.outcome is not None:
                break
            shown = playing.screens(playing.match.holds.until + 100)
            outcome = [event for at, event in playing.match.public() if at == ply]
            for reader, player in enumerate(stored.players):
                lines = playing.house.look(key).recap(outcome, _voice(playing, Seat(reader)))
                if lines and not player.computer:
                    news[Seat(reader)] = lines[-1].removeprefix("-# ")
                # A longer one gives way where a hand has no room.
                line = news.get(Seat(reader))
                if line and heights.of_text(f"-# {line}", heights.NARROW) <= _LINE:
                    assert line in str(told(shown[player.user_id])), (ply, reader)
                    checked += 1
    assert checked > 4


def _voice(playing: Playing, reader: Seat) -> Voice:
    t = tongue(playing.stored.locale)
    return Voice(t, seat_names(playing.stored.players, t).short, reader)


@pytest.mark.parametrize("key", FILMED)
def test_costs_of_a_film_have_a_recap(key: str) -> None:
    record = random_match(key, GAMES[key].seats[0], OPTIONS[key][0], 1).record
    playing, checked = Playing(table(record, "en-US"), record), 0
    for ply, (seat, text) in enumerate(record.moves, 1):
        playing.house.time += 100
        playing.play(ply, seat, playing.match.game.parse_move(text))
        outcome = [event for at, event in playing.match.public() if at == ply]
        if playing.house.look(key).costs(outcome):
            assert playing.house.look(key).recap(outcome, _voice(playing, Seat(0)))
            checked += 1
    assert checked


def test_move_beside_a_film_leaves_its_outcome_to_be_read() -> None:
    record = random_match(ALL_AT_ONCE, 4, OPTIONS[ALL_AT_ONCE][0], 5).record
    playing, news = Playing(table(record, "en-US"), record), ""
    for ply, (seat, text) in enumerate(record.moves, 1):
        if not news or seat != 0:
            playing.house.time += 100
        playing.play(ply, seat, playing.match.game.parse_move(text))
        outcome = [event for at, event in playing.match.public() if at == ply]
        lines = playing.house.look(ALL_AT_ONCE).recap(outcome, _voice(playing, Seat(0)))
        news = lines[-1] if lines else news
        if news and seat == 0:
            break
    assert playing.match.playing is not None
    playing.screens(playing.match.holds.until + 1)
    assert playing.posts is not None
    recap = playing.posts.sight(playing.stored.players[0].user_id).recap(tongue("en-US"))
    assert recap[-1:] == [news]


def _compare(before: Playing, ply: int, seat: Seat, move: Any, rng: random.Random) -> int:
    """Compare the screens of a film's showing with those of other outcomes."""
    true, compared = before._fork(), 0
    true.play(ply, seat, move)
    readers = [None, *map(Seat, range(len(true.match.table.players)))]
    found = [
        (reader, other)
        for reader in readers
        for other in (before.other(ply, seat, move, reader, rng) for _ in range(OTHERS))
        if other is not None and other.match.holds.films
    ]
    for hold in true.match.holds.films:
        for at in (hold.begins + EDGE, hold.until - EDGE):
            mine = _at(true, hold, at)
            for reader, other in found:
                that = _alike(other, hold.part, crowned=_crowned(true, hold))
                if that is None:
                    continue
                theirs = _at(other, that, that.begins + EDGE)
                for who in [PANEL, WATCHER] if reader is None else [user(true, reader)]:
                    if who in mine:
                        where = (before.record.game, len(readers) - 1, ply, who, hold.part)
                        assert told(mine[who]) == told(theirs[who]), where
                        compared += mine[who] != theirs[who]
    return compared


def _crowned(playing: Playing, hold: Hold) -> bool:
    """Return True for the film of the podium, the last one of a match."""
    return playing.match.outcome is not None and hold == playing.match.holds.films[-1]


def _alike(playing: Playing, part: int, *, crowned: bool) -> Hold | None:
    """Return the film of the same part of a reveal, or of the podium, or None without one."""
    films = playing.match.holds.films
    found = films[-1] if crowned else films[min(part, len(films) - 1)]
    same = crowned or found.part == part
    return found if same and _crowned(playing, found) == crowned else None


def user(playing: Playing, seat: Seat) -> int:
    """Return the id of the player on a seat."""
    return playing.match.table.players[seat].user_id


def _at(playing: Playing, hold: Hold, at: float) -> dict[int, Drawn]:
    """Return all screens while a film plays, each with the film alone."""
    # A film that begins late isn't played.
    playing.screens(hold.begins + EDGE)
    drawn = playing.screens(at)
    for who, screen in drawn.items():
        assert [file.name for file in screen.files] == [FILM], (who, hold)
    return drawn
