"""Proofs: goals, the search that settles them, strategies, and the checker that trusts none.

>>> from ninefold import Position
>>> with Prover() as prover:
...     prover.value(Position.start("classic"), nodes=100)
'unknown'
"""

from ninefold.engine.proofs.certificate import Certificate
from ninefold.engine.proofs.checker import Checked, Refuted, check_strategy
from ninefold.engine.proofs.goal import Cells, Goal, parse_cells
from ninefold.engine.proofs.prover import Proof, Prover, Verdict
from ninefold.engine.proofs.strategy import CentreWin, Win

__all__ = [
    "Cells",
    "CentreWin",
    "Certificate",
    "Checked",
    "Goal",
    "Proof",
    "Prover",
    "Refuted",
    "Verdict",
    "Win",
    "check_strategy",
    "parse_cells",
]
