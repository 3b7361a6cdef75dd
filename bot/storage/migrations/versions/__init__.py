"""Schema migrations, one a module, ordered by the number in the name."""
