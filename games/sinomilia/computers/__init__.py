"""Computer players: easy, normal and hard."""
