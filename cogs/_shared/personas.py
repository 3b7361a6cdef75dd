"""Who plays beside people, game by game. What is said of how they play is true of it.

`won` is measured by `make ladder` at a table of four, in Sinomilia of two.
"""

from bot.play.computers import Persona, Personas
from games.errors import N_

NIMMT: Personas = {
    "easy": Persona(
        N_("Farmer Fritz"),
        "🧑‍🌾",
        N_("Plays what costs nothing now, and forgets that others lay cards too."),
        won=13,
    ),
    "normal": Persona(
        N_("Kenji"),
        "🤔",
        N_("Thinks a card ahead, but imagines only a few of your answers."),
        won=25,
    ),
    "hard": Persona(
        N_("Doctor Horn"),
        "🧐",
        N_("Tries every card against very many hands you might hold."),
        won=33,
    ),
}
BLUFF: Personas = {
    "easy": Persona(
        N_("Oma Trude"),
        "👵",
        N_("Bids what her own cup makes likely, never bluffs, and forgets others' wilds."),
        won=9,
    ),
    "normal": Persona(
        N_("Mister Odds"), "🎩", N_("Counts the odds of every bid, and plays by them."), won=25
    ),
    "hard": Persona(
        N_("Madame Zara"),
        "🔮",
        N_("Hears in your bids what you hold, and reckons with your answer."),
        won=55,
    ),
}
SCHWIMMEN: Personas = {
    "easy": Persona(
        N_("Paddling Paul"),
        "🦆",
        N_("Collects one suit, sees nothing else, and closes far too early."),
        won=6,
    ),
    "normal": Persona(
        N_("Captain Klara"),
        "⚓",
        N_("Improves her hand swap by swap, and closes when it is good."),
        won=25,
    ),
    "hard": Persona(
        N_("The Pike"),
        "🐟",
        N_("Remembers who took and left what, and guesses your hand by it."),
        won=36,
    ),
}
SINOMILIA: Personas = {
    "easy": Persona(
        N_("Little Luna"),
        "🐣",
        N_("Predicts any number, walks straight there, and never feints."),
        won=2,
    ),
    "normal": Persona(
        N_("Sunny"), "😎", N_("Thinks the round through in a hurry, for its chips alone."), won=50
    ),
    "hard": Persona(
        N_("Professor Eclipse"),
        "🦉",
        N_("Works out the whole round, feints and later rounds included."),
        won=79,
    ),
}
COLORSE: Personas = {
    "easy": Persona(
        N_("Mochi"),
        "🐹",
        N_("Likes to show zof, and looks no further than the card next to it."),
        won=5,
    ),
    "normal": Persona(
        N_("Aoi"), "🎨", N_("Weighs what each pair of signs would bring, and mixes hers."), won=25
    ),
    "hard": Persona(
        N_("Master Midori"),
        "🥷",
        N_("Counts your signs, answers your habits, thinks of the next duel."),
        won=70,
    ),
}
