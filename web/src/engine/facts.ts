// Written by `make types` from src/ninefold/engine: edit that instead.

/** By the sum of a variant's axes: the file of its network, and the logistic scale of its scores. */
export const NETWORKS = {
  "0": {
    "file": "modern.weights",
    "scale": 1300.0
  },
  "16": {
    "file": "modern-boards.weights",
    "scale": 1300.0
  },
  "3": {
    "file": "classic.weights",
    "scale": 2600.0
  },
  "15": {
    "file": "battle.weights",
    "scale": 2600.0
  },
  "10": {
    "file": "open.weights",
    "scale": 1300.0
  }
} as const;

/** By the sum of a variant's axes: the file of its opening book. */
export const BOOKS = {
  "0": "modern.book",
  "3": "classic.book",
  "15": "battle.book",
  "10": "open.book"
} as const;

/** The scale of the hand-written evaluation, by the axis `release`. */
export const HAND_SCALE = {"decided": 1300.0, "full": 2600.0} as const;

/** What a level's first moves may cost, as a part of the scale. */
export const VARIETY = 0.06;

/** The levels in the core's numbers. */
export const LEVELS = {
  "first-game": {
    "nodes": 0,
    "seconds": 0,
    "depth": 1,
    "noise": 300,
    "blindness": 205,
    "oversight": 128,
    "byHand": true,
    "book": false,
    "pace": 1.0
  },
  "beginner": {
    "nodes": 0,
    "seconds": 0,
    "depth": 1,
    "noise": 120,
    "blindness": 128,
    "oversight": 51,
    "byHand": true,
    "book": false,
    "pace": 0.9
  },
  "casual": {
    "nodes": 0,
    "seconds": 0,
    "depth": 2,
    "noise": 80,
    "blindness": 64,
    "oversight": 13,
    "byHand": true,
    "book": false,
    "pace": 0.8
  },
  "keen": {
    "nodes": 0,
    "seconds": 0,
    "depth": 3,
    "noise": 50,
    "blindness": 20,
    "oversight": 0,
    "byHand": true,
    "book": false,
    "pace": 0.7
  },
  "skilled": {
    "nodes": 0,
    "seconds": 0,
    "depth": 5,
    "noise": 25,
    "blindness": 0,
    "oversight": 0,
    "byHand": true,
    "book": false,
    "pace": 0.6
  },
  "expert": {
    "nodes": 5000,
    "seconds": 0,
    "depth": 0,
    "noise": 0,
    "blindness": 0,
    "oversight": 0,
    "byHand": true,
    "book": false,
    "pace": 0.5
  },
  "master": {
    "nodes": 40000,
    "seconds": 0,
    "depth": 0,
    "noise": 0,
    "blindness": 0,
    "oversight": 0,
    "byHand": true,
    "book": false,
    "pace": 0.4
  },
  "full": {
    "nodes": 0,
    "seconds": 0.9,
    "depth": 0,
    "noise": 0,
    "blindness": 0,
    "oversight": 0,
    "byHand": false,
    "book": true,
    "pace": 0.2
  }
} as const;

/** What is said of a move, in the order of the core's bits. */
export const REMARKS = ["wins-game", "stops-game", "steals-board", "captures-board", "threatens-game", "stops-line", "threatens-two-lines", "threatens-board", "only-move", "sends-to-full", "sends-to-captured", "gives-free-choice", "sends-to-quiet", "sends-back", "allows-win", "allows-capture", "takes-centre"] as const;

/** Why a move is worse than another, likewise. */
export const REASONS = ["lets-win", "misses-win", "lets-steal", "lets-capture", "misses-steal", "misses-capture", "misses-block", "lets-threaten", "gives-free-move", "sends-badly"] as const;

/** Those that are about no board in particular. */
export const OF_NO_BOARD = ["wins-game", "threatens-game", "only-move", "gives-free-choice", "allows-win", "allows-capture"] as const;

/** The modes, in order, and how far apart the puzzles of two days are. */
export const MODES = ["modern", "classic", "battle", "open"] as const;
export const DAILY_STRIDE = 89;

/** The moves of a game that the explorer counts. */
export const EXPLORED_PLIES = 12;
