"""Training and reference players of COLORSE."""
