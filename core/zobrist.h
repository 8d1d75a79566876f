/* Zobrist keys: a position's key is the XOR of one random number for every mark, owner and target. */
#ifndef NINEFOLD_ZOBRIST_H
#define NINEFOLD_ZOBRIST_H

#include <stdint.h>

/* splitmix64 as a constant expression: the compiler fills the table. */
#define NF_MIX1(z) (((z) ^ ((z) >> 30)) * UINT64_C(0xbf58476d1ce4e5b9))
#define NF_MIX2(z) (((z) ^ ((z) >> 27)) * UINT64_C(0x94d049bb133111eb))
#define NF_MIX3(z) ((z) ^ ((z) >> 31))
#define NF_KEY(n) NF_MIX3(NF_MIX2(NF_MIX1((uint64_t)((n) + 1) * UINT64_C(0x9e3779b97f4a7c15))))
#define NF_KEY9(n) \
    NF_KEY(n), NF_KEY(n + 1), NF_KEY(n + 2), NF_KEY(n + 3), NF_KEY(n + 4), NF_KEY(n + 5), \
        NF_KEY(n + 6), NF_KEY(n + 7), NF_KEY(n + 8)
#define NF_KEY81(n) \
    NF_KEY9(n), NF_KEY9(n + 9), NF_KEY9(n + 18), NF_KEY9(n + 27), NF_KEY9(n + 36), NF_KEY9(n + 45), \
        NF_KEY9(n + 54), NF_KEY9(n + 63), NF_KEY9(n + 72)

typedef struct nf_zobrist_keys {
    uint64_t mark[2][81], owner[2][9], target[10], turn;
} nf_zobrist_keys;

static const nf_zobrist_keys nf_zobrist = {
    {{NF_KEY81(0)}, {NF_KEY81(81)}},
    {{NF_KEY9(162)}, {NF_KEY9(171)}},
    {NF_KEY9(180), NF_KEY(189)},
    NF_KEY(190),
};

/* One step of splitmix64: turns any seed into numbers that look unrelated. */
static inline uint64_t nf_next_random(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    return NF_MIX3(NF_MIX2(NF_MIX1(z)));
}

#endif
