"""An interaction as Discord sent it, and the context of the task that serves it."""

import time
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

Wire = dict[str, Any]


@dataclass(slots=True, eq=False)
class Arrived:
    """An interaction with all data that any process needs to serve it.

    `data` is the JSON from Discord, `came_at` the time in unix seconds. `forwarded`: another
    process received it. `deferred`: Discord knows already that an answer will come. `acted`: a
    process that died meanwhile has carried it out. `public`: all readers see its answer. `passed`
    counts the times it was passed on here, `passing`: it is passed on, and not answered here.
    """

    data: Wire
    came_at: float
    forwarded: bool = False
    deferred: bool = False
    acted: bool = False
    public: bool = False
    passed: int = 0
    passing: bool = False

    @property
    def id(self) -> int:
        """The id of the interaction: it grows with time."""
        return int(self.data["id"])

    @property
    def age(self) -> float:
        """Seconds since it came."""
        return max(0.0, time.time() - self.came_at)


ARRIVED: ContextVar[Arrived | None] = ContextVar("arrived", default=None)
"""The interaction that this task serves, where several processes share the database."""
