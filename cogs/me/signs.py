"""The signs of the buttons of `/me`."""

SIGNS = {"export": "📦", "hide": "🙈", "delete": "🗑️", "forget": "🗑️"}
