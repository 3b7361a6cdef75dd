"""Example pictures of all games and features.

`make palettes` takes the palettes from their colours. The bot warms up with them.
"""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from games import GAMES

from ..words.parts import cast_rows, part, parts
from .crowning import Crowning
from .ending import Ending
from .faces import face
from .film import Film
from .kit import by_place
from .lobby import Lobby, Seat
from .picture import Picture, Who
from .podium import Place, Podium

ANA, BEN, JORG, CHIE = Who(0, "Ana"), Who(1, "Ben"), Who(2, "Jörg"), Who(3, "千恵")
MIKA, ANASTASIA, GEONU = Who(4, "Mika"), Who(5, "Anastasia"), Who(6, "건우")
LONG = Who(0, "Maximiliane-Theodora von Zabern")
LEA, XIAOMING, ZOE = Who(7, "Lea"), Who(8, "小明"), Who(9, "Zoë")


@cache
def samples() -> Mapping[str, Picture]:
    """Return all examples by name. A name begins with the game's key."""
    found: dict[str, Picture] = {}
    for game in GAMES:
        module = part(game, "samples")
        own = _plain(game) if module is None else module.SAMPLES
        found |= {f"{game}-{name}": picture for name, picture in own.items()}
        end, turning = own.get("end"), getattr(module, "TURNING", None)
        if isinstance(end, Podium):
            *_, last = end.places
            found[f"{game}-hand-end"] = Ending(game, end.places, last, turning)
        found |= _faces(game)
    return MappingProxyType({**found, **_of_features()})


@cache
def films() -> Mapping[str, Film]:
    """Return an example film of each game that has films, and of an end."""
    found = {game: getattr(part(game, "samples"), "FILM", None) for game in by_place(GAMES)}
    own: dict[str, Film] = {game: film for game, film in found.items() if film is not None}
    ends = (end for end in samples().values() if isinstance(end, Podium))
    return MappingProxyType({**own, "shinrisen-end": Crowning(next(ends))})


@cache
def first() -> tuple[Picture, ...]:
    """Return all examples, lobbies first: players look at these while the bot warms up."""
    found = samples()
    pictures = (found[name] for name in sorted(found, key=lambda name: "lobby" not in name))
    return *pictures, *films().values()


def _plain(game: str) -> Mapping[str, Picture]:
    """Return the examples of a game without its own: an open table and an end."""
    seats = GAMES[game].seats
    return {
        "lobby": Lobby(game, (Seat(ANA, host=True),), seats[0], seats[-1]),
        "end": Podium(game, (Place(ANA, 1, 3), Place(BEN, 2, 0))),
    }


def _faces(game: str) -> Mapping[str, Picture]:
    """Return an open table with all computers of a game that have a drawn face."""
    levels = [level for level in cast_rows(game).values() if isinstance(level, dict)]
    found = [one for level in levels for one in level["characters"] if "face" in one]
    seats = tuple(
        Seat(Who(n, one["name"], face(one["face"])), computer=True) for n, one in enumerate(found)
    )
    return {f"{game}-faces": Lobby(game, seats, 1, len(seats))} if seats else {}


def _of_features() -> Mapping[str, Picture]:
    """Return the examples that features have, in the form of a game's."""
    modules = [one for one in parts("samples") if one.__name__.split(".")[1] not in GAMES]
    return {f"shinrisen-{name}": one for module in modules for name, one in module.SAMPLES.items()}
