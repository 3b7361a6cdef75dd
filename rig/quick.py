"""The bot without waits: reveals aren't held, computers decide and discord.py reconnects at once.

RIG_HOLDS may name a file with the seconds that each reveal is held. With RIG_HASTY the gateway's
waits take a tenth, and an outage is noticed after a fifth of the usual time. A pace may be 1 s.
"""

import os
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from discord import Client, client, shard
from discord.backoff import ExponentialBackoff

from bot.clicks import table_options
from bot.play.lobby import PACES
from bot.play.match import Match, Pause, Story
from bot.run.command_line import main as run
from bot.tables import deciding, lifecycle
from bot.wire import gateway, outage
from playground import serve

from .replacing import exchange


class Quick(Match):
    """A match without reveal pauses, unless a file says otherwise."""

    def pause(self, after: Any, story: Story) -> Pause:
        """Return the lengths of a reveal and its films, none without a file."""
        file, usual = os.environ.get("RIG_HOLDS"), super().pause(after, story)
        if file is None or not any(usual):
            return Pause()
        seconds = float(Path(file).read_text(encoding="utf-8"))
        return Pause(seconds * (usual.seconds > 0), (seconds,) * len(usual.films))


async def _at_once(*_: object, **__: object) -> None:
    """Begin a session, which discord.py does five seconds later unless it is the first."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the bot's command line without waits, or the playground with such a bot."""
    exchange(lifecycle, Match=Quick)
    exchange(deciding, MOMENT=(0.0, 0.0))
    exchange(table_options, PACES=(*PACES, 1))
    if os.environ.get("RIG_HASTY"):
        exchange(gateway, PATIENCE=gateway.PATIENCE / 10, PAUSE=gateway.PAUSE / 10)
        exchange(outage, GRACE=outage.GRACE / 5, _ASK_EVERY=2.0, _ASK_PATIENCE=1.0)
    for one in (client, shard):
        # Any number of seconds will do.
        exchange(one, ExponentialBackoff=partial(ExponentialBackoff, 0.1))  # type: ignore[arg-type]
    Client.before_identify_hook = _at_once  # type: ignore[method-assign]
    exchange(serve, BOT=("-m", "rig.quick", "run"))
    return run(arguments)


if __name__ == "__main__":
    sys.exit(main())
