"""The positions of Bluff: dice, bids, the options, the full truth, and what a seat may know."""

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from ..core import Outcome, Seat
from ..errors import Name, none_of, out_of_range

Face = int
Dice = tuple[Face, ...]

WILD: Face = 6
FACES = range(1, WILD + 1)


def face_text(face: Face) -> str:
    """A face as the rules write it: `1` … `5`, `*`."""
    return "*" if face == WILD else str(face)


def matching(dice: Dice, face: Face) -> int:
    """How many of the dice count for a face: wilds count for every other."""
    wilds = dice.count(WILD)
    return wilds if face == WILD else wilds + dice.count(face)


@dataclass(frozen=True, slots=True)
class BluffOptions:
    """How a match is played. Raises InvalidOptions.

    `dice`: 1–6 a seat; `end`: `last` seat with dice, or the `first_out`.
    """

    dice: int = 5
    end: str = "last"

    def __post_init__(self) -> None:
        if type(self.dice) is not int or not 1 <= self.dice <= 6:
            raise out_of_range(Name("dice"), 1, 6)
        if self.end not in ("last", "first_out"):
            raise none_of(Name("end", "option"), "last", "first_out")


@dataclass(frozen=True, slots=True)
class Bid:
    """So many of a face lie on the table."""

    count: int
    face: Face

    @property
    def height(self) -> tuple[int, Face]:
        """What bids are compared by: the weight, then the face (rules: "Order of bids")."""
        return (2 * self.count if self.face == WILD else self.count, self.face)

    def __str__(self) -> str:
        return f"{self.count}x{face_text(self.face)}"


@cache
def _all_bids(dice: int) -> tuple[Bid, ...]:
    bids = (Bid(count, face) for count in range(1, dice + 1) for face in FACES)
    return tuple(sorted(bids, key=lambda bid: bid.height))


@cache
def higher_bids(last: Bid | None, dice: int) -> tuple[Bid, ...]:
    """The bids that may follow with so many dice on the table, lowest first."""
    return tuple(bid for bid in _all_bids(dice) if last is None or bid.height > last.height)


class State(NamedTuple):
    """The full truth. `left`, `hidden`, `shown` and `out` by seat.

    `left`: dice each still has, none of them rolled once the match is over; `bids` of this round;
    `showed`: the seat to act has shown dice and owes a bid; `out`: the round a seat lost its last
    die in, or 0.
    """

    options: BluffOptions
    round: int
    stage: int
    left: tuple[int, ...]
    hidden: tuple[Dice, ...]
    shown: tuple[Dice, ...]
    bids: tuple[tuple[Seat, Bid], ...]
    turn: Seat
    showed: bool
    out: tuple[int, ...]
    over: bool

    @property
    def last(self) -> Bid | None:
        """The bid to beat, if there is one."""
        return self.bids[-1][1] if self.bids else None


@dataclass(frozen=True, slots=True)
class View:
    """What a seat (None: a spectator) may know. Rounds from 1; dice ascending, wilds last.

    `left`: dice each seat still has; `shown`: those of them that lie open; `bids` of this round
    with their bidders; `showed`: whoever acts has shown dice and must bid; `lowest`: the lowest
    bid that is higher than the last, if any; `hand`: the own hidden dice; `may_show`: whether some
    of them may be shown now.
    """

    seat: Seat | None
    seats: int
    options: BluffOptions
    round: int
    left: tuple[int, ...]
    dice: int
    shown: tuple[Dice, ...]
    bids: tuple[tuple[Seat, Bid], ...]
    showed: bool
    lowest: Bid | None
    to_act: frozenset[Seat]
    hand: Dice
    may_show: bool
    outcome: Outcome | None
