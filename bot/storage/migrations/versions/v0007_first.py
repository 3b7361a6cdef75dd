"""The tables of version 0.1.0: these exist before each migration, see `connect.migrate`."""

revision = "0007"
down_revision = None
