"""Training and reference players of Schwimmen."""
