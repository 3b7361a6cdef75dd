"""Tables: one table, its messages, notices and computers."""
