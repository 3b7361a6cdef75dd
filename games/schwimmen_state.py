"""The positions of Schwimmen: options, how a deal ended, the full truth, what a seat may know."""

from dataclasses import dataclass
from typing import NamedTuple

from .cards import Hand
from .core import Outcome, Seat
from .errors import N_, InvalidOptions


@dataclass(frozen=True, slots=True)
class SchwimmenOptions:
    """How a match is played: 1–5 lives, and whether a turn may swap all. Raises InvalidOptions."""

    lives: int = 3
    swap_all: bool = False

    def __post_init__(self) -> None:
        if type(self.lives) is not int or not 1 <= self.lives <= 5:
            raise InvalidOptions(N_("The lives are a number from 1 to 5."))
        if type(self.swap_all) is not bool:
            raise InvalidOptions(N_("All three cards may be swapped at once or not."))


@dataclass(frozen=True, slots=True)
class Result:
    """How a deal ended, all hands open. By seat: `hands` (none if out before), `lives` left.

    `closer` or, where a hand ended the deal, `shown`; `fire`: it was Fire; `losers` lost a life,
    `out` of them are out; or the loss would have put all out and `spared` are they.
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


class State(NamedTuple):
    """The full truth. By seat: `hands`, `lives`, `gone` (the deal it went out in; 0: still in).

    `choosing`: the dealer hasn't chosen its hand yet; `passes` in a row since a swap or a new
    table, `renewed` tables since a swap; `turns` taken in this deal; `results` of the deals that
    the last end of a deal brought, several when hands were shown as dealt.
    """

    options: SchwimmenOptions
    deal: int
    dealer: Seat
    stage: int
    choosing: bool
    turn: Seat
    turns: int
    hands: tuple[Hand, ...]
    extra: Hand
    table: Hand
    stock: Hand
    discards: Hand
    passes: int
    renewed: int
    closer: Seat | None
    lives: tuple[int, ...]
    gone: tuple[int, ...]
    results: tuple[Result, ...]

    def still_in(self) -> tuple[Seat, ...]:
        """The seats still in, swimming ones too."""
        return tuple(Seat(seat) for seat, deal in enumerate(self.gone) if not deal)

    def after(self, seat: Seat) -> Seat:
        """The next seat still in, clockwise."""
        seats = self.still_in()
        return next((other for other in seats if other > seat), seats[0])


@dataclass(frozen=True, slots=True)
class View:
    """What a seat (None: a spectator) may know.

    By seat: `lives` (0: swimming, or out) and `gone` (the deal it went out in; 0: still in).
    `choosing`: the dealer is to keep or take; `turns` taken in this deal, `passes` in a row since
    a swap or a new table, `renewed` tables since a swap, `stock` cards; `last_turns`: who has
    still one after a close. `results`: the deals that ended last, all hands open.
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
    renewed: int
    closer: Seat | None
    last_turns: tuple[Seat, ...]
    lives: tuple[int, ...]
    gone: tuple[int, ...]
    results: tuple[Result, ...]
    to_act: frozenset[Seat]
    hand: Hand
    outcome: Outcome | None
