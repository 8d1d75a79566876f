"""What a page does with a game of its own is what the server does with it."""

from __future__ import annotations

from support.page_game_cases import page_games
from support.page_tests import needs_the_core_for_pages, run_page_tests


@needs_the_core_for_pages
def test_a_game_in_the_page_goes_as_on_the_server(tmp_path):
    run_page_tests("here", "NINEFOLD_GAMES", page_games(), tmp_path)
