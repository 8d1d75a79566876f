"""Who is next at the computer: whatever comes and goes, the line does what a plain list says."""

from __future__ import annotations

import random

import pytest

from ninefold.server.play.line import Asker, Line
from ninefold.server.wire.refusal import Refusal

ASKERS = [
    *(Asker(f"v{number}", f"10.0.0.{number % 3}") for number in range(6)),
    Asker("v0", "10.0.0.2"),  # the same one, from elsewhere
    *(Asker("bot"), Asker("v1")),  # nobody knows from where
]


class Turns:
    """Everybody who waits, with the moments at which they, and their address, came to the end."""

    def __init__(self) -> None:
        self.jobs: list[tuple[int, Asker]] = []
        self.moment = 0
        self.addresses: dict[str, int] = {}
        self.visitors: dict[tuple[str, str], int] = {}

    def of(self, asker: Asker) -> list[int]:
        """A visitor's jobs, the first first."""
        return [job for job, one in self.jobs if one == asker]

    def at(self, place: str) -> list[int]:
        return [job for job, one in self.jobs if one.place == place]

    def to_the_end(self, asker: Asker, *, served: bool) -> None:
        """Somebody comes, or was served; whoever has no job any more stands nowhere."""
        self.moment += 1
        visitor = asker.place, asker.visitor
        if not self.of(asker):
            self.visitors.pop(visitor, None)
        elif served or visitor not in self.visitors:
            self.visitors[visitor] = self.moment
        if not self.at(asker.place):
            self.addresses.pop(asker.place, None)
        elif served or asker.place not in self.addresses:
            self.addresses[asker.place] = self.moment

    def take(self) -> int:
        def turn(found: tuple[int, Asker]) -> tuple[int, int]:
            asker = found[1]
            return self.addresses[asker.place], self.visitors[asker.place, asker.visitor]

        job, asker = min(self.jobs, key=turn)  # of several of one visitor the first
        self.jobs.remove((job, asker))
        self.to_the_end(asker, served=True)
        return job


@pytest.mark.parametrize("seed", range(4))
def test_addresses_take_turns_and_at_each_its_visitors(seed):
    dice, turns = random.Random(seed), Turns()
    most, each, each_address = dice.randrange(8, 14), dice.randrange(2, 5), dice.randrange(4, 8)
    line: Line[int] = Line(most, each, each_address)
    refused = 0
    for job in range(600):
        asker = dice.choice(ASKERS)
        match dice.choice(("add", "add", "add", "take", "take", "drop", "drop one's own", "clear")):
            case "add":
                full = len(turns.jobs) >= most or len(turns.of(asker)) >= each
                if full or len(turns.at(asker.place)) >= each_address:
                    with pytest.raises(Refusal, match="too many games") as caught:
                        line.add(job, asker)
                    assert caught.value.code == "busy"
                    refused += 1
                else:
                    line.add(job, asker)
                    turns.jobs.append((job, asker))
                    turns.to_the_end(asker, served=False)
            case "take" if turns.jobs:
                assert line.take() == turns.take()
            case "drop":
                assert not line.drop(-1, asker), "what was never there"
            case "drop one's own" if turns.jobs:
                mine = dice.choice(turns.jobs)
                assert line.drop(*mine)
                assert not line.drop(*mine)
                turns.jobs.remove(mine)
                turns.to_the_end(mine[1], served=False)
            case "clear" if dice.random() < 0.05:
                line.clear()
                turns = Turns()
        assert (len(line), bool(line)) == (len(turns.jobs), bool(turns.jobs))
    assert refused > 5
    assert [line.take() for _ in range(len(line))] == [turns.take() for _ in range(len(turns.jobs))]
