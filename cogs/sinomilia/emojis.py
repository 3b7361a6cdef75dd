"""The emojis of Sinomilia, and their names."""

from functools import partial

from bot.drawing.emojis import Emoji

from .drawing import back, chip

EMOJIS: dict[str, Emoji] = {
    "sun": Emoji(partial(chip, "sun", 122, flat=True)),
    "moon": Emoji(partial(chip, "moon", 122, flat=True)),
    "prediction": Emoji(partial(back, 112, 122, flat=True)),
}
