"""6 nimmt!: its commands, and how it is shown."""
