# C meanings of the word operations that _bits.py defines for plain Python.
cdef extern from *:
    """
    #define dsx_u32(x) ((unsigned int)(x))
    #define dsx_ctz(x) __builtin_ctz(x)
    #define dsx_top(x) (31 - __builtin_clz(x))
    #define dsx_popcount(x) __builtin_popcount(x)
    #define dsx_bit(x) (1u << (x))
    #define dsx_rotl(x, k) ((unsigned int)(x) << (k) | (unsigned int)(x) >> (32 - (k)))
    #define dsx_scale(v, n) ((unsigned int)((unsigned long long)(v) * (n) >> 32))
    #define dsx_GOLDEN 0x9E3779B9u
    #define dsx_STAR 0x9E3779BBu
    static inline unsigned int dsx_mix(unsigned int z) {
        z = (z ^ (z >> 16)) * 0x85EBCA6Bu;
        z = (z ^ (z >> 13)) * 0xC2B2AE35u;
        return z ^ (z >> 16);
    }
    typedef unsigned __int128 dsx_u128;
    #define dsx_one(x) ((dsx_u128)1 << (x))
    static inline int dsx_wide_ctz(dsx_u128 x) {
        return (unsigned long long)x ? __builtin_ctzll((unsigned long long)x)
                                     : 64 + __builtin_ctzll((unsigned long long)(x >> 64));
    }
    static inline int dsx_wide_popcount(dsx_u128 x) {
        return __builtin_popcountll((unsigned long long)x) + __builtin_popcountll((unsigned long long)(x >> 64));
    }
    """
    ctypedef unsigned long long u128 "dsx_u128"  # as wide as C says: Cython asks for its size
    u128 one "dsx_one"(int tile) noexcept nogil
    int wide_ctz "dsx_wide_ctz"(u128 mask) noexcept nogil
    int wide_popcount "dsx_wide_popcount"(u128 mask) noexcept nogil
    unsigned int u32 "dsx_u32"(unsigned long long x) noexcept nogil
    int ctz "dsx_ctz"(unsigned int mask) noexcept nogil
    int top "dsx_top"(unsigned int mask) noexcept nogil
    int popcount "dsx_popcount"(unsigned int mask) noexcept nogil
    unsigned int bit "dsx_bit"(int tile) noexcept nogil
    unsigned int rotl "dsx_rotl"(unsigned int x, int k) noexcept nogil
    unsigned int scale "dsx_scale"(unsigned int v, unsigned int n) noexcept nogil
    unsigned int mix "dsx_mix"(unsigned int z) noexcept nogil
    unsigned int GOLDEN "dsx_GOLDEN"
    unsigned int STAR "dsx_STAR"
