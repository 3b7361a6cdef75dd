"""Five decisions that teach 6 nimmt!."""

from functools import partial

from games.errors import N_
from games.position import Position

from ..lesson.decisions import Decision, Lesson

_at = partial(Position, "nimmt", 3)

LESSON = Lesson(
    (
        Decision(
            _at(
                102,
                "1 78, 2 58, 0 57, 1 67, 2 15, 0 72, 1 23, 2 89, 0 98, 1 56, 2 7, 0 88, 2 row4, "
                "1 60, 2 80, 0 101, 1 17, 2 33",
            ),
            ask=N_(
                "**Where does a card go?** To the row whose end is the highest among those lower "
                "than it. Rows 2 and 3 are full: choose a card that goes elsewhere."
            ),
            good=("28", "43"),
            why=N_(
                "28 and 43 go to row 1: 15 is the highest end below them. 84, 87 and 90 go to row "
                "2, after 80, where they are the sixth card and take 13 bulls."
            ),
        ),
        Decision(
            _at(
                258,
                "1 9, 2 67, 0 42, 1 row2, 1 22, 2 35, 0 91, 1 2, 2 66, 0 71, 1 row3, 1 12, "
                "2 52, 0 70, 1 25, 2 29, 0 81, 1 row3, 1 41, 2 40, 0 100, 1 7, 2 50, 0 39, 1 row1, "
                "1 64, 2 95",
            ),
            ask=N_(
                "**The sixth card takes the row.** Each of your cards goes to a full one. Which "
                "costs you the least?"
            ),
            good=("62",),
            why=N_(
                "62 takes row 3 for 10 bulls; 83 or 94 would take row 2 for 16. If you have to "
                "take, take what is cheap."
            ),
        ),
        Decision(
            _at(
                5,
                "1 55, 2 51, 0 99, 1 18, 2 75, 0 98, 1 row1, 1 19, 2 35, 0 50, 1 62, 2 42, 0 7, "
                "0 row3, 1 79, 2 70, 0 34",
            ),
            ask=N_(
                "**A low card chooses.** Your 34 is lower than every end: you take a row of your "
                "choice, and the 34 starts it anew."
            ),
            good=("row3",),
            why=N_(
                "Row 3 costs 2 bulls, row 2 would cost 10. So a low card can be a cheap way out: "
                "play it while there is a row with few bulls."
            ),
        ),
        Decision(
            _at(
                4,
                "1 54, 2 12, 0 40, 2 row1, 1 68, 2 23, 0 77, 2 row4, 1 17, 2 3, 0 14, 2 row4, "
                "1 62, 2 35, 0 51, 1 37, 2 85, 0 6, 0 row3, 1 67, 2 101",
            ),
            replies="0 row3",
            ask=N_(
                "**Keep the gap small.** The others choose too, and what lies between an end and "
                "your card comes before it. Rows 1 and 2 take one more card each."
            ),
            good=("86", "64", "42"),
            why=N_(
                "86 comes right after 85, and only 63 fits between 62 and 64; row 3, for 42, "
                "takes three more. Before 78 comes many a card, here {one}'s 67: then 78 is the "
                "sixth card in row 1."
            ),
        ),
        Decision(
            _at(
                255,
                "1 61, 2 91, 0 7, 0 row1, 1 66, 2 33, 0 9, 0 row2, 1 81, 2 67, 0 49, 1 44, "
                "2 20, 0 65, 2 row4, 1 51, 2 38, 0 84, 2 row3, 1 26, 2 87, 0 45, 1 row1, 1 94, "
                "2 70",
            ),
            ask=N_(
                "**High cards can wait.** Few cards are left, and your 90 goes to row 2, which is "
                "full. Someone else may have to take it before you."
            ),
            good=("27", "28", "39"),
            why=N_(
                "27, 28 and 39 go to row 1 for nothing. {one}'s 94 takes row 2 for 10 bulls, and "
                "then your 90 costs nothing either; played now, it would take them."
            ),
        ),
    ),
    goal=N_("**The aim:** as few bulls 🐂 as you can. Who has to take a row gets the bulls on it."),
    closing=N_(
        "You know how cards find their row, what takes one, and when to wait. Bulls count until "
        "someone goes over the limit."
    ),
    others=(N_("Amara"), N_("Rocco"), N_("Ines")),
    public=True,
)
