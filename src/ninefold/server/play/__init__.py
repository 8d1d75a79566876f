"""The game as the server plays it: visitors, their games, tables, and the hall of all tables."""
