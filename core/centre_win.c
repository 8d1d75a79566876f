/* The win from the centre: X's proven win where a target holds until it is full.
 *
 * Bertholon, Géraud-Stewart, Kugelmann, Lenoir and Naccache found it for Classic (arXiv 2006.02353).
 * X takes 55. While O is held in board 5, X answers in the centre of whatever board it is sent to,
 * which sends O back. At the end O has eight marks in board 5, X has seven centres and stands in the
 * last untouched board k. From then on X plays only the cell k, the cell opposite, or a cell that
 * captures, and wins by move 43: a search over so few moves settles every position in an instant.
 *
 * Which modes it works in is not written down but found out: the search says for each k whether X
 * wins from there, and the strategy speaks only where every k that O can still choose is won.
 */
#include "symmetry.h"

enum {
    WON_BY = 43, /* the move by which X has won at the latest */
    CENTRE = 4,
    ALONE = 1 << CENTRE,
    AROUND = NF_ALL_NINE & ~ALONE,
    ENOUGH = 100000, /* nodes: the hardest question of the strategy takes a quarter of it */
    WON = 1,
    NOT_WON = 2, /* of nf_centre_win.last_board; 0: not asked yet */
};

static const uint16_t pairs[4] = {1 << 0 | 1 << 8, 1 << 1 | 1 << 7, 1 << 2 | 1 << 6, 1 << 3 | 1 << 5};

/* Whether X wins by a move with these cells and captures; `square` is then its first move. */
static int wins_with(nf_centre_win *known, const nf_position *p, unsigned cells, unsigned by,
                     uint8_t *square) {
    static const int never;
    const nf_goal goal = {.player = 0,
                          .outcomes = 1 << NF_X_WINS,
                          .by = (uint8_t)by,
                          .extras = NF_CELLS_CAPTURING,
                          .cells = (uint16_t)cells};
    nf_proof proof = {.square = NF_SQUARES};
    nf_prove(p, &goal, known->table, known->entries, ENOUGH, &never, &proof);
    known->nodes += proof.nodes;
    *square = proof.square;
    return proof.verdict == NF_PROVEN && proof.square < NF_SQUARES;
}

/* The pairs of cells with which X wins in time, one bit each. */
static unsigned standing(nf_centre_win *known, const nf_position *p) {
    unsigned found = 0;
    uint8_t square;
    for (unsigned i = 0; i < 4; i++)
        if (wins_with(known, p, pairs[i], WON_BY, &square)) found |= 1u << i;
    return found;
}

/* The position with X to move in the last untouched board. */
static nf_position last_board(unsigned axes, unsigned last) {
    static const uint16_t nothing[18];
    nf_position p;
    nf_set_up(&p, axes, nothing, nothing, 0, NF_NO_TARGET);
    nf_play(&p, 9 * CENTRE + CENTRE);
    for (unsigned board = 0; board < 9; board++) {
        if (board == CENTRE || board == last) continue;
        nf_play(&p, 9 * CENTRE + board);
        nf_play(&p, 9 * board + CENTRE);
    }
    nf_play(&p, 9 * CENTRE + last);
    return p;
}

/* Whether X wins when the last board is a corner, or an edge: the others are their images. */
static int won_from(nf_centre_win *known, unsigned axes, unsigned edge) {
    uint8_t *answer = &known->last_board[axes][edge];
    if (!*answer) {
        nf_position p = last_board(axes, edge);
        *answer = standing(known, &p) ? WON : NOT_WON;
    }
    return *answer == WON;
}

/* Whether X holds the centres of the boards it was sent to, and O is not done with board 5. */
static int in_first_phase(const nf_position *p) {
    unsigned sent = p->marks[1][CENTRE];
    if (p->marks[0][CENTRE] != ALONE || p->target == NF_NO_TARGET || !(sent >> p->target & 1) ||
        sent == AROUND)
        return 0;
    for (unsigned board = 0; board < 9; board++) {
        if (board == CENTRE) continue;
        unsigned expected = (sent & ~(1u << p->target)) >> board & 1 ? ALONE : 0;
        if (p->marks[0][board] != expected || p->marks[1][board]) return 0;
    }
    return 1;
}

/* Whether board 5 is full with X's one mark, and X holds all other centres but one at most. */
static int in_second_phase(const nf_position *p) {
    unsigned centres = 0;
    for (unsigned board = 0; board < 9; board++) centres += p->marks[0][board] >> CENTRE & 1;
    return p->marks[0][CENTRE] == ALONE && p->marks[1][CENTRE] == AROUND && centres >= 8;
}

static int find_in_first_phase(nf_centre_win *known, const nf_position *p, uint8_t *square,
                               uint8_t *by) {
    const unsigned corners = 0x145, edges = AROUND & ~corners;
    unsigned to_come = AROUND & nf_empty(p, CENTRE);
    if (to_come & corners && !won_from(known, p->axes, 0)) return 0;
    if (to_come & edges && !won_from(known, p->axes, 1)) return 0;
    *square = (uint8_t)(9 * (p->target == NF_NO_TARGET ? CENTRE : p->target) + CENTRE);
    *by = WON_BY;
    return 1;
}

/* The quickest win, found for one image of the position: all images get the same answer. */
static int find_in_second_phase(nf_centre_win *known, const nf_position *p, uint8_t *square,
                                uint8_t *by) {
    nf_position image = *p;
    for (unsigned symmetry = 1; symmetry < NF_SYMMETRIES; symmetry++) {
        nf_position turned = turned_position(p, symmetry);
        if (position_order(&turned, &image) < 0) image = turned;
    }
    unsigned back = 0, with = standing(known, &image);
    for (; back < NF_SYMMETRIES; back++) {
        nf_position turned = turned_position(&image, back);
        if (position_order(&turned, p) == 0) break;
    }
    for (*by = (uint8_t)(nf_marks_on(p) + 1); *by <= WON_BY; *by += 2)
        for (unsigned i = 0; i < 4; i++)
            if (with >> i & 1 && wins_with(known, &image, pairs[i], *by, square))
                return *square = (uint8_t)turned_square(*square, back), 1;
    return 0;
}

int nf_centre_win_find(nf_centre_win *known, const nf_position *p, uint8_t *square, uint8_t *by) {
    unsigned marks = nf_marks_on(p);
    if (!(p->axes & NF_RELEASE_FULL) || p->outcome != NF_GOING_ON || p->turn || marks >= WON_BY)
        return 0;
    if (marks == 0 || in_first_phase(p)) return find_in_first_phase(known, p, square, by);
    return in_second_phase(p) && find_in_second_phase(known, p, square, by);
}
