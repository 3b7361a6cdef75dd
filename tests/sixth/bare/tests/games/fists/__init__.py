"""Tests of fists."""
