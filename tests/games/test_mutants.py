"""Each law bites: a broken copy of a game fails that law's check, and no other.

Most are copies of the toy game of `tests.sixth`, which is small and keeps all laws itself.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

import pytest

from games import GAMES
from games.chance import Chance
from games.core import Event, Outcome, Seat, Step
from games.errors import IllegalMove

from ..sixth.full.games.pennies import SIDES, Chose, Pennies, PenniesOptions, Shown, State, View
from . import hands, laws
from .breaking import broken, fails, redeal
from .playing import registered

OPTIONS = PenniesOptions(points=3)


def bound(seats: int, options: PenniesOptions) -> int:
    return 2 * (2 * options.points - 1)


def all_broken(make: Callable[[], Pennies]) -> set[str]:
    """All laws that this copy of the toy breaks, but for what a human eye has to read."""
    game = make()
    others = {
        "6 ends": lambda: laws.law_6_ends(game, 2, OPTIONS, bound, [("heads",), ("tails",)]),
        "9": lambda: laws.law_9_fuzzed(game, SIDES),
        "9 typed": lambda: laws.law_9_typed(game, SIDES),
    }
    return broken(make, 2, OPTIONS, redeal, (Shown,)) | {
        n for n, check in others.items() if fails(check)
    }


class Broken(Pennies):
    """A copy that fails this law alone, or `others` as well."""

    law: ClassVar[str]
    others: ClassVar[bool]

    def __init_subclass__(cls, *, law: str, others: bool = False) -> None:
        cls.law, cls.others = law, others


class DealsCounted(Broken, law="1"):
    """Depends on something that isn't in the state."""

    deals = 0

    def deal(self, seats: int, options: PenniesOptions, chance: Chance) -> Step[State]:
        self.deals += 1
        return super().deal(seats, options, chance)

    def play(self, state: State, seat: Seat, move: str, chance: Chance) -> Step[State]:
        after, events = super().play(state, seat, move, chance)
        if after.round > state.round and self.deals % 2:
            first, second = state.points
            got = after.points[0] - first
            after = replace(after, points=(first + 1 - got, second + got))
        return Step(after, events)


class TwiceLegal(Broken, law="2"):
    """The same text twice among the legal moves."""

    def legal_moves(self, state: State, seat: Seat) -> tuple[str, ...]:
        return super().legal_moves(state, seat) * 2


class ReadsOtherwise(Broken, law="2", others=True):
    """A notation that reads back as something else."""

    def parse_move(self, text: str) -> str:
        return super().parse_move(text) + " side"

    def move_text(self, move: str) -> str:
        return move.removesuffix(" side")


class IllegalDefault(Broken, law="3"):
    """A default move that isn't legal."""

    def default_move(self, view: View) -> str:
        return "edge"


class EarlyOutcome(Broken, law="3"):
    """An outcome while a seat is still to act."""

    def outcome(self, state: State) -> Outcome | None:
        if max(state.points) == 1:
            return Outcome((1, 1), (1, 1))
        return super().outcome(state)


class AtALoss(Broken, law="3", others=True):
    """A seat that is to act, but has no legal move."""

    def legal_moves(self, state: State, seat: Seat) -> tuple[str, ...]:
        return () if state.round == 2 and seat else super().legal_moves(state, seat)


class NoSecondThoughts(Broken, law="3", others=True):
    """A legal move that is refused."""

    def play(self, state: State, seat: Seat, move: str, chance: Chance) -> Step[State]:
        if state.chosen[seat] is not None:
            raise IllegalMove("You have chosen.")
        return super().play(state, seat, move, chance)


class Indulgent(Broken, law="3"):
    """A move that isn't legal, and yet plays."""

    def play(self, state: State, seat: Seat, move: str, chance: Chance) -> Step[State]:
        if state.chosen[seat] == move:
            return Step(state, ())
        return super().play(state, seat, move, chance)


class Talkative(Broken, law="3"):
    """A refusal of more than a sentence."""

    def play(self, state: State, seat: Seat, move: str, chance: Chance) -> Step[State]:
        if state.chosen[seat] == move:
            raise IllegalMove("No.\nYou have chosen that already.")
        return super().play(state, seat, move, chance)


class Touched(Broken, law="3"):
    """A refusal that changes the state it was given."""

    def play(self, state: State, seat: Seat, move: str, chance: Chance) -> Step[State]:
        if state.chosen[seat] == move:
            object.__setattr__(state, "round", state.round + 1)
        return super().play(state, seat, move, chance)


class LastWins(Broken, law="4"):
    """The seat that chooses last gets the point."""

    def play(self, state: State, seat: Seat, move: str, chance: Chance) -> Step[State]:
        after, events = super().play(state, seat, move, chance)
        if after.round > state.round:
            first, second = state.points
            after = replace(after, points=(first + (seat == 0), second + (seat == 1)))
        return Step(after, events)


class OpenToSpectators(Broken, law="5"):
    """A view that holds a sealed choice."""

    def view(self, state: State, seat: Seat | None) -> View:
        return replace(super().view(state, seat), mine=state.chosen[seat or 0])


class HintingMoves(Broken, law="5"):
    """Legal moves in an order that reveals the other's sealed side."""

    def legal_moves(self, state: State, seat: Seat) -> tuple[str, ...]:
        legal = super().legal_moves(state, seat)
        return legal[::-1] if state.chosen[1 - seat] == "tails" else legal


class ChoseSide(Event):
    """An event with more than the fact of a choice."""

    seat: Seat
    side: str


class LoudChoice(Broken, law="5"):
    """An event that reveals a sealed side to all."""

    def play(self, state: State, seat: Seat, move: str, chance: Chance) -> Step[State]:
        after, events = super().play(state, seat, move, chance)
        loud = [ChoseSide(seat=seat, side=move) if isinstance(e, Chose) else e for e in events]
        return Step(after, tuple(loud))


class Unheard(Broken, law="5"):
    """A choice that others see without an event."""

    def play(self, state: State, seat: Seat, move: str, chance: Chance) -> Step[State]:
        after, events = super().play(state, seat, move, chance)
        return Step(after, tuple(e for e in events if not isinstance(e, Chose)))


class Endless(Broken, law="6 ends"):
    """Equal sides bring no point."""

    def play(self, state: State, seat: Seat, move: str, chance: Chance) -> Step[State]:
        step = super().play(state, seat, move, chance)
        points = (state.points[0], step.state.points[1])
        return Step(replace(step.state, points=points), step.events)


class AllFirst(Broken, law="6"):
    """Ranks that don't fit the scores."""

    def outcome(self, state: State) -> Outcome | None:
        outcome = super().outcome(state)
        return outcome and replace(outcome, ranks=(1, 1))


class Backwards(Broken, law="6"):
    """A stage that shrinks."""

    def stage(self, state: State) -> int:
        return -state.round


class Numbered(Broken, law="9"):
    """A text that makes something else than an InvalidMove: ² is a digit, but no number."""

    def parse_move(self, text: str) -> str:
        return SIDES[int(text) % 2] if text.isdigit() else super().parse_move(text)


class Pedantic(Broken, law="9 typed"):
    """Only the very notation is understood."""

    def parse_move(self, text: str) -> str:
        return super().parse_move(text if text in SIDES else "")


def test_the_toy_itself_keeps_all_laws() -> None:
    assert all_broken(Pennies) == set()


@pytest.mark.parametrize("mutant", Broken.__subclasses__())
def test_a_broken_copy_fails_its_law(mutant: type[Broken]) -> None:
    found = all_broken(mutant)
    assert mutant.law in found
    assert mutant.others == (len(found) > 1), found


def test_a_game_without_its_page_is_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    assert laws.unready() == set()
    with registered(Pennies()):
        assert laws.unready() == {Pennies.key}
    first = next(iter(GAMES))
    monkeypatch.setitem(hands.GOLDEN, first, {})
    assert laws.unready() == {first}
