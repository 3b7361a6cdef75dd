"""Whole matches while Discord refuses requests for what they hold, in simcord's time."""

import random
import re
from collections import Counter
from itertools import count, cycle
from typing import Any

import pytest
import simcord.http.router
from simcord.backend.errors import BackendError

from bot.drawing.emojis import emojis
from bot.drawing.file import File
from bot.wire.ui import Address
from bot.words.parts import part
from games import GAMES
from tests.examples import IN_TURN
from tests.games.hands import SHORT

from .closed import TOKEN_SECONDS
from .conftest import Begin, Here
from .evening import Evening, Patch, Three, components, words

SECONDS = 5
"""Seconds until everything is up to date, once Discord refuses nothing any more."""
_EMOJI = BackendError(400, 50035, "Invalid Form Body: Invalid emoji")
_BODY = BackendError(400, 50035, "Invalid Form Body: not the first one")
# The first is for one channel, so that pictures go on. After the others they rest for a minute.
_UPLOADS = tuple(BackendError(*e, "No files") for e in ((403, 50013), (500, 0), (413, 40005)))

_NUMBERS = count(1)
_dispatch: Any = simcord.http.router.dispatch


class Refusing:
    """Discord, which refuses what its present fault says.

    An emoji that doesn't exist is always refused. `share`: fraction of the requests with existing
    emojis that are refused all the same. `uploads`: the error of each request with files. `first`:
    the first message in each channel is refused once. `refused` counts them by reason.
    """

    def __init__(self) -> None:
        self.share = 0.0
        self.uploads: BackendError | None = None
        self.first = False
        self.refused = Counter[str]()
        self._begun: set[str] = set()
        self._rng = random.Random(1)

    def dispatch(self, backend: Any, method: str, path: str, **given: Any) -> Any:
        """Refuse a request, or carry it out."""
        told = isinstance(given.get("json"), dict)
        error = self._error(backend, method, path, given) if told else None
        if error is not None:
            self.refused[error.message] += 1
            raise error
        return _dispatch(backend, method, path, **given)

    def _error(
        self, backend: Any, method: str, path: str, given: dict[str, Any]
    ) -> BackendError | None:
        body = given["json"]
        shown = worn(body.get("components") or (body.get("data") or {}).get("components") or [])
        if self.uploads is not None and given.get("files"):
            return self.uploads
        if shown - {*map(str, backend.application_emojis)}:
            return _EMOJI
        if shown and self._rng.random() < self.share:
            return _EMOJI
        posts = method == "POST" and path.startswith("/channels/")
        if self.first and posts and path not in self._begun:
            self._begun.add(path)
            return _BODY
        return None


def worn(parts: list[Any]) -> set[str]:
    """Return the ids of the application's emojis on controls."""
    found = [*components(parts)]
    found += [option for part in found for option in part.get("options") or []]
    return {emoji["id"] for part in found if (emoji := part.get("emoji") or {}).get("id")}


def blank(work: Any, *given: Any) -> Any:
    """Draw all pictures alike, which is quick. Their names differ."""
    if work == File.of:
        return File(given[0], f"{next(_NUMBERS)}.png", b"PNG")
    return None


@pytest.fixture
def discord(monkeypatch: Patch) -> Refusing:
    """Return a Discord that refuses nothing yet."""
    refusing = Refusing()
    monkeypatch.setattr(simcord.http.router, "dispatch", refusing.dispatch)
    monkeypatch.setattr(Here, "do", staticmethod(blank))
    # simcord would wait for the pause before each request for the list.
    monkeypatch.setattr("bot.wire.emojis._DOUBTED", 0.0)
    return refusing


def upload(e: Evening) -> None:
    """Replace the application's emojis, if there are any, by the same with other ids."""
    e.env.backend.application_emojis.clear()
    for name in emojis():
        e.env.backend.create_application_emoji(name)


async def play(e: Evening, rng: random.Random, clicks: int = 10_000) -> bool:
    """Click random controls, a second apart. Return True once no decision is due."""
    for _ in range(clicks):
        if not (waiting := e.unsealed()):
            return True
        person = rng.choice(waiting)
        _, custom_id, value = rng.choice(e.offered(person))
        hand = e.hand(person)
        if value is None:
            done = await person.user.click(hand, custom_id=custom_id)
        else:
            done = await person.user.select(hand, [value], custom_id=custom_id)
        assert done.acknowledged, "a click without an answer"
        await e.wait(1)
    return False


async def well(e: Evening) -> None:
    """Wait five seconds, and check that all messages show the newest state."""
    await e.wait(SECONDS)
    await up_to_date(e)


async def up_to_date(e: Evening) -> None:
    """Check all messages' newest controls and mentions. Pictures and emojis may come later."""
    posts = (await e.bot.tables.get(1)).posts
    for reader in posts.reached_by():
        post, drawn = posts.of(reader), posts.draw(reader)
        assert post.channel_id is not None
        assert post.message_id is not None, reader
        shown = e.env.backend.get_message(post.channel_id, post.message_id).components
        assert choices(shown) == choices(drawn.components), reader
        assert mentioned(words(shown)) == mentioned(drawn.text), reader


def choices(parts: Any) -> list[str]:
    """Return the addresses of the live moves and half choices, which name the stage."""
    ids = [c.get("custom_id") or "" for c in components(parts) if not c.get("disabled")]
    return [one for one in ids if (at := Address.parse(one)) and at.kind in ("move", "pick")]


def mentioned(text: str) -> list[str]:
    """Return the people whose decision a text awaits."""
    return re.findall(r"<@\d+>", text)


async def go_out(e: Evening) -> None:
    """Fail each ordinary request from here on, and make a move that these alone can show."""
    await e.begin(IN_TURN)
    await e.wait(TOKEN_SECONDS)
    e.env.inject_error("*", "/channels/*", status=500, times=None)
    (acting,) = e.unsealed()
    await e.play(acting, next(move for move in e.moves(acting) if "x" in move))
    await e.wait(100)


async def test_hands_are_up_to_date_soon_after_an_outage(e: Three) -> None:
    await go_out(e)
    e.env.backend.faults.clear()
    await well(e)


async def test_one_answer_of_discord_refreshes_all_hands(monkeypatch: Patch, e: Three) -> None:
    for pause in ("_SHORTEST", "_LONGEST"):
        monkeypatch.setattr(f"bot.tables.house.{pause}", 600.0)
    await go_out(e)
    e.env.backend.faults.clear()
    with pytest.raises(AssertionError):
        await up_to_date(e)
    await e.press(e.people[0], "Post it below")
    await up_to_date(e)


@pytest.mark.parametrize("code", [50013, 50007], ids=["denied", "closed"])
async def test_refused_posts_lengthen_no_pause(monkeypatch: Patch, code: int, e: Three) -> None:
    monkeypatch.setattr("bot.tables.house._PER_SECOND", 0.2)
    recovering = e.bot.house.recovering
    before = recovering.longest
    await go_out(e)
    assert recovering.longest > before
    e.env.backend.faults.clear()
    for verb, path in (("PATCH", "messages/*"), ("POST", "messages")):
        e.env.inject_error(verb, f"/channels/*/{path}", status=403, code=code, times=None)
    await e.wait(60)
    assert recovering.longest == before


@pytest.mark.parametrize("key", sorted(GAMES))
@pytest.mark.costly
async def test_match_outlives_all_refusals(evening: Begin, discord: Refusing, key: str) -> None:
    rng, seats = random.Random(key), min(3, GAMES[key].seats[-1])
    async with evening(seats, pictures=True) as e:
        upload(e)
        e.bot.house.emojis.doubt()
        await e.env.settle()
        assert e.bot.house.emojis.known
        discord.first, discord.share, discord.uploads = True, 1 / 25, _UPLOADS[0]
        await e.begin(key, **SHORT[key])
        discord.uploads = None
        await well(e)
        over = False
        for uploads in cycle((*_UPLOADS, None)):
            if over:
                break
            e.env.backend.application_emojis.clear()
            await play(e, rng, 5)
            upload(e)
            await well(e)
            discord.uploads = uploads
            over = await play(e, rng, 10)
            discord.uploads = None
            await well(e)
        met = {_BODY.message, _UPLOADS[0].message}
        if part(key, "emojis") is not None:
            met.add(_EMOJI.message)
        assert {*discord.refused} == met
