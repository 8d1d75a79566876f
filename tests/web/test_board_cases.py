"""The browser's board tests stand on positions from the rules as they are now."""

from __future__ import annotations

from support import board_cases


def test_the_positions_of_the_board_tests_are_what_the_rules_make() -> None:
    made = board_cases.cases_text()
    assert board_cases.FILE.read_text(encoding="utf-8") == made, (
        "web/src/board/cases.json is not what the rules make: "
        "run `.venv/bin/python tests/support/board_cases.py`"
    )
