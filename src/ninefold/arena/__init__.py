"""Matches between engines: openings, games in pairs, and what the result is worth."""
