"""The colours of the pictures: those all games share, and one felt a game.

Gold is what is new or to act, coral what costs or is lost; nothing else is either.
"""

from dataclasses import dataclass

Colour = tuple[int, int, int, int]
"""Red, green, blue and how opaque, 0–255 each."""


def colour(text: str) -> Colour:
    """`#RRGGBB`, opaque."""
    red, green, blue = bytes.fromhex(text.removeprefix("#"))
    return red, green, blue, 255


def mixed(over: Colour, under: Colour, share: float) -> Colour:
    """So much of the one over the other, both opaque."""
    parts = [round(o * share + u * (1 - share)) for o, u in zip(over[:3], under[:3], strict=True)]
    return parts[0], parts[1], parts[2], 255


IVORY = colour("#FFF8E7")
INK = colour("#1E1F2E")
RED = colour("#C4202E")
RED_ON_GOLD = colour("#A60F1E")
GOLD = colour("#FFC93C")
CORAL = colour("#FF7A6B")
PINK = colour("#FF8FA0")
MINT = colour("#7BE3B4")
SILVER = colour("#D9DCE8")
BRONZE = colour("#E5A06A")
WHITE = colour("#FFFFFF")
BLACK = colour("#000000")
LOSS = colour("#6E2C3A")
CLEAR: Colour = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Felt:
    """A game's ground, and what is lighter or deeper on it."""

    game: str
    ground: Colour

    @property
    def panel(self) -> Colour:
        """A seat's place, a row."""
        return mixed(WHITE, self.ground, 0.085)

    @property
    def active(self) -> Colour:
        """The place of whoever is to act."""
        return mixed(WHITE, self.ground, 0.2)

    @property
    def well(self) -> Colour:
        """Where something lies, or nothing yet."""
        return mixed(BLACK, self.ground, 0.3)

    @property
    def rim(self) -> Colour:
        """The edge, without which a felt is lost on the dark theme."""
        return mixed(WHITE, self.ground, 0.22)

    @property
    def quiet(self) -> Colour:
        """What is there but says little: numbers of places, who is out."""
        return mixed(WHITE, self.ground, 0.45)

    @property
    def threat(self) -> Colour:
        """A panel on which something is about to cost."""
        return mixed(CORAL, self.ground, 0.24)


NIMMT = Felt("nimmt", colour("#2D2755"))
BLUFF = Felt("bluff", colour("#4F1F2E"))
SCHWIMMEN = Felt("schwimmen", colour("#0F4E52"))
SINOMILIA = Felt("sinomilia", colour("#1C2747"))
COLORSE = Felt("colorse", colour("#35303C"))
SHINRISEN = Felt("shinrisen", colour("#26284A"))
"""Where no game is at home: standings and profiles."""
GAME_FELTS = {felt.game: felt for felt in (NIMMT, BLUFF, SCHWIMMEN, SINOMILIA, COLORSE)}
