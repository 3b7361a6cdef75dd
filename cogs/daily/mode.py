"""The mode of daily deals: one try, the same for everyone, sealed until its day is over."""

from bot.storage.modes import AGAIN, CHOOSE, CLOSED, HINT, LOOK, PAUSE, Mode
from games.errors import N_

from . import deals, store

DAILY = Mode(
    deals.MODE,
    alike=True,
    everywhere=True,
    says={
        AGAIN: N_("There is one try a day. Tomorrow brings another deal."),
        CHOOSE: N_("That match is over."),
        CLOSED: N_("The day of this deal is over, so it ends without a result."),
        HINT: N_("The daily deal gives no hints: it is the same for everyone."),
        LOOK: N_("The daily deal is still closed. It opens {when}."),
        PAUSE: N_("The daily deal can't be paused. Its cards wait for you after a missed one."),
    },
    rests=N_(
        "⏸️ Your time ran out, so I made a simple move. The deal waits for you. It ends {when}."
    ),
    name=N_("daily deal {number}"),
    number=deals.number_of,
    end=("daily", N_("My result")),
    marks=deals.costs,
    store=store.finish,
    differs=deals.differs,
)
