/* Dice of the core: a seed and a position give the same throw on every machine. */
#ifndef NINEFOLD_DICE_H
#define NINEFOLD_DICE_H

#include "symmetry.h"

/* Dice that fall alike whenever the same seed meets the same position. */
static inline uint64_t dice_for(const nf_position *p, uint64_t seed) {
    uint64_t state = seed;
    return nf_next_random(&state) ^ nf_position_key(p);
}

static inline unsigned throw_below(uint64_t *dice, unsigned count) {
    return (unsigned)((nf_next_random(dice) >> 32) * count >> 32);
}

/* One of the symmetries that leave the position as it is: its moves come in images of each other. */
static inline unsigned throw_symmetry(const nf_position *p, uint64_t *dice) {
    uint8_t symmetries[NF_SYMMETRIES];
    unsigned kept = 0;
    for (unsigned symmetry = 0; symmetry < NF_SYMMETRIES; symmetry++) {
        nf_position turned = turned_position(p, symmetry);
        if (position_order(p, &turned) == 0) symmetries[kept++] = (uint8_t)symmetry;
    }
    return symmetries[throw_below(dice, kept)];
}

#endif
