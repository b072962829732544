/* Elimination in small matrices: LU factors and triangular systems.
 *
 * Twin: src/wye/aten/kernels/linalg_solve.py, which does the same operations in the same order and is asked where
 * nothing is done here.  Products are rounded before they are subtracted: the module is compiled for ISO C.
 * One small system (`solve_small`) is solved in float64 and rounded once; its twin is LAPACK (aten/arrays/lapack.py).
 */
#include "arrays.h"
#include <math.h>

#define MOST_SIDE 32  /* larger matrices: Python, which works in blocks */
#define SMALL_SIDE 16 /* larger systems: LAPACK */

/* Is it a row-major array [batch, rows, columns] of this float type that can be written to? */
static int
is_batch(PyObject *value, int ndim, int type)
{
    PyArrayObject *array = (PyArrayObject *)value;
    return is_array(value) && PyArray_NDIM(array) == ndim && PyArray_TYPE(array) == type && PyArray_ISCARRAY(array);
}

#define DEFINE_FOR(real, magnitude)                                                                                 \
    static void eliminate_##real(real *lu, npy_int64 *pivots, npy_intp m, npy_intp n)                               \
    {                                                                                                               \
        for (npy_intp column = 0; column < m && column < n; column++) {                                             \
            npy_intp best = column;                                                                                 \
            real largest = magnitude(lu[column * n + column]);                                                      \
            for (npy_intp row = column + 1; row < m && !isnan(largest); row++) {                                    \
                real size = magnitude(lu[row * n + column]);                                                        \
                if (size > largest || isnan(size)) {                                                                \
                    best = row;                                                                                     \
                    largest = size;                                                                                 \
                }                                                                                                   \
            }                                                                                                       \
            pivots[column] = best;                                                                                  \
            for (npy_intp k = 0; best != column && k < n; k++) {                                                    \
                real kept = lu[column * n + k];                                                                     \
                lu[column * n + k] = lu[best * n + k];                                                              \
                lu[best * n + k] = kept;                                                                            \
            }                                                                                                       \
            real pivot = lu[column * n + column];                                                                   \
            pivot = pivot == 0 ? 1 : pivot;                                                                         \
            for (npy_intp row = column + 1; row < m; row++) {                                                       \
                real factor = lu[row * n + column] /= pivot;                                                        \
                for (npy_intp k = column + 1; k < n; k++) {                                                         \
                    real product = factor * lu[column * n + k];                                                     \
                    lu[row * n + k] -= product;                                                                     \
                }                                                                                                   \
            }                                                                                                       \
        }                                                                                                           \
    }                                                                                                               \
                                                                                                                    \
    static void substitute_##real(const real *triangle, real *x, npy_intp n, npy_intp k, int is_upper, int is_unit) \
    {                                                                                                               \
        for (npy_intp done = 0; done < n; done++) {                                                                 \
            npy_intp row = is_upper ? n - 1 - done : done;                                                          \
            for (npy_intp i = 0; !is_unit && i < k; i++)                                                            \
                x[row * k + i] /= triangle[row * n + row];                                                          \
            for (npy_intp other = is_upper ? 0 : row + 1; other < (is_upper ? row : n); other++) {                  \
                for (npy_intp i = 0; i < k; i++) {                                                                  \
                    real product = triangle[other * n + row] * x[row * k + i];                                      \
                    x[other * k + i] -= product;                                                                    \
                }                                                                                                   \
            }                                                                                                       \
        }                                                                                                           \
    }

DEFINE_FOR(float, fabsf)
DEFINE_FOR(double, fabs)

/* eliminate(lu, pivots): L and U in the place of matrices, and with which row each row was exchanged; False: nothing is
 * done, and Python has to do it. */
PyObject *
hot_eliminate(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 2) {
        PyErr_SetString(PyExc_TypeError, "eliminate() takes matrices and an array for pivots");
        return NULL;
    }
    int type = is_array(args[0]) ? PyArray_TYPE((PyArrayObject *)args[0]) : -1;
    if ((type != NPY_FLOAT && type != NPY_DOUBLE) || !is_batch(args[0], 3, type) || !is_batch(args[1], 2, NPY_INT64))
        Py_RETURN_FALSE;
    PyArrayObject *lu = (PyArrayObject *)args[0], *pivots = (PyArrayObject *)args[1];
    npy_intp count = PyArray_DIM(lu, 0), m = PyArray_DIM(lu, 1), n = PyArray_DIM(lu, 2), least = m < n ? m : n;
    if (m > MOST_SIDE || n > MOST_SIDE || PyArray_DIM(pivots, 0) != count || PyArray_DIM(pivots, 1) != least)
        Py_RETURN_FALSE;
    for (npy_intp i = 0; i < count; i++) {
        npy_int64 *to = (npy_int64 *)PyArray_DATA(pivots) + i * least;
        if (type == NPY_FLOAT)
            eliminate_float((float *)PyArray_DATA(lu) + i * m * n, to, m, n);
        else
            eliminate_double((double *)PyArray_DATA(lu) + i * m * n, to, m, n);
    }
    Py_RETURN_TRUE;
}

/* substitute(triangle, x, upper, unit): solutions of triangular systems in the place of their right sides; False: as
 * above. */
PyObject *
hot_substitute(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 4) {
        PyErr_SetString(PyExc_TypeError, "substitute() takes triangles, right sides and two bools");
        return NULL;
    }
    int type = is_array(args[0]) ? PyArray_TYPE((PyArrayObject *)args[0]) : -1;
    if ((type != NPY_FLOAT && type != NPY_DOUBLE) || !is_batch(args[1], 3, type) ||
        PyArray_NDIM((PyArrayObject *)args[0]) != 3 || !PyArray_ISCARRAY_RO((PyArrayObject *)args[0]))
        Py_RETURN_FALSE;
    PyArrayObject *triangle = (PyArrayObject *)args[0], *x = (PyArrayObject *)args[1];
    npy_intp count = PyArray_DIM(x, 0), n = PyArray_DIM(x, 1), k = PyArray_DIM(x, 2);
    if (n > MOST_SIDE || PyArray_DIM(triangle, 0) != count || PyArray_DIM(triangle, 1) != n ||
        PyArray_DIM(triangle, 2) != n || k > (1 << 16))
        Py_RETURN_FALSE;
    int is_upper = args[2] == Py_True, is_unit = args[3] == Py_True;
    for (npy_intp i = 0; i < count; i++) {
        if (type == NPY_FLOAT)
            substitute_float((const float *)PyArray_DATA(triangle) + i * n * n, (float *)PyArray_DATA(x) + i * n * k, n,
                             k, is_upper, is_unit);
        else
            substitute_double((const double *)PyArray_DATA(triangle) + i * n * n, (double *)PyArray_DATA(x) + i * n * k,
                              n, k, is_upper, is_unit);
    }
    Py_RETURN_TRUE;
}

/* Is it one square matrix of floats, with a side from 1 to the given one? */
static int
is_small_square(PyObject *value, npy_intp most)
{
    PyArrayObject *array = (PyArrayObject *)value;
    return is_array(value) && PyArray_NDIM(array) == 2 && PyArray_DIM(array, 0) == PyArray_DIM(array, 1) &&
           PyArray_DIM(array, 0) >= 1 && PyArray_DIM(array, 0) <= most && PyArray_ISALIGNED(array) &&
           PyArray_ISNOTSWAPPED(array) && (PyArray_TYPE(array) == NPY_FLOAT || PyArray_TYPE(array) == NPY_DOUBLE);
}

/* The elements of a matrix, or of a vector as one column, row by row as doubles; are all finite? */
static int
read_rows(PyArrayObject *array, double *rows, npy_intp n, npy_intp k)
{
    const char *data = PyArray_DATA(array);
    npy_intp down = PyArray_STRIDE(array, 0), right = PyArray_NDIM(array) == 2 ? PyArray_STRIDE(array, 1) : 0;
    int is_finite = 1;
    for (npy_intp i = 0; i < n; i++) {
        for (npy_intp j = 0; j < k; j++) {
            const char *at = data + i * down + j * right;
            double one = PyArray_TYPE(array) == NPY_FLOAT ? *(const float *)at : *(const double *)at;
            is_finite &= isfinite(one) != 0;
            rows[i * k + j] = one;
        }
    }
    return is_finite;
}

/* Solutions in the place of right sides, by the factors of a matrix; are they finite? */
static int
solve_rows(double *lu, double *x, npy_intp n, npy_intp k)
{
    npy_int64 pivots[SMALL_SIDE];
    eliminate_double(lu, pivots, n, n);
    for (npy_intp row = 0; row < n; row++) {
        if (lu[row * n + row] == 0)
            return 0;
        for (npy_intp i = 0; pivots[row] != row && i < k; i++) {
            double kept = x[row * k + i];
            x[row * k + i] = x[pivots[row] * k + i];
            x[pivots[row] * k + i] = kept;
        }
    }
    substitute_double(lu, x, n, k, 0, 1);
    substitute_double(lu, x, n, k, 1, 0);
    int is_finite = 1;
    for (npy_intp i = 0; i < n * k; i++)
        is_finite &= isfinite(x[i]) != 0;
    return is_finite;
}

/* solve_small(a, b, in_columns): the solution of AX = B of one small system; None: it has none, or is another kind. */
PyObject *
hot_solve_small(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 3) {
        PyErr_SetString(PyExc_TypeError, "solve_small() takes a matrix, right sides and a bool");
        return NULL;
    }
    PyArrayObject *a = (PyArrayObject *)args[0], *b = (PyArrayObject *)args[1];
    if (!is_small_square(args[0], SMALL_SIDE) || !is_array(args[1]) || PyArray_TYPE(b) != PyArray_TYPE(a) ||
        (PyArray_NDIM(b) != 1 && PyArray_NDIM(b) != 2) || !PyArray_ISALIGNED(b) || !PyArray_ISNOTSWAPPED(b))
        Py_RETURN_NONE;
    npy_intp n = PyArray_DIM(a, 0), k = PyArray_NDIM(b) == 2 ? PyArray_DIM(b, 1) : 1;
    if (PyArray_DIM(b, 0) != n || k < 1 || k > 2 * SMALL_SIDE)
        Py_RETURN_NONE;
    double lu[SMALL_SIDE * SMALL_SIDE], x[2 * SMALL_SIDE * SMALL_SIDE];
    if (!read_rows(a, lu, n, n) || !read_rows(b, x, n, k) || !solve_rows(lu, x, n, k))
        Py_RETURN_NONE;
    int in_columns = args[2] == Py_True;
    PyObject *made = PyArray_EMPTY(PyArray_NDIM(b), PyArray_DIMS(b), PyArray_TYPE(a), in_columns);
    if (made == NULL)
        return NULL;
    void *to = PyArray_DATA((PyArrayObject *)made);
    int is_finite = 1; /* a double may be too large for a float */
    for (npy_intp i = 0; i < n; i++) {
        for (npy_intp j = 0; j < k; j++) {
            npy_intp at = in_columns ? j * n + i : i * k + j;
            if (PyArray_TYPE(a) == NPY_FLOAT)
                is_finite &= isfinite(((float *)to)[at] = (float)x[i * k + j]) != 0;
            else
                ((double *)to)[at] = x[i * k + j];
        }
    }
    if (is_finite)
        return made;
    Py_DECREF(made);
    Py_RETURN_NONE;
}

#define DEFINE_FACTORS(real, log_of)                                                                                  \
    static int factors_##real(PyArrayObject *a, real *rows, npy_int64 *pivots, npy_intp n, int turned, real *columns, \
                              npy_int32 *places, real *sizes)                                                         \
    {                                                                                                                 \
        const char *data = PyArray_DATA(a);                                                                           \
        npy_intp down = PyArray_STRIDE(a, turned), right = PyArray_STRIDE(a, !turned);                                \
        for (npy_intp i = 0; i < n; i++)                                                                              \
            for (npy_intp j = 0; j < n; j++)                                                                          \
                rows[i * n + j] = *(const real *)(data + i * down + j * right);                                       \
        eliminate_##real(rows, pivots, n, n);                                                                         \
        int is_regular = 1;                                                                                           \
        sizes[0] = sizes[1] = 1; /* the determinant, its sign, the logarithm of its absolute value */                 \
        sizes[2] = 0;                                                                                                 \
        for (npy_intp i = 0; i < n; i++) {                                                                            \
            real one = rows[i * n + i], flip = pivots[i] == i ? (real)1 : (real) - 1;                                 \
            sizes[0] *= one;                                                                                          \
            sizes[1] *= flip * (isnan(one) ? one : (real)((one > 0) - (one < 0)));                                    \
            sizes[2] += log_of(one < 0 ? -one : one);                                                                 \
            is_regular &= one != 0 && isfinite(one);                                                                  \
            places[i] = (npy_int32)pivots[i] + 1;                                                                     \
            for (npy_intp j = 0; j < n; j++)                                                                          \
                columns[j * n + i] = rows[i * n + j];                                                                 \
        }                                                                                                             \
        for (npy_intp i = 0; i < n; i++)                                                                              \
            sizes[0] = pivots[i] == i ? sizes[0] : -sizes[0];                                                         \
        return is_regular;                                                                                            \
    }

DEFINE_FACTORS(float, logf)
DEFINE_FACTORS(double, log)

/* factor_small(a, turned): the factors of one small matrix, or of its transpose, in columns; its pivots from 1; its
 * determinant, the sign of that, and the logarithm of its absolute value.  None: it has no inverse, or is another. */
PyObject *
hot_factor_small(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 2) {
        PyErr_SetString(PyExc_TypeError, "factor_small() takes a matrix and a bool");
        return NULL;
    }
    if (!is_small_square(args[0], SMALL_SIDE))
        Py_RETURN_NONE;
    PyArrayObject *a = (PyArrayObject *)args[0];
    int type = PyArray_TYPE(a), turned = args[1] == Py_True, is_regular;
    npy_intp n = PyArray_DIM(a, 0);
    PyObject *lu = PyArray_EMPTY(2, PyArray_DIMS(a), type, 1), *places = PyArray_EMPTY(1, &n, NPY_INT32, 0);
    PyObject *made[3] = {NULL, NULL, NULL}, *found = NULL;
    for (int i = 0; i < 3; i++)
        made[i] = PyArray_EMPTY(0, NULL, type, 0);
    if (lu == NULL || places == NULL || made[0] == NULL || made[1] == NULL || made[2] == NULL)
        goto done;
    npy_int64 pivots[SMALL_SIDE];
    npy_int32 *to = PyArray_DATA((PyArrayObject *)places);
    void *columns = PyArray_DATA((PyArrayObject *)lu);
    if (type == NPY_FLOAT) {
        float rows[SMALL_SIDE * SMALL_SIDE], sizes[3];
        is_regular = factors_float(a, rows, pivots, n, turned, columns, to, sizes);
        for (int i = 0; i < 3; i++)
            *(float *)PyArray_DATA((PyArrayObject *)made[i]) = sizes[i];
    }
    else {
        double rows[SMALL_SIDE * SMALL_SIDE], sizes[3];
        is_regular = factors_double(a, rows, pivots, n, turned, columns, to, sizes);
        for (int i = 0; i < 3; i++)
            *(double *)PyArray_DATA((PyArrayObject *)made[i]) = sizes[i];
    }
    found = is_regular ? PyTuple_Pack(5, lu, places, made[0], made[1], made[2]) : Py_NewRef(Py_None);
done:
    Py_XDECREF(lu);
    Py_XDECREF(places);
    for (int i = 0; i < 3; i++)
        Py_XDECREF(made[i]);
    return found;
}
