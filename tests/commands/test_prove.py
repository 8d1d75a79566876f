"""`ninefold prove` as people call it."""

import ast
import inspect
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ninefold import VARIANTS, Position
from ninefold.cli import main
from ninefold.commands import prove as prove_command
from ninefold.engine.proofs import Prover, checker
from ninefold.rules.notation import format_position
from support.endgames import Worth, endgames, worth

CORNER = "55 52 25 53 35 54 45 56 65 57 75 58 85 59 95 51"
CLAIM = ("--moves", CORNER, "--for", "X", "--by", "43", "--restrict", "19 captures")
NINEFOLD = (sys.executable, "-m", "ninefold", "prove")


def prove(capsys, *arguments: str) -> tuple[int, str, str]:
    code = main(["prove", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_a_goal_is_proven_written_and_checked(capsys, tmp_path):
    file = str(tmp_path / "corner.txt")
    code, out, err = prove(capsys, "battle", *CLAIM, "--export", file)
    assert code == 0
    assert out.startswith("proven: X wins by move 43 with cells 19 captures (")
    assert "; play 1" in out
    assert f"wrote {file}" in err
    code, out, _ = prove(capsys, "battle", *CLAIM, "--check", file)
    assert code == 0
    assert "at move 43 at the latest" in out
    # The same certificate does not prove another claim.
    code, out, err = prove(capsys, "battle", *CLAIM, "--by", "41", "--check", file)
    assert (code, err) == (1, "")
    assert out.startswith("refuted: X has not won by move 41: ")


def test_a_refuted_certificate_is_a_negative_answer_and_a_broken_one_bad_input(capsys, tmp_path):
    start = "classic 9/9/9/9/9/9/9/9/9 ......... X -"
    claim = ("classic", "--for", "X", "--by", "43", "--check")
    file = tmp_path / "certificate.txt"
    for text, code, said in (
        (f"{start} 11\n", 1, "the certificate has no move for"),
        (f"{start} 55\n{start.replace('X', 'O')} 55\n", 1, "the certificate has no move for"),
        ("# nothing\n", 1, "the certificate has no move for"),
        (f"{start} 99x\n", 2, "99x"),
        ("55\n", 2, "line 1 of the certificate"),
    ):
        file.write_text(text)
        answered, out, err = prove(capsys, *claim, str(file))
        assert answered == code, text
        assert said in (out if code == 1 else err)
    file.write_text("# nothing\n")
    _, out, _ = prove(capsys, *claim, str(file), "--json")
    assert json.loads(out)["verdict"] == "refuted"


def test_a_certificate_that_cheats_is_refuted(capsys, tmp_path):
    file = tmp_path / "cheat.txt"
    moves = "55 51 15"
    claim = ("classic", "--moves", f"{moves} 52", "--for", "X", "--check", str(file))
    position = Position.start("classic")
    for move in (*moves.split(), "52"):
        position = position.play(move)
    file.write_text(f"{format_position(position.canonical())} 99\n")
    code, out, err = prove(capsys, *claim)
    assert (code, err) == (1, "")
    assert out.startswith("refuted: 99 is not a legal move")


def test_the_checker_stands_on_the_rules_alone():
    """import-linter watches the modules; it cannot see an import from the package above them."""
    tree = ast.parse(Path(inspect.getsourcefile(checker)).read_text("utf-8"))
    named = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    named |= {
        name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names
    }
    ours = {module for module in named if module.startswith("ninefold")}
    assert ours
    assert all(module.startswith("ninefold.rules.") for module in ours)


def test_a_goal_is_disproven(capsys):
    code, out, _ = prove(capsys, "battle", *CLAIM, "--by", "41", "--json")
    answer = json.loads(out)
    assert code == 1
    assert (answer["verdict"], answer["move"]) == ("disproven", None)


def test_a_goal_by_a_move_says_that_the_game_is_over_by_then(capsys):
    code, out, _ = prove(capsys, "modern", "--for", "O", "--goal", "draw", "--by", "5")
    assert code == 1
    assert out.startswith("disproven: O ends the game without losing it by move 5 (")


def test_classic_is_known_from_the_start(capsys):
    code, out, _ = prove(capsys, "classic", "--for", "X", "--by", "43", "--json")
    answer = json.loads(out)
    assert code == 0
    assert (answer["verdict"], answer["move"]) == ("proven", "55")


def test_what_is_known_of_classic_is_no_proof_of_an_earlier_win(capsys):
    code, out, _ = prove(capsys, "classic", "--for", "X", "--by", "41", "--nodes", "1000", "--json")
    answer = json.loads(out)
    assert code == 1
    assert (answer["verdict"], answer["move"]) == ("unknown", None)


def test_what_a_position_is_worth_is_said_of_whoever_is_to_move(capsys):
    """The end of a game as everything looked at tells it, for both sides."""
    known, said = dict[Position, Worth](), set()
    words = {"win": "wins", "draw": "draws", "loss": "loses"}
    for position in [p for empty in (5, 6) for p in endgames(VARIANTS["battle"], 20, empty)]:
        value = worth(position, known).proven
        code, out, _ = prove(capsys, format_position(position), "--memory", "1")
        assert code == 0
        assert out.startswith(f"{position.turn} {words[value]} (")
        said.add((position.turn, value))
    code, out, _ = prove(capsys, format_position(position), "--memory", "1", "--json")
    told = json.loads(out)
    assert (told["turn"], told["value"]) == (position.turn, value)
    assert said >= {(turn, value) for turn in "XO" for value in ("win", "loss")}
    assert {value for _, value in said} == {*words}


def test_a_draw_that_is_held_is_written_and_checked_as_one(capsys, tmp_path):
    known, file = dict[Position, Worth](), tmp_path / "draw.txt"
    ends = endgames(VARIANTS["battle"], 30, 6)
    drawn = [p for p in ends if worth(p, known).proven == "draw" and len(p.legal_moves) > 1][:2]
    assert len(drawn) == 2
    for position in drawn:
        claim = (format_position(position), "--memory", "1", "--for", position.turn)
        hold = (*claim, "--goal", "draw")
        code, out, err = prove(capsys, *hold, "--export", str(file))
        assert (code, out.split(" (")[0]) == (0, f"proven: {position.turn} does not lose")
        assert f"wrote {file}" in err
        code, out, _ = prove(capsys, *hold, "--check", str(file))
        assert code == 0
        assert out.startswith(f"checked: {position.turn} does not lose, at move ")
        code, out, _ = prove(capsys, *claim, "--check", str(file))
        assert code == 1
        assert out.startswith("refuted: ")
        assert prove(capsys, *claim)[0] == 1


def test_limits_end_a_search(capsys):
    code, out, _ = prove(capsys, "modern", "--nodes", "5_000")
    assert code == 1
    assert "not settled" in out


def test_a_limit_is_for_the_whole_answer(capsys):
    for limit in (2_000, 30_000):
        code, out, _ = prove(capsys, "modern", "--moves", "55", "--nodes", str(limit), "--json")
        answer = json.loads(out)
        assert (code, answer["value"]) == (1, "unknown")
        assert 0.9 * limit < answer["nodes"] <= limit + 2


def test_a_limit_of_one_is_enough_to_ask(capsys):
    code, out, _ = prove(capsys, "modern", "--nodes", "1")
    assert (code, "not settled" in out) == (1, True)


def test_bad_input_is_answered_in_one_sentence(capsys, tmp_path):
    for arguments in (
        ("--by", "90", "--for", "X"),
        ("--by", "9"),
        ("--nodes", "-1"),
        ("--time", "soon"),
        ("--memory", "0"),
        ("--for", "X", "--restrict", "all"),
        ("--for", "X", "--check", str(tmp_path / "nothing")),
    ):
        code, out, err = prove(capsys, "classic", *arguments)
        assert (code, out) == (4 if "--check" in arguments else 2, "")
        assert len(err.splitlines()) == 1


def test_a_goal_without_a_player_and_endless_numbers_are_refused(capsys):
    for given in (("--goal", "draw"), ("--by", "40")):
        code, _, err = prove(capsys, "modern", *given)
        assert code == 2
        assert "add --for X or --for O" in err
    code, _, err = prove(capsys, "modern", "--memory", "9" * 5000)
    assert code == 2
    assert "memory" in err


def test_ctrl_c_is_answered_with_what_was_done():
    with subprocess.Popen((*NINEFOLD, "modern"), stderr=subprocess.PIPE, text=True) as process:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and not _has_workers(process.pid):
            time.sleep(0.05)
        os.kill(process.pid, signal.SIGINT)
        try:
            _, err = process.communicate(timeout=60)
        finally:
            process.kill()  # whatever went wrong, it does not go on by itself
    assert process.returncode == 130
    assert "stopped after" in err
    assert "Traceback" not in err


def _has_workers(pid: int) -> bool:
    """Whether the search has begun: it runs on a thread of its own."""
    return len(list(Path(f"/proc/{pid}/task").iterdir())) > 1


class Told(Exception):
    """What a prover was made and asked with."""


@pytest.mark.parametrize("goal", [(), ("--for", "O", "--goal", "draw")])
@pytest.mark.parametrize(
    ("options", "memory", "limits"),
    [
        ((), 256, {"nodes": None, "seconds": None}),
        (("--memory", "2"), 2, {"nodes": None, "seconds": None}),
        (("--nodes", "5_000"), 256, {"nodes": 5000, "seconds": None}),
        (("--nodes", "1,000,000"), 256, {"nodes": 1_000_000, "seconds": None}),
        (("--time", "0.5"), 256, {"nodes": None, "seconds": 0.5}),
        (("--time", "0", "--nodes", "7"), 256, {"nodes": 7, "seconds": 0.0}),
    ],
)
def test_a_search_has_the_memory_and_the_limits_that_it_was_given(
    goal, options, memory, limits, monkeypatch
):
    def ask(self, position, *goal, watch, **limits):
        raise Told(self.memory, limits)

    class Asked(Prover):
        def __init__(self, memory):
            super().__init__(1)
            self.memory = memory

        prove = value = ask

    monkeypatch.setattr(prove_command, "Prover", Asked)
    with pytest.raises(Told) as told:
        main(["prove", "modern", *goal, *options])
    assert told.value.args == (memory, limits)


def test_what_is_known_of_classic_is_no_answer_to_a_restricted_question_or_for_o(capsys):
    """The win from the centre is X's, and plays cells of its own."""
    limit = ("--nodes", "50", "--json")
    for claim in (("--for", "X", "--restrict", "1"), ("--for", "O"), ("--for", "O", "--by", "43")):
        code, out, _ = prove(capsys, "classic", *claim, *limit)
        assert (code, json.loads(out)["move"]) == (1, None)
    code, out, _ = prove(capsys, "classic", "--for", "X", *limit)
    assert (code, json.loads(out)["move"]) == (0, "55")


def test_only_a_proof_is_written_and_a_check_tells_what_it_walked(capsys, tmp_path):
    file = tmp_path / "proof.txt"
    code, _, err = prove(capsys, "battle", *CLAIM, "--by", "41", "--export", str(file))
    assert (code, err, file.exists()) == (1, "", False)
    code, _, err = prove(capsys, "battle", *CLAIM, "--export", str(file))
    assert code == 0
    lines = [line for line in file.read_text().splitlines() if not line.startswith("#")]
    assert file.read_text().startswith("# X wins by move 43 with cells 19 captures\n")
    code, out, _ = prove(capsys, "battle", *CLAIM, "--check", str(file), "--json")
    told = json.loads(out)
    assert (code, told["verdict"], told["latest"]) == (0, "proven", 43)
    assert f"{len(lines):,} moves for {told['positions']:,} positions" in err
    assert told["positions"] > len(lines) > 1
    assert told["goal"] == "X wins by move 43 with cells 19 captures"
    assert told["moves"] == CORNER.split()
