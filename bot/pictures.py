"""Pictures, drawn beside the event loop, each once, and kept as long as there is room."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from .drawing import words
from .drawing.picture import Picture
from .drawing.png import Png, warm
from .drawing.samples import FIRST

_log = logging.getLogger(__name__)

PATIENCE = 0.2
"""So many seconds an answer to a click waits for its picture; then it goes out in words."""
UNHURRIED = 0.5
"""The same where nobody waits: words that stand for a moment in a picture's place only flicker."""
MOST = 256
"""So many pictures are kept, of some 30 kB each."""

_Drawn = asyncio.Future[Png]


class Pictures:
    """All pictures that were asked for lately, by what they show. `on`: whether there are any.

    They are drawn in one thread: more of them would only take turns, and take time from the loop.
    """

    def __init__(
        self, on: bool = True, draw: Callable[[Picture], Png] = Png.of, most: int = MOST
    ) -> None:
        self.on = on
        self._draw = draw
        self._most = most
        self._kept: OrderedDict[Picture, Png] = OrderedDict()
        self._begun: dict[Picture, _Drawn] = {}
        # Whom to call once a picture is drawn, each under a name of their own.
        self._waiting: dict[Picture, dict[Hashable, Callable[[], None]]] = {}
        self._thread = ThreadPoolExecutor(1, "pictures")

    def ready(self, picture: Picture) -> Png | None:
        """The picture, if it is drawn; else it is begun."""
        kept = self._kept.get(picture)
        if kept is None:
            self._begin(picture)
        else:
            self._kept.move_to_end(picture)
        return kept

    def then(self, picture: Picture, who: Hashable, call: Callable[[], None]) -> None:
        """Call once the picture is drawn, only once for the same `who`."""
        self._waiting.setdefault(picture, {})[who] = call
        self._begin(picture)

    async def wait(self, picture: Picture, seconds: float = PATIENCE) -> None:
        """Wait until it is drawn, but no longer than that."""
        if self.ready(picture) is None:
            await asyncio.wait({self._begin(picture)}, timeout=seconds)

    async def drawn(self, picture: Picture) -> Png:
        """The picture, however long it takes. Raises what drawing it fails with."""
        png = self.ready(picture)
        return await asyncio.shield(self._begin(picture)) if png is None else png

    async def warm(self) -> None:
        """Have all pieces drawn already; pictures that are asked for meanwhile come between."""
        loop = asyncio.get_running_loop()
        for picture in FIRST:
            await loop.run_in_executor(self._thread, warm, (picture,))

    def forget(self) -> None:
        """Drop every picture and every text in them: whose names stand there isn't known."""
        waiting, self._waiting = self._waiting, {}
        self._kept.clear()
        self._begun.clear()
        # Behind whatever is just being drawn.
        self._thread.submit(words.forget)
        # Others' screens ask for theirs anew, from what is so now.
        for calls in waiting.values():
            for call in calls.values():
                call()

    def close(self) -> None:
        """Draw nothing any more."""
        self.on = False
        for begun in self._begun.values():
            begun.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _begin(self, picture: Picture) -> _Drawn:
        begun = self._begun.get(picture)
        if begun is None:
            loop = asyncio.get_running_loop()
            begun = self._begun[picture] = loop.run_in_executor(self._thread, self._draw, picture)
            begun.add_done_callback(partial(self._done, picture))
        return begun

    def _done(self, picture: Picture, drawn: _Drawn) -> None:
        if drawn.cancelled():
            return
        error = drawn.exception()
        if error is not None:
            _log.error("a picture could not be drawn: %r", error, exc_info=error)
        if self._begun.get(picture) is not drawn:
            # All was forgotten meanwhile.
            return
        del self._begun[picture]
        waiting = self._waiting.pop(picture, {})
        if error is None:
            self._kept[picture] = drawn.result()
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
            for call in waiting.values():
                call()
