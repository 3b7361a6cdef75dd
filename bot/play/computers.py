"""Computers at a table: their personas in each game and their stored seats."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from games.errors import N_

from ..storage import Player
from ..words.i18n import Tongue

STRENGTHS: Mapping[str, str] = {"easy": N_("easy"), "normal": N_("normal"), "hard": N_("hard")}
"""Strengths of computers, weakest first: the kind of a seat and its word."""
NORMAL = "normal"
# Ids of computers are below −100. Ids of deleted persons are −1 to −10, one for each seat.
_MOST = 50
_IDS = {kind: -100 * number for number, kind in enumerate(STRENGTHS, 1)}


@dataclass(frozen=True, slots=True)
class Persona:
    """A computer's name, face and one-line description in a game.

    The description must be true. `won` is the measured number of wins in 100 matches against
    computers of normal strength (None: not measured).
    """

    name: str
    face: str
    line: str
    won: int | None = None


Personas = Mapping[str, Persona]
"""The computers that a game offers, by strength."""

PLAIN: Personas = {
    NORMAL: Persona(N_("Toni"), "🤖", N_("Always makes the simple move, like someone away."))
}
"""The only computer of a game that has no better ones."""


def seated(personas: Personas, kind: str, taken: Collection[Player]) -> Player:
    """Return a computer of a strength, numbered apart from those already seated."""
    ids = {player.user_id for player in taken}
    user_id = next(n for n in range(_IDS[kind] - 1, _IDS[kind] - 100, -1) if n not in ids)
    # Computers contribute no salt to the shuffle: they have no interaction of their own.
    return Player(user_id, personas[kind].name, "en-US", join_id=0, kind=kind)


def invited(personas: Personas, kind: str, number: int) -> list[Player]:
    """Return `number` computers of a strength, normal if the game lacks that strength.

    A number beyond any table's seats is capped. The caller refuses it with a message.
    """
    kind = kind if kind in personas else NORMAL
    company: list[Player] = []
    for _ in range(min(number, _MOST)):
        company.append(seated(personas, kind, company))
    return company


def name_of(computer: Player, t: Tongue) -> str:
    """Return the computer's name, with a number if others of its strength sit there."""
    number = -computer.user_id % 100
    name = t(computer.name) if computer.name else t(STRENGTHS[computer.kind])
    return name if number <= 1 else f"{name} {number}"


def measured(persona: Persona, t: Tongue) -> str:
    """Return a sentence on the computer's measured strength."""
    if persona.won is None:
        return t("Not measured yet.")
    return t(
        "Measured: wins {won} of 100 matches among computers of normal strength.", won=persona.won
    )
