"""The puzzles as the page gets them: without their solutions, which it works out itself."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from ninefold.analysis.puzzles import Puzzle, shipped_puzzles
from ninefold.rules.variants import VARIANTS, Variant
from ninefold.server.play.views import axes_view

__all__ = ["puzzle_files"]


def puzzle_files() -> dict[str, str]:
    """A file a mode, by its path in the browser's library."""
    return {f"../puzzles/{mode}.json": _file(variant) for mode, variant in VARIANTS.items()}


def _file(variant: Variant) -> str:
    rows = ",\n".join(json.dumps(_row(puzzle)) for puzzle in shipped_puzzles(variant))
    axes = json.dumps(msgspec.to_builtins(axes_view(variant)))
    return f'{{"axes": {axes}, "puzzles": [\n{rows}\n]}}\n'


def _row(puzzle: Puzzle) -> dict[str, Any]:
    position = puzzle.position
    return {
        "name": puzzle.name,
        "result": puzzle.result,
        "kind": puzzle.kind,
        "rating": puzzle.rating,
        "band": puzzle.band,
        "steps": len(puzzle.steps),
        "cells": position.cells,
        "owners": position.owners,
        "turn": position.turn,
        "target": position.target,
    }
