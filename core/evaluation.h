/* The hand-written evaluation: what a position is worth before anything has been searched.
 *
 * Every board gets two chances, that X will own it and that O will, from a small game played on it
 * alone (evaluation.c). A line of boards is worth the product of the chances of its three boards;
 * the sum over the eight lines, X's less O's, is the evaluation. It covers captured boards (chance
 * one), boards that can still be stolen (less than one), two in line, dead boards (none) and forks,
 * in every variant.
 *
 * The search uses it by three functions: refresh, update after a move, and tell the score. A network
 * (network.h) provides the same.
 */
#ifndef NINEFOLD_EVALUATION_H
#define NINEFOLD_EVALUATION_H

#include "position.h"

enum {
    NF_PATTERNS = 19683, /* three to the ninth */
    NF_SURE = 255,       /* a chance of one */
    NF_LINE_SHIFT = 12,  /* from a product of three chances to evaluation units */
    NF_TEMPO = 110,
    NF_GAIN_EIGHTHS = 3, /* how much of the mover's best mark on the target board counts */
    NF_FREE_MOVE = 600,
    NF_BOARD_LEAD = 6, /* by the tie-break: the lead in boards, in 1/255 boards */
    NF_HUNDREDTH = 25, /* a hundredth of a captured board */
    NF_MOST = 20000,   /* no evaluation is greater: beyond lie proven results */
};

NF_INLINE int nf_within_bounds(int score) {
    return score > NF_MOST ? NF_MOST : score < -NF_MOST ? -NF_MOST : score;
}

/* The chances of a board by its owner (none, X, O) and the pattern of its marks: as it is, and
 * once a player has placed the best mark there. */
typedef struct nf_chances {
    uint8_t of[3][NF_PATTERNS][2];
    uint8_t then[2][3][NF_PATTERNS][2];
} nf_chances;

void nf_chances_fill(nf_chances *chances, int owner_latest);

typedef struct hand_accumulator {
    int32_t lines[2];      /* the sum over lines of products of chances, by player */
    int32_t lead;          /* the sum of chances, X's less O's */
    uint8_t chance[2][10]; /* by player and board; the tenth is no board: none */
} hand_accumulator;

/* The two other boards of each line through a board; 9 where there is no such line. */
static const uint8_t nf_partners[9][4][2] = {
    {{1, 2}, {3, 6}, {4, 8}, {9, 9}}, {{0, 2}, {4, 7}, {9, 9}, {9, 9}},
    {{0, 1}, {5, 8}, {4, 6}, {9, 9}}, {{4, 5}, {0, 6}, {9, 9}, {9, 9}},
    {{3, 5}, {1, 7}, {0, 8}, {2, 6}}, {{3, 4}, {2, 8}, {9, 9}, {9, 9}},
    {{7, 8}, {0, 3}, {4, 2}, {9, 9}}, {{6, 8}, {1, 4}, {9, 9}, {9, 9}},
    {{6, 7}, {2, 5}, {0, 4}, {9, 9}},
};

#define NF_TERNARY(m) \
    (NF_BIT(m, 0) + 3 * NF_BIT(m, 1) + 9 * NF_BIT(m, 2) + 27 * NF_BIT(m, 3) + 81 * NF_BIT(m, 4) + \
     243 * NF_BIT(m, 5) + 729 * NF_BIT(m, 6) + 2187 * NF_BIT(m, 7) + 6561 * NF_BIT(m, 8))
static const uint16_t nf_ternary[512] = {NF_512(NF_TERNARY)};

NF_INLINE unsigned nf_pattern(unsigned x, unsigned o) { return nf_ternary[x] + 2u * nf_ternary[o]; }

NF_INLINE unsigned nf_owner(const nf_position *p, unsigned board) {
    return (p->owned[0] >> board & 1) + 2u * (p->owned[1] >> board & 1);
}

/* The sum over lines through a board of the products of its partners' chances. */
NF_INLINE int partners_worth(const uint8_t *chance, unsigned board) {
    int sum = 0;
    for (int line = 0; line < 4; line++)
        sum += chance[nf_partners[board][line][0]] * chance[nf_partners[board][line][1]];
    return sum;
}

/* Follows a change of one board: its marks or its owner. */
NF_INLINE void hand_update(hand_accumulator *a, const nf_chances *chances, const nf_position *p,
                           unsigned board) {
    const uint8_t *now =
        chances->of[nf_owner(p, board)][nf_pattern(p->marks[0][board], p->marks[1][board])];
    for (unsigned player = 0; player < 2; player++) {
        uint8_t *chance = a->chance[player];
        int change = now[player] - chance[board];
        a->lines[player] += change * partners_worth(chance, board);
        a->lead += player ? -change : change;
        chance[board] = now[player];
    }
}

NF_INLINE void hand_refresh(hand_accumulator *a, const nf_chances *chances, const nf_position *p) {
    *a = (hand_accumulator){{0}, 0, {{0}}};
    for (unsigned board = 0; board < 9; board++) hand_update(a, chances, p, board);
}

/* What the mover gains, X's less O's, by the best mark on the board that they are held to. */
NF_INLINE int target_gain(const hand_accumulator *a, const nf_chances *chances,
                          const nf_position *p) {
    unsigned board = p->target;
    unsigned pattern = nf_pattern(p->marks[0][board], p->marks[1][board]);
    const uint8_t *then = chances->then[p->turn][nf_owner(p, board)][pattern];
    return (then[0] - a->chance[0][board]) * partners_worth(a->chance[0], board) -
           (then[1] - a->chance[1][board]) * partners_worth(a->chance[1], board);
}

/* The evaluation for the player to move. */
NF_INLINE int hand_evaluation(const hand_accumulator *a, const nf_chances *chances,
                              const nf_position *p, const unsigned axes) {
    int lines = a->lines[0] - a->lines[1];
    if (nf_held(p, axes)) lines += target_gain(a, chances, p) / 8 * NF_GAIN_EIGHTHS;
    int score = lines >> NF_LINE_SHIFT;
    if (p->axes & NF_TIE_BOARDS) score += NF_BOARD_LEAD * a->lead;
    if (p->turn) score = -score;
    score += nf_held(p, axes) ? NF_TEMPO : NF_TEMPO + NF_FREE_MOVE;
    return nf_within_bounds(score);
}

#endif
