# C meanings of the word operations that _words.py defines for plain Python.
cdef extern from *:
    """
    #define dsx_bit64(x) (1ull << (x))
    #define dsx_lowest64(x) __builtin_ctzll(x)
    #define dsx_count64(x) __builtin_popcountll(x)
    static inline unsigned int dsx_mixed(unsigned long long mine, unsigned long long theirs, unsigned long long rest) {
        return (unsigned int)((mine * 0x9E3779B97F4A7C15ull ^ (theirs + rest) * 0xC2B2AE3D27D4EB4Full) >> 32);
    }
    """
    unsigned long long bit "dsx_bit64"(int tile) noexcept nogil
    int lowest "dsx_lowest64"(unsigned long long mask) noexcept nogil
    int count "dsx_count64"(unsigned long long mask) noexcept nogil
    unsigned int mixed "dsx_mixed"(unsigned long long mine, unsigned long long theirs, unsigned long long rest) noexcept nogil
