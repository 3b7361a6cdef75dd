"""Options of the command line that start nothing."""

import pytest

from bot import __version__
from bot.run.command_line import main


def test_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"python -m bot {__version__}\n"
