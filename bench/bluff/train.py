"""Solve Bluff for two seats with a die each: `python -m bench.bluff.train`.

Regret matching over all dice at once, later tries counting more; nothing is drawn, so there is no
seed. Half a minute.
"""

from pathlib import Path

import numpy as np

from games.bluff.computers import duel
from games.bluff.computers.duel import CHALLENGE, Mixes, choices, worths
from games.bluff.computers.odds import Floats

TRIES = 3_000
FOLDER = Path(duel.__file__).parent


def solved(tries: int) -> Mixes:
    """Return the frequency of each choice, by last bid, the one before, and die."""
    lasts = range(-1, CHALLENGE)
    regrets: Mixes = [np.zeros((max(1, last + 1), 6, CHALLENGE + 1)) for last in lasts]
    sums: Mixes = [np.zeros_like(regret) for regret in regrets]
    for number in range(1, tries + 1):
        mixes = [_shares(regret, last) for last, regret in enumerate(regrets, -1)]
        worth = worths(mixes)
        own, other = _reached(mixes)
        for at in range(len(mixes)):
            # Chance to come here and win, with axes [bid before, own die, choice].
            won = np.einsum("po,cdo->pdc", other[at], worth[at])
            mean = (won * mixes[at]).sum(2, keepdims=True)
            allowed = choices(at - 1)
            gained = (won - mean)[:, :, allowed]
            regrets[at][:, :, allowed] = np.maximum(0, regrets[at][:, :, allowed] + gained)
            sums[at] += number * own[at][:, :, None] * mixes[at]
    return [_shares(total, last) for last, total in enumerate(sums, -1)]


def _shares(parts: Floats, last: int) -> Floats:
    """Return parts as shares of one, or equal shares of the allowed choices without any."""
    alike = np.zeros(CHALLENGE + 1)
    allowed = choices(last)
    alike[allowed] = 1 / len(allowed)
    total = parts.sum(2, keepdims=True)
    return np.asarray(np.where(total > 1e-12, parts / np.maximum(total, 1e-12), alike))


def _reached(mixes: Mixes) -> tuple[Mixes, Mixes]:
    """Return the chance that actor and other play to here, by last bid, bid before, and die."""
    own, other = ([np.zeros(mix.shape[:2]) for mix in mixes] for _ in range(2))
    own[0][:] = other[0][:] = 1 / 6
    for at, mix in enumerate(mixes):
        for bid in range(at, CHALLENGE):
            # The bid before is forgotten: what led here is taken together.
            other[bid + 1][at] = (own[at] * mix[:, :, bid]).sum(0)
            own[bid + 1][at] = other[at].sum(0)
    return own, other


def main(tries: int = TRIES, to: Path = FOLDER) -> None:
    """Solve it, and write the mixes to the folder that the computers read."""
    solution = solved(tries)
    hundredths = np.zeros((len(solution), CHALLENGE, 6, CHALLENGE + 1), np.uint8)
    for at, mix in enumerate(solution):
        hundredths[at, : len(mix)] = np.rint(100 * mix)
    np.savez_compressed(to / "duel.npz", hundredths=hundredths)


if __name__ == "__main__":
    main()
