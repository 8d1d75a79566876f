"""Environments for learning: arrays, Gymnasium, PettingZoo and OpenSpiel over one C step function.

Importing this registers ``ninefold/SuperTicTacToe-v0`` with Gymnasium and, where OpenSpiel is
installed, the game ``ninefold`` with it.

>>> import gymnasium, ninefold.env
>>> env = gymnasium.make("ninefold/SuperTicTacToe-v0", mode="battle", opponent="casual")
>>> env.reset(seed=1)[0].shape
(5, 9, 9)
"""

from importlib.util import find_spec

try:
    import gymnasium

    from ninefold.engine.core.batch import PLANES, BadArray, Batch
    from ninefold.env.aec import SuperTicTacToeAEC, aec_env
    from ninefold.env.arrays import action_mask, as_picture, observation, transform
    from ninefold.env.gym_env import SuperTicTacToeEnv
    from ninefold.env.vector_env import SuperTicTacToeVectorEnv
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"ninefold.env needs {error.name}: pip install 'ninefold[env]'", name=error.name
    ) from error

__all__ = [
    "ENV_ID",
    "PLANES",
    "BadArray",
    "Batch",
    "SuperTicTacToeAEC",
    "SuperTicTacToeEnv",
    "SuperTicTacToeVectorEnv",
    "action_mask",
    "aec_env",
    "as_picture",
    "observation",
    "transform",
]

ENV_ID = "ninefold/SuperTicTacToe-v0"

if ENV_ID not in gymnasium.registry:
    gymnasium.register(
        ENV_ID,
        entry_point="ninefold.env.gym_env:SuperTicTacToeEnv",
        vector_entry_point="ninefold.env.vector_env:SuperTicTacToeVectorEnv",
    )
if find_spec("pyspiel") is not None:
    import ninefold.env.openspiel  # noqa: F401 - registers the game
