"""The positions of 6 nimmt!: the options, the full truth, and what a seat may know of it."""

from typing import NamedTuple

from ..core import Outcome, Seat
from ..errors import N_, InvalidOptions, Name
from ..options import Options, option
from .cards import Card, Row

MOST_ROUNDS = 101
"""The most rounds of a match (rules: "Rulings")."""

HAND = 10
"""Number cards dealt to every seat."""


class NimmtOptions(Options):
    """Options of a match. Raises InvalidOptions."""

    target: int = option(
        66,
        Name("limit"),
        N_("The match ends after the round in which someone goes over it (66)"),
        range(10, 201),
    )
    rounds: int | None = option(
        None, Name("rounds"), N_("The match ends after this many at the latest"), range(1, 21)
    )
    deck: str = option(
        "full",
        Name("deck"),
        N_("Which cards are in play"),
        {"full": N_("all 104 cards"), "tactical": N_("tactical: just enough")},
    )
    jokers: bool = option(
        False, Name("jokers"), N_("With the ten jokers of the anniversary edition")
    )

    def __post_init__(self) -> None:
        Options.__post_init__(self)
        if self.jokers and self.deck == "tactical":
            raise InvalidOptions(N_("Jokers can't be played with the tactical deck."))

    @property
    def tricks(self) -> int:
        """Tricks a round, which are the cards of a hand: a joker comes on top of the ten."""
        return HAND + self.jokers

    @property
    def most_rounds(self) -> int:
        """The most rounds of the match."""
        return MOST_ROUNDS if self.rounds is None else self.rounds


class State(NamedTuple):
    """The full truth. `chosen` and `hands` by seat; `waiting` are revealed cards to be placed."""

    options: NimmtOptions
    round: int = 0
    trick: int = 0
    stage: int = 0
    rows: tuple[Row, ...] = ()
    hands: tuple[tuple[Card, ...], ...] = ()
    chosen: tuple[Card | None, ...] = ()
    waiting: tuple[tuple[Seat, Card], ...] = ()
    round_bulls: tuple[int, ...] = ()
    history: tuple[tuple[int, ...], ...] = ()
    over: bool = False

    def totals(self) -> tuple[int, ...]:
        """Bulls taken in all rounds, by seat."""
        if not self.history:
            return self.round_bulls
        return tuple(map(sum, zip(*self.history, self.round_bulls, strict=True)))


class View(NamedTuple):
    """The data that a seat (None: a spectator) may see. Cards in tenths, rounds and tricks from 1.

    `ends`: the number to beat, by row. `revealed`: cards turned up but not yet placed, lowest
    first. The first one's owner chooses a row. `hand` still holds the sealed `choice`.
    """

    seat: Seat | None
    seats: int
    options: NimmtOptions
    round: int
    trick: int
    tricks: int
    rows: tuple[Row, ...]
    ends: tuple[Card, ...]
    bulls: tuple[int, ...]
    round_bulls: tuple[int, ...]
    history: tuple[tuple[int, ...], ...]
    hand_sizes: tuple[int, ...]
    chosen: frozenset[Seat]
    revealed: tuple[tuple[Seat, Card], ...]
    to_act: frozenset[Seat]
    hand: tuple[Card, ...]
    choice: Card | None
    outcome: Outcome | None
