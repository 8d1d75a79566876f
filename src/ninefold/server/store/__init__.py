"""Where games live for good, and how changes reach those who watch."""
