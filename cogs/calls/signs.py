"""The signs of the buttons of calls."""

SIGNS = {"call": "🔔", "nocalls": "🔕"}
