"""The signs of the buttons of game nights."""

SIGNS = {"nightin": "🙋", "nightchange": "✏️", "nightcancel": "🚫", "nightoff": "🚫"}
