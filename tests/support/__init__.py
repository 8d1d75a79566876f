"""What several rooms' tests share: the vectors, and games drawn at random."""
