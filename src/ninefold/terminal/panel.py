"""The side panel: the players and their clocks, the moves, and what the computer thinks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.cells import set_cell_size
from rich.text import Text
from textual.widget import Widget

from ninefold.engine import Info, Score
from ninefold.game import clock_face
from ninefold.rules.squares import PLAYERS, Player, square_name
from ninefold.terminal.look import Look
from ninefold.terminal.sitting import Table, moment, person_of
from ninefold.terminal.words import Words
from ninefold.words import level_name

__all__ = ["SidePanel", "say_best", "say_clock", "say_score", "score_bar", "seat_name"]


class SidePanel(Widget):
    """Everything about a game that is not on the board, in a narrow column."""

    DEFAULT_CSS = "SidePanel { padding: 0 0 0 1; }"

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._game: Table | None = None
        self._opinion: Sequence[Info] | None = None
        self._marks: Sequence[str] = ()
        self._notes: Callable[[int], list[Text]] = lambda _width: []

    def show(
        self,
        game: Table,
        opinion: Sequence[Info] | None = None,
        *,
        marks: Sequence[str] = (),
        notes: Callable[[int], list[Text]] = lambda _width: [],
    ) -> None:
        """Show a game; an opinion that is empty is still being formed, and none is not shown.

        ``marks`` stand behind the moves, ``notes`` are lines for a width beneath them.
        """
        self._game, self._opinion = game, opinion
        self._marks, self._notes = marks, notes
        self.refresh()

    def render(self) -> Text:
        """The parts from top to bottom; the moves get the rows that are left."""
        if self._game is None:
            return Text("")
        width, height = self.size.width - 1, self.size.height
        players = self._players(self._game, width)
        opinion = self._notes(width) if self._opinion is None else self._opinions(width)
        room = height - len(players) - len(opinion) - 3
        lines = [*players, Text(""), *self._moves(self._game, room)]
        lines += [Text("")] * (height - len(lines) - len(opinion))
        return Text("\n", end="", no_wrap=True).join([*lines, *opinion])

    def _players(self, game: Table, width: int) -> list[Text]:
        lines = []
        for player in PLAYERS:
            to_move = game.result is None and game.position.turn == player
            face = say_clock(game, player)
            name = f"{player} {seat_name(self._look, game, player)}"
            pointer = self._look.glyphs.arrow if to_move else " "
            line = Text(pointer, "bold")
            line.append(set_cell_size(name, width - 1 - len(face)), self._ink(player))
            line.append(face, "bold" if to_move else "")
            lines.append(line)
        return lines

    def _moves(self, game: Table, room: int) -> list[Text]:
        if room < 1:
            return []
        first = game.start.ply
        names = [square_name(square) for square in game.moves]
        if self._marks:
            names = [f"{name}{mark:2}" for name, mark in zip(names, self._marks, strict=False)]
        rows = [
            Text(f"{first + at + 1:>3}. {('' if self._marks else '  ').join(names[at : at + 4])}")
            for at in range(0, len(names), 4)
        ]
        return [Text(self._look.words.moves_title, "dim"), *rows[-room:]]

    def _opinions(self, width: int) -> list[Text]:
        words = self._look.words
        lines = [Text(words.evaluation_title, "dim")]
        if not self._opinion:
            return [*lines, Text(words.judging, "dim"), Text(""), Text(""), Text("")]
        lines.append(score_bar(self._look, self._opinion[0].score, width))
        for info in self._opinion[:3]:
            line = Text(f"{info.name} ", "bold")
            line.append(say_score(words, info.score))
            line.append(f" {' '.join(map(square_name, info.line[1:]))}", "dim")
            line.truncate(width)
            lines.append(line)
        return lines + [Text("")] * (5 - len(lines))

    def _ink(self, player: Player) -> str:
        return self._look.palette.styles[player.lower()]


def score_bar(look: Look, score: Score, width: int) -> Text:
    """How the point is shared: X's part from the left, O's from the right."""
    share = score.for_player("X").probability
    cut = round(share * width)
    bar = Text(look.glyphs.bar * cut, look.palette.styles["x"])
    return bar.append(look.glyphs.rest * (width - cut), look.palette.styles["o"])


def seat_name(look: Look, game: Table, player: Player) -> str:
    """Who plays a side: the computer's level, the name in the record, or "you" without one."""
    seat = game.seats[player]
    if seat is None or not seat.level:
        nameless = look.words.you if player == person_of(game) else look.words.person
        return (seat and seat.name) or nameless
    return level_name(look.words.game, seat.level)


def say_clock(game: Table, player: Player) -> str:
    """What a side's clock shows now; nothing without a clock."""
    left = game.clock.remaining(player, moment())
    return "" if left is None else clock_face(left)


def say_best(look: Look, opinion: Sequence[Info]) -> str:
    """The evaluation and the best moves in one line, for where there is no panel."""
    best = ", ".join(info.name for info in opinion[:3])
    return f"{say_score(look.words, opinion[0].score)}: {best}"


def say_score(words: Words, score: Score) -> str:
    """A score in words, for whoever it favours."""
    if score.proven == "draw":
        return words.score_draw
    if score.winner:
        if score.distance is None:
            return words.score_wins.format(player=score.winner)
        return words.score_wins_in.format(player=score.winner, count=score.distance)
    x_share = score.for_player("X").probability
    player, share = ("X", x_share) if x_share >= 0.5 else ("O", 1 - x_share)
    return words.score_chance.format(player=player, percent=round(100 * share))
