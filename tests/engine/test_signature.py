"""The node signature: a change that is meant to leave the search alone leaves this number alone."""

from __future__ import annotations

import json

import pytest

from ninefold.cli import main
from ninefold.commands import bench
from ninefold.engine.signature import DEPTH, Count, count_nodes

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


@pytest.mark.parametrize(("options", "depth"), [([], DEPTH), (["--depth", "5"], 5)])
def test_the_command_tells_nodes_and_their_speed_at_the_depth_that_was_asked_for(
    options: list[str], depth: int, monkeypatch, capsys
) -> None:
    asked: list[int] = []

    def counted(depth: int = 0) -> list[Count]:
        asked.append(depth)
        one, other = 12_000_000, 3_000_000
        return [Count("open", "network", one, 2.0), Count("battle", "hand", other, 0.5)]

    monkeypatch.setattr(bench, "count_nodes", counted)
    assert main(["bench", *options]) == 0
    assert asked == [depth]
    assert [line.split() for line in capsys.readouterr().out.splitlines()[1:]] == [
        ["open", "network", "12,000,000", "6.0"],
        ["battle", "hand", "3,000,000", "6.0"],
        ["all", "15,000,000", "6.0"],
        ["signature", "15000000"],
    ]
    assert main(["bench", *options, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["depth"], told["signature"]) == (depth, 15_000_000)
    assert told["counts"][1] == {
        "mode": "battle",
        "evaluation": "hand",
        "nodes": 3_000_000,
        "seconds": 0.5,
    }
