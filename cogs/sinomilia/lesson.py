"""Five decisions that teach Sinomilia."""

from functools import partial

from games.errors import N_
from games.position import Position

from ..lesson.decisions import Decision, Lesson

_SIX = "1 chip-sun, 0 chip-sun, 1 chip-sun, 0 chip-sun, 1 chip-sun, 0 chip-sun"

_at = partial(Position, "sinomilia", 2)

LESSON = Lesson(
    (
        Decision(
            _at(1, "1 sun, 0 5, 1 4, 1 chip-sun, 0 chip-sun, 1 chip-sun, 0 chip-sun, 1 pass"),
            replies="1 pass, 0 pass",
            ask=N_(
                "**The nearest wins.** You predicted 5, four chips lie in the middle, and {one} "
                "has passed: a pass now ends the round, as a ninth chip does."
            ),
            good=("chip-sun", "chip-moon"),
            why=N_(
                "With the fifth chip your 5 is exact. A pass would have ended the round with four, "
                "and that was {one}'s card."
            ),
        ),
        Decision(
            _at(5, "1 sun, 1 7"),
            ask=N_(
                "**The prediction.** Lay a card: how many chips, 0 to 9, will lie in the middle "
                "when the round ends? You steer that with your own chips and passes. Which cards "
                "are never far away?"
            ),
            good=("4", "5"),
            why=N_(
                "From 4 or 5 no number of chips is further away than five; 0 or 9 can be nine "
                "away. Each card is used up, only a 9 comes back to the hand."
            ),
        ),
        Decision(
            _at(1, f"1 sun, 0 2, 1 7, {_SIX}, 1 pass"),
            replies="1 pass, 0 pass",
            ask=N_(
                "**A chip or a change.** Six chips lie in the middle, and your 2 is far away. A "
                "change lays your prediction anew, once a round, and costs a chip, which {one} "
                "gets."
            ),
            good=("change6",),
            why=N_(
                "For one chip your 6 is exact, and the round brings you the six in the middle, "
                "2 chips from {one} and one more for each moon there. A chip would bring seven, "
                "and {one} had predicted 7."
            ),
        ),
        Decision(
            _at(1, "1 sun, 0 5, 1 5, 1 chip-sun, 0 chip-sun, 1 chip-sun, 0 chip-sun, 1 chip-moon"),
            replies="1 pass, 0 pass",
            ask=N_(
                "**Who acted last loses a tie.** Five chips lie there and your 5 is exact. {one} "
                "has just laid a moon: it brings the winner one more chip, but a pass directly "
                "after it ends the round."
            ),
            good=("pass",),
            why=N_(
                "{one} predicted 5 too, but acted last, so you win, whatever the other card is. "
                "An action of yours would have made you the last one."
            ),
        ),
        Decision(
            _at(1, f"1 sun, 0 9, 1 9, {_SIX}, 1 chip-sun, 0 chip-sun, 1 pass"),
            replies="1 chip-sun",
            ask=N_(
                "**The feint.** Eight chips lie there. {one} has guessed your 9, has a 9 too and "
                "passes: whoever lays the ninth chip acts last and loses the tie. Which move looks "
                "as if you had another card now, though you keep it?"
            ),
            good=("change9",),
            why=N_(
                "Your 9 again is a feint: {one} sees a change and can't tell it from any other. So "
                "{one} would lay the ninth chip for that 9, and lose the tie. After a chip or a "
                "pass of yours, the last action is yours."
            ),
        ),
    ),
    goal=N_(
        "**The aim:** win chips. Each round both of you predict how many chips, 0 to 9, will lie "
        "in the middle at its end. Whoever is nearer gets them, and more."
    ),
    closing=N_(
        "You can predict, steer the middle, change, feint and leave the last action to the other. "
        "The match ends when one of you has no chips, or only two cards left, or after a third "
        "round in a row with two 9s. Whoever has more chips wins. Now mislead them."
    ),
    others=(N_("Tilda"), N_("Bruno"), N_("Orla")),
    pauses=False,
)
