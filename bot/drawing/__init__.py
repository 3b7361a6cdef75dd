"""Small pictures, drawn from plain numbers and returned as PNG. No Discord here."""
