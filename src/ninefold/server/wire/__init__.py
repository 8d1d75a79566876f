"""What crosses the wire: messages in both directions, refusals, and the problems they become."""
