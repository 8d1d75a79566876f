"""A bot that speaks UGI: lines of text in, lines of text out, so that any program can drive it.

    ninefold match 'ugi:python examples/ugi_bot.py' greedy --games 20

It looks two moves ahead and counts boards. Write a ``choose`` of your own; what stands around it is
all that UGI asks of a bot. A program in another language does the same without our library: see
docs/use/protocols.md for the lines, and docs/use/first-bot.md for bots that need no protocol.
"""

import random
import sys

from ninefold import NinefoldError, Position, parse_position, replay, square_name


def choose(position: Position) -> int:
    """The bot itself: the square after which the opponent's best answer leaves it most boards."""
    me = position.turn

    def lead(after: Position) -> int:
        if after.outcome is not None and after.outcome.winner is not None:
            return 100 if after.outcome.winner == me else -100
        return sum(1 if owner == me else -1 for owner in after.owners if owner in "XO")

    def worth(square: int) -> int:
        after = position.play(square)
        return min((lead(after.play(reply)) for reply in after.legal_moves), default=lead(after))

    return max(position.legal_moves, key=lambda square: (worth(square), random.random()))


def answer(line: str, mode: str, position: Position) -> tuple[str, Position]:
    """Answer a line; what it leaves is the mode of the next game and the position on the board."""
    match line.split():
        case ["ugi"]:
            print("id name Two moves ahead")
            print("option name Mode type string default modern")
            print("ugiok")
        case ["isready"]:
            print("readyok")
        case ["setoption", "name", "Mode", "value", given]:
            return given, Position.start(given)
        case ["position", "startpos", *moves]:
            return mode, replay(Position.start(mode), moves[1:])[-1]
        case ["position", "fen", *words]:
            end = words.index("moves") if "moves" in words else len(words)
            return mode, replay(parse_position(" ".join(words[:end])), words[end + 1 :])[-1]
        case ["go", *_]:
            over = position.outcome is not None
            print("bestmove", "none" if over else square_name(choose(position)))
    return mode, position


def main() -> None:
    """Answer every line until ``quit`` or the end of input; nonsense changes nothing."""
    mode, position = "modern", Position.start("modern")
    for line in sys.stdin:
        if line.strip() == "quit":
            break
        try:
            mode, position = answer(line, mode, position)
        except NinefoldError as error:
            print("info string", error)
        sys.stdout.flush()


if __name__ == "__main__":
    main()
