"""The rules of COLORSE as people read them, page by page."""

from bot.words.i18n import Tongue
from games.colorse import events
from games.colorse.cards import EMPTY, Box, fall
from games.colorse.state import DUELS, ROUNDS_A_WIN, ColorseOptions
from games.errors import N_
from games.position import Position

from .._shared.examples import Example
from .cards import grid
from .drawing.matrix import Matrix

EXAMPLES = (
    Example(Position("colorse", 3, 5)),
    Matrix(),
    Example(Position("colorse", 3, 20, "1 rau, 0 do, 0 take2"), own=True),
    Example(Position("colorse", 3, 5, until=(events.RoundWon,)), held=True),
)
"""An example for each page of the rules."""

STORY = N_(
    "You are all curse hunters. A curse 👻 is a ghost of one colour or two. The first to lock "
    "six of them in the box wins a round. But where two of the same colour touch, they vanish 💥."
)
"""The story of the game: the meaning of its ghosts, boxes and bangs."""

_PAGES = (
    N_(
        "**Outguess a neighbour for cards, and stack six without two of a colour touching.** "
        "{end}\n\n"
        "**Cards.** 48 in red, green, blue and yellow (`R G B Y`): 8 of each colour, 2 of each "
        "pair of colours, 4 SPECIAL (`S`). A SPECIAL takes one colour as it is placed, and keeps "
        "it as long as it lies in the box.\n"
        "**Box.** Three columns, two rows. A card always goes into the first empty cell: bottom "
        "row from the left, then the top row, gaps included. Cards never slide.\n"
        "**Market.** Two cards face up, one face down.\n\n"
        "**A round** begins with one card in every box, face up (a SPECIAL: its owner chooses "
        "the colour first, the lead before all others). Whoever has won a round gets it face down "
        "instead (at a real table they may choose; here it is always done): only they see it, and "
        "it neither vanishes nor makes others vanish. It is turned up when they win a round, and "
        "when the match ends. The first lead is random."
    ),
    N_(
        "**Duel.** The lead plays the next seat, the rival. Both secretly choose a sign. Zof "
        "beats Do, Rau beats Zof, Do beats Rau.\n"
        "• Do – Do: both take 1 card, the lead first.\n"
        "• Do – Zof: Zof takes 2.\n"
        "• Do – Rau: Do takes 1.\n"
        "• Zof – Rau: Rau takes 1.\n"
        "• Zof – Zof: both lose their top right card, the rightmost of the highest row in their "
        "box, even a face-down one; then the seat after the rival must take 1.\n"
        "• Rau – Rau: a tie, the same two choose again. A third tie ends the duel, and nobody "
        "takes a card.\n\n"
        "**Taking.** Any card of the market, one at a time; a face-down one is seen once taken. "
        "When the duel's cards are taken, the market is filled up again before any is placed. The "
        "rival is the next lead."
    ),
    N_(
        "**Placing.** Taken cards are placed one at a time, in the order they were taken; who "
        "took two different ones chooses which first. What leaves no choice is done for you.\n"
        "A placed card **vanishes** together with every card directly left, right, above or "
        "below it that shares a colour with it. Only neighbours of the placed card vanish.\n\n"
        "**Example.** Here `RB` has just gone into the box, bottom right:\n"
        "{before}\n"
        "It shares blue with the `B` on its left, so these two vanish. The `R` shares red with it "
        "but isn't its neighbour, and stays:\n"
        "{after}"
    ),
    N_(
        "**The end of a round.** Who first fills the box wins the round at once; what was still "
        "to be placed is dropped. After {duels} duels the fullest box wins it, face-down cards "
        "counted; if several are equally full, nobody does. Then all cards are shuffled, and the "
        "turn order goes on. When the stock runs out, the vanished cards are shuffled.\n"
        "**The end of the match.** {end} After {most} rounds it ends in any case. Ranks go by "
        "rounds won, then by cards in the box; equals share a rank.\n\n"
        "**Typed moves.** `do`, `zof` or `rau` is a sign. `take1` and `take2` take a face-up "
        "card, `take3` the face-down one. `place1` and `place2` place the first or second card "
        "you took, a SPECIAL with its colour: `place1:R`. `R`, `G`, `B` or `Y` colours a SPECIAL "
        "dealt at the start."
    ),
)
_EXAMPLE: Box = ("R", "B", *EMPTY[2:])
_PLACED = "RB"


def first_to_win(options: ColorseOptions, t: Tongue) -> str:
    """Return the end of the match in a sentence."""
    return t.many(
        "The first to win {n} round wins the match.",
        "The first to win {n} rounds wins the match.",
        options.rounds,
    )


def pages(options: ColorseOptions, t: Tongue) -> list[str]:
    """Return the pages of the rules with these options."""
    cell, _, after = fall(_EXAMPLE, _PLACED)
    before = (*_EXAMPLE[:cell], _PLACED, *_EXAMPLE[cell + 1 :])
    values = {
        "end": first_to_win(options, t),
        "most": ROUNDS_A_WIN * options.rounds,
        "duels": DUELS,
        "before": grid(before),
        "after": grid(after),
    }
    first, *others = [t(page, **values) for page in _PAGES]
    return [f"{t(STORY)}\n\n{first}", *others]
