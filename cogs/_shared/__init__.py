"""TODO cogs/_shared."""
