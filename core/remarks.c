/* What a move does, as codes that a screen can put into sentences. */
#include "position.h"

#define SAY(code) (1u << NF_SAY_##code)

/* The boards that a player may still capture, as far as ownership goes. */
static unsigned winnable(const nf_position *p, unsigned player) {
    unsigned closed = p->full | p->owned[player];
    if (!(p->axes & NF_OWNER_LATEST)) closed |= p->owned[!player];
    return NF_ALL_NINE & ~closed;
}

static unsigned about_lines(const nf_position *p, const nf_position *after, unsigned square) {
    unsigned me = p->turn, board = square / 9, found = 0;
    unsigned before = nf_captures(p, p->axes, me, board),
             now = nf_captures(after, p->axes, me, board);
    if (nf_captures(p, p->axes, !me, board) >> square % 9 & 1)
        found |= nf_completing[p->owned[!me]] >> board & 1 ? SAY(STOPS_GAME) : SAY(STOPS_LINE);
    if (now & ~before) found |= nf_count(now) > 1 ? SAY(THREATENS_TWO_LINES) : SAY(THREATENS_BOARD);
    return found;
}

static unsigned about_boards(const nf_position *p, const nf_position *after, unsigned square) {
    unsigned me = p->turn, bit = 1u << square / 9, mine = after->owned[me];
    if (mine & ~p->owned[me] & bit) {
        int threat = nf_completing[mine] & ~mine & winnable(after, me);
        return (p->owned[!me] & bit ? SAY(STEALS_BOARD) : SAY(CAPTURES_BOARD)) |
               (threat ? SAY(THREATENS_GAME) : 0);
    }
    return after->outcome == NF_GOING_ON ? about_lines(p, after, square) : 0;
}

/* Why the board that a move points at holds nobody. */
static unsigned why_free(const nf_position *after, unsigned target) {
    if (after->full >> target & 1) return SAY(SENDS_TO_FULL);
    int captured = (after->owned[0] | after->owned[1]) >> target & 1;
    return captured ? SAY(SENDS_TO_CAPTURED) : SAY(GIVES_FREE_CHOICE);
}

static unsigned about_replies(const nf_position *after, unsigned square) {
    unsigned enemy = after->turn, found = 0;
    uint8_t replies[NF_SQUARES];
    int count = nf_legal_moves(after, replies), held = nf_held(after, after->axes);
    if (after->outcome != NF_GOING_ON) return 0;
    for (int i = 0; i < count; i++) {
        if (!(nf_captures(after, after->axes, enemy, replies[i] / 9) >> replies[i] % 9 & 1)) continue;
        nf_position end = *after;
        nf_play(&end, replies[i]);
        found |= SAY(ALLOWS_CAPTURE) | (end.outcome == NF_X_WINS + enemy ? SAY(ALLOWS_WIN) : 0);
    }
    if (!held) return found | why_free(after, square % 9);
    if (!found) found |= SAY(SENDS_TO_QUIET);
    return found | (square / 9 == square % 9 ? SAY(SENDS_BACK) : 0);
}

unsigned nf_remarks(const nf_position *p, unsigned square) {
    nf_position after = *p;
    uint8_t squares[NF_SQUARES];
    if (nf_play(&after, square)) return 0;
    if (after.outcome == NF_X_WINS + p->turn) return SAY(WINS_GAME);
    unsigned found = about_boards(p, &after, square) | about_replies(&after, square);
    if (nf_legal_moves(p, squares) == 1) found |= SAY(ONLY_MOVE);
    if (square % 9 == 4 && !(found & (SAY(CAPTURES_BOARD) | SAY(STEALS_BOARD))))
        found |= SAY(TAKES_CENTRE);
    return found;
}

/* Why a move is worse than another one. */

#define WHY(code) (1u << NF_WHY_##code)

static unsigned about_answer(unsigned answer) {
    if (answer & SAY(WINS_GAME)) return WHY(LETS_WIN);
    return (answer & SAY(STEALS_BOARD) ? WHY(LETS_STEAL) : 0) |
           (answer & SAY(CAPTURES_BOARD) ? WHY(LETS_CAPTURE) : 0) |
           (answer & SAY(THREATENS_GAME) ? WHY(LETS_THREATEN) : 0);
}

/* What the better move does and this one does not. */
static unsigned about_missing(unsigned mine, unsigned better) {
    const unsigned takes = SAY(CAPTURES_BOARD) | SAY(STEALS_BOARD),
                   blocks = SAY(STOPS_GAME) | SAY(STOPS_LINE);
    if (better & SAY(WINS_GAME)) return WHY(MISSES_WIN);
    unsigned found = 0;
    if (!(mine & takes))
        found |= better & SAY(STEALS_BOARD)     ? WHY(MISSES_STEAL)
                 : better & SAY(CAPTURES_BOARD) ? WHY(MISSES_CAPTURE)
                                                : 0;
    return found | (better & blocks && !(mine & blocks) ? WHY(MISSES_BLOCK) : 0);
}

unsigned nf_reasons(const nf_position *p, unsigned square, unsigned better, unsigned answer) {
    const unsigned frees = SAY(SENDS_TO_FULL) | SAY(SENDS_TO_CAPTURED) | SAY(GIVES_FREE_CHOICE);
    nf_position after = *p;
    if (square == better || nf_play(&after, square)) return 0;
    unsigned mine = nf_remarks(p, square), best = nf_remarks(p, better);
    if (mine & SAY(WINS_GAME)) return 0; /* nothing is better */
    unsigned found = about_answer(nf_remarks(&after, answer)) | about_missing(mine, best);
    if (mine & frees && !(best & frees)) found |= WHY(GIVES_FREE_MOVE);
    if (!found && after.outcome == NF_GOING_ON && nf_held(&after, after.axes) &&
        square % 9 != better % 9)
        found |= WHY(SENDS_BADLY);
    return found;
}
