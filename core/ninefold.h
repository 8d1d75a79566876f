/* Ninefold's native core: the rules again, for speed, and what searches with them.
 *
 * The only public header. No dependency, no mutable globals: every function works on what it is
 * given, and memory is handed in by the caller. Squares, boards and cells count from 0 in reading
 * order; a set of nine is a mask, bit 0 first; player 0 is X, player 1 is O.
 */
#ifndef NINEFOLD_H
#define NINEFOLD_H

#include <stddef.h>
#include <stdint.h>

/* A variant is the sum of its axes that are not at their first value. */
enum {
    NF_RELEASE_FULL = 1,  /* the target holds until it is full (else: captured or full) */
    NF_FREE_UNFILLED = 2, /* a free move may go to any unfilled board (else: undecided) */
    NF_OWNER_LATEST = 4,  /* the latest line owns a board (else: the first) */
    NF_ENDING_FULL = 8,   /* no line: the game ends when all is full (else: decided) */
    NF_TIE_BOARDS = 16,   /* no line at the end: more boards win (else: a draw) */
};

enum { NF_ALL_AXES = 32 }; /* as many sums of axes there are, sensible or not */

enum { NF_GOING_ON = 0, NF_X_WINS = 1, NF_O_WINS = 2, NF_DRAWN = 3 };
enum { NF_SQUARES = 81, NF_NO_TARGET = 9 };

typedef struct nf_position {
    uint16_t marks[2][9]; /* the cells of each player on each board */
    uint16_t owned[2];    /* the boards of each player */
    uint16_t full;        /* the boards without an empty cell */
    uint8_t turn;         /* who is to move */
    uint8_t target;       /* the board that the last move points at, or NF_NO_TARGET */
    uint8_t outcome;      /* one of NF_GOING_ON ... */
    uint8_t axes;         /* the variant */
} nf_position;

/* 1 if the axes go together, 0 if they contradict each other or are no axes at all. */
int nf_axes_fit(unsigned axes);

/* Sets up any position: 81 marks and 9 owners, one of "X", "O" and "." each ("-" for a dead board).
 * Returns 0, or -1 when something cannot be; the position is then not to be used. */
int nf_set_up(nf_position *position, unsigned axes, const char *marks, const char *owners,
              unsigned turn, unsigned target);

/* Writes the legal squares, ascending, and returns how many there are. */
int nf_legal_moves(const nf_position *position, uint8_t squares[NF_SQUARES]);

/* 1 if the player to move is held to the target, 0 if the move is free. */
int nf_is_held(const nf_position *position);

/* Plays a square; 0, or -1 if it is not legal: then nothing has changed. */
int nf_play(nf_position *position, unsigned square);

/* Plays random games from a position and writes each as its squares ended by 255, one after
 * another, with the outcome behind the 255; stops before a game that might not fit. Returns the
 * bytes written. For comparisons with another implementation of the rules. */
size_t nf_write_games(const nf_position *start, uint64_t seed, uint8_t *bytes, size_t size);

/* perft: how many move sequences of one length there are, and how many of them end the game. */
typedef struct nf_counts {
    uint64_t leaves, x_wins, o_wins, draws;
} nf_counts;

void nf_perft(const nf_position *position, unsigned depth, const volatile int *stop,
              nf_counts *counts);

/* Random games: how they ended, and how many moves they took altogether. */
typedef struct nf_results {
    uint64_t x_wins, o_wins, draws, moves;
} nf_results;

/* The instruction sets that random games can use. All give the same results. */
enum { NF_PORTABLE = 0, NF_AVX2 = 1, NF_AVX512 = 2 };

/* The best set that this processor has. */
int nf_instruction_set(void);

/* Plays `games` random games to their end. `set` is one of the above that the processor has. */
void nf_random_games(const nf_position *position, uint64_t games, uint64_t seed, int set,
                     const volatile int *stop, nf_results *results);

/* Proof search: can a player reach a goal against every defence? */
enum { NF_CELLS_CAPTURING = 1, NF_CELLS_BLOCKING = 2, NF_CELLS_FALL_BACK = 4 };

typedef struct nf_goal {
    uint8_t player;   /* who is to reach it */
    uint8_t outcomes; /* how the game may end for that: a mask of 1 << NF_X_WINS ... */
    uint8_t by;       /* the game must have ended by this move, counted from the start; 81: no limit */
    uint8_t extras;   /* cells that may be played beside `cells`: a sum of NF_CELLS_... */
    uint16_t cells;   /* the only cells that the player looks at, on any board; 0x1ff: all */
} nf_goal;

/* What is known about a position: a table of these, zeroed by the caller, carries over from one
 * search to the next, also to other positions, variants and goals. */
typedef struct nf_proof_entry {
    uint64_t key, numbers;
} nf_proof_entry;

enum { NF_UNKNOWN = 0, NF_PROVEN = 1, NF_DISPROVEN = 2 };

typedef struct nf_proof {
    uint64_t nodes;           /* positions looked at so far; may be read while the search runs */
    uint32_t proof, disproof; /* how many leaves are still to be settled at least, either way */
    uint8_t verdict;          /* one of NF_UNKNOWN ... */
    uint8_t square;           /* after a proof with the goal's player to move: the move to play, or
                                 NF_SQUARES if the nodes did not suffice to find it again */
} nf_proof;

/* Searches until it is settled, `nodes` are spent or `stop` is set. `entries` is a power of two,
 * 4 or more. */
void nf_prove(const nf_position *position, const nf_goal *goal, nf_proof_entry *table,
              size_t entries, uint64_t nodes, const volatile int *stop, nf_proof *proof);

/* A trained evaluation for one variant. Its memory is handed in; searches share it. It tells what can
 * be expected among equals, or, if the weights have a second head, what whoever searches can expect
 * of a weaker opponent. */
typedef struct nf_network nf_network;

size_t nf_network_bytes(void);

/* Makes a network in memory of that size, aligned to 64 bytes, from the weights of a file, aligned
 * to 4; NULL if they are not of the right size or the axes do not fit. */
nf_network *nf_network_make(void *memory, unsigned axes, const void *weights, size_t bytes);

/* The search. Its memory is handed in; a search looks at one position at a time. */
typedef struct nf_search nf_search;

typedef struct nf_options {
    uint64_t table_bytes; /* for the transposition table */
    uint32_t threads;
} nf_options;

typedef struct nf_limits {
    uint64_t nodes;      /* positions to look at, 0 for any number */
    double seconds;      /* from nf_search_begin on, negative for any time */
    uint32_t depth;      /* moves to look ahead, 0 for any number */
    uint32_t lines;      /* how many best moves to tell apart, at least 1 */
    uint32_t noise;      /* how far an evaluation may be off, in hundredths of a captured board */
    uint32_t blindness;  /* how many captures in 256 are overlooked below the root */
    uint32_t contempt;   /* how much less than an even position a draw is worth to whoever searches,
                            in units of the evaluation */
    uint64_t seed;       /* of noise and blindness */
    uint64_t moves[2];   /* the first moves to look at, one bit a square; all when both are 0 */
} nf_limits;

enum { NF_UNPROVEN = 0, NF_WIN = 1, NF_DRAW = 2, NF_LOSS = 3 };

/* One line of analysis, for the player to move. */
typedef struct nf_line {
    uint8_t squares[NF_SQUARES]; /* the move and what is expected to follow */
    uint8_t length;
    uint8_t proven;  /* one of NF_UNPROVEN ... */
    int16_t distance; /* moves to the proven win or loss */
    int16_t score;    /* the evaluation; a captured board is worth some 2,500 */
    uint16_t depth;
} nf_line;

/* The bytes that a search with these options needs, or 0 if the options make no sense. */
size_t nf_search_bytes(const nf_options *options);

/* Makes a search in memory of that size, aligned to 64 bytes. */
nf_search *nf_search_make(void *memory, const nf_options *options);

/* Lets a search judge positions of the network's variant by it. It must outlive the search. */
void nf_search_use(nf_search *search, const nf_network *network);

/* Forgets what was learnt from earlier positions. */
void nf_search_forget(nf_search *search);

/* Turns to a position; -1 if the game is over or a limit makes no sense. */
int nf_search_begin(nf_search *search, const nf_position *position, const nf_limits *limits);

/* Looks one move deeper; 1 while there is more to be found, 0 when the search is at its end. */
int nf_search_deepen(nf_search *search);

/* Ends the search that is under way, from any thread, or the next one before it begins: until
 * nf_search_resume. */
void nf_search_stop(nf_search *search);
void nf_search_resume(nf_search *search);

/* The best lines so far, best first; how many there are is returned. */
uint32_t nf_search_lines(const nf_search *search, nf_line *lines, uint32_t room);
uint64_t nf_search_nodes(const nf_search *search);
double nf_search_seconds(const nf_search *search);

/* The evaluation alone, for the player to move. */
int nf_evaluate(const nf_search *search, const nf_position *position);

enum { NF_SURE_SCORE = 29000 }; /* scores beyond are proven wins, below the negative proven losses */

/* A position from a game of the search with itself, for learning from. */
typedef struct nf_sample {
    nf_position position; /* with a target only where the mover is held to it */
    int16_t score;   /* what the search says, for the player to move */
    uint8_t outcome; /* how the game ended, or is proven to end */
    uint8_t flags;   /* a sum of the following */
} nf_sample;

enum {
    NF_STRAYS = 1, /* another move than the best was played here, for variety */
    NF_WEAKER = 2, /* the player to move is the weaker one, who tells no score */
};

/* A weaker opponent: another search, or, where there is none, the plain tree search. */
typedef struct nf_opponent {
    nf_search *search;
    void *tree; /* memory for the tree */
    size_t tree_bytes;
    uint64_t nodes; /* positions, or random games, a move */
    nf_search *finisher; /* plays on against it from `finish_from` marks on, or NULL */
    uint32_t finish_from;
} nf_opponent;

/* Plays one game of the search with itself, or with a `weaker` opponent where one is given:
 * `random_moves` at random, then by the search within `limits`, until it ends or its result is
 * proven. Writes the positions, in order, and returns how many there are: 0 if the random moves
 * ended the game. */
uint32_t nf_self_play(nf_search *search, const nf_position *start, const nf_limits *limits,
                      uint32_t random_moves, uint64_t seed, const nf_opponent *weaker,
                      nf_sample samples[NF_SQUARES]);

/* A plain tree search by random games, the yardstick: the best move, its share of the point, and
 * how many games it took. `memory` holds the tree. */
typedef struct nf_mcts_answer {
    uint32_t square;
    float probability;
    uint64_t games;
} nf_mcts_answer;

int nf_mcts(const nf_position *position, double seconds, uint64_t games, uint64_t seed,
            void *memory, size_t bytes, const volatile int *stop, nf_mcts_answer *answer);

#endif
