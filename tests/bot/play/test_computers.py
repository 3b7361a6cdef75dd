"""Computers at a table: the pick of a character, doubles, names in older matches."""

import hashlib

import pytest

from bench.ladder import FILE
from bot.play.computers import Level, character_of, name_of, seated
from bot.screens.transcript import looks
from bot.storage import Player
from bot.words.i18n import tongue

CASTS = [
    pytest.param(look.computers, id=key)
    for key, look in looks().items()
    if any(len(level.characters) > 1 for level in look.computers.values())
]
EN = tongue("en-US")


def promise(number: int) -> str:
    """Return one of many hashes."""
    return hashlib.sha256(str(number).encode()).hexdigest()


@pytest.mark.parametrize("cast", CASTS)
def test_every_character_is_picked_first_by_some_hash(cast: dict[str, Level]) -> None:
    for kind, level in cast.items():
        first = [seated(cast, kind, [], promise(n)).name for n in range(100)]
        assert set(first) == {one.name for one in level.characters}
        again = [seated(cast, kind, [], promise(n)).name for n in range(100)]
        assert first == again, "the hash alone picks"


@pytest.mark.parametrize("cast", CASTS)
def test_no_computer_sits_twice_while_another_is_left(cast: dict[str, Level]) -> None:
    for kind, level in cast.items():
        company: list[Player] = []
        for _ in range(2 * len(level.characters)):
            company.append(seated(cast, kind, company, promise(7)))
        names = [name_of(one, EN) for one in company]
        half = len(level.characters)
        assert sorted(names[:half]) == sorted(one.name for one in level.characters)
        assert names[half:] == [f"{name} 2" for name in names[:half]]
        assert len({one.user_id for one in company}) == len(company)
        assert max(one.user_id for one in company) < -1000, "apart from ids of older matches"


@pytest.mark.parametrize("cast", CASTS)
def test_mixed_strengths_begin_with_other_letters(cast: dict[str, Level]) -> None:
    for number in range(50):
        company: list[Player] = []
        for kind in (*cast, *(kind for kind, level in cast.items() if len(level.characters) > 1)):
            company.append(seated(cast, kind, company, promise(number)))
        assert len({one.name[0] for one in company}) == len(company)


@pytest.mark.parametrize("cast", CASTS)
def test_names_differ_in_their_first_two_letters(cast: dict[str, Level]) -> None:
    everyone = [one for level in cast.values() for one in level.characters]
    assert len({one.sign for one in everyone}) == len(everyone)
    for locale, most in (("en-US", 9), ("de", 9), ("ja", 6)):
        names = [tongue(locale)(one.name) for one in everyone]
        assert len({name[:2] for name in names}) == len(names)
        assert max(map(len, names)) <= most


@pytest.mark.parametrize("cast", CASTS)
def test_computer_of_an_older_match_keeps_its_name(cast: dict[str, Level]) -> None:
    for number, (kind, level) in enumerate(cast.items(), 1):
        for one in level.characters:
            if one.once:
                older = Player(-100 * number - 2, one.once, "en-US", 0, kind=kind)
                assert name_of(older, EN) == f"{one.once} 2"
                assert tongue("ja")(one.once) != one.once
                assert character_of(cast, older) == one
                new = seated(cast, kind, [older], promise(1))
                assert character_of(cast, new) != one, "it sits there already"


def test_figures_of_rules_pages_are_those_of_the_ladder() -> None:
    cells = [line.strip("| ").split(" | ") for line in FILE.read_text("utf-8").splitlines()]
    share = {tuple(row[:3]): row[3] for row in cells if len(row) == 8}
    page = (FILE.parents[1] / "docs/computers.md").read_text("utf-8")
    for key, look in looks().items():
        for kind, level in look.computers.items():
            if level.won is not None and kind != "normal":
                mean, _, error = share[key, kind, "normal"].partition(" ± ")
                assert level.won == round(100 * float(mean)), f"{key} {kind}: {mean} ± {error}"
                even = 1 / (level.others + 1)
                assert kind != "hard" or f"| {even:.2f} | {mean} ± {error} (" in page, key
