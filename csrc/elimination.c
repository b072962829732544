/* Elimination in small matrices: LU factors and triangular systems.
 *
 * Twin: src/wye/aten/kernels/linalg_solve.py, which does the same operations in the same order and is asked where
 * nothing is done here.  Products are rounded before they are subtracted: the module is compiled for ISO C.
 */
#include "arrays.h"
#include <math.h>

#define MOST_SIDE 32 /* larger matrices: Python, which works in blocks */

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
