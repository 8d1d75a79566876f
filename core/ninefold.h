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

/* Sets up any position: nine masks of X's cells, one a board, then nine of O's, and the boards that
 * each owns. Returns 0, or -1 when something cannot be; the position is then not to be used. */
int nf_set_up(nf_position *position, unsigned axes, const uint16_t marks[18], const uint16_t owned[2],
              unsigned turn, unsigned target);

/* Why a position cannot be. `board` and the players count from 0; what `one` and `two` are is said
 * where they are used. */
enum {
    NF_DOUBT_COUNTS,      /* the players have `one` and `two` marks */
    NF_DOUBT_TURN,        /* the same, and it is not the player's turn */
    NF_DOUBT_NO_LINE,     /* the player is given the board without a line on it */
    NF_DOUBT_CLOSED,      /* the other has a line too, but the board closed for the player */
    NF_DOUBT_WENT_ON,     /* the player has a mark too many on a board that had closed */
    NF_DOUBT_NO_OWNER,    /* the player has a line (`one`: both have) on a board of nobody's */
    NF_DOUBT_NOT_DEAD,    /* the board is called dead but has empty cells */
    NF_DOUBT_DEAD,        /* the board is full without a line, and not called dead */
    NF_DOUBT_EMPTY,       /* nothing was played, but the board is the target */
    NF_DOUBT_NO_TARGET,   /* something was played, but there is no target */
    NF_DOUBT_TWO_WINNERS, /* both have three boards in line */
    NF_DOUBT_WON_BEFORE,  /* the player to move has won already */
    NF_DOUBT_UNANSWERED,  /* the player was sent to the board `one` times, with `two` marks there */
    NF_DOUBT_APART,       /* no order of moves joins square `one` to the last move */
    NF_DOUBT_LAST_MOVE,   /* no mark of the player in the target's cell can be the last move */
};

typedef struct nf_doubt {
    uint8_t code, player, board, one, two;
} nf_doubt;

enum { NF_MOST_DOUBTS = 128 };

/* Writes every reason against a position, 81 marks and 9 owners as text, and returns how many there
 * are: none against one that a game can reach. The axes fit. */
int nf_doubts(unsigned axes, const char text[NF_SQUARES + 9], unsigned turn, unsigned target,
              nf_doubt found[NF_MOST_DOUBTS]);

/* Writes the owners that marks alone tell; '?' for a board with a line of both. */
void nf_owners(const char cells[NF_SQUARES], char owners[9]);

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
    uint8_t by;     /* the game must have ended by this move, counted from the start; 81: no limit */
    uint8_t extras; /* cells that may be played beside `cells`: a sum of NF_CELLS_... */
    uint16_t cells; /* the only cells that the player looks at, on any board; 0x1ff: all */
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
void nf_prove(const nf_position *position, const nf_goal *goal, nf_proof_entry *table, size_t entries,
              uint64_t nodes, const volatile int *stop, nf_proof *proof);

/* X's win from the centre, where a target holds until it is full: what is known of it, zeroed by the
 * caller, with a table for proofs. */
typedef struct nf_centre_win {
    nf_proof_entry *table;
    size_t entries;
    uint64_t nodes;            /* positions looked at so far */
    uint8_t last_board[32][2]; /* by axes: whether X wins when the last board is a corner, an edge */
} nf_centre_win;

/* 1 if the win stands, with X's move and the move of the game by which it has won; else 0. */
int nf_centre_win_find(nf_centre_win *known, const nf_position *position, uint8_t *square,
                       uint8_t *by);

/* What to say of a move, most telling first. */
enum {
    NF_SAY_WINS_GAME,
    NF_SAY_STOPS_GAME,
    NF_SAY_STEALS_BOARD,
    NF_SAY_CAPTURES_BOARD,
    NF_SAY_THREATENS_GAME,
    NF_SAY_STOPS_LINE,
    NF_SAY_THREATENS_TWO_LINES,
    NF_SAY_THREATENS_BOARD,
    NF_SAY_ONLY_MOVE,
    NF_SAY_SENDS_TO_FULL,
    NF_SAY_SENDS_TO_CAPTURED,
    NF_SAY_GIVES_FREE_CHOICE,
    NF_SAY_SENDS_TO_QUIET,
    NF_SAY_SENDS_BACK,
    NF_SAY_ALLOWS_WIN,
    NF_SAY_ALLOWS_CAPTURE,
    NF_SAY_TAKES_CENTRE,
};

/* The remarks to make about a move, one bit (1 << NF_SAY_...) each; none if it is not legal. */
unsigned nf_remarks(const nf_position *position, unsigned square);

/* Why a move is worse than another one, most telling first. */
enum {
    NF_WHY_LETS_WIN,
    NF_WHY_MISSES_WIN,
    NF_WHY_LETS_STEAL,
    NF_WHY_LETS_CAPTURE,
    NF_WHY_MISSES_STEAL,
    NF_WHY_MISSES_CAPTURE,
    NF_WHY_MISSES_BLOCK,
    NF_WHY_LETS_THREATEN,
    NF_WHY_GIVES_FREE_MOVE,
    NF_WHY_SENDS_BADLY,
};

/* The reasons, one bit (1 << NF_WHY_...) each: against a better move, and for the best answer to this
 * one, or NF_SQUARES if there is none. */
unsigned nf_reasons(const nf_position *position, unsigned square, unsigned better, unsigned answer);

/* A trained evaluation for one variant. Its memory is handed in; searches share it. */
typedef struct nf_network nf_network;

/* The head of a network's file: 48 bytes, little-endian. Behind it come the weights, then a description
 * in UTF-8. */
typedef struct nf_network_header {
    char magic[8];     /* "NINEFOLD" */
    uint32_t version;  /* of the format */
    uint32_t axes;     /* of the variant that it is for */
    uint16_t shape[6]; /* the architecture: the encoder's inputs, width and code; lanes; hidden; 0 */
    float scale;       /* logistic: a score s is worth 1 / (1 + exp(-s / scale)) of the point */
    uint32_t weights;  /* how many floats */
    uint32_t description; /* how many bytes */
    uint32_t checksum;    /* CRC-32 of all other bytes of the file */
    uint32_t reserved;    /* 0 */
} nf_network_header;

enum {
    NF_NETWORK_FITS = 0,
    NF_NETWORK_FOREIGN = 1,      /* no network at all */
    NF_NETWORK_VERSION = 2,      /* of another format */
    NF_NETWORK_SIZE = 3,         /* more or fewer bytes than the head says */
    NF_NETWORK_DAMAGED = 4,      /* the checksum says so */
    NF_NETWORK_ARCHITECTURE = 5, /* of another shape */
    NF_NETWORK_NONSENSE = 6,     /* axes that contradict each other, or a scale beyond reason */
};

/* Whether a file, aligned to 4 bytes, is a network that this version can use: one of the above. */
int nf_network_check(const void *file, size_t bytes);

size_t nf_network_bytes(void);

/* Makes a network in memory of that size, aligned to 64 bytes, from a file, aligned to 4; NULL if the
 * check refuses it or it is for other axes. */
nf_network *nf_network_make(void *memory, unsigned axes, const void *file, size_t bytes);

/* The search. Its memory is handed in; a search looks at one position at a time. */
typedef struct nf_search nf_search;

typedef struct nf_options {
    uint64_t table_bytes; /* for the transposition table */
    uint32_t threads;
} nf_options;

typedef struct nf_limits {
    uint64_t nodes;     /* positions to look at, 0 for any number */
    double seconds;     /* from nf_search_begin on, negative for any time */
    uint32_t depth;     /* moves to look ahead, 0 for any number */
    uint32_t lines;     /* how many best moves to tell apart, at least 1 */
    uint32_t noise;     /* how far an evaluation may be off, in hundredths of a captured board */
    uint32_t blindness; /* how many captures in 256 are overlooked below the root */
    uint32_t contempt;  /* how much less than an even position a draw is worth to whoever searches,
                            in hundredths of a captured board */
    uint64_t seed;      /* of noise and blindness */
    uint64_t moves[2];  /* the first moves to look at, one bit a square; all when both are 0 */
} nf_limits;

enum { NF_UNPROVEN = 0, NF_WIN = 1, NF_DRAW = 2, NF_LOSS = 3 };

/* One line of analysis, for the player to move. */
typedef struct nf_line {
    uint8_t squares[NF_SQUARES]; /* the move and what is expected to follow */
    uint8_t length;
    uint8_t proven;   /* one of NF_UNPROVEN ... */
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

/* A level: what makes a player weaker or less predictable than the search itself. A level is played
 * by a search of the first moves that it considers, for as many lines as it wants to choose from. */
typedef struct nf_level {
    uint32_t noise, blindness; /* as in nf_limits */
    uint32_t oversight;        /* how many of its own captures in 256 it does not even consider */
    uint32_t variety;          /* what its first moves in a game may cost, in evaluation units */
} nf_level;

/* The first moves that a level considers, as nf_limits has them. */
void nf_level_moves(const nf_position *position, const nf_level *level, uint64_t seed,
                    uint64_t moves[2]);

/* How many lines a level wants to choose from. */
uint32_t nf_level_lines(const nf_position *position, const nf_level *level);

/* The line that a level plays, of those that the search has found of a position. */
void nf_level_choose(const nf_search *search, const nf_position *position, const nf_level *level,
                     uint64_t seed, nf_line *chosen);

/* The evaluation alone, for the player to move. */
int nf_evaluate(const nf_search *search, const nf_position *position);

enum { NF_SURE_SCORE = 29000 }; /* scores beyond are proven wins, below the negative proven losses */

/* The key of a position and of all its images, and for each square what it is in the image that stands for
 * them. Squares that symmetries of the position itself carry into each other become the same one. */
uint64_t nf_canonical(const nf_position *position, uint8_t images[NF_SQUARES]);

/* The opening book: moves for positions that were searched for long. */

/* The head of a book's file: 32 bytes, little-endian. Behind it come the moves, 8 bytes each, then a
 * description in UTF-8. */
typedef struct nf_book_header {
    char magic[8];        /* "NINEBOOK" */
    uint32_t version;     /* of the format */
    uint32_t axes;        /* of the variant that it is for */
    uint32_t moves;       /* how many */
    uint32_t description; /* how many bytes */
    uint32_t checksum;    /* CRC-32 of all other bytes of the file */
    uint32_t reserved;    /* 0 */
} nf_book_header;

typedef struct nf_book_move {
    uint8_t square;
    uint8_t percent; /* of the point that the player to move can expect */
    uint8_t proven;  /* one of NF_UNPROVEN ... */
} nf_book_move;

enum { NF_BOOK_MOVES = 8 }; /* at most in a position */

enum {
    NF_BOOK_FITS = 0,
    NF_BOOK_FOREIGN = 1,  /* no book at all */
    NF_BOOK_VERSION = 2,  /* of another format */
    NF_BOOK_SIZE = 3,     /* more or fewer bytes than the head says */
    NF_BOOK_DAMAGED = 4,  /* the checksum says so */
    NF_BOOK_NONSENSE = 5, /* axes that contradict each other, or moves out of order */
};

/* Whether a file, aligned to 8 bytes, is a book that this version can use: one of the above. The
 * functions below take only such a file. */
int nf_book_check(const void *file, size_t bytes);

/* A move of a position as a book's file has it; a file's are ascending. */
uint64_t nf_book_entry(const nf_position *position, const nf_book_move *move);

/* The book's moves in a position, best first, and how many there are; none for another variant. */
uint32_t nf_book_find(const void *book, const nf_position *position,
                      nf_book_move moves[NF_BOOK_MOVES]);

/* One of them by the dice of a seed, or its image where the position is symmetric: 1, or 0 if there is
 * none. */
int nf_book_choose(const void *book, const nf_position *position, uint64_t seed,
                   nf_book_move *chosen);

/* A position from a game of the search with itself, for learning from. */
typedef struct nf_sample {
    nf_position position; /* with a target only where the mover is held to it */
    int16_t score;        /* what the search says, for the player to move */
    uint8_t outcome;      /* how the game ended, or is proven to end */
    uint8_t flags;        /* a sum of the following */
} nf_sample;

enum { NF_EXPLORES = 1 }; /* an exploration move, not the best, was played here */

/* Plays one game of the search with itself: `random_moves` at random, then by the search within
 * `limits`, until it ends or its result is proven. Writes the positions, in order, and returns how
 * many there are: 0 if the random moves ended the game. */
uint32_t nf_self_play(nf_search *search, const nf_position *start, const nf_limits *limits,
                      uint32_t random_moves, uint64_t seed, nf_sample samples[NF_SQUARES]);

/* Plain Monte Carlo tree search, a baseline: the best move, the expected score after it, and
 * how many games it took. `memory` holds the tree. */
typedef struct nf_mcts_answer {
    uint32_t square;
    float probability;
    uint64_t games;
} nf_mcts_answer;

int nf_mcts(const nf_position *position, double seconds, uint64_t games, uint64_t seed, void *memory,
            size_t bytes, const volatile int *stop, nf_mcts_answer *answer);

/* Many games stepped together, for learning. All arrays are the caller's, one row a game.
 *
 * An observation is five planes of 81 squares, as whoever is to move sees them: their own marks, the
 * opponent's, the squares of the boards they own, those of the opponent's boards, and the legal
 * squares. A mask is the last plane again. */
enum { NF_PLANES = 5, NF_OBSERVATION = NF_PLANES * NF_SQUARES };

/* When a finished game begins anew: with the step after its end (which plays nothing), with the same
 * step, or not by itself; then it rests, its last reward told once. */
enum { NF_NEXT_STEP = 0, NF_SAME_STEP = 1, NF_DISABLED = 2 };

/* No game ends within so many moves. */
enum { NF_MOST_RANDOM_MOVES = 16 };

typedef struct nf_episode {
    nf_position position;
    uint64_t dice;
} nf_episode;

typedef struct nf_batch {
    nf_episode *episodes;
    size_t count;
    uint8_t axes;          /* of all games: they fit */
    uint8_t autoreset;     /* one of NF_NEXT_STEP ... */
    uint32_t random_moves; /* that every game begins with, at most NF_MOST_RANDOM_MOVES */
    int8_t *observations;  /* NF_OBSERVATION a game */
    int8_t *masks;         /* NF_SQUARES a game */
    float *rewards;        /* of whoever moved: 1, 0 or -1 */
    uint8_t *terminated;   /* 0 or 1 */
    int8_t *players;       /* who is to move */
    int8_t
        *final_observations; /* of games that ended with this step, where NF_SAME_STEP hides them */
} nf_batch;

/* Begins games anew: all, or those `chosen`. Each has dice of its own, which go on where they are
 * unless there are seeds. */
void nf_batch_reset(const nf_batch *batch, const uint64_t *seeds, const uint8_t *chosen);

/* Plays a square in every game. Whatever is not legal ends the game as a loss. */
void nf_batch_step(const nf_batch *batch, const int64_t *actions);

/* Chooses any legal square in every game by its dice. */
void nf_batch_random_actions(const nf_batch *batch, int64_t *actions);

/* The same of one position. */
void nf_observe(const nf_position *position, int8_t observation[NF_OBSERVATION],
                int8_t mask[NF_SQUARES]);

#endif
