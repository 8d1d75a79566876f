"""Several servers as one: who owns a game, and how the others reach it."""
