"""Training and reference players of Sinomilia."""
