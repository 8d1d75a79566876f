/* The lock-step kernel of the random games, for vectors of WIDTH lanes: included once for every
 * instruction set, with SET(name) giving names their ending and TARGET the function attribute.
 */

typedef uint16_t SET(lanes) __attribute__((vector_size(2 * WIDTH)));
typedef int16_t SET(masks) __attribute__((vector_size(2 * WIDTH))); /* 0 or -1 in each lane */
typedef uint32_t SET(words) __attribute__((vector_size(2 * WIDTH)));
#define lanes SET(lanes)
#define masks SET(masks)
#define words SET(words)
#define state SET(state)
#define dice SET(dice)
#define tally SET(tally)
#define choice SET(choice)

/* A game in each lane. Sides take turns at index 0 and 1, so all lanes move on the same side; which
 * of the two is X differs from lane to lane. */
typedef struct state {
    lanes marks[2][9], owned[2];
    lanes empty[9]; /* how many cells are empty on each board */
    lanes open;     /* the boards that may be played in; none in a lane that rests */
    lanes full;
    lanes x_side; /* all ones where X is side 1 */
} state;

typedef struct dice {
    words x, y, z, w;
} dice;

/* What happened since it was last emptied into 64-bit sums. */
typedef struct tally {
    lanes games_left, moves, side_wins[2][2] /* by side and x_side */, draws;
} tally;

typedef struct choice {
    lanes cell, board, mine; /* board and cell as one bit; mine: the marks there after the move */
} choice;

TARGET NF_INLINE lanes SET(choose)(masks which, lanes yes, lanes no) {
    return (yes & (lanes)which) | (no & ~(lanes)which);
}

/* All ones where a mask has bit b. */
TARGET NF_INLINE lanes SET(has)(lanes mask, int b) {
    return (lanes)((masks)(mask << (15 - b)) >> 15);
}

/* Marsaglia's xorshift128, one generator for every two lanes; then a number from 0 up to but not
 * including `count` (at most 81): the high half of a product. */
TARGET NF_INLINE lanes SET(roll)(dice *d, lanes count) {
    words t = d->x ^ d->x << 11;
    d->x = d->y, d->y = d->z, d->z = d->w;
    d->w = d->w ^ d->w >> 19 ^ t ^ t >> 8;
    lanes r = (lanes)d->w;
    return ((r >> 8) * count + (((r & 255) * count) >> 8)) >> 8;
}

/* The cells of all lines that stand in a mask. */
TARGET NF_INLINE lanes SET(line_cells)(lanes m) {
    lanes rows = m & m >> 1 & m >> 2 & 0111, columns = m & m >> 3 & m >> 6 & 7;
    lanes down = (lanes)((m & 0421) == 0421) & 0421, up = (lanes)((m & 0124) == 0124) & 0124;
    return rows | rows << 1 | rows << 2 | columns | columns << 3 | columns << 6 | down | up;
}

TARGET NF_INLINE choice SET(choose_move)(const state *s, const int me, dice *d) {
    lanes zero = s->open ^ s->open, total = zero, count[9];
    for (int b = 0; b < 9; b++) {
        count[b] = s->empty[b] & SET(has)(s->open, b);
        total += count[b];
    }
    lanes left = SET(roll)(d, total), cells = zero, board = zero, mine = zero, nth = zero;
    for (int b = 0; b < 9; b++) {
        lanes here = (lanes)(left < count[b]); /* once found, `left` turns huge and stays so */
        cells |= (s->marks[0][b] | s->marks[1][b]) & here;
        mine |= s->marks[me][b] & here;
        board |= (uint16_t)(1 << b) & here;
        nth |= left & here;
        left -= count[b];
    }
    cells = ~cells & NF_ALL_NINE;
    for (int i = 0; i < 8; i++) cells &= (cells - 1) | (lanes)(nth <= (uint16_t)i);
    lanes cell = cells & -cells;
    return (choice){.cell = cell, .board = board, .mine = mine | cell};
}

/* Plays the chosen moves; gives the lanes in which the mover has won. */
TARGET NF_INLINE masks SET(play_moves)(state *s, const int me, const rules *r, const choice *c) {
    lanes none = s->open ^ s->open, full = none;
    for (int b = 0; b < 9; b++) {
        lanes here = SET(has)(c->board, b);
        s->marks[me][b] |= c->cell & here;
        s->empty[b] += here;
        full |= (lanes)(s->empty[b] == 0) & (uint16_t)(1 << b);
    }
    s->full = full;
    lanes captured = c->board & (lanes)((SET(line_cells)(c->mine) & c->cell) != 0);
    captured &= ~s->owned[!me] | r->owned_change;
    s->owned[!me] &= ~captured;
    s->owned[me] |= captured;
    lanes owned = s->owned[0] | s->owned[1];
    masks held = (c->cell & ~(full | (owned & r->owned_release))) != none;
    lanes away = ~(full | (owned & r->owned_close)) & NF_ALL_NINE;
    s->open = SET(choose)(held, c->cell, away);
    return SET(line_cells)(s->owned[me]) != none;
}

/* The lanes in which side 0 or 1 wins a game without a line, by the tie-break. */
TARGET NF_INLINE masks SET(more_boards)(const state *s, const int side) {
    lanes none = s->open ^ s->open, lead = none;
    for (int b = 0; b < 9; b++) lead += (s->owned[side] >> b & 1) - (s->owned[!side] >> b & 1);
    return (masks)lead > (masks)none;
}

/* Counts the games that have ended and puts the start into their lanes, or lets them rest. */
TARGET NF_INLINE void SET(end_games)(state *s, const state *start, const int me, const rules *r,
                                     masks ended, masks won, tally *t) {
    masks wins[2] = {me ? won ^ won : won, me ? won : won ^ won};
    if (r->tie_boards)
        for (int side = 0; side < 2; side++) wins[side] |= ended & ~won & SET(more_boards)(s, side);
    t->draws -= (lanes)(ended & ~(wins[0] | wins[1]));
    for (int side = 0; side < 2; side++) {
        t->side_wins[side][0] -= (lanes)wins[side] & ~s->x_side;
        t->side_wins[side][1] -= (lanes)wins[side] & s->x_side;
    }
    t->games_left += (lanes)ended;
    masks more = ended & (t->games_left != 0);
    for (int b = 0; b < 9; b++) {
        s->marks[!me][b] = SET(choose)(more, start->marks[0][b], s->marks[!me][b]);
        s->marks[me][b] = SET(choose)(more, start->marks[1][b], s->marks[me][b]);
        s->empty[b] = SET(choose)(more, start->empty[b], s->empty[b]);
    }
    s->owned[!me] = SET(choose)(more, start->owned[0], s->owned[!me]);
    s->owned[me] = SET(choose)(more, start->owned[1], s->owned[me]);
    s->x_side = SET(choose)(more, me ? start->x_side : ~start->x_side, s->x_side);
    s->open = SET(choose)(more, start->open, s->open & ~(lanes)ended);
}

TARGET NF_INLINE int SET(any)(masks m) {
    typedef uint64_t longs __attribute__((vector_size(2 * WIDTH)));
    uint64_t all = 0;
    for (int i = 0; i < WIDTH / 4; i++) all |= ((longs)m)[i];
    return all != 0;
}

TARGET NF_INLINE void SET(step)(state *s, const state *start, const int me, const rules *r, dice *d,
                                tally *t) {
    masks at_work = s->open != 0;
    t->moves -= (lanes)at_work;
    choice c = SET(choose_move)(s, me, d);
    masks won = SET(play_moves)(s, me, r, &c) & at_work;
    lanes settled = s->full | ((s->owned[0] | s->owned[1]) & r->owned_settle);
    masks ended = won | ((settled == NF_ALL_NINE) & at_work);
    s->open &= (lanes)at_work;
    if (SET(any)(ended)) SET(end_games)(s, start, me, r, ended, won, t);
}

static TARGET void SET(deal)(state *s, const nf_position *p) {
    lanes none = {0};
    unsigned me = p->turn;
    for (unsigned b = 0; b < 9; b++) {
        s->marks[0][b] = none + p->marks[me][b];
        s->marks[1][b] = none + p->marks[!me][b];
        s->empty[b] = none + (uint16_t)nf_count(nf_empty(p, b));
    }
    s->owned[0] = none + p->owned[me];
    s->owned[1] = none + p->owned[!me];
    s->full = none + p->full;
    s->open = none + (uint16_t)nf_open_boards(p, p->axes);
    s->x_side = none - (uint16_t)me;
}

/* Empties a tally into the sums; gives how many games are still to be played. */
static TARGET uint64_t SET(empty_tally)(tally *t, uint64_t *games_left, nf_results *results) {
    uint64_t left = 0;
    for (int lane = 0; lane < WIDTH; lane++) {
        results->moves += t->moves[lane];
        results->draws += t->draws[lane];
        results->x_wins += t->side_wins[0][0][lane] + t->side_wins[1][1][lane];
        results->o_wins += t->side_wins[1][0][lane] + t->side_wins[0][1][lane];
        games_left[lane] -= (uint64_t)t->draws[lane] + t->side_wins[0][0][lane] +
                            t->side_wins[1][1][lane] + t->side_wins[1][0][lane] +
                            t->side_wins[0][1][lane];
        left += games_left[lane];
    }
    *t = (tally){0};
    for (int lane = 0; lane < WIDTH; lane++)
        t->games_left[lane] = games_left[lane] < 65535 ? (uint16_t)games_left[lane] : 65535;
    return left;
}

/* Plays WIDTH lanes of the LANES, from lane `first` on. A round is short enough that no 16-bit
 * count overflows in it: a game has one move at least. */
static TARGET void SET(play_lanes)(const nf_position *p, int first, const uint32_t *seeds,
                                   uint64_t *games_left, const volatile int *stop,
                                   nf_results *results) {
    const rules r = rules_of(p->axes);
    state start, s;
    uint32_t numbers[4][WIDTH / 2];
    tally t = {0};
    SET(deal)(&start, p);
    s = start;
    for (int lane = 0; lane < WIDTH; lane += 2) {
        const uint32_t *four = seeds + 4 * ((first + lane) / 2);
        for (int n = 0; n < 4; n++) numbers[n][lane / 2] = four[n];
    }
    dice d;
    __builtin_memcpy(&d, numbers, sizeof d);
    for (int lane = 0; lane < WIDTH; lane++)
        if (!games_left[first + lane]) s.open[lane] = 0;
    while (SET(empty_tally)(&t, games_left + first, results) && !(stop && *stop))
        for (int pair = 0; pair < 1000 && SET(any)(s.open != 0); pair++) {
            SET(step)(&s, &start, 0, &r, &d, &t);
            SET(step)(&s, &start, 1, &r, &d, &t);
        }
}

#undef lanes
#undef masks
#undef words
#undef state
#undef dice
#undef tally
#undef choice
#undef SET
#undef WIDTH
#undef TARGET
