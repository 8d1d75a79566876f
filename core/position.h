/* The rules as inline functions: which boards are open, and what a move changes. */
#ifndef NINEFOLD_POSITION_H
#define NINEFOLD_POSITION_H

#include "axes.h"
#include "zobrist.h"
#include "lines.h"
#include "ninefold.h"

NF_INLINE unsigned nf_taken(const nf_position *p, unsigned board) {
    return p->marks[0][board] | p->marks[1][board];
}

NF_INLINE unsigned nf_empty(const nf_position *p, unsigned board) {
    return NF_ALL_NINE & ~nf_taken(p, board);
}

NF_INLINE unsigned nf_marks_on(const nf_position *p) {
    unsigned count = 0;
    for (unsigned board = 0; board < 9; board++) count += nf_count(nf_taken(p, board));
    return count;
}

/* The boards that hold nobody any more. */
NF_INLINE unsigned nf_releasing(const nf_position *p, const unsigned axes) {
    return axes & NF_RELEASE_FULL ? p->full : (unsigned)(p->full | p->owned[0] | p->owned[1]);
}

/* The boards that a free move may go to. */
NF_INLINE unsigned nf_free_boards(const nf_position *p, const unsigned axes) {
    unsigned closed = p->full;
    if (!(axes & NF_FREE_UNFILLED)) closed |= p->owned[0] | p->owned[1];
    return NF_ALL_NINE & ~closed;
}

/* Captured boards are closed for good: marks on decided boards no longer matter. */
#define NF_CLOSES_FOR_GOOD(axes) (!((axes) & (NF_RELEASE_FULL | NF_FREE_UNFILLED)))

/* Whether the player to move is held to the target board. */
NF_INLINE int nf_held(const nf_position *p, const unsigned axes) {
    return !((nf_releasing(p, axes) | 1u << NF_NO_TARGET) >> p->target & 1);
}

/* The boards that the player to move may play in, for a game that goes on. */
NF_INLINE unsigned nf_open_boards(const nf_position *p, const unsigned axes) {
    return nf_held(p, axes) ? 1u << p->target : nf_free_boards(p, axes);
}

/* The boards on which nothing can change the result of a game without a line. */
NF_INLINE unsigned nf_settled(const nf_position *p, const unsigned axes) {
    return axes & NF_ENDING_FULL ? p->full : (unsigned)(p->full | p->owned[0] | p->owned[1]);
}

/* The cells of an open board by which a player would capture it now. */
NF_INLINE unsigned nf_captures(const nf_position *p, const unsigned axes, unsigned player,
                               unsigned board) {
    unsigned kept = axes & NF_OWNER_LATEST ? p->owned[player] : (unsigned)(p->owned[0] | p->owned[1]);
    return kept >> board & 1 ? 0 : nf_completing[p->marks[player][board]] & nf_empty(p, board);
}

/* The result of a game that ends without a line of boards. */
NF_INLINE unsigned nf_result_without_line(const nf_position *p) {
    if (!(p->axes & NF_TIE_BOARDS)) return NF_DRAWN;
    unsigned x = nf_count(p->owned[0]), o = nf_count(p->owned[1]);
    return x > o ? NF_X_WINS : x < o ? NF_O_WINS : NF_DRAWN;
}

/* Plays a legal move. `key`, where one is kept, follows; pass NULL where none is. */
NF_INLINE void nf_make(nf_position *p, const unsigned axes, unsigned board, unsigned cell,
                       uint64_t *key) {
    unsigned turn = p->turn, bit = 1u << board;
    unsigned captures = nf_captures(p, axes, turn, board);
    unsigned mine = p->marks[turn][board] | 1u << cell;
    p->marks[turn][board] = (uint16_t)mine;
    if (key) {
        *key ^= nf_zobrist.mark[turn][9 * board + cell] ^ nf_zobrist.turn;
        *key ^= nf_zobrist.target[p->target] ^ nf_zobrist.target[cell];
    }
    if (nf_taken(p, board) == NF_ALL_NINE) p->full |= (uint16_t)bit;
    if (captures >> cell & 1) {
        if (key) {
            *key ^= nf_zobrist.owner[turn][board];
            if (axes & NF_OWNER_LATEST && p->owned[!turn] & bit)
                *key ^= nf_zobrist.owner[!turn][board];
        }
        if (axes & NF_OWNER_LATEST) p->owned[!turn] &= (uint16_t)~bit;
        p->owned[turn] |= (uint16_t)bit;
        if (nf_has_line[p->owned[turn]]) p->outcome = (uint8_t)(NF_X_WINS + turn);
    }
    p->turn = (uint8_t)!turn;
    p->target = (uint8_t)cell;
    if (nf_settled(p, axes) == NF_ALL_NINE && p->outcome == NF_GOING_ON)
        p->outcome = (uint8_t)nf_result_without_line(p);
}

/* The key of a position, as nf_make keeps it. */
uint64_t nf_position_key(const nf_position *position);

#endif
