/* The eight symmetries of nine places: turns of a quarter, then the same mirrored. */
#ifndef NINEFOLD_SYMMETRY_H
#define NINEFOLD_SYMMETRY_H

#include "position.h"

enum { NF_SYMMETRIES = 8 };

static inline unsigned turned_place(unsigned place, unsigned symmetry) {
    unsigned row = place / 3, column = place % 3;
    if (symmetry & 4) column = 2 - column;
    for (unsigned quarter = symmetry & 3; quarter; quarter--) {
        unsigned old = row;
        row = column;
        column = 2 - old;
    }
    return 3 * row + column;
}

static inline unsigned turned_mask(unsigned mask, unsigned symmetry) {
    unsigned turned = 0;
    for (; mask; mask &= mask - 1) turned |= 1u << turned_place(nf_first(mask), symmetry);
    return turned;
}

static inline unsigned turned_square(unsigned square, unsigned symmetry) {
    return 9 * turned_place(square / 9, symmetry) + turned_place(square % 9, symmetry);
}

static inline nf_position turned_position(const nf_position *p, unsigned symmetry) {
    nf_position turned = *p;
    for (unsigned player = 0; player < 2; player++) {
        turned.owned[player] = (uint16_t)turned_mask(p->owned[player], symmetry);
        for (unsigned board = 0; board < 9; board++)
            turned.marks[player][turned_place(board, symmetry)] =
                (uint16_t)turned_mask(p->marks[player][board], symmetry);
    }
    turned.full = (uint16_t)turned_mask(p->full, symmetry);
    if (p->target != NF_NO_TARGET) turned.target = (uint8_t)turned_place(p->target, symmetry);
    return turned;
}

/* Some order of positions; 0 only if they are the same. They have no padding. */
static inline int position_order(const nf_position *a, const nf_position *b) {
    const uint8_t *x = (const uint8_t *)a, *y = (const uint8_t *)b;
    for (size_t i = 0; i < sizeof *a; i++)
        if (x[i] != y[i]) return x[i] - y[i];
    return 0;
}

/* The smallest key that an image of a position has, and as bits the symmetries that lead to that image: one,
 * or several where the position is symmetric itself. Keys stand in books and in databases. */
uint64_t nf_shared_key(const nf_position *position, unsigned *symmetries);

#endif
