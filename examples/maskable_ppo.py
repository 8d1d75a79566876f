"""MaskablePPO from sb3-contrib learns to beat a level of the computer.

    pip install "ninefold[env]" sb3-contrib
    python examples/maskable_ppo.py --minutes 5

It plays a level inside the Gymnasium environment; ``action_masks`` tells MaskablePPO which squares
are legal, so not a single step is spent on learning the rules. Before and after training it plays
the same games, best moves only: half of them as X, half as O. docs/use/environments.md says what
the observation is.
"""

import argparse
import time
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv

import ninefold.env  # registers the environment


def make(mode: str, opponent: str, side: str = "random", random_moves: int = 0) -> gymnasium.Env:
    """A game against a level; some random moves at the start make no two games alike."""
    return gymnasium.make(
        ninefold.env.ENV_ID, mode=mode, opponent=opponent, side=side, random_moves=random_moves
    )


def score(model: MaskablePPO, mode: str, opponent: str, games: int) -> tuple[float, float]:
    """Its share of the points in so many games, and the 95 % error."""
    points = []
    for side in ("X", "O"):
        env = make(mode, opponent, side, random_moves=2)
        for game in range(games // 2):
            seen, info = env.reset(seed=1000 + game)
            over, reward = False, 0.0
            while not over:
                mask = info["action_mask"].astype(bool)
                action, _ = model.predict(seen, action_masks=mask, deterministic=True)
                seen, reward, over, _, info = env.step(int(action))
            points.append((1 + float(reward)) / 2)
        env.close()
    return float(np.mean(points)), 1.96 * float(np.std(points)) / len(points) ** 0.5


class Until(BaseCallback):
    """Ends the training after some minutes."""

    def __init__(self, minutes: float) -> None:
        super().__init__()
        self.end = time.monotonic() + 60 * minutes

    def _on_step(self) -> bool:
        return time.monotonic() < self.end


def main() -> None:
    """Train, and play before and after."""
    parser = argparse.ArgumentParser(description="MaskablePPO against a level")
    parser.add_argument("--mode", default="modern")
    parser.add_argument("--opponent", default="first-game")
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--steps", type=int, default=10**9, help="end after so many moves, too")
    parser.add_argument("--games", type=int, default=200, help="played before and after (200)")
    options = parser.parse_args()

    torch.set_num_threads(1)  # the networks are small: more threads only wait for one another
    envs = DummyVecEnv([lambda: make(options.mode, options.opponent, random_moves=2)] * 16)
    settings: dict[str, Any] = {"n_steps": 128, "batch_size": 512, "n_epochs": 4, "gamma": 0.99}
    network = {"net_arch": [256, 256]}
    model = MaskablePPO("MlpPolicy", envs, policy_kwargs=network, seed=1, device="cpu", **settings)
    for when in ("before", "after"):
        share, error = score(model, options.mode, options.opponent, options.games)
        print(
            f"{when} training: {share:.1%} ± {error:.1%} of the points against {options.opponent} "
            f"in {options.games} games, {model.num_timesteps:,} moves seen",
            flush=True,
        )
        if when == "before":
            model.learn(options.steps, callback=Until(options.minutes))
    model.save("maskable_ppo.zip")


if __name__ == "__main__":
    main()
