/* What files of ours have in common: a checksum in their head, over all other bytes. */
#ifndef NINEFOLD_FILES_H
#define NINEFOLD_FILES_H

#include <stddef.h>
#include <stdint.h>

/* CRC-32 as zlib and PNG have it, bit by bit: a file is small. */
static inline uint32_t crc32_of(uint32_t crc, const uint8_t *bytes, size_t count) {
    crc = ~crc;
    for (size_t i = 0; i < count; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (UINT32_C(0xedb88320) & -(crc & 1));
    }
    return ~crc;
}

/* The checksum of a file that keeps it in the four bytes at `at`. */
static inline uint32_t checksum_without(const void *file, size_t bytes, size_t at) {
    const uint8_t *all = file;
    const size_t after = at + sizeof(uint32_t);
    return crc32_of(crc32_of(0, all, at), all + after, bytes - after);
}

/* A loop, for a page has no C library to ask. */
static inline int same_bytes(const void *one, const void *other, size_t bytes) {
    const uint8_t *a = one, *b = other;
    for (size_t i = 0; i < bytes; i++)
        if (a[i] != b[i]) return 0;
    return 1;
}

#endif
