"""Screens that wait for the next change, on a clock set by the tests, and their alarm."""

import asyncio
from math import inf
from types import SimpleNamespace
from typing import Any

import pytest

from bot.storage import PANEL
from bot.tables import deciding
from bot.tables.posts import Posts
from bot.tables.readers import Alarm, Readers, patience
from bot.tables.state import State

ANA, BEN = 1, 2


@pytest.fixture(autouse=True)
def _usual_times(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deciding, "MOMENT", (1.0, 3.0))


class Scene:
    """A running match of people (ids above 0) and computers."""

    held, alone = State.held, State.alone

    def __init__(self, *players: int) -> None:
        seats = [SimpleNamespace(user_id=one, playing=one > 0) for one in players]
        self.stored: Any = SimpleNamespace(phase="live", paused_at=None, guild_id=1, players=seats)
        self.match: Any = SimpleNamespace(to_act=frozenset({0}), held=False)
        self.clock = 100.0
        self.house = SimpleNamespace(now=lambda: self.clock)
        self.readers = Readers(0.0)

    def waits(self, reader: int, seconds: float = 0.0) -> bool:
        """Return True if a reader's change waits, that number of seconds after the last call."""
        self.clock += seconds
        return self.readers[reader].waits(self.clock, patience(self.stored, self.match))


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param({"to_act": frozenset({0, 1})}, id="a person decides"),
        pytest.param({"to_act": frozenset()}, id="the match is over"),
        pytest.param({"held": True}, id="a reveal is held"),
        pytest.param({"paused_at": 99.0}, id="the match is paused"),
    ],
)
def test_change_is_sent_at_once(changed: dict[str, Any]) -> None:
    scene = Scene(-101, ANA, BEN)
    vars(scene.stored if "paused_at" in changed else scene.match).update(changed)
    assert not scene.waits(ANA)
    assert not scene.waits(PANEL)


def test_change_waits_six_seconds_at_most_for_computers_alone() -> None:
    scene = Scene(-101, ANA, BEN)
    assert scene.waits(ANA)
    assert scene.waits(PANEL)
    assert scene.waits(ANA, 5.9)
    assert not scene.waits(ANA, 0.1)
    scene.readers[ANA].until = inf
    assert scene.waits(ANA), "the next change waits again"


async def test_screen_that_has_waited_is_refreshed() -> None:
    scene, rung = Scene(-101, ANA, BEN), asyncio.Event()
    scene.match.holds = SimpleNamespace(ends=())
    scene.stored.players = []
    posts: Any = SimpleNamespace(_state=scene, _house=scene.house, readers=scene.readers)
    posts._alarm = Alarm(scene.house.now, rung.set)
    scene.readers[ANA].until = scene.clock + 6.0
    scene.clock += 5.99
    Posts._wake(posts, ())
    await asyncio.wait([asyncio.ensure_future(rung.wait())], timeout=5.0)
    assert rung.is_set()


def test_panel_of_one_person_isnt_posted_again() -> None:
    scene = Scene(ANA, -101)
    scene.match.view = lambda _seat: None
    posts: Any = SimpleNamespace(
        _state=scene,
        _look=SimpleNamespace(chapter=lambda _view: 2),
        _chapter=1,
        of=lambda _reader: SimpleNamespace(scrolled=99),
    )
    assert not Posts._panel_moves(posts, changed=True)
    scene.stored.players[1].playing = True
    assert Posts._panel_moves(posts, changed=True), "others look at the panel"


async def test_alarm_rings_once_at_the_first_of_its_newest_times() -> None:
    rung, clock = list[float](), 100.0
    alarm = Alarm(lambda: clock, lambda: rung.append(clock))
    alarm.set([clock + 60.0])
    alarm.set([clock + 60.0, clock])
    await asyncio.sleep(0.1)
    assert rung == [100.0]
    # It rang too early for its caller, who sets it to the same time.
    alarm.set([clock])
    await asyncio.sleep(0.1)
    assert rung == [100.0, 100.0]
    alarm.set([clock])
    alarm.set(())
    await asyncio.sleep(0.1)
    assert rung == [100.0, 100.0]
