"""The signs of the buttons of daily deals."""

SIGNS = {"daily": "📅", "dailyplay": "🃏", "dailyboard": "📋", "dailypast": "🗓️", "dailyproof": "🧾"}
