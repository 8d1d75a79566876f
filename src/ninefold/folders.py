"""Folders: where this user's Ninefold keeps things, by the customs of the system."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["data_folder", "state_folder"]

_NAME = "ninefold"


def data_folder() -> Path:
    """For what must not get lost, as a server's games: ``NINEFOLD_DATA`` if that is set."""
    from platformdirs import user_data_path

    chosen = os.environ.get("NINEFOLD_DATA")
    return Path(chosen) if chosen else user_data_path(_NAME, appauthor=False)


def state_folder() -> Path:
    """For what a program wants to remember, as games played in the terminal and settings."""
    from platformdirs import user_state_path

    return user_state_path(_NAME, appauthor=False)
