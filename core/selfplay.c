/* Games of the search with itself, whose positions an evaluation can be fitted to.
 *
 * Best play from the start repeats itself, so games begin with random moves, and now and then in
 * the first half a move is drawn from the good ones instead of taking the best. Some are even drawn
 * from all: what others do wrong, and how to answer it, no game of good moves would show.
 */
#include "search.h"

enum {
    EXPLORE_UNTIL = 40, /* not after so many marks: late mistakes only blur the result */
    EXPLORE_ONE_IN = 12,
    EXPLORE_LINES = 4,
    EXPLORE_WITHIN = 900, /* evaluation units below the best */
    RANDOM_UNTIL = 36,
    RANDOM_ONE_IN = 10,
};

static uint32_t below(uint64_t *random, uint32_t limit) {
    return (uint32_t)(((nf_next_random(random) >> 32) * limit) >> 32);
}

static void play_at_random(nf_position *p, uint64_t *random) {
    uint8_t squares[NF_SQUARES];
    nf_play(p, squares[below(random, (uint32_t)nf_legal_moves(p, squares))]);
}

/* How a game ends of which the mover's best line is proven. */
static uint8_t proven_outcome(const nf_line *best, unsigned turn) {
    if (best->proven == NF_DRAW) return NF_DRAWN;
    return (uint8_t)(NF_X_WINS + (best->proven == NF_WIN ? turn : !turn));
}

static nf_sample sample_of(const nf_position *p) {
    nf_sample sample = {.position = *p};
    if (!nf_held(p, p->axes)) sample.position.target = NF_NO_TARGET; /* for readers without rules */
    return sample;
}

static uint32_t search_to_the_end(nf_search *s, const nf_position *p, const nf_limits *limits,
                                  nf_line *lines) {
    nf_search_begin(s, p, limits);
    while (nf_search_deepen(s)) {}
    return nf_search_lines(s, lines, limits->lines);
}

/* Searches and writes the sample. Returns the best line, its first move replaced by the chosen one. */
static nf_line think(nf_search *s, const nf_position *p, const nf_limits *limits, int explores,
                     uint64_t *random, nf_sample *sample) {
    nf_limits asked = *limits;
    nf_line lines[EXPLORE_LINES];
    asked.lines = explores ? EXPLORE_LINES : 1;
    uint32_t count = search_to_the_end(s, p, &asked, lines), good = 1;
    while (good < count && lines[good].score > lines[0].score - EXPLORE_WITHIN) good++;
    uint32_t chosen = below(random, good);
    *sample = sample_of(p);
    sample->score = lines[0].score;
    sample->flags = chosen > 0 ? NF_EXPLORES : 0;
    lines[0].squares[0] = lines[chosen].squares[0];
    return lines[0];
}

static int explores_here(const nf_position *p, uint64_t *random) {
    return nf_marks_on(p) < EXPLORE_UNTIL && below(random, EXPLORE_ONE_IN) == 0;
}

/* Returns how many samples it wrote, and leaves the outcome in the position. */
static uint32_t play_game(nf_search *s, nf_position *p, const nf_limits *limits, uint64_t *random,
                          nf_sample *samples) {
    uint32_t count = 0;
    while (p->outcome == NF_GOING_ON && !s->stop) {
        nf_line best = think(s, p, limits, explores_here(p, random), random, &samples[count++]);
        if (best.proven != NF_UNPROVEN) p->outcome = proven_outcome(&best, p->turn);
        else if (nf_marks_on(p) < RANDOM_UNTIL && below(random, RANDOM_ONE_IN) == 0) {
            samples[count - 1].flags = NF_EXPLORES;
            play_at_random(p, random);
        } else nf_play(p, best.squares[0]);
    }
    return count;
}

uint32_t nf_self_play(nf_search *s, const nf_position *start, const nf_limits *limits,
                      uint32_t random_moves, uint64_t seed, nf_sample samples[NF_SQUARES]) {
    nf_position p = *start;
    for (; random_moves && p.outcome == NF_GOING_ON; random_moves--) play_at_random(&p, &seed);
    uint32_t count = play_game(s, &p, limits, &seed, samples);
    for (uint32_t i = 0; i < count; i++) samples[i].outcome = p.outcome;
    return count;
}
