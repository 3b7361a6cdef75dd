"""For all tests: slow machines are no reason to fail, nor waiting for a disk to be slow."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("shinrisen", deadline=None)
settings.load_profile("shinrisen")

# Every move is written through to the disk. In memory it is as safe from all that a test does:
# killed processes, full files, torn copies; only a power cut would tell.
if os.access(memory := Path("/dev/shm"), os.W_OK):
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(memory))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes long, so that at the end nobody waits for one worker."""
    items.sort(key=lambda item: not {"wire", "playground"} & set(item.path.parts))
