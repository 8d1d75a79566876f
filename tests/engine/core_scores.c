/* Says what the core makes of positions by a network: `scores NETWORK < POSITIONS`, a line of squares each.
 * Every instruction set, compiler and processor must say the same. */
#include <stdio.h>
#include <stdlib.h>

#include "search.h"

enum { MOST_BYTES = 1 << 20, NODES = 3000 };

static void *room(size_t bytes) { return aligned_alloc(64, (bytes + 63) / 64 * 64); }

static void tell(nf_search *s, const nf_position *p) {
    const nf_limits limits = {.nodes = NODES, .seconds = -1, .lines = 1};
    nf_line line;
    nf_search_forget(s);
    nf_search_begin(s, p, &limits);
    while (nf_search_deepen(s)) continue;
    nf_search_lines(s, &line, 1);
    printf("%d %d %d %llu", nf_evaluate(s, p), line.score, line.depth,
           (unsigned long long)nf_search_nodes(s));
    for (int i = 0; i < line.length; i++) printf(" %d", line.squares[i]);
    putchar('\n');
}

int main(int count, char **arguments) {
    static _Alignas(8) char file[MOST_BYTES];
    static char text[4096];
    FILE *opened = count == 2 ? fopen(arguments[1], "rb") : NULL;
    size_t bytes = opened ? fread(file, 1, sizeof file, opened) : 0;
    const nf_options options = {.table_bytes = 1 << 16, .threads = 1};
    unsigned axes = ((nf_network_header *)(void *)file)->axes;
    nf_network *network = nf_network_make(room(nf_network_bytes()), axes, file, bytes);
    nf_search *s = nf_search_make(room(nf_search_bytes(&options)), &options);
    if (!network) return 1;
    nf_search_use(s, network);
    const search_code *codes[] = {s->code, &search_portable};
    while (fgets(text, sizeof text, stdin)) {
        nf_position p;
        const uint16_t marks[18] = {0}, owned[2] = {0};
        nf_set_up(&p, axes, marks, owned, 0, NF_NO_TARGET);
        int square, length;
        for (char *rest = text; sscanf(rest, "%d%n", &square, &length) == 1; rest += length)
            if (nf_play(&p, (unsigned)square)) return 2;
        for (int c = 0; c < 2; c++) s->code = codes[c], tell(s, &p);
    }
    return 0;
}
