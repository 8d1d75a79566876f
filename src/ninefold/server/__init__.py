"""Play over HTTP and WebSocket: games that never lose a move."""
