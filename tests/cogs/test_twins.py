"""Twins: the same evening with two outcomes of one film, up to that film's end.

While the film plays, people ask for all that the bot answers, and use all controls that they were
shown before. Then time passes. All that reaches a reader must be equal, its order, its size and its
absence included. Only the film itself may differ.
"""

import os
import random
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from types import SimpleNamespace
from typing import Any, NamedTuple
from unittest.mock import AsyncMock

import discord
import pytest

from bot import storage
from bot.drawing.file import File
from bot.drawing.film import Film
from bot.drawing.picture import Picture
from bot.play.match import Holds, Match
from bot.screens.transcript import looks
from bot.tables.tables import Tables
from bot.wire.ui import Address
from bot.words.errors import TableError
from bot.workers.pictures import Pictures
from games import GAMES
from games.chance import Chance
from games.core import Event, Seat, Step
from games.errors import GameError
from games.record import Record, replay

from ..drawing import others
from ..games.hands import PLAYS
from ..games.playing import random_match
from ..outcomes import FILM, filmed_plies, first_film, without_film
from .conftest import Begin, hold, lengthened
from .evening import Evening, Patch
from .pauses import FILMED
from .walking import Walk

HELD = 600.0
"""Seconds of each film here: longer than all that people ask for in it, and than a decision."""
PACE = 180
"""Seconds of a decision. In a film they would be over, if they had begun."""
LAST, MIDDLE = "last", "middle"
WHOLE = [*product(FILMED, (LAST, MIDDLE))]
"""A film of each game in the middle of a match, and the one that ends it."""
_ESSENTIAL = [WHOLE[0], *WHOLE[-5:-4], *WHOLE[-3:-1]]
CASES = WHOLE if os.environ.get("SHINRISEN_SOAK") else _ESSENTIAL
WISHES = frozenset({"wish"})
"""Kinds of controls that choose words. Who reads words reads the outcome at once."""
_TRIES = 40
_ID = re.compile(r"\d{17,}")


class Showing(NamedTuple):
    """A film's ply of a match: the state before it, and the move, with one of its outcomes."""

    record: Record
    ply: int
    state: Any
    text: str


def twins(key: str, which: str) -> list[Showing]:
    """Return a film's ply, and the same with another outcome for all that its mover knows.

    It is the last film with another outcome, or the one nearest to the middle.
    """
    rng, game = random.Random(f"twins {key} {which}"), GAMES[key]
    record = random_match(key, game.seats[0], game.Options(**PLAYS[key][0]), 7, changes=0).record
    plies, steps = filmed_plies(record, looks()[key]), replay(record)
    half = plies[-1] if which == LAST else len(steps) / 2
    for ply in sorted(plies, key=lambda ply: abs(ply - half)):
        seat, text = record.moves[ply - 1]
        one = Showing(record, ply, steps[ply - 1].state, text)
        if first_film(looks()[key], record, steps[: ply + 1]) is None:
            # The podium's film alone reveals by itself that the match has ended.
            continue
        found = [two for _ in range(_TRIES) for two in _others(one, Seat(seat), steps, rng)]
        if found:
            return [one, min(found, key=lambda two: two[0])[1]]
    raise AssertionError("no film has another outcome")


def _others(
    one: Showing, seat: Seat, steps: list[Step[Any]], rng: random.Random
) -> Iterator[tuple[tuple[bool, bool], Showing]]:
    """Yield other outcomes with their ranks: best, one alone ends the match, or others go on."""
    record, ply = one.record, one.ply
    game, look, truth = GAMES[record.game], looks()[record.game], steps[ply]
    for state, text in others(record.game, one.state, seat, one.text, seat, rng):
        with suppress(GameError):
            step = game.play(state, seat, game.parse_move(text), Chance(record.seed, ply))
            same = _public(step.events) == _public(truth.events)
            if not same and first_film(look, record, [*steps[:ply], step]) is not None:
                next_ones = [game.to_act(each.state) for each in (step, truth)]
                ends = [not seats for seats in next_ones]
                rank = ends[0] == ends[1], next_ones[0] == next_ones[1]
                yield rank, Showing(record, ply, state, text)


def _public(events: tuple[Event, ...]) -> list[Event]:
    return [event for event in events if event.to is None]


@pytest.fixture(autouse=True)
def drawn(monkeypatch: Patch) -> None:
    """Replace drawing by a dot, and lengthen films."""

    def draw(picture: Picture) -> File:
        return File(picture, FILM if isinstance(picture, Film) else "picture.png", b"dot")

    monkeypatch.setattr("bot.run.client.Pictures", lambda on, **_: Pictures(on, draw))
    monkeypatch.setattr("bot.workers.pictures.warm", lambda pictures: None)

    async def waits(self: Tables, *asked: Any, **more: Any) -> None:
        if self._film_until(*asked, **more) > self._house.now():
            raise Waits

    monkeypatch.setattr(Tables, "after_film", waits)
    hold(monkeypatch, lengthened(HELD))


class Waits(Exception):
    """An answer that waits for a film. The person reads an apology here, without a wait."""


class Asking(Walk):
    """A walk through the answers, at the table of the film.

    While it is `opening` it only opens them. Later it uses their controls, too.
    """

    opening = True

    async def _controls(self) -> bool:
        return not self.opening and await super()._controls()

    def _note(self, done: Any) -> None:
        super()._note(done)
        for used in [*self._waiting]:
            address = Address.parse(self._newest[used][1]["custom_id"])
            unused = address is None or address.kind in WISHES
            if address is None or unused or address.table_id not in (0, 1):
                self._waiting.remove(used)

    async def read(self, message: discord.Message, by: Any = None) -> None:
        """Use all controls of a message, in direct messages as their user."""
        self.person = by or self.person
        shown = SimpleNamespace(components=message.components, message=message)
        self._note(SimpleNamespace(acknowledged=True, response=shown, followups=[]))
        await self._controls()


class Twin:
    """One of the evenings: its readers, and what reaches them."""

    def __init__(self, e: Evening, shown: Showing) -> None:
        self.e, self.shown = e, shown
        *self.seated, self.watcher, self.outsider = e.people
        self.mover = shown.record.moves[shown.ply - 1][0]
        self.player = self.seated[self.mover]
        people = (self.outsider, self.watcher, self.player)
        self.walks = [Asking(person, e.channel) for person in people]
        self.completed = list[Any]()

    async def begin(self, monkeypatch: Patch) -> Match:
        """Begin the match, and play it up to the film's ply."""
        e, record = self.e, self.shown.record
        everybody, e.people = e.people, self.seated
        await e.begin(record.game, **PLAYS[record.game][0])
        e.people = everybody
        match = await e.match()
        # Computers at another table would move by chance, so none opens from now on.
        refusing = AsyncMock(side_effect=TableError("No table opens now."))
        monkeypatch.setattr(storage.tables, "open_lobby", refusing)
        *earlier, before = record.moves[: self.shown.ply - 1]
        for seat, text in earlier:
            await match.submit(Seat(seat), text)
        match.holds = Holds()
        await self.move(*before)
        await e.wait(max(0.0, match.holds.until - e.bot.now()) + 1)
        await e.press(self.watcher, "Hand")
        for walk in self.walks:
            walk._note(await e.forge(walk.person, e.panel(), str(e.at("more"))))
            walk._note(await e.forge(walk.person, e.panel(), str(e.at("fairness"))))
            await self._use_commands(walk)
        return match

    async def move(self, seat: int, text: str) -> None:
        """Type a move."""
        await self.seated[seat].slash(self.e.channel, "move", move=text)

    async def reveal(self, match: Match) -> None:
        """Make the move that the film follows, in the state with its outcome."""
        # Its history is read from the seed otherwise.
        match.public()
        match.state = self.shown.state
        match._views.clear()
        await self.move(self.mover, self.shown.text)
        assert match.playing is not None

    async def ask(self) -> None:
        """Use all commands, the controls of their answers, and all that messages have or had."""
        e, player = self.e, self.player
        for walk in self.walks:
            person = walk.person
            # First as a mere reader of the panel, because its controls may make a spectator.
            await self._use_commands(walk)
            walk.opening = False
            await walk.read(e.panel())
            await self._use_commands(walk)
            await person.context_menu(e.channel, "Profile", player)
            self.completed.append(await person.autocomplete(e.channel, "move", "move", ""))
            for kind in sorted(e.bot.controls.keys() - WISHES):
                await e.forge(person, e.panel(), str(e.at(kind)))
        await walk.read(e.hand(player), player.user)

    async def _use_commands(self, walk: Asking) -> None:
        """Use all commands, but while opening make no move."""
        tree = self.e.bot.tree
        found = [one for one in tree.walk_commands() if one.name != "move" or not walk.opening]
        await walk.go(SimpleNamespace(walk_commands=lambda: found), self.player)

    def reached(self, since: int) -> list[str]:
        """Return the requests that the readers see, without the film and the numbers of ids."""
        own = f"/channels/{self.player.user.dm_channel.id}/", f"/channels/{self.e.channel.id}/"
        places = {str(self.e.channel.id), *(str(person.id) for person in self.e.people)}
        return [
            _ID.sub(
                lambda found: found[0] if found[0] in places else "id",
                f"{one.method} {one.path} {without_film(one.json)}",
            )
            for one in self.e.env.http_requests[since:]
            if "/channels/" not in one.path or one.path.startswith(own)
        ]


async def lived(evening: Begin, monkeypatch: Patch, shown: Showing) -> list[str]:
    """Return what reached the readers while the film played."""
    async with evening(shown.record.seats + 2, pictures=True, held=True) as e:
        twin = Twin(e, shown)
        match = await twin.begin(monkeypatch)
        since = len(e.env.http_requests)
        await twin.reveal(match)
        await twin.ask()
        # Shortly before the film's end.
        await e.wait(match.holds.films[0].until - e.bot.now() - 1)
        assert match.playing == match.holds.films[0]
        return [*twin.reached(since), *map(str, twin.completed)]


@pytest.mark.parametrize(("key", "which"), CASES)
async def test_nothing_reveals_the_outcome_of_a_film(
    evening: Begin, monkeypatch: Patch, key: str, which: str
) -> None:
    one, two = twins(key, which)
    monkeypatch.setattr("bot.play.match.seed_of", lambda table: one.record.seed)
    monkeypatch.setattr("bot.storage.servers.USUAL_PACE", PACE)
    lives = []
    for shown in (one, two):
        same = SimpleNamespace(token_bytes=random.Random(7).randbytes)
        with monkeypatch.context() as patched:
            patched.setattr("bot.storage.contributions.secrets", same)
            lives.append(await lived(evening, patched, shown))
    mine, theirs = lives
    for number, (told, other) in enumerate(zip(mine, theirs, strict=False)):
        assert told == other, number
    assert len(mine) == len(theirs) > 100
