"""`ninefold ugi` spoken to as a program would, in a process of its own."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Sequence
from importlib.resources import files

import pytest

from ninefold import VARIANTS, Position, square_name
from ninefold.engine.baselines import RandomEngine
from ninefold.protocols.program import Program
from ninefold.protocols.ugi import Offer, UgiServer
from ninefold.rules.notation import format_position

UGI = [sys.executable, "-m", "ninefold", "ugi"]
SOON = 60.0


class Dialogue:
    """Lines to and from one process."""

    def __init__(self, *arguments: str, before: Sequence[str] = ()) -> None:
        self._program = Program([*before, *UGI, *arguments])

    def __enter__(self) -> Dialogue:
        return self

    def __exit__(self, *_: object) -> None:
        self._program.close("quit")

    def say(self, *lines: str) -> None:
        for line in lines:
            self._program.send(line)

    def until(self, start: str) -> list[str]:
        """Every line up to the one that begins so."""
        lines = [self._program.receive(SOON)]
        while not lines[-1].startswith(start):
            lines.append(self._program.receive(SOON))
        return lines

    def ask(self, line: str, start: str) -> str:
        self.say(line)
        return self.until(start)[-1]


@pytest.fixture(scope="module")
def shared():
    """One process for the short dialogues: each begins with a new game."""
    with Dialogue("--engine", "random:seed=1") as dialogue:
        yield dialogue


@pytest.fixture
def talk(shared):
    shared.say("setoption name Mode value modern", "setoption name TieBreak value mode")
    shared.say("setoption name MultiPV value 1", "uginewgame", "isready")
    shared.until("readyok")
    return shared


def test_the_greeting_names_the_engine_and_its_options(talk):
    talk.say("ugi")
    lines = talk.until("ugiok")
    assert lines[0].startswith("id name Ninefold")
    assert "option name Mode type string default modern" in lines
    assert any("TieBreak" in line for line in lines)
    assert any("Seed type spin default 1 " in line for line in lines)


def test_a_search_answers_with_a_legal_move(talk):
    talk.say("position startpos moves 55", "go nodes 50")
    *infos, best = talk.until("bestmove")
    assert any(line.startswith("info depth") for line in infos)
    assert best.split()[0] == "bestmove"
    assert best.split()[1][0] == "5"


def test_queries_tell_turn_and_result(talk):
    assert talk.ask("query p1turn", "response") == "response true"
    talk.say("position startpos moves 55")
    assert talk.ask("query p1turn", "response") == "response false"
    assert talk.ask("query gameover", "response") == "response false"
    assert talk.ask("query result", "response") == "response none"
    assert "gameover" in talk.ask("query weather", "info string")


def test_a_position_of_another_mode_is_set_up_from_its_text(talk):
    text = format_position(Position.start("battle").play("13"))
    talk.say(f"position fen {text} moves 33", "go nodes 10")
    assert talk.until("bestmove")[-1][9] == "3"


def game_that_only_modern_allows() -> str:
    """Its last move is a free one, out of a captured board that still has room."""
    rng = random.Random(3)
    while True:
        positions = [{mode: Position.start(mode) for mode in ("modern", "classic")}]
        moves: list[int] = []
        while positions[-1]["modern"].outcome is None:
            moves.append(rng.choice(positions[-1]["modern"].legal_moves))
            if moves[-1] not in positions[-1]["classic"].legal_moves:
                return names(moves)
            positions.append({mode: p.play(moves[-1]) for mode, p in positions[-1].items()})


def names(moves: list[int]) -> str:
    return " ".join(map(square_name, moves))


def test_the_mode_is_an_option(talk):
    game = game_that_only_modern_allows()
    talk.say(f"position startpos moves {game}", "setoption name mode value Classic")
    assert "must play in board" in talk.ask(f"position startpos moves {game}", "info string")


#: X captures board 1 and sends O back there: in Modern it is closed, and O has a free move.
SENT_TO_A_CAPTURED_BOARD = "14 41 17 71 11"


def test_the_mode_may_be_a_variant_of_ones_own(talk):
    talk.say("setoption name Mode value skirmish:free_move=unfilled")
    talk.say(f"position startpos moves {SENT_TO_A_CAPTURED_BOARD} 12")
    assert talk.ask("query p1turn", "response") == "response true"
    talk.say("setoption name Mode value modern")
    line = f"position startpos moves {SENT_TO_A_CAPTURED_BOARD} 12"
    assert "board 1 is closed" in talk.ask(line, "info string")


def game_that_the_tie_break_decides() -> str:
    rng = random.Random(1)
    while True:
        position, moves = Position.start("modern", tie_break="boards"), []
        while position.outcome is None:
            moves.append(rng.choice(position.legal_moves))
            position = position.play(moves[-1])
        if position.outcome.reason == "tie-break":
            return names(moves)


def test_the_tie_break_is_the_modes_unless_it_is_set(talk):
    game = game_that_the_tie_break_decides()
    results = {}
    for said in ("Mode modern", "Mode modern:tie_break=boards", "TieBreak draw", "TieBreak mode"):
        name, value = said.split()
        talk.say(f"setoption name {name} value {value}", f"position startpos moves {game}")
        results[said] = talk.ask("query result", "response")
    assert results["Mode modern"] == results["TieBreak draw"] == "response draw"
    won = results["Mode modern:tie_break=boards"]
    assert won in ("response p1win", "response p2win")
    assert results["TieBreak mode"] == won


@pytest.mark.parametrize(
    "line",
    ["setoption name Mode value battle", "setoption name TieBreak value boards", "uginewgame"],
)
def test_another_mode_tie_break_or_game_puts_the_old_position_away(talk, line):
    talk.say("position startpos moves 55", line)
    assert talk.ask("query p1turn", "response") == "response true"


def test_a_finished_game_has_no_best_move(talk):
    game = finished_game()
    talk.say(f"position startpos moves {game}")
    assert talk.ask("query gameover", "response") == "response true"
    assert talk.ask("query result", "response") in ("response p1win", "response p2win")
    assert talk.ask("go movetime 10", "bestmove") == "bestmove none"


def finished_game() -> str:
    rng = random.Random(8)
    while True:
        position, moves = Position.start(), []
        while position.outcome is None:
            moves.append(rng.choice(position.legal_moves))
            position = position.play(moves[-1])
        if position.outcome.winner:
            return names(moves)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("xyzzy", "'xyzzy' is not a command"),
        ("position", "is not a position"),
        ("position fen nonsense", "is not a position"),
        ("position startpos moves 55 11", "move 2: 11 is not a legal move"),
        ("position startpos moves 5a", "is not a move"),
        ("setoption name Colour value red", "is not an option"),
        ("setoption name Mode value chess", "expected one of modern"),
        ("setoption name MultiPV value 0", "from 1 to 81"),
        (f"setoption name MultiPV value {'9' * 5000}", "from 1 to 81"),
        ("setoption", "sets nothing"),
        ("go nodes many", "whole number"),
        ("query", "is not a query"),
    ],
)
def test_a_broken_line_is_answered_and_changes_nothing(talk, line, answer):
    talk.say("position startpos moves 55")
    assert answer in talk.ask(line, "info string")
    assert talk.ask("query p1turn", "response") == "response false"


def test_empty_lines_and_bytes_that_are_no_text_do_no_harm(talk):
    talk.say("", "   ", "\udcff".encode("utf-8", "surrogateescape").decode("latin-1"))
    assert talk.ask("isready", "readyok") == "readyok"


def test_an_endless_search_answers_when_it_is_stopped_and_not_before(talk):
    talk.say("position startpos", "go infinite", "isready")
    assert not any(line.startswith("bestmove") for line in talk.until("readyok"))
    assert "stop it first" in talk.ask("go nodes 5", "info string")
    assert talk.ask("stop", "bestmove").startswith("bestmove ")
    talk.say("stop")  # a second one is none of our business
    assert talk.ask("isready", "readyok") == "readyok"


@pytest.fixture(scope="module")
def thinker():
    """The default engine, which really searches."""
    with Dialogue() as dialogue:
        yield dialogue


def test_a_search_is_stopped_in_its_middle(thinker):
    for _ in range(3):
        thinker.say("position startpos moves 55 51", "go infinite")
        assert "pv" in thinker.until("info depth 5")[-1]  # it is well under way
        assert thinker.ask("isready", "readyok") == "readyok"
        best = thinker.ask("stop", "bestmove")
        assert best.split()[1] in {f"1{cell}" for cell in range(1, 10)}


def test_a_stop_right_after_go_is_not_lost(thinker):
    for _ in range(20):
        thinker.say("position startpos moves 55", "go infinite", "stop")
        assert thinker.until("bestmove")[-1][9] == "5"


def test_settings_reach_the_engine_between_searches(thinker):
    thinker.say("setoption name Hash value 1", "setoption name Threads value 2")
    thinker.say("setoption name MultiPV value 3", "position startpos", "go depth 3")
    ranks = [line.split("multipv ")[1][0] for line in thinker.until("bestmove")[:-1]]
    assert ranks[-3:] == ["1", "2", "3"]
    thinker.say("setoption name MultiPV value 1", "setoption name Threads value 1")


def test_the_level_is_an_option(thinker):
    thinker.say(
        "setoption name Level value Casual", "position startpos moves 55", "go movetime 5000"
    )
    assert all(line.startswith(("info depth 1 ", "info depth 2 ")) for line in told(thinker))
    thinker.say("setoption name Level value full")


def test_a_level_opens_in_various_ways_from_game_to_game(thinker):
    openings = set()
    thinker.say("setoption name Level value expert", "position startpos")
    for _ in range(30):  # of four moves that are as likely: two alone once in 200 million times
        thinker.say("uginewgame", "go movetime 5000")
        openings.add(thinker.until("bestmove")[-1])
    thinker.say("setoption name Level value full")
    assert len(openings) > 2


#: Room for the program and a small table, not for a large one.
LITTLE_ROOM = ("bash", "-c", 'ulimit -v 3000000 && exec "$@"', "bash")


def test_a_setting_that_cannot_be_had_leaves_the_engine_as_it_was():
    with Dialogue(before=LITTLE_ROOM) as dialogue:
        for ask in ("isready", "go nodes 50"):  # whichever notices it first
            dialogue.say("setoption name Hash value 2", "go nodes 50")
            dialogue.until("bestmove")
            dialogue.say("setoption name Hash value 100000", ask)
            assert "no room for 100000 MiB" in dialogue.until("info string")[-1]
            dialogue.until("readyok" if ask == "isready" else "bestmove")
            for size in ("", "setoption name Hash value 16"):
                dialogue.say(size, "position startpos moves 55", "go nodes 50")
                *infos, best = dialogue.until("bestmove")
                assert infos
                assert all(line.startswith("info depth") for line in infos)
                assert best[9] == "5"


def test_an_engine_that_never_was_is_complained_about_and_every_question_is_answered():
    with Dialogue("--engine", "full:hash=100000", before=LITTLE_ROOM) as dialogue:
        dialogue.say("isready", "position startpos moves 55", "go nodes 50")
        assert "no room for 100000 MiB" in dialogue.until("readyok")[0]
        *complaints, best = dialogue.until("bestmove")
        assert "no room for 100000 MiB" in complaints[0]
        assert best[9] == "5"
        dialogue.say("setoption name Hash value 1", "go nodes 50")
        assert all(line.startswith("info depth") for line in dialogue.until("bestmove")[:-1])


class Forgetful(RandomEngine):
    """Fails where nobody expects it to."""

    def new_game(self) -> None:
        raise RuntimeError("where was I?")


def test_whatever_goes_wrong_the_next_line_is_answered():
    said: list[str] = []
    offer = Offer("forgetful", lambda _: Forgetful(seed=1))
    UgiServer(offer, said.append).serve(["isready", "uginewgame", "isready"])
    assert said == ["readyok", "info string RuntimeError: where was I?", "readyok"]


def told(dialogue: Dialogue) -> list[str]:
    return [line for line in dialogue.until("bestmove") if line.startswith("info depth")]


def test_the_clock_of_the_player_to_move_is_kept(thinker):
    thinker.say("position startpos moves 55", "go p1time 1 p2time 600 p1inc 0 p2inc 0")
    assert thinker.until("bestmove")[-1][9] == "5"


@pytest.mark.parametrize("mode", sorted(VARIANTS))
def test_a_proven_win_is_announced(thinker, mode):
    """X has two boards of a line and the third by one move: mate in one."""
    position = one_move_from_winning(mode)
    thinker.say(f"position fen {format_position(position)}", "go depth 4")
    *infos, best = thinker.until("bestmove")
    assert "score mate 1 proven win distance 1" in infos[-1]
    assert position.play(best.split()[1]).outcome is not None


def one_move_from_winning(mode: str) -> Position:
    rng = random.Random(4)
    while True:
        position = Position.start(mode)
        while position.outcome is None:
            before, position = position, position.play(rng.choice(position.legal_moves))
        if position.outcome.reason == "line":
            return before


def run_to_the_end(text: bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*UGI, "--engine", "random", *arguments], input=text, capture_output=True, timeout=SOON
    )


def test_the_end_of_input_lets_a_bounded_search_finish():
    done = run_to_the_end(b"position startpos\ngo nodes 100\n")
    assert b"bestmove" in done.stdout
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_end_of_input_stops_an_endless_search():
    done = run_to_the_end(b"ugi\ngo infinite\n")
    assert b"bestmove" in done.stdout
    assert (done.returncode, done.stderr) == (0, b"")


def test_quit_ends_it_in_mid_search():
    done = run_to_the_end(b"go infinite\nquit\nisready\n")
    assert b"readyok" not in done.stdout
    assert (done.returncode, done.stderr) == (0, b"")


def test_bytes_that_are_no_text_are_answered():
    done = run_to_the_end(b"\xff\xfe\x80\nisready\n")
    assert b"is not a command" in done.stdout
    assert b"readyok" in done.stdout


def test_nobody_listening_is_no_error():
    process = subprocess.Popen(
        [*UGI, "--engine", "random"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin
    assert process.stdout
    assert process.stderr
    process.stdout.close()
    process.stdin.write(b"ugi\nisready\ngo infinite\n")
    process.stdin.close()
    assert process.wait(SOON) == 0
    assert process.stderr.read() == b""
    process.stderr.close()


def test_another_network_is_an_eval_file(tmp_path):
    good = files("ninefold.engine.networks") / "battle.weights"
    bad = tmp_path / "odd.weights"
    bad.write_text("nothing")
    with Dialogue() as dialogue:
        dialogue.say("ugi")
        assert "option name EvalFile type string default <empty>" in dialogue.until("ugiok")
        dialogue.say("setoption name Book value off")
        dialogue.say("setoption name Mode value battle", f"setoption name EvalFile value {good}")
        dialogue.say("position startpos moves 55", "go nodes 50")
        assert dialogue.until("bestmove")[-1] != "bestmove none"
        dialogue.say(f"setoption name EvalFile value {bad}", "isready")
        assert "odd.weights is not a network" in dialogue.until("readyok")[0]
        dialogue.say("setoption name Mode value open", "position startpos moves 55", "go nodes 50")
        told = dialogue.until("bestmove")[0]
        assert "is a network for battle: expected one for open" in told
