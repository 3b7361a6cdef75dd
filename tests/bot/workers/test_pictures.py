"""Pictures are drawn once, cached within a limit, and dropped with the names in them."""

import asyncio
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

from bot.drawing import boxes, mapped
from bot.drawing.file import File
from bot.drawing.film import Film
from bot.drawing.lobby import Lobby, Seat
from bot.drawing.picture import Picture, Who
from bot.drawing.words import mask
from bot.screens.examples import films, samples
from bot.workers.pictures import Pictures
from bot.workers.worker import Lost, Worker
from rig import LIMIT

PICTURES: list[Picture] = [*samples().values()]
# Another process may have fonts that the tests don't look at.
ASCII = [one for one in PICTURES if repr(one).isascii()]
FILMS: list[Film] = [*films().values()]


class Drawer:
    """Draws empty pictures, and only while `may` is set."""

    def __init__(self) -> None:
        self.may = threading.Event()
        self.may.set()
        self.begun: list[Picture] = []
        self.drawn: list[Picture] = []

    def __call__(self, picture: Picture) -> File:
        self.begun.append(picture)
        assert self.may.wait(30)
        self.drawn.append(picture)
        if picture == PICTURES[-1]:
            raise OSError("no such font")
        return File(picture, f"{len(self.drawn)}.png", b"drawn")


async def being_drawn(drawer: Drawer, picture: Picture) -> None:
    while picture not in drawer.begun:  # noqa: ASYNC110
        await asyncio.sleep(0.001)


@pytest.fixture
def drawer() -> Iterator[Drawer]:
    drawing = Drawer()
    yield drawing
    drawing.may.set()


async def test_picture_is_drawn_once_for_many_requests(drawer: Drawer) -> None:
    pictures = Pictures(draw=drawer)
    drawer.may.clear()
    assert pictures.ready(PICTURES[0]) is None
    waiting = [asyncio.ensure_future(pictures.wait(PICTURES[0], 30)) for _ in range(3)]
    await asyncio.sleep(0)
    drawer.may.set()
    await asyncio.gather(*waiting)
    assert pictures.ready(PICTURES[0]) is pictures.ready(PICTURES[0])
    assert drawer.drawn == [PICTURES[0]]


async def test_wait_times_out_and_callbacks_follow_later(drawer: Drawer) -> None:
    pictures = Pictures(draw=drawer)
    drawer.may.clear()
    heard: list[str] = []
    done = asyncio.Event()
    await pictures.wait(PICTURES[0], 0.01)
    assert pictures.ready(PICTURES[0]) is None
    for who in ("Ana", "Ben", "Ana"):
        pictures.then(PICTURES[0], who, lambda who=who: heard.append(who))  # type: ignore[misc]
    pictures.then(PICTURES[0], "last", done.set)
    assert not heard
    drawer.may.set()
    await asyncio.wait_for(done.wait(), LIMIT)
    assert heard == ["Ana", "Ben"]


async def test_shortest_timeout_is_drawn_first(drawer: Drawer) -> None:
    pictures = Pictures(draw=drawer)
    drawer.may.clear()
    first, nobodys, posts, clicks = PICTURES[:4]
    waiting = [asyncio.ensure_future(pictures.wait(first, 60))]
    await being_drawn(drawer, first)
    pictures.ready(nobodys)
    waiting += [asyncio.ensure_future(pictures.wait(posts, 50))]
    waiting += [asyncio.ensure_future(pictures.wait(clicks, 20))]
    await asyncio.sleep(0)
    drawer.may.set()
    await asyncio.gather(*waiting)
    await pictures.wait(nobodys, 60)
    assert drawer.drawn == [first, clicks, posts, nobodys]


async def test_cache_evicts_the_least_recently_used_picture(drawer: Drawer) -> None:
    pictures = Pictures(draw=drawer, most=2 * len(b"drawn"))
    first, second, third = PICTURES[:3]
    for picture in (first, second, first, third):
        await pictures.wait(picture, 30)
    again = asyncio.Event()
    pictures.then(first, "Ana", again.set)
    await asyncio.wait_for(again.wait(), LIMIT)
    assert drawer.drawn == [first, second, third, first]
    assert pictures.ready(first) is not None
    assert pictures.ready(third) is not None, "a picture drawn again counts once"
    assert pictures.ready(second) is None


async def test_film_becomes_its_last_frame_when_drawing_is_behind(drawer: Drawer) -> None:
    pictures = Pictures(draw=drawer)
    film, begun, kept = FILMS[:3]
    await pictures.wait(kept, 30)
    drawer.may.clear()
    assert pictures.in_time(film) is film
    pictures.ready(begun)
    queue = iter(PICTURES)
    while pictures.in_time(film) is film:
        pictures.ready(next(queue))
    assert pictures.in_time(film) == film.still
    assert pictures.in_time(begun) is begun, "it is in the queue already"
    assert pictures.in_time(kept) is kept, "it is drawn already"
    unbegun = PICTURES[-1]
    assert pictures.in_time(unbegun) is unbegun, "a still picture has no simpler form"


async def test_forget_drops_a_picture_being_drawn(drawer: Drawer) -> None:
    pictures = Pictures(draw=drawer)
    await pictures.wait(PICTURES[0], 30)
    drawer.may.clear()
    pictures.ready(PICTURES[1])
    await being_drawn(drawer, PICTURES[1])
    pictures.forget()
    drawer.may.set()
    await pictures.wait(PICTURES[2], 30)
    assert drawer.drawn == PICTURES[:3]
    drawer.may.clear()
    assert pictures.ready(PICTURES[0]) is None
    assert pictures.ready(PICTURES[1]) is None


async def test_forget_drops_names_of_earlier_requests(drawer: Drawer) -> None:
    done: list[Any] = []

    def do(work: Callable[..., Any], *given: Any) -> Any:
        done.extend([*given, work] if work is mapped.forget else given)
        return work(*given)

    pictures = Pictures(do=do, draw=drawer)
    drawer.may.clear()
    first, queued, stayed, new = PICTURES[:4]
    pictures.ready(first)
    await being_drawn(drawer, first)
    pictures.ready(queued)
    waiting = [asyncio.ensure_future(pictures.wait(stayed, 60))]
    await asyncio.sleep(0)
    pictures.forget()
    waiting += [asyncio.ensure_future(pictures.wait(new, 20))]
    await asyncio.sleep(0)
    drawer.may.set()
    await asyncio.gather(*waiting)
    async with asyncio.timeout(LIMIT):
        while mapped.forget not in done[done.index(stayed) :]:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
    assert queued not in done


async def test_forget_drops_names_in_pictures() -> None:
    pictures = Pictures()
    await pictures.drawn(PICTURES[0])
    kept = mask, boxes.label, boxes.name, boxes._stroke
    assert all(one.cache_info().currsize for one in kept)
    pictures.forget()
    await asyncio.get_running_loop().run_in_executor(pictures._thread, int)
    assert not any(one.cache_info().currsize for one in kept)


async def test_forget_starts_no_process_without_pictures() -> None:
    done: list[object] = []
    for on in (False, True):
        pictures = Pictures(on, do=lambda work, on=on: done.append(on))
        pictures.forget()
        await asyncio.get_running_loop().run_in_executor(pictures._thread, int)
    assert done == [True]


async def test_request_waits_for_at_most_one_picture_of_the_warm_up(
    drawer: Drawer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "bot.workers.pictures.warm", lambda pictures: [drawer(one) for one in pictures]
    )
    pictures = Pictures(draw=drawer)
    drawer.may.clear()
    warming = asyncio.ensure_future(pictures.warm(PICTURES[:3]))
    await being_drawn(drawer, PICTURES[0])
    waiting = asyncio.ensure_future(pictures.wait(PICTURES[5], 30))
    await asyncio.sleep(0)
    drawer.may.set()
    await asyncio.gather(warming, waiting)
    assert drawer.drawn == [PICTURES[0], PICTURES[5], *PICTURES[1:3]]


async def test_wait_ends_when_a_picture_cannot_be_drawn(
    drawer: Drawer, caplog: pytest.LogCaptureFixture
) -> None:
    pictures = Pictures(draw=drawer)
    await pictures.wait(PICTURES[-1], 30)
    assert pictures.ready(PICTURES[-1]) is None
    assert "could not be drawn" in caplog.text


def test_file_names_are_equal_only_for_equal_pictures() -> None:
    assert File.of(_laid("Ana")) == File.of(_laid("Ana"))
    assert File.of(_laid("Ana")).name != File.of(_laid("Ben")).name


def _laid(name: str) -> Picture:
    return Lobby("chess", (Seat(Who(0, name)),), 2, 2)


async def test_superseded_picture_is_not_drawn(drawer: Drawer) -> None:
    pictures, heard = Pictures(draw=drawer), list[str]()
    done = asyncio.Event()
    drawer.may.clear()
    pictures.ready(PICTURES[0])
    staying = asyncio.ensure_future(pictures.wait(PICTURES[3], 30))
    await asyncio.sleep(0)
    for at in (1, 2, 3, 4):
        pictures.then(PICTURES[at], "Ana", lambda at=at: heard.append(f"Ana {at}"))  # type: ignore[misc]
    pictures.then(PICTURES[2], "Ben", lambda: heard.append("Ben 2"))
    pictures.then(PICTURES[5], "last", done.set)
    # The loop must turn once before dropped pictures are gone.
    await asyncio.sleep(0.01)
    drawer.may.set()
    await asyncio.wait_for(done.wait(), LIMIT)
    await staying
    assert heard == ["Ana 4", "Ben 2"]
    assert drawer.drawn == [PICTURES[at] for at in (0, 3, 4, 2, 5)]


async def test_wait_ends_at_once_behind_many_pictures(
    drawer: Drawer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.workers.pictures.EACH", LIMIT)
    pictures = Pictures(draw=drawer)
    drawer.may.clear()
    for picture in PICTURES[1:20]:
        pictures.ready(picture)
    await asyncio.wait_for(pictures.wait(PICTURES[0], 2 * LIMIT), LIMIT)


async def test_timed_out_picture_is_drawn_only_for_a_callback(drawer: Drawer) -> None:
    pictures, done = Pictures(draw=drawer), asyncio.Event()
    drawer.may.clear()
    first, gone, wanted = PICTURES[:3]
    pictures.ready(first)
    await being_drawn(drawer, first)
    await pictures.wait(gone, 0.05)
    await pictures.wait(wanted, 0.05)
    pictures.then(wanted, "Ana", done.set)
    drawer.may.set()
    await asyncio.wait_for(done.wait(), LIMIT)
    assert drawer.drawn == [first, wanted]


async def test_picture_is_drawn_by_a_new_process_when_one_dies() -> None:
    painter = Worker(tries=2)
    pictures = Pictures(do=painter.do)
    try:
        await pictures.begin()
        [process] = active_children()
        assert await pictures.drawn(ASCII[0]) == File.of(ASCII[0])
        assert active_children() == [process]
        heard = asyncio.Event()
        pictures.then(ASCII[1], "Ana", heard.set)
        process.kill()
        await asyncio.wait_for(heard.wait(), LIMIT)
        assert pictures.ready(ASCII[1]) == File.of(ASCII[1])
        pictures.forget()
        assert pictures.ready(ASCII[1]) is None
    finally:
        pictures.close()
        painter.close()


async def test_pictures_become_words_without_a_process(caplog: pytest.LogCaptureFixture) -> None:
    def lost(*_: object) -> None:
        raise Lost from MemoryError("too little")

    pictures = Pictures(do=lost)
    assert await pictures.drawn(PICTURES[0]) is None
    [told] = caplog.records
    assert told.levelname == "WARNING"
    assert "too little" in told.getMessage()
    told_of: list[None] = []
    pictures.then(PICTURES[1], "a screen", lambda: told_of.append(None))
    assert await pictures.drawn(PICTURES[1]) is None
    assert (len(told_of), pictures.failed) == (1, {*PICTURES[:2]}), "words take its place"
    pictures.close()
    assert await pictures.drawn(PICTURES[0]) is None


def test_drawing_process_loads_no_discord() -> None:
    code = (
        "import pickle, sys, bot.workers.worker\n"
        "from bot.drawing.file import File\n"
        "for picture in pickle.load(sys.stdin.buffer): File.of(picture)\n"
        "assert not {'discord', 'babel', 'aiohttp'} & set(sys.modules)"
    )
    kinds = {type(one): one for one in (*PICTURES, *FILMS)}
    given, root = pickle.dumps([*kinds.values()]), Path(__file__).parents[3]
    subprocess.run([sys.executable, "-c", code], input=given, check=True, cwd=root)


def test_rest_of_pictures_doubles_until_an_upload_succeeds() -> None:
    now = 0.0
    pictures = Pictures(clock=lambda: now)
    rests: list[float] = []
    for _ in range(8):
        assert pictures.on
        pictures.upload_failed()
        pictures.upload_failed()
        assert not pictures.on
        pictures.uploaded()
        rests.append(pictures.resting)
        now += pictures.resting
    assert rests == [60, 120, 240, 480, 960, 1920, 3600, 3600]
    pictures.uploaded()
    pictures.upload_failed()
    assert pictures.resting == 60
    pictures.close()
