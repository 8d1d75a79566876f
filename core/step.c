/* Many games stepped together in arrays that the caller owns, for learning.
 *
 * A set of nine cells becomes nine bytes by a table. Sixteen bytes are copied each time, which is one
 * instruction; the next nine overwrite what is too much, so only the last ones must be exact.
 */
#include "position.h"

enum { NINE = 9, ROW = 16 };

#define NINE_BYTES(m) \
    {NF_BIT(m, 0), NF_BIT(m, 1), NF_BIT(m, 2), NF_BIT(m, 3), NF_BIT(m, 4), \
     NF_BIT(m, 5), NF_BIT(m, 6), NF_BIT(m, 7), NF_BIT(m, 8)}
static const int8_t nine_bytes[512][ROW] = {NF_512(NINE_BYTES)};

/* The cells that may be played on each board: none in a finished game. */
NF_INLINE void legal_cells(const nf_position *p, unsigned cells[NINE]) {
    const unsigned open = p->outcome == NF_GOING_ON ? nf_open_boards(p, p->axes) : 0;
    for (unsigned b = 0; b < NINE; b++) cells[b] = open >> b & 1 ? nf_empty(p, b) : 0;
}

NF_INLINE void write_mask(const unsigned cells[NINE], int8_t mask[NF_SQUARES]) {
    for (unsigned b = 0; b < NINE - 1; b++)
        __builtin_memcpy(mask + NINE * b, nine_bytes[cells[b]], ROW);
    __builtin_memcpy(mask + NF_SQUARES - NINE, nine_bytes[cells[NINE - 1]], NINE);
}

NF_INLINE int8_t *write_boards(const unsigned owned, int8_t *plane) {
    for (unsigned b = 0; b < NINE; b++, plane += NINE)
        __builtin_memcpy(plane, nine_bytes[owned >> b & 1 ? NF_ALL_NINE : 0], ROW);
    return plane;
}

NF_INLINE void write_observation(const nf_position *p, const unsigned cells[NINE],
                                 int8_t observation[NF_OBSERVATION]) {
    int8_t *plane = observation;
    for (unsigned player = p->turn, n = 0; n < 2; n++, player = !player)
        for (unsigned b = 0; b < NINE; b++, plane += NINE)
            __builtin_memcpy(plane, nine_bytes[p->marks[player][b]], ROW);
    plane = write_boards(p->owned[p->turn], plane);
    plane = write_boards(p->owned[!p->turn], plane);
    write_mask(cells, plane);
}

void nf_observe(const nf_position *p, int8_t observation[NF_OBSERVATION], int8_t mask[NF_SQUARES]) {
    unsigned cells[NINE];
    legal_cells(p, cells);
    write_observation(p, cells, observation);
    write_mask(cells, mask);
}

/* One of the legal squares of a game that goes on, each as likely. */
static unsigned any_square(nf_episode *e) {
    unsigned cells[NINE], count = 0, board = 0;
    legal_cells(&e->position, cells);
    for (unsigned b = 0; b < NINE; b++) count += nf_count(cells[b]);
    unsigned chosen = (unsigned)(((nf_next_random(&e->dice) >> 32) * count) >> 32);
    for (; chosen >= nf_count(cells[board]); board++) chosen -= nf_count(cells[board]);
    unsigned rest = cells[board];
    for (; chosen; chosen--) rest &= rest - 1;
    return NINE * board + nf_first(rest);
}

static void begin(const nf_batch *batch, nf_episode *e) {
    e->position = (nf_position){.target = NF_NO_TARGET, .axes = batch->axes};
    for (uint32_t n = 0; n < batch->random_moves; n++) nf_play(&e->position, any_square(e));
}

/* What everybody sees of a game now. */
NF_INLINE void show(const nf_batch *batch, size_t n) {
    const nf_position *p = &batch->episodes[n].position;
    nf_observe(p, batch->observations + NF_OBSERVATION * n, batch->masks + NF_SQUARES * n);
    batch->players[n] = (int8_t)p->turn;
}

static void settle(const nf_batch *batch, size_t n, float reward, int terminated) {
    batch->rewards[n] = reward;
    batch->terminated[n] = (uint8_t)terminated;
}

/* Plays for whoever is to move, and gives what it brought them. What is not legal loses the game;
 * the turn passes all the same, so that whoever looks next is always the other player. */
NF_INLINE float act(nf_position *p, int64_t action) {
    const unsigned mover = p->turn;
    if (action < 0 || action >= NF_SQUARES || nf_play(p, (unsigned)action)) {
        p->outcome = (uint8_t)(NF_X_WINS + !mover);
        p->turn = (uint8_t)!mover;
    }
    if (p->outcome == NF_GOING_ON || p->outcome == NF_DRAWN) return 0;
    return p->outcome == NF_X_WINS + mover ? 1 : -1;
}

static void step(const nf_batch *batch, size_t n, int64_t action) {
    nf_episode *e = &batch->episodes[n];
    if (e->position.outcome != NF_GOING_ON) { /* it ended a step ago */
        if (batch->autoreset == NF_NEXT_STEP) begin(batch, e);
        settle(batch, n, 0, batch->autoreset == NF_DISABLED);
    } else {
        const float reward = act(&e->position, action);
        const int over = e->position.outcome != NF_GOING_ON;
        settle(batch, n, reward, over);
        if (over && batch->autoreset == NF_SAME_STEP) {
            int8_t none[NF_SQUARES];
            nf_observe(&e->position, batch->final_observations + NF_OBSERVATION * n, none);
            begin(batch, e);
        }
    }
    show(batch, n);
}

void nf_batch_step(const nf_batch *batch, const int64_t *actions) {
    for (size_t n = 0; n < batch->count; n++) step(batch, n, actions[n]);
}

void nf_batch_reset(const nf_batch *batch, const uint64_t *seeds, const uint8_t *chosen) {
    for (size_t n = 0; n < batch->count; n++) {
        if (chosen && !chosen[n]) continue;
        if (seeds) batch->episodes[n].dice = seeds[n];
        begin(batch, &batch->episodes[n]);
        settle(batch, n, 0, 0);
        show(batch, n);
    }
}

void nf_batch_random_actions(const nf_batch *batch, int64_t *actions) {
    for (size_t n = 0; n < batch->count; n++) {
        nf_episode *e = &batch->episodes[n];
        actions[n] = e->position.outcome == NF_GOING_ON ? any_square(e) : 0;
    }
}
