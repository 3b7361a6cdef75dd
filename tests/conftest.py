"""For all tests: slow machines are no reason to fail."""

from hypothesis import settings

settings.register_profile("shinrisen", deadline=None)
settings.load_profile("shinrisen")
