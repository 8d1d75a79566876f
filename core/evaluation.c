/* The chances of a single board, from a small game that can be solved outright.
 *
 * In the great game players are sent about, so who places the next mark on a given board is as good
 * as a coin's toss. The small game takes that literally: before each mark a coin says who places
 * it, and both place as well as can be. Its solution knows two in a row, forks, blocks and dead
 * boards without being told. Where the latest line owns a board, play goes on until the board is
 * full, and what is owned now counts too, since the great game may end before.
 */
#include "evaluation.h"

enum { KEEP_PERCENT = 30 }; /* the weight of today's owner against the small game's future */

typedef struct small_board {
    unsigned marks[2], owner; /* owner: 0 none, 1 X, 2 O */
} small_board;

static uint8_t *chances_at(nf_chances *chances, const small_board *b) {
    return chances->of[b->owner][nf_pattern(b->marks[0], b->marks[1])];
}

/* What the board is after a player's best mark there. */
static const uint8_t *after_best_mark(nf_chances *chances, const small_board *b, unsigned player,
                                      int owner_latest) {
    const uint8_t *best = NULL;
    for (unsigned cells = NF_ALL_NINE & ~(b->marks[0] | b->marks[1]); cells; cells &= cells - 1) {
        small_board next = *b;
        unsigned cell = cells & -cells;
        int captures = (nf_completing[b->marks[player]] & cell) != 0;
        next.marks[player] |= cell;
        if (captures && (owner_latest || !b->owner)) next.owner = 1 + player;
        const uint8_t *then = chances_at(chances, &next);
        int gain = best ? then[player] - then[!player] - (best[player] - best[!player]) : 1;
        if (gain > 0 || (gain == 0 && then[player] > best[player])) best = then;
    }
    return best;
}

static void fill_one(nf_chances *chances, const small_board *b, int owner_latest) {
    uint8_t *here = chances_at(chances, b);
    unsigned pattern = nf_pattern(b->marks[0], b->marks[1]);
    int now[2] = {b->owner == 1 ? NF_SURE : 0, b->owner == 2 ? NF_SURE : 0};
    int full = (b->marks[0] | b->marks[1]) == NF_ALL_NINE;
    int settled = full || (b->owner && !owner_latest);
    const uint8_t *x = settled ? NULL : after_best_mark(chances, b, 0, owner_latest);
    const uint8_t *o = settled ? NULL : after_best_mark(chances, b, 1, owner_latest);
    int keep = b->owner ? KEEP_PERCENT : 0;
    for (int player = 0; player < 2; player++) {
        int then = settled ? now[player] : (x[player] + o[player] + 1) / 2;
        uint8_t *after[2] = {chances->then[0][b->owner][pattern],
                             chances->then[1][b->owner][pattern]};
        here[player] = (uint8_t)((keep * now[player] + (100 - keep) * then + 50) / 100);
        after[0][player] = x ? x[player] : here[player];
        after[1][player] = o ? o[player] : here[player];
    }
}

/* Fullest boards first: a board's chances come from those with one mark more. */
void nf_chances_fill(nf_chances *chances, int owner_latest) {
    for (int count = 9; count >= 0; count--)
        for (unsigned taken = 0; taken < 512; taken++) {
            if ((int)nf_count(taken) != count) continue;
            for (unsigned x = taken;; x = (x - 1) & taken) { /* every subset of the taken cells */
                for (unsigned owner = 0; owner < 3; owner++) {
                    small_board b = {{x, taken & ~x}, owner};
                    fill_one(chances, &b, owner_latest);
                }
                if (x == 0) break;
            }
        }
}
