/* Lines of three among nine: constant tables, worked out by the compiler. */
#ifndef NINEFOLD_LINES_H
#define NINEFOLD_LINES_H

#include <stdint.h>

#define NF_INLINE static inline __attribute__((always_inline))
enum { NF_ALL_NINE = 0x1ff };

/* Every entry of a table of 512, from a macro of its index. */
#define NF_8(F, n) \
    F((n)), F((n) + 1), F((n) + 2), F((n) + 3), F((n) + 4), F((n) + 5), F((n) + 6), F((n) + 7)
#define NF_64(F, n) \
    NF_8(F, (n)), NF_8(F, (n) + 8), NF_8(F, (n) + 16), NF_8(F, (n) + 24), NF_8(F, (n) + 32), \
        NF_8(F, (n) + 40), NF_8(F, (n) + 48), NF_8(F, (n) + 56)
#define NF_512(F) \
    NF_64(F, 0), NF_64(F, 64), NF_64(F, 128), NF_64(F, 192), NF_64(F, 256), NF_64(F, 320), \
        NF_64(F, 384), NF_64(F, 448)

/* The cells of a line of three (first, step) that a mask lacks, if it lacks exactly one. */
#define NF_HAS(m, a, b) ((m) >> (a) & (m) >> (b) & 1)
#define NF_LACKS(m, a, b, c) \
    (NF_HAS(m, b, c) << (a) | NF_HAS(m, a, c) << (b) | NF_HAS(m, a, b) << (c))
#define NF_COMPLETING(m) \
    (NF_LACKS(m, 0, 1, 2) | NF_LACKS(m, 3, 4, 5) | NF_LACKS(m, 6, 7, 8) | NF_LACKS(m, 0, 3, 6) | \
     NF_LACKS(m, 1, 4, 7) | NF_LACKS(m, 2, 5, 8) | NF_LACKS(m, 0, 4, 8) | NF_LACKS(m, 2, 4, 6))
#define NF_LINE(m, line) (((m) & (line)) == (line))
#define NF_HAS_LINE(m) \
    (NF_LINE(m, 0007) | NF_LINE(m, 0070) | NF_LINE(m, 0700) | NF_LINE(m, 0111) | NF_LINE(m, 0222) | \
     NF_LINE(m, 0444) | NF_LINE(m, 0421) | NF_LINE(m, 0124))

#define NF_BIT(m, n) ((m) >> (n) & 1)
#define NF_COUNT(m) \
    (NF_BIT(m, 0) + NF_BIT(m, 1) + NF_BIT(m, 2) + NF_BIT(m, 3) + NF_BIT(m, 4) + NF_BIT(m, 5) + \
     NF_BIT(m, 6) + NF_BIT(m, 7) + NF_BIT(m, 8))

/* The members that stand, or would stand, in a line with two members of the mask. */
static const uint16_t nf_completing[512] = {NF_512(NF_COMPLETING)};
static const uint8_t nf_counts_of_nine[512] = {NF_512(NF_COUNT)};
static const uint8_t nf_has_line[512] = {NF_512(NF_HAS_LINE)};

/* A table, because the plainest processors have no instruction for it and the compiler's own is a call. */
NF_INLINE unsigned nf_count(unsigned mask) { return nf_counts_of_nine[mask]; }
NF_INLINE unsigned nf_first(unsigned mask) { return (unsigned)__builtin_ctz(mask); }

#endif
