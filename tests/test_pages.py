"""Pictures and commands of the pages. `make check` reads the rest of them."""

import io
import re
from pathlib import Path

import pytest
from discord import app_commands
from PIL import Image

from bot.drawing.gif import gif
from bot.screens.examples import films
from bot.screens.transcript import looks
from games import GAMES

from .cogs.conftest import Begin, evening

__all__ = ["evening"]

ROOT = Path(__file__).parent.parent


def page(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


README = page("README.md")


def test_readme_pictures_are_of_games() -> None:
    shown = dict(re.findall(r'<img src="pictures/(\w+)\.png"[^>]* alt="([^"]+)"', README))
    assert shown
    assert shown.keys() <= GAMES.keys()
    for key, alt in shown.items():
        assert alt.startswith(f"{looks()[key].name}: ")
        assert len((ROOT / "pictures" / f"{key}.png").read_bytes()) < 200_000


def test_listing_has_a_wide_picture_of_each_game() -> None:
    named = re.findall(r"`pictures/(\w+)-listing\.png`", page("hosting/listing.md"))
    assert sorted(named) == sorted(GAMES)
    for key in named:
        content = (ROOT / "pictures" / f"{key}-listing.png").read_bytes()
        assert Image.open(io.BytesIO(content)).size == (1280, 720)
        assert len(content) < 200_000


@pytest.mark.usefixtures("own_fonts")
def test_readme_film_is_up_to_date() -> None:
    shown = ROOT / "pictures" / "reveal.gif"
    assert shown.read_bytes() == gif(next(iter(films().values()))), "run make pictures"
    assert '<img src="pictures/reveal.gif"' in README


async def test_slash_commands_exist(evening: Begin) -> None:
    async with evening(1) as e:
        known = {"live", "ready", "health", "metrics"}  # addresses of the status page, not commands
        for command in e.bot.tree.walk_commands():
            assert isinstance(command, app_commands.Command | app_commands.Group)
            known.add(command.qualified_name)
    for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")):
        # The changelog also names commands that are gone.
        text = path.read_text("utf-8").partition("### Removed")[0]
        for command in re.findall(r"`/([a-z]+(?: [a-z]+)?)(?: \w+:\w+)*`", text):
            assert command in known, f"{path.name}: {command}"
