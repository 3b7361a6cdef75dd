"""The optional parts of a game: the page lists them all, one toy has them, the other has none."""

import re
import symtable
from pathlib import Path

from bot.screens.look import Look, NoLook
from bot.words.i18n import tongue
from bot.workers.brain import Weighed

HERE = Path(__file__).parent
PAGE = (HERE.parent.parent / "docs/adding-a-game.md").read_text(encoding="utf-8")
FULL, BARE = HERE / "full/cogs/pennies", HERE / "bare/cogs/fists"


def named(text: str) -> set[str]:
    """Return the words in backticks."""
    return set(re.findall(r"`([\w./]+)`", text))


def optional_parts() -> list[tuple[str, str]]:
    """Return the part and the place of each row of the page's table."""
    table = PAGE.partition("## Optional parts")[2].partition("###")[0]
    rows = [line.split("|") for line in table.splitlines() if line.startswith("| ")]
    return [(part.strip(), place) for _, part, place, *_ in rows[1:]]


def optional_members() -> set[str]:
    """Return the members of a look that have a plain default, and may be replaced."""
    members = {name: one for name, one in vars(Look).items() if not name.startswith("_")}
    made = {name: getattr(one, "fget", one) for name, one in members.items()}
    final = {name for name, one in made.items() if hasattr(one, "__final__")}
    return members.keys() - final - Look.__abstractmethods__


def defined(folder: Path) -> set[str]:
    """Return the members that a toy's look defines."""
    module = symtable.symtable((folder / "look.py").read_text("utf-8"), "look.py", "exec")
    classes = [one for one in module.get_children() if one.get_type() == "class"]
    return {name.get_name() for one in classes for name in one.get_symbols() if name.is_assigned()}


def test_page_lists_every_optional_member_of_a_look() -> None:
    listed = {name for _, place in optional_parts() for name in named(place)}
    assert optional_members() - listed == set()
    places = (place.partition("look:")[2].partition(";")[0] for _, place in optional_parts())
    assert {name for place in places for name in named(place)} - optional_members() == set()


def test_full_toy_has_every_optional_part() -> None:
    """A part that is one member or another needs only one of them."""
    needed, made = optional_members(), defined(FULL)
    places = "".join(place for _, place in optional_parts())
    for pair in re.findall(r"`(\w+)` or `(\w+)`", places):
        if made & {*pair}:
            needed -= {*pair}
    assert needed - made == set()


def test_bare_toy_has_no_optional_part() -> None:
    assert not defined(BARE) & optional_members()
    assert {path.name for path in BARE.glob("*.*")} == {"__init__.py", "cog.py", "look.py"}


def test_bare_toy_is_a_small_game() -> None:
    files = [path for path in (HERE / "bare").rglob("*") if path.suffix in (".py", ".po")]
    assert sum(len(path.read_text("utf-8").splitlines()) for path in files) < 400


def test_hint_names_a_chance_unless_the_game_counts_otherwise() -> None:
    one = Weighed(None, 0.25, 0.0, 0.0)
    assert NoLook().worth(one, tongue("en-US")) == "about 25 %"


def test_full_toy_has_every_file_of_the_page() -> None:
    block = PAGE.partition("the game in Discord\n")[2].partition("tests/games")[0]
    files = set(re.findall(r"^  ([\w.]+)  ", block, re.MULTILINE))
    assert {"cast.toml", "hint.py", "lesson.py"} < files
    written = set(re.findall(r"^  ([\w.]+)  .*written by", block, re.MULTILINE))
    once = {name for part, place in optional_parts() for name in named(place) if "one game" in part}
    assert files - written - once == {path.name for path in FULL.glob("*.*")}
