"""Discord as it is spoken to: pacing, faults, tokens, emojis, commands and components."""
