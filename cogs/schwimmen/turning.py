"""The turning point of a match of Schwimmen, from its events."""

from bot.screens.look import Scene
from games import schwimmen

from .drawing.turning import Showdown


def turning_point(scene: Scene) -> Showdown | None:
    """Return the last deal for a player still in, else the deal of their last loss."""
    seat = scene.seat
    results = [e.result for e in scene.course if isinstance(e, schwimmen.DealEnded)]
    played = [result for result in results if seat is not None and result.hands[seat]]
    if seat is None or not played:
        return None
    last = played[-1]
    lost, out = seat in last.losers, seat in last.out
    return Showdown(last.hands[seat], last.deal, results[-1].deal, lost, out)
