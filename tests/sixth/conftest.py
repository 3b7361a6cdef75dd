"""The toys' own tests run only in the copy, where the toys are at home."""

collect_ignore = ["full", "bare"]
