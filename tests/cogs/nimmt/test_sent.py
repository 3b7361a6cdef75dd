"""The cached parts of the screens of 6 nimmt!."""

import random
from dataclasses import replace

from bot.play import shuffle
from bot.screens import frames
from bot.screens.sight import Sight
from bot.screens.transcript import looks
from bot.storage import rows
from bot.words.i18n import tongue
from cogs.nimmt import cards, look, story
from games.core import Seat
from games.record import replay
from tests.drawing import stored_of
from tests.games.golden import PLAYTHROUGHS


def test_nothing_kept_from_another_drawing_is_shown() -> None:
    kept = (cards.with_bulls, story.story, look._printed_rows, shuffle._seed_hash, rows._mark)
    sights = []
    for name, record in PLAYTHROUGHS.items():
        if record.game != "nimmt":
            continue
        stored, steps = replace(stored_of(record), phase="live"), replay(record)
        stored = replace(stored, secret=name.encode().ljust(32))
        for ply in range(1, len(steps), 7):
            seat = Seat(ply % len(stored.players))
            sights.append(Sight.at(stored, looks()["nimmt"], steps[:ply], seat))
    random.Random(1).shuffle(sights)
    tongues = [tongue("en-US"), tongue("ja")]
    warm = [frames.hand(sight, t).digest for sight in sights for t in tongues]
    for sight in reversed(sights):
        for t in reversed(tongues):
            for cache in kept:
                cache.cache_clear()
            assert frames.hand(sight, t).digest == warm.pop()
