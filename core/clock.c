/* The clock, kept apart from the search: the only thing it needs from an operating system. */
#if defined(__wasm__)
/* There the page hands in a clock of its own: `nf_seconds` stays an import. */
typedef int nothing_here;
#else
#define _POSIX_C_SOURCE 199309L
#include <time.h>

#include "search.h"

double nf_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
#endif
