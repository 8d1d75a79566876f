/* Setting positions up and playing them one move at a time, for callers from outside. */
#include "position.h"

int nf_axes_fit(unsigned axes) {
    if (axes > (NF_STATIC_AXES | NF_TIE_BOARDS)) return 0;
    /* Free moves to undecided boards only would leave no move before all is full; */
    if (axes & NF_ENDING_FULL && !(axes & NF_FREE_UNFILLED)) return 0;
    /* and a captured board in which nobody may play cannot change hands. */
    return !(axes & NF_OWNER_LATEST && !(axes & (NF_RELEASE_FULL | NF_FREE_UNFILLED)));
}

static int set_board(nf_position *p, unsigned board, unsigned x, unsigned o) {
    if ((x | o) > NF_ALL_NINE || x & o) return -1;
    p->marks[0][board] = (uint16_t)x;
    p->marks[1][board] = (uint16_t)o;
    if (nf_empty(p, board) == 0) p->full |= (uint16_t)(1u << board);
    /* A board with a line has an owner, and its owner has a line on it. */
    int x_owns = p->owned[0] >> board & 1, o_owns = p->owned[1] >> board & 1;
    if (!x_owns && !o_owns) return nf_has_line[x] || nf_has_line[o] ? -1 : 0;
    return nf_has_line[x_owns ? x : o] ? 0 : -1;
}

int nf_set_up(nf_position *p, unsigned axes, const uint16_t marks[18], const uint16_t owned[2],
              unsigned turn, unsigned target) {
    if (!nf_axes_fit(axes) || turn > 1 || target > NF_NO_TARGET) return -1;
    if ((owned[0] | owned[1]) > NF_ALL_NINE || owned[0] & owned[1]) return -1;
    *p = (nf_position){.turn = (uint8_t)turn, .target = (uint8_t)target, .axes = (uint8_t)axes};
    for (unsigned player = 0; player < 2; player++) p->owned[player] = owned[player];
    for (unsigned board = 0; board < 9; board++)
        if (set_board(p, board, marks[board], marks[9 + board])) return -1;
    int x = nf_has_line[p->owned[0]], o = nf_has_line[p->owned[1]];
    if (x && o) return -1;
    if (x || o) p->outcome = o ? NF_O_WINS : NF_X_WINS;
    else if (nf_settled(p, axes) == NF_ALL_NINE) p->outcome = (uint8_t)nf_result_without_line(p);
    return 0;
}

int nf_legal_moves(const nf_position *p, uint8_t squares[NF_SQUARES]) {
    int count = 0;
    if (p->outcome != NF_GOING_ON) return 0;
    for (unsigned open = nf_open_boards(p, p->axes); open; open &= open - 1) {
        unsigned board = nf_first(open);
        for (unsigned cells = nf_empty(p, board); cells; cells &= cells - 1)
            squares[count++] = (uint8_t)(9 * board + nf_first(cells));
    }
    return count;
}

int nf_is_held(const nf_position *p) { return nf_held(p, p->axes); }

int nf_play(nf_position *p, unsigned square) {
    if (square >= NF_SQUARES || p->outcome != NF_GOING_ON) return -1;
    unsigned board = square / 9, cell = square % 9;
    if (!(nf_open_boards(p, p->axes) >> board & 1) || !(nf_empty(p, board) >> cell & 1)) return -1;
    nf_make(p, p->axes, board, cell, NULL);
    return 0;
}

size_t nf_write_games(const nf_position *start, uint64_t seed, uint8_t *bytes, size_t size) {
    size_t used = 0;
    while (size - used >= NF_SQUARES + 2) {
        nf_position p = *start;
        while (p.outcome == NF_GOING_ON) {
            uint8_t squares[NF_SQUARES];
            unsigned count = (unsigned)nf_legal_moves(&p, squares);
            unsigned square = squares[nf_next_random(&seed) % count];
            nf_play(&p, square);
            bytes[used++] = (uint8_t)square;
        }
        bytes[used++] = 255;
        bytes[used++] = p.outcome;
    }
    return used;
}

uint64_t nf_position_key(const nf_position *p) {
    uint64_t key = nf_zobrist.target[p->target] ^ (p->turn ? nf_zobrist.turn : 0);
    for (unsigned player = 0; player < 2; player++)
        for (unsigned board = 0; board < 9; board++) {
            if (p->owned[player] >> board & 1) key ^= nf_zobrist.owner[player][board];
            for (unsigned cells = p->marks[player][board]; cells; cells &= cells - 1)
                key ^= nf_zobrist.mark[player][9 * board + nf_first(cells)];
        }
    return key;
}
