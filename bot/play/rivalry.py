"""A person's rivalry with a computer, worked out from the person's own history."""

from collections.abc import Mapping, Sequence

from games.core import Frozen, Seat

from ..storage import Database, Player, StoredTable, people
from ..storage.meetings import Meeting, meetings
from .computers import Cast, character_of, double, numbered

_SHOWN = 2
"""Least matches with different ranks for a rivalry to be shown."""


class Rivalry(Frozen):
    """Numbers of matches that a person ended ahead of a computer, and behind it.

    `first`: the latest match was the person's first ahead.
    """

    person: Player
    computer: Player
    ahead: int
    behind: int
    first: bool = False


Rivalries = Mapping[Seat | None, Rivalry]
"""The rivalries at a table by the person's seat, and for everyone (None)."""


async def rivalries(database: Database, stored: StoredTable, cast: Cast) -> Rivalries:
    """Return the rivalries of an ended match.

    The public one exists only for one person alone with computers who isn't hidden. A match
    that is alike for all has none.
    """
    found: dict[Seat | None, Rivalry] = {}
    if stored.phase != "over" or stored.why is not None or stored.kind.alike:
        return found
    persons = [player for player in stored.players if not player.computer]
    if len(persons) == len(stored.players):
        return found
    for person in persons:
        if person.user_id > 0 and person.playing:
            met = await meetings(database, stored.guild_id, person.user_id, stored.game)
            one = closest(stored, person, cast, met)
            if one is not None:
                found[Seat(person.seat)] = one
    if len(persons) == 1 and found:
        (one,) = found.values()
        if not await people.hidden(database, stored.guild_id, one.person.user_id):
            found[None] = one
    return found


def closest(
    stored: StoredTable, person: Player, cast: Cast, met: Sequence[Meeting]
) -> Rivalry | None:
    """Return the rivalry with the computer at this table that the person has met most often.

    Among equals it is the best ranked. Doubles and equal ranks don't count.
    """
    best: tuple[tuple[int, int, int], Rivalry] | None = None
    for computer in stored.players:
        character = character_of(cast, computer) if computer.computer else None
        if character is None or double(computer):
            continue
        names = character.name, character.once
        # Doubles are other computers.
        theirs = [m for m in met if m.name in names and numbered(m.computer_id) == 1]
        ahead = [one.table_id for one in theirs if one.rank < one.against]
        behind = sum(one.rank > one.against for one in theirs)
        if len(ahead) + behind >= _SHOWN:
            rivalry = Rivalry(person, computer, len(ahead), behind, ahead == [stored.id])
            order = (-len(theirs), computer.rank or 0, computer.seat)
            if best is None or order < best[0]:
                best = order, rivalry
    return None if best is None else best[1]
