"""A sixth game as somebody would add it: a rules module, a cog, their tests, and nothing else."""
