"""Gateway payloads that discord.py can't parse, without a gateway."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any
from unittest.mock import create_autospec

import aiohttp
import pytest

from bot.wire.gateway import Gateway, Unparseable
from bot.words.errors import OurEnd


@pytest.fixture(autouse=True)
def _no_failures() -> Iterator[None]:
    Gateway._failed.clear()
    yield
    Gateway._failed.clear()


def gateway(seconds: float) -> tuple[Gateway, Any]:
    """Return a connection at a time, and its socket."""
    socket = create_autospec(aiohttp.ClientWebSocketResponse, instance=True)
    loop: Any = SimpleNamespace(time=lambda: seconds)
    return Gateway(socket, loop=loop), socket


@pytest.mark.parametrize("payload", ["no JSON", "[]", '{"op": 10}', '{"op": 10, "d": {}}'])
async def test_unparseable_payload_ends_the_session(payload: str) -> None:
    made, socket = gateway(0.0)
    with pytest.raises(Unparseable):
        await made.received_message(payload)
    socket.close.assert_awaited_once_with(code=1000)


async def test_five_unparseable_payloads_end_within_a_minute_only() -> None:
    for seconds in (0, 10, 20, 40, 61, 79):
        with pytest.raises(Unparseable):
            await gateway(seconds)[0].received_message("no JSON")
    with pytest.raises(OurEnd):
        await gateway(79.5)[0].received_message("no JSON")
