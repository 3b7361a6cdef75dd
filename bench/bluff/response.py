"""The safety of a Bluff player: an exact best response's gain with one die each.

`python -m bench.bluff.response` prints the response's chance above a half for each player.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from bench.bluff.reference import FIRST, SECOND
from games.bluff import GAME, Bid, Bidden, BluffOptions, Move, State, matching
from games.bluff.computers.players import HARD
from games.bluff.events import Rolled, RoundBegan
from games.bluff.state import FACES, higher_bids
from games.core import Event, Seat
from games.thinking.thinker import Thinker

Chances = npt.NDArray[np.float64]

BIDS = higher_bids(None, 2)
WINS = np.array(
    [[[matching((a, b), bid.face) >= bid.count for b in FACES] for a in FACES] for bid in BIDS],
    float,
)
"""True if the bidder wins a challenge. Axes [bid, bidder's die, other die]."""


@dataclass
class Response:
    """The best response to a player with known play and an unknown die.

    `draws`: a player without a stated mix is asked this number of times with new chance.
    """

    player: Thinker
    draws: int = 1

    def above_half(self) -> float:
        """Return the response's chance to win minus 0.5. Each side begins half of the matches."""
        first, second = (self._best(begins) for begins in (0, 1))
        return (first + second) / 2 - 0.5

    def _best(self, seat: int) -> float:
        """Return the response's chance to win with the player at this seat. Seat 0 begins."""
        return float(self._value((), seat, np.full(len(FACES), 1 / 36)).sum())

    def _value(self, bids: tuple[int, ...], seat: int, reach: Chances) -> Chances:
        """Return P(this node and a win) by our own die. `reach` is P(node) by the player's die."""
        if not reach.any():
            return np.zeros(len(FACES))
        rest = range(bids[-1] + 1 if bids else 0, len(BIDS))
        if len(bids) % 2 == seat:
            mix = np.array([self._mix(bids, seat, die) for die in FACES]) * reach[:, None]
            value = sum((self._value((*bids, b), seat, mix[:, b]) for b in rest), np.zeros(6))
            return np.asarray(value + WINS[bids[-1]] @ mix[:, -1]) if bids else value
        choices = [self._value((*bids, b), seat, reach) for b in rest]
        if bids:
            choices.append((1 - WINS[bids[-1]]) @ reach)
        return np.asarray(np.max(choices, axis=0))

    def _mix(self, bids: tuple[int, ...], seat: int, die: int) -> Chances:
        """Return the player's frequencies of each bid and of a challenge (last)."""
        made = tuple((Seat(n % 2), BIDS[b]) for n, b in enumerate(bids))
        state = State(
            options=BluffOptions(dice=1),
            round=1,
            stage=len(bids) + 1,
            left=(1, 1),
            hidden=((die,), (die,)),
            shown=((), ()),
            bids=made,
            turn=Seat(seat),
            showed=False,
            out=(0, 0),
            over=False,
        )
        told: list[Event] = [
            RoundBegan(to=None, round=1, starter=Seat(0), left=(1, 1)),
            Rolled(to=frozenset((Seat(seat),)), seat=Seat(seat), dice=(die,)),
            *(Bidden(to=None, seat=s, bid=bid) for s, bid in made),
        ]
        view, legal = GAME.view(state, Seat(seat)), GAME.legal_moves(state, Seat(seat))
        mix = np.zeros(len(BIDS) + 1)
        for move, often in self._often(view, told, legal):
            mix[BIDS.index(move) if isinstance(move, Bid) else -1] += often
        return mix

    def _often(
        self, view: Any, told: list[Event], legal: Sequence[Move]
    ) -> list[tuple[Move, float]]:
        mix = getattr(self.player, "mix", None)
        if mix is not None:
            return list(zip(legal, mix(view, told, legal), strict=True))
        rngs = map(random.Random, range(self.draws))
        return [(self.player.choose(view, told, legal, rng), 1 / self.draws) for rng in rngs]


def main() -> None:
    players: dict[str, Thinker] = {"odds": FIRST, "second": SECOND, "hard": HARD}
    for name, player in players.items():
        print(f"{name}: {Response(player).above_half():.3f} above a half", flush=True)


if __name__ == "__main__":
    main()
