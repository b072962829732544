/* Conversions between float32 and float16 by the processor's own instructions; NumPy converts one element at a time.
 *
 * Rounded to the nearest, ties to even, as NumPy and PyTorch round.
 */
#include "arrays.h"

#ifdef HAS_WIDE_REGISTERS
#include <cpuid.h>
#include <immintrin.h>

#define LANES 8
#define LONG (1 << 15) /* elements: from here on, other threads run meanwhile */

static int
converts_halves(void)
{
    static int known = -1;
    if (known < 0) {
        unsigned int a, b, c = 0, d;
        int has = __get_cpuid(1, &a, &b, &c, &d) && (c & bit_F16C) != 0;
        known = has && has_wide_registers();
    }
    return known;
}

__attribute__((target("avx2,f16c"))) static void
narrow(const float *from, uint16_t *to, npy_intp n)
{
    for (npy_intp i = 0; i + LANES <= n; i += LANES)
        _mm_storeu_si128((__m128i *)(to + i), _mm256_cvtps_ph(_mm256_loadu_ps(from + i), _MM_FROUND_TO_NEAREST_INT));
    for (npy_intp i = n - n % LANES; i < n; i++)
        to[i] = (uint16_t)_mm_extract_epi16(_mm_cvtps_ph(_mm_set_ss(from[i]), _MM_FROUND_TO_NEAREST_INT), 0);
}

__attribute__((target("avx2,f16c"))) static void
widen(const uint16_t *from, float *to, npy_intp n)
{
    for (npy_intp i = 0; i + LANES <= n; i += LANES)
        _mm256_storeu_ps(to + i, _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(from + i))));
    for (npy_intp i = n - n % LANES; i < n; i++)
        to[i] = _mm_cvtss_f32(_mm_cvtph_ps(_mm_cvtsi32_si128(from[i])));
}

static void
convert_all(const void *from, void *to, npy_intp n, int narrows)
{
    if (narrows)
        narrow(from, to, n);
    else
        widen(from, to, n);
}
#endif

/* convert_halves(array, out): fill `out` with the elements of `array` in its dtype; False: NumPy has to. */
PyObject *
hot_convert_halves(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 2 || !is_array(args[0]) || !is_array(args[1])) {
        PyErr_SetString(PyExc_TypeError, "convert_halves() takes two arrays");
        return NULL;
    }
#ifdef HAS_WIDE_REGISTERS
    PyArrayObject *array = (PyArrayObject *)args[0], *out = (PyArrayObject *)args[1];
    npy_intp n = PyArray_SIZE(array);
    int narrows = PyArray_TYPE(array) == NPY_FLOAT && PyArray_TYPE(out) == NPY_HALF;
    if ((!narrows && (PyArray_TYPE(array) != NPY_HALF || PyArray_TYPE(out) != NPY_FLOAT)) || n != PyArray_SIZE(out) ||
        !PyArray_IS_C_CONTIGUOUS(array) || !PyArray_IS_C_CONTIGUOUS(out) || !PyArray_ISBEHAVED_RO(array) ||
        !PyArray_ISBEHAVED(out) || !converts_halves())
        Py_RETURN_FALSE;
    const char *from = PyArray_BYTES(array);
    char *to = PyArray_BYTES(out);
    if (from < to + PyArray_NBYTES(out) && to < from + PyArray_NBYTES(array))
        Py_RETURN_FALSE; /* one memory: NumPy copies first */
    if (n < LONG) {
        convert_all(from, to, n, narrows);
        Py_RETURN_TRUE;
    }
    Py_BEGIN_ALLOW_THREADS;
    convert_all(from, to, n, narrows);
    Py_END_ALLOW_THREADS;
    Py_RETURN_TRUE;
#else
    Py_RETURN_FALSE;
#endif
}
