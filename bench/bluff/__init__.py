"""Training and reference players of Bluff."""
