/* What the parts of the search share: a node, a worker (one a thread), and the whole. */
#ifndef NINEFOLD_SEARCH_H
#define NINEFOLD_SEARCH_H

#include "network.h"
#include "table.h"

enum {
    MATE = 30000, /* a win at once; less one for every move before it */
    MATE_RANGE = NF_SURE_SCORE,
    MOST_PLIES = 82,
    MOST_THREADS = 64,
    CORRECTION_BITS = 14, /* of an index into the correction history */
};

/* Correction history: how far the static evaluation was from what the search then found, kept for
 * positions that look alike. Unlike the network, it learns within a game. */
typedef struct correction_history {
    int16_t by_owners[2][1 << CORRECTION_BITS]; /* by the mover and who owns which boards */
    int16_t by_target[2][1 << CORRECTION_BITS]; /* by the mover and the board that they are held to */
} correction_history;

/* A position on the way down, with what is kept up to date move by move. */
typedef struct node {
    nf_position p;
    uint64_t zobrist;  /* the key without the target */
    uint16_t reach[2]; /* the boards that a player owns or may still capture */
    uint8_t left;      /* no game lasts more moves than this from here */
    uint8_t board;     /* that the last move was made in */
    const struct node *before;
    union { /* what the evaluation keeps, updated lazily from the node before */
        hand_accumulator hand;
        nf_accumulator accumulator; /* of a network */
    };
} node;

typedef struct worker {
    struct nf_search *search;
    uint64_t nodes;
    _Atomic uint64_t published; /* a helper's nodes, for the others to read */
    int64_t countdown;          /* nodes until clocks and flags are looked at */
    uint64_t estimates; /* how often a value rests on an evaluation rather than on play to the end */
    int stopped, helper;
    correction_history corrections;
    int16_t history[2][NF_SQUARES];
    uint8_t killers[MOST_PLIES + 1][2];
    uint8_t countermoves[2][NF_SQUARES + 1];
    uint8_t pv[MOST_PLIES + 1][MOST_PLIES + 1]; /* the principal variation from each ply on */
    uint8_t pv_length[MOST_PLIES + 1];
    uint8_t played[MOST_PLIES + 1]; /* the moves that lead here, [ply] made at that ply */
} worker;

/* A first move and what is known of it. */
typedef struct root_move {
    uint8_t square;
    int16_t shallow; /* what a shallow search makes of it; asked for where the best is a draw */
    nf_line line;
} root_move;

/* Alpha-beta, compiled for an instruction set; all give the same results. */
typedef struct search_code {
    /* The value of a node for the player to move. */
    int (*value)(worker *w, node *n, int alpha, int beta, int depth, int ply);
    /* Makes a node of a position, and the node after a move of another. */
    void (*set_up)(const nf_search *s, node *n, const nf_position *p);
    void (*child)(const nf_search *s, node *child, const node *n, unsigned square);
} search_code;

extern const search_code search_portable;
#if defined(__x86_64__) && defined(__GNUC__)
#define SEARCH_AVX2
extern const search_code search_avx2;
#endif

struct nf_search {
    nf_options options;
    const search_code *code;
    table table;
    nf_chances chances[2];                   /* the first line owns a board, the latest does */
    const nf_network *networks[NF_ALL_AXES]; /* by axes; NULL: the evaluation is by hand */
    const nf_network *network;               /* the one that the search under way uses */
    nf_limits limits;
    node root;
    root_move moves[NF_SQUARES];
    uint32_t move_count;
    uint32_t depth; /* the last that was completed */
    double began, ended;
    int finished;
    int shallow_done;         /* whether the shallow scores are there */
    _Atomic int stop;         /* asked for from outside */
    _Atomic int helpers_stop; /* the main worker has done its depth */
    worker *workers;          /* options.threads of them */
};

/* What the hand-written evaluation knows of single boards in a variant. */
NF_INLINE const nf_chances *chances_for(const nf_search *s, const unsigned axes) {
    return &s->chances[axes / NF_OWNER_LATEST & 1];
}

/* Seconds since some moment, always forward. */
double nf_seconds(void);

/* Calls work(argument[i]) in a thread of its own for every i but 0, and in this one for 0. Where
 * there are no threads only the last is done. */
void nf_in_threads(void (*work)(void *), void **arguments, uint32_t count);

#endif
