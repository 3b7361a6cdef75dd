"""Rows of Markdown tables."""


def head(*names: str) -> str:
    """Return the two lines above a table's rows."""
    return f"{row(*names)}\n{'|---' * len(names)}|"


def row(*cells: object) -> str:
    """Return a row of these cells."""
    return f"| {' | '.join(map(str, cells))} |"
