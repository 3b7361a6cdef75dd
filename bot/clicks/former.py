"""Commands of 0.2.0, which clients offer until they reload: where each thing is now."""

from collections.abc import Collection, Mapping
from string import Formatter
from typing import Any

from games.errors import N_, Name

from ..words.errors import TableError

_GROUPED = (1, 2)
"""Types of options that are subcommands, or groups of them."""
_MORE = N_("That stands behind ⋯ on table and hand. `/{my}` finds a lost one.")
_ME = N_("That stands in `/{me}`.")
_WATCH = N_("`/{profile}` and `/{leaderboard}` list the matches to watch.")
_RULES = N_("📖 *Rules* stands on each table and in `/{help}`, with 🎓 *Learn by playing* inside.")
_OF_A_GAME: Mapping[str, str] = {
    "play": N_("`/{game}` opens a table at once. ⚙️ *Options* stands behind its ⋯."),
    "rules": _RULES,
    "learn": _RULES,
    "move": N_("`/{move}` types a move in every game."),
}
_FORMER: Mapping[str, str] = {
    "hand": N_("🎴 *Hand* is a button of the table. `/{my}` finds a lost one."),
    "table": _MORE,
    "history": _WATCH,
    "replay": _WATCH,
    "verify": N_(
        "🔒 *Fairness* of an ended match has ☑️ *Check now*. `/{me}` takes a record as a file."
    ),
    "pictures": _ME,
    "privacy": _ME,
}


def former(data: Mapping[str, Any], games: Collection[str]) -> TableError | None:
    """Return where a removed command's purpose is now, or None for any other interaction."""
    name = str(data.get("name", ""))
    part = next((o["name"] for o in data.get("options", ()) if o.get("type") in _GROUPED), "")
    told = _OF_A_GAME.get(part) if name in games else _FORMER.get(name)
    if told is None:
        return None
    named = {field for _, field, *_ in Formatter().parse(told) if field} - {"game"}
    return TableError(told, game=Name(name), **{one: Name(one) for one in named})
