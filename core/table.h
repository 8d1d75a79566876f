/* The transposition table: what is known of positions, shared by threads without locks. */
#ifndef NINEFOLD_TABLE_H
#define NINEFOLD_TABLE_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum { NF_NO_BOUND = 0, NF_UPPER_BOUND = 1, NF_LOWER_BOUND = 2, NF_EXACT = 3 };
enum { NF_NO_MOVE = 127, NF_FULLY_SEARCHED = 127 };

/* What an entry says; it fits into 64 bits. */
typedef struct entry_data {
    int16_t score;
    uint8_t depth, bound, move, generation;
    uint16_t unused;
} entry_data;

/* The key is stored XORed with the data (lockless hashing): an entry torn between two threads fits no
 * key. */
typedef struct entry {
    _Atomic uint64_t mixed, data;
} entry;

typedef struct bucket {
    entry entries[2];
} bucket;

typedef struct table {
    bucket *buckets;
    uint64_t count;
    uint8_t generation;
} table;

typedef union entry_bits {
    entry_data data;
    uint64_t bits;
} entry_bits;

static inline bucket *table_bucket(const table *t, uint64_t key) {
    return t->buckets + (size_t)(((key >> 32) * t->count) >> 32);
}

static inline int table_probe(const table *t, uint64_t key, entry_data *found) {
    bucket *b = table_bucket(t, key);
    for (int i = 0; i < 2; i++) {
        entry_bits e = {.bits = atomic_load_explicit(&b->entries[i].data, memory_order_relaxed)};
        uint64_t mixed = atomic_load_explicit(&b->entries[i].mixed, memory_order_relaxed);
        if ((mixed ^ e.bits) == key && e.data.bound != NF_NO_BOUND) {
            *found = e.data;
            return 1;
        }
    }
    return 0;
}

/* Replaces the same position, else the shallower or older of the two. */
static inline void table_store(const table *t, uint64_t key, entry_data data) {
    bucket *b = table_bucket(t, key);
    entry *worst = NULL;
    int least = 1 << 20;
    for (int i = 0; i < 2; i++) {
        entry_bits e = {.bits = atomic_load_explicit(&b->entries[i].data, memory_order_relaxed)};
        uint64_t mixed = atomic_load_explicit(&b->entries[i].mixed, memory_order_relaxed);
        int same = (mixed ^ e.bits) == key;
        int worth = same ? -1 : e.data.depth + (e.data.generation == t->generation ? 256 : 0);
        if (same && data.move == NF_NO_MOVE) data.move = e.data.move;
        if (worth < least) least = worth, worst = &b->entries[i];
    }
    data.generation = t->generation;
    entry_bits e = {.data = data};
    atomic_store_explicit(&worst->data, e.bits, memory_order_relaxed);
    atomic_store_explicit(&worst->mixed, key ^ e.bits, memory_order_relaxed);
}

static inline void table_clear(const table *t) {
    for (uint64_t i = 0; i < t->count; i++)
        for (int n = 0; n < 2; n++) {
            atomic_store_explicit(&t->buckets[i].entries[n].data, 0, memory_order_relaxed);
            atomic_store_explicit(&t->buckets[i].entries[n].mixed, 0, memory_order_relaxed);
        }
}

#endif
