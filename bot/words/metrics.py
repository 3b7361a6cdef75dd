"""The figures of `/metrics`.

None describes a person, a hand or the content of a match.
"""

from asyncio import CancelledError
from collections.abc import Callable, Mapping
from functools import cache, partial
from types import SimpleNamespace

import aiohttp
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, generate_latest
from prometheus_client.process_collector import ProcessCollector

from .. import __version__

UNANSWERED = "none"
"""Status label of a request without an answer."""
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0)


class Metrics:
    """One process's figures as Prometheus metrics. Each counter is called with its labels."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        new = self._registry
        Info("shinrisen_build", "Version of the bot", registry=new).info({"version": __version__})

        def count(name: str, about: str, *labels: str) -> Callable[..., None]:
            # Finding a figure by its labels costs more than counting it.
            labelled = cache(Counter(name, about, labels, registry=new).labels)
            return lambda *values: labelled(*values).inc()

        self.moved = count("shinrisen_moves", "Moves stored, by game and by whom", "game", "by")
        about = "What people were refused, by game and kind"
        self.refused = count("shinrisen_refusals", about, "game", "kind")
        about = "Requests to Discord, by whether it counts them and how it answered"
        self._asked = count("shinrisen_requests", about, "counted", "status")
        about = "Screens that Discord took only in a simpler form, by form"
        self.simpler = count("shinrisen_simpler", about, "form")
        about = "Computers' moves without a decision, by game and reason"
        self.plain = count("shinrisen_plain_moves", about, "game", "why")
        about = "Pictures drawn, given up, failed, or lost with their process"
        self.pictured = count("shinrisen_pictures", about, "how")
        about = "Writes that the database refused"
        self._unsaved = Counter("shinrisen_failed_saves", about, registry=new)

        timed = partial(Histogram, buckets=_SECONDS, registry=new)
        about = "From an interaction's arrival to its first answer"
        self._answers = cache(timed("shinrisen_answer_seconds", about, ["kind"]).labels)
        about = "From a move's confirmation to its row on the disk"
        self._writes = timed("shinrisen_write_seconds", about)

        gauge = partial(Gauge, registry=new)
        about = "Requests that wait for their turn"
        self._queued = gauge("shinrisen_queued_requests", about)
        about = "Seconds until pictures are tried again, since uploads fail"
        self._resting = gauge("shinrisen_pictures_resting", about)
        about = "Memory of the bot and of its workers (PSS)"
        self._memory = gauge("shinrisen_memory_bytes", about, ["process"])
        about = "1 while Discord's gateway is connected"
        self._gateway = gauge("shinrisen_gateway_up", about)
        about = "Open tables, by game and phase"
        self._tables = gauge("shinrisen_tables", about, ["game", "phase"])

    def answered(self, kind: str, seconds: float) -> None:
        """Count an answer or acknowledgement of a command or click, with its delay."""
        self._answers(kind).observe(seconds)

    def wrote(self, seconds: float | None) -> None:
        """Count a stored move with its delay, or a failed write (None)."""
        if seconds is None:
            self._unsaved.inc()
        else:
            self._writes.observe(seconds)

    def watch(self, gateway: Callable[[], bool], memory: Callable[[], Mapping[str, int]]) -> None:
        """Read the gateway's state and the processes' memory at each scrape."""
        self._gateway.set_function(gateway)
        for process in memory():
            self._memory.labels(process).set_function(partial(_of, memory, process))

    def trace(self, trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        """Count requests to Discord and their statuses with a trace."""
        trace.on_request_end.append(self._ended)
        trace.on_request_exception.append(self._failed)
        return trace

    async def _ended(
        self, session: object, context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        self._traced(ended, str(ended.response.status))

    async def _failed(
        self, session: object, context: SimpleNamespace, ended: aiohttp.TraceRequestExceptionParams
    ) -> None:
        # Others are ours: faults.trace gives up an answer, which was counted.
        if isinstance(ended.exception, (OSError, aiohttp.ClientConnectionError, CancelledError)):
            self._traced(ended, UNANSWERED)

    def _traced(
        self,
        asked: aiohttp.TraceRequestEndParams | aiohttp.TraceRequestExceptionParams,
        status: str,
    ) -> None:
        if asked.url.scheme in ("http", "https"):
            self._asked("yes" if counted(asked.url.path) else "no", status)

    def totals(self) -> dict[str, float]:
        """Return the sum of each figure over its labels, by the sample's name."""
        sums: dict[str, float] = {}
        for family in self._registry.collect():
            for sample in family.samples:
                sums[sample.name] = sums.get(sample.name, 0.0) + sample.value
        return sums

    def text(
        self, tables: Mapping[tuple[str, str], int], queued: int, resting: float = 0.0
    ) -> bytes:
        """Return all figures in Prometheus' text form.

        `tables`: open ones by game and phase; `resting`: seconds without pictures.
        """
        self._tables.clear()
        for (game, phase), number in tables.items():
            self._tables.labels(game, phase).set(number)
        self._queued.set(queued)
        self._resting.set(resting)
        return generate_latest(self._registry)


def _of(memory: Callable[[], Mapping[str, int]], process: str) -> float:
    return memory().get(process, 0)


def counted(path: str) -> bool:
    """Return True if requests to a path are rate-limited. Interaction tokens are exempt."""
    return "/webhooks/" not in path and "/interactions/" not in path
