/* What compilers spell differently: gcc and clang on one side, MSVC on the other. */
#ifndef WYE_COMPILER_H
#define WYE_COMPILER_H

/* One extension module: no symbol is looked up at run time, and thread state is one load away. */
#if defined(__GNUC__) && !defined(_WIN32)
#define HIDDEN __attribute__((visibility("hidden")))
#else
#define HIDDEN
#endif
#if defined(__linux__) && defined(__GNUC__)
#define NEAR_TLS __attribute__((tls_model("initial-exec")))
#else
#define NEAR_TLS
#endif

#if defined(__GNUC__) || defined(__clang__)
#define THREAD_LOCAL _Thread_local
#define LIKELY(condition) __builtin_expect(!!(condition), 1)
#define INLINED inline __attribute__((always_inline)) /* part of the hot path: inline at every call site */
#define APART __attribute__((noinline))
#define LEADING_ZEROS(word) __builtin_clzll(word) /* of a word of 64 bits that is not 0 */
#define TRAILING_ZEROS(word) __builtin_ctzll(word)
#define ADD_OVERFLOWS(a, b, sum) __builtin_add_overflow(a, b, sum) /* a Py_ssize_t, or npy_intp */
#define MULTIPLY_OVERFLOWS(a, b, product) __builtin_mul_overflow(a, b, product)
#elif defined(_MSC_VER) && defined(_WIN64)
#include <intrin.h>
#define THREAD_LOCAL __declspec(thread)
#define LIKELY(condition) (condition)
#define INLINED __forceinline
#define APART __declspec(noinline)
#define LEADING_ZEROS(word) leading_zeros(word)
#define TRAILING_ZEROS(word) trailing_zeros(word)
#define ADD_OVERFLOWS(a, b, sum) add_overflows(a, b, sum)
#define MULTIPLY_OVERFLOWS(a, b, product) multiply_overflows(a, b, product)

static __inline int
leading_zeros(unsigned long long word)
{
    unsigned long top = 0;
    _BitScanReverse64(&top, word);
    return 63 - (int)top;
}

static __inline int
trailing_zeros(unsigned long long word)
{
    unsigned long lowest = 0;
    _BitScanForward64(&lowest, word);
    return (int)lowest;
}

static __inline int
add_overflows(Py_ssize_t a, Py_ssize_t b, Py_ssize_t *sum)
{
    *sum = (Py_ssize_t)((size_t)a + (size_t)b);
    return b >= 0 ? *sum < a : *sum > a;
}

static __inline int
multiply_overflows(Py_ssize_t a, Py_ssize_t b, Py_ssize_t *product)
{
    __int64 high = 0;
    *product = _mul128(a, b, &high);
    return high != *product >> 63; /* the high half must be the sign of the low one */
}
#else
#error "wye._hot needs gcc, clang, or MSVC for 64-bit Windows; wye installs without it"
#endif

/* A function that may use registers of 256 bits, called where the processor has them; what it inlines does, too. */
#if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__)
#define HAS_WIDE_REGISTERS
#define WIDE_REGISTERS __attribute__((target("avx2")))

static inline int
has_wide_registers(void)
{
    return __builtin_cpu_supports("avx2");
}
#endif

#endif
