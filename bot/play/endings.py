"""Texts on a match's ending and on removals, and who left too early to be rated.

The database stores only the texts' keys. A computer or the clock decides for a player who left or
missed a deadline. No player gains a rating by such decisions, or by matches that hardly began.
"""

from collections.abc import Iterable
from typing import NamedTuple

from games import GAMES, playable
from games.core import Lasts
from games.errors import N_

from ..storage import STAFF, Player, StoredTable
from ..storage import VOTE as BY_VOTE
from ..words.i18n import Tongue
from ..words.speech import Voice
from .names import person

VOTE, BY_STAFF, CHANNEL, NOBODY, LEFT = "vote", "staff", "channel", "nobody", "left"
RULES, IDLE, BROKEN, WIN = "rules", "idle", "broken", "win"
COMPUTERS, ALONE, WAITED, DAY = "computers", "alone", "waited", "day"
_OFF = {
    VOTE: N_("Match called off by its players' vote. No rating changes."),
    BY_STAFF: N_("Match called off by the server's staff. No rating changes."),
    CHANNEL: N_("Match called off: its channel is gone. No rating changes."),
    NOBODY: N_("Match called off: nobody answered any more. No rating changes."),
    ALONE: N_("Match called off by its only player. No rating changes."),
    WAITED: N_("Match called off after a wait of over a day. No rating changes."),
    LEFT: N_("Match called off: everyone has left. No rating changes."),
    IDLE: N_("Match called off: nobody moved for too many days. No rating changes."),
    DAY: N_("The day of this deal is over, so it ends without a result."),
    BROKEN: N_("Match called off: it couldn't be taken up again. No rating changes."),
}
"""Reasons for the end of a match without a result."""


def called_off(stored: StoredTable, t: Tongue, reader: int | None = None) -> str:
    """Return the text for a match that ended without a result.

    `reader` is the seat of the player who reads.
    """
    return "\n".join([_why(stored, t), *removals(stored, t, reader)])


def _why(stored: StoredTable, t: Tongue) -> str:
    if stored.why in _OFF:
        return t(_OFF[stored.why])
    older = stored.game in GAMES and not playable(stored.game, stored.version)
    if stored.why == RULES or older:
        return t("Match called off: it began under older rules. No rating changes.")
    return t("Match called off. No rating changes.")


def notes(stored: StoredTable, t: Tongue, *, ratings: bool, reader: int | None = None) -> list[str]:
    """Return the notes printed below a result, one a line.

    `ratings` is True if the server has leaderboards. `reader` is the seat of the player who reads.
    """
    lines = removals(stored, t, reader)
    if stored.why == WIN:
        seat, winner = next((n, p) for n, p in enumerate(stored.players) if p.rank == 1)
        lines.append(
            t("🤖 You were left alone with computers and took the win.")
            if seat == reader
            else t(
                "🤖 {who} was left alone with computers and took the win.", who=person(winner, t)
            )
        )
    if stored.why == COMPUTERS:
        lines.append(t("🤖 Only computers were left in, so the match ended there."))
    if not ratings:
        return lines
    lines += [
        t("⌛ You were away too much and are rated as having left.")
        if seat == reader
        else t("⌛ {who} was away too much and is rated as having left.", who=person(player, t))
        for seat, player in enumerate(stored.players)
        if player.absent and player.rating_after is not None
    ]
    # A table with computers says before its start that it isn't rated.
    if any(player.computer for player in stored.players):
        return lines
    if any(player.wronged for player in stored.players):
        lines.append(t("Someone was removed, so no rating changes."))
    elif any(player.playing for player in stored.players) and not any(
        player.rating_after is not None for player in stored.players
    ):
        lines.append(t("The match was too short, so no rating changes."))
    return lines


def removals(stored: StoredTable, t: Tongue, reader: int | None) -> list[str]:
    """Return one line for each player who was removed, naming who removed them."""
    voice, lines = Voice(t, [person(player, t) for player in stored.players], reader), []
    for seat, player in enumerate(stored.players):
        if player.removed_by is not None:
            by = doer(stored, player.removed_by, t)
            line = voice.about(seat, "🤖 {by} removed you.", "🤖 {by} removed {who}.", by=by)
            lines.append(line)
    return lines


def doer(stored: StoredTable, seat: int | None, t: Tongue) -> str:
    """Return the name of the player or group that acted."""
    if seat == BY_VOTE:
        return t("The players' vote")
    if seat is None or seat == STAFF:
        return t("The server's staff")
    return person(stored.players[seat], t)


_SHARE = 4
"""A player may miss one of this number of decisions."""
_RETURNS = 1
"""Number of times that a player may come back without being rated as having left."""


_USUAL = 4
"""Usual number of decisions of each player, if the game states no other."""
_PART = 4
"""A rated match has at least the usual number of decisions, divided by this."""


class Decision(NamedTuple):
    """A seat's decision: the first ply after it, and True if no person made it."""

    ply: int
    automatic: bool


def left_at(player: Player, decisions: Iterable[Decision]) -> int | None:
    """Return the ply of a player's leaving for the rating, or None.

    A player who is away at the end left after their last own decision. A player who missed over a
    quarter of their decisions, or came back twice, left at the first missed one. A player who was
    removed while present hasn't left.
    """
    if player.left and not player.wronged:
        return player.left_ply or 0
    made = sorted(decisions)
    missed = [decision.ply for decision in made if decision.automatic]
    if player.away:
        return max((decision.ply for decision in made if not decision.automatic), default=0)
    if player.computer or player.left:
        return None
    absent = _SHARE * len(missed) > len(made) or player.returns > _RETURNS
    return min(missed, default=0) if absent else None


def long_enough(game: object, seats: int, options: object, decisions: int) -> bool:
    """Return True if a match with this number of decisions is long enough to be rated."""
    usual = game.usual_moves(seats, options) if isinstance(game, Lasts) else _USUAL * seats
    return _PART * decisions >= usual
