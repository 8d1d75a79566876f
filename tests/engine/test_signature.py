"""The node signature: a change that is meant to leave the search alone leaves this number alone."""

from __future__ import annotations

import json

from ninefold.cli import main
from ninefold.engine.signature import count_nodes

#: Who changes the search on purpose puts the new number here and into the message of the commit.
SIGNATURE = 3712142


def test_the_search_visits_the_nodes_that_it_did() -> None:
    assert sum(count.nodes for count in count_nodes()) == SIGNATURE


def test_the_command_tells_the_signature_and_how_it_adds_up(capsys) -> None:
    assert main(["bench", "--depth", "3", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["depth"] == 3
    assert told["signature"] == sum(row["nodes"] for row in told["counts"]) > 0
    assert {row["evaluation"] for row in told["counts"]} == {"network", "hand"}
    assert main(["bench", "--depth", "3"]) == 0
    assert f"signature {told['signature']}" in capsys.readouterr().out


def test_a_depth_that_makes_no_sense_is_refused(capsys) -> None:
    assert main(["bench", "--depth", "0"]) == 2
    assert "depth is 0: expected a whole number from 1 to 81" in capsys.readouterr().err
