"""The signs of the buttons of `/my`."""

SIGNS = {"mystep": "⏩", "gather": "🗞️"}
