"""The tables of a person in all servers, as they see them."""
