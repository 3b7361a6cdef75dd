"""`python -m tests.games.golden`: write the golden playthroughs anew. Read them before commit."""

from . import FOLDER, PLAYTHROUGHS, told

for name, record in PLAYTHROUGHS.items():
    (FOLDER / name).parent.mkdir(exist_ok=True)
    (FOLDER / name).write_text(told(record), encoding="utf-8")
    print(name)
