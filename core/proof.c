/* Proof-number search, depth first (df-pn): no position is left open, no score is guessed.
 *
 * Every move adds a mark, so no position comes back and the search needs no care for cycles. The
 * attacker is the goal's player; the defender may always play everything. A proof number counts
 * the leaves that must still be won to reach the goal, a disproof number those that must be held.
 */
#include "position.h"

enum { WAYS = 4, NUMBER_BITS = 28, MOST_MOVES = 81 };
static const uint32_t SETTLED = (1u << NUMBER_BITS) - 1; /* the other number of what is settled */

typedef struct search search;
typedef struct numbers {
    uint32_t proof, disproof;
} numbers;
typedef struct node {
    nf_position position;
    uint64_t key;
    unsigned ply;
} node;
typedef numbers (*visitor)(search *, const node *, numbers limits);

struct search {
    nf_goal goal;
    nf_proof_entry *table;
    size_t mask;
    uint64_t most_nodes, goal_key;
    unsigned root_ply;
    const volatile int *stop;
    nf_proof *result;
};

static const numbers WON = {0, (1u << NUMBER_BITS) - 1}, LOST = {(1u << NUMBER_BITS) - 1, 0};

NF_INLINE int settled(numbers n) { return n.proof == 0 || n.disproof == 0; }

/* The table */

NF_INLINE nf_proof_entry *bucket(const search *s, uint64_t key) {
    return s->table + (key & s->mask & ~(uint64_t)(WAYS - 1));
}

NF_INLINE int recall(const search *s, uint64_t key, numbers *found) {
    const nf_proof_entry *entry = bucket(s, key);
    for (int way = 0; way < WAYS; way++, entry++)
        if (entry->key == key && entry->numbers) {
            found->proof = (uint32_t)entry->numbers & SETTLED;
            found->disproof = (uint32_t)(entry->numbers >> NUMBER_BITS) & SETTLED;
            return 1;
        }
    return 0;
}

/* Keeps what cost the most: an entry's last eight bits tell the logarithm of its nodes. */
NF_INLINE void remember(const search *s, uint64_t key, numbers n, uint64_t nodes) {
    nf_proof_entry *entry = bucket(s, key), *least = entry;
    for (int way = 0; way < WAYS; way++, entry++) {
        if (entry->key == key || !entry->numbers) {
            least = entry;
            break;
        }
        if (entry->numbers >> 2 * NUMBER_BITS < least->numbers >> 2 * NUMBER_BITS) least = entry;
    }
    uint64_t effort = 64 - (uint64_t)__builtin_clzll(nodes | 1);
    least->key = key;
    least->numbers = n.proof | (uint64_t)n.disproof << NUMBER_BITS | effort << 2 * NUMBER_BITS;
}

/* Positions */

/* A target that releases says no more than no target: both are one entry of the table. */
NF_INLINE uint64_t key_of(const search *s, const node *n, const unsigned axes) {
    uint64_t key = n->key ^ s->goal_key;
    if (!nf_held(&n->position, axes))
        key ^= nf_zobrist.target[n->position.target] ^ nf_zobrist.target[NF_NO_TARGET];
    return key;
}

/* Which of the eight lines have, for a mask, no member / one or more / two or more: a bit each. */
#define EACH_LINE(F, m) \
    (F(m, 0, 1, 2) | F(m, 3, 4, 5) << 1 | F(m, 6, 7, 8) << 2 | F(m, 0, 3, 6) << 3 | \
     F(m, 1, 4, 7) << 4 | F(m, 2, 5, 8) << 5 | F(m, 0, 4, 8) << 6 | F(m, 2, 4, 6) << 7)
#define ONE_OF(m, a, b, c) (((m) >> (a) | (m) >> (b) | (m) >> (c)) & 1)
#define TWO_OF(m, a, b, c) (NF_HAS(m, a, b) | NF_HAS(m, b, c) | NF_HAS(m, a, c))
#define NONE_OF(m, a, b, c) (1 ^ ONE_OF(m, a, b, c))
#define LINES_WITHOUT(m) EACH_LINE(NONE_OF, m)
#define LINES_WITH_ONE(m) EACH_LINE(ONE_OF, m)
#define LINES_WITH_TWO(m) EACH_LINE(TWO_OF, m)
static const uint8_t lines_without[512] = {NF_512(LINES_WITHOUT)};
static const uint8_t lines_with_one[512] = {NF_512(LINES_WITH_ONE)};
static const uint8_t lines_with_two[512] = {NF_512(LINES_WITH_TWO)};

enum { NEVER = 99 }; /* more marks than there are squares */

/* At least how many marks a player still needs to own a board. */
NF_INLINE unsigned marks_to_own(const nf_position *p, const unsigned axes, unsigned player,
                                unsigned board) {
    if (p->owned[player] >> board & 1) return 0;
    if (!(axes & NF_OWNER_LATEST) && p->owned[!player] >> board & 1) return NEVER;
    unsigned mine = p->marks[player][board], lines = lines_without[p->marks[!player][board]];
    if (lines & lines_with_two[mine]) return 1;
    return lines & lines_with_one[mine] ? 2 : lines ? 3 : NEVER;
}

/* At least how many marks a player still needs to own three boards in line. */
NF_INLINE unsigned marks_to_win(const nf_position *p, const unsigned axes, unsigned player) {
    static const uint8_t lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                        {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    unsigned needs[9], least = NEVER;
    for (unsigned board = 0; board < 9; board++) needs[board] = marks_to_own(p, axes, player, board);
    for (int n = 0; n < 8; n++) {
        unsigned sum = needs[lines[n][0]] + needs[lines[n][1]] + needs[lines[n][2]];
        if (sum < least) least = sum;
    }
    return least;
}

/* Whether an ending that reaches the goal is still to be had in time. */
NF_INLINE int goal_possible(const search *s, const node *n, const unsigned axes) {
    const nf_position *p = &n->position;
    unsigned player = s->goal.player;
    if (n->ply >= s->goal.by) return 0;
    if (s->goal.outcomes != 1u << (NF_X_WINS + player) || p->axes & NF_TIE_BOARDS) return 1;
    return marks_to_win(p, axes, player) <= (s->goal.by - n->ply + (p->turn == player)) / 2;
}

/* Whether an ending that misses the goal is still to be had. */
NF_INLINE int failure_possible(const search *s, const nf_position *p, const unsigned axes) {
    unsigned player = s->goal.player, hold = 1u << (NF_X_WINS + player) | 1u << NF_DRAWN;
    if (s->goal.outcomes != hold || s->goal.by < MOST_MOVES || p->axes & NF_TIE_BOARDS) return 1;
    return marks_to_win(p, axes, !player) < NEVER;
}

/* What is known or can be seen of a position without a search. The more answers a defender has,
 * the more there is to prove. */
NF_INLINE numbers glance(const search *s, const node *n, const unsigned axes) {
    const nf_position *p = &n->position;
    if (p->outcome != NF_GOING_ON) return s->goal.outcomes >> p->outcome & 1 ? WON : LOST;
    if (!goal_possible(s, n, axes)) return LOST;
    if (!failure_possible(s, p, axes)) return WON;
    numbers found = {1, 1};
    if (recall(s, key_of(s, n, axes), &found) || p->turn == s->goal.player) return found;
    found.proof = nf_held(p, axes) ? nf_count(nf_empty(p, p->target)) : 12;
    return found;
}

/* The cells of a board that the player to move looks at. */
NF_INLINE unsigned cells_of(const search *s, const nf_position *p, const unsigned axes,
                            unsigned board) {
    unsigned empty = nf_empty(p, board), cells = s->goal.cells, extras = s->goal.extras;
    if (p->turn != s->goal.player || cells == NF_ALL_NINE) return empty;
    if (extras & NF_CELLS_CAPTURING) cells |= nf_captures(p, axes, p->turn, board);
    if (extras & NF_CELLS_BLOCKING) cells |= nf_captures(p, axes, !p->turn, board);
    if (!(cells & empty) && extras & NF_CELLS_FALL_BACK && nf_held(p, axes)) return empty;
    return cells & empty;
}

NF_INLINE int children_of(const search *s, const node *n, const unsigned axes, uint8_t *squares) {
    const nf_position *p = &n->position;
    int count = 0;
    for (unsigned open = nf_open_boards(p, axes); open; open &= open - 1) {
        unsigned board = nf_first(open);
        for (unsigned cells = cells_of(s, p, axes, board); cells; cells &= cells - 1)
            squares[count++] = (uint8_t)(9 * board + nf_first(cells));
    }
    return count;
}

NF_INLINE node child_of(const node *n, const unsigned axes, unsigned square) {
    node child = *n;
    child.ply++;
    nf_make(&child.position, axes, square / 9, square % 9, &child.key);
    return child;
}

/* The search */

/* A node from its mover's side: he needs one child (`easiest`), the other side needs them all. */
typedef struct summary {
    uint32_t easiest, second, sum;
    int best;
} summary;

NF_INLINE uint32_t needed(numbers n, int attacking) { return attacking ? n.proof : n.disproof; }

NF_INLINE summary sum_up(const numbers *children, int count, int attacking) {
    summary all = {SETTLED, SETTLED, 0, -1};
    for (int i = 0; i < count; i++) {
        uint32_t mine = needed(children[i], attacking), yours = needed(children[i], !attacking);
        all.sum = yours == SETTLED || all.sum == SETTLED ? SETTLED
                  : all.sum + yours >= SETTLED           ? SETTLED - 1
                                                         : all.sum + yours;
        if (mine < all.easiest || all.best < 0) {
            all.second = all.best < 0 ? SETTLED : all.easiest;
            all.easiest = mine;
            all.best = i;
        } else if (mine < all.second) {
            all.second = mine;
        }
    }
    if (all.easiest == 0) all.sum = SETTLED;
    if (all.easiest == SETTLED) all.sum = 0;
    return all;
}

NF_INLINE numbers numbers_of(summary all, int attacking) {
    return attacking ? (numbers){all.easiest, all.sum} : (numbers){all.sum, all.easiest};
}

/* How far to search the best child: until another one is easier by a quarter, or the node's own
 * limit is reached. Without the quarter the search would leap from child to child. */
NF_INLINE numbers limits_of(summary all, numbers child, numbers limits, int attacking) {
    uint32_t mine = needed(limits, attacking), yours = needed(limits, !attacking);
    uint64_t leap = (uint64_t)all.second + all.second / 4 + 1;
    if (leap < mine) mine = (uint32_t)leap;
    if (yours < SETTLED) yours = yours - all.sum + needed(child, !attacking);
    return attacking ? (numbers){mine, yours} : (numbers){yours, mine};
}

NF_INLINE numbers visit(search *s, const node *n, numbers limits, const unsigned axes,
                        visitor again) {
    uint8_t squares[MOST_MOVES];
    numbers children[MOST_MOVES];
    uint64_t before = s->result->nodes++;
    int attacking = n->position.turn == s->goal.player;
    int count = children_of(s, n, axes, squares);
    for (int i = 0; i < count; i++) {
        node child = child_of(n, axes, squares[i]);
        children[i] = glance(s, &child, axes);
        if (needed(children[i], attacking) == 0) { /* one is enough: the others do not matter */
            children[0] = children[i];
            squares[0] = squares[i];
            count = 1;
        }
    }
    for (;;) {
        summary all = sum_up(children, count, attacking);
        numbers now = numbers_of(all, attacking);
        int over = s->result->nodes >= s->most_nodes || (s->stop && *s->stop);
        if (n->ply == s->root_ply) { /* for whoever watches */
            s->result->proof = now.proof;
            s->result->disproof = now.disproof;
            if (attacking && now.proof == 0) s->result->square = squares[all.best];
        }
        if (settled(now) || now.proof >= limits.proof || now.disproof >= limits.disproof || over) {
            remember(s, key_of(s, n, axes), now, s->result->nodes - before);
            return now;
        }
        node child = child_of(n, axes, squares[all.best]);
        children[all.best] = again(s, &child, limits_of(all, children[all.best], limits, attacking));
    }
}

#define VISIT(axes) \
    static numbers visit_##axes(search *s, const node *n, numbers limits) { \
        return visit(s, n, limits, axes, visit_##axes); \
    }
NF_EACH_AXES(VISIT)

static numbers look(search *s, const node *n, numbers limits) {
#define CASE(axes) \
    case axes: return visit_##axes(s, n, limits);
    switch (n->position.axes & NF_STATIC_AXES) { NF_EACH_AXES(CASE) }
    return (numbers){1, 1};
}

void nf_prove(const nf_position *position, const nf_goal *goal, nf_proof_entry *table, size_t entries,
              uint64_t nodes, const volatile int *stop, nf_proof *result) {
    node root = {*position, nf_position_key(position), nf_marks_on(position)};
    uint64_t goal_seed = goal->player | (uint64_t)goal->outcomes << 8 | (uint64_t)goal->by << 16 |
                         (uint64_t)goal->extras << 24 | (uint64_t)goal->cells << 32 |
                         (uint64_t)position->axes << 48;
    search s = {*goal, table, entries - 1, nodes, 0, root.ply, stop, result};
    s.goal_key = nf_next_random(&goal_seed);
    *result = (nf_proof){.square = NF_SQUARES};
    numbers found = glance(&s, &root, position->axes);
    /* What the table knows to be won is looked at all the same where a move is to be told. */
    int tell = found.proof == 0 && position->outcome == NF_GOING_ON && position->turn == goal->player;
    if (!settled(found) || tell) {
        numbers seen = look(&s, &root, (numbers){SETTLED, SETTLED});
        if (!settled(found)) found = seen;
    }
    result->verdict = found.proof == 0 ? NF_PROVEN : found.disproof == 0 ? NF_DISPROVEN : NF_UNKNOWN;
    result->proof = found.proof;
    result->disproof = found.disproof;
}
