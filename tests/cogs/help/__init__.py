"""Export, deletion and hiding, as a person asks for them."""
