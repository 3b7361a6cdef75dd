"""Bluff: inferences from a seat's bids about its dice and its style of play."""

from collections.abc import Iterator, Sequence

import numpy as np

from ...core import Event, Frozen
from ...thinking.players import Told, since
from ..events import Bidden, Challenged, CupsLifted, RoundBegan, Showed
from ..state import WILD, Bid, Dice, View
from .odds import KINDS, NONE, Claim, Floats, Ints, faces_of, place_of, product, rolls


class Heard(Frozen):
    """The bids of a round: by seat those made with the dice it has now, or had at the end."""

    claims: tuple[tuple[Claim, ...], ...]
    shown: tuple[Dice, ...]
    claimed: tuple[int, ...]


def heard(left: Sequence[int], events: Sequence[Event]) -> Heard:
    """A seat's claims in a round that began with these dice."""
    seats = range(len(left))
    shown: list[Dice] = [() for _ in seats]
    claimed = [NONE for _ in seats]
    claims: list[list[Claim]] = [[] for _ in seats]
    last: Bid | None = None
    showed = False
    for event in events:
        if isinstance(event, Showed):
            shown[event.seat] += event.dice
            claims[event.seat] = []
            showed = True
        elif isinstance(event, (Bidden, Challenged)):
            seat = event.seat
            bid = event.bid if isinstance(event, Bidden) else None
            others = [(left[s] - len(shown[s]), claimed[s]) for s in seats if s != seat]
            claims[seat].append(
                Claim(
                    seat=seat,
                    bid=bid,
                    dice=sum(left),
                    shown=matching_each(shown),
                    others=tuple(o for o in others if o[0]),
                    before=last,
                    showed=showed,
                )
            )
            if bid is not None:
                claimed[seat], last, showed = bid.face, bid, False
    return Heard(tuple(map(tuple, claims)), tuple(shown), tuple(claimed))


def matching_each(shown: Sequence[Dice]) -> tuple[int, ...]:
    """Return the number of open dice that match each face."""
    dice = [die for some in shown for die in some]
    wilds = dice.count(WILD)
    return (*(dice.count(face) + wilds for face in range(1, WILD)), wilds)


def now(view: View, told: Told) -> Heard:
    """Return the claims of the current round."""
    began, after = since(told, RoundBegan)
    made = after if began else [Bidden(seat=seat, bid=bid) for seat, bid in view.bids]
    return heard(view.left, made)


def past(told: Told) -> Iterator[tuple[Heard, CupsLifted]]:
    """The rounds that were settled, and what lay under the cups."""
    began: RoundBegan | None = None
    since = 0
    for at, event in enumerate(told):
        if isinstance(event, RoundBegan):
            began, since = event, at + 1
        elif isinstance(event, CupsLifted) and began is not None:
            yield heard(began.left, told[since:at]), event
            began = None


_KINDS = (0.2, 0.2, 0.2, 0.15, 0.1, 0.1, 0.05)
"""The share of each kind of player. The last one makes any legal move."""


def manners(view: View, told: Told) -> Floats:
    """Return the likelihood of each kind by seat, from its acts and the dice its cups showed.

    Axes [seat, kind].
    """
    kinds = np.tile(np.log(_KINDS), (view.seats, 1))
    for round_, lifted in past(told):
        for seat, claims in enumerate(round_.claims):
            if claims and seat != view.seat:
                dice = hidden(lifted.dice[seat], round_.shown[seat])
                place = place_of(dice)
                told_by = product(claims, len(dice), slice(place, place + 1))
                kinds[seat] += np.log(told_by[:, 0])
    kinds = np.exp(kinds - kinds.max(1, keepdims=True)) + 0.01
    return np.asarray(kinds / kinds.sum(1, keepdims=True))


def worlds(
    view: View, told: Told, round_: Heard, number: int, rng: np.random.Generator
) -> tuple[Ints, Ints]:
    """Draw the hidden dice and the kind of each seat by world."""
    faces = np.zeros((view.seats, number, WILD), np.int64)
    kinds = np.zeros((view.seats, number), np.int64)
    likely_kinds = manners(view, told)
    for seat in range(view.seats):
        if seat == view.seat:
            faces[seat] = faces_of(view.hand)
            continue
        dice = view.left[seat] - len(view.shown[seat])
        found, chances = rolls(dice)
        likely = product(round_.claims[seat], dice)
        total = (likely * chances * likely_kinds[seat][:, None]).ravel()
        # Each is drawn as often as its share says. Luck decides only about the rest.
        marks = (np.arange(number) + rng.random()) / number
        drawn = np.searchsorted(np.cumsum(total / total.sum()), marks)
        drawn = rng.permutation(np.minimum(drawn, len(total) - 1))
        faces[seat] = found[drawn % len(found)]
        # A player who does anything is taken to play by the odds from now on.
        kinds[seat] = drawn // len(found) % len(KINDS)
    return faces, kinds


def hidden(dice: Dice, shown: Dice) -> Dice:
    """The dice that weren't shown."""
    rest = list(dice)
    for die in shown:
        rest.remove(die)
    return tuple(rest)


assert len(_KINDS) == len(KINDS) + 1
