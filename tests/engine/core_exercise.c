/* Calls every function of the core in every variant, hostile input included: the sanitizers watch. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "search.h"

static uint64_t dice = 1;

static unsigned roll(unsigned below) {
    dice = dice * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(dice >> 33) % below;
}

static nf_position start(unsigned axes) {
    nf_position p;
    char marks[82] = "", owners[10] = "";
    memset(marks, '.', 81), memset(owners, '.', 9);
    if (nf_set_up(&p, axes, marks, owners, 0, NF_NO_TARGET)) abort();
    return p;
}

static nf_position somewhere(unsigned axes) {
    nf_position p = start(axes);
    uint8_t squares[NF_SQUARES];
    for (unsigned moves = roll(70); moves > 0; moves--) {
        int count = nf_legal_moves(&p, squares);
        if (count == 0 || nf_play(&p, squares[roll((unsigned)count)])) break;
    }
    return p;
}

static void hostile_set_ups(void) {
    const char *alphabet = "XO.-\xff 9";
    for (int n = 0; n < 20000; n++) {
        char marks[82] = "", owners[10] = "";
        for (int i = 0; i < 81; i++) marks[i] = alphabet[roll(n % 2 ? 3 : 7)];
        for (int i = 0; i < 9; i++) owners[i] = alphabet[roll(4)];
        nf_position p;
        nf_counts counts;
        if (nf_set_up(&p, roll(40), marks, owners, roll(3), roll(12)) == 0) {
            nf_perft(&p, 2, NULL, &counts);
            nf_play(&p, roll(100));
        }
    }
}

static void exercise(unsigned axes) {
    nf_counts counts;
    nf_results results;
    static uint8_t games[20000];
    for (int n = 0; n < 60; n++) {
        nf_position p = somewhere(axes);
        for (unsigned depth = 0; depth < 4; depth++) nf_perft(&p, depth, NULL, &counts);
        for (int set = 0; set <= nf_instruction_set(); set++)
            nf_random_games(&p, roll(100), roll(1000), set, NULL, &results);
        if (nf_play(&p, 81 + roll(1000)) != -1) abort();
    }
    nf_position p = start(axes);
    nf_write_games(&p, 1, games, sizeof games);
}

/* Searches with one and two threads, with and without handicaps, down to finished games. */
static void exercise_search(unsigned axes, uint32_t threads) {
    static uint8_t tree[1 << 20];
    nf_options options = {.table_bytes = 1 << 16, .threads = threads};
    nf_search *search = nf_search_make(aligned_alloc(64, nf_search_bytes(&options)), &options);
    for (int n = 0; n < 12; n++) {
        nf_position p = somewhere(axes);
        nf_limits limits = {.nodes = 1 + roll(3000), .seconds = -1, .lines = 1 + roll(90)};
        limits.noise = roll(3) * 100, limits.blindness = roll(3) * 100, limits.seed = roll(99);
        nf_line lines[NF_SQUARES];
        if (nf_search_begin(search, &p, &limits) == 0)
            while (nf_search_deepen(search)) continue;
        nf_search_lines(search, lines, NF_SQUARES);
        nf_evaluate(search, &p);
        nf_mcts_answer answer;
        nf_mcts(&p, -1, 200, n, tree, sizeof tree, NULL, &answer);
    }
    nf_search_forget(search);
    free(search);
}

/* Among equals, or with a second head for a weaker opponent. */
static nf_network *some_network(unsigned axes, int unequal) {
    enum { FLOATS = 19298, HEAD = 1057 };
    static float weights[FLOATS + HEAD];
    int count = FLOATS + (unequal ? HEAD : 0);
    size_t bytes = sizeof *weights * (size_t)count;
    void *memory = aligned_alloc(64, (nf_network_bytes() + 63) / 64 * 64);
    for (int i = 0; i < count; i++) weights[i] = ((float)roll(2001) - 1000) / 4000;
    weights[count - 1] = 2000; /* units */
    if (nf_network_make(memory, axes, weights, bytes - 4)) abort();
    if (nf_network_make(memory, 8, weights, bytes)) abort();
    nf_network *network = nf_network_make(memory, axes, weights, bytes);
    if (!network || network->unequal != unequal) abort();
    return network;
}

/* What is followed move by move is what would be set up afresh. */
static void follow_games(const nf_network *network) {
    for (int n = 0; n < 20; n++) {
        nf_position p = start(network->axes);
        nf_sums followed, fresh;
        uint8_t squares[NF_SQUARES];
        network_set_up(&followed, network, &p);
        for (int count; (count = nf_legal_moves(&p, squares)) > 0;) {
            nf_position before = p;
            unsigned square = squares[roll((unsigned)count)];
            nf_play(&p, square);
            network_follow(&followed, &followed, network, &before, &p, square / 9);
            network_set_up(&fresh, network, &p);
            if (memcmp(&followed, &fresh, sizeof fresh)) abort();
        }
    }
}

/* A game with itself, or with a weaker opponent. */
static void play_a_game(nf_search *search, unsigned axes, const nf_opponent *weaker) {
    nf_sample samples[NF_SQUARES];
    nf_limits limits = {.nodes = 200, .seconds = -1, .lines = 1};
    nf_position p = start(axes);
    uint32_t count = nf_self_play(search, &p, &limits, 6, roll(1000), weaker, samples);
    if (count == 0 || count > NF_SQUARES || samples[count - 1].outcome == NF_GOING_ON) abort();
}

/* Every instruction set finds the same line with the same nodes; then games. */
static void search_with(const nf_network *network) {
    nf_options options = {.table_bytes = 1 << 16, .threads = 1};
    nf_limits limits = {.nodes = 5000, .seconds = -1, .lines = 2};
    const search_code *codes[] = {&search_portable,
#ifdef SEARCH_AVX2
                                  nf_instruction_set() >= NF_AVX2 ? &search_avx2 : &search_portable,
#endif
                                  &search_portable};
    nf_search *search = nf_search_make(aligned_alloc(64, nf_search_bytes(&options)), &options);
    nf_search_use(search, network);
    for (int n = 0; n < 12; n++) {
        nf_position p = somewhere(network->axes);
        nf_line first[2] = {{{0}}}, lines[2] = {{{0}}};
        for (unsigned c = 0; c < sizeof codes / sizeof *codes && p.outcome == NF_GOING_ON; c++) {
            search->code = codes[c];
            nf_search_forget(search);
            nf_search_begin(search, &p, &limits);
            while (nf_search_deepen(search)) continue;
            nf_search_lines(search, c ? lines : first, 2);
            if (c && memcmp(first, lines, sizeof lines)) abort();
        }
    }
    nf_search *other = nf_search_make(aligned_alloc(64, nf_search_bytes(&options)), &options);
    static char tree[1 << 16];
    const nf_opponent by_hand = {.search = other, .nodes = 50};
    const nf_opponent by_games = {.tree = tree, .tree_bytes = sizeof tree, .nodes = 50};
    play_a_game(search, network->axes, NULL);
    play_a_game(search, network->axes, &by_hand);
    play_a_game(search, network->axes, &by_games);
    free(other);
    free(search);
}

static void exercise_network(unsigned axes) {
    for (int unequal = 0; unequal < 2; unequal++) {
        nf_network *network = some_network(axes, unequal);
        follow_games(network);
        search_with(network);
        free(network);
    }
}

/* Proofs of every kind of goal, with tables so small that entries are lost all the time. */
static void exercise_proofs(unsigned axes) {
    static nf_proof_entry table[1 << 10];
    memset(table, 0, sizeof table);
    for (int n = 0; n < 40; n++) {
        nf_position p = somewhere(axes);
        unsigned player = roll(2), win = 1u << (NF_X_WINS + player);
        nf_goal goal = {.player = (uint8_t)player,
                        .outcomes = (uint8_t)(win | roll(2) << NF_DRAWN),
                        .by = (uint8_t)(roll(2) ? NF_SQUARES : 1 + roll(NF_SQUARES)),
                        .extras = (uint8_t)roll(8),
                        .cells = (uint16_t)(roll(2) ? NF_ALL_NINE : roll(NF_ALL_NINE + 1))};
        nf_proof proof;
        size_t entries = n % 2 ? 4 : sizeof table / sizeof *table;
        int stop = n % 8 == 7;
        nf_prove(&p, &goal, table, entries, 1 + roll(2000), &stop, &proof);
        uint8_t squares[NF_SQUARES];
        int count = nf_legal_moves(&p, squares), legal = proof.square == NF_SQUARES;
        for (int i = 0; i < count; i++) legal |= squares[i] == proof.square;
        if (!legal || proof.nodes > 2000 + NF_SQUARES) abort();
    }
}

/* A search that was stopped before it began ends after its first look, until it may go on. */
static void stop_and_resume(unsigned axes) {
    nf_options options = {.table_bytes = 1 << 16, .threads = 1};
    nf_search *search = nf_search_make(aligned_alloc(64, nf_search_bytes(&options)), &options);
    nf_limits limits = {.depth = 3, .seconds = -1, .lines = 1};
    nf_position p = start(axes);
    nf_line line;
    for (uint16_t depth = 1; depth <= 3; depth += 2) {
        if (depth == 1) nf_search_stop(search);
        else nf_search_resume(search);
        nf_search_begin(search, &p, &limits);
        while (nf_search_deepen(search)) continue;
        nf_search_lines(search, &line, 1);
        if (line.depth != depth) abort();
    }
    free(search);
}

int main(void) {
    exercise_network(0), exercise_network(NF_STATIC_AXES); /* boards that close, and that don't */
    hostile_set_ups();
    const nf_options none = {0, 0}, vast = {UINT64_MAX, 1};
    if (nf_search_bytes(&none) || nf_search_bytes(&vast)) abort();
    for (unsigned axes = 0; axes < 32; axes++)
        if (nf_axes_fit(axes)) {
            exercise(axes);
            exercise_search(axes, 1 + axes % 2);
            exercise_proofs(axes);
            stop_and_resume(axes);
        }
    puts("fine");
    return 0;
}
