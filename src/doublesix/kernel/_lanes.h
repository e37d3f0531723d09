/* Many rounds of two seats side by side, in the vector registers of whatever processor there is: straight-line
 * arithmetic over lanes, each lane one round. Plays the very moves that TwoSeats.finish plays, from the same streams.
 *
 * _lanes_step.h is the body, compiled for several processors; the one at hand is chosen when it runs. */
#ifndef DSX_LANES_H
#define DSX_LANES_H
#include <stdint.h>
#include <string.h>
#if defined(__x86_64__) && defined(__GNUC__)
#include <cpuid.h>
#endif

typedef struct {
    uint32_t mine, theirs;                 /* hands, of the seat to move first */
    uint32_t left, right, at, passes, turn, turns, s0, s1;
    uint8_t order[28];                     /* the boneyard from order[at] on */
} dsx_round;

/* Tiles by number: 0-0, 1-0, 1-1, 2-0 ... */
#define DSX_TILE(h, l) (1u << ((h) * ((h) + 1) / 2 + (l)))
#define DSX_PAIR(a, b) ((a) >= (b) ? DSX_TILE(a, b) : DSX_TILE(b, a))
#define DSX_MATCH(v) (DSX_PAIR(v, 0) | DSX_PAIR(v, 1) | DSX_PAIR(v, 2) | DSX_PAIR(v, 3) | DSX_PAIR(v, 4) \
                      | DSX_PAIR(v, 5) | DSX_PAIR(v, 6))
/* Tiles whose pips have bit b set. */
#define DSX_PIPS(h, l, b) ((((h) + (l)) >> (b) & 1) ? DSX_TILE(h, l) : 0u)
#define DSX_WEIGHT(b) (DSX_PIPS(0, 0, b) | DSX_PIPS(1, 0, b) | DSX_PIPS(1, 1, b) | DSX_PIPS(2, 0, b) \
    | DSX_PIPS(2, 1, b) | DSX_PIPS(2, 2, b) | DSX_PIPS(3, 0, b) | DSX_PIPS(3, 1, b) | DSX_PIPS(3, 2, b) \
    | DSX_PIPS(3, 3, b) | DSX_PIPS(4, 0, b) | DSX_PIPS(4, 1, b) | DSX_PIPS(4, 2, b) | DSX_PIPS(4, 3, b) \
    | DSX_PIPS(4, 4, b) | DSX_PIPS(5, 0, b) | DSX_PIPS(5, 1, b) | DSX_PIPS(5, 2, b) | DSX_PIPS(5, 3, b) \
    | DSX_PIPS(5, 4, b) | DSX_PIPS(5, 5, b) | DSX_PIPS(6, 0, b) | DSX_PIPS(6, 1, b) | DSX_PIPS(6, 2, b) \
    | DSX_PIPS(6, 3, b) | DSX_PIPS(6, 4, b) | DSX_PIPS(6, 5, b) | DSX_PIPS(6, 6, b))

#define DSX_L 32                           /* lanes */

#if defined(__GNUC__) && !defined(DSX_NO_LANES)
#define DSX_HAS_LANES 1

typedef struct {
    uint32_t mine[DSX_L], theirs[DSX_L], left[DSX_L], right[DSX_L], at[DSX_L], passes[DSX_L], turn[DSX_L];
    uint32_t turns[DSX_L], s0[DSX_L], s1[DSX_L], live[DSX_L], end[DSX_L], next[DSX_L], which[DSX_L];
    uint32_t order[DSX_L][32];             /* masks of the tiles to be drawn */
} dsx_lanes;

static inline void dsx_load(dsx_lanes *s, int l, const dsx_round *r, uint32_t which, uint32_t limit) {
    s->mine[l] = r->mine; s->theirs[l] = r->theirs; s->left[l] = r->left; s->right[l] = r->right;
    s->at[l] = r->at; s->passes[l] = r->passes; s->turn[l] = r->turn; s->turns[l] = r->turns;
    s->s0[l] = r->s0; s->s1[l] = r->s1; s->live[l] = ~0u; s->end[l] = 0; s->which[l] = which;
    for (uint32_t i = r->at; i < limit; i++) s->order[l][i] = 1u << r->order[i];
}
/* The seat that moved last is "theirs" by now: hand the round back with it as the seat to move, as finish() ends. */
static inline void dsx_store(const dsx_lanes *s, int l, dsx_round *r) {
    r->mine = s->theirs[l]; r->theirs = s->mine[l]; r->left = s->left[l]; r->right = s->right[l];
    r->at = s->at[l]; r->passes = s->passes[l]; r->turn = s->turn[l] ^ 1u; r->turns = s->turns[l];
}

#if defined(__x86_64__)
#define DSX_NAME dsx_play_512
#define DSX_TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx2,popcnt")))
#define DSX_BYTES 64
#include "_lanes_step.h"
#define DSX_NAME dsx_play_256
#define DSX_TARGET __attribute__((target("avx2,popcnt")))
#define DSX_BYTES 32
#include "_lanes_step.h"
#endif
#define DSX_NAME dsx_play_128
#define DSX_TARGET
#define DSX_BYTES 16
#include "_lanes_step.h"

#if defined(__x86_64__)
/* Widest vectors, in bytes, that processor and system have. Asked of the processor itself, for not every compiler's
 * library fills in what __builtin_cpu_supports reads. */
static int dsx_widest(void) {
    unsigned int a, b, c, d, low, high;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c >> 27 & 1)) return 16;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || (low & 0x06) != 0x06 || !(b >> 5 & 1)) return 16;
    return (low & 0xe6) == 0xe6 && (b >> 16 & 1) && (b >> 17 & 1) && (b >> 30 & 1) && (b >> 31 & 1) ? 64 : 32;
}
#endif

/* The vectors used where `wanted` bytes are asked for (0: as wide as they come): 64, 32 or 16. */
static int dsx_width(int wanted) {
#if defined(__x86_64__)
    int widest = dsx_widest();
    if (widest >= 64 && (wanted == 0 || wanted >= 64)) return 64;
    if (widest >= 32 && (wanted == 0 || wanted >= 32)) return 32;
#endif
    (void)wanted;
    return 16;
}

/* Play `count` rounds to their ends, in place; `limit` is the place of the first tile never drawn. */
static void dsx_play(dsx_round *rounds, uint32_t count, uint32_t limit, int width) {
#if defined(__x86_64__)
    if (width == 64) {
        dsx_play_512(rounds, count, limit);
        return;
    }
    if (width == 32) {
        dsx_play_256(rounds, count, limit);
        return;
    }
#endif
    (void)width;
    dsx_play_128(rounds, count, limit);
}
#else
#define DSX_HAS_LANES 0
static int dsx_width(int wanted) { (void)wanted; return 0; }
static void dsx_play(dsx_round *rounds, uint32_t count, uint32_t limit, int width) {
    (void)rounds; (void)count; (void)limit; (void)width;
}
#endif
#endif
