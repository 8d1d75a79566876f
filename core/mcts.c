/* Plain Monte Carlo tree search (UCT): the baseline that our other search must beat.
 *
 * Nothing clever on purpose: one random game for every new leaf, UCB1 with the usual constant, wins
 * found at once, no evaluation.
 */
#include "position.h"
#include "search.h"

typedef struct tree_node {
    uint32_t first, count; /* its children; count 0 while it has not been opened */
    uint32_t visits;
    float points; /* of the player who moved here */
    uint8_t square;
} tree_node;

typedef struct tree {
    tree_node *nodes;
    size_t used, room;
    uint64_t random;
} tree;

/* ln and 1/sqrt to a few digits: no library needed, and the same everywhere. */
static float rough_ln(uint32_t n) {
    union {
        float f;
        uint32_t u;
    } bits = {.f = (float)n};
    float m = (float)(bits.u & 0x7fffff) / 8388608.0f;
    return 0.6931472f * ((float)(bits.u >> 23) - 127.0f + m + 0.0430f);
}

static float rough_sqrt(float x) {
    union {
        float f;
        uint32_t u;
    } bits = {.f = x};
    if (x <= 0) return 0;
    bits.u = 0x1fbd1df5 + (bits.u >> 1);
    bits.f = 0.5f * (bits.f + x / bits.f);
    return 0.5f * (bits.f + x / bits.f);
}

static float points_for(const nf_position *end, unsigned player) {
    if (end->outcome == NF_DRAWN) return 0.5f;
    return end->outcome == (unsigned)NF_X_WINS + player ? 1.0f : 0.0f;
}

static void open_node(tree *t, tree_node *node, const nf_position *p) {
    uint8_t squares[NF_SQUARES];
    int count = nf_legal_moves(p, squares);
    if (count == 0 || t->used + (size_t)count > t->room) return;
    node->first = (uint32_t)t->used;
    node->count = (uint32_t)count;
    for (int i = 0; i < count; i++) t->nodes[t->used++] = (tree_node){.square = squares[i]};
}

static tree_node *most_promising(tree *t, const tree_node *parent) {
    tree_node *best = NULL;
    float highest = -1, reach = 2.0f * rough_ln(parent->visits + 1);
    for (uint32_t i = 0; i < parent->count; i++) {
        tree_node *child = &t->nodes[parent->first + i];
        float n = (float)child->visits, value;
        if (child->visits == 0) value = 1000 + (float)(nf_next_random(&t->random) >> 44);
        else value = child->points / n + rough_sqrt(reach / n);
        if (value > highest) highest = value, best = child;
    }
    return best;
}

static void play_out(nf_position *p, uint64_t *random) {
    const unsigned axes = p->axes;
    while (p->outcome == NF_GOING_ON) {
        unsigned open = nf_open_boards(p, axes), total = 0;
        for (unsigned b = open; b; b &= b - 1) total += nf_count(nf_empty(p, nf_first(b)));
        unsigned nth = (unsigned)(((nf_next_random(random) >> 32) * total) >> 32);
        for (;; open &= open - 1) {
            unsigned cells = nf_empty(p, nf_first(open)), here = nf_count(cells);
            if (nth >= here) {
                nth -= here;
                continue;
            }
            for (; nth > 0; nth--) cells &= cells - 1;
            nf_make(p, axes, nf_first(open), nf_first(cells), NULL);
            break;
        }
    }
}

static void one_game(tree *t, const nf_position *start) {
    nf_position p = *start;
    tree_node *path[MOST_PLIES + 1], *node = &t->nodes[0];
    unsigned players[MOST_PLIES + 1];
    int length = 0;
    path[length] = node, players[length++] = !p.turn;
    while (p.outcome == NF_GOING_ON) {
        if (node->count == 0 && (node->visits > 0 || length == 1)) open_node(t, node, &p);
        if (node->count == 0) break;
        node = most_promising(t, node);
        path[length] = node, players[length++] = p.turn;
        nf_make(&p, p.axes, node->square / 9u, node->square % 9u, NULL);
    }
    play_out(&p, &t->random);
    for (int i = 0; i < length; i++) {
        path[i]->visits++;
        path[i]->points += points_for(&p, players[i]);
    }
}

int nf_mcts(const nf_position *p, double seconds, uint64_t games, uint64_t seed, void *memory,
            size_t bytes, const volatile int *stop, nf_mcts_answer *answer) {
    tree t = {.nodes = memory, .room = bytes / sizeof(tree_node), .random = seed};
    if (p->outcome != NF_GOING_ON || t.room < NF_SQUARES + 1) return -1;
    double began = nf_seconds();
    t.nodes[t.used++] = (tree_node){0};
    answer->games = 0;
    do {
        one_game(&t, p);
        answer->games++;
        if (answer->games % 64 == 0 && seconds >= 0 && nf_seconds() - began >= seconds) break;
    } while (!(stop && *stop) && (!games || answer->games < games));
    const tree_node *best = NULL;
    for (uint32_t i = 0; i < t.nodes[0].count; i++) {
        const tree_node *child = &t.nodes[t.nodes[0].first + i];
        if (!best || child->visits > best->visits) best = child;
    }
    answer->square = best->square;
    answer->probability = best->visits ? best->points / (float)best->visits : 0.5f;
    return 0;
}
