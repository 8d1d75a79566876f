/* The core as a page sees it: one position, one search and one network, told in plain numbers.
 *
 * What is public here is called from web/src/engine/core.ts. Results are written into one array of
 * 32-bit numbers, so that no layout of a structure has to be known on the other side. The page is
 * the core's caller, and its memory is what WebAssembly grows.
 */
#include "search.h"

#define PAGE(name) __attribute__((export_name(#name)))

enum { PAGE_BYTES = 65536, ALIGNED = 64, OUT = 8192, PER_LINE = 5 + NF_SQUARES };

static int32_t out[OUT];
static nf_position now;
static nf_search *search;
static nf_network *network;
static nf_proof_entry *proofs;
static size_t proof_entries;
static nf_centre_win centre_win;
static const void *book;

extern unsigned char __heap_base;
static uintptr_t heap_end;

/* Memory that is never given back: a page asks once for each of a few things. NULL: there is none. */
PAGE(room) void *page_room(size_t bytes) {
    if (!heap_end) heap_end = (uintptr_t)&__heap_base;
    uintptr_t begin = (heap_end + ALIGNED - 1) & ~(uintptr_t)(ALIGNED - 1), end = begin + bytes;
    size_t have = __builtin_wasm_memory_size(0) * (size_t)PAGE_BYTES;
    if (end > have) {
        size_t pages = (end - have + PAGE_BYTES - 1) / PAGE_BYTES;
        if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) return NULL;
    }
    heap_end = end;
    return (void *)begin;
}

PAGE(out) int32_t *page_out(void) { return out; }

/* The position */

PAGE(start) int page_start(unsigned axes) {
    static const uint16_t nothing[18];
    return nf_set_up(&now, axes, nothing, nothing, 0, NF_NO_TARGET);
}

/* Sets up what stands at `text`: 81 marks and 9 owners. */
PAGE(set_up) int page_set_up(unsigned axes, const char *text, unsigned turn, unsigned target) {
    uint16_t marks[18] = {0}, owned[2] = {0};
    for (unsigned n = 0; n < NF_SQUARES + 9; n++) {
        if (text[n] != 'X' && text[n] != 'O') continue;
        unsigned player = text[n] == 'O';
        if (n < NF_SQUARES) marks[9 * player + n / 9] |= (uint16_t)(1u << n % 9);
        else owned[player] |= (uint16_t)(1u << (n - NF_SQUARES));
    }
    return nf_set_up(&now, axes, marks, owned, turn, target);
}

/* Tells what speaks against a position, five numbers each, and how many there are. */
PAGE(doubts) int page_doubts(unsigned axes, const char *text, unsigned turn, unsigned target) {
    nf_doubt found[NF_MOST_DOUBTS];
    int32_t *at = out;
    int count = nf_doubts(axes, text, turn, target, found);
    for (const nf_doubt *one = found; one < found + count; one++)
        *at++ = one->code, *at++ = one->player, *at++ = one->board, *at++ = one->one,
        *at++ = one->two;
    return count;
}

/* Writes the owners that the 81 marks at `text` tell behind them. */
PAGE(owners) void page_owners(char *text) { nf_owners(text, text + NF_SQUARES); }

PAGE(play) int page_play(unsigned square) { return nf_play(&now, square); }

static int32_t boards_after(unsigned square) {
    nf_position after = now;
    nf_play(&after, square);
    return after.outcome == NF_GOING_ON ? (int32_t)nf_open_boards(&after, after.axes) : 0;
}

static int32_t winning_line(void) {
    static const uint16_t lines[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
    for (int i = 0; i < 8; i++)
        for (int player = 0; player < 2; player++)
            if ((now.owned[player] & lines[i]) == lines[i]) return lines[i];
    return 0;
}

/* Tells the position: marks (0, 1 for X, 2 for O), owners (3: dead), turn, target, whether the mover
 * is held, outcome, the boards of the line that won, and how many legal squares follow, each with the
 * boards that it opens to the opponent. */
PAGE(look) void page_look(void) {
    int32_t *at = out;
    uint8_t squares[NF_SQUARES];
    for (unsigned square = 0; square < NF_SQUARES; square++)
        *at++ = (now.marks[0][square / 9] >> square % 9 & 1) +
                2 * (now.marks[1][square / 9] >> square % 9 & 1);
    for (unsigned board = 0; board < 9; board++) {
        int owner = (now.owned[0] >> board & 1) + 2 * (now.owned[1] >> board & 1);
        *at++ = owner ? owner : 3 * (now.full >> board & 1);
    }
    int count = nf_legal_moves(&now, squares);
    *at++ = now.turn;
    *at++ = now.target;
    *at++ = nf_held(&now, now.axes);
    *at++ = now.outcome;
    *at++ = winning_line();
    *at++ = count;
    for (int i = 0; i < count; i++) *at++ = squares[i], *at++ = boards_after(squares[i]);
}

PAGE(perft) double page_perft(unsigned depth) {
    static const int never;
    nf_counts counts;
    nf_perft(&now, depth, &never, &counts);
    return (double)counts.leaves;
}

/* The search */

static void tell_line(int32_t *at, const nf_line *line) {
    *at++ = line->proven;
    *at++ = line->distance;
    *at++ = line->score;
    *at++ = line->depth;
    *at++ = line->length;
    for (int n = 0; n < line->length; n++) *at++ = line->squares[n];
}

/* Makes the search with a table of that size; -1 if there is no room for it. */
PAGE(search_make) int page_search_make(unsigned table_bytes) {
    const nf_options options = {.table_bytes = table_bytes, .threads = 1};
    void *memory = page_room(nf_search_bytes(&options));
    if (!memory) return -1;
    search = nf_search_make(memory, &options);
    return 0;
}

/* Judges positions of a variant by a network, which takes the place of the one before. Without
 * weights (0 bytes) they are judged by hand again. */
PAGE(search_judge) int page_search_judge(unsigned axes, const void *weights, size_t bytes) {
    if (network) search->networks[network->axes] = NULL;
    if (!bytes) return 0;
    if (!network) network = page_room(nf_network_bytes());
    if (!network || !nf_network_make(network, axes, weights, bytes)) return -1;
    nf_search_use(search, network);
    return 0;
}

PAGE(search_forget) void page_search_forget(void) { nf_search_forget(search); }

/* Turns to the position. */
PAGE(search_begin)
int page_search_begin(double nodes, double seconds, unsigned depth, unsigned lines) {
    const nf_limits limits = {
        .nodes = (uint64_t)nodes, .seconds = seconds, .depth = depth, .lines = lines};
    nf_search_resume(search);
    return nf_search_begin(search, &now, &limits);
}

/* The same as a level: what it considers, and as many lines as it wants to choose from. */
PAGE(level_begin)
int page_level_begin(double nodes, double seconds, unsigned depth, unsigned noise, unsigned blindness,
                     unsigned oversight, double seed) {
    const nf_level level = {.noise = noise, .blindness = blindness, .oversight = oversight};
    nf_limits limits = {.nodes = (uint64_t)nodes,
                        .seconds = seconds,
                        .depth = depth,
                        .lines = nf_level_lines(&now, &level),
                        .noise = noise,
                        .blindness = blindness,
                        .seed = (uint64_t)seed};
    nf_level_moves(&now, &level, (uint64_t)seed, limits.moves);
    nf_search_resume(search);
    return nf_search_begin(search, &now, &limits);
}

/* Tells the line that the level plays, as search_lines tells lines. */
PAGE(level_choose)
void page_level_choose(unsigned noise, unsigned blindness, unsigned variety, double seed) {
    const nf_level level = {.noise = noise, .blindness = blindness, .variety = variety};
    nf_line chosen;
    nf_level_choose(search, &now, &level, (uint64_t)seed, &chosen);
    tell_line(out, &chosen);
}

/* X's known win, where it stands: 1, and its move and the move of the game by which it has won. */
PAGE(known_win) int page_known_win(void) {
    uint8_t square, by;
    centre_win.table = proofs;
    centre_win.entries = proof_entries;
    if (!nf_centre_win_find(&centre_win, &now, &square, &by)) return 0;
    out[0] = square;
    out[1] = by;
    return 1;
}

/* Takes the opening book that stands at `file`, in the place of the one before; without one (0 bytes)
 * there is none. -1 if it is no book that can be used. */
PAGE(book_open) int page_book_open(const void *file, size_t bytes) {
    book = NULL;
    if (!bytes) return 0;
    if (nf_book_check(file, bytes) != NF_BOOK_FITS) return -1;
    book = file;
    return 0;
}

/* The book's move by the dice of a seed, where it has one: 1, and the square, the percent of the point
 * and what is proven. */
PAGE(book_choose) int page_book_choose(double seed) {
    nf_book_move chosen;
    if (!book || !nf_book_choose(book, &now, (uint64_t)seed, &chosen)) return 0;
    out[0] = chosen.square;
    out[1] = chosen.percent;
    out[2] = chosen.proven;
    return 1;
}

/* What a move does, a bit each. */
PAGE(remarks) unsigned page_remarks(unsigned square) { return nf_remarks(&now, square); }

/* Why a move is worse than another one, a bit each. */
PAGE(reasons) unsigned page_reasons(unsigned square, unsigned better, unsigned answer) {
    return nf_reasons(&now, square, better, answer);
}

PAGE(search_deepen) int page_search_deepen(void) { return nf_search_deepen(search); }
PAGE(search_stop) void page_search_stop(void) { nf_search_stop(search); }
PAGE(search_nodes) double page_search_nodes(void) { return (double)nf_search_nodes(search); }
PAGE(search_seconds) double page_search_seconds(void) { return nf_search_seconds(search); }

/* Tells the best lines: proven, distance, score, depth, how many squares, and 81 of them each. */
PAGE(search_lines) unsigned page_search_lines(void) {
    static nf_line lines[NF_SQUARES];
    uint32_t count = nf_search_lines(search, lines, NF_SQUARES);
    for (uint32_t i = 0; i < count; i++) tell_line(out + i * PER_LINE, &lines[i]);
    return count;
}

PAGE(evaluate) int page_evaluate(void) { return nf_evaluate(search, &now); }

/* Proofs */

/* Makes the table of proofs, of a power of two of entries. */
PAGE(proof_make) int page_proof_make(unsigned entries) {
    proofs = page_room(entries * sizeof *proofs);
    proof_entries = proofs ? entries : 0;
    return proofs ? 0 : -1;
}

/* Whether a player can make the game end in one of the outcomes: a verdict, and at [1] the move. */
PAGE(prove) int page_prove(unsigned player, unsigned outcomes, double nodes) {
    static const int never;
    const nf_goal goal = {.player = (uint8_t)player,
                          .outcomes = (uint8_t)outcomes,
                          .by = NF_SQUARES,
                          .cells = NF_ALL_NINE};
    nf_proof proof = {0};
    nf_prove(&now, &goal, proofs, proof_entries, (uint64_t)nodes, &never, &proof);
    out[0] = proof.verdict;
    out[1] = proof.square;
    return proof.verdict;
}
