"""The engine in a page beside the native one: positions a second, the first line, what is loaded.

A real Chromium, one search thread each, the network of each mode, turn about in one run. The moves
and the positions counted have to agree, or nothing is printed.
"""

from __future__ import annotations

import gzip
import statistics
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

import ninefold.server
from ninefold import VARIANTS, Position
from ninefold.engine.core import Search, axes_of
from ninefold.engine.networks import find_network
from ninefold.server.play.views import axes_view
from support.chromium import chromium_and_server

ROUNDS = 5
NODES = 1_000_000
TABLE_BYTES = 16 << 20
ASSETS = Path(ninefold.server.__file__).parent / "static" / "assets"
SEARCH = """async ([address, axes, nodes]) => {
  const { Engine } = await import(address);
  const engine = await Engine.open();
  await engine.lines({ axes, moves: [] }, { depth: 1 });
  const found = await engine.lines({ axes, moves: [] }, { nodes });
  engine.close();
  return [found.lines[0].squares[0], found.nodes, found.seconds];
}"""
FIRST_LINE = """async ([address, axes]) => {
  const began = performance.now();
  const { Engine } = await import(address);
  const engine = await Engine.open();
  await new Promise((told) => void engine.lines({ axes, moves: [] }, {}, told));
  const took = performance.now() - began;
  engine.close();
  return took;
}"""


def native(mode: str) -> tuple[int, int, float]:
    """The move, the positions looked at and the seconds."""
    search = Search(TABLE_BYTES)
    network = find_network(axes_of(VARIANTS[mode]))
    if network is not None:
        search.use(network)
    for limits in ({"depth": 1}, {"nodes": NODES}):
        search.begin(Position.start(mode), **limits)
        while search.deepen():
            pass
    found = search.lines()[0].squares[0], search.nodes, search.seconds
    search.close()
    return found


def measure(page: Page, engine: str, mode: str) -> tuple[float, float]:
    """Positions a second in the page and natively, in millions: the median of the rounds."""
    view: Any = axes_view(VARIANTS[mode])
    axes = {field: getattr(view, field) for field in view.__struct_fields__}
    speeds: list[tuple[float, float]] = []
    for _ in range(ROUNDS):
        here, there = page.evaluate(SEARCH, [engine, axes, NODES]), native(mode)
        assert tuple(here[:2]) == there[:2], f"{mode}: {here} in the page, {there} natively"
        speeds.append((here[1] / here[2] / 1e6, there[1] / there[2] / 1e6))
    return statistics.median(one for one, _ in speeds), statistics.median(one for _, one in speeds)


def size(pattern: str) -> float:
    """Kilobytes of what goes over the line."""
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path in ASSETS.glob(pattern)) / 1000


def main() -> None:
    """Print speeds as ratios, then what a first line takes."""
    [engine] = (f"/assets/{path.name}" for path in ASSETS.glob("engine-*.js"))
    with chromium_and_server() as (browser, server):
        page = browser.new_context(base_url=server.url).new_page()
        page.goto("/")
        for mode in VARIANTS:
            here, there = measure(page, engine, mode)
            print(f"{mode:8} {here:5.2f} M nodes/s here, {there:5.2f} natively: {here / there:.0%}")
        view: Any = axes_view(VARIANTS["modern"])
        axes = {field: getattr(view, field) for field in view.__struct_fields__}
        cold = browser.new_context(base_url=server.url).new_page()
        cold.goto("/")
        first, second = (cold.evaluate(FIRST_LINE, [engine, axes]) for _ in range(2))
    print(f"to the first line  {first:.0f} ms with nothing loaded, {second:.0f} ms afterwards")
    script = size("engine-*.js") + size("worker-*.js")
    print(
        f"loaded for it      {script:.1f} kB of script, {size('core-*.wasm'):.0f} kB of core, "
        f"{size('modern-[!b]*.weights'):.0f} kB a network"
    )


if __name__ == "__main__":
    main()
