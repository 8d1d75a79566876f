"""Pictures of every page, phone and desktop, light and dark, in screenshots/ (`make screenshots`).

``PYTHONPATH=tests python tests/web/screenshots.py [SCENE ...]`` takes only some of them;
``--readme`` takes the two that stand in the README instead.
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import Browser

from support.chromium import chromium_and_server
from support.scenes import SCENES, show
from support.serving import Server

ROOT = Path(__file__).parents[2]
OUT = ROOT / "screenshots"
IMAGES = ROOT / "docs" / "images"
SCREENS = {"phone": (390, 844), "small": (320, 640), "desktop": (1440, 900)}
LOOKS = [
    *((screen, scheme, "en-GB") for screen in SCREENS for scheme in ("light", "dark")),
    *((screen, "light", "zh-TW") for screen in ("phone", "desktop")),
]


def _take(browser: Browser, server: Server, look: tuple[str, str, str], scenes: list[str]) -> None:
    screen, scheme, locale = look
    width, height = SCREENS[screen]
    mobile = screen != "desktop"
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=scheme,  # type: ignore[arg-type]  # one of the two above
        locale=locale,
        base_url=server.url,
        device_scale_factor=2 if mobile else 1,
        is_mobile=mobile,
        has_touch=mobile,
    )
    page = context.new_page()
    for scene in scenes:
        show(scene, page, server.client())
        page.wait_for_timeout(700)  # let marks and rings settle: a picture, not a test
        page.screenshot(path=OUT / f"{scene}-{screen}-{scheme}-{locale[:2]}.png", full_page=mobile)
    context.close()


def _take_for_readme(browser: Browser, server: Server) -> None:
    for name, scene, scheme, size in (
        ("browser-battle", "game-battle", "light", {"width": 1080, "height": 800}),
        ("browser-phone", "game-modern", "dark", {"width": 390, "height": 760}),
    ):
        context = browser.new_context(viewport=size, color_scheme=scheme, base_url=server.url)  # type: ignore[arg-type]  # literals above
        page = context.new_page()
        show(scene, page, server.client())
        page.wait_for_timeout(700)
        page.screenshot(path=IMAGES / f"{name}.png")
        context.close()


def main() -> None:
    """Take the pictures of the scenes named on the command line, or of all."""
    readme = sys.argv[1:] == ["--readme"]
    scenes = sys.argv[1:] or list(SCENES)
    OUT.mkdir(exist_ok=True)
    with chromium_and_server() as (browser, server):
        if readme:
            _take_for_readme(browser, server)
        for look in () if readme else LOOKS:
            _take(browser, server, look, scenes)
    print(f"{len(list(OUT.glob('*.png')))} pictures in {OUT}")


if __name__ == "__main__":
    main()
