/* Random numbers: arrays filled from the words of a Mersenne Twister, which NumPy has the state of.
 *
 * Twin: src/wye/aten/arrays/sampling.py and normals.py, which draw the same words in the same order and compute the same
 * numbers; they are asked where nothing is filled here.  The caller holds the generator's lock.
 */
#include "arrays.h"
#include <math.h>
#include <numpy/random/bitgen.h>

#define TWO_M24 (1.0 / 16777216.0)         /* 2 ** -24 */
#define TWO_M53 (1.0 / 9007199254740992.0) /* 2 ** -53 */
#define TWO_PI 6.283185307179586
#define BLOCK 16        /* normals that are made together */
#define FEW 256         /* numbers whose logarithms are the C library's; NumPy's may differ in the last bit */
#define LONG (1 << 15)  /* normal numbers: from here on, other threads run meanwhile */
#define PIECE (1 << 20) /* normal numbers between two looks at signals */
#define MOST (1 << 16)  /* other numbers that are made here: the interpreter's lock is held */
#define WIDE (UINT64_C(1) << 28)

typedef enum { UNIFORM, BERNOULLI, EXPONENTIAL, INTEGERS, WIDE_INTEGERS, PERMUTATION, EACH, COUNTS, N_KINDS } kind_t;

static inline uint64_t
word(bitgen_t *bits)
{
    return bits->next_uint32(bits->state);
}

static inline uint64_t
wide_word(bitgen_t *bits)
{
    uint64_t high = word(bits);
    return high << 32 | word(bits);
}

/* A number from [0, 1) with 53 bits. */
static inline double
fraction(bitgen_t *bits)
{
    return (double)(wide_word(bits) & ((UINT64_C(1) << 53) - 1)) * TWO_M53;
}

static inline double
short_fraction(bitgen_t *bits)
{
    return (double)(word(bits) & 0xFFFFFF) * TWO_M24;
}

/* The generator's words, and an array without gaps; NULL without an error: Python fills it. */
static bitgen_t *
read_both(PyObject *value, PyObject *capsule, npy_intp most)
{
    PyArrayObject *array = (PyArrayObject *)value;
    if (!is_array(value)) {
        PyErr_SetString(PyExc_TypeError, "random numbers are stored in an array");
        return NULL;
    }
    bitgen_t *bits = (bitgen_t *)PyCapsule_GetPointer(capsule, "BitGenerator");
    if (bits == NULL || !PyArray_IS_C_CONTIGUOUS(array) || !PyArray_ISBEHAVED(array) || PyArray_SIZE(array) > most)
        return NULL;
    return bits;
}

/* ---- one number at a time ---- */

static int
fill_uniform(bitgen_t *bits, PyArrayObject *array, double low, double high)
{
    npy_intp n = PyArray_SIZE(array);
    int is_unit = low == 0.0 && high == 1.0;
    if (PyArray_TYPE(array) == NPY_DOUBLE) {
        double *to = PyArray_DATA(array);
        for (npy_intp i = 0; i < n; i++)
            to[i] = is_unit ? fraction(bits) : fma(fraction(bits), high - low, low);
        return 1;
    }
    if (PyArray_TYPE(array) != NPY_FLOAT)
        return 0;
    float *to = PyArray_DATA(array), bottom = (float)low, width = (float)high - bottom;
    for (npy_intp i = 0; i < n; i++) {
        double made = short_fraction(bits);
        double scaled = made * (double)width; /* rounded before the sum */
        to[i] = (float)(is_unit ? made : scaled + (double)bottom);
    }
    return 1;
}

static int
fill_bernoulli(bitgen_t *bits, PyArrayObject *array, double p)
{
    npy_intp n = PyArray_SIZE(array);
    void *to = PyArray_DATA(array);
    int type = PyArray_TYPE(array);
    if (type != NPY_FLOAT && type != NPY_DOUBLE && type != NPY_BOOL && type != NPY_INT64)
        return 0;
    for (npy_intp i = 0; i < n; i++) {
        int is_one = fraction(bits) < p;
        if (type == NPY_FLOAT)
            ((float *)to)[i] = (float)is_one;
        else if (type == NPY_DOUBLE)
            ((double *)to)[i] = is_one;
        else if (type == NPY_BOOL)
            ((npy_bool *)to)[i] = (npy_bool)is_one;
        else
            ((npy_int64 *)to)[i] = is_one;
    }
    return 1;
}

static int
fill_exponential(bitgen_t *bits, PyArrayObject *array, double rate)
{
    npy_intp n = PyArray_SIZE(array);
    int type = PyArray_TYPE(array);
    if (n > FEW || (type != NPY_FLOAT && type != NPY_DOUBLE))
        return 0;
    for (npy_intp i = 0; i < n; i++) {
        double made = -1.0 / rate * log1p(-fraction(bits));
        if (type == NPY_FLOAT)
            ((float *)PyArray_DATA(array))[i] = (float)made;
        else
            ((double *)PyArray_DATA(array))[i] = made;
    }
    return 1;
}

static int
fill_integers(bitgen_t *bits, PyArrayObject *array, int64_t low, uint64_t span, int is_wide)
{
    npy_intp n = PyArray_SIZE(array);
    void *to = PyArray_DATA(array);
    int type = PyArray_TYPE(array);
    if (type != NPY_INT64 && type != NPY_INT32 && type != NPY_FLOAT && type != NPY_DOUBLE)
        return 0;
    for (npy_intp i = 0; i < n; i++) {
        uint64_t drawn = is_wide ? wide_word(bits) : word(bits);
        int64_t made = (int64_t)((span > 0 ? drawn % span : drawn) + (uint64_t)low);
        if (type == NPY_INT64)
            ((int64_t *)to)[i] = made;
        else if (type == NPY_INT32)
            ((int32_t *)to)[i] = (int32_t)made;
        else if (type == NPY_FLOAT)
            ((float *)to)[i] = (float)made;
        else
            ((double *)to)[i] = (double)made;
    }
    return 1;
}

/* The integers from 0 on in random order. */
static int
fill_permutation(bitgen_t *bits, PyArrayObject *array)
{
    npy_intp n = PyArray_SIZE(array);
    int64_t *to = PyArray_DATA(array);
    if (PyArray_TYPE(array) != NPY_INT64)
        return 0;
    for (npy_intp i = 0; i < n; i++)
        to[i] = i;
    for (npy_intp i = 0; i + 1 < n; i++) {
        npy_intp other = i + (npy_intp)(word(bits) % (uint64_t)(n - i));
        int64_t kept = to[i];
        to[i] = to[other];
        to[other] = kept;
    }
    return 1;
}

/* Is it an array of the same floats in the same shape, with all numbers from 0 to `most`? */
static int
goes_with(PyArrayObject *array, PyObject *value, double most)
{
    PyArrayObject *given = (PyArrayObject *)value;
    int type = PyArray_TYPE(array);
    if (!is_array(value) || PyArray_TYPE(given) != type || (type != NPY_FLOAT && type != NPY_DOUBLE) ||
        PyArray_NDIM(given) != PyArray_NDIM(array) || !PyArray_IS_C_CONTIGUOUS(given) || !PyArray_ISBEHAVED_RO(given) ||
        !PyArray_CompareLists(PyArray_DIMS(given), PyArray_DIMS(array), PyArray_NDIM(array)))
        return 0;
    const float *p = PyArray_DATA(given);
    const double *q = PyArray_DATA(given);
    npy_intp n = PyArray_SIZE(array);
    for (npy_intp i = 0; i < n; i++) {
        double one = type == NPY_FLOAT ? (double)p[i] : q[i];
        if (!(one >= 0 && one <= most))
            return 0;
    }
    return 1;
}

/* One with the probability that another array has there, else zero. */
static int
fill_each(bitgen_t *bits, PyArrayObject *array, PyObject *probabilities)
{
    if (!goes_with(array, probabilities, 1.0))
        return 0;
    const float *p = PyArray_DATA((PyArrayObject *)probabilities);
    const double *q = PyArray_DATA((PyArrayObject *)probabilities);
    npy_intp n = PyArray_SIZE(array);
    for (npy_intp i = 0; i < n; i++) {
        if (PyArray_TYPE(array) == NPY_FLOAT)
            ((float *)PyArray_DATA(array))[i] = short_fraction(bits) < (double)p[i];
        else
            ((double *)PyArray_DATA(array))[i] = fraction(bits) < q[i];
    }
    return 1;
}

/* How often something happens at the rates that another array has, which are small.  Twin: random_counts.py. */
static int
fill_counts(bitgen_t *bits, PyArrayObject *array, PyObject *rates)
{
    if (!goes_with(array, rates, nextafter(10.0, 0.0)))
        return 0;
    const float *p = PyArray_DATA((PyArrayObject *)rates);
    const double *q = PyArray_DATA((PyArrayObject *)rates);
    npy_intp n = PyArray_SIZE(array);
    int is_float = PyArray_TYPE(array) == NPY_FLOAT;
    for (npy_intp i = 0; i < n; i++) {
        double rate = is_float ? (double)p[i] : q[i], happened = 0.0;
        if (rate != 0) {
            double limit = exp(-rate), product = fraction(bits);
            for (; product > limit; happened++)
                product *= fraction(bits);
        }
        if (is_float)
            ((float *)PyArray_DATA(array))[i] = (float)happened;
        else
            ((double *)PyArray_DATA(array))[i] = happened;
    }
    return 1;
}

/* draw_into(kind, array, bits, a, b): True, or False where Python has to fill the array. */
PyObject *
hot_draw_into(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    long kind = nargs == 5 && PyLong_CheckExact(args[0]) ? PyLong_AsLong(args[0]) : -1;
    if (kind < 0 || kind >= N_KINDS) {
        PyErr_SetString(PyExc_TypeError, "draw_into() takes a kind, an array, a bit generator and two parameters");
        return NULL;
    }
    if (!knows_numpy())
        Py_RETURN_FALSE;
    bitgen_t *bits = read_both(args[1], args[2], MOST);
    if (bits == NULL) {
        if (PyErr_Occurred())
            return NULL;
        Py_RETURN_FALSE;
    }
    PyArrayObject *array = (PyArrayObject *)args[1];
    int done = 0;
    if (kind == PERMUTATION) {
        done = fill_permutation(bits, array);
    }
    else if (kind == EACH || kind == COUNTS) {
        done = (kind == EACH ? fill_each : fill_counts)(bits, array, args[3]);
    }
    else if (kind == INTEGERS || kind == WIDE_INTEGERS) {
        int overflow = 0, too_wide = 0;
        int64_t low = PyLong_Check(args[3]) ? PyLong_AsLongLongAndOverflow(args[3], &overflow) : 0;
        int64_t span = PyLong_Check(args[4]) ? PyLong_AsLongLongAndOverflow(args[4], &too_wide) : -1;
        if (!overflow && !too_wide && span > 0)
            done = fill_integers(bits, array, low, (uint64_t)span, kind == WIDE_INTEGERS || (uint64_t)span >= WIDE);
    }
    else {
        double a = PyFloat_AsDouble(args[3]), b = PyFloat_AsDouble(args[4]);
        if (PyErr_Occurred())
            return NULL;
        done = kind == UNIFORM     ? fill_uniform(bits, array, a, b)
               : kind == BERNOULLI ? fill_bernoulli(bits, array, a)
                                   : fill_exponential(bits, array, a);
    }
    return PyBool_FromLong(done);
}

/* ---- normal numbers ---- */

static INLINED float
multiply_add(float a, float b, float c)
{
    return (float)((double)a * (double)b + (double)c); /* the product is exact */
}

static INLINED float
polynomial(float x, const float *coefficients, int n)
{
    float value = coefficients[0];
    for (int i = 1; i < n; i++)
        value = multiply_add(value, x, coefficients[i]);
    return value;
}

static INLINED float
log_of(float x)
{
    static const float coefficients[] = {
        7.0376836292e-2f,  -1.1514610310e-1f, 1.1676998740e-1f,  -1.2420140846e-1f, 1.4249322787e-1f,
        -1.6668057665e-1f, 2.0000714765e-1f,  -2.4999993993e-1f, 3.3333331174e-1f,
    };
    int32_t bits;
    memcpy(&bits, &x, sizeof(bits));
    float exponent = (float)((bits >> 23) - 126), mantissa;
    bits = (bits & 0x007FFFFF) | 0x3F000000;
    memcpy(&mantissa, &bits, sizeof(mantissa));
    int is_small = mantissa < (float)0.7071067811865476;
    exponent -= (float)is_small;
    float m = mantissa - 1.0f;
    m += is_small ? mantissa : 0.0f;
    float z = m * m;
    float y = multiply_add(polynomial(m, coefficients, 9) * m, z, exponent * -2.12194440e-4f);
    y = multiply_add(-z, 0.5f, y);
    return multiply_add(exponent, 0.693359375f, m + y);
}

static INLINED void
sine_and_cosine(float x, float *sine, float *cosine)
{
    static const float quarter[] = {-0.78515625f, -2.4187564849853515625e-4f, -3.77489497744594108e-8f};
    static const float for_cosine[] = {2.443315711809948e-5f, -1.388731625493765e-3f, 4.166664568298827e-2f};
    static const float for_sine[] = {-1.9515295891e-4f, 8.3321608736e-3f, -1.6666654611e-1f};
    int32_t octant = ((int32_t)(x * (float)(4 / 3.141592653589793)) + 1) & ~1;
    float turns = (float)octant;
    for (int i = 0; i < 3; i++)
        x = multiply_add(turns, quarter[i], x);
    float z = x * x;
    float c = polynomial(z, for_cosine, 3) * z;
    c = multiply_add(c, z, -(z * 0.5f)) + 1.0f;
    float s = multiply_add(polynomial(z, for_sine, 3) * z, x, x);
    float first = (octant & 2) == 0 ? s : c, second = (octant & 2) == 0 ? c : s;
    *sine = (octant & 4) != 0 ? -first : first;
    *cosine = ((octant - 2) & 4) == 0 ? -second : second;
}

typedef struct {
    float mean, std;
    int is_standard;
} normal_t;

/* Sixteen uniform numbers become normal: the first eight give the radius, the others the angle.
 * In steps of eight numbers each, which compilers make of wide registers where there are some. */
static INLINED void
fill_block(bitgen_t *bits, float *to, normal_t wanted)
{
    float drawn[BLOCK], made[BLOCK], radius[BLOCK / 2];
    for (int i = 0; i < BLOCK; i++)
        drawn[i] = (float)short_fraction(bits);
    for (int i = 0; i < BLOCK / 2; i++)
        radius[i] = -2.0f * log_of(1.0f - drawn[i]);
    for (int i = 0; i < BLOCK / 2; i++)
        radius[i] = sqrtf(radius[i]);
    for (int i = 0; i < BLOCK / 2; i++) {
        float sine, cosine;
        sine_and_cosine((float)TWO_PI * drawn[BLOCK / 2 + i], &sine, &cosine);
        made[i] = radius[i] * cosine;
        made[BLOCK / 2 + i] = radius[i] * sine;
    }
    for (int i = 0; i < BLOCK; i++)
        to[i] = wanted.is_standard ? made[i] : multiply_add(made[i], wanted.std, wanted.mean);
}

static APART void
fill_plainly(bitgen_t *bits, float *to, npy_intp n, normal_t wanted)
{
    for (npy_intp i = 0; i < n; i += BLOCK)
        fill_block(bits, to + i, wanted);
}

#ifdef HAS_WIDE_REGISTERS
WIDE_REGISTERS static APART void
fill_widely(bitgen_t *bits, float *to, npy_intp n, normal_t wanted)
{
    for (npy_intp i = 0; i < n; i += BLOCK)
        fill_block(bits, to + i, wanted);
}
#endif

static void
fill_whole(bitgen_t *bits, float *to, npy_intp n, normal_t wanted)
{
#ifdef HAS_WIDE_REGISTERS
    if (has_wide_registers()) {
        fill_widely(bits, to, n, wanted);
        return;
    }
#endif
    fill_plainly(bits, to, n, wanted);
}

static int
fill_blocks(bitgen_t *bits, float *to, npy_intp n, normal_t wanted)
{
    npy_intp whole = n / BLOCK * BLOCK;
    if (n < LONG) {
        fill_whole(bits, to, whole, wanted);
    }
    else {
        for (npy_intp i = 0; i < whole; i += PIECE) {
            npy_intp some = whole - i < PIECE ? whole - i : PIECE;
            Py_BEGIN_ALLOW_THREADS;
            fill_whole(bits, to + i, some, wanted);
            Py_END_ALLOW_THREADS;
            if (PyErr_CheckSignals() < 0)
                return -1;
        }
    }
    if (whole == n)
        return 0;
    for (npy_intp i = whole; i < n; i++)
        word(bits); /* made for the rest, but then drawn again */
    fill_whole(bits, to + n - BLOCK, BLOCK, wanted);
    return 0;
}

/* Numbers in pairs; `kept` was made with the one before, or is NaN.  The one that is left over, or NaN. */
static double
fill_pairs(bitgen_t *bits, PyArrayObject *array, double mean, double std, double kept)
{
    npy_intp n = PyArray_SIZE(array);
    for (npy_intp i = 0; i < n; i++) {
        double made = kept;
        if (isnan(kept)) {
            double u = fraction(bits), v = fraction(bits), radius = sqrt(-2.0 * log1p(-v));
            made = radius * cos(2.0 * 3.141592653589793 * u);
            kept = radius * sin(2.0 * 3.141592653589793 * u);
        }
        else {
            kept = NAN;
        }
        if (mean != 0.0 || std != 1.0)
            made = fma(made, std, mean);
        if (PyArray_TYPE(array) == NPY_FLOAT)
            ((float *)PyArray_DATA(array))[i] = (float)made;
        else
            ((double *)PyArray_DATA(array))[i] = made;
    }
    return kept;
}

/* draw_normals(array, bits, mean, std, kept): the number that is left over or None, or False: Python fills the array. */
PyObject *
hot_draw_normals(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 5) {
        PyErr_SetString(PyExc_TypeError,
                        "draw_normals() takes an array, a bit generator, mean, deviation and a number");
        return NULL;
    }
    if (!knows_numpy())
        Py_RETURN_FALSE;
    bitgen_t *bits = read_both(args[0], args[1], NPY_MAX_INTP);
    if (PyErr_Occurred())
        return NULL;
    PyArrayObject *array = (PyArrayObject *)args[0];
    double mean = PyFloat_AsDouble(args[2]), std = PyFloat_AsDouble(args[3]);
    double kept = args[4] == Py_None ? NAN : PyFloat_AsDouble(args[4]);
    if (PyErr_Occurred())
        return NULL;
    int type = PyArray_TYPE(array);
    if (bits == NULL || (type != NPY_FLOAT && (type != NPY_DOUBLE || PyArray_SIZE(array) >= BLOCK)))
        Py_RETURN_FALSE;
    if (PyArray_SIZE(array) >= BLOCK) {
        normal_t wanted = {(float)mean, (float)std, mean == 0.0 && std == 1.0};
        if (fill_blocks(bits, PyArray_DATA(array), PyArray_SIZE(array), wanted) < 0)
            return NULL;
        return Py_NewRef(args[4]);
    }
    kept = fill_pairs(bits, array, mean, std, kept);
    return isnan(kept) ? Py_NewRef(Py_None) : PyFloat_FromDouble(kept);
}
