"""Numbers over time as a line of text. It replaces a picture."""

from collections.abc import Sequence

_BARS = "▁▂▃▄▅▆▇█"


def bars(values: Sequence[float], most: int = 24) -> str:
    """Return values as a line of bars, thinned out to at most `most`."""
    steps = min(most, len(values))
    chosen = [values[round(i * (len(values) - 1) / max(1, steps - 1))] for i in range(steps)]
    low, high = min(chosen), max(chosen)
    span = high - low or 1.0
    return "".join(_BARS[round((value - low) / span * (len(_BARS) - 1))] for value in chosen)
