"""The positions of Bluff: dice, bids, the options, the full truth, and what a seat may know."""

from functools import cache
from typing import NamedTuple

from ..core import Frozen, Outcome, Seat
from ..errors import N_, Name
from ..options import Options, option

Face = int
Dice = tuple[Face, ...]

WILD: Face = 6
FACES = range(1, WILD + 1)


def face_text(face: Face) -> str:
    """A face as the rules write it: `1` … `5`, `*`."""
    return "*" if face == WILD else str(face)


def matching(dice: Dice, face: Face) -> int:
    """Return the number of dice that count as a face. Wilds count as every other face."""
    wilds = dice.count(WILD)
    return wilds if face == WILD else wilds + dice.count(face)


class BluffOptions(Options):
    """Options of a match. Raises InvalidOptions."""

    dice: int = option(5, Name("dice"), N_("How many dice everyone begins with (5)"), range(1, 7))
    end: str = option(
        "last",
        Name("end", "option"),
        N_("When the match ends"),
        {"last": N_("last one with dice wins"), "first_out": N_("ends at the first without dice")},
    )


class Bid(Frozen):
    """A claim that a count of a face lies on the table."""

    count: int
    face: Face

    @property
    def height(self) -> tuple[int, Face]:
        """The key that orders bids: the weight, then the face (rules: "Order of bids")."""
        return (2 * self.count if self.face == WILD else self.count, self.face)

    def __str__(self) -> str:
        return f"{self.count}x{face_text(self.face)}"


@cache
def _all_bids(dice: int) -> tuple[Bid, ...]:
    bids = (Bid(count, face) for count in range(1, dice + 1) for face in FACES)
    return tuple(sorted(bids, key=lambda bid: bid.height))


@cache
def higher_bids(last: Bid | None, dice: int) -> tuple[Bid, ...]:
    """Return the bids that may follow with a number of dice on the table, lowest first."""
    return tuple(bid for bid in _all_bids(dice) if last is None or bid.height > last.height)


class State(NamedTuple):
    """The full truth.

    By seat: `left` dice, `hidden`, `shown`, and `out`, the round a seat went out (0: still in). The
    dice left aren't rolled once the match is over. `bids` are those of this round. `showed`: the
    seat to act has shown dice and owes a bid.
    """

    options: BluffOptions
    left: tuple[int, ...]
    hidden: tuple[Dice, ...]
    shown: tuple[Dice, ...]
    turn: Seat
    out: tuple[int, ...]
    round: int = 0
    stage: int = 0
    bids: tuple[tuple[Seat, Bid], ...] = ()
    showed: bool = False
    over: bool = False

    @property
    def last(self) -> Bid | None:
        """The bid to beat, if there is one."""
        return self.bids[-1][1] if self.bids else None


class View(Frozen):
    """The data that a seat (None: a spectator) may see. Rounds from 1, dice ascending, wilds last.

    `left`: remaining dice by seat. `shown`: those that lie open. `bids`: this round's bids with
    their bidders. `showed`: the seat to act has shown dice and must bid. `lowest`: the lowest
    higher bid, if any. `hand`: the own hidden dice. `may_show`: some of them may be shown now.
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
