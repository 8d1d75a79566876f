"""The edge: the HTTP API, sockets, pages, and what guards them."""
