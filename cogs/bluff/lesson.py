"""Five decisions that teach Bluff."""

from games.errors import N_
from games.position import Position

from ..lesson.decisions import Decision, Lesson

LESSON = Lesson(
    (
        Decision(
            Position("bluff", 3, 14, "1 3x4, 2 5x4"),
            replies="0 6x4, 1 challenge",
            ask=N_(
                "**Count what is likely.** 5 × 4 says: under all cups lie at least five 4s, and ★ "
                "counts as any face. Of the ten dice you don't see a third counts, about 3: add "
                "your own, and raise."
            ),
            good=("6x4", "5x5"),
            why=N_(
                "Your own 4 4 ★ and three more make six 4s likely, and 5 ★ and three more make "
                "five 5s likely. Both bids are true in 70 of 100 cases, and 5 × 4 in 90."
            ),
        ),
        Decision(
            Position("bluff", 3, 19, "1 2x2, 2 3x2"),
            replies="0 3x3, 1 challenge",
            ask=N_(
                "**Raise.** A bid has to be higher: a higher count, or with the same count a "
                "higher face. Which higher bid can't be wrong, by your own dice alone?"
            ),
            good=("3x3",),
            why=N_(
                "3 × 3 has the same count as 3 × 2 and a higher face, and your own 3 3 ★ are three "
                "already. Everything else that is higher needs dice you don't see."
            ),
        ),
        Decision(
            Position("bluff", 3, 283, "1 2x2, 2 6x2"),
            replies="0 6x3, 1 challenge",
            ask=N_(
                "**Challenge?** {two} says six 2s. You hold neither a 2 nor a ★, and of the ten "
                "dice you don't see about three count."
            ),
            good=("challenge",),
            why=N_(
                "Six or more of ten come in 8 of 100 cases. There are three: challenged, {two} "
                "loses as many dice as the difference, three. Were there more than six, you would "
                "lose them."
            ),
        ),
        Decision(
            Position("bluff", 3, 401, "1 3x4, 2 4x4"),
            replies="0 5x4, 1 challenge",
            ask=N_(
                "**Show and reroll.** Before you bid you may show dice and reroll the others. Show "
                "all that counts for 4 × 4, and reroll the rest."
            ),
            good=("show44*",),
            why=N_(
                "4 4 ★ stay and count. Two rerolled dice bring at least one more in 5 of 9 cases, "
                "and everyone sees that you mean it. After showing you must bid, say 5 × 4."
            ),
        ),
        Decision(
            Position("bluff", 3, 81, "1 3x5, 2 4x5"),
            replies="0 2x*, 1 challenge",
            ask=N_(
                "**Wilds weigh double.** A bid of ★ weighs twice its count, and at equal weight ★ "
                "is the highest face. Which higher bid do your own dice make sure?"
            ),
            good=("2x*",),
            why=N_(
                "2 × ★ weighs four, as 4 × 5 does, and ★ is the higher face. You hold both, so it "
                "can't be wrong, and the next bid has to be 5 of a face or 3 × ★."
            ),
        ),
    ),
    goal=N_(
        "**The aim:** keep your dice. A bid needn't be true, but who is wrong in a challenge loses "
        "dice."
    ),
    closing=N_(
        "You can count, raise, challenge, show and use the wilds. What is left is to look calm "
        "when a bid is wrong."
    ),
    others=(N_("Nadia"), N_("Finn"), N_("Lupe")),
)
