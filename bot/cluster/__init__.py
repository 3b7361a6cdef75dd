"""Several processes on one database: owners of tables, forwarded interactions, restarts."""
