"""The signs of the buttons of `/help`."""

SIGNS = {"commands": "⌨️"}
