"""The optimizer Adam of the nets that scripts train."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


class Adam:
    """The state of the steps of a net, a dataclass of arrays that change in place."""

    def __init__(self, net: Any) -> None:
        self.net, self.t = net, 0
        self.m = {name: np.zeros_like(weights) for name, weights in vars(net).items()}
        self.v = {name: np.zeros_like(weights) for name, weights in vars(net).items()}

    def step(self, slope: dict[str, NDArray[np.float32]], rate: float) -> None:
        """Change the net by one step."""
        self.t += 1
        for name, weights in vars(self.net).items():
            g, m, v = slope[name], self.m[name], self.v[name]
            m += 0.1 * (g - m)
            v += 0.001 * (g * g - v)
            m, v = m / (1 - 0.9**self.t), v / (1 - 0.999**self.t)
            weights -= (rate * m / (np.sqrt(v) + 1e-8)).astype(np.float32)
