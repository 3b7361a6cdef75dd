"""An interaction as Discord sent it, and the context of the task that serves it."""

import time
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

Wire = dict[str, Any]


@dataclass(slots=True, eq=False)
class Arrived:
    """An interaction with all data that any process needs to serve it.

    `data` is the JSON from Discord, `came_at` the time in unix seconds. `hopped`: another process
    received it. `deferred`: Discord knows already that an answer will come. `acted`: a process
    that died meanwhile has carried it out. `away`: its table's process didn't, and won't any more.
    `passing`: it is sent to that process, and not answered here. `early`: it came before this
    process had its shard.
    """

    data: Wire
    came_at: float
    hopped: bool = False
    deferred: bool = False
    acted: bool = False
    away: bool = False
    passing: bool = False
    early: bool = False

    @property
    def id(self) -> int:
        """The id of the interaction: it grows with time."""
        return int(self.data["id"])

    @property
    def shared(self) -> bool:
        """True if a process that has ended meanwhile may have answered it."""
        return self.hopped or self.acted or self.away or self.early

    @property
    def age(self) -> float:
        """Seconds since it came."""
        return max(0.0, time.time() - self.came_at)


ARRIVED: ContextVar[Arrived | None] = ContextVar("arrived", default=None)
"""The interaction that this task serves, where several processes share the database."""
