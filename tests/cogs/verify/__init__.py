"""Records as people check them."""
