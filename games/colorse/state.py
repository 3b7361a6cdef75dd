"""The positions of COLORSE: the options, the full truth, and what a seat may know of it."""

from typing import Literal, NamedTuple

from ..core import Frozen, Outcome, Seat
from ..errors import N_, Name
from ..options import Options, option
from .cards import Box, Card, Sign, count

TIES = 3  # the third ends a duel
DUELS = 100  # in a round, at most
ROUNDS_A_WIN = 4  # rounds in a match, at most, for each that is to be won


class ColorseOptions(Options):
    """Options of a match. Raises InvalidOptions."""

    rounds: int = option(
        2, Name("rounds", "option colorse"), N_("Rounds that win the match (2)"), range(1, 4)
    )


Kind = Literal["colour", "take", "place"]


class Task(NamedTuple):
    """A decision that a deal or a duel has brought about."""

    kind: Kind
    seat: Seat


class Taken(NamedTuple):
    """A card taken but not yet placed: the how manieth of its seat, and whether face down."""

    seat: Seat
    number: int
    card: Card
    down: bool


class State(NamedTuple):
    """The full truth.

    `down`: cards under the backs, by seat. `signs`: the parent's first. `tasks` precede the next
    signs, in order. `vanished` cards are without colour. `duel`: its number in the round, 0 while
    SPECIALs get colours. `raus`: its ties.
    """

    options: ColorseOptions
    parent: Seat
    wins: tuple[int, ...]
    round: int = 0
    duel: int = 0
    raus: int = 0
    stage: int = 0
    boxes: tuple[Box, ...] = ()
    down: tuple[Card | None, ...] = ()
    market: tuple[Card | None, ...] = ()
    pack: tuple[Card, ...] = ()
    vanished: tuple[Card, ...] = ()
    signs: tuple[Sign | None, Sign | None] = (None, None)
    tasks: tuple[Task, ...] = ()
    taken: tuple[Taken, ...] = ()
    over: bool = False

    def child(self, after: int = 1) -> Seat:
        """Return the seat after the parent, or with 2 the one after that."""
        return Seat((self.parent + after) % len(self.wins))

    def held(self, seat: Seat) -> tuple[Taken, ...]:
        """Return the cards that a seat has yet to place, in the order it took them."""
        return tuple(taken for taken in self.taken if taken.seat == seat)

    def score(self) -> tuple[int, ...]:
        """Rounds won times ten plus cards in the box, by seat."""
        return tuple(won * 10 + count(box) for won, box in zip(self.wins, self.boxes, strict=True))

    def outcome(self) -> Outcome | None:
        """Ranks by score, once the match is over."""
        if not self.over:
            return None
        scores = self.score()
        return Outcome(tuple(1 + sum(o > score for o in scores) for score in scores), scores)


class View(Frozen):
    """The data that a seat (None: a spectator) may see. Rounds from 1.

    `down`: the card under the own back. `market` and `taken` show backs as `##`. `chosen`:
    duellists with a sealed sign. `sign`: the own sealed one. `signs`: both, once revealed. `pack`:
    number of cards left. `duel`: its number in the round, 0 while SPECIALs get colours. `raus`: its
    ties, 0–2.
    """

    seat: Seat | None
    seats: int
    options: ColorseOptions
    round: int
    duel: int
    raus: int
    parent: Seat
    child: Seat
    wins: tuple[int, ...]
    boxes: tuple[Box, ...]
    down: Card | None
    market: tuple[Card | None, ...]
    pack: int
    vanished: tuple[Card, ...]
    tasks: tuple[Task, ...]
    taken: tuple[Taken, ...]
    chosen: frozenset[Seat]
    sign: Sign | None
    signs: tuple[Sign, Sign] | None
    to_act: frozenset[Seat]
    outcome: Outcome | None

    def held(self, seat: Seat) -> tuple[Taken, ...]:
        """The cards a seat has yet to place."""
        return tuple(taken for taken in self.taken if taken.seat == seat)
