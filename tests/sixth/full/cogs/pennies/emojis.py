"""The emojis of matching pennies."""

from functools import partial

from bot.drawing.emojis import Emoji
from games.pennies import SIDES

from .drawing import coin

EMOJIS: dict[str, Emoji] = {
    f"coin_{side}": Emoji(partial(coin, side, 122), pale=side == "tails") for side in SIDES
}
