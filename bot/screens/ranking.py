"""The ranking in words."""

from ..play.names import name_of, names_of, seat_name
from ..storage import Player, StoredTable
from ..storage.ratings import missing, points
from ..words.i18n import Tongue
from ..words.speech import listed, signed
from .look import Look

_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


def winner(
    stored: StoredTable, t: Tongue, most: int | None = None, reader: int | None = None
) -> str:
    """Return the headline of the end, with one winner or several.

    `most` is the number of letters of each name. `reader` is the seat of the player who reads.
    """
    placed = enumerate(stored.players)
    won = [player for seat, player in placed if player.rank == 1 and seat != reader]
    names = names_of(won, t) if most is None else [name_of(player, t, most) for player in won]
    first = [f"**{name}**" for name in names]
    if reader is not None and stored.players[reader].rank == 1:
        return "### 🏆 " + t("{who} and you share the win", who=listed(first, t))
    if len(first) > 1:
        return "### 🏆 " + t(
            "{who} and {last} share the win", who=listed(first[:-1], t), last=first[-1]
        )
    return "### 🏆 " + t("{who} wins", who="".join(first))


def ranking(stored: StoredTable, look: Look, t: Tongue, *, ratings: bool) -> str:
    """Return the players by rank, with points and, if wanted, the change of their rating.

    Each has two short lines, which a phone doesn't wrap.
    """
    placed = sorted(stored.players, key=lambda player: player.rank or 0)
    lines = []
    for player in placed:
        medal = medal_of(player.rank)
        facts = [look.score(player.score, t)] if player.score is not None else []
        facts += [rating(player, t)] if ratings else []
        facts += [t("left")] if player.left else []
        lines.append(f"{medal} **{seat_name(player, t)}**")
        lines += ["-# " + " · ".join(filter(None, facts))] if any(facts) else []
    return "\n".join(lines)


def rating(player: Player, t: Tongue) -> str:
    """Return the new rating with its change, if the match was rated and it isn't provisional."""
    if player.rating_before is None or player.rating_after is None:
        return ""
    if more := to_come(player):
        return t.many(
            "new: {n} more match until a rating", "new: {n} more matches until a rating", more
        )
    after, change = points(player.rating_after), rise(player)
    return t("rating {after} ({change})", after=after, change=signed(change))


def rise(player: Player) -> int:
    """Return the change of a rated player's points."""
    return points(player.rating_after or 0.0) - points(player.rating_before or 0.0)


def to_come(player: Player) -> int:
    """Return the number of matches until a player has a rating. Before 0.3.0 it is unknown."""
    return 0 if player.matches is None else missing(player.matches)


def medal_of(rank: int | None) -> str:
    """Return a rank as printed before a name. Discord would turn `4.` into a list."""
    return _MEDALS.get(rank or 0, f"`{rank}`")
