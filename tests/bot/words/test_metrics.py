"""The text of `/metrics`."""

from bot import __version__
from bot.words.metrics import Metrics


def test_metrics_name_the_version() -> None:
    lines = Metrics().text({}, 0).decode().splitlines()
    assert f'shinrisen_build_info{{version="{__version__}"}} 1.0' in lines


def test_watched_figures_are_read_at_each_scrape() -> None:
    metrics, up, used = Metrics(), [True], {"bot": 5, "workers": 7}
    metrics.watch(lambda: up[0], lambda: used)
    text = metrics.text({}, 0).decode()
    assert "shinrisen_gateway_up 1.0" in text
    assert 'shinrisen_memory_bytes{process="workers"} 7.0' in text
    up[0] = False
    used["workers"] = 8
    text = metrics.text({}, 0).decode()
    assert "shinrisen_gateway_up 0.0" in text
    assert 'shinrisen_memory_bytes{process="workers"} 8.0' in text


def test_writes_are_timed_and_failures_counted() -> None:
    metrics = Metrics()
    metrics.wrote(0.02)
    metrics.wrote(None)
    totals = metrics.totals()
    assert totals["shinrisen_write_seconds_count"] == 1
    assert totals["shinrisen_failed_saves_total"] == 1
