"""Text around an engine, and engines behind text: UGI and CodinGame, both ways."""
