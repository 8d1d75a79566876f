"""Learning: games of the engine with itself, and the evaluations trained on them."""
