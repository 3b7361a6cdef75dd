"""A record in the words of the screens, line by line, printed on a terminal.

Pure except the looks, found as the bot finds its cogs.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from games import GAMES, find_game
from games.core import Outcome, Seat, Step
from games.record import Record

from ..play.names import name_of
from ..storage import StoredTable
from ..wire.ui import screen
from ..words.i18n import Tongue, tongue
from ..words.parts import part
from .finished import Finished
from .look import Look
from .ranking import ranking
from .sight import decided, printed

_MARKUP = re.compile(r"^(?:-# |#{1,3} )|\*\*|`{3}|`|(?<!\w)_|_(?!\w)|\\(?=[*_~|`<>])")
# Control characters, marks that turn the direction of writing, lone surrogates, separators.
_HARMFUL = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_JOINER = "\u200d"


def harmless(text: str) -> str:
    """Return a line with control characters spelt out."""
    return "".join(
        sign.encode("unicode_escape").decode()
        if unicodedata.category(sign) in _HARMFUL and sign != _JOINER
        else sign
        for sign in text
    )


def lines(record: Record, steps: list[Step[Any]]) -> Iterator[str]:
    """Yield the match: game, options, each move, and its public events."""
    look, t = looks()[record.game], tongue("en-US")
    outcome = find_game(record.game, record.version).outcome(steps[-1].state)
    past = Finished(table_of(record, outcome, t), record, steps)
    yield f"{t(look.name)}, {record.seats} players, {len(record.moves)} moves"
    yield from look.options(record.options, t)
    shown = _shown(past, look, 0)
    yield from _indented(shown)
    for ply, (seat, _) in enumerate(record.moves, 1):
        yield f"{ply}. {name_of(past.table.players[seat], t)}: {told(past, look, t, ply, seat)}"
        if any(event.to is None for event in steps[ply].events):
            before, shown = set(shown), _shown(past, look, ply)
            yield from _indented([line for line in shown if line not in before])
    if past.table.phase == "over":
        yield from map(_plain, ranking(past.table, look, t, ratings=False).splitlines())


def told(past: Finished, look: Look, t: Tongue, ply: int, eyes: Seat | None) -> str | None:
    """Return the move made at a ply in words, or None if it was hidden from these eyes."""
    seat, text = past.record.moves[ply - 1]
    if seat != eyes and not look.announced(text):
        return None
    # Drawn from these eyes' view, so that a player's secret can't slip into the words.
    return look.label(past.view(ply - 1, eyes), text, t)


def _shown(past: Finished, look: Look, ply: int) -> list[str]:
    """Return the public events of a ply without markup."""
    t = tongue("en-US")
    names = [name_of(player, t) for player in past.table.players]
    scene = replace(past.sight(look, ply, None).scene(t), mentions=names)
    text = screen(None, *look.table(scene)).text
    return [line for line in map(_plain, text.splitlines()) if line]


def _plain(line: str) -> str:
    return _MARKUP.sub("", line).rstrip()


def _indented(shown: list[str]) -> Iterator[str]:
    yield from (f"    {line}" for line in shown)


def table_of(record: Record, outcome: Outcome | None, t: Tongue) -> StoredTable:
    """Return a table with players named by their seats."""
    names = [t("Seat {number}", number=seat + 1) for seat in range(record.seats)]
    table = printed(record, names)
    return replace(table, phase="cancelled") if outcome is None else decided(table, outcome)


@cache
def looks() -> dict[str, Look]:
    """Return the look of every game that has one, by key."""
    found = {key: part(key, "look") for key in GAMES}
    return {key: module.LOOK for key, module in found.items() if module is not None}
