"""The players of a table as pictures name them."""

from collections.abc import Sequence

from bot.drawing.picture import Who
from bot.names import plain
from bot.sight import Sight
from bot.storage import Player
from games.core import Event


def people(sight: Sight) -> tuple[Who, ...]:
    """Everybody by seat; who was forgotten has no name."""
    return tuple(Who(seat, named(player)) for seat, player in enumerate(sight.stored.players))


def named(player: Player) -> str:
    """A player's name without markup; of several like computers each with its number."""
    if player.forgotten:
        return ""
    number = -player.user_id % 100 if player.computer else 1
    return plain(player.name) if number <= 1 else f"{plain(player.name)} {number}"


def events(sight: Sight) -> list[Event]:
    """What those eyes were told, the latest last."""
    return [event for _, event in sight.story]


def since(told: Sequence[Event], *kinds: type[Event]) -> list[Event]:
    """From the latest of such events on; nothing if there is none."""
    found = [at for at, event in enumerate(told) if isinstance(event, kinds)]
    return list(told[found[-1] :]) if found else []
