"""The Grafana dashboard and the alert rules name metrics that exist."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.words.metrics import Metrics

HOSTING = Path(__file__).parent.parent / "hosting"
ALERTS = HOSTING / "alerts.yml"
# The scrape's own figure.
PROMETHEUS = {"up"}


def _families() -> dict[str, str]:
    """Return the type of each family by its name."""
    text = Metrics().text({}, 0).decode()
    return dict(re.findall(r"^# TYPE (\w+) (\w+)$", text, re.M))


def _names() -> set[str]:
    found = set(PROMETHEUS)
    for name, kind in _families().items():
        ends = ("_bucket", "_sum", "_count") if kind == "histogram" else ("",)
        found.update(name + end for end in ends)
    return found


def _rules() -> list[dict[str, Any]]:
    rules: list[dict[str, Any]] = [
        rule
        for group in yaml.safe_load(ALERTS.read_text("utf-8"))["groups"]
        for rule in group["rules"]
    ]
    return rules


def _dashboard() -> list[str]:
    panels = json.loads((HOSTING / "grafana.json").read_text("utf-8"))["panels"]
    return [target["expr"] for panel in panels for target in panel["targets"]]


@pytest.mark.parametrize("source", ["alerts", "dashboard"])
def test_every_metric_that_is_named_exists(source: str) -> None:
    expressions = [rule["expr"] for rule in _rules()] if source == "alerts" else _dashboard()
    assert expressions
    for expression in expressions:
        used = set(re.findall(r"\b(?:shinrisen_|process_)\w+|\bup\b", expression))
        assert used, expression
        assert used <= _names(), expression


def test_every_metric_is_on_the_dashboard() -> None:
    shown = " ".join(_dashboard())
    missing = [n for n in _families() if n.startswith("shinrisen_") and n not in shown]
    assert [name for name in missing if not name.endswith("_created")] == []


def test_every_alert_has_a_summary_and_a_severity() -> None:
    for rule in _rules():
        assert rule["annotations"]["summary"], rule
        assert rule["labels"]["severity"] in ("warning", "critical"), rule


@pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is missing")
def test_promtool_accepts_the_rules() -> None:
    done = subprocess.run(["promtool", "check", "rules", ALERTS], capture_output=True, text=True)
    assert not done.returncode, done.stdout + done.stderr
