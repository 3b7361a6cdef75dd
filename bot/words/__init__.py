"""Words: errors, translations, settings and metrics that every room above may use."""
