"""What `bench/train_sinomilia.py` learnt: by rounds left, lead, start, and the ten cards."""

LEARNT: tuple[tuple[float, float, tuple[float, ...]], ...] = ()
