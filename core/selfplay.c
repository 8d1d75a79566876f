/* Games of the search with itself, whose positions an evaluation can be fitted to.
 *
 * Best play from the start repeats itself, so games begin with random moves, and now and then in
 * the first half a move is drawn from the good ones instead of taking the best.
 */
#include "search.h"

enum {
    STRAY_UNTIL = 40, /* no strays after so many marks: late mistakes only blur the result */
    STRAY_ONE_IN = 12,
    STRAY_LINES = 4,
    STRAY_WITHIN = 900, /* evaluation units below the best */
};

static uint32_t below(uint64_t *random, uint32_t limit) {
    return (uint32_t)(((nf_next_random(random) >> 32) * limit) >> 32);
}

static void play_at_random(nf_position *p, uint64_t *random) {
    uint8_t squares[NF_SQUARES];
    nf_play(p, squares[below(random, (uint32_t)nf_legal_moves(p, squares))]);
}

static unsigned marks_on(const nf_position *p) {
    unsigned count = 0;
    for (unsigned board = 0; board < 9; board++) count += nf_count(nf_taken(p, board));
    return count;
}

/* How a game ends of which the mover's best line is proven. */
static uint8_t proven_outcome(const nf_line *best, unsigned turn) {
    if (best->proven == NF_DRAW) return NF_DRAWN;
    return (uint8_t)(NF_X_WINS + (best->proven == NF_WIN ? turn : !turn));
}

/* Searches, writes the sample and plays. Returns how the game ends, if that is known now. */
static uint8_t one_move(nf_search *s, nf_position *p, const nf_limits *limits, uint64_t *random,
                        nf_sample *sample) {
    nf_limits asked = *limits;
    nf_line lines[STRAY_LINES];
    int strays = marks_on(p) < STRAY_UNTIL && below(random, STRAY_ONE_IN) == 0;
    asked.lines = strays ? STRAY_LINES : 1;
    nf_search_begin(s, p, &asked);
    while (nf_search_deepen(s)) {}
    uint32_t count = nf_search_lines(s, lines, STRAY_LINES), good = 1;
    while (good < count && lines[good].score > lines[0].score - STRAY_WITHIN) good++;
    uint32_t chosen = below(random, good);
    *sample = (nf_sample){.position = *p, .score = lines[0].score, .strays = chosen > 0};
    if (!nf_held(p, p->axes)) sample->position.target = NF_NO_TARGET; /* for readers without rules */
    if (lines[0].proven != NF_UNPROVEN) return proven_outcome(&lines[0], p->turn);
    nf_play(p, lines[chosen].squares[0]);
    return p->outcome;
}

uint32_t nf_self_play(nf_search *s, const nf_position *start, const nf_limits *limits,
                      uint32_t random_moves, uint64_t seed, nf_sample samples[NF_SQUARES]) {
    nf_position p = *start;
    uint32_t count = 0;
    uint8_t outcome = p.outcome;
    for (; random_moves && p.outcome == NF_GOING_ON; random_moves--) play_at_random(&p, &seed);
    if (p.outcome != NF_GOING_ON) return 0;
    while (outcome == NF_GOING_ON && !s->stop) outcome = one_move(s, &p, limits, &seed, &samples[count++]);
    for (uint32_t i = 0; i < count; i++) samples[i].outcome = outcome;
    return count;
}
