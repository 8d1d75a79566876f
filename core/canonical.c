/* One key for all images of a position: what books and the explorer find positions by. */
#include "symmetry.h"

uint64_t nf_shared_key(const nf_position *p, unsigned *symmetries) {
    uint64_t least = 0;
    nf_position plain = *p;
    if (!nf_held(p, p->axes))
        plain.target = NF_NO_TARGET; /* what releases the player changes nothing */
    for (unsigned n = 0; n < NF_SYMMETRIES; n++) {
        nf_position turned = turned_position(&plain, n);
        uint64_t key = nf_position_key(&turned);
        if (n == 0 || key < least) least = key, *symmetries = 0;
        if (key == least) *symmetries |= 1u << n;
    }
    return least;
}

uint64_t nf_canonical(const nf_position *p, uint8_t images[NF_SQUARES]) {
    unsigned symmetries = 0;
    uint64_t key = nf_shared_key(p, &symmetries);
    for (unsigned square = 0; square < NF_SQUARES; square++) {
        unsigned least = NF_SQUARES;
        for (unsigned rest = symmetries; rest; rest &= rest - 1) {
            unsigned image = turned_square(square, nf_first(rest));
            if (image < least) least = image;
        }
        images[square] = (uint8_t)least;
    }
    return key;
}
