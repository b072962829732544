/* Are two arrays equal?  Small row-major arrays of one dtype; the Python rule (aten/kernels/elementwise_copy.py), which
 * is the twin, has the rest.  See Note [Shortcuts are rules in C].
 */
#include "views.h"

#define MOST_ELEMENTS (1 << 12)

static int
is_small(PyObject *value)
{
    PyArrayObject *array = (PyArrayObject *)value;
    return is_array(value) && PyArray_SIZE(array) > 0 && PyArray_SIZE(array) <= MOST_ELEMENTS &&
           PyArray_ISALIGNED(array) && PyArray_ISNOTSWAPPED(array) && has_packed_strides(array);
}

static int
floats_equal(const float *x, const float *y, npy_intp n)
{
    npy_intp i = 0;
    while (i < n && x[i] == y[i])
        i++;
    return i == n;
}

static int
doubles_equal(const double *x, const double *y, npy_intp n)
{
    npy_intp i = 0;
    while (i < n && x[i] == y[i])
        i++;
    return i == n;
}

SHORTCUT(compare_equal)
{
    if (n != 2 || !is_small(args[0]) || !is_small(args[1]))
        return NULL;
    PyArrayObject *x = (PyArrayObject *)args[0], *y = (PyArrayObject *)args[1];
    const void *first = PyArray_DATA(x), *second = PyArray_DATA(y);
    npy_intp size = PyArray_SIZE(x);
    int type = PyArray_TYPE(x);
    if (type != PyArray_TYPE(y) || PyArray_NDIM(x) != PyArray_NDIM(y) ||
        !PyArray_CompareLists(PyArray_DIMS(x), PyArray_DIMS(y), PyArray_NDIM(x)))
        return NULL;
    if (type == NPY_FLOAT || type == NPY_CFLOAT)
        return PyBool_FromLong(floats_equal(first, second, type == NPY_FLOAT ? size : 2 * size));
    if (type == NPY_DOUBLE || type == NPY_CDOUBLE)
        return PyBool_FromLong(doubles_equal(first, second, type == NPY_DOUBLE ? size : 2 * size));
    if (PyTypeNum_ISINTEGER(type))
        return PyBool_FromLong(memcmp(first, second, (size_t)(size * PyArray_ITEMSIZE(x))) == 0);
    return NULL; /* a byte of a bool may be any that is not 0; other floats have NaN */
}
