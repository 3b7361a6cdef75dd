"""The process: command line, client, start, upkeep and the commands for hosts."""
