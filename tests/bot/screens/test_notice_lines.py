"""Lines of notices, for every game, reason and language."""

import random
from dataclasses import replace
from itertools import product

import pytest

from bot.screens import notice_lines
from bot.screens.notice_lines import Reason
from bot.screens.sight import Sight
from bot.screens.transcript import looks
from bot.storage import Player, StoredTable
from bot.words.i18n import languages, tongue
from games import GAMES
from games.record import replay
from tests.examples import ALL_AT_ONCE, IN_TURN

from ...drawing import Drawing, stored_of
from ...games.hands import OPTIONS
from ...games.playing import random_match
from ...hidden import found, hidden

MOST = 100
LOCALES = ("en-US", *languages())
WIDE = ("W" * 32, "مريم العربية الطويلة جدا جدا جدا", "||__" * 8, "@everyone <@1> ://x")
T = tongue("en-US")


def tables(key: str) -> list[tuple[int, Sight]]:
    """Return a random match of a game as a spectator sees it at each ply."""
    record = random_match(key, GAMES[key].seats[-1], OPTIONS[key][0], 7).record
    stored, steps = replace(stored_of(record), phase="live", ended_at=None), replay(record)
    return [
        (ply, Sight.at(stored, looks()[key], steps[: ply + 1])) for ply in range(len(steps) - 1)
    ]


@pytest.mark.parametrize("key", sorted(GAMES))
def test_notice_says_enough_in_at_most_100_signs(key: str) -> None:
    said: dict[str, set[str]] = {}
    shown = tables(key)
    for _, table in random.Random(key).sample(shown, min(40, len(shown))):
        for locale, why, name in product(LOCALES, Reason, WIDE):
            host = replace(table.stored.players[0], name=name)
            stored = replace(table.stored, players=(host, *table.stored.players[1:]))
            there = replace(table, stored=stored, deadline=545.0, now=500.0)
            what = notice_lines.words(why, there, tongue(locale))
            line = notice_lines.line(there, 1, tongue(locale))
            rest = line.removesuffix(notice_lines.words(Reason.NEWS, there, tongue(locale)))
            assert what.strip()
            assert rest != line
            assert "\n" not in rest + what
            assert len((rest + what).replace("\\", "")) <= MOST, rest + what
            assert "@everyone" not in line
            assert " <@" not in line
            said.setdefault(locale, set()).add(f"{why}: {what}")
    for locale in LOCALES[1:]:
        assert said[locale].isdisjoint(said["en-US"]), "all of it is translated"


@pytest.mark.parametrize("key", sorted(GAMES))
def test_notice_reveals_nothing_hidden(key: str) -> None:
    rng = random.Random(f"notices {key}")
    record = random_match(key, GAMES[key].seats[0], OPTIONS[key][0], 9).record
    steps = replay(record)
    drawing = Drawing(looks(), record, steps)
    for ply in range(len(steps) - 1):
        secret = hidden(key, steps, ply, None)
        real, known = drawing.at(ply).sight(None), drawing.known(ply, None, rng).sight(None)
        for why in Reason:
            words = notice_lines.words(why, real, T)
            assert words == notice_lines.words(why, known, T)
            assert not found(secret, {"content": words}), words


def lobby(**changes: object) -> Sight:
    """Return a lobby of two people as a spectator sees it."""
    record = random_match(ALL_AT_ONCE, 2, OPTIONS[ALL_AT_ONCE][0], 7).record
    stored = replace(stored_of(record), phase="lobby", started_at=None, ended_at=None)
    return Sight.at(replace(stored, **changes), looks()[ALL_AT_ONCE], [])  # type: ignore[arg-type]


def match(**changes: object) -> Sight:
    """Return a match in turn, at its first decision."""
    stored = replace(tables(IN_TURN)[0][1].stored, **changes)  # type: ignore[arg-type]
    return replace(tables(IN_TURN)[0][1], stored=stored, now=500.0, deadline=590.0)


def reader(stored: StoredTable, seat: int) -> int:
    """Return the person on a seat."""
    return stored.players[seat].user_id


def test_reason_follows_the_state_of_the_table() -> None:
    kept = Player(5, "Eva", "en-US", 1)
    assert notice_lines.reason(lobby(), 5) is Reason.CALL
    assert notice_lines.reason(lobby(awaited=(kept,)), 5) is Reason.REMATCH
    assert notice_lines.reason(lobby(), reader(lobby().stored, 1)) is Reason.SEAT
    table = match(pace=100)
    (seat,) = table.to_act
    mine, other = (reader(table.stored, one) for one in (seat, (seat + 1) % 2))
    assert notice_lines.reason(table, mine) is Reason.TURN
    assert notice_lines.reason(table, other) is Reason.NEWS
    assert notice_lines.reason(replace(table, now=10.0), other) is Reason.START
    assert notice_lines.reason(replace(table, held=True), mine) is Reason.NEWS
    assert notice_lines.reason(match(pace=180), mine) is Reason.HALF_TIME
    assert notice_lines.reason(replace(table, ends_at=900.0), mine) is Reason.IDLE
    players = [replace(player, away=True) for player in table.stored.players]
    assert notice_lines.reason(match(players=tuple(players)), mine) is Reason.AWAY


def test_call_counts_the_free_seats() -> None:
    kept = tuple(Player(one, "Eva", "en-US", 1) for one in range(5, 12))
    assert notice_lines.words(Reason.CALL, lobby(), T) == "8 seats are free"
    assert notice_lines.words(Reason.CALL, lobby(awaited=kept), T) == "1 seat is free"
    assert notice_lines.words(Reason.CALL, lobby(), tongue("de")) == "8 Plätze sind frei"


LEFT = {1: "1 second", 45: "45 seconds", 150: "2 minutes", 7199: "120 minutes", 43200: "12 hours"}


@pytest.mark.parametrize(("left", "told"), LEFT.items())
def test_half_time_names_the_time_left(left: int, told: str) -> None:
    table = replace(match(), deadline=500.0 + left)
    words = notice_lines.words(Reason.HALF_TIME, table, T)
    assert words == f"{told} left, {table.look.due(table.view, T)}"


def test_warning_names_the_hours_left_and_the_decision() -> None:
    table = replace(match(), ends_at=500.0 + 86390)
    due = table.look.due(table.view, T)
    assert notice_lines.words(Reason.IDLE, table, T) == f"called off in 24 hours, {due}"
    paused = replace(table, stored=replace(table.stored, paused_at=400.0))
    assert notice_lines.words(Reason.IDLE, paused, T) == "paused, called off in 24 hours"


def test_line_isolates_the_hosts_name() -> None:
    table = match()
    other, game = reader(table.stored, 1), table.look.name
    assert notice_lines.line(table, other, T).startswith(f"{game} · P0's table: ")
    assert notice_lines.line(table, table.stored.host_id, T).startswith(f"{game} · your table: ")
    people = tuple(replace(player, name="שלום" + player.name) for player in table.stored.players)
    hebrew = replace(table, stored=replace(table.stored, players=people))
    assert notice_lines.line(hebrew, other, T).startswith(f"{game} · \u2068שלוםP0\u2069's table: ")
    gone = replace(table, stored=replace(table.stored, host_id=-4))
    assert notice_lines.line(gone, other, T).startswith(f"{game} · a table: ")
