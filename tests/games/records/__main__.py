"""`python -m tests.games.records`: store the matches that a current rules version lacks."""

from games import GAMES

from . import missing

for key in GAMES:
    for path, text in missing(key):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        print(path.name)
