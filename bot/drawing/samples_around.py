"""Examples of the pictures around a match: lobbies, ends, cards to share, standings, a profile."""

from . import leaderboard, share
from .lobby import Lobby, Seat
from .picture import Picture, Who
from .podium import Place, Podium
from .profile import Course, Profile

ANA, CHIE, JORG = Who(0, "Ana"), Who(1, "千恵"), Who(2, "Jörg")
BEN, MIKA, TONI = Who(3, "Ben"), Who(4, "Mika"), Who(1, "Toni")

AROUND: dict[str, Picture] = {
    "nimmt-lobby": Lobby("nimmt", (Seat(ANA, host=True), Seat(CHIE), Seat(JORG)), 2, 10),
    "bluff-lobby": Lobby("bluff", (Seat(ANA, host=True), Seat(TONI, computer=True)), 2, 6),
    "schwimmen-lobby": Lobby(
        "schwimmen", (Seat(ANA, host=True), Seat(CHIE), Seat(JORG, kept=True)), 2, 8
    ),
    "sinomilia-lobby": Lobby("sinomilia", (Seat(ANA, host=True),), 2, 2),
    "colorse-lobby": Lobby("colorse", (Seat(ANA, host=True), Seat(CHIE)), 3, 4),
    "nimmt-end": Podium(
        "nimmt",
        (
            Place(ANA, 1, -18),
            Place(CHIE, 2, -31),
            Place(BEN, 3, -44),
            Place(JORG, 4, -59),
            Place(MIKA, 5, -70),
        ),
    ),
    "bluff-end": Podium(
        "bluff",
        (Place(CHIE, 1, 3), Place(ANA, 2, 0), Place(BEN, 3, -1), Place(JORG, 4, -4)),
    ),
    "schwimmen-end": Podium(
        "schwimmen",
        (Place(BEN, 1, 9), Place(CHIE, 2, 8), Place(ANA, 2, 8), Place(JORG, 4, 6)),
    ),
    "sinomilia-end": Podium("sinomilia", (Place(CHIE, 1, 25), Place(ANA, 2, 0))),
    "colorse-end": Podium("colorse", (Place(JORG, 1, 26), Place(ANA, 2, 15), Place(CHIE, 3, 3))),
    "nimmt-share": share.Share(
        "nimmt",
        "6 nimmt!",
        (
            share.Line(ANA, 1, (0, 2, 7, 9, 18)),
            share.Line(CHIE, 2, (0, 9, 13, 24, 31)),
            share.Line(BEN, 3, (0, 4, 22, 30, 44)),
            share.Line(JORG, 4, (0, 12, 20, 47, 59)),
            share.Line(MIKA, 5, (0, 6, 31, 49, 70)),
        ),
        66,
        lost=True,
    ),
    "bluff-share": share.Share(
        "bluff",
        "Bluff",
        (
            share.Line(CHIE, 1, (5, 5, 4, 4, 3, 3)),
            share.Line(ANA, 2, (5, 4, 4, 3, 3, 0)),
            share.Line(BEN, 3, (5, 5, 3, 3, 0, 0)),
        ),
    ),
    "schwimmen-share": share.Share(
        "schwimmen",
        "Schwimmen",
        (
            share.Line(BEN, 1, (4, 4, 3, 3, 3, 2, 2, 2, 1)),
            share.Line(CHIE, 2, (4, 3, 3, 2, 2, 2, 1, 1, 0)),
            share.Line(ANA, 2, (4, 4, 4, 4, 3, 3, 2, 1, 0)),
            share.Line(JORG, 4, (4, 4, 4, 3, 2, 1, 0, 0, 0)),
        ),
    ),
    "sinomilia-share": share.Share(
        "sinomilia",
        "Sinomilia",
        (
            share.Line(CHIE, 1, (15, 17, 9, 14, 20, 18, 30)),
            share.Line(ANA, 2, (15, 13, 21, 16, 10, 12, 0)),
        ),
    ),
    "colorse-share": share.Share(
        "colorse",
        "COLORSE",
        (
            share.Line(JORG, 1, (0, 0, 1, 1, 2)),
            share.Line(ANA, 2, (0, 1, 1, 1, 1)),
            share.Line(CHIE, 3, (0, 0, 0, 1, 1)),
        ),
        2,
    ),
    "shinrisen-leaderboard": leaderboard.Leaderboard(
        (
            leaderboard.Line(CHIE, 1, 1184, risen=True),
            leaderboard.Line(ANA, 2, 1121, own=True),
            leaderboard.Line(JORG, 3, 1063, risen=False),
            leaderboard.Line(Who(3, "Anastasia"), 4, 1002, sure=False, risen=True),
            leaderboard.Line(BEN, 5, 987),
        )
    ),
    "shinrisen-profile": Profile(
        ANA,
        61,
        23,
        (
            Course(
                "nimmt",
                "6 nimmt!",
                30,
                14,
                (1000, 1020, 1012, 1040, 1060, 1052, 1080, 1098, 1090, 1121),
            ),
            Course("bluff", "Bluff", 12, 4, (1000, 988, 1010, 1020, 1008, 1020, 1040)),
            Course("schwimmen", "Schwimmen", 9, 2, (1000, 1010, 991, 976, 988, 982)),
            Course("sinomilia", "Sinomilia", 6, 2, (1000, 1012, 1003, 1011, 1015), sure=False),
        ),
    ),
}
