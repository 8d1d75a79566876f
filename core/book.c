/* The opening book: moves for positions that were searched for long, in one file a variant.
 *
 * A file holds one number for every move, ascending: 48 bits of the position's key, then what the
 * opponent can expect of the move in percent, whether that is proven, and the square. So the moves of a
 * position stand together, best first, and are found by halving. Of positions that symmetries carry into
 * each other one is kept: the one with the smallest key.
 */
#include "dice.h"
#include "files.h"

enum {
    FORMAT = 1, /* the version of the file's layout */
    KEY_SHIFT = 16,
    THEIRS_SHIFT = 9,
    PROVEN_SHIFT = 7,
    LOW_SEVEN = 127,
    LOW_TWO = 3,
    ALL_PERCENT = 100,
};

static const uint64_t *entries_of(const void *book) {
    return (const uint64_t *)((const nf_book_header *)book + 1);
}

/* The key of all images of a position, and the symmetry that turns it into the one that is kept. */
static uint64_t short_key(const nf_position *p, unsigned *symmetry) {
    unsigned symmetries = 0;
    uint64_t key = nf_shared_key(p, &symmetries) >> KEY_SHIFT;
    *symmetry = nf_first(symmetries);
    return key;
}

/* The symmetry that undoes another: turned back is turned on, mirrored back is mirrored again. */
static unsigned undoing(unsigned symmetry) { return symmetry & 4 ? symmetry : -symmetry & 3; }

uint64_t nf_book_entry(const nf_position *p, const nf_book_move *move) {
    unsigned symmetry = 0;
    uint64_t key = short_key(p, &symmetry);
    return key << KEY_SHIFT | (uint64_t)(ALL_PERCENT - move->percent) << THEIRS_SHIFT |
           (uint64_t)move->proven << PROVEN_SHIFT | turned_square(move->square, symmetry);
}

static nf_book_move move_of(uint64_t entry, unsigned back) {
    return (nf_book_move){
        .square = (uint8_t)turned_square(entry & LOW_SEVEN, back),
        .percent = (uint8_t)(ALL_PERCENT - (entry >> THEIRS_SHIFT & LOW_SEVEN)),
        .proven = (uint8_t)(entry >> PROVEN_SHIFT & LOW_TWO),
    };
}

static int makes_sense(uint64_t entry) {
    return (entry & LOW_SEVEN) < NF_SQUARES && (entry >> THEIRS_SHIFT & LOW_SEVEN) <= ALL_PERCENT;
}

int nf_book_check(const void *file, size_t bytes) {
    const nf_book_header *head = file;
    if (bytes < sizeof head->magic || !same_bytes(head->magic, "NINEBOOK", sizeof head->magic))
        return NF_BOOK_FOREIGN;
    if (bytes < sizeof *head) return NF_BOOK_SIZE;
    if (head->version != FORMAT) return NF_BOOK_VERSION;
    if (bytes != sizeof *head + UINT64_C(8) * head->moves + head->description) return NF_BOOK_SIZE;
    if (head->checksum != checksum_without(file, bytes, offsetof(nf_book_header, checksum)))
        return NF_BOOK_DAMAGED;
    if (!nf_axes_fit(head->axes)) return NF_BOOK_NONSENSE;
    const uint64_t *entries = entries_of(file);
    for (uint32_t i = 0; i < head->moves; i++)
        if (!makes_sense(entries[i]) || (i && entries[i - 1] >= entries[i])) return NF_BOOK_NONSENSE;
    return NF_BOOK_FITS;
}

/* Where the first entry stands that is not below a number. */
static uint32_t first_from(const uint64_t *entries, uint32_t count, uint64_t number) {
    uint32_t low = 0;
    while (low < count) {
        uint32_t middle = low + (count - low) / 2;
        if (entries[middle] < number) low = middle + 1;
        else count = middle;
    }
    return low;
}

/* Keys are cut short: the rules have the last word. */
static int is_legal(const nf_position *p, unsigned square) {
    nf_position after = *p;
    return nf_play(&after, square) == 0;
}

uint32_t nf_book_find(const void *book, const nf_position *p, nf_book_move moves[NF_BOOK_MOVES]) {
    const nf_book_header *head = book;
    const uint64_t *entries = entries_of(book);
    unsigned symmetry = 0;
    uint32_t found = 0;
    if (head->axes != p->axes || p->outcome != NF_GOING_ON) return 0;
    uint64_t key = short_key(p, &symmetry);
    uint32_t at = first_from(entries, head->moves, key << KEY_SHIFT);
    for (; at < head->moves && entries[at] >> KEY_SHIFT == key && found < NF_BOOK_MOVES; at++) {
        moves[found] = move_of(entries[at], undoing(symmetry));
        if (!is_legal(p, moves[found].square)) return 0;
        found++;
    }
    return found;
}

int nf_book_choose(const void *book, const nf_position *p, uint64_t seed, nf_book_move *chosen) {
    nf_book_move moves[NF_BOOK_MOVES];
    uint64_t dice = dice_for(p, seed);
    uint32_t count = nf_book_find(book, p, moves);
    if (!count) return 0;
    *chosen = moves[throw_below(&dice, count)];
    chosen->square = (uint8_t)turned_square(chosen->square, throw_symmetry(p, &dice));
    return 1;
}
