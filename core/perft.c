/* Counting move sequences; the last two plies are counted in bulk, without being played. */
#include "position.h"

/* What the last ply adds, where `open` boards may be played in: leaves, and those that end the game. */
NF_INLINE void count_last_ply(const nf_position *p, const unsigned axes, nf_counts *counts) {
    unsigned me = p->turn, open = nf_open_boards(p, axes), settled = nf_settled(p, axes);
    unsigned winning = nf_completing[p->owned[me]];
    uint64_t *wins = me ? &counts->o_wins : &counts->x_wins;
    for (; open; open &= open - 1) {
        unsigned board = nf_first(open), empty = nf_empty(p, board), bit = 1u << board;
        unsigned captures = nf_captures(p, axes, me, board);
        counts->leaves += nf_count(empty);
        if (captures && winning & bit) {
            *wins += nf_count(captures);
            empty &= ~captures;
        }
        if (__builtin_expect((settled | bit) != NF_ALL_NINE, 1)) continue;
        for (; empty; empty &= empty - 1) { /* this board may be the last to be settled */
            nf_position child = *p;
            nf_make(&child, axes, board, nf_first(empty), NULL);
            counts->x_wins += child.outcome == NF_X_WINS;
            counts->o_wins += child.outcome == NF_O_WINS;
            counts->draws += child.outcome == NF_DRAWN;
        }
    }
}

/* Two plies: replies to a move that settles nothing are as many as the empty cells it points at. */
NF_INLINE void count_two_plies(const nf_position *p, const unsigned axes, nf_counts *counts) {
    unsigned me = p->turn, releasing = nf_releasing(p, axes);
    unsigned threats = nf_completing[p->owned[!me]], settled = nf_settled(p, axes);
    for (unsigned open = nf_open_boards(p, axes); open; open &= open - 1) {
        unsigned board = nf_first(open), empty = nf_empty(p, board);
        unsigned eventful = nf_captures(p, axes, me, board);
        if (!(empty & (empty - 1))) eventful = empty;
        /* Boards whose replies have to be looked at: released ones, and those where one may end it. */
        eventful |= empty & (releasing | threats);
        if (nf_count(settled) >= 7) eventful = empty;
        for (unsigned quiet = empty & ~eventful; quiet; quiet &= quiet - 1)
            counts->leaves += nf_count(nf_empty(p, nf_first(quiet)));
        counts->leaves -= (empty & ~eventful) >> board & 1;
        for (; eventful; eventful &= eventful - 1) {
            nf_position child = *p;
            nf_make(&child, axes, board, nf_first(eventful), NULL);
            if (child.outcome == NF_GOING_ON) count_last_ply(&child, axes, counts);
        }
    }
}

NF_INLINE void count_plies(const nf_position *p, const unsigned axes, unsigned depth,
                           const volatile int *stop, nf_counts *counts,
                           void (*again)(const nf_position *, unsigned, const volatile int *,
                                         nf_counts *)) {
    if (depth == 2) {
        count_two_plies(p, axes, counts);
        return;
    }
    if (depth > 6 && stop && *stop) return;
    for (unsigned open = nf_open_boards(p, axes); open; open &= open - 1) {
        unsigned board = nf_first(open);
        for (unsigned cells = nf_empty(p, board); cells; cells &= cells - 1) {
            nf_position child = *p;
            nf_make(&child, axes, board, nf_first(cells), NULL);
            if (child.outcome == NF_GOING_ON) again(&child, depth - 1, stop, counts);
        }
    }
}

#define COUNT(n) \
    static void count_##n(const nf_position *p, unsigned depth, const volatile int *stop, \
                          nf_counts *counts) { \
        count_plies(p, n, depth, stop, counts, count_##n); \
    }
NF_EACH_AXES(COUNT)

void nf_perft(const nf_position *p, unsigned depth, const volatile int *stop, nf_counts *counts) {
    *counts = (nf_counts){0};
    if (depth == 0) counts->leaves = 1;
    if (depth == 0 || p->outcome != NF_GOING_ON) return;
    if (depth == 1) {
        count_last_ply(p, p->axes, counts);
        return;
    }
#define CASE(n) \
    case n: count_##n(p, depth, stop, counts); return;
    switch (p->axes & NF_STATIC_AXES) { NF_EACH_AXES(CASE) }
}
