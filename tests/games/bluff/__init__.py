"""Rule cases and the part of the contract suite that belongs to the game."""
