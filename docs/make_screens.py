"""Draw the terminal's screens: `python docs/make_screens.py` writes docs/images/terminal-*.svg.

Each scene is a game, a size and some keys. The tests show them all again and compare their text,
so a picture never shows what the app no longer does.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from textual.pilot import Pilot

from ninefold import Position
from ninefold.game import TWO_PEOPLE, Game, record_of
from ninefold.rules.squares import parse_square
from ninefold.terminal.app import NinefoldApp
from ninefold.terminal.board_screen import Seating
from ninefold.terminal.glyphs import ASCII
from ninefold.terminal.look import Look
from ninefold.terminal.saves import Shelf

IMAGES = Path(__file__).parent / "images"
GAMES = {
    "modern": "54 42 28 82 27 72 29 96 68 86 69 94 43 33 35 58 87 76 66 67 78 84 46 61 11 13 39 "
    "93 31 16 65 55 51 19 98 85 59 99 57 73",
    "classic": "54 48 84 45 58 86 66 62 22 29 96 63 36 61 19 98 89 99 94 46 67 74 44 42 28 88 82 "
    "24 41 18 87 72 26 68 83 34 47 78 81 12 25 59 95 51 16",
    "battle": "53 37 71 15 55 56 68 85 58 82 28 86 62 25 52 29 95 57 78 87 77 74 47 76 64 49 98 "
    "89 92 26 69 96 66 63 32 24 48 88 81 17 72 22 21 13",
    "open": "54 42 26 62 24 48 88 86 67 72 25 59 93 34 44 41 18 89 91 19 94 46 68 83 37 79 99 "
    "92 97 74 47 77 76 63 35 57 75 58 61 14 43 31 16 64 49 33",
}
SMALL, LARGE = (80, 24), (120, 40)


@dataclass(frozen=True)
class Scene:
    """What is on the screen: a game, or none for the start screen, and the keys pressed."""

    size: tuple[int, int]
    mode: str = ""
    keys: tuple[str, ...] = ()
    look: Look | None = None
    replay: bool = False


SCENES = {
    "start": Scene(SMALL),
    "start-chinese": Scene(SMALL, look=Look("zh-Hant", shade="light")),
    "start-large": Scene(LARGE, keys=("right", "right")),
    "modern": Scene(SMALL, "modern", ("left", "up")),
    "modern-large": Scene(LARGE, "modern"),
    "battle": Scene(SMALL, "battle", look=Look(shade="light")),
    "battle-large": Scene(LARGE, "battle"),
    "classic": Scene(SMALL, "classic"),
    "open": Scene(SMALL, "open"),
    "chinese": Scene(SMALL, "battle", look=Look("zh-Hant")),
    "plain": Scene(SMALL, "battle", look=Look(glyphs=ASCII, colour=False)),
    "narrow": Scene((40, 15), "modern"),
    "help": Scene(SMALL, "battle", ("f1",)),
    "replay": Scene(SMALL, "modern", ("right", "right", "right"), replay=True),
}
PICTURES = ("start", "modern", "battle-large", "battle", "plain")


async def show(scene: Scene) -> tuple[str, str]:
    """The scene as plain text, and as a picture."""
    with tempfile.TemporaryDirectory() as folder:
        app = _app(scene, Path(folder))
        async with app.run_test(size=scene.size) as pilot:
            await pilot.pause()
            await pilot.press(*scene.keys)
            await pilot.pause()
            return screen_text(pilot), _own_fonts(app.export_screenshot())


def screen_text(pilot: Pilot[None]) -> str:
    """What stands on the screen, without the spaces at the ends of lines."""
    strips = pilot.app.screen._compositor.render_strips()  # noqa: SLF001 - there is no public way
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


def _app(scene: Scene, folder: Path) -> NinefoldApp:
    look, shelf = scene.look or Look(), Shelf(folder)
    if not scene.mode:
        return NinefoldApp(look, shelf)
    game = Game(Position.start(scene.mode), TWO_PEOPLE)
    for move in GAMES[scene.mode].split():
        game.play(parse_square(move))
    if scene.replay:
        return NinefoldApp(look, shelf, records=[record_of(game)])
    return NinefoldApp(look, shelf, seating=Seating(game))


def _own_fonts(picture: str) -> str:
    """The picture with the reader's own fonts, and with the same names every time it is drawn."""
    picture = re.sub(r"@font-face \{.*?\}\n", "", picture, flags=re.DOTALL)
    picture = picture.replace("Fira Code, monospace", "monospace").replace("Fira Code", "monospace")
    return re.sub(r"terminal-\d+", "terminal", picture)


if __name__ == "__main__":
    for name in PICTURES:
        _, drawn = asyncio.run(show(SCENES[name]))
        (IMAGES / f"terminal-{name}.svg").write_text(drawn, encoding="utf-8")
        sys.stderr.write(f"terminal-{name}.svg\n")
