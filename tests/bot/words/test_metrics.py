"""The text of `/metrics`."""

from bot import __version__
from bot.words.metrics import Metrics


def test_metrics_name_the_version() -> None:
    lines = Metrics().text({}, 0).decode().splitlines()
    assert f'shinrisen_build_info{{version="{__version__}"}} 1.0' in lines
