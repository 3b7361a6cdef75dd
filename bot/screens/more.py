"""*More* ⋯: what a person may do at a table besides the buttons of its messages.

Pure: a stored table and a person's rights in, a Drawn out. The handlers check the rights again.
"""

from collections.abc import Callable, Iterable
from typing import ParamSpec

from games import GAMES
from games.core import Seat

from ..play import consent, lobby
from ..play.computers import STRENGTHS, several
from ..play.lobby import By
from ..play.names import bare_name
from ..storage import Player, StoredTable
from ..storage.servers import NOWHERE
from ..wire.ui import (
    Address,
    Control,
    Drawn,
    Row,
    address,
    button,
    button_rows,
    choice,
    screen,
    stage_of,
)
from ..words.errors import TableError
from ..words.i18n import Tongue
from ..words.parts import parts
from .look import Look
from .offers import MORE, offered
from .option_list import option_list

_P = ParamSpec("_P")

_SHOWN = 1
"""The stage of *Rules* on this screen alone. It marks the clicks on this screen."""


def more_button(stored: StoredTable) -> Control:
    """Return the button that opens the screen. Every language has this sign."""
    return button(address(stored, "more"), "⋯")


def is_more(addresses: Iterable[Address]) -> bool:
    """Return True if a message with these controls is this screen."""
    return any(at.kind == "rules" and at.stage == _SHOWN for at in addresses)


def more(
    stored: StoredTable, look: Look, by: By, t: Tongue, told: str = "", *, films: bool | None = None
) -> Drawn:
    """Draw the screen, below a line about what was done.

    films: True where the server has films, None without pictures.
    """
    lists: list[Row] = []
    if stored.ended:
        apart = stored.guild_id == NOWHERE or stored.kind.everywhere
        ways = [] if apart else offered(MORE, stored, t)
    elif stored.started_at is None:
        ways, lists = _open(stored, by, t), _seating(stored, look, by, t, films)
        lists += option_list(stored, t) if _chooses(stored, by) else []
    else:
        ways = _running(stored, by, t)
    rules = button(address(stored, "rules", _SHOWN), t("Rules"))
    title = f"-# {look.at_table(stored.id, t)}"
    always = [rules, button(address(stored, "fairness"), t("Fairness"))]
    gone = _removable(stored, by, t)
    return screen(look.colour, title, told, *button_rows([*ways, *always]), *lists, *gone)


def _open(stored: StoredTable, by: By, t: Tongue) -> list[Control]:
    ways = []
    if _chooses(stored, by):
        ways = [button(address(stored, "options"), t("Options"))]
    if stored.seat_of(by.user_id) is not None:
        ways += [
            button(address(stored, "leave"), t("Leave")),
            button(address(stored, "cut"), t("Cut")),
            # Serves players without direct messages: once shown, it follows the table.
            button(address(stored, "hand"), t("Hand")),
        ]
    return [*ways, button(address(stored, "show"), t("Post it below"))]


def _running(stored: StoredTable, by: By, t: Tongue) -> list[Control]:
    seat = stored.seat_of(by.user_id)
    me = None if seat is None else stored.players[seat]
    ways = [button(address(stored, "happened"), t("Story"))]
    if _pauses(stored, by):
        ways.append(button(address(stored, "pause"), t("Pause")))
    if me is not None and me.playing and not me.wants_end:
        label = t("End the match") if stored.kind.panel else t("Give up")
        ways.append(button(address(stored, "vote"), label))
    if not stored.kind.panel:
        return ways
    if me is not None:
        ways.append(button(address(stored, "leave"), t("Leave")))
    if by.staff:
        ways.append(button(address(stored, "cancel"), t("Call the match off")))
    return [*ways, button(address(stored, "show"), t("Post it below"))]


def _chooses(stored: StoredTable, by: By) -> bool:
    return _passes(lobby.may_choose, stored, by)


def _passes(check: Callable[_P, object], *args: _P.args, **kwargs: _P.kwargs) -> bool:
    """Return False if a check raises TableError."""
    try:
        check(*args, **kwargs)
    except TableError:
        return False
    return True


def _pauses(stored: StoredTable, by: By) -> bool:
    seat = stored.seat_of(by.user_id)
    if stored.paused_at is not None or (seat is None and not by.staff):
        return False
    return _passes(consent.check_pause, stored, lobby.doer(stored, by.user_id))


def _removable(stored: StoredTable, by: By, t: Tongue) -> list[Row]:
    """Return the list of those whom the person may remove, or vote to remove."""
    people = [player for player in stored.players if _may_go(stored, player, by)]
    names = [(bare_name(player, t), str(player.user_id), None) for player in people]
    at = address(stored, "remove", stage=len(people))
    return choice(at, t("Remove someone …"), names)


def _may_go(stored: StoredTable, player: Player, by: By) -> bool:
    if stored.ended or player.computer or player.left or player.user_id == by.user_id:
        return False
    if stored.started_at is None:
        return by.staff or by.user_id == stored.host_id
    seat = stored.seat_of(by.user_id)
    votes = seat is not None and stored.players[seat].playing
    if not _passes(consent.check_removable, stored, Seat(stored.players.index(player))):
        return False
    return by.staff or votes


def _seating(stored: StoredTable, look: Look, by: By, t: Tongue, films: bool | None) -> list[Row]:
    """Return the host's list: add a computer, remove one, end the table."""
    if not _chooses(stored, by):
        return []
    ways: list[tuple[str, str, str | None]] = []
    # A table of a game that is gone takes no one more.
    seats = GAMES[stored.game].seats if stored.game in GAMES else (0,)
    if len(stored.players) + len(stored.awaited) < seats[-1]:
        for kind, level in look.computers.items():
            label = t("Add computer, {strength}", strength=t(STRENGTHS[kind]))
            ways.append((label, f"add/{kind}", several(level, t)[:100]))
    kinds = {player.kind for player in stored.players if player.computer}
    for kind in look.computers:
        if kinds - {kind}:
            label = t("All computers: {strength}", strength=t(STRENGTHS[kind]))
            ways.append((label, f"all/{kind}", None))
    for player in stored.players:
        if player.computer:
            label = t("Remove {who}", who=bare_name(player, t))
            ways.append((label, f"remove/{-player.user_id}", None))
    if films is not None and not stored.moving:
        ways.append((t("Films: on"), "films/on", None))
    elif films:
        ways.append((t("Films: off (still)"), "films/off", None))
    if parts("openings") and seats[0] - len(stored.players) == 1:
        told = t("Once more, for the seat that is missing")
        ways.append((t("Call people who asked for it"), "call", told))
    ways.append((t("Cancel the table"), "cancel", None))
    # A new custom_id after each use, so that the same entry can be chosen again.
    stage = stage_of([player.user_id for player in stored.players], stored.moving)
    return choice(address(stored, "seats", stage), t("Host: more …"), ways)
