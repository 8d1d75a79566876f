"""A variant of your own: declare it, see what it changes, and find out whether it is fair.

    python examples/own_variant.py --games 40

Modern closes a captured board for good. In this variant a free move may still go there, and whoever
makes the latest line owns the board. The engine plays it at once, by its hand-written evaluation;
``ninefold learn run`` trains a network for it (docs/use/first-network.md). The axes and their
values: docs/use/library.md; more about variants: docs/use/first-variant.md.
"""

import argparse

from ninefold import VARIANTS, Position, Variant, format_variant, parse_moves, replay
from ninefold.arena.match import Match
from ninefold.arena.players import find_player
from ninefold.engine import Limit
from ninefold.words import GAME_WORDS, tell_rules

SKIRMISH = Variant("skirmish", free_move="unfilled", ownership="latest")


def open_boards(variant: Variant) -> list[int]:
    """Where O may go after five moves that capture a board and set O free."""
    position = replay(Position.start(variant), parse_moves("14 41 17 71 11"))[-1]
    return sorted({square // 9 + 1 for square in position.legal_moves})


def main() -> None:
    """Tell the variant's rules and let the engine play it with itself."""
    parser = argparse.ArgumentParser(description="a variant of your own")
    parser.add_argument("--games", type=int, default=40, help="an even number (40)")
    parser.add_argument("--nodes", type=int, default=5_000, help="looked at a move (5000)")
    options = parser.parse_args()

    print("As text:", format_variant(SKIRMISH))
    for rule in tell_rules(GAME_WORDS["en"], SKIRMISH).play:
        print(" -", rule)
    for variant in (VARIANTS["modern"], SKIRMISH):
        print(f"After 14 41 17 71 11 O may play in boards {open_boards(variant)} ({variant.name})")

    engine = find_player("full:evaluation=hand")
    limit = Limit(nodes=options.nodes)
    standing = Match((engine, engine), SKIRMISH, options.games, (limit, limit)).run()
    winners = [game.result.winner for game in standing.games]
    x, o, nobody = (winners.count(winner) for winner in ("X", "O", None))
    print(f"Of {len(winners)} games between equals X won {x}, O won {o}, and {nobody} were drawn.")
    print("Where X wins far more than O, play with swap: O may take over X's first move.")


if __name__ == "__main__":
    main()
