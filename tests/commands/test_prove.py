"""`ninefold prove` as people call it."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from ninefold.cli import main

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
    code, _, err = prove(capsys, "battle", *CLAIM, "--by", "41", "--check", file)
    assert code == 2
    assert "X has not won by move 41" in err


def test_a_goal_is_disproven(capsys):
    code, out, _ = prove(capsys, "battle", *CLAIM, "--by", "41", "--json")
    answer = json.loads(out)
    assert code == 1
    assert (answer["verdict"], answer["move"]) == ("disproven", None)


def test_classic_is_known_from_the_start(capsys):
    code, out, _ = prove(capsys, "classic", "--for", "X", "--by", "43", "--json")
    answer = json.loads(out)
    assert code == 0
    assert (answer["verdict"], answer["move"]) == ("proven", "55")


def test_limits_end_a_search(capsys):
    code, out, _ = prove(capsys, "modern", "--nodes", "5_000")
    assert code == 1
    assert "not settled" in out


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
        assert (code, out) == (2, "")
        assert len(err.splitlines()) == 1


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
