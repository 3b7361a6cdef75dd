"""One module a schema change; the number in its name is its place in the order."""
