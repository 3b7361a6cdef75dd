"""Good and bad fortune of seats in public events, which computers remark on."""

from dataclasses import dataclass
from typing import Literal

from games.core import Seat


@dataclass(frozen=True, slots=True)
class Fortune:
    """An event's effect on a seat. The heaviest hit is remarked on.

    - `well`: it went well for the seat.
    - `hit`: it cost the seat something, and the seat plays on.
    - `out`: the seat is out, swims or has lost. If a person is, no computer is glad.
    """

    seat: Seat
    kind: Literal["well", "hit", "out"]
    weight: int = 1
