/* The search from outside: iterative deepening from the root, several lines (MultiPV), threads. */
#include "search.h"

enum { ALIGNMENT = 64, LEAST_TABLE = 1 << 12, LONE_MOVE_DEPTH = 6, SHALLOW_DEPTH = 5 };

static size_t aligned(size_t bytes) { return (bytes + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1); }

size_t nf_search_bytes(const nf_options *o) {
    if (o->threads < 1 || o->threads > MOST_THREADS || o->table_bytes < LEAST_TABLE ||
        o->table_bytes > UINT64_C(1) << 40)
        return 0;
    return aligned(sizeof(nf_search)) + aligned(o->threads * sizeof(worker)) +
           aligned((size_t)o->table_bytes);
}

static const search_code *best_code(void) {
#ifdef SEARCH_AVX2
    if (nf_instruction_set() >= NF_AVX2 && __builtin_cpu_supports("bmi2")) return &search_avx2;
#endif
    return &search_portable;
}

nf_search *nf_search_make(void *memory, const nf_options *options) {
    nf_search *s = memory;
    char *rest = (char *)memory + aligned(sizeof(nf_search));
    __builtin_memset(s, 0, sizeof *s);
    s->options = *options;
    s->code = best_code();
    s->workers = (worker *)rest;
    s->table.buckets = (bucket *)(rest + aligned(options->threads * sizeof(worker)));
    s->table.count = options->table_bytes / sizeof(bucket);
    if (s->table.count > UINT32_MAX) s->table.count = UINT32_MAX;
    nf_chances_fill(&s->chances[0], 0);
    nf_chances_fill(&s->chances[1], 1);
    s->finished = 1;
    nf_search_forget(s);
    return s;
}

void nf_search_use(nf_search *s, const nf_network *network) { s->networks[network->axes] = network; }

void nf_search_forget(nf_search *s) {
    table_clear(&s->table);
    for (uint32_t i = 0; i < s->options.threads; i++) {
        worker *w = &s->workers[i];
        __builtin_memset(w, 0, sizeof *w);
        w->search = s;
        w->helper = i > 0;
        __builtin_memset(w->countermoves, NF_NO_MOVE, sizeof w->countermoves);
    }
}

static void prepare_worker(worker *w) {
    w->nodes = w->estimates = 0;
    atomic_store(&w->published, 0);
    w->stopped = 0;
    w->countdown = 0;
    __builtin_memset(w->killers, NF_NO_MOVE, sizeof w->killers);
    for (int player = 0; player < 2; player++)
        for (int square = 0; square < NF_SQUARES; square++) w->history[player][square] /= 2;
}

/* What a value found in this search holds for beside the position: contempt, and a handicap. It salts
 * every key, so that the table answers no other question. */
static uint64_t key_salt(const nf_search *s) {
    const nf_limits *l = &s->limits;
    if (!l->contempt && !l->noise && !l->blindness) return 0;
    uint64_t state = l->seed, side = l->contempt ? 1 + s->root.p.turn : 0;
    state = nf_next_random(&state) ^
            (side << 62 | (uint64_t)l->contempt << 32 | l->noise << 16 | l->blindness);
    return nf_next_random(&state);
}

int nf_search_begin(nf_search *s, const nf_position *p, const nf_limits *limits) {
    uint8_t squares[NF_SQUARES];
    int count = nf_legal_moves(p, squares);
    int all = !limits->moves[0] && !limits->moves[1];
    s->move_count = 0;
    s->finished = 1;
    if (!nf_axes_fit(p->axes) || limits->lines < 1 || limits->blindness > 255 ||
        limits->noise > 1000 || limits->contempt > NF_MOST / NF_HUNDREDTH)
        return -1;
    for (int i = 0; i < count; i++) {
        unsigned square = squares[i];
        if (!all && !(limits->moves[square / 64] >> square % 64 & 1)) continue;
        root_move *move = &s->moves[s->move_count++];
        *move = (root_move){.square = (uint8_t)square};
        move->line.squares[0] = (uint8_t)square;
        move->line.length = 1;
    }
    if (s->move_count == 0) return -1;
    s->limits = *limits;
    s->began = s->ended = nf_seconds();
    s->depth = 0;
    s->shallow_done = 0;
    s->finished = 0;
    s->table.generation++;
    s->network = s->networks[p->axes];
    if (p->axes != s->root.p.axes) nf_search_forget(s); /* the same marks are worth something else */
    s->code->set_up(s, &s->root, p);
    s->root.zobrist ^= key_salt(s);
    for (uint32_t i = 0; i < s->options.threads; i++) prepare_worker(&s->workers[i]);
    return 0;
}

/* Writes down what was found of a first move. */
static void record_line(worker *w, root_move *move, int score, uint32_t depth) {
    nf_line *line = &move->line;
    line->score = (int16_t)score;
    line->depth = (uint16_t)depth;
    line->squares[0] = move->square;
    __builtin_memcpy(line->squares + 1, w->pv[1], w->pv_length[1]);
    line->length = (uint8_t)(1 + w->pv_length[1]);
    line->proven = NF_UNPROVEN;
    line->distance = 0;
    if (w->search->limits.blindness) return; /* whoever overlooks things proves nothing */
    if (score > MATE_RANGE) line->proven = NF_WIN, line->distance = (int16_t)(MATE - score);
    if (score < -MATE_RANGE) line->proven = NF_LOSS, line->distance = (int16_t)(MATE + score);
}

/* Searches the first moves from `rank` on within a window and brings the best to that place. */
static int search_root(worker *w, root_move *moves, uint32_t rank, uint32_t count, int alpha,
                       int beta, int depth) {
    const nf_search *s = w->search;
    int best = -MATE;
    uint32_t best_at = rank;
    for (uint32_t i = rank; i < count; i++) {
        node child;
        s->code->child(s, &child, &s->root, moves[i].square);
        w->played[0] = moves[i].square;
        int value;
        if (i == rank) value = -s->code->value(w, &child, -beta, -alpha, depth - 1, 1);
        else {
            value = -s->code->value(w, &child, -alpha - 1, -alpha, depth - 1, 1);
            if (value > alpha && value < beta)
                value = -s->code->value(w, &child, -beta, -alpha, depth - 1, 1);
        }
        if (w->stopped) break;
        if (value <= best) continue;
        best = value;
        if (value <= alpha) continue;
        alpha = value;
        best_at = i;
        record_line(w, &moves[i], value, (uint32_t)depth);
        if (value >= beta) break;
    }
    root_move chosen = moves[best_at];
    for (uint32_t i = best_at; i > rank; i--) moves[i] = moves[i - 1];
    moves[rank] = chosen;
    return best;
}

/* Aspiration window: narrow round the last value, widened where the value lies outside. */
static void aspiration_search(worker *w, root_move *moves, uint32_t rank, uint32_t count, int depth) {
    int last = moves[rank].line.score, width = 120, alpha = -MATE, beta = MATE;
    if (depth >= 5 && last > -MATE_RANGE && last < MATE_RANGE)
        alpha = last - width, beta = last + width;
    while (!w->stopped) {
        int value = search_root(w, moves, rank, count, alpha, beta, depth);
        width *= 4;
        if (value <= alpha && alpha > -MATE) alpha = width > 4000 ? -MATE : value - width;
        else if (value >= beta && beta < MATE) beta = width > 4000 ? MATE : value + width;
        else return;
    }
}

/* A later line may turn out better than one before it. */
static void sort_lines(root_move *moves, uint32_t count) {
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t n = i; n > 0 && moves[n].line.score > moves[n - 1].line.score; n--) {
            root_move better = moves[n];
            moves[n] = moves[n - 1];
            moves[n - 1] = better;
        }
}

static void search_depth(void *argument) {
    worker *w = argument;
    nf_search *s = w->search;
    int depth = (int)s->depth + 1;
    if (!w->helper) {
        uint32_t lines = s->limits.lines < s->move_count ? s->limits.lines : s->move_count;
        for (uint32_t rank = 0; rank < lines && !w->stopped; rank++)
            aspiration_search(w, s->moves, rank, s->move_count, depth);
        if (!w->stopped) sort_lines(s->moves, lines);
        atomic_store(&s->helpers_stop, 1);
        return;
    }
    root_move moves[NF_SQUARES]; /* lazy SMP: what helpers find is read from the table */
    __builtin_memcpy(moves, s->moves, s->move_count * sizeof *moves);
    for (w->stopped = 0; !w->stopped && depth < MOST_PLIES; depth++)
        aspiration_search(w, moves, 0, s->move_count, depth);
    atomic_store(&w->published, w->nodes);
}

/* Whether a greater depth would change nothing. */
static int nothing_more(const nf_search *s) {
    const nf_line *best = &s->moves[0].line;
    if (s->depth >= s->root.left || (s->limits.depth && s->depth >= s->limits.depth)) return 1;
    if (s->workers[0].estimates == 0) return 1;
    if (s->move_count == 1 && s->limits.seconds >= 0 && s->depth >= LONE_MOVE_DEPTH) return 1;
    return s->limits.lines == 1 && best->proven != NF_UNPROVEN && (int)s->depth >= best->distance;
}

/* Contempt: what a draw is worth to whoever searches. */
static int draw_at_root(const nf_search *s) { return -(int)s->limits.contempt * NF_HUNDREDTH; }

/* A draw is claimed when nothing in the whole search rested on an evaluation. */
static void claim_draws(nf_search *s) {
    if (s->workers[0].estimates || s->limits.blindness) return;
    for (uint32_t i = 0; i < s->limits.lines && i < s->move_count; i++)
        if (s->moves[i].line.score == draw_at_root(s)) s->moves[i].line.proven = NF_DRAW;
}

/* What a shallow search makes of every first move. Its table entries are kept apart: to those of the
 * deep one a draw is a draw. */
static void search_shallowly(worker *w) {
    nf_search *s = w->search;
    for (uint32_t i = 0; i < s->move_count; i++) {
        node child;
        s->code->child(s, &child, &s->root, s->moves[i].square);
        child.zobrist ^= UINT64_C(0x5bd1e9955bd1e995);
        w->played[0] = s->moves[i].square;
        s->moves[i].shallow = (int16_t)-s->code->value(w, &child, -MATE, MATE, SHALLOW_DEPTH - 1, 1);
    }
}

static root_move *best_swindle(nf_search *s) {
    root_move *best = &s->moves[0];
    for (uint32_t i = 1; i < s->move_count; i++)
        if (s->moves[i].shallow > best->shallow) best = &s->moves[i];
    return best;
}

/* Swindles: who must be content with a draw takes the one that looks best to a shallow search, for there
 * the opponent has most to find. The draws looked at are as deep as the best one's. */
static void choose_swindle(worker *w) {
    nf_search *s = w->search;
    root_move *moves = s->moves;
    const int draw = draw_at_root(s);
    if (!s->shallow_done) search_shallowly(w), s->shallow_done = 1;
    for (root_move *move = best_swindle(s); move != moves && !w->stopped; move = best_swindle(s)) {
        node child;
        uint64_t estimates = w->estimates;
        s->code->child(s, &child, &s->root, move->square);
        w->played[0] = move->square;
        int depth = (int)s->depth - 1, value = -s->code->value(w, &child, -draw, 1 - draw, depth, 1);
        if (value >= draw) /* again, for its line */
            value = -s->code->value(w, &child, -1 - draw, 1 - draw, depth, 1);
        if (w->stopped) return;
        root_move old = *moves;
        int less_sure = old.line.proven == NF_DRAW && w->estimates > estimates;
        if (value < draw || less_sure) {
            move->shallow = -MATE; /* not looked at again */
            continue;
        }
        record_line(w, move, draw, s->depth);
        move->line.proven = old.line.proven;
        *moves = *move;
        *move = old;
        return;
    }
}

/* One depth with all threads (lazy SMP): helpers run ahead and fill the table until the main one is
 * done. */
static void search_together(nf_search *s) {
    void *workers[MOST_THREADS];
    for (uint32_t i = 0; i < s->options.threads; i++) workers[i] = &s->workers[i];
    atomic_store(&s->helpers_stop, 0);
    nf_in_threads(search_depth, workers, s->options.threads);
}

/* Whether a draw is all that there is, at full strength. */
static int only_drawing(const nf_search *s) {
    if (s->limits.noise || s->limits.blindness) return 0;
    return s->limits.lines == 1 && s->moves[0].line.score == draw_at_root(s) &&
           s->depth > SHALLOW_DEPTH;
}

int nf_search_deepen(nf_search *s) {
    worker *w = &s->workers[0];
    if (s->finished) return 0;
    w->estimates = 0;
    search_together(s);
    if (!w->stopped) {
        s->depth++;
        claim_draws(s);
        s->finished = nothing_more(s);
        if (only_drawing(s)) choose_swindle(w);
    }
    if (w->stopped) s->finished = 1;
    s->ended = nf_seconds();
    return !s->finished;
}

void nf_search_stop(nf_search *s) { atomic_store(&s->stop, 1); }
void nf_search_resume(nf_search *s) { atomic_store(&s->stop, 0); }

uint32_t nf_search_lines(const nf_search *s, nf_line *lines, uint32_t room) {
    uint32_t count = s->limits.lines < s->move_count ? s->limits.lines : s->move_count;
    if (count > room) count = room;
    for (uint32_t i = 0; i < count; i++) lines[i] = s->moves[i].line;
    return count;
}

uint64_t nf_search_nodes(const nf_search *s) {
    uint64_t nodes = s->workers[0].nodes;
    for (uint32_t i = 1; i < s->options.threads; i++) nodes += atomic_load(&s->workers[i].published);
    return nodes;
}

double nf_search_seconds(const nf_search *s) { return s->ended - s->began; }

int nf_evaluate(const nf_search *s, const nf_position *p) {
    const nf_network *network = s->networks[p->axes];
    const nf_chances *chances = chances_for(s, p->axes);
    nf_accumulator accumulator;
    hand_accumulator hand;
    if (p->outcome != NF_GOING_ON) return 0;
    if (network) {
        accumulator_refresh(&accumulator, network, p);
        return network_score(network, &accumulator, p, nf_held(p, p->axes));
    }
    hand_refresh(&hand, chances, p);
    return hand_evaluation(&hand, chances, p, p->axes);
}
