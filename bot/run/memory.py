"""Memory of the bot and of the processes that it started."""

from pathlib import Path

_PROC = Path("/proc")


def memory() -> dict[str, int]:
    """Return bytes of the bot and of its workers together, empty where there is no /proc.

    Pages that several processes share count in parts (PSS), so the sum is what the machine needs.
    """
    try:
        return {
            "bot": _pss("self"),
            "workers": sum(_pss(child) for child in _children()),
        }
    except OSError:
        return {}


def _children() -> set[str]:
    tasks = (_PROC / "self" / "task").glob("*/children")
    return {pid for task in tasks for pid in task.read_text("ascii").split()}


def _pss(pid: str) -> int:
    try:
        lines = (_PROC / pid / "smaps_rollup").read_text("ascii").splitlines()
    except (FileNotFoundError, ProcessLookupError):
        # It has just ended.
        return 0
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))
