"""Positions as a reader sees them, without a table in the database, and example pictures.

`make palettes` takes the palettes from the colours of these pictures. The bot warms up with them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain
from types import MappingProxyType
from typing import Any

from games import GAMES
from games.core import Seat, Step
from games.position import Position, wandered
from games.record import record_hash

from ..drawing.crowning import Crowning
from ..drawing.faces import face
from ..drawing.film import Film
from ..drawing.kit import by_place
from ..drawing.lobby import Lobby
from ..drawing.lobby import Seat as Seated
from ..drawing.picture import Picture, Who
from ..drawing.podium import Podium
from ..words.i18n import tongue
from ..words.parts import cast_rows, parts
from .event_pictures import people
from .look import Look, Marked
from .sight import Sight, decided, printed
from .transcript import looks

NAMES = ("Ana", "Ben", "Chie", "Jörg", "千恵", "Mika", "Anastasia", "건우", "小明", "Zoë")
"""The names of players in examples, by seat."""
_T = tongue("en-US")
_USUAL, _MOVES = 4, 60
"""Players of a whole match, and the moves of it that are looked at, its latest ones."""


def sight_of(
    position: Position,
    look: Look,
    seat: Seat | None = None,
    steps: Sequence[Step[Any]] = (),
    names: Sequence[str] = NAMES,
    locale: str = "en-US",
) -> Sight:
    """Return the sight of a position, or of the steps after it, in a match without people."""
    record, steps = position.record, steps or position.steps()
    sight = Sight.at(printed(record, names, locale), look, steps, seat)
    outcome = GAMES[record.game].outcome(steps[-1].state)
    if outcome is None:
        return sight
    public = (event for step in steps for event in step.events if event.to is None)
    over = decided(sight.stored, outcome)
    return replace(sight, stored=over, public_events=tuple(public), record=record_hash(record))


@cache
def samples() -> Mapping[str, Picture]:
    """Return example pictures of all games and features by name, which begins with the game."""
    return MappingProxyType(dict(_samples()))


@cache
def films() -> Mapping[str, Film]:
    """Return the film of the most frames in a match of each game, and that of an end."""
    return MappingProxyType(dict(_films()))


def first() -> Iterator[Picture]:
    """Yield all examples, lobbies first: players look at these while the bot warms up.

    Each is looked for when it is due, and not kept. Takes up to a tenth of a second.
    """
    return (one for _, one in chain(_samples(), _films()))


def _samples() -> Iterator[tuple[str, Picture]]:
    for around in (True, False):
        for game, look in looks().items():
            for name, picture in _around(game) if around else _richest(look):
                yield f"{game}-{name}", picture
    for module in parts("samples"):
        for name, picture in module.SAMPLES.items():
            yield f"shinrisen-{name}", picture


def _films() -> Iterator[tuple[str, Film]]:
    for game in by_place(looks()):
        sights = (one for one, _ in _sights(looks()[game], _whole(game)) if one.seat is None)
        shown = (replace(one, held=True, moving=True).film(_T) for one in sights)
        if own := [one for one in shown if one is not None and not isinstance(one, Crowning)]:
            yield game, max(own, key=lambda film: len([*film.times()]))
    yield "shinrisen-end", Crowning(next(end for _, end in _samples() if isinstance(end, Podium)))


def _whole(game: str) -> Position:
    return wandered(game, min(_USUAL, GAMES[game].seats[-1]), 1)


def _around(game: str) -> Iterator[tuple[str, Picture]]:
    """Yield an open table of a game, and all its computers that have a drawn face."""
    few, most = GAMES[game].seats[0], GAMES[game].seats[-1]
    seated = Seated(Who(0, NAMES[0]), host=True), Seated(Who(1, NAMES[4]), kept=True)
    yield "lobby", Lobby(game, seated, few, most)
    levels = [level for level in cast_rows(game).values() if isinstance(level, dict)]
    cast = [one for level in levels for one in level["characters"] if "face" in one]
    if cast:
        faces = (Who(n, one["name"], face(one["face"])) for n, one in enumerate(cast))
        computers = tuple(Seated(who, computer=True) for who in faces)
        yield "faces", Lobby(game, computers, 1, len(computers))


def _sights(look: Look, position: Position) -> Iterator[tuple[Sight, Any]]:
    """Yield the latest plies of a match, as spectators and the first seat see them."""
    steps = position.steps()
    for ply in range(max(0, len(steps) - _MOVES), len(steps)):
        for seat in (None, Seat(0)):
            yield sight_of(position, look, seat, steps[: ply + 1]), steps[ply].state


def _richest(look: Look) -> Iterator[tuple[str, Picture]]:
    """Yield of each kind of picture in two matches the one that says most, and the rules'."""
    for position in (_whole(look.key), wandered(look.key, GAMES[look.key].seats[-1], 2, _MOVES)):
        found: dict[str, Picture] = {}
        for sight, state in _sights(look, position):
            for picture in _pictures(look, sight, state):
                name = f"{type(picture).__name__.lower()}-{position.seats}"
                found[name] = max(found.get(name, picture), picture, key=_said)
        yield from found.items()
    options = GAMES[look.key].Options()
    for page in range(len(look.rules(options, _T))):
        if (example := look.example(options, page)) is not None:
            yield f"{type(example).__name__.lower()}-rules-{page + 1}", example


def _said(picture: Picture) -> int:
    return len(picture.alt(_T))


def _pictures(look: Look, sight: Sight, state: Any) -> Iterator[Picture]:
    """Yield a position's picture, its reveal and a decision of a review, where there are any."""
    shown = [replace(sight, held=held).picture(_T) for held in (False, True)]
    legal = () if sight.seat is None else GAMES[look.key].legal_moves(state, sight.seat)
    if sight.seat in sight.to_act and len(legal) > 1:
        scene = replace(sight.scene(_T), people=people(sight.stored.players, _T))
        shown.append(look.moment(scene, Marked(legal[0], legal[-1], 0.14)))
    yield from (one for one in shown if one is not None)
