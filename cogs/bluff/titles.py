"""Titles that matches of Bluff earn."""

from collections.abc import Collection, Sequence

from bot.play.titles import Log, Title, Titles
from games import bluff
from games.core import Seat
from games.errors import N_


def _honest(log: Log) -> Collection[Seat]:
    """Return the winner if each of its bids, at least one, was true when it was made."""
    bidders, liars = set[Seat](), set[Seat]()
    for step in log.steps:
        for event in step.events:
            if isinstance(event, bluff.Bidden):
                bidders.add(event.seat)
                state: bluff.State = step.state
                dice = [die for own in (*state.hidden, *state.shown) for die in own]
                if bluff.matching(tuple(dice), event.bid.face) < event.bid.count:
                    liars.add(event.seat)
    return log.won(lambda seat: seat in bidders - liars)


def _one_die(log: Log) -> Collection[Seat]:
    """Return the winner if it has one of several dice left."""
    state: bluff.State = log.last
    return log.won(lambda seat: state.left[seat] == 1 < state.options.dice)


def _standing(state: bluff.State) -> Sequence[int]:
    return [-rank for rank in bluff.GAME.standing(state).ranks]


TITLES = Titles(
    (
        Title("honest", N_("Honest"), N_("win a match without a false bid"), _honest),
        Title("last", N_("One die"), N_("win a match with your last die"), _one_die),
    ),
    _standing,
)
