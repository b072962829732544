/* Copies of small tensors in which a part along one dimension is replaced.  Twin: wye/aten/composites/view_copy.py. */
#include "views.h"

/* The array of a plain tensor; NULL: Python has to look. */
static PyArrayObject *
known_array(PyObject *value)
{
    if (!Py_IS_TYPE(value, hot.plain_type))
        return NULL;
    TensorBase *tensor = (TensorBase *)value;
    if ((tensor->keys.lo & ~REQUIRES_GRAD) != hot.array_keys.lo || tensor->keys.hi != hot.array_keys.hi ||
        tensor->data == NULL || !is_array(tensor->data))
        return NULL;
    PyArrayObject *array = (PyArrayObject *)tensor->data;
    return PyArray_ISALIGNED(array) && PyArray_ISNOTSWAPPED(array) && !PyDataType_REFCHK(PyArray_DESCR(array)) ? array
                                                                                                               : NULL;
}

/* The same of one in rows, which has its memory for itself. */
static PyArrayObject *
whole_array(PyObject *value, int is_alone)
{
    PyArrayObject *array = known_array(value);
    if (array == NULL || !PyArray_IS_C_CONTIGUOUS(array))
        return NULL;
    if (!is_alone)
        return array;
    const Storage *storage = storage_of((TensorBase *)value);
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

/* Can no two elements share memory, by the strides? */
static int
has_no_overlap(PyArrayObject *array)
{
    int ndim = PyArray_NDIM(array);
    for (int i = 0; i < ndim; i++) {
        npy_intp step = PyArray_STRIDE(array, i), reach = PyArray_ITEMSIZE(array);
        for (int k = 0; k < ndim; k++) { /* the bytes of all that lies closer together */
            npy_intp other = PyArray_STRIDE(array, k);
            if (other < step || (other == step && k > i))
                reach += (PyArray_DIM(array, k) - 1) * other;
        }
        if (PyArray_DIM(array, i) > 1 && step < reach)
            return 0;
    }
    return 1;
}

/* The same copy of a tensor that shares its memory: all of the memory is copied, and the copy lies in it as the tensor
 * does.  NULL without an error: Python has to look. */
static PyObject *
replaced_in_memory(PyObject *value, PyObject *src, int dim, npy_intp start, npy_intp count, npy_intp step)
{
    PyArrayObject *array = known_array(value), *part = known_array(src);
    if (array == NULL || part == NULL || PyArray_DESCR(array) != PyArray_DESCR(part) || PyArray_SIZE(array) == 0 ||
        PyArray_NDIM(array) > MAX_DIMS || !fits_in(array, part, dim, count) || !has_no_overlap(array))
        return NULL;
    const Storage *storage = storage_of((TensorBase *)value);
    npy_intp itemsize = PyArray_ITEMSIZE(array), size = PyArray_DIM(array, dim), n = count < 0 ? 1 : count;
    if (storage == NULL)
        PyErr_Clear();
    if (storage == NULL || storage->start == NULL || storage->guarded || storage->nbytes % itemsize != 0 || start < 0 ||
        step < 1 || (n > 0 && (start >= size || (n - 1) > (size - 1 - start) / step)))
        return NULL;
    npy_intp offset = PyArray_BYTES(array) - storage->start, length = storage->nbytes / itemsize,
             end = offset + itemsize;
    for (int i = 0; i < PyArray_NDIM(array); i++)
        end += (PyArray_DIM(array, i) - 1) * PyArray_STRIDE(array, i);
    if (offset < 0 || end > storage->nbytes)
        return NULL;
    PyArray_Descr *dtype = PyArray_DESCR(array);
    Py_INCREF(dtype);
    PyArrayObject *memory = (PyArrayObject *)PyArray_Empty(1, &length, dtype, 0);
    if (memory == NULL)
        return NULL;
    memcpy(PyArray_BYTES(memory), storage->start, (size_t)storage->nbytes);
    geometry_t g = {.ndim = PyArray_NDIM(array), .offset = offset};
    copy_numbers(g.shape, PyArray_DIMS(array), g.ndim);
    copy_numbers(g.strides, PyArray_STRIDES(array), g.ndim);
    PyObject *shown = array_of((PyObject *)memory, &g), *seen = NULL, *made = NULL;
    g.offset += start * g.strides[dim];
    g.shape[dim] = n;
    g.strides[dim] *= step;
    if (count < 0)
        take_out(&g, dim);
    if (shown != NULL)
        seen = array_of((PyObject *)memory, &g);
    PyObject *whole = seen == NULL ? NULL : tensor_of_array(Py_NewRef((PyObject *)memory));
    if (whole != NULL && PyArray_CopyInto((PyArrayObject *)seen, part) == 0)
        made = view_tensor(Py_NewRef(shown), whole, 0);
    if (made != NULL)
        Py_CLEAR(((TensorBase *)made)->version);
    Py_XDECREF(whole);
    Py_XDECREF(seen);
    Py_XDECREF(shown);
    Py_DECREF(memory);
    return made;
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
    return array != NULL && PyArray_SIZE(array) > 0 && has_packed_strides(array) ? array : NULL;
}

SHORTCUT(replace_selected)
{
    PyArrayObject *array = n == 4 && require_numpy() == 0 ? known_array(args[0]) : NULL;
    int dim;
    npy_intp at;
    if (array == NULL || !read_dim(args[2], PyArray_NDIM(array), &dim) || !read_int(args[3], &at))
        return NULL;
    at += at < 0 ? PyArray_DIM(array, dim) : 0;
    PyArrayObject *whole = whole_rows(args[0]);
    PyObject *made = whole == NULL ? NULL : replaced(whole, whole_array(args[1], 0), dim, at, -1, 1);
    return made != NULL || PyErr_Occurred() ? made : replaced_in_memory(args[0], args[1], dim, at, -1, 1);
}

SHORTCUT(replace_sliced)
{
    PyArrayObject *array = n >= 2 && n <= 6 && require_numpy() == 0 ? known_array(args[0]) : NULL;
    int dim = 0;
    npy_intp start = 0, end = NPY_MAX_INTP, step = 1;
    if (array == NULL || PyArray_NDIM(array) == 0 || (n > 2 && !read_dim(args[2], PyArray_NDIM(array), &dim)) ||
        (n > 3 && args[3] != Py_None && !read_int(args[3], &start)) ||
        (n > 4 && args[4] != Py_None && !read_int(args[4], &end)) || (n > 5 && !read_int(args[5], &step)) || step < 1)
        return NULL;
    Py_ssize_t from = start, to = end, count = PySlice_AdjustIndices(PyArray_DIM(array, dim), &from, &to, step);
    PyArrayObject *whole = whole_rows(args[0]);
    PyObject *made = whole == NULL ? NULL : replaced(whole, whole_array(args[1], 0), dim, from, count, step);
    return made != NULL || PyErr_Occurred() ? made : replaced_in_memory(args[0], args[1], dim, from, count, step);
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
