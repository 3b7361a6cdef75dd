"""The positions of Schwimmen: options, how a deal ended, the full truth, what a seat may know."""

from typing import NamedTuple

from ..cards import Hand
from ..core import Frozen, Outcome, Seat
from ..errors import N_, Name
from ..options import Options, option

MOST_TURNS = 20
"""The number of turns of a seat in a deal. Then the deal ends."""

MOST_SPARED = 3
"""The match ends after this number of deals in a row that would put all seats out."""


class SchwimmenOptions(Options):
    """Options of a match. Raises InvalidOptions."""

    lives: int = option(3, Name("lives"), N_("How many lives everyone has (3)"), range(1, 6))
    swap_all: bool = option(
        False, Name("swap_all"), N_("A turn may also swap all three cards for those in the middle")
    )


class Result(Frozen):
    """The end of a deal, all hands open.

    By seat: `hands` (none if out before), `lives` left. `closer`, or `shown` if a hand ended the
    deal. Neither is set if all seats had all their turns. `fire`: it was Fire. `losers` lost a
    life, and `out` of them are out. If the loss would have put all out, they are `spared`, in deal
    number `in_a_row` of that kind.
    """

    deal: int
    hands: tuple[Hand, ...]
    lives: tuple[int, ...]
    closer: Seat | None
    shown: tuple[Seat, ...]
    fire: bool
    losers: tuple[Seat, ...]
    out: tuple[Seat, ...]
    spared: tuple[Seat, ...]
    in_a_row: int


class State(NamedTuple):
    """The full truth.

    By seat: `hands`, `lives`, `gone` (the deal it went out in, 0: still in). `choosing`: the dealer
    hasn't chosen its hand yet. `passes`: passes in a row since a swap or a new table. `turns`:
    turns taken in this deal. `results`: the deals that the last end of a deal brought, several if
    hands were shown as dealt.
    """

    options: SchwimmenOptions
    dealer: Seat
    hands: tuple[Hand, ...]
    lives: tuple[int, ...]
    gone: tuple[int, ...]
    deal: int = 0
    stage: int = 0
    choosing: bool = True
    turn: Seat = Seat(0)
    turns: int = 0
    extra: Hand = ()
    table: Hand = ()
    stock: Hand = ()
    discards: Hand = ()
    passes: int = 0
    closer: Seat | None = None
    results: tuple[Result, ...] = ()

    def still_in(self) -> tuple[Seat, ...]:
        """The seats still in, swimming ones too."""
        return tuple(Seat(seat) for seat, deal in enumerate(self.gone) if not deal)

    def after(self, seat: Seat) -> Seat:
        """The next seat still in, clockwise."""
        seats = self.still_in()
        return next((other for other in seats if other > seat), seats[0])

    def over(self) -> bool:
        """Return True if one seat is left in, or those left were spared too often."""
        tied = bool(self.results) and self.results[-1].in_a_row == MOST_SPARED
        return tied or self.gone.count(0) == 1

    def last_turns(self) -> tuple[Seat, ...]:
        """Return the seats with a turn left in this deal, in order, once that is known.

        It is known after a close, and in the last round of turns. Then no seat may close.
        """
        seats = self.still_in()
        if self.over():
            return ()
        at = seats.index(self.turn)
        clockwise = (*seats[at:], *seats[:at])
        if self.closer is not None:
            return clockwise[: clockwise.index(self.closer)]
        left = MOST_TURNS * len(seats) - self.turns
        return clockwise[:left] if left <= len(seats) else ()


class View(Frozen):
    """The data that a seat (None: a spectator) may see.

    By seat: `lives` (0: swimming, or out) and `gone` (the deal it went out in, 0: still in).
    `choosing`: the dealer is to keep or take. `turns`: turns taken in this deal. `passes`: passes
    in a row since a swap or a new table. `stock`: cards left. `last_turns`: seats with one turn
    left, in order, after a close or in the last round of turns. `results`: the deals that ended
    last, all hands open.
    """

    seat: Seat | None
    seats: int
    options: SchwimmenOptions
    deal: int
    dealer: Seat
    choosing: bool
    turns: int
    table: Hand
    stock: int
    passes: int
    closer: Seat | None
    last_turns: tuple[Seat, ...]
    lives: tuple[int, ...]
    gone: tuple[int, ...]
    results: tuple[Result, ...]
    to_act: frozenset[Seat]
    hand: Hand
    outcome: Outcome | None
