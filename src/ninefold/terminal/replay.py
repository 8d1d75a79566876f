"""The replay screen: steps through records, move by move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Static

from ninefold.analysis import Review
from ninefold.game import TWO_PEOPLE, game_of
from ninefold.rules.position import Position
from ninefold.rules.record import Record
from ninefold.terminal.board_screen import BoardScreen, Seating
from ninefold.terminal.canvas import BoardView
from ninefold.terminal.keybar import Key
from ninefold.terminal.look import Look
from ninefold.terminal.panel import SidePanel
from ninefold.terminal.reviewing import Reviewer, marks_of, next_fault, review_lines, say_fault
from ninefold.terminal.say import say_move, say_result, say_turn
from ninefold.terminal.sitting import Table, new_game
from ninefold.words import mode_name

__all__ = ["ReplayScreen"]


class ReplayScreen(BoardScreen):
    """Games to look at, one after another; answers with a game to play on from a position."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l,space,enter", "step(1)", show=False, priority=True),
        Binding("left,h,backspace", "step(-1)", show=False, priority=True),
        Binding("down,j,pagedown", "step(10)", show=False, priority=True),
        Binding("up,k,pageup", "step(-10)", show=False, priority=True),
        Binding("home", "step(-99)", show=False, priority=True),
        Binding("end", "step(99)", show=False, priority=True),
        Binding("n", "go(1)", show=False),
        Binding("b", "go(-1)", show=False),
        Binding("p", "play_on", show=False),
        Binding("r", "review", show=False),
        Binding("m", "next_fault", show=False),
        Binding("f1,question_mark", "help", show=False),
        Binding("escape", "app.quit", show=False),
    ]

    @dataclass
    class Reviewed(Message):
        """How far a review is, or what it found."""

        reviewer: Reviewer
        done: int = 0
        found: Review | None = None

    def __init__(self, records: Sequence[Record], look: Look, number: int = 1) -> None:
        super().__init__(look, passive=True)
        self._records = records
        self._reviewer: Reviewer | None = None
        self._look_at(number - 1)

    def _look_at(self, at: int) -> None:
        self._stop_review()
        self.review: Review | None = None
        self.at = at
        self._record = self._records[at]
        self._whole = game_of(self._record)
        self._positions: tuple[Position, ...] = self._record.positions
        self.ply = 0

    def on_mount(self) -> None:
        """Begin at the start."""
        self.show()

    def view(self) -> BoardView:
        """The position reached, and the move that led to it."""
        last = self._record.squares[self.ply - 1] if self.ply else None
        return BoardView(self._positions[self.ply], last=last)

    def show(self) -> None:
        """Draw the position that was reached."""
        words, games = self._look.words, len(self._records)
        said = words.replay_status if games == 1 else words.replay_status_of
        status = said.format(
            mode=mode_name(words.game, self._record.variant),
            ply=self.ply,
            count=len(self._record.moves),
            game=self.at + 1,
            games=games,
        )
        self.show_parts(status, self._told(), self._keys())
        self._show_panel()

    def _show_panel(self) -> None:
        found, ply = self.review, self.ply
        panel, game = self.query_one(SidePanel), self._game_so_far()
        if found is None:
            panel.show(game)
        else:
            panel.show(
                game,
                marks=marks_of(found),
                notes=lambda width: review_lines(self._look, found, ply, width),
            )

    def _keys(self) -> list[Key]:
        words = self._look.words
        others = [Key("n b", words.key_next_game, "go(1)")] if len(self._records) > 1 else []
        return [
            Key("← →" if self._look.glyphs.unicode else "h l", words.key_step, "step(1)"),
            *others,
            Key("Home End", words.key_ends),
            Key("m", words.key_next_fault, "next_fault")
            if self.review
            else Key("r", words.key_review, "review"),
            Key("p", words.key_play_on, "play_on"),
            Key("d", words.key_theme, "app.next_shade"),
            Key("z", words.key_language, "app.next_language"),
            Key("q", words.key_quit, "app.quit"),
            Key("?", words.key_help, "help"),
        ]

    def _told(self) -> str:
        words = self._look.words
        if self._reviewer is not None:
            count = len(self._record.moves)
            return words.review_progress.format(done=self._done, count=count)
        if self.ply == 0:
            return f"{words.replay_start} {say_turn(words, self._positions[0])}"
        move = self._record.moves[self.ply - 1]
        said = [say_move(words, self._positions[self.ply - 1], move.square)]
        if self.ply == len(self._record.moves):
            said.append(say_result(words, self._whole))
        if self.review is not None:
            said.append(say_fault(self._look, self.review.moves[self.ply - 1]))
        said.append(move.comment)
        return words.game.space.join(filter(None, said))

    def _game_so_far(self) -> Table:
        """The game as it stood, its clocks at rest."""
        record = self._record
        if self.ply < len(record.moves):
            tags = {name: value for name, value in record.tags.items() if name != "Ending"}
            record = replace(record, moves=record.moves[: self.ply], result="*", tags=tags)
        game = game_of(record)
        game.clock.pause(0)
        return game

    def action_step(self, by: int) -> None:
        """Go forwards or back by some moves, as far as there are any."""
        self.ply = min(len(self._record.moves), max(0, self.ply + by))
        self.show()

    def action_go(self, by: int) -> None:
        """Go to another game of the file; after the last comes the first."""
        self._look_at((self.at + by) % len(self._records))
        self.show()

    # The review, made away from the screen

    def action_review(self) -> None:
        """Let the engine go through the game; steps go on meanwhile."""
        if self.review is None and self._reviewer is None and self._record.moves:
            self._reviewer, self._done = Reviewer(self._record), 0
            self._go_through(self._reviewer)
            self.show()

    @work(thread=True, group="review")
    def _go_through(self, reviewer: Reviewer) -> None:
        found = reviewer.run(lambda done: self.post_message(self.Reviewed(reviewer, done)))
        if found is not None:
            self.post_message(self.Reviewed(reviewer, found=found))

    def on_replay_screen_reviewed(self, event: Reviewed) -> None:
        """Show how far it is, and at the end what it found, if it is still wanted."""
        if event.reviewer is not self._reviewer:
            return
        self._done = event.done
        if event.found is not None:
            self.review, self._reviewer = event.found, None
        self.show()

    def action_next_fault(self) -> None:
        """Go to the next move that lost something; the review comes first."""
        if self.review is None:
            return self.action_review()
        ply = next_fault(self.review, self.ply)
        if ply is None:
            self.query_one("#message", Static).update(self._look.words.review_none)
            return None
        self.ply = ply
        return self.show()

    def _stop_review(self) -> None:
        if self._reviewer is not None:
            self._reviewer.stop()
            self._reviewer = None

    def on_unmount(self) -> None:
        """Leave nothing thinking behind."""
        self._stop_review()

    def action_play_on(self) -> None:
        """Answer with this position as a game for two, to be played on."""
        game = new_game(self._record.start, TWO_PEOPLE)
        for square in self._record.squares[: self.ply]:
            game.play(square)
        self.dismiss(Seating(game))
