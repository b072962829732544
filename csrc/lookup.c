/* Elements at positions of leading dimensions, or under a mask of them: index and index_put.
 *
 * Small row-major arrays of the common dtypes with valid positions only; the Python rules (aten/kernels/index.py), which
 * are the twins, have the rest and the errors.  See Note [Shortcuts are rules in C].
 */
#include "views.h"

#define MOST_ELEMENTS (1 << 14) /* of an array; larger ones: the rule, where the time does not matter */
#define FEW_ROWS 64

/* The rows that an index names: what is left of an array behind its first `depth` dimensions. */
typedef struct {
    int depth, ndim;
    npy_intp shape[MAX_DIMS]; /* of the index */
    npy_intp count, bytes;    /* of rows, in each of them */
    npy_intp *at, few[FEW_ROWS];
} rows_t;

/* Is it a small row-major array with elements, and without dimensions whose strides do not matter? */
static int
is_plain(PyObject *value)
{
    PyArrayObject *array = (PyArrayObject *)value;
    if (!is_array(value) || PyArray_TYPE(array) >= N_DTYPES || PyArray_SIZE(array) == 0 ||
        PyArray_SIZE(array) > MOST_ELEMENTS || PyArray_NDIM(array) > MAX_DIMS || !PyArray_ISCARRAY_RO(array))
        return 0;
    for (int i = 0; i < PyArray_NDIM(array); i++) {
        if (PyArray_DIM(array, i) == 1)
            return 0;
    }
    return 1;
}

static int
reserve(rows_t *rows, npy_intp count)
{
    rows->count = count;
    rows->at = count <= FEW_ROWS ? rows->few : PyMem_Calloc((size_t)count, sizeof(npy_intp));
    return rows->at != NULL;
}

static void
release(rows_t *rows)
{
    if (rows->at != rows->few)
        PyMem_Free(rows->at);
}

/* Rows under a mask. */
static int
read_mask(PyArrayObject *self, PyArrayObject *mask, rows_t *rows)
{
    rows->depth = PyArray_NDIM(mask);
    if (rows->depth == 0 || rows->depth > PyArray_NDIM(self) ||
        !PyArray_CompareLists(PyArray_DIMS(self), PyArray_DIMS(mask), rows->depth))
        return 0;
    const npy_bool *flags = PyArray_DATA(mask);
    npy_intp size = PyArray_SIZE(mask), count = 0;
    for (npy_intp i = 0; i < size; i++)
        count += flags[i] != 0;
    if (count == 0 || !reserve(rows, count))
        return 0;
    rows->ndim = 1;
    rows->shape[0] = count;
    for (npy_intp i = 0, k = 0; i < size; i++) {
        if (flags[i])
            rows->at[k++] = i;
    }
    return 1;
}

/* Rows at positions of the first dimensions, one array for each of them, all of one shape. */
static int
read_positions(PyArrayObject *self, PyObject *list, rows_t *rows)
{
    rows->depth = (int)PyList_GET_SIZE(list);
    PyArrayObject *first = (PyArrayObject *)PyList_GET_ITEM(list, 0);
    for (int k = 0; k < rows->depth; k++) {
        PyObject *one = PyList_GET_ITEM(list, k);
        PyArrayObject *array = (PyArrayObject *)one;
        if (!is_array(one) || PyArray_TYPE(array) != NPY_INT64 || !PyArray_ISCARRAY_RO(array) ||
            PyArray_NDIM(array) != PyArray_NDIM(first) ||
            !PyArray_CompareLists(PyArray_DIMS(array), PyArray_DIMS(first), PyArray_NDIM(first)))
            return 0;
    }
    rows->ndim = PyArray_NDIM(first);
    if (rows->ndim == 0 || rows->ndim > MAX_DIMS || PyArray_SIZE(first) == 0 || PyArray_SIZE(first) > MOST_ELEMENTS ||
        !reserve(rows, PyArray_SIZE(first)))
        return 0;
    memcpy(rows->shape, PyArray_DIMS(first), (size_t)rows->ndim * sizeof(npy_intp));
    memset(rows->at, 0, (size_t)rows->count * sizeof(npy_intp));
    for (int k = 0; k < rows->depth; k++) {
        const npy_int64 *at = PyArray_DATA((PyArrayObject *)PyList_GET_ITEM(list, k));
        npy_intp size = PyArray_DIM(self, k);
        for (npy_intp i = 0; i < rows->count; i++) {
            if (at[i] < -size || at[i] >= size) {
                release(rows);
                return 0;
            }
            rows->at[i] = rows->at[i] * size + (at[i] < 0 ? at[i] + size : at[i]);
        }
    }
    return 1;
}

/* The rows that a list of indices names; 0: the rule.  They are to be released. */
static int
read_rows(PyObject *array, PyObject *list, rows_t *rows)
{
    if (!is_plain(array) || !PyList_CheckExact(list) || PyList_GET_SIZE(list) == 0 ||
        PyList_GET_SIZE(list) > PyArray_NDIM((PyArrayObject *)array))
        return 0;
    PyArrayObject *self = (PyArrayObject *)array;
    PyObject *first = PyList_GET_ITEM(list, 0);
    int is_mask = PyList_GET_SIZE(list) == 1 && is_plain(first) && PyArray_TYPE((PyArrayObject *)first) == NPY_BOOL;
    if (is_mask ? !read_mask(self, (PyArrayObject *)first, rows)
                : !is_array(first) || !read_positions(self, list, rows))
        return 0;
    rows->bytes = PyArray_ITEMSIZE(self);
    for (int i = rows->depth; i < PyArray_NDIM(self); i++)
        rows->bytes *= PyArray_DIM(self, i);
    return 1;
}

/* The shape of what is picked; its dimensions, or -1. */
static int
picked_shape(PyArrayObject *self, const rows_t *rows, npy_intp *shape)
{
    int rest = PyArray_NDIM(self) - rows->depth;
    if (rows->ndim + rest > MAX_DIMS || rows->count * (rows->bytes / PyArray_ITEMSIZE(self)) > MOST_ELEMENTS)
        return -1;
    memcpy(shape, rows->shape, (size_t)rows->ndim * sizeof(npy_intp));
    memcpy(shape + rows->ndim, PyArray_DIMS(self) + rows->depth, (size_t)rest * sizeof(npy_intp));
    return rows->ndim + rest;
}

SHORTCUT(look_up_rows)
{
    rows_t rows;
    npy_intp shape[MAX_DIMS];
    if (n != 2 || !read_rows(args[0], args[1], &rows))
        return NULL;
    PyArrayObject *self = (PyArrayObject *)args[0];
    int ndim = picked_shape(self, &rows, shape);
    PyObject *made = ndim < 0 ? NULL : PyArray_SimpleNew(ndim, shape, PyArray_TYPE(self));
    char *to = made == NULL ? NULL : PyArray_BYTES((PyArrayObject *)made);
    for (npy_intp i = 0; to != NULL && i < rows.count; i++, to += rows.bytes)
        memcpy(to, PyArray_BYTES(self) + rows.at[i] * rows.bytes, (size_t)rows.bytes);
    release(&rows);
    return made;
}

/* How far apart the values of rows lie: each has its own, all have the same, or all elements have one; -1: the rule. */
static npy_intp
value_step(PyArrayObject *self, PyArrayObject *values, const rows_t *rows, int *is_one)
{
    npy_intp shape[MAX_DIMS];
    int ndim = picked_shape(self, rows, shape), rest = PyArray_NDIM(self) - rows->depth;
    *is_one = PyArray_NDIM(values) == 0;
    if (*is_one)
        return 0;
    if (PyArray_NDIM(values) == ndim && PyArray_CompareLists(PyArray_DIMS(values), shape, ndim))
        return rows->bytes;
    return PyArray_NDIM(values) == rest && PyArray_CompareLists(PyArray_DIMS(values), shape + rows->ndim, rest) ? 0
                                                                                                                : -1;
}

static void
put_row(char *to, const char *from, npy_intp bytes, npy_intp step, int type, int accumulate)
{
    npy_intp size = type == NPY_FLOAT ? 4 : 8;
    if (!accumulate && step != 0) {
        memcpy(to, from, (size_t)bytes);
        return;
    }
    for (npy_intp k = 0; k < bytes; k += size, from += step) {
        if (!accumulate)
            memcpy(to + k, from, (size_t)size);
        else if (type == NPY_FLOAT)
            *(float *)(void *)(to + k) += *(const float *)(const void *)from;
        else
            *(double *)(void *)(to + k) += *(const double *)(const void *)from;
    }
}

/* Do two arrays share no memory? */
static int
are_apart(PyObject *one, PyObject *other)
{
    char *low, *high, *start, *end;
    array_extent(one, &low, &high);
    array_extent(other, &start, &end);
    return high <= start || end <= low;
}

static PyObject *
put_rows(PyObject *const *args, Py_ssize_t n, int in_place)
{
    rows_t rows;
    if (n < 3 || n > 4 || (n == 4 && !PyBool_Check(args[3])) || !is_array(args[0]) || !is_array(args[2]) ||
        !PyArray_ISCARRAY_RO((PyArrayObject *)args[2]) || !read_rows(args[0], args[1], &rows))
        return NULL;
    PyArrayObject *self = (PyArrayObject *)args[0], *values = (PyArrayObject *)args[2];
    int type = PyArray_TYPE(self), is_one, accumulate = n == 4 && args[3] == Py_True;
    npy_intp step = value_step(self, values, &rows, &is_one), unit = PyArray_ITEMSIZE(self);
    int fits = step >= 0 && (type == NPY_FLOAT || type == NPY_DOUBLE) && PyArray_TYPE(values) == type;
    if (in_place)
        fits = fits && PyArray_ISWRITEABLE(self) && are_apart(args[0], args[2]);
    for (Py_ssize_t i = 0; in_place && fits && i < PyList_GET_SIZE(args[1]); i++)
        fits = are_apart(args[0], PyList_GET_ITEM(args[1], i));
    PyObject *made = !fits ? NULL : in_place ? Py_NewRef(args[0]) : PyArray_NewCopy(self, NPY_CORDER);
    for (npy_intp i = 0; made != NULL && i < rows.count; i++)
        put_row(PyArray_BYTES((PyArrayObject *)made) + rows.at[i] * rows.bytes, PyArray_BYTES(values) + i * step,
                rows.bytes, is_one ? 0 : unit, type, accumulate);
    release(&rows);
    return made;
}

SHORTCUT(look_up_put)
{
    return put_rows(args, n, 0);
}

SHORTCUT(look_up_put_in_place)
{
    return put_rows(args, n, 1);
}
