// Written by `make types` from src/ninefold/server/play: edit that instead.

import type { About, Axes } from "./messages";

/** What GET /api/about would say. */
export const ABOUT: About = {
  "version": "",
  "modes": [
    {
      "name": "modern",
      "axes": {
        "release": "decided",
        "free_move": "undecided",
        "ownership": "first",
        "ending": "decided",
        "tie_break": "draw",
        "captured_stay_open": false,
        "x_is_known_to_win": false
      }
    },
    {
      "name": "classic",
      "axes": {
        "release": "full",
        "free_move": "unfilled",
        "ownership": "first",
        "ending": "decided",
        "tie_break": "draw",
        "captured_stay_open": true,
        "x_is_known_to_win": true
      }
    },
    {
      "name": "battle",
      "axes": {
        "release": "full",
        "free_move": "unfilled",
        "ownership": "latest",
        "ending": "full",
        "tie_break": "draw",
        "captured_stay_open": true,
        "x_is_known_to_win": false
      }
    },
    {
      "name": "open",
      "axes": {
        "release": "decided",
        "free_move": "unfilled",
        "ownership": "first",
        "ending": "full",
        "tie_break": "draw",
        "captured_stay_open": true,
        "x_is_known_to_win": false
      }
    }
  ],
  "levels": [
    {
      "name": "first-game",
      "rank": 1,
      "text": "Has only just learned the rules."
    },
    {
      "name": "beginner",
      "rank": 2,
      "text": "Overlooks three in a row."
    },
    {
      "name": "casual",
      "rank": 3,
      "text": "Takes what it sees, and does not look far."
    },
    {
      "name": "keen",
      "rank": 4,
      "text": "Looks a few moves ahead."
    },
    {
      "name": "skilled",
      "rank": 5,
      "text": "Plans, and seldom slips."
    },
    {
      "name": "expert",
      "rank": 6,
      "text": "Finds nearly every trap."
    },
    {
      "name": "master",
      "rank": 7,
      "text": "Hard to beat even once."
    },
    {
      "name": "full",
      "rank": 8,
      "text": "All it has. Good luck."
    }
  ],
  "default_level": "casual",
  "clocks": [
    {
      "kind": "timed",
      "initial_s": 60,
      "increment_s": 0
    },
    {
      "kind": "timed",
      "initial_s": 180,
      "increment_s": 0
    },
    {
      "kind": "timed",
      "initial_s": 300,
      "increment_s": 0
    },
    {
      "kind": "timed",
      "initial_s": 600,
      "increment_s": 5
    },
    {
      "kind": "none"
    }
  ],
  "this_machine_only": false,
  "own_networks": []
};

/** By release, free_move, ownership, ending: what follows from axes, or why they do not fit. */
type Fit = Pick<Axes, "captured_stay_open" | "x_is_known_to_win"> | string;
export const FITS: Record<string, Fit> = {
  "decided,undecided,first,decided": {
    "captured_stay_open": false,
    "x_is_known_to_win": false
  },
  "decided,undecided,first,full": "mode 'own': a free move that goes only to undecided boards leaves no legal move once all boards are decided, but the game goes on until all are full: choose free_move='unfilled' or ending='decided'",
  "decided,undecided,latest,decided": "mode 'own': a board cannot pass to the latest line when nobody may play in a captured board: choose release='full' or free_move='unfilled'",
  "decided,undecided,latest,full": "mode 'own': a free move that goes only to undecided boards leaves no legal move once all boards are decided, but the game goes on until all are full: choose free_move='unfilled' or ending='decided'; a board cannot pass to the latest line when nobody may play in a captured board: choose release='full' or free_move='unfilled'",
  "decided,unfilled,first,decided": {
    "captured_stay_open": true,
    "x_is_known_to_win": false
  },
  "decided,unfilled,first,full": {
    "captured_stay_open": true,
    "x_is_known_to_win": false
  },
  "decided,unfilled,latest,decided": {
    "captured_stay_open": true,
    "x_is_known_to_win": false
  },
  "decided,unfilled,latest,full": {
    "captured_stay_open": true,
    "x_is_known_to_win": false
  },
  "full,undecided,first,decided": {
    "captured_stay_open": true,
    "x_is_known_to_win": true
  },
  "full,undecided,first,full": "mode 'own': a free move that goes only to undecided boards leaves no legal move once all boards are decided, but the game goes on until all are full: choose free_move='unfilled' or ending='decided'",
  "full,undecided,latest,decided": {
    "captured_stay_open": true,
    "x_is_known_to_win": false
  },
  "full,undecided,latest,full": "mode 'own': a free move that goes only to undecided boards leaves no legal move once all boards are decided, but the game goes on until all are full: choose free_move='unfilled' or ending='decided'",
  "full,unfilled,first,decided": {
    "captured_stay_open": true,
    "x_is_known_to_win": true
  },
  "full,unfilled,first,full": {
    "captured_stay_open": true,
    "x_is_known_to_win": true
  },
  "full,unfilled,latest,decided": {
    "captured_stay_open": true,
    "x_is_known_to_win": false
  },
  "full,unfilled,latest,full": {
    "captured_stay_open": true,
    "x_is_known_to_win": false
  }
};
