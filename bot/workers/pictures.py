"""Pictures, each drawn once beside the event loop, in a cache of limited size."""

import asyncio
import contextlib
import logging
import math
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from ..drawing import mapped
from ..drawing.file import File
from ..drawing.film import Film
from ..drawing.picture import Picture
from ..drawing.png import warm
from .worker import Lost

_log = logging.getLogger(__name__)

PATIENCE = 0.1
"""Seconds that the answer to a click waits for its picture. Then it is sent in words."""
LONG_PATIENCE = 0.5
"""Seconds that other messages wait, so that words don't flicker before the picture."""
EACH = 0.015
"""Estimated seconds per picture. No message waits if the queue takes longer than its limit."""
MOST = 8_000_000
"""Bytes of all cached files: some 250 pictures, or 50 films."""
_BEHIND = 0.3
"""A longer queue, in estimated seconds, has films sent as their last frames."""
_REST, _LONGEST_REST = 60.0, 3600.0
"""Seconds without pictures after a failed upload. They double with each further failure."""

_Drawn = asyncio.Future[File]


@dataclass(eq=False, slots=True)
class _Begun:
    """A queued or half drawn picture. `staying`: time limits of the callers that await it."""

    picture: Picture
    drawn: _Drawn
    staying: list[float] = field(default_factory=list)
    drawing: bool = False

    @property
    def patience(self) -> float:
        """The shortest of these time limits."""
        return min(self.staying, default=math.inf)


def here(work: Callable[..., Any], *given: Any) -> Any:
    """Call `work` in this process."""
    return work(*given)


class Pictures:
    """A cache and a queue of pictures, by their descriptions. `on`: pictures are drawn at all.

    One picture is drawn at a time, because more at once would only share the core. `do` calls the
    drawing function in this process or in another one. The picture with the shortest time limit
    comes first. A picture that no caller awaits any more is not started.
    """

    def __init__(
        self,
        on: bool = True,
        draw: Callable[[Picture], File] = File.of,
        most: int = MOST,
        do: Callable[..., Any] = here,
        clock: Callable[[], float] = time.monotonic,
        count: Callable[[str], None] = lambda how: None,
    ) -> None:
        self._on = on
        self._clock = clock
        self._rests_until = -math.inf
        self._rest = _REST
        self._draw = draw
        self._most = most
        self._kept: OrderedDict[Picture, File] = OrderedDict()
        self._bytes = 0
        self._begun: dict[Picture, _Begun] = {}
        # Those that can't be drawn now. After the next picture they are tried again.
        self.failed: set[Picture] = set()
        # The pictures among them that the thread may draw next.
        self._queue: deque[_Begun] = deque()
        # Callbacks of each picture by their owner, and the one picture that each owner wants.
        self._waiting: dict[Picture, dict[Hashable, Callable[[], None]]] = {}
        self._wanted: dict[Hashable, Picture] = {}
        self._do = do
        self._count = count
        self._thread = ThreadPoolExecutor(1, "pictures")

    @property
    def on(self) -> bool:
        """True if screens have pictures now."""
        return self._on and self._clock() >= self._rests_until

    @property
    def resting(self) -> float:
        """Seconds until pictures are tried again after a failed upload, or 0."""
        return max(0.0, self._rests_until - self._clock())

    def upload_failed(self) -> None:
        """Draw nothing for a while. Screens are sent in words, without waiting for Discord."""
        if not self.resting:
            self._rests_until = self._clock() + self._rest
            _log.warning("uploads fail: pictures rest for %.0f s", self._rest)
            self._rest = min(_LONGEST_REST, 2 * self._rest)

    def uploaded(self) -> None:
        """Reset the rest to the shortest, because Discord stores files again."""
        if not self.resting:
            self._rest = _REST

    def in_time(self, picture: Picture) -> Picture:
        """Return the picture, or the last frame of a film where drawing is behind."""
        if len(self._begun) * EACH <= _BEHIND or picture in self._kept or picture in self._begun:
            return picture
        return picture.still if isinstance(picture, Film) else picture

    def ready(self, picture: Picture) -> File | None:
        """Return the drawn picture, or queue it and return None."""
        kept = self._kept.get(picture)
        if kept is None:
            self._begin(picture)
        else:
            self._kept.move_to_end(picture)
        return kept

    def then(self, picture: Picture, who: Hashable, call: Callable[[], None]) -> None:
        """Call back once the picture is drawn, or can't be.

        A newer picture of the same `who` replaces it.
        """
        before = self._wanted.get(who)
        if before is not None and before != picture:
            self._let_go(before, who)
        self._wanted[who] = picture
        self._waiting.setdefault(picture, {})[who] = call
        self._begin(picture)

    async def wait(self, picture: Picture, seconds: float = PATIENCE) -> None:
        """Wait for a picture at most that long. Don't wait at all if the queue takes longer."""
        if self.ready(picture) is None and len(self._begun) * EACH <= seconds:
            with self._stays(picture, seconds) as drawn:
                await asyncio.wait({drawn}, timeout=seconds)

    async def drawn(self, picture: Picture) -> File | None:
        """Return the picture without a time limit, or None if drawing is off or its process ended.

        Raises the error that drawing it failed with.
        """
        if not self.on:
            return None
        file = self.ready(picture)
        if file is None:
            with self._stays(picture, PATIENCE) as drawn, contextlib.suppress(Lost):
                file = await asyncio.shield(drawn)
        return file

    async def begin(self) -> None:
        """Start the drawing process, if there is one."""
        await self._warm()

    async def warm(self, pictures: Iterable[Picture]) -> None:
        """Draw pieces in advance. Pictures requested meanwhile are drawn in between.

        Each is taken from its iterator in a thread, once the one before is drawn.
        """
        each = iter(pictures)
        while (picture := await asyncio.to_thread(next, each, None)) is not None:
            await self._warm(picture)

    async def _warm(self, *pictures: Picture) -> None:
        loop = asyncio.get_running_loop()
        with contextlib.suppress(Lost):
            await loop.run_in_executor(self._thread, self._do, warm, pictures)

    def forget(self) -> None:
        """Drop all cached pictures and texts, because any of them may contain a deleted name."""
        waiting, self._waiting = self._waiting, {}
        self._wanted.clear()
        self._kept.clear()
        self._bytes = 0
        self._begun.clear()
        self.failed.clear()
        # A copy, because the thread takes from the queue meanwhile.
        for begun in [*self._queue]:
            if not begun.staying:
                begun.drawn.cancel()
        self._forget_words()
        # Screens that still want a picture request it again, from the present data.
        for calls in waiting.values():
            for call in calls.values():
                call()

    def _forget_words(self) -> None:
        if self._on:
            # After the picture in progress. A process that ended has lost its texts anyway.
            self._thread.submit(self._do, mapped.forget)

    def close(self) -> None:
        """Stop drawing and cancel the queue."""
        self._on = False
        for begun in (*self._queue, *self._begun.values()):
            begun.drawn.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)

    @contextlib.contextmanager
    def _stays(self, picture: Picture, seconds: float) -> Iterator[_Drawn]:
        begun = self._begin(picture)
        begun.staying.append(seconds)
        try:
            yield begun.drawn
        finally:
            begun.staying.remove(seconds)
            self._perhaps_in_vain(begun)

    def _let_go(self, picture: Picture, who: Hashable) -> None:
        waiting = self._waiting.get(picture, {})
        waiting.pop(who, None)
        if not waiting:
            self._waiting.pop(picture, None)
        if (begun := self._begun.get(picture)) is not None:
            self._perhaps_in_vain(begun)

    def _perhaps_in_vain(self, begun: _Begun) -> None:
        """Cancel a picture without callers. One in progress is finished and kept."""
        picture = begun.picture
        if begun.staying or begun.drawing or picture in self._waiting:
            return
        if self._begun.get(picture) is begun:
            del self._begun[picture]
        begun.drawn.cancel()

    def _begin(self, picture: Picture) -> _Begun:
        begun = self._begun.get(picture)
        if begun is None:
            loop = asyncio.get_running_loop()
            begun = self._begun[picture] = _Begun(picture, loop.create_future())
            begun.drawn.add_done_callback(partial(self._done, begun))
            self._queue.append(begun)
            # The thread then draws the most urgent picture, this one or another.
            next_drawn = loop.run_in_executor(self._thread, self._draw_next)
            next_drawn.add_done_callback(self._tell)
        return begun

    def _draw_next(self) -> tuple[_Begun, File | Exception] | None:
        """Draw the picture with the shortest time limit, in the thread."""
        queued = [*self._queue]
        wanted = [one for one in queued if not one.drawn.done()]
        begun = min(wanted, key=lambda one: one.patience, default=None)
        for one in queued:
            if one is begun or one.drawn.done():
                self._queue.remove(one)
        if begun is None:
            return None
        begun.drawing = True
        try:
            return begun, self._do(self._draw, begun.picture)
        except Exception as error:
            return begun, error

    def _tell(self, next_drawn: "asyncio.Future[tuple[_Begun, File | Exception] | None]") -> None:
        """Pass the thread's picture or error to the callers that await it."""
        if next_drawn.cancelled() or (found := next_drawn.result()) is None:
            return
        begun, file = found
        if begun.drawn.done():
            return
        if isinstance(file, Exception):
            begun.drawn.set_exception(file)
        else:
            begun.drawn.set_result(file)

    def _done(self, begun: _Begun, drawn: _Drawn) -> None:
        if drawn.cancelled():
            self._count("given up")
            return
        error, picture = drawn.exception(), begun.picture
        if self._begun.get(picture) is not begun:
            # `forget` came meanwhile, but this drawing has cached its texts again.
            self._forget_words()
            return
        del self._begun[picture]
        if isinstance(error, Lost):
            self._count("lost")
            _log.warning("a picture was not drawn, its process was lost: %r", error.__cause__)
        elif error is not None:
            self._count("failed")
            _log.error("a picture could not be drawn: %r", error, exc_info=error)
        waiting = self._waiting.pop(picture, {})
        for who in waiting:
            del self._wanted[who]
        if error is None:
            self.failed.clear()
            self._count("drawn")
            self._keep(picture, drawn.result())
        else:
            self.failed.add(picture)
        for call in waiting.values():
            call()

    def _keep(self, picture: Picture, file: File) -> None:
        """Cache a file, and drop the least used ones beyond the limit."""
        # A picture may be drawn again while an earlier drawing of it is cached.
        if (before := self._kept.pop(picture, None)) is not None:
            self._bytes -= len(before.content)
        self._kept[picture] = file
        self._bytes += len(file.content)
        while self._bytes > self._most and len(self._kept) > 1:
            self._bytes -= len(self._kept.popitem(last=False)[1].content)
