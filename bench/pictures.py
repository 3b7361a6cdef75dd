"""Milliseconds and bytes of a picture, by game, with all pieces cached.

The reference is an empty background as PNG, the least work of any picture.
"""

import io
import time
from collections.abc import Callable, Iterator
from statistics import median

from PIL import Image

from bot.drawing.png import png
from bot.drawing.samples import samples


def measure(turns: int = 21) -> dict[str, tuple[float, int]]:
    """Return (median milliseconds, bytes) by example picture. `""` is the empty background."""
    for picture in samples().values():
        png(picture)
    felt = Image.new("P", (880, 560))
    found = {"": _timed(lambda: _bare(felt), turns)}
    for name, picture in samples().items():
        found[name] = _timed(lambda picture=picture: png(picture), turns)  # type: ignore[misc]
    return found


def lines(found: dict[str, tuple[float, int]]) -> Iterator[str]:
    """Yield a row per game: its slowest picture, its largest one, and the ratio."""
    bare, _ = found[""]
    for game in sorted({name.partition("-")[0] for name in found if name}):
        times = [ms for name, (ms, _) in found.items() if name.startswith(game)]
        most = max(size for name, (_, size) in found.items() if name.startswith(game))
        yield (
            f"| ms for a picture of {game}, at most {most / 1000:.0f} kB | {max(times):.1f}"
            f" | {bare:.1f} (an empty felt) | {max(times) / bare:.1f} |"
        )


def _bare(felt: Image.Image) -> bytes:
    out = io.BytesIO()
    felt.save(out, "PNG")
    return out.getvalue()


def _timed(work: Callable[[], bytes], turns: int) -> tuple[float, int]:
    times, size = [], 0
    for _ in range(turns):
        started = time.perf_counter()
        size = len(work())
        times.append((time.perf_counter() - started) * 1000)
    return median(times), size
