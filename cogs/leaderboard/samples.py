"""Example of a leaderboard's picture."""

from bot.drawing.picture import Picture, Who

from .drawing import Leaderboard, Line

_LINES = (
    Line(Who(1, "千恵"), 1, 1184, risen=True),
    Line(Who(0, "Ana"), 2, 1121, own=True),
    Line(Who(2, "Jörg"), 3, 1063, risen=False),
    Line(Who(3, "Anastasia"), 4, 1002, sure=False, risen=True),
    Line(Who(3, "Ben"), 5, 987),
)
SAMPLES: dict[str, Picture] = {"leaderboard": Leaderboard(_LINES)}
