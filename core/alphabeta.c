/* Principal-variation search (PVS): the value of a node, looking a number of moves ahead. The steps of
 * `alpha_beta` carry the names that the field has for them.
 *
 * What is exact and what is not: wins and losses (beyond MATE_RANGE) come only from play to the
 * end, because no cut by an evaluation is made against such a bound. Where the depth reaches to the
 * end of the longest game (`exact`), nothing is pruned or reduced at all; such a value, a draw
 * included, is final and goes into the table as searched to any depth.
 */
#include "search.h"

static const uint8_t reductions[32] = {0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3,
                                       3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3};

enum {
    LEAST_TABLE_DEPTH = 2,    /* a node of less depth is sooner searched again than fetched */
    STATIC_PRUNING_DEPTH = 7, /* up to which the static evaluation may prune */
    CORRECTION_LIMIT = 2000,  /* of one error, in evaluation units */
};

typedef int search_function(worker *, node *, int, int, int, int);

NF_INLINE uint64_t zobrist_key(const node *n, const unsigned axes) {
    return n->zobrist ^ nf_zobrist.target[nf_held(&n->p, axes) ? n->p.target : NF_NO_TARGET];
}

/* Whether a player owns a board or may yet own it. */
NF_INLINE unsigned within_reach(const nf_position *p, const unsigned axes, unsigned player,
                                unsigned board) {
    if (p->owned[player] >> board & 1) return 1;
    if (p->full >> board & 1) return 0;
    if (!(axes & NF_OWNER_LATEST) && p->owned[!player] >> board & 1) return 0;
    return nf_has_line[NF_ALL_NINE & ~p->marks[!player][board]];
}

/* The part of the key that a settled board loses: its marks; a dead one has both owners' keys. */
static uint64_t settled_board_key(const nf_position *p, unsigned board) {
    uint64_t key = 0;
    for (unsigned player = 0; player < 2; player++)
        for (unsigned cells = p->marks[player][board]; cells; cells &= cells - 1)
            key ^= nf_zobrist.mark[player][9 * board + nf_first(cells)];
    if (!((p->owned[0] | p->owned[1]) >> board & 1))
        key ^= nf_zobrist.owner[0][board] ^ nf_zobrist.owner[1][board];
    return key;
}

NF_INLINE void make_child(const nf_search *s, node *child, const node *n, const unsigned axes,
                          unsigned board, unsigned cell) {
    nf_position *p = &child->p;
    *p = n->p;
    child->zobrist = n->zobrist;
    child->before = n;
    child->board = (uint8_t)board;
    unsigned me = p->turn, bit = 1u << board;
    nf_make(p, axes, board, cell, NULL);
    child->zobrist ^= nf_zobrist.mark[me][9 * board + cell] ^ nf_zobrist.turn;
    unsigned gained = (p->owned[me] & ~n->p.owned[me]) & bit;
    if (gained) {
        child->zobrist ^= nf_zobrist.owner[me][board];
        if (axes & NF_OWNER_LATEST && n->p.owned[!me] & bit)
            child->zobrist ^= nf_zobrist.owner[!me][board];
    }
    child->left = (uint8_t)(n->left - 1);
    if (NF_CLOSES_FOR_GOOD(axes) && (gained || p->full & bit)) {
        child->zobrist ^= settled_board_key(p, board);
        child->left -= (uint8_t)nf_count(nf_empty(p, board));
    }
    for (unsigned player = 0; player < 2; player++)
        child->reach[player] =
            (uint16_t)((n->reach[player] & ~bit) | within_reach(p, axes, player, board) << board);
    if (s->network) accumulator_prefetch(s->network, p, board);
}

/* Updates the accumulator, lazily: many nodes are settled by the rules or the table. */
NF_INLINE void update_evaluation(const nf_search *s, node *n, const unsigned axes) {
    const node *before = n->before;
    if (s->network) {
        accumulator_update(&n->accumulator, &before->accumulator, s->network, &before->p, &n->p,
                           n->board);
    } else {
        n->hand = before->hand;
        hand_update(&n->hand, chances_for(s, axes), &n->p, n->board);
    }
}

/* No other thread reaches a page's memory: there the clock, which is the page's, stops a search. */
#if defined(__wasm__)
enum { CLOCK_STOPS = 1 };
#else
enum { CLOCK_STOPS = 0 };
#endif

/* Clock, limits and stop flag, every so many nodes. */
static void check_limits(worker *w) {
    struct nf_search *s = w->search;
    const nf_limits *limits = &s->limits;
    if (s->depth == 0 && !w->helper) { /* whoever is stopped at once wants a move all the same */
        w->countdown = 0;
        return;
    }
    w->countdown = 1024;
    if (atomic_load_explicit(&s->stop, memory_order_relaxed)) w->stopped = 1;
    if (w->helper) {
        atomic_store_explicit(&w->published, w->nodes, memory_order_relaxed);
        if (atomic_load_explicit(&s->helpers_stop, memory_order_relaxed)) w->stopped = 1;
        return;
    }
    if (limits->nodes) {
        uint64_t nodes = nf_search_nodes(s);
        if (nodes >= limits->nodes) w->stopped = 1;
        else if (limits->nodes - nodes < 1024) w->countdown = (int64_t)(limits->nodes - nodes) - 1;
    }
    if (!CLOCK_STOPS && limits->seconds < 0) return;
    double spent = nf_seconds() - s->began;
    if (limits->seconds >= 0 && spent >= limits->seconds) w->stopped = 1;
}

NF_INLINE int count_node(worker *w) {
    if (__builtin_expect(--w->countdown < 0, 0)) check_limits(w);
    w->nodes += !w->stopped;
    return w->stopped;
}

static int with_noise(const worker *w, const node *n, int score) {
    uint64_t state = n->zobrist ^ w->search->limits.seed;
    int noise = (int)(w->search->limits.noise * NF_HUNDREDTH);
    int off = (int)(nf_next_random(&state) >> 40) % (2 * noise + 1) - noise;
    off = (off + (int)(nf_next_random(&state) >> 40) % (2 * noise + 1) - noise) / 2;
    return nf_within_bounds(score + off);
}

NF_INLINE unsigned correction_index(unsigned x, unsigned o, unsigned place) {
    return (((x << 9 | o) << 4 | place) * UINT32_C(2654435769)) >> (32 - CORRECTION_BITS);
}

/* The two entries of the correction history that a position has to do with. */
NF_INLINE int16_t *correction_by_owners(correction_history *h, const nf_position *p) {
    return &h->by_owners[p->turn][correction_index(p->owned[0], p->owned[1], 0)];
}

NF_INLINE int16_t *correction_by_target(correction_history *h, const nf_position *p,
                                        const unsigned axes) {
    unsigned held = nf_held(p, axes), board = held ? p->target : 0;
    unsigned key = correction_index(p->marks[0][board], p->marks[1][board], board + 1);
    return &h->by_target[p->turn][held ? key : 0];
}

/* With gravity: an entry is read in sixteenths and tends to eight times the error left after it. */
NF_INLINE void update_correction(int16_t *entry, int error, int weight) {
    *entry = (int16_t)(*entry + (error * weight - *entry * weight / 8) / 16);
}

NF_INLINE void update_corrections(worker *w, const node *n, const unsigned axes, int error,
                                  int depth) {
    if (error > CORRECTION_LIMIT) error = CORRECTION_LIMIT;
    if (error < -CORRECTION_LIMIT) error = -CORRECTION_LIMIT;
    update_correction(correction_by_owners(&w->corrections, &n->p), error, depth + 1);
    update_correction(correction_by_target(&w->corrections, &n->p, axes), error, depth + 1);
}

/* What the network says, with the correction history. */
NF_INLINE int corrected_evaluation(worker *w, const node *n, const unsigned axes) {
    const nf_search *s = w->search;
    int score = network_score(s->network, &n->accumulator, &n->p, nf_held(&n->p, axes));
    int correction = *correction_by_owners(&w->corrections, &n->p) +
                     *correction_by_target(&w->corrections, &n->p, axes);
    return nf_within_bounds(score + correction / 16);
}

NF_INLINE int evaluation(worker *w, const node *n, const unsigned axes) {
    const nf_search *s = w->search;
    int score = s->network ? corrected_evaluation(w, n, axes)
                           : hand_evaluation(&n->hand, chances_for(s, axes), &n->p, axes);
    return __builtin_expect(w->search->limits.noise != 0, 0) ? with_noise(w, n, score) : score;
}

/* Whether a weak player overlooks a capture; the same one every time it is looked at. */
static int overlooked(const worker *w, const node *n, unsigned square) {
    uint64_t state =
        n->zobrist ^ w->search->limits.seed ^ (square + 1) * UINT64_C(0x9e3779b97f4a7c15);
    return (nf_next_random(&state) >> 56) < w->search->limits.blindness;
}

/* Contempt: what a draw is worth to the player to move. */
NF_INLINE int draw_score(const worker *w, const nf_position *p) {
    int less = (int)w->search->limits.contempt * NF_HUNDREDTH;
    return p->turn == w->search->root.p.turn ? -less : less;
}

NF_INLINE int final_score(const worker *w, const nf_position *p, int ply) {
    if (p->outcome == NF_DRAWN) return draw_score(w, p);
    return p->outcome == (unsigned)NF_X_WINS + p->turn ? MATE - ply : ply - MATE;
}

NF_INLINE void update_pv(worker *w, int ply, unsigned square) {
    uint8_t length = w->pv_length[ply + 1];
    w->pv[ply][0] = (uint8_t)square;
    __builtin_memcpy(w->pv[ply] + 1, w->pv[ply + 1], length);
    w->pv_length[ply] = (uint8_t)(length + 1);
}

/* A cell that wins the game at once as 9 * board + cell, or NF_NO_MOVE. */
NF_INLINE unsigned winning_move(const nf_position *p, const unsigned axes, unsigned open) {
    for (unsigned b = open & nf_completing[p->owned[p->turn]]; b; b &= b - 1) {
        unsigned board = nf_first(b), cells = nf_captures(p, axes, p->turn, board);
        if (cells) return 9 * board + nf_first(cells);
    }
    return NF_NO_MOVE;
}

/* What is known without a search: an end, a win at once, a draw because nobody has a line of boards left
 * to make, or a bound for the same reason. Returns whether `*value` is it. */
NF_INLINE int terminal_value(worker *w, const node *n, const unsigned axes, unsigned open, int alpha,
                             int beta, int ply, int *value) {
    const nf_position *p = &n->p;
    if (p->outcome != NF_GOING_ON) return *value = final_score(w, p, ply), 1;
    unsigned win = winning_move(p, axes, open);
    if (win != NF_NO_MOVE && !(w->search->limits.blindness && overlooked(w, n, win))) {
        w->pv[ply][0] = (uint8_t)win, w->pv_length[ply] = 1;
        return *value = MATE - ply - 1, 1;
    }
    if (p->axes & NF_TIE_BOARDS) return 0;
    int mine = nf_has_line[n->reach[p->turn]], theirs = nf_has_line[n->reach[!p->turn]];
    *value = draw_score(w, p);
    return (!mine && !theirs) || (!mine && alpha >= *value) || (!theirs && beta <= *value);
}

/* Quiescence search: beyond the depth only captures, amid which an evaluation means little, with the
 * evaluation as the stand-pat score. */
NF_INLINE int quiescence(worker *w, node *n, const unsigned axes, unsigned open, int alpha, int beta,
                         int ply, search_function *recurse) {
    w->estimates++;
    update_evaluation(w->search, n, axes);
    int best = evaluation(w, n, axes);
    if (best >= beta || ply >= MOST_PLIES - 1) return best;
    if (best > alpha) alpha = best;
    for (; open; open &= open - 1) {
        unsigned board = nf_first(open);
        for (unsigned cells = nf_captures(&n->p, axes, n->p.turn, board); cells; cells &= cells - 1) {
            unsigned square = 9 * board + nf_first(cells);
            if (w->search->limits.blindness && overlooked(w, n, square)) continue;
            node child;
            make_child(w->search, &child, n, axes, board, nf_first(cells));
            int value = -recurse(w, &child, -beta, -alpha, 0, ply + 1);
            if (w->stopped) return 0;
            if (value > best) best = value;
            if (best > alpha) alpha = best;
            if (alpha >= beta) return best;
        }
    }
    return best;
}

NF_INLINE unsigned captures(const nf_position *p, const unsigned axes, unsigned square) {
    return nf_captures(p, axes, p->turn, square / 9) >> square % 9 & 1;
}

/* Moves with their score for the order in the upper bits. */
typedef struct move_list {
    int32_t moves[NF_SQUARES];
    int count;
} move_list;

NF_INLINE void generate_moves(const worker *w, const node *n, const unsigned axes, unsigned open,
                              unsigned table_move, int ply, move_list *list) {
    const nf_position *p = &n->p;
    unsigned me = p->turn, releasing = nf_releasing(p, axes);
    unsigned counter = w->countermoves[me][ply ? w->played[ply - 1] : NF_SQUARES];
    /* Boards in which the opponent would win the game at once. */
    unsigned fatal = 0;
    for (unsigned b = nf_completing[p->owned[!me]] & ~p->full; b; b &= b - 1)
        if (nf_captures(p, axes, !me, nf_first(b))) fatal |= b & -b;
    if (fatal & nf_free_boards(p, axes)) fatal |= releasing;
    list->count = 0;
    for (; open; open &= open - 1) {
        unsigned board = nf_first(open), captures = nf_captures(p, axes, me, board);
        for (unsigned cells = nf_empty(p, board); cells; cells &= cells - 1) {
            unsigned cell = nf_first(cells), square = 9 * board + cell;
            int order = w->history[me][square];
            if (captures >> cell & 1) {
                if (w->search->limits.blindness && overlooked(w, n, square)) continue;
                order += 40000;
            }
            if (square == w->killers[ply][0]) order += 22000;
            else if (square == w->killers[ply][1]) order += 18000;
            if (square == counter) order += 9000;
            if (fatal >> cell & 1 && cell != board) order -= 100000;
            else if (releasing >> cell & 1) order -= 6000;
            if (square == table_move) order = 1 << 22;
            list->moves[list->count++] = (int32_t)((uint32_t)order << 7) | (int32_t)square;
        }
    }
}

/* The best of the moves from `at` on, brought to `at`. */
NF_INLINE unsigned pick_move(move_list *list, int at) {
    int best = at;
    for (int i = at + 1; i < list->count; i++)
        if (list->moves[i] > list->moves[best]) best = i;
    int32_t move = list->moves[best];
    list->moves[best] = list->moves[at];
    list->moves[at] = move;
    return (unsigned)move & 127;
}

/* History heuristic with gravity: the further from zero, the harder it grows. */
NF_INLINE void update_history(int16_t *value, int bonus) {
    int size = bonus < 0 ? -bonus : bonus;
    *value = (int16_t)(*value + bonus - *value * size / 16384);
}

/* After a beta cutoff: history, killer moves and the countermove. */
NF_INLINE void update_ordering(worker *w, unsigned me, const move_list *list, int at, int depth,
                               int ply) {
    unsigned square = (unsigned)list->moves[at] & 127;
    int bonus = depth * depth * 16 < 1600 ? depth * depth * 16 : 1600;
    update_history(&w->history[me][square], bonus);
    for (int i = 0; i < at; i++) update_history(&w->history[me][list->moves[i] & 127], -bonus);
    if (w->killers[ply][0] != square) {
        w->killers[ply][1] = w->killers[ply][0];
        w->killers[ply][0] = (uint8_t)square;
    }
    if (ply) w->countermoves[me][w->played[ply - 1]] = (uint8_t)square;
}

/* Proven results count from the root in the search and from the node in the table. */
NF_INLINE int value_to_table(int score, int ply) {
    return score > MATE_RANGE ? score + ply : score < -MATE_RANGE ? score - ply : score;
}

NF_INLINE int value_from_table(int score, int ply) {
    return score > MATE_RANGE ? score - ply : score < -MATE_RANGE ? score + ply : score;
}

NF_INLINE int table_cuts(const entry_data *e, int score, int alpha, int beta) {
    return e->bound == NF_EXACT || (e->bound == NF_LOWER_BOUND && score >= beta) ||
           (e->bound == NF_UPPER_BOUND && score <= alpha);
}

/* Late-move reduction: how many plies less the move at that place in the order is searched. */
NF_INLINE int reduced_depth(int next, int depth, int at, int pv) {
    int reduced = next - reductions[at < 31 ? at + 1 : 31] - (depth >= 8) + pv;
    return reduced > next ? next : reduced < 0 ? 0 : reduced;
}

/* The value of a node for the player to move, within the window from alpha to beta. */
NF_INLINE int alpha_beta(worker *w, node *n, const unsigned axes, int alpha, int beta, int depth,
                         int ply, search_function *recurse) {
    const nf_search *s = w->search;
    w->pv_length[ply] = 0;
    if (count_node(w)) return 0;

    /* Step 1: terminal nodes, a win at once, draws that nobody can avert. */
    unsigned open = nf_open_boards(&n->p, axes);
    int value;
    if (terminal_value(w, n, axes, open, alpha, beta, ply, &value)) return value;

    /* Step 2: mate-distance pruning. No win at once here: the best is a win in three, the worst a
     * loss in two. Where boards are counted at the end, the last move wins or loses without a line. */
    const int counted = (n->p.axes & NF_TIE_BOARDS) != 0;
    const int soonest_loss = counted ? 1 : 2, soonest_win = counted ? 1 : 3;
    if (alpha < ply + soonest_loss - MATE) alpha = ply + soonest_loss - MATE;
    if (beta > MATE - ply - soonest_win) beta = MATE - ply - soonest_win;
    if (alpha >= beta) return alpha;

    /* Step 3: quiescence search at the horizon. */
    if (depth <= 0) return quiescence(w, n, axes, open, alpha, beta, ply, recurse);

    /* Step 4: transposition table. */
    const int pv = beta - alpha > 1, exact = depth >= n->left;
    const int in_table = depth >= LEAST_TABLE_DEPTH;
    uint64_t key = zobrist_key(n, axes);
    unsigned table_move = NF_NO_MOVE;
    entry_data e;
    if (in_table && table_probe(&s->table, key, &e)) {
        int score = value_from_table(e.score, ply);
        table_move = e.move;
        if (!pv && e.depth >= depth && table_cuts(&e, score, alpha, beta)) {
            int proven = score > MATE_RANGE || score < -MATE_RANGE || e.depth == NF_FULLY_SEARCHED;
            w->estimates += !proven;
            return score;
        }
    }
    update_evaluation(s, n, axes);

    /* Step 5: static evaluation, where pruning by it is allowed. */
    const int pruning =
        !pv && !exact && depth <= STATIC_PRUNING_DEPTH && beta < MATE_RANGE && beta > -MATE_RANGE;
    int static_eval = 0, futile = 0;
    if (pruning) {
        static_eval = evaluation(w, n, axes);
        /* Step 6: reverse futility pruning (static null move). */
        if (static_eval - 130 - 170 * depth >= beta) return w->estimates++, static_eval;
        /* Futility, used in step 9: only a capture makes up for so much. A network is to be trusted
         * with that, as matches say; the hand-written evaluation has not been asked. */
        futile = s->network && depth <= 3 && static_eval + 100 + 300 * depth <= alpha;
    }

    /* Step 7: internal iterative reduction. Without a table move the order is poor. */
    if (table_move == NF_NO_MOVE && depth >= 4 && !exact) depth--;

    /* Step 8: moves in order; a lone reply is extended by a ply. */
    move_list list;
    generate_moves(w, n, axes, open, table_move, ply, &list);
    if (list.count == 0) return w->estimates++, evaluation(w, n, axes); /* all were overlooked */
    const int next = depth - (list.count > 1);
    int best = -MATE, bound = NF_UPPER_BOUND;
    unsigned best_move = NF_NO_MOVE;
    for (int i = 0; i < list.count; i++) {
        unsigned square = pick_move(&list, i);

        /* Step 9: futility pruning of quiet moves. */
        if (futile && i > 0 && best > -MATE_RANGE && !captures(&n->p, axes, square)) {
            w->estimates++;
            if (static_eval > best) best = static_eval;
            continue;
        }

        /* Step 10: make the move. */
        node child;
        make_child(s, &child, n, axes, square / 9, square % 9);
        w->played[ply] = (uint8_t)square;
        if (next >= LEAST_TABLE_DEPTH)
            __builtin_prefetch(table_bucket(&s->table, zobrist_key(&child, axes)));

        /* Step 11: late-move reduction, and principal-variation search with null windows. */
        if (i == 0) value = -recurse(w, &child, -beta, -alpha, next, ply + 1);
        else {
            int late = i >= 2 && depth >= 3 && !exact;
            int reduced = late ? reduced_depth(next, depth, i, pv) : next;
            value = -recurse(w, &child, -alpha - 1, -alpha, reduced, ply + 1);
            if (value > alpha && reduced < next)
                value = -recurse(w, &child, -alpha - 1, -alpha, next, ply + 1);
            if (value > alpha && value < beta)
                value = -recurse(w, &child, -beta, -alpha, next, ply + 1);
        }
        if (w->stopped) return 0;

        /* Step 12: a new best move, or a beta cutoff. */
        if (value <= best) continue;
        best = value;
        if (value <= alpha) continue;
        best_move = square;
        alpha = value;
        bound = NF_EXACT;
        if (pv) update_pv(w, ply, square);
        if (value < beta) continue;
        bound = NF_LOWER_BOUND;
        update_ordering(w, n->p.turn, &list, i, depth, ply);
        break;
    }

    /* Step 13: correction history. A bound tells something only if it lies beyond the static
     * evaluation, and a capture says nothing of how things stood before it. */
    const int beyond = bound == NF_LOWER_BOUND ? best > static_eval : best < static_eval;
    const int capture = best_move != NF_NO_MOVE && captures(&n->p, axes, best_move);
    if (pruning && s->network && beyond && !capture && best > -MATE_RANGE && best < MATE_RANGE)
        update_corrections(w, n, axes, best - static_eval, depth);

    /* Step 14: store in the transposition table. */
    if (in_table)
        table_store(&s->table, key,
                    (entry_data){.score = (int16_t)value_to_table(best, ply),
                                 .depth = (uint8_t)(exact ? NF_FULLY_SEARCHED : depth),
                                 .bound = (uint8_t)bound,
                                 .move = (uint8_t)best_move});
    return best;
}

#define SEARCH(n) \
    static int search_##n(worker *w, node *at, int alpha, int beta, int depth, int ply) { \
        return alpha_beta(w, at, n, alpha, beta, depth, ply, search_##n); \
    }
NF_EACH_MODE(SEARCH)

static int search_any(worker *w, node *at, int alpha, int beta, int depth, int ply) {
    return alpha_beta(w, at, at->p.axes & NF_STATIC_AXES, alpha, beta, depth, ply, search_any);
}

#define CASE(n) \
    case n: return search_##n(w, at, alpha, beta, depth, ply);
static int search_value(worker *w, node *at, int alpha, int beta, int depth, int ply) {
    switch (at->p.axes & NF_STATIC_AXES) { NF_EACH_MODE(CASE) }
    return search_any(w, at, alpha, beta, depth, ply);
}

static void search_node(const nf_search *s, node *n, const nf_position *p) {
    *n = (node){.p = *p, .zobrist = nf_position_key(p) ^ nf_zobrist.target[p->target]};
    for (unsigned board = 0; board < 9; board++) {
        unsigned settled = (p->full | p->owned[0] | p->owned[1]) >> board & 1;
        int closed = NF_CLOSES_FOR_GOOD(p->axes) && settled;
        if (closed) n->zobrist ^= settled_board_key(p, board);
        else n->left += (uint8_t)nf_count(nf_empty(p, board));
        for (unsigned player = 0; player < 2; player++)
            n->reach[player] |= (uint16_t)(within_reach(p, p->axes, player, board) << board);
    }
    if (s->network) accumulator_refresh(&n->accumulator, s->network, p);
    else hand_refresh(&n->hand, chances_for(s, p->axes), p);
}

static void search_child(const nf_search *s, node *child, const node *n, unsigned square) {
    make_child(s, child, n, n->p.axes & NF_STATIC_AXES, square / 9, square % 9);
}

#ifndef SEARCH_CODE
#define SEARCH_CODE search_portable
#endif
const search_code SEARCH_CODE = {search_value, search_node, search_child};
