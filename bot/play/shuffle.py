"""The seed of a stored table: its contributions, its hashes, its record."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from games.chance import Contribution, commitment, mix, mixed, running
from games.core import Seat
from games.record import Record, record_of

from ..storage import StoredTable


def contributions(table: StoredTable) -> tuple[Contribution, ...]:
    """Return a table's contributions with the seats of their players."""
    seats = {player.user_id: Seat(seat) for seat, player in enumerate(table.players)}
    return tuple(Contribution(seats.get(c.user_id), c.kind, c.text) for c in table.contributions)


def seed_of(table: StoredTable) -> bytes:
    """Return the seed of a table's match."""
    if table.contributions:
        return mixed(table.secret, contributions(table))
    return mix(table.secret, [player.join_id for player in table.players])


def running_hashes(table: StoredTable) -> list[str]:
    """Return the promise, and the running hash after each contribution."""
    return running(commitment(table.secret), contributions(table))


def seed_hash(table: StoredTable) -> str:
    """Return the SHA-256 of the seed of a started match."""
    salts = tuple([player.join_id for player in table.players])
    return _seed_hash(table.secret, contributions(table), salts)


# It stands on every screen of a match.
@lru_cache(maxsize=1024)
def _seed_hash(secret: bytes, given: tuple[Contribution, ...], salts: tuple[int, ...]) -> str:
    return commitment(mixed(secret, given) if given else mix(secret, salts))


def recorded(
    table: StoredTable, moves: Iterable[tuple[int, str]], makers: Mapping[int, str]
) -> Record:
    """Return the record of a table with these moves, and the makers of the automatic ones by ply.

    Raises GameError if it is too old.
    """
    salts = [player.join_id for player in table.players]
    return record_of(
        table.game,
        table.version,
        table.options,
        table.secret,
        salts,
        moves,
        contributions(table),
        [(ply, made_by) for ply, made_by in makers.items() if made_by],
    )
