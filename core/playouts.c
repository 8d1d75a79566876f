/* Random games, many at a time in lock-step: one game in each lane of a vector.
 *
 * Every lane plays its own share of the games and then rests: taking the first N that finish would
 * favour short games. There are thirty-two lanes with dice of their own whatever the processor,
 * played in groups as wide as its registers, so that a seed gives the same games everywhere.
 */
#include "position.h"

enum { LANES = 32 };

/* The axes as masks: here a few operations that do nothing cost less than a copy of the code. */
typedef struct rules {
    uint16_t owned_release, owned_close, owned_settle, owned_change;
    int tie_boards;
} rules;

static rules rules_of(unsigned axes) {
    return (rules){
        .owned_release = axes & NF_RELEASE_FULL ? 0 : NF_ALL_NINE,
        .owned_close = axes & NF_FREE_UNFILLED ? 0 : NF_ALL_NINE,
        .owned_settle = axes & NF_ENDING_FULL ? 0 : NF_ALL_NINE,
        .owned_change = axes & NF_OWNER_LATEST ? NF_ALL_NINE : 0,
        .tie_boards = (axes & NF_TIE_BOARDS) != 0,
    };
}

#define SET(name) name##_portable
#define WIDTH 8
#define TARGET
#include "playouts.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define SET(name) name##_avx2
#define WIDTH 16
#define TARGET __attribute__((target("avx2,bmi")))
#include "playouts.h"

#define SET(name) name##_avx512
#define WIDTH 32
#define TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,bmi")))
#include "playouts.h"

int nf_instruction_set(void) {
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512dq"))
        return NF_AVX512;
    return __builtin_cpu_supports("avx2") ? NF_AVX2 : NF_PORTABLE;
}
#else
int nf_instruction_set(void) { return NF_PORTABLE; }
#endif

void nf_random_games(const nf_position *p, uint64_t games, uint64_t seed, int set,
                     const volatile int *stop, nf_results *results) {
    uint64_t games_left[LANES];
    uint32_t seeds[2 * LANES];
    *results = (nf_results){0};
    if (p->outcome != NF_GOING_ON) return;
    for (int lane = 0; lane < LANES; lane++)
        games_left[lane] = games / LANES + ((uint64_t)lane < games % LANES);
    for (int i = 0; i < 2 * LANES; i++)
        seeds[i] = (uint32_t)(nf_next_random(&seed) >> 32) | 1; /* never all zeros */
#if defined(__x86_64__) && defined(__GNUC__)
    if (set == NF_AVX512) {
        play_lanes_avx512(p, 0, seeds, games_left, stop, results);
        return;
    }
    for (int lane = 0; set == NF_AVX2 && lane < LANES; lane += 16)
        play_lanes_avx2(p, lane, seeds, games_left, stop, results);
    if (set == NF_AVX2) return;
#else
    (void)set;
#endif
    for (int lane = 0; lane < LANES; lane += 8)
        play_lanes_portable(p, lane, seeds, games_left, stop, results);
}
