/* The body of the lanes, for the processor DSX_TARGET with vectors of DSX_BYTES, as the function DSX_NAME.
 * Not guarded: _lanes.h includes it once for each processor. A condition is a mask, all ones where it holds. */
#define DSX_JOIN2(a, b) a##_##b
#define DSX_JOIN(a, b) DSX_JOIN2(a, b)
#define DSX_OWN(name) DSX_JOIN(DSX_NAME, name)

typedef uint32_t DSX_OWN(vec) __attribute__((vector_size(DSX_BYTES), aligned(4), may_alias));
typedef uint64_t DSX_OWN(wide) __attribute__((vector_size(DSX_BYTES)));
#define DSX_V DSX_OWN(vec)
#define DSX_W DSX_OWN(wide)
#define DSX_IF(condition) ((DSX_V)(condition))
#define DSX_SELECT(condition, yes, no) (((yes) & (condition)) | ((no) & ~(condition)))
#define DSX_AT(field) (*(DSX_V *)(s->field + l))
#define DSX_ROTL(x, k) ((x) << (k) | (x) >> (32 - (k)))
#define DSX_FITS(v) ((DSX_IF(v == 0) & DSX_MATCH(0)) | (DSX_IF(v == 1) & DSX_MATCH(1)) | (DSX_IF(v == 2) & DSX_MATCH(2)) \
    | (DSX_IF(v == 3) & DSX_MATCH(3)) | (DSX_IF(v == 4) & DSX_MATCH(4)) | (DSX_IF(v == 5) & DSX_MATCH(5)) \
    | (DSX_IF(v == 6) & DSX_MATCH(6)))
#define DSX_POPCOUNT(out, mask) do { DSX_V m_ = (mask); m_ -= (m_ >> 1) & 0x55555555u; \
    m_ = (m_ & 0x33333333u) + ((m_ >> 2) & 0x33333333u); m_ = (m_ + (m_ >> 4)) & 0x0F0F0F0Fu; m_ += m_ >> 8; \
    (out) = (m_ + (m_ >> 16)) & 63u; } while (0)
#define DSX_SKIP(j) m &= ~DSX_IF(k > j) | (m - 1u);

/* One turn, or one draw, in every lane. */
DSX_TARGET static inline void DSX_OWN(step)(dsx_lanes *restrict s, uint32_t limit) {
    for (int l = 0; l < DSX_L; l++) s->next[l] = s->order[l][s->at[l]];
    for (int l = 0; l < DSX_L; l += DSX_BYTES / 4) {
        DSX_V mine = DSX_AT(mine), theirs = DSX_AT(theirs), left = DSX_AT(left), right = DSX_AT(right);
        DSX_V live = DSX_AT(live), at = DSX_AT(at), at_left = mine & DSX_FITS(left), at_right = mine & DSX_FITS(right);
        DSX_V can = DSX_IF((at_left | at_right) != 0) & live;
        DSX_V draws = DSX_IF(at < limit) & live & ~can, acts = live & ~draws;
        DSX_V n_left, n;
        DSX_POPCOUNT(n_left, at_left);
        DSX_POPCOUNT(n, at_right);
        n += n_left;
        DSX_V a = DSX_AT(s0), b = DSX_AT(s1), v = a * 0x9E3779BBu, b2 = b ^ a, a2 = DSX_ROTL(a, 26) ^ b2 ^ (b2 << 9);
        DSX_AT(s0) = DSX_SELECT(can, a2, a);
        DSX_AT(s1) = DSX_SELECT(can, DSX_ROTL(b2, 13), b);
        DSX_W vw = (DSX_W)v, nw = (DSX_W)n;
        DSX_W even = ((vw & 0xffffffffull) * (nw & 0xffffffffull)) >> 32, odd = (vw >> 32) * (nw >> 32);
        DSX_V k = (DSX_V)even | (DSX_V)(odd & 0xffffffff00000000ull);
        DSX_V goes_left = DSX_IF(k < n_left) & can, goes_right = can & ~goes_left;
        DSX_V m = DSX_SELECT(goes_left, at_left, at_right);
        k -= goes_right & n_left;
        DSX_SKIP(0) DSX_SKIP(1) DSX_SKIP(2) DSX_SKIP(3) DSX_SKIP(4) DSX_SKIP(5)
        DSX_V tile = m & -m & can;
        DSX_V sum = (DSX_IF((tile & DSX_WEIGHT(0)) != 0) & 1u) + (DSX_IF((tile & DSX_WEIGHT(1)) != 0) & 2u)
            + (DSX_IF((tile & DSX_WEIGHT(2)) != 0) & 4u) + (DSX_IF((tile & DSX_WEIGHT(3)) != 0) & 8u);
        DSX_AT(left) = DSX_SELECT(goes_left, sum - left, left);
        DSX_AT(right) = DSX_SELECT(goes_right, sum - right, right);
        mine = (mine ^ tile) | (draws & DSX_AT(next));
        DSX_AT(at) = at - draws;
        DSX_V passes = ~can & (DSX_AT(passes) - acts);
        DSX_AT(passes) = passes;
        DSX_AT(turns) -= acts;
        DSX_AT(end) = (DSX_IF(mine == 0) & can) | (DSX_IF(passes == 2) & acts);
        DSX_AT(mine) = DSX_SELECT(acts, theirs, mine);
        DSX_AT(theirs) = DSX_SELECT(acts, mine, theirs);
        DSX_AT(turn) ^= acts & 1u;
    }
}

DSX_TARGET static void DSX_NAME(dsx_round *rounds, uint32_t count, uint32_t limit) {
    dsx_lanes s;
    uint32_t begun = 0;
    int alive = 0;
    memset(&s, 0, sizeof s);
    for (int l = 0; l < DSX_L && begun < count; l++, begun++, alive++) dsx_load(&s, l, rounds + begun, begun, limit);
    while (alive) {
        DSX_OWN(step)(&s, limit);
        for (int group = 0; group < DSX_L; group += 16) {
            uint32_t any = 0;
            for (int l = group; l < group + 16; l++) any |= s.end[l];
            if (!any) continue;
            for (int l = group; l < group + 16; l++) {
                if (!s.end[l]) continue;
                dsx_store(&s, l, rounds + s.which[l]);
                if (begun < count) {
                    dsx_load(&s, l, rounds + begun, begun, limit);
                    begun++;
                } else {
                    s.live[l] = 0;
                    s.end[l] = 0;
                    alive--;
                }
            }
        }
    }
}

#undef DSX_NAME
#undef DSX_TARGET
#undef DSX_BYTES
#undef DSX_JOIN2
#undef DSX_JOIN
#undef DSX_OWN
#undef DSX_V
#undef DSX_W
#undef DSX_IF
#undef DSX_SELECT
#undef DSX_AT
#undef DSX_ROTL
#undef DSX_FITS
#undef DSX_POPCOUNT
#undef DSX_SKIP
