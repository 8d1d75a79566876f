/* The trained evaluation: a small efficiently updatable network (NNUE) over the nine boards.
 *
 * A board with its marks and owner is a *state*, the input feature. Every state has a row of weights
 * for each of the nine places; the sum of the nine rows, from each player's perspective, is the
 * accumulator, which a move updates.
 * The board that the mover is held to adds a row of its own, and two small layers make the score.
 * The rows come from an encoder that knows nothing but the marks and the owner (network.c); it runs
 * once, when the network is made, so rare states borrow from those that look like them.
 *
 * All play is in whole numbers: the same score on every machine.
 */
#ifndef NINEFOLD_NETWORK_H
#define NINEFOLD_NETWORK_H

#include "evaluation.h"

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

enum {
    NF_LANES = 32,
    NF_HIDDEN = 16,
    NF_ONE = 511,        /* an activation of one */
    NF_WEIGHT_BITS = 10, /* hidden weights count in 1/1024 */
    NF_OUTPUT = 256,     /* output weights count in 1/256 evaluation units */
    NF_MOST_STATES = 20480,
};

typedef struct nf_row {
    _Alignas(64) int16_t lane[NF_LANES];
} nf_row;

/* What the lanes come to: two small layers. */
typedef struct nf_head {
    _Alignas(64) int16_t hidden[NF_LANES][NF_HIDDEN][2]; /* by pair of inputs: the mover's first */
    int32_t hidden_start[NF_HIDDEN];
    int32_t output[NF_HIDDEN];
    int32_t output_start;
} nf_head;

struct nf_network {
    unsigned axes;
    unsigned states;
    uint16_t state[3][NF_PATTERNS]; /* by owner (none, own, other) and pattern (own 1, other 2) */
    nf_row start;                   /* what every sum begins with */
    nf_row held[9];                 /* added where the mover is held to that board */
    nf_row free_move;               /* added where the mover is held to none */
    nf_row nothing;
    nf_head head;
    nf_row rows[9][NF_MOST_STATES];
    nf_row target[NF_MOST_STATES]; /* added for the board that the mover is held to */
};

/* The accumulator of a position from X's perspective and from O's. */
typedef struct nf_accumulator {
    nf_row of[2];
} nf_accumulator;

NF_INLINE unsigned network_state(const nf_network *net, const nf_position *p, unsigned player,
                                 unsigned board) {
    unsigned owner = (p->owned[player] >> board & 1) + 2u * (p->owned[!player] >> board & 1);
    return net->state[owner][nf_pattern(p->marks[player][board], p->marks[!player][board])];
}

NF_INLINE void row_add(nf_row *sum, const nf_row *row) {
    for (int i = 0; i < NF_LANES; i++) sum->lane[i] = (int16_t)(sum->lane[i] + row->lane[i]);
}

NF_INLINE void accumulator_refresh(nf_accumulator *sums, const nf_network *net,
                                   const nf_position *p) {
    for (unsigned player = 0; player < 2; player++) {
        sums->of[player] = net->start;
        for (unsigned board = 0; board < 9; board++)
            row_add(&sums->of[player], &net->rows[board][network_state(net, p, player, board)]);
    }
}

/* The accumulator after a move that changed one board of `before`. */
NF_INLINE void accumulator_update(nf_accumulator *sums, const nf_accumulator *old_sums,
                                  const nf_network *net, const nf_position *before,
                                  const nf_position *after, unsigned board) {
    const nf_row *rows = net->rows[board];
    for (unsigned player = 0; player < 2; player++) {
        const nf_row *old = rows + network_state(net, before, player, board);
        const nf_row *new = rows + network_state(net, after, player, board);
        const int16_t *from = old_sums->of[player].lane;
        int16_t *sum = sums->of[player].lane;
        for (int i = 0; i < NF_LANES; i++) sum[i] = (int16_t)(from[i] + new->lane[i] - old->lane[i]);
    }
}

/* Prefetches what `accumulator_update` will need: the rows are too many for the near caches. */
NF_INLINE void accumulator_prefetch(const nf_network *net, const nf_position *after, unsigned board) {
    for (unsigned player = 0; player < 2; player++)
        __builtin_prefetch(&net->rows[board][network_state(net, after, player, board)]);
}

/* The hidden layer, two inputs at a time: one instruction multiplies both and adds them up. */
#if defined(__AVX2__) || defined(COMPILED_FOR_AVX2)
NF_INLINE void hidden_sums(const nf_head *head, const int16_t *in, int32_t sums[NF_HIDDEN]) {
    __m256i low = _mm256_loadu_si256((const __m256i *)head->hidden_start);
    __m256i high = _mm256_loadu_si256((const __m256i *)head->hidden_start + 1);
    for (int pair = 0; pair < NF_LANES; pair++) {
        int32_t both;
        __builtin_memcpy(&both, in + 2 * pair, sizeof both);
        __m256i inputs = _mm256_set1_epi32(both);
        const __m256i *weights = (const __m256i *)head->hidden[pair];
        low = _mm256_add_epi32(low, _mm256_madd_epi16(inputs, weights[0]));
        high = _mm256_add_epi32(high, _mm256_madd_epi16(inputs, weights[1]));
    }
    _mm256_storeu_si256((__m256i *)sums, low);
    _mm256_storeu_si256((__m256i *)sums + 1, high);
}
#elif defined(__SSE2__)
NF_INLINE void hidden_sums(const nf_head *head, const int16_t *in, int32_t sums[NF_HIDDEN]) {
    __m128i total[4];
    for (int v = 0; v < 4; v++) total[v] = _mm_loadu_si128((const __m128i *)head->hidden_start + v);
    for (int pair = 0; pair < NF_LANES; pair++) {
        int32_t both;
        __builtin_memcpy(&both, in + 2 * pair, sizeof both);
        __m128i inputs = _mm_set1_epi32(both);
        const __m128i *weights = (const __m128i *)head->hidden[pair];
        for (int v = 0; v < 4; v++)
            total[v] = _mm_add_epi32(total[v], _mm_madd_epi16(inputs, weights[v]));
    }
    for (int v = 0; v < 4; v++) _mm_storeu_si128((__m128i *)sums + v, total[v]);
}
#elif defined(__aarch64__)
NF_INLINE void hidden_sums(const nf_head *head, const int16_t *in, int32_t sums[NF_HIDDEN]) {
    int32x4_t total[4];
    for (int v = 0; v < 4; v++) total[v] = vld1q_s32(head->hidden_start + 4 * v);
    for (int pair = 0; pair < NF_LANES; pair++)
        for (int half = 0; half < 2;
             half++) { /* eight of the layer: their first weights, their second */
            int16x8x2_t weights = vld2q_s16(head->hidden[pair][8 * half]);
            int32x4_t *low = &total[2 * half], *high = low + 1;
            for (int i = 0; i < 2; i++) {
                *low = vmlal_n_s16(*low, vget_low_s16(weights.val[i]), in[2 * pair + i]);
                *high = vmlal_high_n_s16(*high, weights.val[i], in[2 * pair + i]);
            }
        }
    for (int v = 0; v < 4; v++) vst1q_s32(sums + 4 * v, total[v]);
}
#elif defined(__wasm_simd128__)
NF_INLINE void hidden_sums(const nf_head *head, const int16_t *in, int32_t sums[NF_HIDDEN]) {
    v128_t total[4];
    for (int v = 0; v < 4; v++) total[v] = wasm_v128_load(head->hidden_start + 4 * v);
    for (int pair = 0; pair < NF_LANES; pair++) {
        v128_t inputs = wasm_v128_load32_splat(in + 2 * pair);
        for (int v = 0; v < 4; v++)
            total[v] = wasm_i32x4_add(
                total[v], wasm_i32x4_dot_i16x8(inputs, wasm_v128_load(head->hidden[pair][4 * v])));
    }
    for (int v = 0; v < 4; v++) wasm_v128_store(sums + 4 * v, total[v]);
}
#else
NF_INLINE void hidden_sums(const nf_head *head, const int16_t *in, int32_t sums[NF_HIDDEN]) {
    for (int h = 0; h < NF_HIDDEN; h++) sums[h] = head->hidden_start[h];
    for (int pair = 0; pair < NF_LANES; pair++)
        for (int h = 0; h < NF_HIDDEN; h++)
            sums[h] +=
                in[2 * pair] * head->hidden[pair][h][0] + in[2 * pair + 1] * head->hidden[pair][h][1];
}
#endif

NF_INLINE int activation(int value) { return value < 0 ? 0 : value > NF_ONE ? NF_ONE : value; }

/* The score for the player to move. */
NF_INLINE int network_score(const nf_network *net, const nf_accumulator *sums, const nf_position *p,
                            int held) {
    const nf_head *head = &net->head;
    const nf_row *mine = &sums->of[p->turn], *theirs = &sums->of[!p->turn];
    const nf_row *place = held ? &net->held[p->target] : &net->free_move;
    const nf_row *state =
        held ? &net->target[network_state(net, p, p->turn, p->target)] : &net->nothing;
    _Alignas(64) int16_t in[2 * NF_LANES];
    int32_t hidden[NF_HIDDEN];
    for (int i = 0; i < NF_LANES; i++)
        in[i] = (int16_t)activation((int16_t)(mine->lane[i] + place->lane[i] + state->lane[i]));
    for (int i = 0; i < NF_LANES; i++) in[NF_LANES + i] = (int16_t)activation(theirs->lane[i]);
    hidden_sums(head, in, hidden);
    int32_t total = head->output_start;
    for (int h = 0; h < NF_HIDDEN; h++)
        total += activation(hidden[h] >> NF_WEIGHT_BITS) * head->output[h];
    return nf_within_bounds(total / NF_OUTPUT);
}

#endif
