"""Tests of owners, forwarding and takeover."""
