"""Game nights: their command, and what happens at their hour."""
