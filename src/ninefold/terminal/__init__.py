"""Play in a terminal: the Textual app, and plain lines of text for pipes and screen readers."""
