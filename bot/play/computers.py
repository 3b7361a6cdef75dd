"""Computers that sit at a table: who they are in a game, and how such a seat is stored."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from games.errors import N_

from ..storage import Player
from ..words.i18n import Tongue

STRENGTHS: Mapping[str, str] = {"easy": N_("easy"), "normal": N_("normal"), "hard": N_("hard")}
"""How well computers play, weakest first: the kind of their seats, and its word."""
NORMAL = "normal"
# No person has such an id, nor has someone whose data was deleted: those are above −100.
_MOST = 50
_IDS = {kind: -100 * number for number, kind in enumerate(STRENGTHS, 1)}


@dataclass(frozen=True, slots=True)
class Persona:
    """A computer as people meet it in a game: its name, its face, and how it plays, in a sentence.

    What it says of itself must be true. `won`: the matches of 100 that it wins among computers of
    normal strength, as measured; None: not measured.
    """

    name: str
    face: str
    line: str
    won: int | None = None


Personas = Mapping[str, Persona]
"""A game's computers by strength; only those that it has."""

PLAIN: Personas = {
    NORMAL: Persona(N_("Toni"), "🤖", N_("Always makes the simple move, like someone away."))
}
"""The only computer of a game that has no better ones."""


def seated(personas: Personas, kind: str, taken: Collection[Player]) -> Player:
    """A computer of that strength as it sits down beside those: alone with its name there."""
    ids = {player.user_id for player in taken}
    user_id = next(n for n in range(_IDS[kind] - 1, _IDS[kind] - 100, -1) if n not in ids)
    # It gives the shuffle no salt, since it could have none of its own.
    return Player(user_id, personas[kind].name, "en-US", join_id=0, kind=kind)


def invited(personas: Personas, kind: str, number: int) -> list[Player]:
    """So many computers of that strength; of the usual one in a game that hasn't that.

    More than sit at any table are still refused with a word: they aren't made.
    """
    kind = kind if kind in personas else NORMAL
    company: list[Player] = []
    for _ in range(min(number, _MOST)):
        company.append(seated(personas, kind, company))
    return company


def name_of(computer: Player, t: Tongue) -> str:
    """Its name in that language, with a number where others like it sit there too."""
    number = -computer.user_id % 100
    name = t(computer.name) if computer.name else t(STRENGTHS[computer.kind])
    return name if number <= 1 else f"{name} {number}"


def measured(persona: Persona, t: Tongue) -> str:
    """How strong it is, as far as that was measured."""
    if persona.won is None:
        return t("Not measured yet.")
    return t(
        "Measured: wins {won} of 100 matches among computers of normal strength.", won=persona.won
    )
