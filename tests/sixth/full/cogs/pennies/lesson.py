"""Five decisions that teach matching pennies."""

from games.errors import N_
from games.position import Position

from ..lesson.decisions import Decision, Lesson


def _answer(seed: int, moves: str, side: str) -> Decision:
    """Return the decision against a rival who shows that side."""
    return Decision(
        Position("pennies", 2, seed, moves),
        replies=f"1 {side}",
        ask=N_("Your rival likes this side. Which side wins the point?"),
        good=(side,),
        why=N_("Equal coins are the first player's point."),
    )


LESSON = Lesson(
    (
        _answer(1, "", "heads"),
        _answer(2, "0 tails, 1 heads", "heads"),
        _answer(3, "0 heads, 1 tails", "tails"),
        _answer(4, "0 heads, 1 heads", "tails"),
        _answer(5, "0 tails, 1 tails", "heads"),
    ),
    closing=N_("You know when coins are equal."),
    public=True,
)
