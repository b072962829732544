/* Copies of small tensors in which a part along one dimension is replaced.  Twin: wye/aten/composites/view_copy.py. */
#include "arrays.h"
#include "hot.h"

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

/* place_along(whole, part, dim, start, count, step): a copy of `whole` in which `part` is at `count` places from `start` on
 * along a dimension; `count` is -1 for one place, without that dimension.  None: Python has to look. */
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
    npy_intp dim = numbers[0], start = numbers[1], count = numbers[2], step = numbers[3];
    if (require_numpy() < 0)
        return NULL;
    PyArrayObject *whole = whole_array(args[0], 1), *part = whole_array(args[1], 0);
    if (whole == NULL || part == NULL || PyArray_DESCR(whole) != PyArray_DESCR(part))
        Py_RETURN_NONE;
    dim += dim < 0 ? PyArray_NDIM(whole) : 0;
    if (dim < 0 || dim >= PyArray_NDIM(whole) || !fits_in(whole, part, (int)dim, count))
        Py_RETURN_NONE;
    npy_intp size = PyArray_DIM(whole, dim), n = count < 0 ? 1 : count;
    if (start < 0 || step < 1 || (n > 0 && (start >= size || (n - 1) > (size - 1 - start) / step)))
        Py_RETURN_NONE;
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
