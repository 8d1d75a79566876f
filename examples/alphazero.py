"""A small AlphaZero on the vector environment: self-play by tree search (PUCT), then training.

    pip install "ninefold[env]" torch
    python examples/alphazero.py --minutes 10

All games of the vector environment are searched at once: in each simulation every tree hands a leaf
to the network, so the network sees batches. The policy learns the visits of the search, the value
learns the result, both under the board's eight symmetries. This is the whole method on a page; for
strong networks of this game see docs/build/learning.md.
"""

import argparse
import time
from collections import deque

import gymnasium
import numpy as np
import torch
from torch import Tensor, nn

import ninefold.env
from ninefold import Position
from ninefold.env import action_mask, observation, transform

NOISE = np.random.default_rng(1)


class Network(nn.Module):
    """From what the mover sees to a policy over the 81 squares and the value of the position."""

    def __init__(self, width: int = 256) -> None:
        super().__init__()
        layers = (nn.Linear(5 * 81, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.body = nn.Sequential(nn.Flatten(), *layers)
        self.policy, self.value = nn.Linear(width, 81), nn.Linear(width, 1)

    def forward(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        """Logits and values."""
        wide = self.body(seen)
        return self.policy(wide), torch.tanh(self.value(wide))[:, 0]


class Node:
    """A position in a tree; ``total`` adds up what it was worth to whoever moved there."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.visits, self.total = 0, 0.0
        self.moves = np.array(position.legal_moves, int)
        self.priors = np.zeros(len(self.moves))
        self.children: list[Node | None] = [None] * len(self.moves)

    def child(self) -> "Node":
        """The child that PUCT looks at next."""
        visits = np.array([child.visits if child else 0 for child in self.children])
        totals = np.array([child.total if child else 0.0 for child in self.children])
        explore = 1.5 * self.priors * (self.visits + 1) ** 0.5 / (1 + visits)
        best = int(np.argmax(totals / np.maximum(visits, 1) + explore))
        if self.children[best] is None:
            self.children[best] = Node(self.position.play(int(self.moves[best])))
        chosen = self.children[best]
        assert chosen is not None
        return chosen


def evaluate(network: Network, nodes: list[Node]) -> list[float]:
    """What each node is worth to its mover; where the game goes on, by the network."""
    seen = torch.from_numpy(np.stack([observation(node.position) for node in nodes])).float()
    legal = torch.from_numpy(np.stack([action_mask(node.position) for node in nodes])).bool()
    with torch.no_grad():
        logits, values = network(seen)
    policies = logits.masked_fill(~legal, -1e9).softmax(1).numpy()
    for node, policy in zip(nodes, policies, strict=True):
        node.priors = policy[node.moves]
    outcomes = [node.position.outcome for node in nodes]
    return [
        float(value)
        if outcome is None
        else {None: 0.0, node.position.turn: 1.0}.get(outcome.winner, -1.0)
        for node, outcome, value in zip(nodes, outcomes, values, strict=True)
    ]


def search(network: Network, positions: list[Position], simulations: int) -> list[Node]:
    """A tree for each position, all grown at once."""
    roots = [Node(position) for position in positions]
    evaluate(network, roots)
    for root in roots:  # some noise, so that every move is tried now and then
        root.priors = 0.75 * root.priors + 0.25 * NOISE.dirichlet(np.ones(len(root.moves)))
        root.visits = 1
    for _ in range(simulations):
        paths = []
        for root in roots:
            path = [root]
            while path[-1].visits and path[-1].position.outcome is None:
                path.append(path[-1].child())
            paths.append(path)
        for path, value in zip(paths, evaluate(network, [p[-1] for p in paths]), strict=True):
            for node in reversed(path):
                value = -value
                node.visits, node.total = node.visits + 1, node.total + value
    return roots


def policy_of(root: Node) -> np.ndarray:
    """How often each square was looked at, as shares."""
    policy = np.zeros(81, np.float32)
    policy[root.moves] = [child.visits if child else 0 for child in root.children]
    return policy / max(policy.sum(), 1)


def self_play(network: Network, envs: gymnasium.vector.VectorEnv, simulations: int) -> list[tuple]:
    """One game in every environment: (observation, policy, result for the mover) a position."""
    seen, infos = envs.reset()
    games: list[list[tuple]] = [[] for _ in range(envs.num_envs)]
    samples, running = [], np.ones(envs.num_envs, bool)
    while running.any():
        ones = np.flatnonzero(running)
        roots = search(network, [envs.positions[n] for n in ones], simulations)
        actions = np.zeros(envs.num_envs, np.int64)
        for n, root in zip(ones, roots, strict=True):
            policy = policy_of(root)
            games[n].append((seen[n], policy, infos["player"][n]))
            early = len(games[n]) < 20
            actions[n] = NOISE.choice(81, p=policy / policy.sum()) if early else policy.argmax()
        movers = infos["player"]
        seen, rewards, ended, _, infos = envs.step(actions)
        for n in np.flatnonzero(ended & running):
            for saw, policy, player in games[n]:
                samples.append((saw, policy, rewards[n] if player == movers[n] else -rewards[n]))
        running &= ~ended
    return samples


def train(network: Network, optimizer: torch.optim.Optimizer, memory: deque, steps: int) -> float:
    """Some steps on batches of the memory, each in one of the eight symmetries; the last loss."""
    loss = torch.zeros(())
    for _ in range(steps):
        batch = [memory[i] for i in NOISE.integers(len(memory), size=256)]
        seen, policy, result = (np.stack(column) for column in zip(*batch, strict=True))
        turn = int(NOISE.integers(8))
        logits, values = network(torch.from_numpy(transform(seen, turn)).float())
        wanted = torch.from_numpy(transform(policy, turn))
        by_value = nn.functional.mse_loss(values, torch.from_numpy(result).float())
        loss = by_value + nn.functional.cross_entropy(logits, wanted)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return float(loss.detach())


def score(network: Network, mode: str, opponent: str, games: int, simulations: int) -> float:
    """Its share of the points against an engine, half of the games as X, half as O."""
    points = []
    for side in ("X", "O"):
        env = gymnasium.make(
            ninefold.env.ENV_ID, mode=mode, opponent=opponent, side=side, random_moves=2
        )
        for game in range(games // 2):
            env.reset(seed=1000 + game)
            reward, over = 0.0, False
            while not over:
                (root,) = search(network, [env.unwrapped.position], simulations)
                _, reward, over, _, _ = env.step(int(policy_of(root).argmax()))
            points.append((1 + reward) / 2)
        env.close()
    return float(np.mean(points))


def main() -> None:
    """Rounds of self-play and training, and games before and after."""
    parser = argparse.ArgumentParser(description="a small AlphaZero")
    parser.add_argument("--mode", default="modern")
    parser.add_argument("--opponent", default="greedy", help="to play before and after (greedy)")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--envs", type=int, default=64, help="games at a time (64)")
    parser.add_argument("--simulations", type=int, default=32, help="a move (32)")
    parser.add_argument("--games", type=int, default=100, help="before and after (100)")
    options = parser.parse_args()

    torch.manual_seed(1)
    torch.set_num_threads(1)
    network, memory = Network(), deque(maxlen=100_000)
    optimizer = torch.optim.AdamW(network.parameters(), lr=1e-3)
    envs = gymnasium.make_vec(
        ninefold.env.ENV_ID, num_envs=options.envs, mode=options.mode, autoreset_mode="DISABLED"
    )
    rules = (options.mode, options.opponent, options.games, options.simulations)
    print(f"before training: {score(network, *rules):.1%} against {options.opponent}", flush=True)
    end, games = time.monotonic() + 60 * options.minutes, 0
    while games == 0 or time.monotonic() < end:
        memory.extend(self_play(network, envs, options.simulations))
        games += options.envs
        loss = train(network, optimizer, memory, steps=len(memory) // 256)
        print(f"{games} games, {len(memory):,} positions, loss {loss:.3f}", flush=True)
    print(f"after training: {score(network, *rules):.1%} against {options.opponent}", flush=True)
    torch.save(network.state_dict(), "alphazero.pt")


if __name__ == "__main__":
    main()
