"""Computers at a table: the cast of each game, and their stored seats.

A seat stores its character by name. All characters of one strength play alike.
"""

from collections.abc import Collection, Mapping
from itertools import count
from typing import Any

from games import find_game
from games.core import Frozen
from games.errors import N_

from ..drawing.faces import Face, face
from ..storage import Player
from ..words.i18n import Tongue
from ..words.parts import cast_rows

STRENGTHS: Mapping[str, str] = {"easy": N_("easy"), "normal": N_("normal"), "hard": N_("hard")}
"""Strengths of computers, weakest first: the kind of a seat and its word."""
NORMAL = "normal"
MEASURED = 4
"""Players at a table where computers are measured, or fewer if a game has fewer seats."""
# Ids of computers are below −100. Ids of deleted persons are −1 to −10, one for each seat. The last
# two digits count computers of one name, those before are its strength and place. Matches from
# before version 0.2 have only the strength there, in one digit.
_COUNTED = 100


class Remarks(Frozen):
    """A character's three sentences: after a good event, after a bad one, at the end."""

    well: str = ""
    hit: str = ""
    end: str = ""


class Character(Frozen):
    """A computer's name, emoji, one-line description, remarks and drawn face in a game.

    The description must be true of the strength. `once` is the name in older matches.
    """

    name: str
    sign: str
    line: str
    remarks: Remarks = Remarks()
    face: Face | None = None
    once: str = ""


class Level(Frozen):
    """The characters of one strength in a game.

    `won` is the measured number of wins in 100 matches at a table with `others` of normal strength
    (None: not measured).
    """

    characters: tuple[Character, ...]
    won: int | None = None
    others: int = 3

    @property
    def first(self) -> Character:
        """The character that stands for the strength."""
        return self.characters[0]


Cast = Mapping[str, Level]
"""The computers that a game offers, by strength."""

PLAIN: Cast = {
    NORMAL: Level(
        (Character(N_("Toni"), "🤖", N_("Always makes the simple move, like someone away.")),)
    )
}
"""The only computer of a game that has no better ones."""


def cast_of(game: str) -> Cast:
    """Return the computers of a game, from its `cast.toml`.

    Raises KeyError or TypeError if a row lacks a field or has an unknown one.
    """
    rows, others = cast_rows(game), min(MEASURED, find_game(game).seats[-1]) - 1
    return {
        kind: Level(tuple(map(_character, rows[kind]["characters"])), rows[kind].get("won"), others)
        for kind in STRENGTHS
    }


def _character(row: Mapping[str, Any]) -> Character:
    """Return the character of a row. Remarks and a face are optional."""
    given = dict(row)
    remarks, drawn = Remarks(*given.pop("remarks", ())), given.pop("face", None)
    return Character(**given, remarks=remarks, face=drawn and face(drawn))


def seated(cast: Cast, kind: str, taken: Collection[Player], promise: str) -> Player:
    """Return a computer of a strength, picked by the hash of the table's secret.

    The hash gives the first of the strength's characters, the others follow in their order. None
    sits there twice while another is left. A first letter that is new at the table is preferred.
    """
    characters = cast[kind].characters
    start = int(promise[:8], 16) % len(characters)
    order = [*characters[start:], *characters[:start]]
    sitting = [player for player in taken if player.computer]
    free = [one for one in order if not any(_is(one, player) for player in sitting)]
    letters = {player.name[:1] for player in sitting}
    apart = [one for one in free if one.name[0] not in letters]
    if not free:
        # Those with the fewest seats at the table come first.
        order.sort(key=lambda one: sum(_is(one, player) for player in sitting))
    one = (apart or free or order)[0]
    numbers = {numbered(player.user_id) for player in sitting if _is(one, player)}
    number = next(n for n in count(1) if n not in numbers)
    code = (1 + list(STRENGTHS).index(kind)) * _COUNTED + 1 + characters.index(one)
    # Computers contribute no salt to the shuffle: they have no interaction of their own.
    return Player(-code * _COUNTED - number, one.name, "en-US", join_id=0, kind=kind)


def _is(character: Character, computer: Player) -> bool:
    return computer.name in (character.name, character.once)


class Invitation(Frozen):
    """Computers that sit down as a table opens. A strength that the game lacks becomes normal."""

    cast: Cast
    kind: str
    number: int

    def seated(self, promise: str) -> list[Player]:
        """Return the computers, picked by the hash of the table's secret."""
        kind = self.kind if self.kind in self.cast else NORMAL
        invited: list[Player] = []
        for _ in range(self.number):
            invited.append(seated(self.cast, kind, invited, promise))
        return invited


def character_of(cast: Cast, computer: Player) -> Character | None:
    """Return the character of a computer, or None if the cast lacks that name."""
    level = cast.get(computer.kind)
    found = () if level is None else level.characters
    return next((one for one in found if _is(one, computer)), None)


def numbered(computer_id: int) -> int:
    """Return the number of a computer among those of its name at a table, by its id."""
    return -computer_id % _COUNTED


def double(computer: Player) -> bool:
    """Return True if another computer of that name sat down before."""
    return numbered(computer.user_id) > 1


def name_of(computer: Player, t: Tongue) -> str:
    """Return the computer's name, with a number if others of its name sit there."""
    name = t(computer.name) if computer.name else t(STRENGTHS[computer.kind])
    return f"{name} {numbered(computer.user_id)}" if double(computer) else name


def several(level: Level, t: Tongue) -> str:
    """Return a strength's computers in a few words: the only one's line, or the first's name."""
    one = level.first
    if len(level.characters) > 1:
        return t("{who} and others", who=f"{one.sign} {t(one.name)}")
    return f"{one.sign} {t(one.name)}: {t(one.line)}"


def measured(level: Level, t: Tongue) -> str:
    """Return a sentence on the computers' measured strength."""
    if level.won is None:
        return t("Not measured yet.")
    return t.many(
        "At a table with {n} of normal strength: wins {won} of 100 ({even} would be even).",
        "At a table with {n} of normal strength: wins {won} of 100 ({even} would be even).",
        level.others,
        won=level.won,
        even=100 // (level.others + 1),
    )
