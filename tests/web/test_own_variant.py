"""A variant of one's own, from its network to a game in the browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from support.browsing import button, choose, headline, plies
from support.own_variant import environment, ninefold, stand_in
from support.serving import Server


def test_it_is_played_on_the_server_that_has_its_network(
    tmp_path: Path, people_at: Callable[[str], Any]
) -> None:
    stand_in(tmp_path)
    ninefold(tmp_path, "learn", "install", "own.weights")
    server = Server(tmp_path / "games").start(env=environment(tmp_path))
    try:
        page = people_at(server.url).blank()
        page.goto("/")
        page.locator("label", has_text="Your own rules").click()
        page.get_by_label("A free move may go to …").select_option("unfilled")
        page.locator("label.face", has_text="Full strength").click()
        page.locator('label.side:has(input[value="X"])').click()
        button(page, "Play").click()
        page.wait_for_url("**/game/*")
        choose(page, "55")
        plies(page, 2)
        expect(headline(page)).to_contain_text("Your turn")
        game = server.client().game(page.url.rpartition("/")[2]).game
        assert game.axes.free_move == "unfilled"
        assert game.axes.release == "decided"
    finally:
        server.stop()
