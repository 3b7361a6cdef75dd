"""Gateway payloads that discord.py can't parse, without a gateway."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from bot.wire.gateway import Gateway, Unparseable
from bot.words.errors import OurEnd


class Socket:
    """A socket that stores the code it is closed with."""

    code = 0

    async def close(self, *, code: int) -> None:
        self.code = code


@pytest.fixture(autouse=True)
def _no_failures() -> Iterator[None]:
    Gateway._failed.clear()
    yield
    Gateway._failed.clear()


def gateway(seconds: float) -> tuple[Gateway, Socket]:
    """Return a connection at a time, and its socket."""
    socket: Any = Socket()
    loop: Any = SimpleNamespace(time=lambda: seconds)
    made = Gateway(socket, loop=loop)
    return made, socket


@pytest.mark.parametrize("payload", ["no JSON", "[]", '{"op": 10}', '{"op": 10, "d": {}}'])
async def test_unparseable_payload_ends_the_session(payload: str) -> None:
    made, socket = gateway(0.0)
    with pytest.raises(Unparseable):
        await made.received_message(payload)
    assert socket.code == 1000


async def test_five_unparseable_payloads_end_within_a_minute_only() -> None:
    for seconds in (0, 10, 20, 40, 61, 79):
        with pytest.raises(Unparseable):
            await gateway(seconds)[0].received_message("no JSON")
    with pytest.raises(OurEnd):
        await gateway(79.5)[0].received_message("no JSON")
