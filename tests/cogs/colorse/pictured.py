"""Facts on the pictures of COLORSE for the generic tests: SAYS, and the fullest ones."""

from games.position import wandered
from tests.pictures import Said

SAYS = [
    Said(
        wandered("colorse", 4, 1, 104),
        "Chie leads against Jörg|Chie: Bottom: RY, B, R; top: B, –, –. To be placed: GY, face down"
        "|SPECIAL R|Market: G, R, face down",
    ),
    Said(wandered("colorse", 4, 1, 3), "Ana: Y, GY vanished|Ben leads"),
    Said(
        wandered("colorse", 4, 1, 30),
        "RG would vanish, 2 cards in all|To be placed: RG|Card 2 would vanish, 2 cards in all",
        0,
    ),
    Said(wandered("colorse", 4, 6, 59), "Your face-down card: SPECIAL|1 round won", 0),
    Said(
        wandered("colorse", 4, 1, 5),
        "Ben: Zof. Chie: Do. Ben wins. Ben takes 2 cards. Bottom: Y, –, –|Market: R, B, face down",
        held=True,
    ),
    Said(
        wandered("colorse", 4, 1, 49),
        "Neither wins. Ben loses 1 card|Chie loses 1 card|Jörg takes 1 card",
        held=True,
    ),
    Said(wandered("colorse", 4, 1, 263), "Jörg wins the round|Jörg: 2 rounds won", held=True),
    Said(wandered("colorse", 4, 1), "1. Jörg: 2 rounds, 6 in the box."),
    Said(wandered("colorse", 4, 1), "Round 2: your BY vanished with BY", 0),
]
