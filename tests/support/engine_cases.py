"""Questions for the core in a page, with the answers of the native one."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, Final

from ninefold.engine.core import Search, axes_of, perft
from ninefold.engine.level_engine import LevelEngine
from ninefold.engine.levels import LEVELS, Level
from ninefold.engine.limit import Limit
from ninefold.engine.networks import find_network
from ninefold.game.reasons import reasons_for
from ninefold.game.remarks import remarks_on
from ninefold.rules.position import Position
from ninefold.rules.squares import other
from ninefold.rules.variants import VARIANTS, Variant
from ninefold.server.play.views import axes_view, board_view

__all__ = ["cases", "few_cases"]

PERFT_DEPTH: Final = 6
SEARCHES_EACH: Final = 25  # in four modes, by network and by hand: 200
NODES: Final = 3_000
FULL_NODES: Final = 5_000  # a move, for levels that have no limit of nodes
SEED: Final = 20_061_978
TABLE_BYTES: Final = 16 << 20  # as in web/src/engine/engine.ts: its size decides what is forgotten


def cases() -> dict[str, Any]:
    """Everything that is compared, as plain data."""
    variants = list(VARIANTS.values())
    return {
        "perft": [_perft(variant) for variant in variants],
        "boards": [case for variant in variants for case in _boards(variant)],
        "searches": [_searches(variant, hand) for variant in variants for hand in (False, True)],
        "proofs": [_proof(variant) for variant in variants],
        "games": [_game(level, variants[n % 4]) for n, level in enumerate(LEVELS)],
    }


def few_cases() -> dict[str, Any]:
    """Some of each kind, for where the same program is known to answer the others."""
    variants = list(VARIANTS.values())
    games = [(level, variants[n % 4]) for n, level in enumerate(LEVELS)]
    return {
        "perft": [],
        "boards": _boards(variants[2]),
        "searches": [_searches(variants[0], False, 3), _searches(variants[3], True, 3)],
        "proofs": [_proof(variants[1])],
        "games": [_game(*games[0]), _game(*games[-1])],
    }


def _axes(variant: Variant) -> dict[str, str]:
    view = axes_view(variant)
    return {field: getattr(view, field) for field in view.__struct_fields__}


def _random_game(variant: Variant, plies: int, dice: random.Random) -> tuple[Position, list[int]]:
    position, moves = Position.start(variant), list[int]()
    while len(moves) < plies and position.outcome is None:
        moves.append(dice.choice(position.legal_moves))
        position = position.play(moves[-1])
    return position, moves


def _perft(variant: Variant) -> dict[str, Any]:
    leaves = perft(Position.start(variant), PERFT_DEPTH).leaves
    return {"axes": _axes(variant), "depth": PERFT_DEPTH, "leaves": leaves}


def _boards(variant: Variant) -> list[dict[str, Any]]:
    """Boards early, late and at the end."""
    found = []
    for seed, plies in enumerate((0, 1, 20, 45, 81, 81)):
        position, moves = _random_game(variant, plies, random.Random(seed))
        view = board_view(position, moves[-1] if moves else None)
        legal = position.legal_moves
        remarks = [[one.code for one in remarks_on(position, at)] for at in legal]
        reasons = [[one.code for one in reasons_for(position, at, better=legal[0])] for at in legal]
        told = {"board": view, "remarks": remarks, "reasons": reasons}
        found.append({"axes": _axes(variant), "moves": moves, **told})
    return found


def _searches(variant: Variant, by_hand: bool, many: int = SEARCHES_EACH) -> dict[str, Any]:
    """One search after another with one memory: what is remembered has to agree as well."""
    search = Search(TABLE_BYTES)
    network = None if by_hand else find_network(axes_of(variant))
    if network is not None:
        search.use(network)
    asked = [_search(search, variant, seed) for seed in range(many)]
    search.close()
    return {"axes": _axes(variant), "byHand": by_hand, "asked": asked}


def _search(search: Search, variant: Variant, seed: int) -> dict[str, Any]:
    dice = random.Random(1000 + seed)
    position, moves = _random_game(variant, 2 * seed, dice)
    while position.outcome is not None:
        position, moves = _random_game(variant, 2 * seed, dice)
    many = 1 + seed % 5
    search.begin(position, nodes=NODES, lines=many)
    while search.deepen():
        pass
    told = [[line.score, line.depth, *line.squares] for line in search.lines()]
    return {"moves": moves, "nodes": NODES, "lines": many, "told": told, "looked": search.nodes}


def _proof(variant: Variant) -> dict[str, Any]:
    """A late position whose result plain search of all moves settles."""
    dice = random.Random(7)
    while True:
        _, moves = _random_game(variant, 81, dice)
        moves = moves[:-6]
        position = Position.start(variant)
        for square in moves:
            position = position.play(square)
        if position.cells.count(".") <= 14:
            return {"axes": _axes(variant), "moves": moves, "winner": _result(position, {})}


def _game(level: Level, variant: Variant) -> dict[str, Any]:
    """A level's game with itself; a time limit, which no two machines keep alike, left out."""
    nodes = level.limit.nodes or FULL_NODES
    alike = replace(level, limit=Limit(nodes=nodes, depth=level.limit.depth))
    position, moves = Position.start(variant), list[int]()
    with LevelEngine(alike, seed=SEED, memory=TABLE_BYTES >> 20) as engine:
        while position.outcome is None:
            moves.append(engine.play(position, Limit()).move)
            position = position.play(moves[-1])
    return {
        "axes": _axes(variant),
        "level": level.name,
        "seed": SEED,
        "nodes": nodes,
        "moves": moves,
    }


def _result(position: Position, known: dict[Position, str]) -> str:
    if position.outcome is not None:
        return position.outcome.winner or "draw"
    if position not in known:
        ends = {_result(position.play(square), known) for square in position.legal_moves}
        best = (position.turn, "draw", other(position.turn))
        known[position] = next(end for end in best if end in ends)
    return known[position]
