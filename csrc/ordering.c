/* Elements of short lines in order: topk, kthvalue, median.
 *
 * Small row-major arrays of floats without NaN only; the Python rules (aten/kernels/reduce_order.py), which are the
 * twins, have the rest and the errors.  See Note [Shortcuts are rules in C].
 */
#include "views.h"
#include <math.h>

#define MOST_ELEMENTS (1 << 12)
#define LONGEST_LINE 64

/* An array as lines along one dimension: `outer` groups of `inner` lines of n elements. */
typedef struct {
    PyArrayObject *array;
    int type, dim;
    npy_intp outer, n, inner;
} lines_t;

static int
read_lines(PyObject *value, PyObject *dim, lines_t *lines)
{
    PyArrayObject *array = (PyArrayObject *)value;
    if (!is_array(value) || !PyArray_ISCARRAY_RO(array) || PyArray_NDIM(array) == 0 || PyArray_NDIM(array) > MAX_DIMS ||
        PyArray_SIZE(array) == 0 || PyArray_SIZE(array) > MOST_ELEMENTS)
        return 0;
    npy_intp step = PyArray_ITEMSIZE(array);
    for (int i = PyArray_NDIM(array) - 1; i >= 0; i--) {
        if (PyArray_STRIDE(array, i) != step || PyArray_DIM(array, i) == 1)
            return 0; /* strides of dimensions of size 1 are the rule's */
        step *= PyArray_DIM(array, i);
    }
    *lines = (lines_t){array, PyArray_TYPE(array), PyArray_NDIM(array) - 1, 1, 1, 1};
    if ((lines->type != NPY_FLOAT && lines->type != NPY_DOUBLE) ||
        (dim != NULL && !read_dim(dim, PyArray_NDIM(array), &lines->dim)))
        return 0;
    for (int i = 0; i < PyArray_NDIM(array); i++)
        *(i < lines->dim ? &lines->outer : i == lines->dim ? &lines->n : &lines->inner) *= PyArray_DIM(array, i);
    return lines->n <= LONGEST_LINE;
}

/* Read a line and the order of its elements, equal ones as they come; 0: one is NaN. */
static int
order_line(const lines_t *lines, npy_intp line, int descending, double *values, npy_int64 *order)
{
    npy_intp start = line / lines->inner * lines->n * lines->inner + line % lines->inner;
    for (npy_intp i = 0; i < lines->n; i++) {
        npy_intp at = start + i * lines->inner, k = i;
        double value = lines->type == NPY_FLOAT ? (double)((const float *)PyArray_DATA(lines->array))[at]
                                                : ((const double *)PyArray_DATA(lines->array))[at];
        if (isnan(value))
            return 0;
        values[i] = value;
        for (; k > 0 && (descending ? values[order[k - 1]] < value : values[order[k - 1]] > value); k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
    return 1;
}

static void
store(PyObject *made, PyObject *places, npy_intp at, double value, npy_int64 place, int type)
{
    ((npy_int64 *)PyArray_DATA((PyArrayObject *)places))[at] = place;
    if (type == NPY_FLOAT)
        ((float *)PyArray_DATA((PyArrayObject *)made))[at] = (float)value;
    else
        ((double *)PyArray_DATA((PyArrayObject *)made))[at] = value;
}

/* Both results; steals them.  NULL where one is missing, or not `ok`. */
static PyObject *
two(PyObject *made, PyObject *places, int ok)
{
    PyObject *both = ok && made != NULL && places != NULL ? PyTuple_Pack(2, made, places) : NULL;
    Py_XDECREF(made);
    Py_XDECREF(places);
    return both;
}

/* Is a value here twice among neighbours in order? */
static int
has_equal(const lines_t *lines, const double *values, const npy_int64 *order, npy_intp number)
{
    return (number > 0 && values[order[number - 1]] == values[order[number]]) ||
           (number < lines->n - 1 && values[order[number + 1]] == values[order[number]]);
}

SHORTCUT(order_topk)
{
    lines_t lines;
    npy_intp k, shape[MAX_DIMS];
    if (n < 2 || n > 5 || !read_lines(args[0], n > 2 ? args[2] : NULL, &lines) || !read_int(args[1], &k) || k < 1 ||
        k > lines.n || (n > 3 && !PyBool_Check(args[3])) || (n > 4 && !PyBool_Check(args[4])))
        return NULL;
    int ndim = PyArray_NDIM(lines.array), ok = 1, descending = n < 4 || args[3] == Py_True;
    memcpy(shape, PyArray_DIMS(lines.array), (size_t)ndim * sizeof(npy_intp));
    shape[lines.dim] = k;
    PyObject *made = PyArray_SimpleNew(ndim, shape, lines.type), *places = PyArray_SimpleNew(ndim, shape, NPY_INT64);
    double values[LONGEST_LINE];
    npy_int64 order[LONGEST_LINE];
    for (npy_intp line = 0; made != NULL && places != NULL && ok && line < lines.outer * lines.inner; line++) {
        ok = order_line(&lines, line, descending, values, order);
        for (npy_intp i = 0; ok && i < k; i++) {
            ok = !has_equal(&lines, values, order, i); /* which of them is the rule's choice */
            store(made, places, (line / lines.inner * k + i) * lines.inner + line % lines.inner, values[order[i]],
                  order[i], lines.type);
        }
    }
    return two(made, places, ok);
}

/* The element with a number in the order of its line. */
static PyObject *
one_of_lines(const lines_t *lines, npy_intp number, int keepdim)
{
    npy_intp shape[MAX_DIMS];
    int ndim = 0, ok = 1;
    for (int i = 0; i < PyArray_NDIM(lines->array); i++) {
        if (i != lines->dim || keepdim)
            shape[ndim++] = i == lines->dim ? 1 : PyArray_DIM(lines->array, i);
    }
    PyObject *made = PyArray_SimpleNew(ndim, shape, lines->type);
    PyObject *places = PyArray_SimpleNew(ndim, shape, NPY_INT64);
    double values[LONGEST_LINE];
    npy_int64 order[LONGEST_LINE];
    for (npy_intp line = 0; made != NULL && places != NULL && ok && line < lines->outer * lines->inner; line++) {
        ok = order_line(lines, line, 0, values, order) && !has_equal(lines, values, order, number);
        if (ok)
            store(made, places, line, values[order[number]], order[number], lines->type);
    }
    return two(made, places, ok);
}

SHORTCUT(order_median)
{
    lines_t lines;
    if (n < 2 || n > 3 || (n > 2 && args[2] != Py_False) || !read_lines(args[0], args[1], &lines))
        return NULL;
    return one_of_lines(&lines, (lines.n - 1) / 2, 0);
}

SHORTCUT(order_kth)
{
    lines_t lines;
    npy_intp k;
    if (n < 2 || n > 4 || !read_lines(args[0], n > 2 ? args[2] : NULL, &lines) || !read_int(args[1], &k) || k < 1 ||
        k > lines.n || (n > 3 && args[3] != Py_False))
        return NULL;
    return one_of_lines(&lines, k - 1, 0);
}
