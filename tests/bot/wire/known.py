"""The emojis that an application may have."""

from dataclasses import replace

from bot.drawing.emojis import emojis
from bot.wire.ui import Address, Attached, Drawn, Row, button, screen

NAMES = tuple(emojis())
ALL = {name: f"<:{name}_abc123:{10**17 + number}>" for number, name in enumerate(NAMES)}
AT = Address("move", 7, 3, "55", "cafe")
PICTURE = Attached("a.png", b"png", "Two cards: 4 and 104.", key=True)


def pictured() -> Drawn:
    """Return a screen with a picture, an emoji of ours and one of Discord."""
    ours = button(AT, "4", emoji="<:bull_abc123:123456789012345678>", plain="4 🐂")
    theirs = button(replace(AT, text="x"), "Help", emoji="🤖")
    return screen(5, "**Hand**", PICTURE, Row(ours, theirs))
