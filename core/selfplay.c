/* Games of the search with itself or a weaker opponent, whose positions an evaluation can be fitted to.
 *
 * Best play from the start repeats itself, so games begin with random moves, and now and then in
 * the first half a move is drawn from the good ones instead of taking the best. Among equals one is
 * even drawn from all: what others do wrong, and how to answer it, no game of good moves would show.
 */
#include "search.h"

enum {
    STRAY_UNTIL = 40, /* no strays after so many marks: late mistakes only blur the result */
    STRAY_ONE_IN = 12,
    STRAY_LINES = 4,
    STRAY_WITHIN = 900, /* evaluation units below the best */
    BLUNDER_UNTIL = 36,
    BLUNDER_ONE_IN = 10,
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
static nf_line think(nf_search *s, const nf_position *p, const nf_limits *limits, int strays,
                     uint64_t *random, nf_sample *sample) {
    nf_limits asked = *limits;
    nf_line lines[STRAY_LINES];
    asked.lines = strays ? STRAY_LINES : 1;
    uint32_t count = search_to_the_end(s, p, &asked, lines), good = 1;
    while (good < count && lines[good].score > lines[0].score - STRAY_WITHIN) good++;
    uint32_t chosen = below(random, good);
    *sample = sample_of(p);
    sample->score = lines[0].score;
    sample->flags = chosen > 0 ? NF_STRAYS : 0;
    lines[0].squares[0] = lines[chosen].squares[0];
    return lines[0];
}

static int strays_here(const nf_position *p, uint64_t *random) {
    return nf_marks_on(p) < STRAY_UNTIL && below(random, STRAY_ONE_IN) == 0;
}

/* Both games return how many samples they wrote, and leave the outcome in the position. */
static uint32_t equal_game(nf_search *s, nf_position *p, const nf_limits *limits, uint64_t *random,
                           nf_sample *samples) {
    uint32_t count = 0;
    while (p->outcome == NF_GOING_ON && !s->stop) {
        nf_line best = think(s, p, limits, strays_here(p, random), random, &samples[count++]);
        if (best.proven != NF_UNPROVEN) p->outcome = proven_outcome(&best, p->turn);
        else if (nf_marks_on(p) < BLUNDER_UNTIL && below(random, BLUNDER_ONE_IN) == 0) {
            samples[count - 1].flags = NF_STRAYS;
            play_at_random(p, random);
        } else nf_play(p, best.squares[0]);
    }
    return count;
}

static unsigned weaker_move(const nf_opponent *weaker, const nf_position *p, uint64_t *random) {
    if (weaker->search) {
        nf_limits limits = {.nodes = weaker->nodes, .seconds = -1, .lines = 1};
        nf_line best;
        search_to_the_end(weaker->search, p, &limits, &best);
        return best.squares[0];
    }
    nf_mcts_answer answer;
    nf_mcts(p, -1, weaker->nodes, nf_next_random(random), weaker->tree, weaker->tree_bytes, NULL,
            &answer);
    return answer.square;
}

/* Only a win that the search has proven ends it early: a weaker opponent may let others slip. */
static uint32_t unequal_game(nf_search *s, nf_position *p, const nf_limits *limits, uint64_t *random,
                             const nf_opponent *weaker, nf_sample *samples) {
    uint32_t count = 0;
    const unsigned weaker_player = below(random, 2);
    while (p->outcome == NF_GOING_ON && !s->stop) {
        nf_sample *sample = &samples[count++];
        if (p->turn == weaker_player) {
            *sample = sample_of(p);
            sample->flags = NF_WEAKER;
            nf_play(p, weaker_move(weaker, p, random));
        } else {
            const int last = weaker->finisher && nf_marks_on(p) >= weaker->finish_from;
            nf_search *player = last ? weaker->finisher : s;
            nf_line best = think(player, p, limits, strays_here(p, random), random, sample);
            if (best.proven == NF_WIN) p->outcome = proven_outcome(&best, p->turn);
            else nf_play(p, best.squares[0]);
        }
    }
    return count;
}

uint32_t nf_self_play(nf_search *s, const nf_position *start, const nf_limits *limits,
                      uint32_t random_moves, uint64_t seed, const nf_opponent *weaker,
                      nf_sample samples[NF_SQUARES]) {
    nf_position p = *start;
    for (; random_moves && p.outcome == NF_GOING_ON; random_moves--) play_at_random(&p, &seed);
    uint32_t count = weaker ? unequal_game(s, &p, limits, &seed, weaker, samples)
                            : equal_game(s, &p, limits, &seed, samples);
    for (uint32_t i = 0; i < count; i++) samples[i].outcome = p.outcome;
    return count;
}
