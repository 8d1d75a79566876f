"""Positions and games as pictures: a paper board of text, SVG, and pages to print."""
