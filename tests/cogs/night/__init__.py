"""Game nights, as the people of a channel see them."""
