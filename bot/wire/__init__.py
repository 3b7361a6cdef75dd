"""The connection to Discord: pacing, faults, tokens, emojis, commands and components."""
