/* Making a network from its file. */
#include "network.h"
#include "files.h"

enum {
    FORMAT = 1, /* the version of the file's layout */
    FEATURES = 21,
    WIDE = 64,
    CODE = 32,
    DEAD = 3,
    MOST_IN_ROW = 2500, /* twelve rows still fit into 16 bits */
    LEAST_SCALE = 100,
    MOST_SCALE = 1000000,
};

/* The weights as the trainer writes them: 4-byte floats in this order, by input and then by output. */
typedef struct weights {
    float first[FEATURES][WIDE], first_start[WIDE];
    float second[WIDE][WIDE], second_start[WIDE];
    float code[WIDE][CODE], code_start[CODE];
    float place[9][CODE][NF_LANES], start[NF_LANES];
    float target[CODE][NF_LANES], held[9][NF_LANES], free_move[NF_LANES];
    float hidden[2 * NF_LANES][NF_HIDDEN], hidden_start[NF_HIDDEN];
    float output[NF_HIDDEN], output_start;
} weights;

/* A board as the encoder sees it. */
typedef struct board_state {
    unsigned own, other, owner; /* owner: 0 none, 1 own, 2 other, DEAD */
} board_state;

static int rounded(float x, int most) {
    if (!(x > (float)-most)) return -most; /* not a number either */
    if (x > (float)most) return most;
    return (int)(x < 0 ? x - 0.5f : x + 0.5f);
}

/* out = start + in * weight; the inner loop runs over outputs so that it needs no reordering. */
NF_INLINE void layer(float *out, const float *in, const float *weight, const float *start, int outs,
                     int ins) {
    for (int o = 0; o < outs; o++) out[o] = start[o];
    for (int i = 0; i < ins; i++)
        for (int o = 0; o < outs; o++) out[o] += weight[i * outs + o] * in[i];
}

static void clip(float *values, int count) {
    for (int i = 0; i < count; i++)
        if (values[i] < 0) values[i] = 0;
}

static void encode(const weights *w, const board_state *s, float code[CODE]) {
    float in[FEATURES] = {0}, wide[WIDE], wider[WIDE];
    for (int cell = 0; cell < 9; cell++) {
        in[cell] = (float)(s->own >> cell & 1);
        in[9 + cell] = (float)(s->other >> cell & 1);
    }
    if (s->owner) in[17 + s->owner] = 1;
    layer(wide, in, w->first[0], w->first_start, WIDE, FEATURES);
    clip(wide, WIDE);
    layer(wider, wide, w->second[0], w->second_start, WIDE, WIDE);
    clip(wider, WIDE);
    layer(code, wider, w->code[0], w->code_start, CODE, WIDE);
}

static void fill_row(nf_row *row, const float lanes[NF_LANES]) {
    for (int i = 0; i < NF_LANES; i++)
        row->lane[i] = (int16_t)rounded(NF_ONE * lanes[i], MOST_IN_ROW);
}

/* Numbers a state and fills its rows. */
static uint16_t add_state(nf_network *net, const weights *w, board_state s) {
    static const float nothing[NF_LANES];
    float code[CODE], lanes[NF_LANES];
    unsigned number = net->states++;
    encode(w, &s, code);
    for (unsigned place = 0; place < 9; place++) {
        layer(lanes, code, w->place[place][0], nothing, NF_LANES, CODE);
        fill_row(&net->rows[place][number], lanes);
    }
    layer(lanes, code, w->target[0], nothing, NF_LANES, CODE);
    fill_row(&net->target[number], lanes);
    return (uint16_t)number;
}

/* Where captured boards close for good their marks no longer matter: three states hold them all. */
static void add_closing(nf_network *net, const weights *w) {
    uint16_t won = add_state(net, w, (board_state){.owner = 1});
    uint16_t lost = add_state(net, w, (board_state){.owner = 2});
    uint16_t dead = add_state(net, w, (board_state){.owner = DEAD});
    for (unsigned pattern = 0; pattern < NF_PATTERNS; pattern++) {
        net->state[0][pattern] = dead;
        net->state[1][pattern] = won;
        net->state[2][pattern] = lost;
    }
}

static void add_states(nf_network *net, const weights *w, int closes) {
    if (closes) add_closing(net, w);
    for (unsigned own = 0; own < 512; own++)
        for (unsigned other = 0; other < 512; other++) {
            if (own & other) continue;
            unsigned pattern = nf_pattern(own, other);
            int lines = nf_has_line[own] || nf_has_line[other];
            if (!lines && !(closes && (own | other) == NF_ALL_NINE))
                net->state[0][pattern] = add_state(net, w, (board_state){own, other, 0});
            if (nf_has_line[own] && !closes)
                net->state[1][pattern] = add_state(net, w, (board_state){own, other, 1});
            if (nf_has_line[other] && !closes)
                net->state[2][pattern] = add_state(net, w, (board_state){own, other, 2});
        }
}

static void fill_places(nf_network *net, const weights *w) {
    fill_row(&net->start, w->start);
    for (int place = 0; place < 9; place++) fill_row(&net->held[place], w->held[place]);
    fill_row(&net->free_move, w->free_move);
}

static void fill_head(nf_head *head, const weights *w, float scale) {
    for (int i = 0; i < 2 * NF_LANES; i++)
        for (int h = 0; h < NF_HIDDEN; h++)
            head->hidden[i / 2][h][i % 2] =
                (int16_t)rounded(w->hidden[i][h] * (1 << NF_WEIGHT_BITS), 32000);
    for (int h = 0; h < NF_HIDDEN; h++) {
        head->hidden_start[h] = rounded(w->hidden_start[h] * NF_ONE * (1 << NF_WEIGHT_BITS), 1 << 24);
        head->output[h] = rounded(w->output[h] * scale * NF_OUTPUT / NF_ONE, 1 << 18);
    }
    head->output_start = rounded(w->output_start * scale * NF_OUTPUT, 1 << 24);
}

size_t nf_network_bytes(void) { return sizeof(nf_network); }

int nf_network_check(const void *file, size_t bytes) {
    static const uint16_t shape[6] = {FEATURES, WIDE, CODE, NF_LANES, NF_HIDDEN, 0};
    const nf_network_header *head = file;
    if (bytes < sizeof head->magic || !same_bytes(head->magic, "NINEFOLD", sizeof head->magic))
        return NF_NETWORK_FOREIGN;
    if (bytes < sizeof *head) return NF_NETWORK_SIZE;
    if (head->version != FORMAT) return NF_NETWORK_VERSION;
    if (bytes != sizeof *head + UINT64_C(4) * head->weights + head->description)
        return NF_NETWORK_SIZE;
    if (head->checksum != checksum_without(file, bytes, offsetof(nf_network_header, checksum)))
        return NF_NETWORK_DAMAGED;
    if (!same_bytes(head->shape, shape, sizeof shape) ||
        head->weights != sizeof(weights) / sizeof(float))
        return NF_NETWORK_ARCHITECTURE;
    if (!nf_axes_fit(head->axes) || !(head->scale >= LEAST_SCALE && head->scale <= MOST_SCALE))
        return NF_NETWORK_NONSENSE;
    return NF_NETWORK_FITS;
}

nf_network *nf_network_make(void *memory, unsigned axes, const void *file, size_t bytes) {
    const nf_network_header *head = file;
    if (nf_network_check(file, bytes) != NF_NETWORK_FITS || head->axes != axes) return NULL;
    nf_network *net = memory;
    const weights *w = (const weights *)(head + 1);
    __builtin_memset(net, 0, sizeof *net);
    net->axes = axes;
    add_states(net, w, NF_CLOSES_FOR_GOOD(axes));
    fill_places(net, w);
    fill_head(&net->head, w, head->scale);
    return net;
}
