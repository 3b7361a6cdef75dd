"""Five decisions that teach Schwimmen."""

from games.errors import N_
from games.position import Position
from games.schwimmen import SchwimmenOptions

from ..lesson.decisions import Decision, Lesson

LESSON = Lesson(
    (
        Decision(
            Position("schwimmen", 3, 40, "2 keep"),
            ask=N_(
                "**Collect one suit.** A hand is worth the sum of its cards of one suit, the best "
                "one. Which swap makes yours worth the most?"
            ),
            good=("TC-TH", "TC-TH!"),
            why=N_(
                "With 10♥ all three cards are hearts: 29 instead of 19. No other single swap "
                "brings more than 20."
            ),
        ),
        Decision(
            Position("schwimmen", 3, 12, "2 keep"),
            ask=N_(
                "**Three of a kind** is worth 30½, whatever the rank. Only 31, an ace and two "
                "ten-point cards of one suit, and three aces are worth more: whoever holds them "
                "shows them at once, and the deal ends."
            ),
            good=("KD-QD", "KD-QD!"),
            why=N_(
                "Three queens are worth 30½. Your hand was worth 10, and the next best swap makes "
                "20."
            ),
        ),
        Decision(
            Position("schwimmen", 3, 281, "2 keep"),
            replies="1 TS-AH, 2 AC-JD",
            ask=N_(
                "**Close in time.** You hold 28, and no swap makes it better. Nobody needs the "
                "best hand: just don't hold the worst one when the deal ends."
            ),
            good=("pass!",),
            why=N_(
                "After a close everyone else has one more turn only. {one} gets to 21 and {two} to "
                "20 with it, so {two} loses a life. The longer you wait, the more they swap."
            ),
        ),
        Decision(
            Position("schwimmen", 3, 456, "2 keep", options=SchwimmenOptions(swap_all=True)),
            ask=N_(
                "**Swap all three.** Where this option is played, a turn may swap the whole hand "
                "for the middle. Look at the suit that lies there."
            ),
            good=("all", "all!"),
            why=N_(
                "The middle is worth 28, three diamonds; your hand was worth 11, and no single "
                "swap makes more than 19. But the next player can now take what you gave."
            ),
        ),
        Decision(
            Position("schwimmen", 3, 7),
            ask=N_(
                "**The extra hand.** You deal, and may keep your hand, worth 10, or take three "
                "other cards unseen. What you don't hold is turned up in the middle."
            ),
            good=("take",),
            why=N_(
                "Of all hands that may lie there, 74 of 100 are worth more than 10, and 16 on "
                "average. Below 16 take the extra hand."
            ),
        ),
    ),
    goal=N_("**The aim:** don't hold the worst hand when a deal ends. That costs a life."),
    closing=N_(
        "You can collect a suit or a kind, close, and choose as the dealer. Who has no life left "
        "swims 🏊, and is out with the next loss. Of equal hands ♣ is better than ♠, ♠ than ♥, ♥ "
        "than ♦.\n"
        "Two habits of good players: don't give an ace away, since three of them are Fire 🔥. And "
        "with only two or three left, pass now and then: when all pass, the middle is renewed."
    ),
    others=(N_("Amir"), N_("Selma"), N_("Goran")),
)
