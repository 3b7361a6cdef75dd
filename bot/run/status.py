"""`python -m bot status`: a summary of the bot that runs on this machine."""

import json
from collections import Counter
from collections.abc import Iterator
from ipaddress import ip_address
from urllib.error import HTTPError
from urllib.request import urlopen

from prometheus_client.parser import text_string_to_metric_families

_PATIENCE = 5.0
_UNWELL = {"pictures": "resting, uploads fail"}


def status(host: str, port: int, *, live: bool = False) -> int:
    """Print the summary. Return 0 if healthy, 1 if not, 2 without an answer.

    `live`: only look for an answer.
    """
    if not port:
        print("Nobody to ask: set SHINRISEN_STATUS_PORT for the bot and for this, say to 8642.")
        return 2
    try:
        if live:
            return 0 if asked(host, port, "live")[0] else 1
        healthy, told = asked(host, port, "ready")
        _, figures = asked(host, port, "metrics")
    except OSError as error:
        print(f"No bot answers on port {port}: {getattr(error, 'reason', error)}")
        return 2
    parts = json.loads(told)
    for name, well in parts.items():
        print(f"{name}: {'ok' if well else _UNWELL.get(name, 'out of reach')}")
    print(*_lines(figures), sep="\n")
    return 0 if healthy else 1


def asked(host: str, port: int, what: str) -> tuple[bool, str]:
    """Return True if the answer of a running bot is 200, and its text. Raises OSError."""
    address = ip_address(host)
    if address.is_unspecified:
        address = ip_address("127.0.0.1" if address.version == 4 else "::1")
    name = f"[{address}]" if address.version == 6 else str(address)
    try:
        with urlopen(f"http://{name}:{port}/{what}", timeout=_PATIENCE) as answer:
            return True, answer.read().decode()
    except HTTPError as error:
        with error:
            return False, error.read().decode()


def _lines(figures: str) -> Iterator[str]:
    """Return the figures as text, one line a subject."""
    found = [
        sample
        for family in text_string_to_metric_families(figures)
        for sample in family.samples
        if not sample.name.endswith("_created")
    ]

    def by(name: str, *labels: str) -> dict[str, int]:
        sums: Counter[str] = Counter()
        for sample in found:
            if sample.name == name:
                key = " ".join(filter(None, (sample.labels[label] for label in labels)))
                sums[key or "elsewhere"] += int(sample.value)
        return dict(sums)

    def line(what: str, counts: dict[str, int]) -> str:
        told = ", ".join(f"{n} {key}" for key, n in sorted(counts.items()) if n)
        return f"{what}: {told or 'none'}"

    yield line("tables", by("shinrisen_tables", "game", "phase"))
    yield line("moves", by("shinrisen_moves_total", "game"))
    yield line("moves by", by("shinrisen_moves_total", "by"))
    answers = sum(by("shinrisen_answer_seconds_count", "kind").values())
    late = answers - sum(
        int(s.value)
        for s in found
        if s.name == "shinrisen_answer_seconds_bucket" and s.labels["le"] == "3.0"
    )
    seconds = sum(s.value for s in found if s.name == "shinrisen_answer_seconds_sum")
    mean = f", {1000 * seconds / answers:.0f} ms in the mean" if answers else ""
    yield f"interactions answered: {answers}{mean}, {late} after Discord's 3 s"
    requests = by("shinrisen_requests_total", "counted")
    yield f"requests to Discord: {requests.get('yes', 0)} counted, {requests.get('no', 0)} not"
    yield line("answered with", by("shinrisen_requests_total", "status"))
    yield f"waiting to be sent: {sum(by('shinrisen_queued_requests').values())}"
    yield line("sent in a simpler form", by("shinrisen_simpler_total", "form"))
    yield line("refused to people", by("shinrisen_refusals_total", "game", "kind"))
