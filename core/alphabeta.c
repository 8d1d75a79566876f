/* Principal-variation alpha-beta: the value of a node, looking a number of moves ahead.
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
    LEAST_REMEMBERED = 2, /* a node of less depth is sooner searched again than fetched from memory */
    MOST_GUESSED = 7,     /* the depth up to which the evaluation decides what is left out */
    MOST_MISSING = 2000,  /* what a single lesson may tell, in evaluation units */
};

typedef int search_function(worker *, node *, int, int, int, int);

NF_INLINE uint64_t node_key(const node *n, const unsigned axes) {
    return n->base ^ nf_keys.target[nf_held(&n->p, axes) ? n->p.target : NF_NO_TARGET];
}

/* Whether a player owns a board or may yet do so. */
NF_INLINE unsigned within_reach(const nf_position *p, const unsigned axes, unsigned player,
                                unsigned board) {
    if (p->owned[player] >> board & 1) return 1;
    if (p->full >> board & 1) return 0;
    if (!(axes & NF_OWNER_LATEST) && p->owned[!player] >> board & 1) return 0;
    return nf_has_line[NF_ALL_NINE & ~p->marks[!player][board]];
}

/* The key's part that a settled board loses: its marks; a dead one is told by both owners' keys. */
static uint64_t settled_board_key(const nf_position *p, unsigned board) {
    uint64_t key = 0;
    for (unsigned player = 0; player < 2; player++)
        for (unsigned cells = p->marks[player][board]; cells; cells &= cells - 1)
            key ^= nf_keys.mark[player][9 * board + nf_first(cells)];
    if (!((p->owned[0] | p->owned[1]) >> board & 1))
        key ^= nf_keys.owner[0][board] ^ nf_keys.owner[1][board];
    return key;
}

NF_INLINE void make_child(const nf_search *s, node *child, const node *n, const unsigned axes,
                          unsigned board, unsigned cell) {
    nf_position *p = &child->p;
    *p = n->p;
    child->base = n->base;
    child->before = n;
    child->board = (uint8_t)board;
    unsigned me = p->turn, bit = 1u << board;
    nf_make(p, axes, board, cell, NULL);
    child->base ^= nf_keys.mark[me][9 * board + cell] ^ nf_keys.turn;
    unsigned gained = (p->owned[me] & ~n->p.owned[me]) & bit;
    if (gained) {
        child->base ^= nf_keys.owner[me][board];
        if (axes & NF_OWNER_LATEST && n->p.owned[!me] & bit)
            child->base ^= nf_keys.owner[!me][board];
    }
    child->left = (uint8_t)(n->left - 1);
    if (NF_CLOSES_FOR_GOOD(axes) && (gained || p->full & bit)) {
        child->base ^= settled_board_key(p, board);
        child->left -= (uint8_t)nf_count(nf_empty(p, board));
    }
    for (unsigned player = 0; player < 2; player++)
        child->reach[player] =
            (uint16_t)((n->reach[player] & ~bit) | within_reach(p, axes, player, board) << board);
    if (s->network) network_foresee(s->network, p, board);
}

/* Brings up to date what the evaluation keeps. Not done before a node needs it: many are settled by
 * the rules or the table. */
NF_INLINE void catch_up(const nf_search *s, node *n, const unsigned axes) {
    const node *before = n->before;
    if (s->network) {
        network_follow(&n->sums, &before->sums, s->network, &before->p, &n->p, n->board);
    } else {
        n->a = before->a;
        assess_board(&n->a, chances_for(s, axes), &n->p, n->board);
    }
}

/* Clocks, limits and flags; looked at every so many nodes. */
static void look_up(worker *w) {
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
        if (atomic_load_explicit(&s->helpers_off, memory_order_relaxed)) w->stopped = 1;
        return;
    }
    if (limits->nodes) {
        uint64_t nodes = nf_search_nodes(s);
        if (nodes >= limits->nodes) w->stopped = 1;
        else if (limits->nodes - nodes < 1024) w->countdown = (int64_t)(limits->nodes - nodes) - 1;
    }
    if (limits->seconds >= 0 && nf_seconds() - s->began >= limits->seconds) w->stopped = 1;
}

NF_INLINE int count_node(worker *w) {
    if (__builtin_expect(--w->countdown < 0, 0)) look_up(w);
    w->nodes += !w->stopped;
    return w->stopped;
}

static int clouded(const worker *w, const node *n, int score) {
    uint64_t state = n->base ^ w->search->limits.seed;
    int noise = (int)(w->search->limits.noise * 25u);
    int off = (int)(nf_next_random(&state) >> 40) % (2 * noise + 1) - noise;
    off = (off + (int)(nf_next_random(&state) >> 40) % (2 * noise + 1) - noise) / 2;
    return nf_within_bounds(score + off);
}

NF_INLINE unsigned lesson_key(unsigned x, unsigned o, unsigned place) {
    return (((x << 9 | o) << 4 | place) * UINT32_C(2654435769)) >> (32 - LESSON_BITS);
}

/* The two lessons that a position has to do with. */
NF_INLINE int16_t *lesson_by_owners(lessons *l, const nf_position *p) {
    return &l->by_owners[p->turn][lesson_key(p->owned[0], p->owned[1], 0)];
}

NF_INLINE int16_t *lesson_by_target(lessons *l, const nf_position *p, const unsigned axes) {
    unsigned held = nf_held(p, axes), board = held ? p->target : 0;
    unsigned key = lesson_key(p->marks[0][board], p->marks[1][board], board + 1);
    return &l->by_target[p->turn][held ? key : 0];
}

/* A lesson is read in sixteenths and tends to eight times what is still missing after it. */
NF_INLINE void learn_lesson(int16_t *lesson, int missing, int weight) {
    *lesson = (int16_t)(*lesson + (missing * weight - *lesson * weight / 8) / 16);
}

NF_INLINE void learn_lessons(worker *w, const node *n, const unsigned axes, int missing, int depth) {
    if (missing > MOST_MISSING) missing = MOST_MISSING;
    if (missing < -MOST_MISSING) missing = -MOST_MISSING;
    learn_lesson(lesson_by_owners(&w->lessons, &n->p), missing, depth + 1);
    learn_lesson(lesson_by_target(&w->lessons, &n->p, axes), missing, depth + 1);
}

/* What the network says, mended by the lessons. */
NF_INLINE int learned_score(worker *w, const node *n, const unsigned axes) {
    const nf_search *s = w->search;
    int score = network_score(s->network, &n->sums, &n->p, nf_held(&n->p, axes),
                              n->p.turn != s->root.p.turn);
    int lessons = *lesson_by_owners(&w->lessons, &n->p) + *lesson_by_target(&w->lessons, &n->p, axes);
    return nf_within_bounds(score + lessons / 16);
}

NF_INLINE int evaluation(worker *w, const node *n, const unsigned axes) {
    const nf_search *s = w->search;
    int score = s->network ? learned_score(w, n, axes)
                           : assessed_score(&n->a, chances_for(s, axes), &n->p, axes);
    return __builtin_expect(w->search->limits.noise != 0, 0) ? clouded(w, n, score) : score;
}

/* Whether a weak player overlooks a capture; the same one every time it is looked at. */
static int overlooked(const worker *w, const node *n, unsigned square) {
    uint64_t state = n->base ^ w->search->limits.seed ^ (square + 1) * UINT64_C(0x9e3779b97f4a7c15);
    return (nf_next_random(&state) >> 56) < w->search->limits.blindness;
}

/* What a draw is worth to the player to move. */
NF_INLINE int draw_score(const worker *w, const nf_position *p) {
    int less = (int)w->search->limits.contempt;
    return p->turn == w->search->root.p.turn ? -less : less;
}

NF_INLINE int final_score(const worker *w, const nf_position *p, int ply) {
    if (p->outcome == NF_DRAWN) return draw_score(w, p);
    return p->outcome == (unsigned)NF_X_WINS + p->turn ? MATE - ply : ply - MATE;
}

NF_INLINE void keep_line(worker *w, int ply, unsigned square) {
    uint8_t length = w->line_length[ply + 1];
    w->line[ply][0] = (uint8_t)square;
    __builtin_memcpy(w->line[ply] + 1, w->line[ply + 1], length);
    w->line_length[ply] = (uint8_t)(length + 1);
}

/* A cell that wins the game at once as 9 * board + cell, or NF_NO_MOVE. */
NF_INLINE unsigned winning_move(const nf_position *p, const unsigned axes, unsigned open) {
    for (unsigned b = open & nf_completing[p->owned[p->turn]]; b; b &= b - 1) {
        unsigned board = nf_first(b), cells = nf_captures(p, axes, p->turn, board);
        if (cells) return 9 * board + nf_first(cells);
    }
    return NF_NO_MOVE;
}

/* What is known without looking further: an end, a win at once, a draw that nobody can avert, or a
 * bound that settles the matter. Returns whether `*value` is it. */
NF_INLINE int settled_value(worker *w, const node *n, const unsigned axes, unsigned open, int alpha,
                            int beta, int ply, int *value) {
    const nf_position *p = &n->p;
    if (p->outcome != NF_GOING_ON) return *value = final_score(w, p, ply), 1;
    unsigned win = winning_move(p, axes, open);
    if (win != NF_NO_MOVE && !(w->search->limits.blindness && overlooked(w, n, win))) {
        w->line[ply][0] = (uint8_t)win, w->line_length[ply] = 1;
        return *value = MATE - ply - 1, 1;
    }
    if (p->axes & NF_TIE_BOARDS) return 0;
    int mine = nf_has_line[n->reach[p->turn]], theirs = nf_has_line[n->reach[!p->turn]];
    *value = draw_score(w, p);
    return (!mine && !theirs) || (!mine && alpha >= *value) || (!theirs && beta <= *value);
}

/* Beyond the depth only captures are looked at: in their midst an evaluation means little. */
NF_INLINE int quiet_value(worker *w, node *n, const unsigned axes, unsigned open, int alpha, int beta,
                          int ply, search_function *again) {
    w->guesses++;
    catch_up(w->search, n, axes);
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
            int value = -again(w, &child, -beta, -alpha, 0, ply + 1);
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

/* Moves with their order in the upper bits. */
typedef struct move_list {
    int32_t moves[NF_SQUARES];
    int count;
} move_list;

NF_INLINE void list_moves(const worker *w, const node *n, const unsigned axes, unsigned open,
                          unsigned first, int ply, move_list *list) {
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
            if (square == first) order = 1 << 22;
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

/* History with gravity: the further from zero, the harder it grows. */
NF_INLINE void learn(int16_t *value, int bonus) {
    int size = bonus < 0 ? -bonus : bonus;
    *value = (int16_t)(*value + bonus - *value * size / 16384);
}

NF_INLINE void learn_cutoff(worker *w, unsigned me, const move_list *list, int at, int depth,
                            int ply) {
    unsigned square = (unsigned)list->moves[at] & 127;
    int bonus = depth * depth * 16 < 1600 ? depth * depth * 16 : 1600;
    learn(&w->history[me][square], bonus);
    for (int i = 0; i < at; i++) learn(&w->history[me][list->moves[i] & 127], -bonus);
    if (w->killers[ply][0] != square) {
        w->killers[ply][1] = w->killers[ply][0];
        w->killers[ply][0] = (uint8_t)square;
    }
    if (ply) w->countermoves[me][w->played[ply - 1]] = (uint8_t)square;
}

/* Proven results count from the root in the search and from the node in the table. */
NF_INLINE int to_table(int score, int ply) {
    return score > MATE_RANGE ? score + ply : score < -MATE_RANGE ? score - ply : score;
}

NF_INLINE int from_table(int score, int ply) {
    return score > MATE_RANGE ? score - ply : score < -MATE_RANGE ? score + ply : score;
}

NF_INLINE int table_settles(const entry_data *e, int score, int alpha, int beta) {
    return e->bound == NF_EXACT || (e->bound == NF_AT_LEAST && score >= beta) ||
           (e->bound == NF_AT_MOST && score <= alpha);
}

NF_INLINE int node_value(worker *w, node *n, const unsigned axes, int alpha, int beta,
                         int depth, int ply, search_function *again) {
    const nf_search *s = w->search;
    w->line_length[ply] = 0;
    if (count_node(w)) return 0;
    unsigned open = nf_open_boards(&n->p, axes);
    int value;
    if (settled_value(w, n, axes, open, alpha, beta, ply, &value)) return value;
    /* No win at once here: the best is a win in three, the worst a loss in two. */
    if (alpha < ply + 2 - MATE) alpha = ply + 2 - MATE;
    if (beta > MATE - ply - 3) beta = MATE - ply - 3;
    if (alpha >= beta) return alpha;
    if (depth <= 0) return quiet_value(w, n, axes, open, alpha, beta, ply, again);

    const int pv = beta - alpha > 1, exact = depth >= n->left;
    const int remembered = depth >= LEAST_REMEMBERED;
    uint64_t key = node_key(n, axes);
    unsigned first = NF_NO_MOVE;
    entry_data e;
    if (remembered && table_find(&s->table, key, &e)) {
        int score = from_table(e.score, ply);
        first = e.move;
        if (!pv && e.depth >= depth && table_settles(&e, score, alpha, beta)) {
            int proven = score > MATE_RANGE || score < -MATE_RANGE || e.depth == NF_FULLY_SEARCHED;
            w->guesses += !proven;
            return score;
        }
    }
    catch_up(s, n, axes);
    const int guessed =
        !pv && !exact && depth <= MOST_GUESSED && beta < MATE_RANGE && beta > -MATE_RANGE;
    int guess = 0, hopeless = 0;
    if (guessed) {
        guess = evaluation(w, n, axes);
        if (guess - 130 - 170 * depth >= beta) return w->guesses++, guess;
        /* Only a capture makes up for so much. A network is to be trusted with that, as matches
         * say; the hand-written evaluation has not been asked. */
        hopeless = s->network && depth <= 3 && guess + 100 + 300 * depth <= alpha;
    }
    if (first == NF_NO_MOVE && depth >= 4 && !exact) depth--;

    move_list list;
    list_moves(w, n, axes, open, first, ply, &list);
    if (list.count == 0) return w->guesses++, evaluation(w, n, axes); /* all were overlooked */
    const int lone = list.count == 1; /* a lone reply costs no depth */
    int best = -MATE, bound = NF_AT_MOST;
    unsigned best_square = NF_NO_MOVE;
    for (int i = 0; i < list.count; i++) {
        unsigned square = pick_move(&list, i);
        if (hopeless && i > 0 && best > -MATE_RANGE && !captures(&n->p, axes, square)) {
            w->guesses++;
            if (guess > best) best = guess;
            continue;
        }
        node child;
        make_child(s, &child, n, axes, square / 9, square % 9);
        w->played[ply] = (uint8_t)square;
        int next = depth - 1 + lone, reduced = next;
        if (next >= LEAST_REMEMBERED)
            __builtin_prefetch(table_bucket(&s->table, node_key(&child, axes)));
        if (i >= 2 && depth >= 3 && !exact) {
            reduced -= reductions[i < 31 ? i + 1 : 31] + (depth >= 8) - pv;
            if (reduced > next) reduced = next;
            if (reduced < 0) reduced = 0;
        }
        if (i == 0) value = -again(w, &child, -beta, -alpha, next, ply + 1);
        else {
            value = -again(w, &child, -alpha - 1, -alpha, reduced, ply + 1);
            if (value > alpha && reduced < next)
                value = -again(w, &child, -alpha - 1, -alpha, next, ply + 1);
            if (value > alpha && value < beta)
                value = -again(w, &child, -beta, -alpha, next, ply + 1);
        }
        if (w->stopped) return 0;
        if (value <= best) continue;
        best = value;
        if (value <= alpha) continue;
        best_square = square;
        alpha = value;
        bound = NF_EXACT;
        if (pv) keep_line(w, ply, square);
        if (value < beta) continue;
        bound = NF_AT_LEAST;
        learn_cutoff(w, n->p.turn, &list, i, depth, ply);
        break;
    }
    /* A bound teaches only if it lies beyond the guess, and a capture says nothing of how things
     * stood before it. */
    const int beyond = bound == NF_AT_LEAST ? best > guess : best < guess;
    const int capture = best_square != NF_NO_MOVE && captures(&n->p, axes, best_square);
    if (guessed && s->network && beyond && !capture && best > -MATE_RANGE && best < MATE_RANGE)
        learn_lessons(w, n, axes, best - guess, depth);
    if (remembered)
        table_put(&s->table, key,
                  (entry_data){.score = (int16_t)to_table(best, ply),
                               .depth = (uint8_t)(exact ? NF_FULLY_SEARCHED : depth),
                               .bound = (uint8_t)bound,
                               .move = (uint8_t)best_square});
    return best;
}

#define SEARCH(n)                                                                              \
    static int search_##n(worker *w, node *at, int alpha, int beta, int depth, int ply) { \
        return node_value(w, at, n, alpha, beta, depth, ply, search_##n);                      \
    }
NF_EACH_MODE(SEARCH)

static int search_any(worker *w, node *at, int alpha, int beta, int depth, int ply) {
    return node_value(w, at, at->p.axes & NF_STATIC_AXES, alpha, beta, depth, ply, search_any);
}

#define CASE(n) case n: return search_##n(w, at, alpha, beta, depth, ply);
static int search_value(worker *w, node *at, int alpha, int beta, int depth, int ply) {
    switch (at->p.axes & NF_STATIC_AXES) { NF_EACH_MODE(CASE) }
    return search_any(w, at, alpha, beta, depth, ply);
}

static void search_node(const nf_search *s, node *n, const nf_position *p) {
    *n = (node){.p = *p, .base = nf_position_key(p) ^ nf_keys.target[p->target]};
    for (unsigned board = 0; board < 9; board++) {
        unsigned settled = (p->full | p->owned[0] | p->owned[1]) >> board & 1;
        int closed = NF_CLOSES_FOR_GOOD(p->axes) && settled;
        if (closed) n->base ^= settled_board_key(p, board);
        else n->left += (uint8_t)nf_count(nf_empty(p, board));
        for (unsigned player = 0; player < 2; player++)
            n->reach[player] |= (uint16_t)(within_reach(p, p->axes, player, board) << board);
    }
    if (s->network) network_set_up(&n->sums, s->network, p);
    else assess(&n->a, chances_for(s, p->axes), p);
}

static void search_child(const nf_search *s, node *child, const node *n, unsigned square) {
    make_child(s, child, n, n->p.axes & NF_STATIC_AXES, square / 9, square % 9);
}

#ifndef SEARCH_CODE
#define SEARCH_CODE search_portable
#endif
const search_code SEARCH_CODE = {search_value, search_node, search_child};
