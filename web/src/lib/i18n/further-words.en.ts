// Written by `make types` from src/ninefold/words/english.py: edit that instead.

export const words = {
  "reason.lets-win": "It lets {them} win the game on board {board}.",
  "reason.misses-win": "It misses a win at once on board {board}.",
  "reason.lets-steal": "It lets {them} take board {board} over.",
  "reason.lets-capture": "It lets {them} capture board {board}.",
  "reason.misses-steal": "It misses the chance to take board {board} over.",
  "reason.misses-capture": "It misses the capture of board {board}.",
  "reason.misses-block": "It leaves {them} a row on board {board}.",
  "reason.lets-threaten": "It lets {them} threaten to win the game.",
  "reason.gives-free-move": "It gives {them} a free move.",
  "reason.sends-badly": "It sends {them} to the wrong board: {board}.",
  "puzzle.kind.win": "Win the game",
  "puzzle.kind.capture": "Capture by force",
  "puzzle.kind.steal": "Steal and keep",
  "puzzle.kind.only-move": "The only move",
  "puzzle.kind.save-draw": "Save the draw",
  "puzzle.kind.safe-send": "The safe send",
  "puzzle.task.win": "{player} to move and win.",
  "puzzle.task.draw": "{player} to move and hold the draw.",
  "puzzle.band.easy": "Easy",
  "puzzle.band.medium": "Medium",
  "puzzle.band.hard": "Hard"
} as const;
