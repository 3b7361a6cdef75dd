"""Screens that Discord refuses go out in a simpler form, and the kinds of refusals."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import aiohttp
import discord
import pytest

from bot.screens import frames
from bot.wire import faults
from bot.wire.delivery import Delivery, Form, in_form, whole
from bot.wire.emojis import Shelf
from bot.wire.faults import Refusal, UploadFailed, refusal
from bot.wire.ui import Attached, Drawn, Row, button, screen
from bot.words.i18n import tongue
from bot.words.metrics import Metrics
from bot.words.parts import part
from bot.workers.pictures import Pictures
from games import GAMES
from rig import LIMIT
from tests.drawing import choices, decisions

from .known import ALL, AT, PICTURE, pictured

EMOJI = {"components": {"0": {"emoji": {"id": {"_errors": [{"message": "Invalid emoji"}]}}}}}


def failed(status: int, code: int = 0, page: bool = False, **more: Any) -> discord.HTTPException:
    """Return Discord's refusal, or a firewall's page."""
    head = {"Content-Type": "text/html" if page else "application/json"}
    answer: Any = SimpleNamespace(status=status, reason="No", headers=head)
    body = "<html></html>" if page else {"code": code, "message": "Invalid Form Body", **more}
    return discord.HTTPException(answer, body)


INVALID_EMOJI = failed(400, 50035, errors=EMOJI)
KINDS = [
    (INVALID_EMOJI, False, Refusal.EMOJI),
    (failed(500), False, Refusal.UNANSWERED),
    (failed(408), False, Refusal.UNANSWERED),
    (failed(500), True, Refusal.UPLOAD),
    (failed(413, 40005), True, Refusal.UPLOAD),
    (failed(403, 50013), True, Refusal.UPLOAD),
    (failed(403, 50007), True, Refusal.CLOSED),
    (failed(403, page=True), False, Refusal.UNANSWERED),
    (failed(403, page=True), True, Refusal.UNANSWERED),
    (failed(429, page=True), False, Refusal.UNANSWERED),
    (failed(429), True, Refusal.UNANSWERED),
    (failed(400, 50045), True, Refusal.UPLOAD),
    (UploadFailed("500"), False, Refusal.UPLOAD),
    (aiohttp.ServerDisconnectedError(), True, Refusal.UNANSWERED),
    (TimeoutError(), False, Refusal.UNANSWERED),
]


@pytest.mark.parametrize(("error", "files", "kind"), KINDS)
def test_refusal_has_its_kind(error: Exception, files: bool, kind: Refusal) -> None:
    assert refusal(error, files=files) is kind


# Codes of messages, channels and interactions that Discord's page names, and the next try.
NAMED = {
    Refusal.UNANSWERED: "20016 20022 20028 20029 30046 40003 40004 40006 40043 40062 40333 110001"
        " 130000",
    Refusal.BODY: "20009 30015 40005 50006 50035 50045 50046 50109 50110 50123 50146 200000 240000"
        " 400001",
    Refusal.EMOJI: "10014 50151",
    Refusal.MISSING: "10008 50005",
    Refusal.CLOSED: "10013 50007 50033 50278",
    Refusal.CHANNEL: "10003",
    Refusal.ARCHIVED: "50083",
    Refusal.DENIED: "40058 40066 40067 50001 50008 50009 50013 50024 60003 160002 160005 160006"
        " 160007",
    Refusal.OTHER: "10004 10007 10015 10062 40001 40060 40094 50003 50014 50021 50027 50240",
}  # fmt: skip


@pytest.mark.parametrize("status", [400, 401, 403, 404])
def test_codes_of_the_page_have_their_next_try(status: int) -> None:
    named = {int(code): kind for kind, codes in NAMED.items() for code in codes.split()}
    assert named.keys() == faults.CODES.keys()
    found = {code: refusal(failed(status, code), files=False) for code in named}
    assert found == named
    assert all(meaning for _, meaning in faults.CODES.values())


@pytest.fixture
def pictures() -> Iterator[Pictures]:
    made = Pictures()
    yield made
    made.close()


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for nothing."""
    monkeypatch.setattr(faults, "_SOON", 0.0)


def shown(send: AsyncMock) -> list[tuple[bool, bool]]:
    """Return which screens were sent with an emoji of ours, and which with a picture."""
    asked: list[Drawn] = [call.args[0] for call in send.await_args_list]
    return [("123456789012345678" in str(one.components), bool(one.files)) for one in asked]


WHOLE, PLAIN, WORDS = (True, True), (False, True), (False, False)


@pytest.mark.parametrize(
    ("errors", "forms", "rests"),
    [
        ([failed(400, 50035)] * 2, [WHOLE, PLAIN, WORDS], False),
        ([failed(403, page=True), failed(429, page=True)], [WHOLE] * 3, False),
        ([failed(403, 50013)], [WHOLE, WORDS], False),
        ([failed(500)], [WHOLE, WORDS], True),
        ([failed(413, 40005)], [WHOLE, WORDS], True),
        ([UploadFailed("500")], [WHOLE, WORDS], True),
    ],
    ids=["body", "firewall", "forbidden", "failed", "too large", "not stored"],
)
async def test_refused_screen_goes_out_in_the_form_that_helps(
    errors: list[Exception],
    forms: list[tuple[bool, bool]],
    rests: bool,
    pictures: Pictures,
    caplog: pytest.LogCaptureFixture,
) -> None:
    send = AsyncMock(side_effect=[*errors, "sent"])
    assert await Delivery(Shelf(), pictures, Metrics()).send(pictured(), send) == "sent"
    assert ("pictures rest for 60 s" in caplog.text) is rests
    assert shown(send) == forms
    assert pictures.on is not rests
    assert (50 < pictures.resting <= 60) is rests


@pytest.mark.parametrize(("error", "tries"), [(failed(400, 50035), 3), (failed(404, 10008), 1)])
async def test_screen_that_no_form_helps_is_reported(
    pictures: Pictures, error: Exception, tries: int
) -> None:
    send = AsyncMock(side_effect=error)
    with pytest.raises(discord.HTTPException):
        await Delivery(Shelf(), pictures, Metrics()).send(pictured(), send)
    assert send.await_count == tries


async def test_refused_emoji_makes_emojis_be_asked_for(
    pictures: Pictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.wire.emojis._DOUBTED", 0.0)
    # Emojis are refetched hourly. An empty set makes the bot believe that all are there.
    monkeypatch.setattr("bot.drawing.emojis.emojis", dict)
    shelf, metrics, asked = Shelf(), Metrics(), asyncio.Event()

    async def fetch() -> list[discord.Emoji]:
        asked.set()
        return []

    watching = asyncio.ensure_future(shelf.watch(fetch))
    await asyncio.wait_for(asked.wait(), LIMIT)
    asked.clear()
    try:
        send = AsyncMock(side_effect=[INVALID_EMOJI, "sent"])
        await Delivery(shelf, pictures, metrics).send(pictured(), send)
        assert shown(send) == [WHOLE, PLAIN]
        assert b'shinrisen_simpler_total{form="no_emojis"} 1.0' in metrics.text({}, 0)
        await asyncio.wait_for(asked.wait(), LIMIT)
    finally:
        watching.cancel()


async def test_lost_files_are_sent_again_but_not_for_an_emoji() -> None:
    sent: list[int] = []

    async def send(files: list[Any]) -> str:
        sent.append(sum(isinstance(file, discord.File) for file in files))
        if len(sent) == 1:
            raise error
        return "sent"

    error = failed(400, 50035)
    assert await whole(pictured(), {PICTURE.name: 5}, send) == "sent"
    assert sent == [0, 1]
    sent, error = [], INVALID_EMOJI
    with pytest.raises(discord.HTTPException):
        await whole(pictured(), {PICTURE.name: 5}, send)
    assert sent == [0]


@pytest.mark.parametrize("key", [key for key in sorted(GAMES) if part(key, "emojis") is not None])
def test_hand_without_emojis_equals_the_plain_hand(key: str) -> None:
    changed = 0
    for sight in decisions(key, 30):
        plain = frames.hand(sight, tongue("en"))
        worn = frames.hand(replace(sight, emojis=ALL), tongue("en"))
        changed += worn.components != plain.components
        simpler = in_form(worn, Form.NO_EMOJIS)
        assert simpler.text == plain.text
        assert [*choices(simpler.components)] == [*choices(plain.components)]
        assert in_form(worn, Form.PICTURE) is worn
    assert changed


def test_words_replace_the_picture() -> None:
    told = in_form(pictured(), Form.WORDS)
    assert told.text == "**Hand**\nTwo cards: 4 and 104."
    assert told.files == ()
    assert "attachment://" not in str(told.components)


def test_emojis_of_discord_stay_on_buttons() -> None:
    plain = in_form(pictured(), Form.NO_EMOJIS)
    assert [part["label"] for _, part in choices(plain.components)] == ["4 🐂", "Help"]
    assert ["emoji" in part for _, part in choices(plain.components)] == [False, True]
    assert plain.files == (PICTURE,)


def test_button_with_an_emoji_alone_keeps_a_label() -> None:
    alone = screen(5, Row(button(AT, "", emoji="<:bull_abc123:123456789012345678>")))
    [(_, part)] = choices(in_form(alone, Form.WORDS).components)
    assert part["label"]
    assert "emoji" not in part


def test_words_fit_into_a_message() -> None:
    long = replace(PICTURE, text="x" * 1024)
    told = in_form(screen(5, "y" * 3900, long), Form.WORDS)
    assert len(told.text.replace("\n", "")) == 4000


def test_file_that_is_no_picture_stays_in_words() -> None:
    record = Attached("record.txt", b"moves")
    assert in_form(screen(5, "Here it is.", files=[record]), Form.WORDS).files == (record,)
