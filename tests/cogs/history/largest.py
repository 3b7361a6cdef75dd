"""A replay among the largest screens."""

from collections.abc import Callable

from bot.drawing.picture import Picture
from bot.screens.finished import Finished
from bot.screens.look import Look
from bot.wire.ui import Attached, Drawn
from bot.words.i18n import Tongue
from cogs.history import replay, replay_page
from games.core import Seat

KIND = "replay"


def draw(
    past: Finished,
    look: Look,
    t: Tongue,
    ply: int,
    eyes: Seat | None,
    own: Seat | None,
    blank: Callable[[Picture], bytes] | None,
) -> Drawn:
    """Return a step of a match. `blank` makes files of pictures, None draws it in words."""
    step = replay.replay(past, look, ply, eyes, own)
    found = [] if blank is None else replay.pictures(step, t)
    files = [
        Attached(f"{at}.png", blank(picture), replay_page.alternative(step, picture, t))
        for at, picture in enumerate(found)
        if blank is not None
    ]
    return replay_page.draw(step, t, files)
