"""The pages of help among those that are measured."""

from typing import Any, cast

from bot.screens.transcript import looks
from bot.storage.servers import ServerSettings
from bot.wire.ui import Drawn
from bot.words.errors import TableError
from bot.words.i18n import Tongue
from cogs.help.screens import offered, refused
from cogs.help.welcome import hello
from games.errors import N_


def pages(t: Tongue) -> list[Drawn]:
    """Return the pages in a language."""
    everything = sorted(looks().values(), key=lambda look: look.key)
    why = TableError(N_("Only the server's staff may open tables here."))
    nowhere, settings = cast(Any, None), ServerSettings(locale=t.locale)
    return [
        offered(everything, ("daily", "night", "leaderboard"), t),
        *(refused(everything, why, t, outside=outside) for outside in (False, True)),
        *(hello(nowhere, settings, everything, ask=ask) for ask in (False, True)),
    ]
