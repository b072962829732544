/* Sums, means and extremes of small arrays, and gradients of reductions in one pass: of means, extremes, variances, norms and logsumexp.
 *
 * Formulas (wye/autograd/derivatives/reduce.py, reduce_scan.py), the twins, ask here first.  There is an answer where
 * nothing sees the operators that a formula calls: plain tensors of one float dtype in rows, and no pass that is itself
 * recorded.
 */
#include "graph.h"
#include "views.h"
#include <math.h>

#define MOST_ELEMENTS (1 << 14)

enum { MEAN, EXTREME, VARIANCE, DEVIATION, LENGTH, LOGSUMEXP, N_KINDS };

/* An array as lines along the dimensions that are reduced, which lie side by side: `outer` groups of `inner` lines. */
typedef struct {
    npy_intp outer, n, inner;
} lines_t;

/* The array of a tensor that nothing handles calls of; NULL: it is another one. */
static PyArrayObject *
plain_array(PyObject *value)
{
    if (!is_tensor(value) || Py_TYPE(value) != hot.plain_type)
        return NULL;
    const TensorBase *tensor = (const TensorBase *)value;
    if (!is_array(tensor->data) || (tensor->keys.lo & (hot.view_keys.lo | hot.handler_keys.lo)) != 0)
        return NULL;
    PyArrayObject *array = (PyArrayObject *)tensor->data;
    int type = PyArray_TYPE(array);
    return (type == NPY_FLOAT || type == NPY_DOUBLE) && PyArray_ISALIGNED(array) && PyArray_ISNOTSWAPPED(array) ? array
                                                                                                                : NULL;
}

/* How an array of this shape is reduced along `dim`: an int, a list of them, or None for all.  0: not side by side. */
static int
find_lines(int ndim, const npy_intp *shape, PyObject *dim, lines_t *lines)
{
    npy_intp dims[MAX_DIMS];
    int n = 0;
    uint64_t chosen = 0;
    if (ndim > MAX_DIMS)
        return 0;
    if (PyLong_CheckExact(dim)) {
        n = read_int(dim, &dims[0]);
        if (n == 0)
            return 0;
    }
    else if (dim != Py_None && (n = read_list(dim, dims)) < 0) {
        return 0;
    }
    for (int i = 0; i < n; i++) {
        npy_intp one = dims[i] < 0 ? dims[i] + ndim : dims[i];
        if (one < 0 || one >= ndim)
            return 0;
        chosen |= UINT64_C(1) << one;
    }
    *lines = (lines_t){1, 1, 1};
    int begun = 0, ended = 0;
    for (int i = 0; i < ndim; i++) {
        if (n == 0 || ((chosen >> i) & 1)) {
            if (ended && shape[i] != 1)
                return 0;
            begun = 1;
            lines->n *= shape[i];
        }
        else if (begun) {
            ended = ended || shape[i] != 1;
            lines->inner *= shape[i];
        }
        else {
            lines->outer *= shape[i];
        }
    }
    return 1;
}

/* One number for each line: its elements lie in rows, or it is one element that was expanded. */
typedef struct {
    const char *at;
    npy_intp step;
} numbers_t;

static int
read_numbers(PyArrayObject *array, int type, npy_intp count, numbers_t *numbers)
{
    if (array == NULL || PyArray_TYPE(array) != type || PyArray_SIZE(array) != count)
        return 0;
    numbers->at = PyArray_BYTES(array);
    numbers->step = PyArray_ITEMSIZE(array);
    if (PyArray_IS_C_CONTIGUOUS(array))
        return 1;
    numbers->step = 0;
    for (int i = 0; i < PyArray_NDIM(array); i++) {
        if (PyArray_STRIDE(array, i) != 0)
            return 0;
    }
    return 1;
}

#define DEFINE_LINE(T, NAME, EXP)                                                                              \
    /* The gradient of one line: g is that of its result r. */                                                 \
    static void NAME(int kind, const T *x, T *to, npy_intp n, npy_intp step, T g, T r, T number)               \
    {                                                                                                          \
        T count = 0, mean = 0;                                                                                 \
        switch (kind) {                                                                                        \
        case MEAN:                                                                                             \
            g /= (T)n;                                                                                         \
            for (npy_intp i = 0; i < n; i++)                                                                   \
                to[i * step] = g;                                                                              \
            return;                                                                                            \
        case EXTREME:                                                                                          \
            for (npy_intp i = 0; i < n; i++)                                                                   \
                count += (T)(x[i * step] == r || (number != 0 && isnan(x[i * step]) && isnan(r)));             \
            for (npy_intp i = 0; i < n; i++) { /* where no element is equal to NaN, there are no parts: NaN */ \
                T one = x[i * step];                                                                           \
                if (number == 0)                                                                               \
                    to[i * step] = g / count * (T)(one == r);                                                  \
                else                                                                                           \
                    to[i * step] = one == r || (isnan(one) && isnan(r)) ? g / count : 0;                       \
            }                                                                                                  \
            return;                                                                                            \
        case DEVIATION:                                                                                        \
        case VARIANCE:                                                                                         \
            for (npy_intp i = 0; i < n; i++)                                                                   \
                mean += x[i * step];                                                                           \
            mean /= (T)n;                                                                                      \
            if (kind == DEVIATION)                                                                             \
                g = r == 0 ? 0 : g / (r * 2);                                                                  \
            g *= (T)2 / number;                                                                                \
            for (npy_intp i = 0; i < n; i++)                                                                   \
                to[i * step] = g * (x[i * step] - mean);                                                       \
            return;                                                                                            \
        case LENGTH:                                                                                           \
            for (npy_intp i = 0; i < n; i++)                                                                   \
                to[i * step] = r == 0 ? g * 0 : g * (x[i * step] / r);                                         \
            return;                                                                                            \
        default:                                                                                               \
            for (npy_intp i = 0; i < n; i++)                                                                   \
                to[i * step] = g * EXP(x[i * step] - r);                                                       \
        }                                                                                                      \
    }
DEFINE_LINE(float, float_line, expf)
DEFINE_LINE(double, double_line, exp)

static void
run_lines(int kind, int type, const lines_t *lines, const char *x, char *to, numbers_t grads, numbers_t results,
          double number)
{
    for (npy_intp i = 0; i < lines->outer * lines->inner; i++) {
        npy_intp start = i / lines->inner * lines->n * lines->inner + i % lines->inner;
        const char *g = grads.at + i * grads.step, *r = results.at + i * results.step;
        if (type == NPY_FLOAT)
            float_line(kind, (const float *)x + start, (float *)to + start, lines->n, lines->inner, *(const float *)g,
                       *(const float *)r, (float)number);
        else
            double_line(kind, (const double *)x + start, (double *)to + start, lines->n, lines->inner,
                        *(const double *)g, *(const double *)r, number);
    }
}

/* Does nothing see the operators that a formula calls: no mode, transform, log, and no pass that is itself recorded? */
int
are_unseen(void)
{
    return records_nothing && !careful_process && !careful_thread && tls.include.lo == 0 && tls.include.hi == 0 &&
           hot.logs == NULL;
}

/* The tensor that a formula would compute; NULL without an error: it has to. */
static PyObject *
reduction_gradient(int kind, PyObject *grad, PyObject *x, PyObject *result, PyObject *dim, double number)
{
    PyArrayObject *g = plain_array(grad), *r = result == Py_None ? g : plain_array(result);
    npy_intp shape[MAX_DIMS];
    int ndim, type = g == NULL ? -1 : PyArray_TYPE(g);
    PyArrayObject *array = NULL;
    lines_t lines;
    numbers_t grads, results;
    if (g == NULL || r == NULL || !are_unseen())
        return NULL;
    if (is_tensor(x)) {
        array = plain_array(x);
        if (array == NULL || PyArray_TYPE(array) != type || !PyArray_IS_C_CONTIGUOUS(array) ||
            PyArray_NDIM(array) > MAX_DIMS)
            return NULL;
        ndim = PyArray_NDIM(array);
        copy_numbers(shape, PyArray_DIMS(array), ndim);
    }
    else if (kind != MEAN || (ndim = read_list(x, shape)) < 0) {
        return NULL;
    }
    if (ndim == 0 || PyArray_OverflowMultiplyList(shape, ndim) < 0 || !find_lines(ndim, shape, dim, &lines))
        return NULL;
    npy_intp count = lines.outer * lines.inner;
    int is_small = lines.n * count <= MOST_ELEMENTS || kind == MEAN || kind == EXTREME; /* which add nothing up */
    if (lines.n == 0 || count == 0 || !is_small || !read_numbers(g, type, count, &grads) ||
        !read_numbers(r, type, count, &results))
        return NULL;
    if (kind == VARIANCE || kind == DEVIATION) {
        number = (double)lines.n - number;
        if (number <= 0)
            return NULL;
    }
    PyObject *made = PyArray_SimpleNew(ndim, shape, type);
    if (made == NULL)
        return NULL;
    run_lines(kind, type, &lines, array == NULL ? NULL : PyArray_BYTES(array), PyArray_BYTES((PyArrayObject *)made),
              grads, results, number);
    return tensor_of_array(made);
}

/* reduction_gradient(kind, grad, x, result, dim, number): see _pure/backward.py. */
PyObject *
hot_reduction_gradient(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 6) {
        PyErr_SetString(PyExc_TypeError, "reduction_gradient() takes a kind, grad, x, result, dim and a number");
        return NULL;
    }
    static const char *const names[N_KINDS] = {"mean", "extreme", "variance", "deviation", "length", "logsumexp"};
    const char *name = PyUnicode_Check(args[0]) ? PyUnicode_AsUTF8(args[0]) : "";
    double number = name == NULL ? 0 : PyFloat_AsDouble(args[5]);
    int kind = 0;
    while (!PyErr_Occurred() && kind < N_KINDS && strcmp(name, names[kind]) != 0)
        kind++;
    if (PyErr_Occurred())
        return NULL;
    if (kind == N_KINDS) {
        PyErr_Format(PyExc_ValueError, "there is no reduction of the kind %R", args[0]);
        return NULL;
    }
    PyObject *made = reduction_gradient(kind, args[1], args[2], args[3], args[4], number);
    if (made == NULL && !PyErr_Occurred())
        Py_RETURN_NONE;
    return made;
}

/* The array of a tensor that formulas may compute with directly, conjugated if the tensor is, lazily; a new reference.
 * NULL without an error: operators have to. */
static PyObject *
unseen_array(PyObject *value, int complex_too)
{
    const TensorBase *tensor = (const TensorBase *)value;
    keys_t keys = tensor->keys;
    int is_conjugated = complex_too && (keys.lo & hot.view_keys.lo) == hot.conjugate_keys.lo;
    if (is_conjugated)
        keys.lo &= ~hot.conjugate_keys.lo;
    if (!is_array(tensor->data) || (keys.lo & (hot.view_keys.lo | hot.handler_keys.lo | hot.function_keys.lo)) != 0)
        return NULL;
    PyArrayObject *array = (PyArrayObject *)tensor->data;
    int type = PyArray_TYPE(array), is_complex = type == NPY_CFLOAT || type == NPY_CDOUBLE;
    int fits = type == NPY_FLOAT || type == NPY_DOUBLE || type == NPY_BOOL || PyTypeNum_ISINTEGER(type) ||
               (complex_too && is_complex);
    if (!fits || !PyArray_ISALIGNED(array) || !PyArray_ISNOTSWAPPED(array))
        return NULL;
    if (!is_conjugated || !is_complex)
        return Py_NewRef(tensor->data);
    PyObject *plain = PyArray_Conjugate(array, NULL);
    if (plain != NULL && !is_array(plain)) /* a number, of an array without dimensions */
        Py_SETREF(plain, PyArray_FromAny(plain, NULL, 0, 0, 0, NULL));
    return plain;
}

/* What `compute_unseen` gives a function for one argument; a new reference.  NULL without an error: it cannot. */
static PyObject *
unseen_argument(PyObject *value, int complex_too)
{
    if (is_tensor(value))
        return unseen_array(value, complex_too);
    if (!PyList_CheckExact(value))
        return Py_NewRef(value);
    PyObject *list = PyList_New(PyList_GET_SIZE(value));
    for (Py_ssize_t i = 0; list != NULL && i < PyList_GET_SIZE(list); i++) {
        /* making the new list and arrays may collect garbage, whose finalizers may shorten the old one */
        PyObject *one = i < PyList_GET_SIZE(value) ? Py_NewRef(PyList_GET_ITEM(value, i)) : NULL;
        PyObject *array = one != NULL && is_tensor(one) ? unseen_array(one, complex_too) : Py_XNewRef(one);
        Py_XDECREF(one);
        if (array == NULL)
            Py_CLEAR(list);
        else
            PyList_SET_ITEM(list, i, array);
    }
    return list;
}

/* One result of such a function: an array, or a NumPy number, becomes a tensor.  Steals `result`. */
static PyObject *
unseen_tensor(PyObject *result)
{
    if (PyArray_IsScalar(result, Generic))
        Py_SETREF(result, PyArray_FromScalar(result, NULL));
    return result != NULL && is_array(result) ? tensor_of_array(result) : result;
}

/* What such a function returns.  Steals `result`. */
static PyObject *
unseen_result(PyObject *result)
{
    if (!PyTuple_CheckExact(result))
        return unseen_tensor(result);
    PyObject *all = PyTuple_New(PyTuple_GET_SIZE(result));
    for (Py_ssize_t i = 0; all != NULL && i < PyTuple_GET_SIZE(all); i++) {
        PyObject *one = unseen_tensor(Py_NewRef(PyTuple_GET_ITEM(result, i)));
        if (one == NULL)
            Py_CLEAR(all);
        else
            PyTuple_SET_ITEM(all, i, one);
    }
    Py_DECREF(result);
    return all;
}

static PyObject *
compute_unseen(PyObject *const *args, Py_ssize_t nargs, int complex_too)
{
    PyObject *given[MAX_ARGS], *result = NULL;
    if (nargs < 1 || nargs > MAX_ARGS) {
        PyErr_SetString(PyExc_TypeError, "compute_unseen() takes a function and its arguments");
        return NULL;
    }
    if (!are_unseen() || hot.quiet_variable == NULL)
        Py_RETURN_NONE;
    Py_ssize_t n = 0;
    while (n < nargs - 1 && (given[n] = unseen_argument(args[1 + n], complex_too)) != NULL)
        n++;
    if (n == nargs - 1)
        result = call_quietly(args[0], (args_t){given, n, NULL});
    for (Py_ssize_t i = 0; i < n; i++)
        Py_DECREF(given[i]);
    if (result == NULL && !PyErr_Occurred())
        Py_RETURN_NONE;
    return result == NULL ? NULL : unseen_result(result);
}

/* compute_unseen(fn, *args): see _pure/backward.py. */
PyObject *
hot_compute_unseen(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    return compute_unseen(args, nargs, 0);
}

/* compute_unseen_complex(fn, *args): see _pure/backward.py. */
PyObject *
hot_compute_unseen_complex(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    return compute_unseen(args, nargs, 1);
}

/* ---- sums ---- */

#define MOST_SUMMED 128 /* numbers that NumPy adds in one block */

#define DEFINE_SUM(T, NAME)                                                                                    \
    /* The sum of a block, added as NumPy does: eight sums side by side, which are then added pairwise. */     \
    static T NAME(const T *x, npy_intp n)                                                                      \
    {                                                                                                          \
        T total = -(T)0, part[8];                                                                              \
        npy_intp i = 0;                                                                                        \
        if (n >= 8) {                                                                                          \
            for (; i < 8; i++)                                                                                 \
                part[i] = x[i];                                                                                \
            for (; i < n - n % 8; i += 8) {                                                                    \
                for (int k = 0; k < 8; k++)                                                                    \
                    part[k] += x[i + k];                                                                       \
            }                                                                                                  \
            total = ((part[0] + part[1]) + (part[2] + part[3])) + ((part[4] + part[5]) + (part[6] + part[7])); \
        }                                                                                                      \
        for (; i < n; i++)                                                                                     \
            total += x[i];                                                                                     \
        return (T)0 + total; /* of zeros alone: 0, not -0 */                                                   \
    }
DEFINE_SUM(float, sum_floats)
DEFINE_SUM(double, sum_doubles)

#define DEFINE_SUM_ROWS(T, SUM)                                                                                \
    /* The sums over the middle one of three dimensions, added as NumPy does: what lies in a row as a block, \
     * otherwise one after the other. */ \
    static void sum_rows_##T(const T *x, T *made, npy_intp outer, npy_intp length, npy_intp inner)             \
    {                                                                                                          \
        for (npy_intp o = 0; o < outer; o++, x += length * inner, made += inner) {                             \
            if (inner == 1) {                                                                                  \
                made[0] = SUM(x, length);                                                                      \
                continue;                                                                                      \
            }                                                                                                  \
            for (npy_intp k = 0; k < inner; k++) {                                                             \
                T total = x[k];                                                                                \
                for (npy_intp i = 1; i < length; i++)                                                          \
                    total += x[i * inner + k];                                                                 \
                made[k] = (T)0 + total;                                                                        \
            }                                                                                                  \
        }                                                                                                      \
    }
DEFINE_SUM_ROWS(float, sum_floats)
DEFINE_SUM_ROWS(double, sum_doubles)

#define DEFINE_EXTREMES(T)                                                                                     \
    /* The greatest (or the least) numbers over the middle one of three dimensions; NaN if there is one.     \
     * 0: which of 0 and -0 it is depends on NumPy's order. */ \
    static int extremes_##T(const T *x, T *made, npy_intp outer, npy_intp length, npy_intp inner, int least)   \
    {                                                                                                          \
        for (npy_intp o = 0; o < outer; o++, x += length * inner, made += inner) {                             \
            for (npy_intp k = 0; k < inner; k++) {                                                             \
                T found = x[k];                                                                                \
                for (npy_intp i = 1; i < length; i++) {                                                        \
                    T one = x[i * inner + k];                                                                  \
                    if (!isnan(found) && !(least ? found <= one : found >= one))                               \
                        found = one;                                                                           \
                    else if (one == 0 && found == 0 && !signbit(one) != !signbit(found))                       \
                        return 0;                                                                              \
                }                                                                                              \
                made[k] = found;                                                                               \
            }                                                                                                  \
        }                                                                                                      \
        return 1;                                                                                              \
    }
DEFINE_EXTREMES(float)
DEFINE_EXTREMES(double)

enum { TOTAL, AVERAGE, GREATEST, LEAST };

/* Reduce the middle one of three dimensions of floats in rows; 0: the rule has to. */
static int
reduce_lines(int how, PyArrayObject *x, PyArrayObject *made, npy_intp outer, npy_intp length, npy_intp inner)
{
    void *to = PyArray_DATA(made);
    const void *from = PyArray_DATA(x);
    int is_float = PyArray_TYPE(x) == NPY_FLOAT;
    if (how >= GREATEST)
        return is_float ? extremes_float(from, to, outer, length, inner, how == LEAST)
                        : extremes_double(from, to, outer, length, inner, how == LEAST);
    if (is_float)
        sum_rows_float(from, to, outer, length, inner);
    else
        sum_rows_double(from, to, outer, length, inner);
    for (npy_intp i = 0; how == AVERAGE && i < outer * inner; i++) {
        if (is_float)
            ((float *)to)[i] /= (float)length;
        else
            ((double *)to)[i] /= (double)length;
    }
    return 1;
}

/* A few floats in rows, or in columns of two dimensions; of one dimension a copy in rows.  A new reference, NULL: the
 * rule. */
static PyArrayObject *
few_floats(PyObject *value)
{
    PyArrayObject *x = is_array(value) ? (PyArrayObject *)value : NULL;
    int type = x == NULL ? -1 : PyArray_TYPE(x);
    if ((type != NPY_FLOAT && type != NPY_DOUBLE) || PyArray_SIZE(x) < 1 || PyArray_SIZE(x) > MOST_SUMMED)
        return NULL;
    if (PyArray_ISCARRAY_RO(x) || (PyArray_NDIM(x) == 2 && PyArray_ISFARRAY_RO(x)))
        return (PyArrayObject *)Py_NewRef(value);
    return PyArray_NDIM(x) == 1 ? (PyArrayObject *)PyArray_NewCopy(x, NPY_CORDER) : NULL;
}

/* A reduction of all elements, which are a few floats in rows. */
static PyObject *
reduce_all(int how, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    PyArrayObject *x = n == 1 && kwnames == NULL ? few_floats(args[0]) : NULL;
    PyObject *made = x == NULL ? NULL : PyArray_SimpleNew(0, NULL, PyArray_TYPE(x));
    if (made != NULL && !reduce_lines(how, x, (PyArrayObject *)made, 1, PyArray_SIZE(x), 1))
        Py_CLEAR(made);
    Py_XDECREF(x);
    return made;
}

/* Which dimensions are summed, as bits; 0: the rule says what is wrong. */
static uint64_t
dims_in(PyObject *dim, int ndim)
{
    npy_intp dims[MAX_DIMS];
    int n = dim == Py_None ? 0 : PyLong_CheckExact(dim) ? read_int(dim, &dims[0]) : read_list(dim, dims);
    uint64_t chosen = 0;
    if (n < 0 || (n == 0 && PyLong_CheckExact(dim)))
        return 0;
    for (int i = 0; i < n; i++) {
        npy_intp one = dims[i] < 0 ? dims[i] + ndim : dims[i];
        if (one < 0 || one >= ndim || ((chosen >> one) & 1))
            return 0;
        chosen |= UINT64_C(1) << one;
    }
    return n == 0 ? (UINT64_C(1) << ndim) - 1 : chosen;
}

/* A reduction of one dimension of floats in rows, or in columns, or of all: NumPy adds them up as they lie in memory. */
static PyObject *
reduce_one(int how, PyArrayObject *x, uint64_t chosen, int keepdim)
{
    int ndim = PyArray_NDIM(x), n_made = 0, only = -1, takes_all = chosen == (UINT64_C(1) << ndim) - 1;
    npy_intp shape[MAX_DIMS];
    for (int i = 0; i < ndim; i++) {
        if (!((chosen >> i) & 1)) {
            shape[n_made++] = PyArray_DIM(x, i);
            continue;
        }
        if (only >= 0 && !takes_all)
            return NULL; /* NumPy's order of several dimensions is its own */
        only = i;
        if (keepdim)
            shape[n_made++] = 1;
    }
    npy_intp length = takes_all ? PyArray_SIZE(x) : PyArray_DIM(x, only), inner = 1;
    int is_turned = !PyArray_IS_C_CONTIGUOUS(x);
    for (int i = 0; i < ndim && !takes_all; i++)
        inner *= (is_turned ? i < only : i > only) ? PyArray_DIM(x, i) : 1;
    PyObject *made = PyArray_SimpleNew(n_made, shape, PyArray_TYPE(x));
    if (made != NULL && !reduce_lines(how, x, (PyArrayObject *)made, PyArray_SIZE(x) / (length * inner), length, inner))
        Py_CLEAR(made);
    return made;
}

/* The same of a few floats: (self, dim, keepdim). */
static PyObject *
reduce_dims(int how, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    if (n < 2 || n > 3 || kwnames != NULL || (n == 3 && !PyBool_Check(args[2])))
        return NULL;
    PyArrayObject *x = few_floats(args[0]);
    int ndim = x == NULL ? 0 : PyArray_NDIM(x);
    uint64_t chosen = ndim < 1 || ndim > MAX_DIMS ? 0 : dims_in(args[1], ndim);
    PyObject *made = chosen == 0 ? NULL : reduce_one(how, x, chosen, n == 3 && args[2] == Py_True);
    Py_XDECREF(x);
    return made;
}

#define REDUCTION(name, reduce, how)                                                                 \
    PyObject *name(PyObject *Py_UNUSED(ops), PyObject *const *args, Py_ssize_t n, PyObject *kwnames) \
    {                                                                                                \
        return reduce(how, args, n, kwnames);                                                        \
    }
REDUCTION(reduce_sum, reduce_all, TOTAL)
REDUCTION(reduce_sum_dims, reduce_dims, TOTAL)
REDUCTION(reduce_mean, reduce_all, AVERAGE)
REDUCTION(reduce_mean_dims, reduce_dims, AVERAGE)
REDUCTION(reduce_max, reduce_all, GREATEST)
REDUCTION(reduce_amax, reduce_dims, GREATEST)
REDUCTION(reduce_min, reduce_all, LEAST)
REDUCTION(reduce_amin, reduce_dims, LEAST)

/* ---- sums of large arrays ---- */

#define LANES 32   /* sums side by side: the compiler adds several at a time */
#define PIECE 1024 /* elements whose sum is taken in their own type; these are added up in float64 */

#define DEFINE_LONG_SUM(real)                                                \
    static double sum_of_##real(const real *x, npy_intp n)                   \
    {                                                                        \
        double total = 0;                                                    \
        for (npy_intp start = 0; start < n; start += PIECE) {                \
            npy_intp end = n - start < PIECE ? n : start + PIECE, i = start; \
            real lanes[LANES] = {0}, sum = 0;                                \
            for (; i + LANES <= end; i += LANES) {                           \
                for (int k = 0; k < LANES; k++)                              \
                    lanes[k] += x[i + k];                                    \
            }                                                                \
            for (int k = 0; i < end; i++, k++)                               \
                lanes[k] += x[i];                                            \
            for (int k = 0; k < LANES; k++)                                  \
                sum += lanes[k];                                             \
            total += (double)sum;                                            \
        }                                                                    \
        return total;                                                        \
    }

DEFINE_LONG_SUM(float)
DEFINE_LONG_SUM(double)

/* sum_rows(rows, out): the sum of each row of packed floats; False: Python sums them. */
PyObject *
hot_sum_rows(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 2) {
        PyErr_SetString(PyExc_TypeError, "sum_rows() takes rows and an array for their sums");
        return NULL;
    }
    PyArrayObject *rows = (PyArrayObject *)args[0], *out = (PyArrayObject *)args[1];
    if (!is_array(args[0]) || !is_array(args[1]) || PyArray_NDIM(rows) != 2 || PyArray_NDIM(out) != 1)
        Py_RETURN_FALSE;
    int type = PyArray_TYPE(rows);
    npy_intp count = PyArray_DIM(rows, 0), length = PyArray_DIM(rows, 1);
    if ((type != NPY_FLOAT && type != NPY_DOUBLE) || PyArray_TYPE(out) != type || PyArray_DIM(out, 0) != count ||
        !PyArray_ISCARRAY_RO(rows) || !PyArray_ISCARRAY(out))
        Py_RETURN_FALSE;
    const char *from = PyArray_BYTES(rows);
    void *to = PyArray_DATA(out);
    npy_intp bytes = length * PyArray_ITEMSIZE(rows);
    Py_BEGIN_ALLOW_THREADS;
    for (npy_intp i = 0; i < count; i++, from += bytes) {
        if (type == NPY_FLOAT)
            ((float *)to)[i] = (float)sum_of_float((const float *)(const void *)from, length);
        else
            ((double *)to)[i] = sum_of_double((const double *)(const void *)from, length);
    }
    Py_END_ALLOW_THREADS;
    Py_RETURN_TRUE;
}
