"""The signs of the buttons of proofs."""

SIGNS = {"check": "☑️", "verify": "📥"}
