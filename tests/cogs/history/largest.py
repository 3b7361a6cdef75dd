"""A replay among the largest screens."""

from bot.screens.finished import Finished
from bot.wire.ui import Attached, Drawn
from cogs.history import replay, replay_page

from ...bot.screens.cases import Case, Kind, blank


def _draw(case: Case, past: Finished) -> Drawn:
    """Return a step of the match."""
    t, ply = case.t, round(case.at * (len(past.steps) - 1))
    step = replay.replay(past, case.look, ply, None if case.hidden else case.seat, case.seat)
    files = [
        Attached(f"{at}.png", blank(picture), replay_page.alternative(step, picture, t))
        for at, picture in enumerate(replay.pictures(step, t) if case.pictured else ())
    ]
    return replay_page.draw(step, t, files)


REPLAY = Kind("replay", _draw, aims={"replay": (800, {"phase": "over"})})
