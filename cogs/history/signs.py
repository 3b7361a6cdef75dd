"""The signs of the buttons of ended matches."""

SIGNS = {"replay": "🎬", "share": "📣"}
