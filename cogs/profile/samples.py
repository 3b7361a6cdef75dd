"""Example of a profile's picture."""

from bot.drawing.kit import by_place
from bot.drawing.picture import Picture, Who
from games import GAMES

from .drawing import Profile, Progress

_PLAYED = (
    (30, 14, (1000, 1020, 1012, 1040, 1060, 1052, 1080, 1098, 1090, 1121)),
    (12, 4, (1000, 988, 1010, 1020, 1008, 1020, 1040)),
    (9, 2, (1000, 1010, 991, 976, 988, 982)),
    (6, 2, (1000, 1012, 1003, 1011, 1015)),
)
"""The matches, wins and ratings in the first games. The last rating is provisional."""

_PROGRESSES = tuple(
    Progress(game, game, matches, wins, ratings, sure=matches > 6)
    for game, (matches, wins, ratings) in zip(by_place(GAMES), _PLAYED, strict=False)
)
SAMPLES: dict[str, Picture] = {"profile": Profile(Who(0, "Ana"), 61, 23, _PROGRESSES)}
