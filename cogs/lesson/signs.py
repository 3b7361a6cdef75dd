"""The signs of the buttons of lessons."""

SIGNS = {"learn": "🎓", "learnplay": "🤖"}
