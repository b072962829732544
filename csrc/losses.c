/* Means of losses over small arrays, and their gradients.
 *
 * Row-major arrays of one float dtype and shape only; the Python rules
 * (aten/kernels/nn_loss.py, nn_loss_backward.py), which are the twins, have the
 * rest and the errors.  See Note [Shortcuts are rules in C].
 */
#include "views.h"
#include <math.h>

#define MOST_ELEMENTS (1 << 14)
#define MEAN 1

enum { SQUARED, SMOOTH, HUBER, CROSS_ENTROPY };

/* The arguments of a loss of pairs of elements. */
typedef struct {
    int kind, type;
    npy_intp n;
    const void *x, *y;
    double limit;
} pairs_t;

static int
is_plain(PyObject *value)
{
    PyArrayObject *array = (PyArrayObject *)value;
    if (!is_array(value) || !PyArray_ISCARRAY_RO(array) ||
        (PyArray_TYPE(array) != NPY_FLOAT && PyArray_TYPE(array) != NPY_DOUBLE) || PyArray_SIZE(array) == 0 ||
        PyArray_SIZE(array) > MOST_ELEMENTS)
        return 0;
    return has_packed_strides(array);
}

/* Is it the number 1, for a mean? */
static int
is_mean(PyObject *value)
{
    npy_intp number;
    return read_int(value, &number) && number == MEAN;
}

static int
read_pairs(int kind, PyObject *self, PyObject *target, pairs_t *pairs)
{
    PyArrayObject *x = (PyArrayObject *)self, *y = (PyArrayObject *)target;
    if (!is_plain(self) || !is_plain(target) || PyArray_TYPE(x) != PyArray_TYPE(y) ||
        PyArray_NDIM(x) != PyArray_NDIM(y) || PyArray_NDIM(x) == 0 ||
        !PyArray_CompareLists(PyArray_DIMS(x), PyArray_DIMS(y), PyArray_NDIM(x)))
        return 0;
    *pairs = (pairs_t){kind, PyArray_TYPE(x), PyArray_SIZE(x), PyArray_DATA(x), PyArray_DATA(y), 1};
    return 1;
}

static double
element(const void *data, npy_intp at, int type)
{
    return type == NPY_FLOAT ? (double)((const float *)data)[at] : ((const double *)data)[at];
}

/* The loss of one pair. */
static double
loss_of(const pairs_t *pairs, double x, double y)
{
    double d = x - y, size = fabs(d), least = size > pairs->limit ? pairs->limit : size;
    if (pairs->kind == SQUARED)
        return d * d;
    if (pairs->kind == CROSS_ENTROPY)
        return (y - 1) * fmax(log1p(-x), -100) - y * fmax(log(x), -100);
    return least * (size - 0.5 * least) / (pairs->kind == SMOOTH ? pairs->limit : 1);
}

/* Its derivative. */
static double
slope_of(const pairs_t *pairs, double x, double y)
{
    double d = x - y, most = pairs->kind == SMOOTH ? 1 : pairs->limit;
    if (pairs->kind == SQUARED)
        return 2 * d;
    if (pairs->kind == CROSS_ENTROPY)
        return d / fmax((1 - x) * x, 1e-12);
    d = pairs->kind == SMOOTH ? d / pairs->limit : d;
    return d > most ? most : d < -most ? -most : d;
}

/* One number as an array without dimensions. */
static PyObject *
number_of(double value, int type)
{
    PyObject *made = PyArray_SimpleNew(0, NULL, type);
    if (made != NULL && type == NPY_FLOAT)
        *(float *)PyArray_DATA((PyArrayObject *)made) = (float)value;
    else if (made != NULL)
        *(double *)PyArray_DATA((PyArrayObject *)made) = value;
    return made;
}

static PyObject *
mean_of(const pairs_t *pairs)
{
    double sum = 0;
    for (npy_intp i = 0; i < pairs->n; i++) {
        double x = element(pairs->x, i, pairs->type), y = element(pairs->y, i, pairs->type);
        if (pairs->kind == CROSS_ENTROPY && !(x >= 0 && x <= 1 && y >= 0 && y <= 1))
            return NULL;
        sum += loss_of(pairs, x, y);
    }
    return number_of(sum / (double)pairs->n, pairs->type);
}

static PyObject *
slopes_of(const pairs_t *pairs, PyObject *grad, PyObject *like)
{
    if (!is_plain(grad) || PyArray_NDIM((PyArrayObject *)grad) != 0 ||
        PyArray_TYPE((PyArrayObject *)grad) != pairs->type)
        return NULL;
    PyArrayObject *array = (PyArrayObject *)like;
    PyObject *made = PyArray_SimpleNew(PyArray_NDIM(array), PyArray_DIMS(array), pairs->type);
    double scale = element(PyArray_DATA((PyArrayObject *)grad), 0, pairs->type) / (double)pairs->n;
    void *to = made == NULL ? NULL : PyArray_DATA((PyArrayObject *)made);
    for (npy_intp i = 0; to != NULL && i < pairs->n; i++) {
        double slope = scale * slope_of(pairs, element(pairs->x, i, pairs->type), element(pairs->y, i, pairs->type));
        if (pairs->type == NPY_FLOAT)
            ((float *)to)[i] = (float)slope;
        else
            ((double *)to)[i] = slope;
    }
    return made;
}

/* Read the limit between parabola and line; 0: the rule. */
static int
read_limit(PyObject *value, pairs_t *pairs)
{
    pairs->limit = PyFloat_CheckExact(value) ? PyFloat_AS_DOUBLE(value) : 0;
    return pairs->limit > 0 && isfinite(pairs->limit);
}

SHORTCUT(loss_mse)
{
    pairs_t pairs;
    return n >= 2 && n <= 3 && (n < 3 || is_mean(args[2])) && read_pairs(SQUARED, args[0], args[1], &pairs)
               ? mean_of(&pairs)
               : NULL;
}

SHORTCUT(loss_mse_backward)
{
    pairs_t pairs;
    return n == 4 && is_mean(args[3]) && read_pairs(SQUARED, args[1], args[2], &pairs)
               ? slopes_of(&pairs, args[0], args[1])
               : NULL;
}

static PyObject *
two_parts(int kind, PyObject *const *args, Py_ssize_t n)
{
    pairs_t pairs;
    return n >= 2 && n <= 4 && (n < 3 || is_mean(args[2])) && read_pairs(kind, args[0], args[1], &pairs) &&
                   (n < 4 || read_limit(args[3], &pairs))
               ? mean_of(&pairs)
               : NULL;
}

static PyObject *
two_parts_backward(int kind, PyObject *const *args, Py_ssize_t n)
{
    pairs_t pairs;
    return n == 5 && is_mean(args[3]) && read_pairs(kind, args[1], args[2], &pairs) && read_limit(args[4], &pairs)
               ? slopes_of(&pairs, args[0], args[1])
               : NULL;
}

SHORTCUT(loss_smooth_l1)
{
    return two_parts(SMOOTH, args, n);
}

SHORTCUT(loss_smooth_l1_backward)
{
    return two_parts_backward(SMOOTH, args, n);
}

SHORTCUT(loss_huber)
{
    return two_parts(HUBER, args, n);
}

SHORTCUT(loss_huber_backward)
{
    return two_parts_backward(HUBER, args, n);
}

SHORTCUT(loss_cross_entropy)
{
    pairs_t pairs;
    return n >= 2 && n <= 4 && (n < 3 || args[2] == Py_None) && (n < 4 || is_mean(args[3])) &&
                   read_pairs(CROSS_ENTROPY, args[0], args[1], &pairs)
               ? mean_of(&pairs)
               : NULL;
}

SHORTCUT(loss_cross_entropy_backward)
{
    pairs_t pairs;
    return n >= 3 && n <= 5 && (n < 4 || args[3] == Py_None) && (n < 5 || is_mean(args[4])) &&
                   read_pairs(CROSS_ENTROPY, args[1], args[2], &pairs)
               ? slopes_of(&pairs, args[0], args[1])
               : NULL;
}

/* ---- one class for each row ---- */

/* Rows of values, and a class for each, all of which count; 0: the rule. */
static int
read_classes(PyObject *self, PyObject *target, PyObject *ignored)
{
    PyArrayObject *x = (PyArrayObject *)self, *at = (PyArrayObject *)target;
    npy_intp ignore;
    if (!is_plain(self) || PyArray_NDIM(x) != 2 || !is_array(target) || PyArray_TYPE(at) != NPY_INT64 ||
        !PyArray_ISCARRAY_RO(at) || PyArray_NDIM(at) != 1 || PyArray_DIM(at, 0) != PyArray_DIM(x, 0) ||
        !read_int(ignored, &ignore))
        return 0;
    for (npy_intp i = 0; i < PyArray_DIM(at, 0); i++) {
        npy_int64 one = ((const npy_int64 *)PyArray_DATA(at))[i];
        if (one < 0 || one >= PyArray_DIM(x, 1) || one == ignore)
            return 0;
    }
    return 1;
}

SHORTCUT(loss_nll)
{
    if (n != 5 || args[2] != Py_None || !is_mean(args[3]) || !read_classes(args[0], args[1], args[4]))
        return NULL;
    PyArrayObject *x = (PyArrayObject *)args[0];
    const npy_int64 *at = PyArray_DATA((PyArrayObject *)args[1]);
    npy_intp rows = PyArray_DIM(x, 0), columns = PyArray_DIM(x, 1);
    double sum = 0;
    for (npy_intp i = 0; i < rows; i++)
        sum += element(PyArray_DATA(x), i * columns + at[i], PyArray_TYPE(x));
    PyObject *loss = number_of(-sum / (double)rows, PyArray_TYPE(x));
    PyObject *total = number_of((double)rows, PyArray_TYPE(x));
    PyObject *both = loss == NULL || total == NULL ? NULL : PyTuple_Pack(2, loss, total);
    Py_XDECREF(loss);
    Py_XDECREF(total);
    return both;
}

SHORTCUT(loss_nll_backward)
{
    if (n != 7 || args[3] != Py_None || !is_mean(args[4]) || !read_classes(args[1], args[2], args[5]) ||
        !is_plain(args[0]) || !is_plain(args[6]))
        return NULL;
    PyArrayObject *x = (PyArrayObject *)args[1], *grad = (PyArrayObject *)args[0], *total = (PyArrayObject *)args[6];
    int type = PyArray_TYPE(x);
    if (PyArray_NDIM(grad) != 0 || PyArray_NDIM(total) != 0 || PyArray_TYPE(grad) != type ||
        PyArray_TYPE(total) != type)
        return NULL;
    PyObject *made = PyArray_ZEROS(2, PyArray_DIMS(x), type, 0);
    const npy_int64 *at = PyArray_DATA((PyArrayObject *)args[2]);
    double slope = -element(PyArray_DATA(grad), 0, type) / element(PyArray_DATA(total), 0, type);
    void *to = made == NULL ? NULL : PyArray_DATA((PyArrayObject *)made);
    for (npy_intp i = 0; to != NULL && i < PyArray_DIM(x, 0); i++) {
        npy_intp place = i * PyArray_DIM(x, 1) + at[i];
        if (type == NPY_FLOAT)
            ((float *)to)[place] = (float)slope;
        else
            ((double *)to)[place] = slope;
    }
    return made;
}
