"""Nothing behaves by a mode's name: each of the four plays alike under any other."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from ninefold import VARIANTS, Position, Variant, format_variant
from ninefold.arena.openings import even_openings
from ninefold.arena.players import find_player
from ninefold.commands.show import facts
from ninefold.drawing.rule_sheet import rule_sheet
from ninefold.drawing.svg import draw_svg
from ninefold.engine import LevelEngine, Limit, NativeEngine
from ninefold.engine.proofs.prover import Prover
from ninefold.engine.proofs.strategy import CentreWin
from ninefold.game import TWO_PEOPLE, Game
from ninefold.protocols.ugi import UgiServer
from ninefold.rules.squares import square_name
from ninefold.terminal.plain import PlainTable
from ninefold.terminal.say import WORDS
from ninefold.words import GAME_WORDS, mode_line, mode_name, tell_rules
from support.games import random_game
from support.pilots import drive, seen, table, told, type_move

#: A name of one's own, and for each mode that of another, whose ways would show.
OWN = "siege"
NAMES = [(mode, OWN) for mode in VARIANTS] + list(pairwise([*VARIANTS, "modern"]))


def square_between(before: Position, after: Position) -> int:
    return next(n for n in range(81) if before.cells[n] != after.cells[n])


def moves_of(game: list[Position]) -> list[int]:
    return [square_between(*pair) for pair in pairwise(game)]


def engine(variant: Variant) -> object:
    """Its network, its known wins and its search."""
    with NativeEngine(memory=1) as native:
        game = random_game(variant, seed=5)[:40:8]
        answers = [native.play(position, Limit(depth=5)) for position in game]
    return [(a.move, a.score, a.line, a.depth, a.nodes) for a in answers]


def levels(variant: Variant) -> object:
    """The moves of two levels against each other, mistakes and varied openings included."""
    position, moves = Position.start(variant), []
    with LevelEngine("casual", seed=3) as casual, LevelEngine("expert", seed=4) as expert:
        while position.outcome is None and position.ply < 24:
            player = (expert, casual)[position.ply % 2]
            moves.append(player.play(position, Limit(nodes=2000)).move)
            position = position.play(moves[-1])
    return moves


def proofs(variant: Variant) -> object:
    start = Position.start(variant)
    late = random_game(variant, seed=8)[-9]
    with CentreWin() as known, Prover(1) as prover:
        return known.find(start), known.find(start.play("11")), prover.value(late, nodes=200_000)


def arena(variant: Variant) -> object:
    return even_openings(variant, 3, seed=2)


def protocols(variant: Variant) -> object:
    said: list[str] = []
    moves = " ".join(map(square_name, moves_of(random_game(variant, seed=1)[:20])))
    UgiServer(find_player("full").as_set(), said.append).serve(
        [
            f"setoption name Mode value {format_variant(variant)}",
            f"position startpos moves {moves}",
            "query p1turn",
            "go depth 4",
        ]
    )
    return [re.sub(r"nps \d+ time \d+", "", line) for line in said]


def words(variant: Variant) -> object:
    return [
        (tell_rules(language, variant), mode_line(language, variant))
        for language in GAME_WORDS.values()
    ]


def drawing(variant: Variant) -> object:
    """Pictures whole, pages by what they say: their fonts hold the letters of the name."""
    pages = [re.findall(r"<text[^>]*>([^<]+)<", page) for page in rule_sheet([variant]).as_svgs()]
    return [draw_svg(p, labels=True) for p in random_game(variant, seed=4)[::6]], pages


def commands(variant: Variant) -> object:
    shown = [facts(position, []) for position in random_game(variant, seed=4)[::6]]
    return [{k: v for k, v in each.items() if k not in ("mode", "position")} for each in shown]


def plain_terminal(variant: Variant) -> object:
    """A whole game with everything that may be asked on the way."""
    names = [*map(square_name, moves_of(random_game(variant, seed=7)))]
    lines = [*names[:9], "rules", "look", "moves", "undo", "redo", *names[9:]]
    said = []
    for language in WORDS.values():
        out = io.StringIO()
        game = Game(Position.start(variant), TWO_PEOPLE)
        source = io.StringIO("\n".join(lines))
        PlainTable(game, language, source=source, out=out, boards=True).run()
        said.append(out.getvalue())
    return said


ROOMS = [
    engine,
    levels,
    proofs,
    arena,
    protocols,
    words,
    drawing,
    commands,
    plain_terminal,
]


def nameless(told_of: object, *variants: Variant) -> str:
    """What a room did, without the words for the mode, in whatever language."""
    text = repr(told_of)
    for variant in variants:
        said = [mode_name(language, variant) for language in GAME_WORDS.values()]
        for word in (*said, variant.name.capitalize(), format_variant(variant), variant.name):
            text = text.replace(word, "MODE")
    # An SVG's ids are made of what it says.
    return re.sub(r"n[0-9a-f]{8}", "ID", text)


def compare(room: Callable[[Variant], object], mode: str, name: str) -> None:
    variant = VARIANTS[mode]
    renamed = replace(variant, name=name)
    assert nameless(room(renamed), renamed, variant) == nameless(room(variant), renamed, variant)


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.__name__)
@pytest.mark.parametrize(("mode", "name"), NAMES)
def test_a_mode_under_another_name_is_no_different(
    room: Callable[[Variant], object], mode: str, name: str
) -> None:
    compare(room, mode, name)


@pytest.mark.parametrize(("mode", "name"), NAMES[:4])
def test_the_terminals_screen_under_another_name_is_no_different(
    mode: str, name: str, tmp_path: Path
) -> None:
    def screens(variant: Variant) -> object:
        found: list[str] = []

        async def scenario() -> None:
            chance = random.Random(3)
            async with table(tmp_path / variant.name, format_variant(variant)) as (pilot, screen):
                for _ in range(12):
                    await type_move(screen, chance.choice(screen.game.position.legal_moves))
                    await pilot.pause()
                    # The first line has the name, whose length moves what follows it.
                    found.append(seen(pilot).partition("\n")[2] + told(screen, "status"))

        drive(scenario())
        return found

    compare(screens, mode, name)
