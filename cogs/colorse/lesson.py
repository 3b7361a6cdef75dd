"""Five decisions that teach COLORSE."""

from games.errors import N_
from games.position import Position

from ..lesson.decisions import Decision, Lesson
from .rules_pages import STORY

LESSON = Lesson(
    (
        Decision(
            Position("colorse", 3, 4, "1 rau, 2 do, 2 take1, 2 do"),
            ask=N_(
                "**The signs.** Zof beats Do, Rau beats Zof, Do beats Rau. Suppose {two} shows Do: "
                "which sign takes the most cards?"
            ),
            good=("zof",),
            why=N_(
                "Against Do, Zof takes 2 cards. With Do both of you would take 1, and with Rau "
                "only {two}."
            ),
        ),
        Decision(
            Position("colorse", 3, 20, "1 rau, 0 do"),
            ask=N_(
                "**The market.** You take a card, and it goes beside the G in your box. Cards that "
                "share a colour with a neighbour vanish with it. The third card is face down."
            ),
            good=("take1",),
            why=N_(
                "B shares no colour with G and stays. GY would vanish together with your G, and of "
                "the third card nobody knows the colour."
            ),
        ),
        Decision(
            Position("colorse", 3, 37, "1 rau, 0 do, 0 take2"),
            ask=N_(
                "**SPECIAL.** It takes one colour as it is placed, and keeps it as long as it lies "
                "there. It will lie beside your G."
            ),
            good=("place1:R", "place1:B", "place1:Y"),
            why=N_(
                "In green it would vanish together with the G. In any other colour it stays, and "
                "so do both."
            ),
        ),
        Decision(
            Position("colorse", 3, 7, "1 do, 0 zof, 0 take1, 0 take2"),
            ask=N_(
                "**Which first?** You took RB and Y. They go into the first empty cells, from the "
                "left, and only neighbours count. Your box holds a B."
            ),
            good=("place2",),
            why=N_(
                "Y first: it touches B and RB, and shares no colour with either. RB first would "
                "touch the B: both would vanish."
            ),
        ),
        Decision(
            Position("colorse", 3, 4, "1 do, 2 zof, 2 take1, 2 take2, 2 place1, 2 zof"),
            ask=N_(
                "**Zof against Zof** costs both their top right card, and the next player takes "
                "one. Suppose {two} shows Zof: which sign is best for you?"
            ),
            good=("rau",),
            why=N_(
                "Against Zof, Rau wins and takes 1. Zof would cost both of you a card, and Do "
                "would give {two} 2 more."
            ),
        ),
    ),
    goal=N_("**The aim:** fill your box first. Duels with signs bring you the cards."),
    closing=N_(
        "You know the signs, the market, what vanishes and what Zof against Zof costs. Who fills "
        "six cells wins the round."
    ),
    others=(N_("Kofi"), N_("Lumi"), N_("Vera")),
    story=STORY,
)
