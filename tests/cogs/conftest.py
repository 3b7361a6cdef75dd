"""A server with a channel and people in it, and the bot on a real SQLite file."""

import copy
import json
import marshal
import random
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial, wraps
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import aiosqlite
import discord
import pytest
import simcord
import simcord.components
import simcord.gateway
import simcord.http.router
import simcord.results
from discord import app_commands

from bot.drawing.file import File
from bot.drawing.film import LONGEST, Film
from bot.drawing.picture import Picture
from bot.drawing.png import warm
from bot.play.match import Match, Pause, Story
from bot.screens.examples import first
from bot.screens.look import FILMED, LOADING, MOMENT
from bot.workers.pictures import Pictures
from bot.workers.thinking import Thinking
from bot.workers.worker import Worker
from playground.bounds import check_request
from rig.replacing import exchange

from ..thinking import thinking_here
from . import rest
from .evening import DOT, Evening, Patch, Simulated, settings

rest.install()


def _copied(thing: Any) -> Any:
    """Return a deep copy. JSON sent to Discord needs none of `deepcopy`'s care."""
    try:
        return marshal.loads(marshal.dumps(thing))
    except ValueError:  # something in it is of another kind, such as a member of an enumeration
        if type(thing) is dict:
            return {key: _copied(value) for key, value in thing.items()}
        if type(thing) is list:
            return [_copied(value) for value in thing]
        return copy.deepcopy(thing)


# simcord copies everything between the bot and its Discord several times.
for _module in (simcord.components, simcord.results):
    exchange(_module, deepcopy=_copied)
for _module in (simcord.gateway, simcord.http.router):
    exchange(_module, copy=SimpleNamespace(deepcopy=_copied))


def _walked(components: Any) -> list[dict[str, Any]]:
    """Return every component, each before its children, quicker than simcord's generators."""
    found: list[dict[str, Any]] = []
    for part in [components] if isinstance(components, dict) else components:
        if isinstance(part, dict):
            found.append(part)
            if isinstance(inner := part.get("components"), list):
                found += _walked(inner)
            for key in ("accessory", "component"):
                if isinstance(inner := part.get(key), dict):
                    found += _walked(inner)
    return found


# simcord walks through every message several times to validate it.
exchange(simcord.components, walk_components=_walked)


def _told_once(kind: Any) -> None:
    """Build a command's payload in all languages once for all bots."""
    make, made = kind.get_translated_payload, {}

    async def told(self: Any, tree: Any, translator: Any) -> dict[str, Any]:
        key = json.dumps(self.to_dict(tree), sort_keys=True)
        if key not in made:
            made[key] = await make(self, tree, translator)
        return cast(dict[str, Any], _copied(made[key]))

    kind.get_translated_payload = told


for _kind in (app_commands.Command, app_commands.Group):
    _told_once(_kind)

LONGEST_FILM = LONGEST / 1000 + LOADING
"""Seconds of the longest reveal of a film."""
Begin = Callable[..., AbstractAsyncContextManager[Evening]]
Deck = Callable[[int], None]


class Here(Worker):
    """Replaces a worker process: works in the waiting thread."""

    def do(self, work: Callable[..., Any], *given: Any, seconds: float | None = None) -> Any:
        """Return the result of a job."""
        return work(*given)


@pytest.fixture
def evening(tmp_path: Path, empty: Path, monkeypatch: Patch) -> Begin:
    """Start an evening with that number of people: `async with evening(3) as e`.

    Reveals have no pause unless `held`, because every click would wait. The server has no time
    limit. Computers think at once unless `thinking` says otherwise. The database works in the
    loop's thread unless `apart`, so none of its connections can wait for another one.
    """
    monkeypatch.setattr("bot.storage.servers.USUAL_PACE", None)
    # simcord waits for timers due within a second, so this one must be longer.
    monkeypatch.setattr("bot.wire.emojis._SOON", 3600.0)
    # No machine is suspended, so the clock sleeps through all of the time instead of half.
    monkeypatch.setattr("bot.play.clock._PART", 1)
    # Drawings are cached for all tests, as separate processes could not do.
    monkeypatch.setattr("bot.run.client.Worker", Here)

    @asynccontextmanager
    async def begin(
        people: int = 3,
        *,
        check_errors: bool = True,
        held: bool = False,
        apart: bool = False,
        thinking: Callable[[], Thinking] = thinking_here,
        **host_sets: Any,
    ) -> AsyncIterator[Evening]:
        if not held:
            hold(monkeypatch, _unheld)
        if not apart:
            monkeypatch.setattr(aiosqlite.Connection, "_execute", rest.work_here)
        monkeypatch.setattr("bot.run.client.Thinking", thinking)
        file = tmp_path / "shinrisen.sqlite3"
        # An evening before in the same test may still close its file, with its write-ahead log.
        for part in ("", "-wal", "-shm"):
            file.with_name(file.name + part).unlink(missing_ok=True)
        shutil.copy(empty, file)
        sets = settings(file, **host_sets)

        bot = partial(Simulated, sets, shard_count=1)
        async with simcord.run(bot(), check_errors=check_errors) as env:
            e = Evening(env, people, bot)
            try:
                yield e
                for sent in e.env.http_requests:
                    if isinstance(sent.json, dict):
                        check_request(sent.path.rpartition("/")[2], sent.json)
            finally:
                await e.bot.database.close()

    return begin


@pytest.fixture
def e(evening: Begin, request: pytest.FixtureRequest) -> AbstractAsyncContextManager[Evening]:
    """Return an evening of as many people as a test's `e: Two` says, with its mark `evening`."""
    (people,) = request.function.__annotations__["e"].__metadata__
    mark = request.node.get_closest_marker("evening")
    if callable(people):
        people = people(request.getfixturevalue("key"))
    return evening(people, **(mark.kwargs if mark else {}))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run each test that asks for `e` within that evening, as `async with` would."""
    for item in items:
        if isinstance(item, pytest.Function):
            annotation = item.function.__annotations__.get("e")
            if hasattr(annotation, "__metadata__"):
                item.obj = _within(item.obj)


def _within(test: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    @wraps(test)
    async def within(*, e: AbstractAsyncContextManager[Evening], **given: Any) -> None:
        async with e as begun:
            await test(e=begun, **given)

    return within


def _unheld(pause: Pause) -> Pause:
    """Return the pause without films. That between two cards is a rule of its game."""
    films = pause.films[:1]
    own = pause.seconds not in (FILMED, MOMENT, *films) or pause.seconds > LONGEST_FILM
    return Pause(pause.seconds if own else 0.0)


_usual = Match.pause


def hold(monkeypatch: Patch, length: Callable[[Pause], Pause]) -> None:
    """Change the lengths of reveals from now on, given the usual ones."""

    def pause(match: Match, after: Any, story: Story) -> Pause:
        return length(_usual(match, after, story))

    monkeypatch.setattr(Match, "pause", pause)


def lengthened(seconds: float) -> Callable[[Pause], Pause]:
    """Return a function that gives all reveals a length."""

    def length(pause: Pause) -> Pause:
        return Pause(seconds * (pause.seconds > 0), (seconds,) * len(pause.films))

    return length


@pytest.fixture
def deck(monkeypatch: Patch) -> Deck:
    """Deal every match of the test from a known seed, so that all of it is the same again."""

    def known(number: int) -> None:
        monkeypatch.setattr("bot.play.match.seed_of", lambda table: bytes([number]) * 32)

    known(3)
    return known


@pytest.fixture
def speaks(monkeypatch: Patch) -> dict[int, str]:
    """Return the languages of people by their id. All others speak English."""
    found: dict[int, str] = {}

    def locale(self: discord.Interaction) -> discord.Locale:
        return discord.Locale(found.get(self.user.id, "en-US"))

    monkeypatch.setattr(discord.Interaction, "locale", property(locale, lambda *_: None))
    return found


@pytest.fixture(scope="session")
def pieces() -> None:
    """Draw all pieces first, so that no picture misses its time limit."""
    warm(first())


@pytest.fixture
def dots(monkeypatch: Patch) -> dict[str, Picture]:
    """Replace drawing by a dot, and return the pictures and films by their files' names."""
    drawn: dict[str, Picture] = {}

    def draw(picture: Picture) -> File:
        name = f"{len(drawn)}.{'gif' if isinstance(picture, Film) else 'png'}"
        drawn[name] = picture
        return File(picture, name, DOT)

    monkeypatch.setattr("bot.run.client.Pictures", lambda on, **_: Pictures(on, draw))
    monkeypatch.setattr("bot.workers.pictures.warm", lambda pictures: None)
    return drawn


@pytest.fixture
def quick_clock(monkeypatch: Patch) -> None:
    """Pass an evening in few steps."""
    monkeypatch.setattr("bot.play.clock._LONGEST_NAP", 1800.0)


@pytest.fixture(autouse=True)
def _same_secrets(request: pytest.FixtureRequest, monkeypatch: Patch) -> None:
    """Deal the same cards whenever a test runs, and others to other tests."""
    same = SimpleNamespace(token_bytes=random.Random(request.node.nodeid).randbytes)
    monkeypatch.setattr("bot.storage.contributions.secrets", same)
