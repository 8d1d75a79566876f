"""A day of a million players, second by second: how many servers, and what breaks first.

A model, not a measurement. People come over the day as people do, play some games with strangers
or friends at various clocks, watch some, and leave. (Games against the computer run in the page and
cost the servers nothing but the page.) Each game's moves and sockets are added up for every second
of the day; `Costs` turns the busiest second into cores, memory, writes and bytes.

    python bench/million_players.py [--players 1000000] [--at-once] [--nodes N]

With --at-once all of them play at the same time, which is another world. What people do is assumed
(`Habits`); what it costs was measured (`Costs`, with the command for each).
"""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass

import numpy as np

DAY = 86_400
#: How full a core, or a limit, may be before somebody waits.
ROOM = 0.6


@dataclass(frozen=True)
class Habits:
    """What is assumed of people; none of it was measured."""

    games: float = 3.0  # with other people, a player and day
    moves: float = 50.0  # a game, both sides together
    #: (share of the games, seconds a move): 1+0, 3+0, 5+0, 10+5, no clock
    paces: tuple[tuple[float, float], ...] = (
        (0.1, 1.5),
        (0.3, 4.0),
        (0.3, 6.0),
        (0.2, 10.0),
        (0.1, 12.0),
    )
    evening: float = 0.8  # the busiest hour has 1.8 times the mean, the quietest 0.2 times
    watchers: float = 0.2  # sockets that watch, for each game that is going on


@dataclass(frozen=True)
class Costs:
    """What was measured, on one core of a shared two-core machine (docs/run/several.md).

    `PYTHONPATH=tests python bench/server_moves.py --games 200 --seconds 6 --several` and
    `bench/server_moves.py --games 100 --seconds 5 --watchers 10`.
    """

    move_us: float = 290.0  # a durable move on the server that owns its game, in PostgreSQL
    carried_us: float = 95.0  # more, if the page is at another server
    watcher_us: float = 14.0  # to tell one more socket
    database_us: float = 250.0  # of PostgreSQL's core, a move
    redis_us: float = 32.0  # of Redis's core, a move
    game_kb: float = 100.0  # of memory, its two sockets included
    watcher_kb: float = 30.0
    event_bytes: float = 1_150.0  # a whole game with its frame, to each socket
    written_bytes: float = 640.0  # of write-ahead log, a move
    kept_bytes: float = 290.0  # in the database for good, a move
    #: Each second every server hears from every other who is connected there.
    gossip_bytes: float = 29.0  # a socket
    gossip_us: float = 0.2  # a socket, at each server that hears it


@dataclass(frozen=True)
class Peak:
    """The busiest second."""

    at: int  # second of the day
    games: float
    moves: float  # a second

    def clock(self) -> str:
        return f"{self.at // 3600:02d}:{self.at % 3600 // 60:02d}"


def day_of(players: int, habits: Habits, dice: np.random.Generator) -> tuple[Peak, float]:
    """The busiest second of a simulated day, and the moves of all of it."""
    count = round(players * habits.games / 2)  # two people a game
    begins = _moments(count, habits.evening, dice)
    shares, paces = zip(*habits.paces, strict=True)
    pace = np.asarray(paces)[dice.choice(len(paces), count, p=shares)]
    pace = pace * dice.lognormal(-0.125, 0.5, count)  # nobody is like the other; the mean stays
    moves = np.clip(dice.normal(habits.moves, 12, count), 17, 81)
    ends = (begins + moves * pace).astype(np.int64) % DAY  # past midnight is this morning
    going, rate = np.zeros(DAY), np.zeros(DAY)
    _add(going, begins, ends, np.ones(count))
    _add(rate, begins, ends, 1 / pace)
    busiest = int(rate.argmax())
    return Peak(busiest, float(going[busiest]), float(rate[busiest])), float(moves.sum())


def _moments(count: int, evening: float, dice: np.random.Generator) -> np.ndarray:
    """When games begin: a wave over the day with its top at nine in the evening."""
    hours = np.arange(DAY) / 3600
    weight = 1 + evening * np.cos((hours - 21) * math.pi / 12)
    return np.searchsorted(np.cumsum(weight) / weight.sum(), dice.random(count)).astype(np.int64)


def _add(line: np.ndarray, begins: np.ndarray, ends: np.ndarray, amount: np.ndarray) -> None:
    """Add an amount from a game's beginning to its end, for every game."""
    change = np.zeros(DAY)
    np.add.at(change, begins, amount)
    np.add.at(change, ends, -amount)
    over_midnight = amount[ends < begins].sum()
    line += np.cumsum(change) + over_midnight


def all_at_once(players: int, habits: Habits) -> Peak:
    """Everybody in a game at the same moment."""
    rate = sum(share / pace for share, pace in habits.paces)
    return Peak(0, players / 2, players / 2 * rate)


@dataclass(frozen=True)
class Need:
    """What the busiest second takes, with so many servers."""

    nodes: int
    sockets: float
    cores: dict[str, float]
    memory_gb: float
    out_mb: float
    written_mb: float
    gossip_mb: float


def need_of(peak: Peak, habits: Habits, costs: Costs, nodes: int) -> Need:
    """With pages spread blindly all but one in so many commands are carried."""
    watchers = peak.games * habits.watchers
    sockets = 2 * peak.games + watchers
    carried = 1 - 1 / nodes
    told = peak.moves * habits.watchers
    serving = peak.moves * (costs.move_us + carried * costs.carried_us) + told * costs.watcher_us
    hearing = sockets * carried * costs.gossip_us  # at each server
    cores = {
        "servers, in all": (serving + hearing * nodes) / 1e6,
        "PostgreSQL": peak.moves * costs.database_us / 1e6,
        "Redis": peak.moves * costs.redis_us / 1e6,
    }
    return Need(
        nodes,
        sockets,
        cores,
        (peak.games * costs.game_kb + watchers * costs.watcher_kb) / 1e6,
        peak.moves * (2 + habits.watchers) * costs.event_bytes / 1e6,
        peak.moves * costs.written_bytes / 1e6,
        sockets * costs.gossip_bytes * (nodes - 1) / 1e6,
    )


def nodes_for(peak: Peak, habits: Habits, costs: Costs) -> int | None:
    """The fewest servers, a core each, that have room; None where more of them do not help."""
    for nodes in range(1, 2_000):
        if need_of(peak, habits, costs, nodes).cores["servers, in all"] <= ROOM * nodes:
            return nodes
    return None


def breaking_points(habits: Habits, costs: Costs) -> list[tuple[str, float]]:
    """How many could play at the same time before each part is full, the first to break first."""
    one = all_at_once(1, habits)
    sockets = 2 * one.games * (1 + habits.watchers / 2)
    on_a_core = ROOM / need_of(one, habits, costs, 1).cores["servers, in all"]
    heard = sockets * costs.gossip_bytes / on_a_core  # a player's, times as many servers as players
    points = {
        "one server's core": on_a_core,
        "1 Gbit/s out of Redis, to tell all servers who is connected": (ROOM * 125e6 / heard)
        ** 0.5,
        "one server's 20,000 open files": ROOM * 20_000 / sockets,
        "one server's 4 GB": ROOM * 4 / need_of(one, habits, costs, 1).memory_gb,
        "PostgreSQL on 16 cores": ROOM * 16 / (one.moves * costs.database_us / 1e6),
        "Redis, which has one core": ROOM / (one.moves * costs.redis_us / 1e6),
        "a fifth of each server spent on hearing who is connected": 0.2
        / (sockets * costs.gossip_us / 1e6),
        "1 Gbit/s to the pages": ROOM * 125 / need_of(one, habits, costs, 1).out_mb,
    }
    return sorted(points.items(), key=lambda point: point[1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=1_000_000)
    parser.add_argument("--at-once", action="store_true", help="all of them at the same time")
    parser.add_argument("--nodes", type=int, help="so many servers instead of the fewest")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if args.players < 2 or (args.nodes is not None and args.nodes < 1):
        parser.error("expected two players or more, and a server or more")
    habits, costs = Habits(), Costs()
    if args.at_once:
        peak, moves = all_at_once(args.players, habits), 0.0
        print(f"{args.players:,} players at the same time")
    else:
        peak, moves = day_of(args.players, habits, np.random.default_rng(args.seed))
        print(f"{args.players:,} players on one day; busiest at {peak.clock()}")
    print(f"  games going on          {peak.games:12,.0f}")
    print(f"  moves a second          {peak.moves:12,.0f}   each a durable write")
    nodes = args.nodes or nodes_for(peak, habits, costs)
    if nodes is None:
        print("  no number of servers has room: each has to hear of all others' sockets")
        nodes = 2_000
    need = need_of(peak, habits, costs, nodes)
    print(f"  servers of a core each  {nodes:12,d}   {100 * ROOM:.0f} % full at most")
    for name, cores in need.cores.items():
        print(f"  cores: {name:<16} {cores:12,.2f}")
    print(f"  sockets                 {need.sockets:12,.0f}   {need.sockets / nodes:,.0f} a server")
    print(f"  memory                  {need.memory_gb:12,.1f} GB")
    print(f"  to the pages            {need.out_mb:12,.1f} MB/s")
    print(f"  written ahead           {need.written_mb:12,.2f} MB/s")
    print(f"  between servers         {need.gossip_mb:12,.1f} MB/s of who is connected")
    if moves:
        print(f"  kept of the day         {moves * costs.kept_bytes / 1e9:12,.1f} GB")
    print("players at the same time until each part is full:")
    for name, players in breaking_points(habits, costs):
        print(f"  {players:12,.0f}  {name}")


if __name__ == "__main__":
    main()
