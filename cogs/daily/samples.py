"""Example of a daily deal's card."""

from bot.drawing.kit import by_place
from bot.drawing.picture import Picture
from games import GAMES

from .drawing import DailyCard

_MARKS = (0, 0, 2, 0, 0, 0, 7, 0, 0, 0)
SAMPLES: dict[str, Picture] = {"daily": DailyCard(by_place(GAMES)[0], 328, 9, _MARKS)}
