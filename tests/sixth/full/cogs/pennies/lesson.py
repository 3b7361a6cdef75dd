"""Five decisions that teach matching pennies."""

from games.errors import N_

from .._shared.lessons import Decision, Lesson

LESSON = Lesson(
    "pennies",
    (
        Decision(
            seats=2,
            seed=1,
            moves="",
            replies="1 heads",
            ask=N_("Your rival likes this side. Which side wins the point?"),
            good=("heads",),
            why=N_("Equal coins are the first player's point."),
        ),
        Decision(
            seats=2,
            seed=2,
            moves="0 tails, 1 heads",
            replies="1 heads",
            ask=N_("Your rival likes this side. Which side wins the point?"),
            good=("heads",),
            why=N_("Equal coins are the first player's point."),
        ),
        Decision(
            seats=2,
            seed=3,
            moves="0 heads, 1 tails",
            replies="1 tails",
            ask=N_("Your rival likes this side. Which side wins the point?"),
            good=("tails",),
            why=N_("Equal coins are the first player's point."),
        ),
        Decision(
            seats=2,
            seed=4,
            moves="0 heads, 1 heads",
            replies="1 tails",
            ask=N_("Your rival likes this side. Which side wins the point?"),
            good=("tails",),
            why=N_("Equal coins are the first player's point."),
        ),
        Decision(
            seats=2,
            seed=5,
            moves="0 tails, 1 tails",
            replies="1 heads",
            ask=N_("Your rival likes this side. Which side wins the point?"),
            good=("heads",),
            why=N_("Equal coins are the first player's point."),
        ),
    ),
    told=N_("You know when coins are equal."),
    public=True,
)
