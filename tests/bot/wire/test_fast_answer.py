"""First answers to clicks: the same requests and the same errors as discord.py's own."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

import aiohttp
import discord
import orjson
import pytest
from aiohttp import web
from discord.http import Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.wire import fast_answer

PAYLOAD = {"type": 7, "data": {"components": [{"type": 10, "content": "55 ✓"}]}}
CALLBACK = "/interactions/{webhook_id}/{webhook_token}/callback"
# The answers of Discord: a status, and a body or None.
TAKEN = 204, None
SHOWN = 200, {"resource": {"type": 7}}
LATE = 404, {"code": 10062, "message": "Unknown interaction"}
DENIED = 403, {"code": 50001, "message": "Missing Access"}
WRONG = 400, {"code": 50035, "message": "Invalid Form Body"}
BUSY = 429, {"retry_after": 0.01, "message": "You are being rate limited.", "global": False}
FAILED = 502, None

Answers = list[tuple[int, Any]]
Asked = list[tuple[str, str, Any]]


class Discord:
    """A server that gives its answers in turn, and notes what it was asked."""

    def __init__(self) -> None:
        self.answers: Answers = []
        self.asked: Asked = []

    async def answer(self, request: web.Request) -> web.Response:
        """Answer the next request."""
        body = await request.json()
        self.asked.append((request.path_qs, request.headers["Content-Type"], body))
        status, told = self.answers.pop(0)
        headers = {"Via": "1.1 google"}
        if told is None:
            return web.Response(status=status, headers=headers)
        # discord.py reads no JSON of a type with a charset.
        headers["Content-Type"] = "application/json"
        return web.Response(status=status, body=orjson.dumps(told), headers=headers)


@pytest.fixture
async def discords(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Discord]:
    """A server in Discord's place."""
    there, app = Discord(), web.Application()
    app.router.add_post("/{way:.*}", there.answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    monkeypatch.setattr(Route, "BASE", f"http://{host}:{port}")
    yield there
    await runner.cleanup()


@pytest.fixture
def quick() -> Iterator[AsyncWebhookAdapter]:
    """The adapter that `install` puts in the place of discord.py's."""
    before = async_context.get()
    fast_answer.install()
    yield async_context.get()
    async_context.set(before)


async def told(there: Discord, by: AsyncWebhookAdapter, answers: Answers, path: str) -> Any:
    """Return the answer to a request, or its error, and all that the server was asked."""
    there.answers, there.asked = answers.copy(), []
    route = Route("POST", path, webhook_id=7, webhook_token="a token/ü")
    async with aiohttp.ClientSession() as session:
        try:
            found: Any = await by.request(
                route, session, payload=PAYLOAD, params={"with_response": "1"}
            )
        except discord.HTTPException as error:
            found = type(error), error.status, error.code, error.text
    assert not there.answers
    return found, there.asked


@pytest.mark.parametrize(
    "answers", [[TAKEN], [SHOWN], [LATE], [DENIED], [WRONG], [BUSY, TAKEN], [FAILED, SHOWN]]
)
@pytest.mark.parametrize("path", [CALLBACK, "/webhooks/{webhook_id}/{webhook_token}"])
async def test_answer_is_requested_as_by_discord_py(
    discords: Discord, quick: AsyncWebhookAdapter, answers: Answers, path: str
) -> None:
    assert type(quick) is not AsyncWebhookAdapter
    theirs = AsyncWebhookAdapter()  # type: ignore[no-untyped-call]
    found = await told(discords, theirs, answers, path)
    assert found[1][0][2] == PAYLOAD
    if path == CALLBACK and len(answers) > 1:
        # Only the first try is ours.
        answers = [answers[0], *answers]
        found = found[0], [found[1][0], *found[1]]
    assert await told(discords, quick, answers, path) == found
