/* A level's way of choosing: what it does not consider, and how it varies its first moves. */
#include "dice.h"

enum { VARIED_MARKS = 6, VARIED_LINES = 6 };

void nf_level_moves(const nf_position *p, const nf_level *level, uint64_t seed, uint64_t moves[2]) {
    uint8_t squares[NF_SQUARES];
    uint64_t dice = dice_for(p, seed), all[2] = {0, 0};
    int count = nf_legal_moves(p, squares);
    moves[0] = moves[1] = 0;
    for (int i = 0; i < count; i++) {
        unsigned square = squares[i], captures = nf_captures(p, p->axes, p->turn, square / 9);
        int overlooked = throw_below(&dice, 256) < level->oversight && captures >> square % 9 & 1;
        all[square / 64] |= UINT64_C(1) << square % 64;
        if (!overlooked) moves[square / 64] |= UINT64_C(1) << square % 64;
    }
    if (!moves[0] && !moves[1]) moves[0] = all[0], moves[1] = all[1];
}

uint32_t nf_level_lines(const nf_position *p, const nf_level *level) {
    int errs = level->noise || level->blindness; /* who errs varies enough */
    return errs || nf_marks_on(p) >= VARIED_MARKS ? 1 : VARIED_LINES;
}

void nf_level_choose(const nf_search *search, const nf_position *p, const nf_level *level,
                     uint64_t seed, nf_line *chosen) {
    nf_line lines[VARIED_LINES];
    uint64_t dice = dice_for(p, ~seed);
    uint32_t count = nf_search_lines(search, lines, VARIED_LINES), good = 0;
    *chosen = lines[0];
    if (nf_level_lines(p, level) == 1) return;
    while (good < count && lines[good].score + (int)level->variety >= lines[0].score) good++;
    *chosen = lines[throw_below(&dice, good)];
    unsigned symmetry = throw_symmetry(p, &dice);
    for (unsigned i = 0; i < chosen->length; i++)
        chosen->squares[i] = (uint8_t)turned_square(chosen->squares[i], symmetry);
}
