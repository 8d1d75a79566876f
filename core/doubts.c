/* Why a position cannot be: what rules/setup.py says of it, as codes, for pages that have no Python.
 *
 * Every check is a necessary condition, so that a position from a real game has no doubts. */
#include "position.h"

typedef struct draft {
    nf_position p;
    unsigned dead;   /* the boards that are called full without an owner */
    nf_doubt *found; /* where the next goes */
    int count;
} draft;

static void doubt(draft *d, unsigned code, unsigned player, unsigned board, unsigned one,
                  unsigned two) {
    if (d->count == NF_MOST_DOUBTS) return;
    d->found[d->count++] = (nf_doubt){.code = (uint8_t)code,
                                      .player = (uint8_t)player,
                                      .board = (uint8_t)board,
                                      .one = (uint8_t)one,
                                      .two = (uint8_t)two};
}

static unsigned count_marks(const nf_position *p, unsigned player) {
    unsigned count = 0;
    for (unsigned board = 0; board < 9; board++) count += nf_count(p->marks[player][board]);
    return count;
}

/* Counts and turn */

static void doubt_counts(draft *d) {
    unsigned x = count_marks(&d->p, 0), o = count_marks(&d->p, 1);
    if (x != o && x != o + 1) doubt(d, NF_DOUBT_COUNTS, 0, 0, x, o);
    else if (d->p.turn != (x > o)) doubt(d, NF_DOUBT_TURN, d->p.turn, 0, x, o);
}

/* Owners: boards whose owner no order of their marks explains */

/* A board that closes when captured ends with the very mark that captured it. */
static void doubt_capture(draft *d, unsigned board, unsigned owner) {
    unsigned mine = d->p.marks[owner][board], needless = 1;
    if (nf_has_line[d->p.marks[!owner][board]]) {
        doubt(d, NF_DOUBT_CLOSED, owner, board, 0, 0);
        return;
    }
    for (unsigned cells = mine; cells; cells &= cells - 1)
        needless &= nf_has_line[mine & ~(1u << nf_first(cells))];
    if (needless) doubt(d, NF_DOUBT_WENT_ON, owner, board, 0, 0);
}

static void doubt_owner(draft *d, unsigned board) {
    const nf_position *p = &d->p;
    unsigned lines = nf_has_line[p->marks[0][board]] | nf_has_line[p->marks[1][board]] << 1;
    unsigned owners = (p->owned[0] >> board & 1) | (p->owned[1] >> board & 1) << 1;
    unsigned full = p->full >> board & 1, dead = d->dead >> board & 1;
    if (owners) {
        unsigned owner = owners >> 1;
        if (!(lines >> owner & 1)) doubt(d, NF_DOUBT_NO_LINE, owner, board, 0, 0);
        else if (NF_CLOSES_FOR_GOOD(p->axes)) doubt_capture(d, board, owner);
    } else if (lines) doubt(d, NF_DOUBT_NO_OWNER, lines == 2, board, lines == 3, 0);
    else if (dead && !full) doubt(d, NF_DOUBT_NOT_DEAD, 0, board, 0, 0);
    else if (full && !dead) doubt(d, NF_DOUBT_DEAD, 0, board, 0, 0);
}

/* History: what speaks against every way that the last moves can have gone */

/* Each send to a board that has never released anybody was answered in that board. */
static void doubt_answers(draft *d) {
    const nf_position *p = &d->p;
    for (unsigned held = NF_ALL_NINE & ~nf_releasing(p, p->axes); held; held &= held - 1) {
        unsigned board = nf_first(held);
        for (unsigned player = 0; player < 2; player++) {
            unsigned sent = 0, answered = nf_count(p->marks[player][board]);
            for (unsigned n = 0; n < 9; n++) sent += p->marks[!player][n] >> board & 1;
            sent -= board == p->target && player == p->turn; /* the last is still to be answered */
            if ((int)answered < (int)sent)
                doubt(d, NF_DOUBT_UNANSWERED, player, board, sent, answered);
        }
    }
}

static void join(uint8_t group[18], unsigned one, unsigned another) {
    unsigned old = group[one], now = group[another];
    for (unsigned n = 0; n < 18; n++)
        if (group[n] == old) group[n] = (uint8_t)now;
}

/* A number for each player and board, the same for those that one walk can pass through. A move
 * leads from its player and board to the other player and its cell's board; where that board
 * releases, it leads on to all boards. */
static void find_groups(const nf_position *p, uint8_t group[18]) {
    unsigned released = nf_releasing(p, p->axes);
    for (unsigned n = 0; n < 18; n++) group[n] = (uint8_t)n;
    for (unsigned n = 0; n < 18; n++) {
        unsigned player = n / 9, board = n % 9;
        for (unsigned cells = p->marks[player][board]; cells; cells &= cells - 1)
            join(group, n, 9 * !player + nf_first(cells));
        for (unsigned anywhere = 0; released >> board & 1 && anywhere < 9; anywhere++)
            join(group, n, 9 * player + anywhere);
    }
}

/* Marks that no walk of moves can have in common with the last one: a doubt for each square. */
static void doubt_marks_apart(draft *d) {
    const nf_position *p = &d->p;
    uint8_t group[18];
    find_groups(p, group);
    for (unsigned square = 0; square < NF_SQUARES; square++)
        for (unsigned player = 0; player < 2; player++)
            if (p->marks[player][square / 9] >> square % 9 & 1 &&
                group[9 * player + square / 9] != group[9 * p->turn + p->target])
                doubt(d, NF_DOUBT_APART, player, square / 9, square, 0);
}

/* Whether the last move could go to a board, with boards owned like that before it. */
static int could_move(const nf_position *p, unsigned board, unsigned mine, unsigned theirs) {
    unsigned full = p->full & ~(1u << board), captured = mine | theirs, pointed = 0, marks = 0;
    unsigned settled = p->axes & NF_ENDING_FULL ? full : captured | full;
    if (nf_has_line[mine] || nf_has_line[theirs] || settled == NF_ALL_NINE) return 0;
    for (unsigned n = 0; n < 9; n++)
        pointed |= p->marks[p->turn][n], marks += nf_count(nf_taken(p, n));
    if (marks == 1) return 1;
    unsigned released = p->axes & NF_RELEASE_FULL ? full : full | captured;
    if (pointed & ~released & 1u << board) return 1;
    unsigned closed = p->axes & NF_FREE_UNFILLED ? 0 : captured;
    return (pointed & released) && !(closed >> board & 1);
}

/* Whether the last move can have been the mark in the target's cell of a board. */
static int explains_target(const nf_position *p, unsigned board) {
    unsigned last = !p->turn, cell = p->target, bit = 1u << board, mine = p->marks[last][board];
    if (!(mine >> cell & 1)) return 0;
    unsigned owned = p->owned[last], other = p->owned[p->turn];
    unsigned had_line = nf_has_line[mine & ~(1u << cell)],
             makes_line = nf_completing[mine] >> cell & 1;
    unsigned theirs_has_line = nf_has_line[p->marks[p->turn][board]];
    unsigned latest = p->axes & NF_OWNER_LATEST;
    if (!(owned & bit))
        return !(other & bit && makes_line && latest) && could_move(p, board, owned, other);
    return (had_line && could_move(p, board, owned, other)) ||
           (makes_line && !had_line && !theirs_has_line &&
            could_move(p, board, owned & ~bit, other)) ||
           (makes_line && theirs_has_line && latest &&
            could_move(p, board, owned & ~bit, other | bit));
}

static void doubt_history(draft *d) {
    const nf_position *p = &d->p;
    unsigned x = nf_has_line[p->owned[0]], o = nf_has_line[p->owned[1]], explained = 0;
    if (nf_marks_on(p) == 0) {
        if (p->target != NF_NO_TARGET) doubt(d, NF_DOUBT_EMPTY, 0, p->target, 0, 0);
        return;
    }
    if (p->target == NF_NO_TARGET) {
        doubt(d, NF_DOUBT_NO_TARGET, 0, 0, 0, 0);
        return;
    }
    if (x && o) doubt(d, NF_DOUBT_TWO_WINNERS, 0, 0, 0, 0);
    else if (p->turn ? o : x) doubt(d, NF_DOUBT_WON_BEFORE, p->turn, 0, 0, 0);
    doubt_answers(d);
    doubt_marks_apart(d);
    for (unsigned board = 0; board < 9; board++) explained |= (unsigned)explains_target(p, board);
    if (!explained) doubt(d, NF_DOUBT_LAST_MOVE, !p->turn, p->target, 0, 0);
}

static draft read_draft(unsigned axes, const char *text, unsigned turn, unsigned target) {
    draft d = {.p = {.turn = (uint8_t)turn, .target = (uint8_t)target, .axes = (uint8_t)axes}};
    for (unsigned n = 0; n < NF_SQUARES + 9; n++) {
        unsigned player = text[n] == 'O', board = n - NF_SQUARES;
        if (n >= NF_SQUARES && text[n] == '-') d.dead |= 1u << board;
        if (text[n] != 'X' && text[n] != 'O') continue;
        if (n < NF_SQUARES) d.p.marks[player][n / 9] |= (uint16_t)(1u << n % 9);
        else d.p.owned[player] |= (uint16_t)(1u << board);
    }
    for (unsigned board = 0; board < 9; board++)
        if (!nf_empty(&d.p, board)) d.p.full |= (uint16_t)(1u << board);
    return d;
}

int nf_doubts(unsigned axes, const char text[NF_SQUARES + 9], unsigned turn, unsigned target,
              nf_doubt found[NF_MOST_DOUBTS]) {
    draft d = read_draft(axes, text, turn, target);
    d.found = found;
    doubt_counts(&d);
    for (unsigned board = 0; board < 9; board++) doubt_owner(&d, board);
    if (!d.count) doubt_history(&d);
    return d.count;
}

void nf_owners(const char cells[NF_SQUARES], char owners[9]) {
    for (unsigned board = 0; board < 9; board++) {
        unsigned marks[2] = {0, 0};
        for (unsigned cell = 0; cell < 9; cell++)
            for (unsigned player = 0; player < 2; player++)
                marks[player] |= (unsigned)(cells[9 * board + cell] == "XO"[player]) << cell;
        unsigned lines = nf_has_line[marks[0]] | nf_has_line[marks[1]] << 1;
        owners[board] = lines ? ".XO?"[lines] : (marks[0] | marks[1]) == NF_ALL_NINE ? '-' : '.';
    }
}
