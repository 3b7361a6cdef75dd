"""Players to measure the computers against, built by the descriptions in the README's ladder."""
