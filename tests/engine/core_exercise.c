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
    const uint16_t marks[18] = {0}, owned[2] = {0};
    if (nf_set_up(&p, axes, marks, owned, 0, NF_NO_TARGET)) abort();
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

/* Positions of games with a bit flipped here and there, and masks that no board has. */
static void hostile_set_ups(void) {
    int accepted = 0;
    for (int n = 0; n < 8000; n++) {
        nf_position p = somewhere(NF_STATIC_AXES);
        uint16_t marks[18], owned[2] = {p.owned[0], p.owned[1]};
        memcpy(marks, p.marks, sizeof marks);
        for (unsigned flips = roll(3); flips > 0; flips--)
            marks[roll(18)] ^= (uint16_t)(1u << roll(n % 2 ? 9 : 16));
        owned[roll(2)] ^= (uint16_t)(roll(4) ? 0 : 1u << roll(16));
        nf_counts counts;
        if (nf_set_up(&p, roll(40), marks, owned, roll(3), roll(12)) == 0) {
            accepted++;
            nf_perft(&p, 2, NULL, &counts);
            nf_play(&p, roll(100));
        }
    }
    if (!accepted) abort();
}

static void exercise(unsigned axes) {
    nf_counts counts;
    nf_results results;
    static uint8_t games[20000];
    for (int n = 0; n < 30; n++) {
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

/* CRC-32 of a file but for the field that holds it. */
static uint32_t checksum_of(const uint8_t *bytes, size_t count) {
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < count; i++) {
        if (i >= 40 && i < 44) continue;
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) crc = crc & 1 ? crc >> 1 ^ UINT32_C(0xedb88320) : crc >> 1;
    }
    return ~crc;
}

static nf_network *some_network(unsigned axes) {
    enum { FLOATS = 19297 };
    static struct {
        nf_network_header head;
        float weights[FLOATS];
    } file;
    size_t bytes = sizeof file;
    memcpy(file.head.magic, "NINEFOLD", 8);
    file.head.version = 1, file.head.axes = axes, file.head.scale = 2000;
    memcpy(file.head.shape, (uint16_t[]){21, 64, 32, 32, 16, 0}, sizeof file.head.shape);
    file.head.weights = FLOATS;
    void *memory = aligned_alloc(64, (nf_network_bytes() + 63) / 64 * 64);
    for (int i = 0; i < FLOATS; i++) file.weights[i] = ((float)roll(2001) - 1000) / 4000;
    if (nf_network_check(&file, bytes) != NF_NETWORK_DAMAGED) abort();
    file.head.checksum = checksum_of((const uint8_t *)&file, bytes);
    if (nf_network_check(&file, bytes) != NF_NETWORK_FITS) abort();
    for (size_t cut = 0; cut < 100; cut++)
        if (nf_network_check(&file, cut) == NF_NETWORK_FITS) abort();
    if (nf_network_make(memory, axes, &file, bytes - 4)) abort();
    if (nf_network_make(memory, axes ^ 16, &file, bytes)) abort();
    nf_network *network = nf_network_make(memory, axes, &file, bytes);
    if (!network) abort();
    return network;
}

/* What is followed move by move is what would be set up afresh. */
static void follow_games(const nf_network *network) {
    for (int n = 0; n < 20; n++) {
        nf_position p = start(network->axes);
        nf_accumulator followed, fresh;
        uint8_t squares[NF_SQUARES];
        accumulator_refresh(&followed, network, &p);
        for (int count; (count = nf_legal_moves(&p, squares)) > 0;) {
            nf_position before = p;
            unsigned square = squares[roll((unsigned)count)];
            nf_play(&p, square);
            accumulator_update(&followed, &followed, network, &before, &p, square / 9);
            accumulator_refresh(&fresh, network, &p);
            if (memcmp(&followed, &fresh, sizeof fresh)) abort();
        }
    }
}

/* The key that follows a game move by move is that of the position, captured boards and all. */
static void follow_keys(unsigned axes) {
    for (int n = 0; n < 30; n++) {
        nf_position p = start(axes);
        uint64_t key = nf_position_key(&p);
        uint8_t squares[NF_SQUARES];
        for (int count; (count = nf_legal_moves(&p, squares)) > 0;) {
            unsigned square = squares[roll((unsigned)count)];
            nf_make(&p, axes, square / 9, square % 9, &key);
            if (key != nf_position_key(&p)) abort();
        }
    }
}

static void play_a_game(nf_search *search, unsigned axes) {
    nf_sample samples[NF_SQUARES];
    nf_limits limits = {.nodes = 200, .seconds = -1, .lines = 1};
    nf_position p = start(axes);
    uint32_t count = nf_self_play(search, &p, &limits, 6, roll(1000), samples);
    if (count == 0 || count > NF_SQUARES || samples[count - 1].outcome == NF_GOING_ON) abort();
}

/* Every instruction set finds the same line with the same nodes; then a game. */
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
    play_a_game(search, network->axes);
    free(search);
}

static void exercise_network(unsigned axes) {
    nf_network *network = some_network(axes);
    follow_games(network);
    search_with(network);
    free(network);
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

/* What every key of a search is salted with: nothing where it asks for nothing special. */
static uint64_t salt_of(nf_search *search, const nf_position *p, nf_limits limits) {
    nf_limits plain = {.seconds = -1, .lines = 1};
    limits.seconds = -1, limits.lines = 1;
    if (nf_search_begin(search, p, &plain)) abort();
    uint64_t key = search->root.zobrist;
    if (nf_search_begin(search, p, &limits)) abort();
    return key ^ search->root.zobrist;
}

/* A table answers one question only: contempt by its amount and by whoever has it, and every handicap,
 * have keys of their own. */
static void salt_keys(unsigned axes) {
    nf_options options = {.table_bytes = 1 << 16, .threads = 1};
    nf_search *search = nf_search_make(aligned_alloc(64, nf_search_bytes(&options)), &options);
    nf_position x = start(axes), o = x;
    nf_play(&o, 40);
    const nf_limits asked[] = {{.contempt = 1},
                               {.contempt = 80},
                               {.noise = 1},
                               {.noise = 80},
                               {.noise = 80, .seed = 1},
                               {.blindness = 1},
                               {.blindness = 80},
                               {.blindness = 80, .seed = 1},
                               {.noise = 80, .blindness = 80},
                               {.contempt = 80, .noise = 80}};
    enum { ASKED = sizeof asked / sizeof *asked };
    uint64_t salts[ASKED + 2];
    for (int n = 0; n < ASKED; n++) salts[n] = salt_of(search, &x, asked[n]);
    salts[ASKED] = salt_of(search, &o, (nf_limits){.contempt = 1});
    salts[ASKED + 1] = salt_of(search, &o, (nf_limits){.contempt = 80});
    for (int n = 0; n < ASKED + 2; n++) {
        if (!salts[n]) abort();
        for (int m = 0; m < n; m++)
            if (salts[n] == salts[m]) abort();
    }
    if (salt_of(search, &x, (nf_limits){.seed = 5})) abort();
    if (salt_of(search, &o, (nf_limits){.noise = 80}) != salts[3])
        abort(); /* to both it is the same */
    free(search);
}

/* Arrays of exactly the right size, so that a byte too much is seen. */
static nf_batch some_batch(unsigned axes, uint8_t autoreset, size_t count) {
    return (nf_batch){.episodes = calloc(count, sizeof(nf_episode)),
                      .count = count,
                      .axes = (uint8_t)axes,
                      .autoreset = autoreset,
                      .random_moves = roll(NF_MOST_RANDOM_MOVES + 1),
                      .observations = malloc(count * NF_OBSERVATION),
                      .masks = malloc(count * NF_SQUARES),
                      .rewards = malloc(count * sizeof(float)),
                      .terminated = malloc(count),
                      .players = malloc(count),
                      .final_observations = malloc(count * NF_OBSERVATION)};
}

static void free_batch(nf_batch *b) {
    free(b->episodes), free(b->observations), free(b->masks), free(b->rewards);
    free(b->terminated), free(b->players), free(b->final_observations);
}

/* What the mask says is what may be played, and what was not legal has lost. */
static void check_episode(const nf_batch *b, size_t n) {
    uint8_t squares[NF_SQUARES], legal[NF_SQUARES] = {0};
    const nf_position *p = &b->episodes[n].position;
    for (int count = nf_legal_moves(p, squares); count > 0; count--) legal[squares[count - 1]] = 1;
    if (memcmp(legal, b->masks + NF_SQUARES * n, NF_SQUARES) || b->players[n] != p->turn) abort();
    if (memcmp(legal, b->observations + NF_OBSERVATION * (n + 1) - NF_SQUARES, NF_SQUARES)) abort();
}

/* Games stepped by legal, illegal and senseless actions. */
static void exercise_batch(unsigned axes, uint8_t autoreset) {
    enum { COUNT = 7, STEPS = 300 };
    const int64_t senseless[] = {-1, 81, INT64_MIN, INT64_MAX, 1 << 20};
    nf_batch b = some_batch(axes, autoreset, COUNT);
    uint64_t seeds[COUNT] = {0, 1, UINT64_MAX, 3, 4, 5, 6};
    uint8_t chosen[COUNT];
    int64_t actions[COUNT];
    nf_batch_reset(&b, seeds, NULL);
    for (int step = 0; step < STEPS; step++) {
        nf_batch_random_actions(&b, actions);
        if (roll(20) == 0) actions[roll(COUNT)] = roll(2) ? senseless[roll(5)] : roll(NF_SQUARES);
        nf_batch_step(&b, actions);
        for (size_t n = 0; n < COUNT; n++) check_episode(&b, n);
        memcpy(chosen, b.terminated, COUNT);
        if (autoreset == NF_DISABLED && roll(4) == 0) nf_batch_reset(&b, NULL, chosen);
    }
    free_batch(&b);
}

int main(void) {
    exercise_network(0), exercise_network(NF_STATIC_AXES); /* boards that close, and that don't */
    hostile_set_ups();
    const nf_options none = {0, 0}, vast = {UINT64_MAX, 1};
    if (nf_search_bytes(&none) || nf_search_bytes(&vast)) abort();
    for (unsigned axes = 0; axes < 32; axes++)
        if (nf_axes_fit(axes)) {
            follow_keys(axes);
            exercise(axes);
            exercise_search(axes, 1 + axes % 2);
            exercise_proofs(axes);
            stop_and_resume(axes);
            salt_keys(axes);
            for (uint8_t mode = NF_NEXT_STEP; mode <= NF_DISABLED; mode++) exercise_batch(axes, mode);
        }
    puts("fine");
    return 0;
}
