"""Training and reference players of 6 nimmt!."""
