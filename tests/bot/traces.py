"""Search for a person in the bytes of a database: the file, its log and its shared memory."""

from pathlib import Path

from .stored_tables import Where, ask


def traces(file: Where, user_id: int, name: str) -> list[str]:
    """Return the places of an id, as text or as SQLite stores it, or of a name."""
    if isinstance(file, str):
        names = ask(file, "select tablename from pg_tables where schemaname = 'public'")
        rows = [row for (t,) in names for row in ask(file, f"select {t}::text from {t}")]
        return [row for (row,) in rows if str(user_id) in row or name in row]
    # SQLite stores a number big-endian in 1, 2, 3, 4, 6 or 8 bytes, as few as possible.
    needed = (user_id.bit_length() + 8) // 8
    size = next(size for size in (1, 2, 3, 4, 6, 8) if size >= needed)
    needles = {
        "id in digits": str(user_id).encode(),
        "id in 8 bytes": user_id.to_bytes(8, "big"),
        f"id in {size} bytes": user_id.to_bytes(size, "big"),
        "name": name.encode(),
    }
    found = []
    for path in (file, Path(f"{file}-wal"), Path(f"{file}-shm")):
        content = path.read_bytes() if path.exists() else b""
        found += [f"{what} in {path.name}" for what, it in needles.items() if it in content]
    return found
