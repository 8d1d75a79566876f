"""What Ninefold keeps lies where the system's customs put it, or where the user says."""

from pathlib import Path

import platformdirs

from ninefold.folders import data_folder, state_folder


def test_the_users_word_comes_first(monkeypatch, tmp_path):
    monkeypatch.setenv("NINEFOLD_DATA", str(tmp_path))
    assert data_folder() == tmp_path


def test_folders_are_the_systems(monkeypatch):
    monkeypatch.delenv("NINEFOLD_DATA", raising=False)
    assert data_folder() == Path(platformdirs.user_data_dir("ninefold", False))
    assert state_folder() == Path(platformdirs.user_state_dir("ninefold", False))
