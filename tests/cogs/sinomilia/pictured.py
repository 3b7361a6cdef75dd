"""Facts on the pictures of Sinomilia for the generic tests: SAYS, and the fullest ones."""

from games.position import Position, wandered
from tests.pictures import Said

_MIDDLE = "1 chip-sun, 0 chip-sun, 1 chip-moon, 0 chip-sun"
SAYS = [
    Said(
        wandered("sinomilia", 2, 1, 37),
        "7 of 9 chips: sun, sun, sun, sun, sun, sun, moon (new)|Ana to act|Ana: 18 chips"
        "|Used: 3, 6, 8. Has changed|Ben starts",
    ),
    Said(
        wandered("sinomilia", 2, 1, 37),
        "Your prediction: 2|Your cards: 0, 1, 2, 4, 5, 7, 9|Ben: 5 chips",
        0,
    ),
    Said(
        Position("sinomilia", 2, 1, f"1 sun, 0 5, 1 4, {_MIDDLE}, 1 pass, 0 pass"),
        "Ana: 5. Ben: 4. Ben wins and gets 7: moons 1, for the win 2|from the middle 4"
        "|13 → 10|13 → 20",
    ),
    Said(wandered("sinomilia", 2, 1, 12), "Ana: 8. Ben: not turned up yet", held=True),
    Said(wandered("sinomilia", 2, 1), "1. Ana: 30 chips.|2. Ben: 0 chips."),
    Said(wandered("sinomilia", 2, 1), "3 moons among 6 chips, you 8, the other 9: 11 chips won", 0),
]
