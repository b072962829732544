/* Copies of small tensors in which a part along one dimension is replaced.  Twin: wye/aten/composites/view_copy.py. */
#include "views.h"

/* The array of a plain tensor in rows, which has its memory for itself; NULL: Python has to look. */
static PyArrayObject *
whole_array(PyObject *value, int is_alone)
{
    if (!Py_IS_TYPE(value, hot.plain_type))
        return NULL;
    TensorBase *tensor = (TensorBase *)value;
    if ((tensor->keys.lo & ~REQUIRES_GRAD) != hot.array_keys.lo || tensor->keys.hi != hot.array_keys.hi ||
        tensor->data == NULL || !is_array(tensor->data))
        return NULL;
    PyArrayObject *array = (PyArrayObject *)tensor->data;
    if (!PyArray_IS_C_CONTIGUOUS(array) || !PyArray_ISALIGNED(array) || !PyArray_ISNOTSWAPPED(array) ||
        PyDataType_REFCHK(PyArray_DESCR(array)))
        return NULL;
    if (!is_alone)
        return array;
    const Storage *storage = storage_of(tensor);
    if (storage == NULL) {
        PyErr_Clear();
        return NULL;
    }
    return storage->nbytes == PyArray_NBYTES(array) ? array : NULL;
}

/* Has `part` the sizes of `whole`, with `count` in the dimension `dim`?  Without that dimension where `count` is -1. */
static int
fits_in(PyArrayObject *whole, PyArrayObject *part, int dim, npy_intp count)
{
    int ndim = PyArray_NDIM(whole), gone = count < 0;
    if (PyArray_NDIM(part) != ndim - gone)
        return 0;
    for (int i = 0; i < ndim; i++) {
        npy_intp wanted = i == dim ? count : PyArray_DIM(whole, i);
        if (!(gone && i == dim) && PyArray_DIM(part, i - (gone && i > dim)) != wanted)
            return 0;
    }
    return 1;
}

/* A copy of `whole` in which `part` is at `count` places from `start` on along a dimension; `count` is -1 for one place,
 * without that dimension.  NULL without an error: Python has to look. */
static PyObject *
replaced(PyArrayObject *whole, PyArrayObject *part, npy_intp dim, npy_intp start, npy_intp count, npy_intp step)
{
    if (whole == NULL || part == NULL || PyArray_DESCR(whole) != PyArray_DESCR(part))
        return NULL;
    dim += dim < 0 ? PyArray_NDIM(whole) : 0;
    if (dim < 0 || dim >= PyArray_NDIM(whole) || !fits_in(whole, part, (int)dim, count))
        return NULL;
    npy_intp size = PyArray_DIM(whole, dim), n = count < 0 ? 1 : count;
    if (start < 0 || step < 1 || (n > 0 && (start >= size || (n - 1) > (size - 1 - start) / step)))
        return NULL;
    PyObject *made = PyArray_NewCopy(whole, NPY_CORDER);
    if (made == NULL)
        return NULL;
    npy_intp inner = PyArray_ITEMSIZE(whole), outer = 1;
    for (int i = 0; i < PyArray_NDIM(whole); i++)
        *(i < dim ? &outer : &inner) *= i == dim ? 1 : PyArray_DIM(whole, i);
    char *to = PyArray_BYTES((PyArrayObject *)made) + start * inner;
    const char *from = PyArray_BYTES(part);
    for (npy_intp i = 0; i < outer; i++, to += size * inner) {
        for (npy_intp k = 0; k < n && inner > 0; k++, from += inner)
            memcpy(to + k * step * inner, from, (size_t)inner);
    }
    return tensor_over(hot.plain_type, hot.array_keys, made);
}

/* place_along(whole, part, dim, start, count, step): such a copy; None: Python has to look. */
PyObject *
hot_place_along(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    npy_intp numbers[4];
    if (nargs != 6) {
        PyErr_SetString(PyExc_TypeError, "place_along() takes two tensors and four integers");
        return NULL;
    }
    for (int i = 0; i < 4; i++) {
        numbers[i] = PyLong_AsSsize_t(args[i + 2]);
        if (numbers[i] == -1 && PyErr_Occurred())
            return NULL;
    }
    if (require_numpy() < 0)
        return NULL;
    PyArrayObject *whole = whole_array(args[0], 1), *part = whole_array(args[1], 0);
    PyObject *made = replaced(whole, part, numbers[0], numbers[1], numbers[2], numbers[3]);
    return made == NULL && !PyErr_Occurred() ? Py_NewRef(Py_None) : made;
}

/* ---- shortcuts: select_scatter, slice_scatter, diagonal_scatter ---- */

/* The array of a tensor whose copy lies in rows as well: copies keep the strides of dimensions of size 1. */
static PyArrayObject *
whole_rows(PyObject *value)
{
    PyArrayObject *array = require_numpy() < 0 ? NULL : whole_array(value, 1);
    if (array == NULL || PyArray_SIZE(array) == 0)
        return NULL;
    npy_intp step = PyArray_ITEMSIZE(array);
    for (int i = PyArray_NDIM(array) - 1; i >= 0; i--) {
        if (PyArray_STRIDE(array, i) != step)
            return NULL;
        step *= PyArray_DIM(array, i);
    }
    return array;
}

SHORTCUT(replace_selected)
{
    PyArrayObject *whole = n == 4 ? whole_rows(args[0]) : NULL;
    int dim;
    npy_intp at;
    if (whole == NULL || !read_dim(args[2], PyArray_NDIM(whole), &dim) || !read_int(args[3], &at))
        return NULL;
    return replaced(whole, whole_array(args[1], 0), dim, at < 0 ? at + PyArray_DIM(whole, dim) : at, -1, 1);
}

SHORTCUT(replace_sliced)
{
    PyArrayObject *whole = n >= 2 && n <= 6 ? whole_rows(args[0]) : NULL;
    int dim = 0;
    npy_intp start = 0, end = NPY_MAX_INTP, step = 1;
    if (whole == NULL || PyArray_NDIM(whole) == 0 || (n > 2 && !read_dim(args[2], PyArray_NDIM(whole), &dim)) ||
        (n > 3 && args[3] != Py_None && !read_int(args[3], &start)) ||
        (n > 4 && args[4] != Py_None && !read_int(args[4], &end)) || (n > 5 && !read_int(args[5], &step)) || step < 1)
        return NULL;
    Py_ssize_t from = start, to = end, count = PySlice_AdjustIndices(PyArray_DIM(whole, dim), &from, &to, step);
    return replaced(whole, whole_array(args[1], 0), dim, from, count, step);
}

SHORTCUT(replace_diagonal)
{
    PyArrayObject *whole = n >= 2 && n <= 5 ? whole_rows(args[0]) : NULL, *part;
    int first = 0, second = 1;
    npy_intp offset = 0;
    if (whole == NULL || PyArray_NDIM(whole) != 2 || (n > 2 && !read_int(args[2], &offset)) ||
        (n > 3 && !read_dim(args[3], 2, &first)) || (n > 4 && !read_dim(args[4], 2, &second)) || first == second)
        return NULL;
    npy_intp rows = PyArray_DIM(whole, 0), columns = PyArray_DIM(whole, 1), itemsize = PyArray_ITEMSIZE(whole);
    if (offset > rows + columns || offset < -(rows + columns))
        return NULL;
    offset = first == 0 ? offset : -offset;
    if (offset >= columns || offset <= -rows || (part = whole_array(args[1], 0)) == NULL ||
        PyArray_DESCR(whole) != PyArray_DESCR(part))
        return NULL;
    npy_intp down = offset < 0 ? -offset : 0, across = offset > 0 ? offset : 0;
    npy_intp count = rows - down < columns - across ? rows - down : columns - across;
    if (PyArray_NDIM(part) != 1 || PyArray_DIM(part, 0) != count)
        return NULL;
    PyObject *made = PyArray_NewCopy(whole, NPY_CORDER);
    if (made == NULL)
        return NULL;
    char *to = PyArray_BYTES((PyArrayObject *)made) + (down * columns + across) * itemsize;
    const char *from = PyArray_BYTES(part);
    for (npy_intp i = 0; i < count; i++, to += (columns + 1) * itemsize, from += itemsize)
        memcpy(to, from, (size_t)itemsize);
    return tensor_over(hot.plain_type, hot.array_keys, made);
}
