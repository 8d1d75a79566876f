"""Games as the server plays them, command by command, to compare games in the page with."""

from __future__ import annotations

import random
from typing import Any

from msgspec import to_builtins

from ninefold.rules.squares import PLAYERS
from ninefold.rules.variants import VARIANTS, format_variant
from ninefold.server.play.decisions import Asked, decide, decide_move
from ninefold.server.play.entries import Seat, Settings
from ninefold.server.play.game import LiveGame
from ninefold.server.play.records import record_text
from ninefold.server.play.views import axes_view, game_view
from ninefold.server.wire import messages as m
from ninefold.server.wire.refusal import Refusal

__all__ = ["page_games"]

_BEGAN = 1_750_000_000_000
_HERE = "here"
_CLOCKS: tuple[m.ClockSettings, ...] = (
    m.NoClock(),
    m.TimedClock(initial_s=60, increment_s=2),
    m.DaysClock(days=1),
)
_TOO_LONG = 90_000_000
#: Later than the server lets a line be, which a page has not; less than the increment would mend.
_JUST_TOO_LATE = range(501, 2000)


def page_games(count: int = 40, steps: int = 110) -> list[dict[str, Any]]:
    """Games of random commands: how each began, and what every command made of it."""
    return [_game(random.Random(seed), seed, steps) for seed in range(count)]


def _game(dice: random.Random, seed: int, steps: int) -> dict[str, Any]:
    variants = [*VARIANTS.values(), VARIANTS["open"].with_tie_break("boards")]
    variant = variants[seed % len(variants)]
    me = m.Player(id=_HERE, name=dice.choice(["", 'Ann "the\\cat"']), kind="person", level=None)
    computer = m.Player(id=None, name="", kind="computer", level="casual")
    alone = dice.random() < 0.6
    players = [me, computer if alone else me]
    dice.shuffle(players)
    seats = {
        side: Seat("key" if player is me else None, player)
        for side, player in zip(PLAYERS, players, strict=True)
    }
    settings = Settings(
        id=f"here-{seed}",
        created_at=_BEGAN,
        mode=format_variant(variant),
        opponent="computer" if alone else "same-device",
        tie_break=variant.tie_break,
        swap=dice.random() < 0.6,
        clock=dice.choice(_CLOCKS),
        x=seats["X"],
        o=seats["O"],
    )
    game = LiveGame(settings)
    beginning = {
        "id": settings.id,
        "created_at": _BEGAN,
        "mode": variant.name,
        "axes": axes_view(variant),
        "opponent": settings.opponent,
        "X": seats["X"].player,
        "O": seats["O"].player,
        "swap": settings.swap,
        "clock": settings.clock,
        "previous": None,
        "seed": 0,
    }
    now, told = 0, []
    for _ in range(steps):
        now = _later(game, dice, now)
        told.append(_step(game, dice, now, 0.92 if seed % 2 else 0.7))
    return {"beginning": beginning, "steps": told}


def _later(game: LiveGame, dice: random.Random, now: int) -> int:
    """The moment of the next command: soon, just after a flag has fallen, or much later."""
    if dice.random() < 0.005:
        return now + _TOO_LONG
    running, timed = game.clock.running, isinstance(game.settings.clock, m.TimedClock)
    if running and timed and dice.random() < 0.02:
        return now + (game.clock.remaining(running, now) or 0) + dice.choice(_JUST_TOO_LATE)
    return now + dice.randrange(3000)


def _step(game: LiveGame, dice: random.Random, now: int, moves: float) -> dict[str, Any]:
    asked = Asked(key="key", visitor=_HERE, at=_BEGAN + now, now=now, fresh=lambda: f"here-{now}")
    command: m.GameCommand = _command(game, dice, moves)
    by_computer = game.level_to_move is not None and dice.random() < 0.8
    refused, entries = None, []
    try:
        if not by_computer:
            entries = decide(game, command, asked)
        elif game.swap == "open" and dice.random() < 0.5:
            command = m.Swap(take=True)
            entries = [game.plan_swap(now, at=asked.at)]
        else:
            command = m.Move(ply=game.ply, square=dice.choice(game.position.legal_moves))
            entries = decide_move(game, command, game.position.turn, asked)
    except Refusal as refusal:
        refused = refusal.code
    for entry in entries:
        game.apply(entry, now)
    return {
        "now": now,
        "wish": command,
        "byComputer": by_computer,
        "refused": refused,
        "game": to_builtins(game_view(game, now)),  # as it is now: its moves go on
        "record": record_text(game),
    }


def _command(game: LiveGame, dice: random.Random, moves: float) -> m.GameCommand:
    """A move with that chance, else anything."""
    ply = game.ply + (dice.random() < 0.02)
    if game.swap == "open" and dice.random() < 0.6:
        return m.Swap(take=dice.random() < 0.7)
    if game.may_swap and game.ply < 3 and dice.random() < 0.4:
        return m.Undo(ply=ply)  # back to before the swap, whoever took it, and to be asked again
    if dice.random() < (moves if game.state == "playing" else 0.1):
        squares = game.position.legal_moves if dice.random() < 0.98 else range(81)
        return m.Move(ply=ply, square=dice.choice(squares or [0]))
    others: list[m.GameCommand] = [
        *(m.Undo(ply=ply), m.Undo(ply=ply), m.Redo(ply=ply), m.Redo(ply=ply)),
        *(m.Swap(take=True), m.Swap(take=False)),
        m.Offer(what="takeback"),
    ]
    if dice.random() < 0.2:
        others = [m.Resign(), m.Offer(what="draw"), m.Offer(what="rematch")]
    return dice.choice(others)
