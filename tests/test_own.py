"""A game's key and names are written in the game's own folders and nowhere else."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.screens.parts import looks
from bot.words.i18n import LOCALE, languages, tongue
from games import GAMES

from .test_layers import MODULES, ROOT, imports

HOMES = ("games", "cogs", "tests/games", "tests/cogs", "bench")
"""Folders that contain a game's own folder, named by its key."""
TOYS = "tests/sixth"
"""The folder of the toys, before they move in."""


def words_of(key: str) -> set[str]:
    """Return a game's key and its name in all languages."""
    look = looks().get(key)
    locales = ("en", *(folder.name for folder in LOCALE.iterdir() if folder.is_dir()))
    return {key} if look is None else {key, *(tongue(locale)(look.name) for locale in locales)}


def named(path: Path, root: Path = ROOT) -> Iterator[str]:
    """Yield every line of a module, comments included, that names another folder's game."""
    if path.is_relative_to(TOYS):
        return
    own = {key for key in GAMES if any(path.is_relative_to(f"{home}/{key}") for home in HOMES)}
    # Some tests use a toy in its own folder, and also run where the toys have moved in.
    for module in imports(path, root):
        if module.startswith(f"{TOYS.replace('/', '.')}."):
            own.update(module.split("."))
    words = {word for key in GAMES if key not in own for word in words_of(key)}
    if not words:
        return
    pattern = re.compile(rf"(?:{'|'.join(map(re.escape, words))})(?![a-z])", re.IGNORECASE)
    lines = (root / path).read_text(encoding="utf-8").splitlines()
    yield from (f"{path}:{n}: {line}" for n, line in enumerate(lines, 1) if pattern.search(line))


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_module_names_no_game_of_another_folder(path: Path) -> None:
    assert list(named(path)) == []


@pytest.mark.parametrize("home", ["bot/drawing", "cogs", "cogs/_shared", "bench", "tests/cogs"])
@pytest.mark.parametrize(
    "line",
    [
        'FELTS = {"KEY": 5}',
        'name = f"KEY-{kind}"',
        'command = "KEY play"',
        'custom_id = "s2:learnKEY:0"',
        "def later() -> None:\n    from games.KEY import GAME",
        "import cogs.KEY.look",
        'module = importlib.import_module("games.KEY")',
        "KEY = GAMES[0]",
        "# The bids of KEY.",
    ],
)
@pytest.mark.parametrize("key", GAMES)
def test_planted_name_is_found(tmp_path: Path, home: str, line: str, key: str) -> None:
    planted = Path(home) / "planted.py"
    (tmp_path / home).mkdir(parents=True)
    (tmp_path / planted).write_text(line.replace("KEY", key), encoding="utf-8")
    assert list(named(planted, tmp_path))


@pytest.mark.parametrize("locale", ["en", *languages()])
@pytest.mark.parametrize("key", looks())
def test_planted_display_name_is_found(tmp_path: Path, key: str, locale: str) -> None:
    name = tongue(locale)(looks()[key].name)
    (tmp_path / "planted.py").write_text(f'assert "{name}" in text', encoding="utf-8")
    (found,) = named(Path("planted.py"), tmp_path)
    assert name in found


@pytest.mark.parametrize("key", GAMES)
def test_own_folder_may_name_its_game_and_no_other(tmp_path: Path, key: str) -> None:
    other = next(name for name in GAMES if name != key)
    for home in HOMES:
        own = Path(home) / key / "planted.py"
        (tmp_path / own).parent.mkdir(parents=True)
        (tmp_path / own).write_text(f'OWN = "{key}"\nOTHER = "{other}"\n', encoding="utf-8")
        (found,) = named(own, tmp_path)
        assert found.endswith(f'"{other}"')
