"""Memory of all own processes."""

import sys

import pytest

from bot.run.health import memory
from bot.workers.worker import Worker


@pytest.mark.skipif(sys.platform != "linux", reason="there is no /proc")
def test_workers_are_counted_besides_the_bot() -> None:
    before = memory()
    assert before["bot"] > 10_000_000
    worker = Worker()
    try:
        worker.do(divmod, 7, 2)
        assert memory()["workers"] > before["workers"] + 1_000_000
    finally:
        worker.close()
