"""`python -m tests.games.golden [key …]`: write the golden playthroughs of all games, or of those.

Read them before you commit them.
"""

import sys

from . import FOLDER, PLAYTHROUGHS, told

for name, record in PLAYTHROUGHS.items():
    if not sys.argv[1:] or record.game in sys.argv[1:]:
        (FOLDER / name).parent.mkdir(parents=True, exist_ok=True)
        (FOLDER / name).write_text(told(record), encoding="utf-8")
        print(name)
