"""Version 0.1.0. A new database gets the tables of this version at once, see `connect.migrate`."""

revision = "0007"
down_revision = None
