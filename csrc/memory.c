/* The memory behind arrays: which of them share it, and views that stay inside of it. */
#include "arrays.h"

/* The array that an array got its memory from, at the end of the chain; borrowed. */
static PyObject *
owner_of(PyObject *array)
{
    PyObject *base = PyArray_BASE((PyArrayObject *)array);
    while (base != NULL && PyArray_Check(base)) {
        array = base;
        base = PyArray_BASE((PyArrayObject *)array);
    }
    return array;
}

/* The object that identifies the memory of a tensor or array (equal for all that share it), borrowed; NULL: neither. */
static PyObject *
memory_of(PyObject *value)
{
    PyObject *memory = value;
    if (is_tensor(value)) {
        const TensorBase *tensor = (TensorBase *)value;
        memory = tensor->storage == NULL ? tensor->data : tensor->storage->memory;
        if (memory == NULL || !PyArray_Check(memory)) /* without data: the storage itself */
            return tensor->storage == NULL ? memory : (PyObject *)tensor->storage;
    }
    return PyArray_Check(memory) ? owner_of(memory) : NULL;
}

/* Do two tensors or arrays share memory, or view parts of one buffer? */
int
shares_memory(PyObject *a, PyObject *b)
{
    if (LIKELY(Py_TYPE(a) == hot.plain_type && Py_TYPE(b) == hot.plain_type)) { /* the common case: two owners */
        PyObject *one = ((TensorBase *)a)->data, *other = ((TensorBase *)b)->data;
        if (one != other && is_array(one) && is_array(other) &&
            (PyArray_FLAGS((PyArrayObject *)one) & PyArray_FLAGS((PyArrayObject *)other) & NPY_ARRAY_OWNDATA))
            return 0;
    }
    if (!knows_numpy())
        return 0;
    PyObject *one = memory_of(a), *other = memory_of(b);
    if (one == NULL || other == NULL || one == other)
        return one != NULL && one == other;
    if (!PyArray_Check(one) || !PyArray_Check(other) ||
        (PyArray_FLAGS((PyArrayObject *)one) & PyArray_FLAGS((PyArrayObject *)other) & NPY_ARRAY_OWNDATA))
        return 0;
    char *low[2], *high[2]; /* two arrays may view one buffer that is not itself an array */
    array_extent(one, &low[0], &high[0]);
    array_extent(other, &low[1], &high[1]);
    return low[0] < high[1] && low[1] < high[0];
}

PyObject *
hot_shares_memory(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 2) {
        PyErr_SetString(PyExc_TypeError, "shares_memory() takes two tensors or arrays");
        return NULL;
    }
    return PyBool_FromLong(shares_memory(args[0], args[1]));
}

/* ---- views of it ---- */

static int
read_lengths(PyObject *tuple, npy_intp *lengths)
{
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(tuple); i++) {
        lengths[i] = PyNumber_AsSsize_t(PyTuple_GET_ITEM(tuple, i), PyExc_OverflowError);
        if (lengths[i] == -1 && PyErr_Occurred())
            return -1;
    }
    return 0;
}

/* Do elements with these sizes and strides, from `first` on, lie inside of the memory that `array` is a part of? */
static int
lie_inside(PyObject *array, char *first, Py_ssize_t offset, int ndim, const npy_intp *shape, const npy_intp *strides)
{
    npy_intp before = offset, after = offset, reach, n = 1;
    for (int i = 0; i < ndim; i++) {
        if (shape[i] < 0)
            return 0;
        n = shape[i] == 0 ? 0 : n;
    }
    if (n == 0)
        return 1; /* no elements */
    for (int i = 0; i < ndim; i++) {
        npy_intp *where = strides[i] < 0 ? &before : &after;
        if (MULTIPLY_OVERFLOWS(shape[i] - 1, strides[i], &reach) || ADD_OVERFLOWS(*where, reach, where))
            return 0;
    }
    char *low, *high;
    array_extent(owner_of(array), &low, &high);
    npy_intp itemsize = PyArray_ITEMSIZE((PyArrayObject *)array);
    return before >= low - first && after <= high - first - itemsize;
}

/* Set a clear error for an impossible view; replaces NumPy's error about numbers that are too large. */
static PyObject *
refuse_view(PyObject *array, PyObject *const *args)
{
    char *low, *high;
    PyErr_Clear();
    array_extent(owner_of(array), &low, &high);
    PyErr_Format(PyExc_RuntimeError,
                 "sizes %R, strides %R and start %R, in bytes, reach outside of the memory, which has %zd bytes",
                 args[1], args[2], args[3], (Py_ssize_t)(high - low));
    return NULL;
}

PyObject *
hot_restride(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    if (require_numpy() < 0)
        return NULL;
    if (nargs != 4 || !PyArray_Check(args[0]) || !PyTuple_Check(args[1]) || !PyTuple_Check(args[2]) ||
        PyTuple_GET_SIZE(args[1]) != PyTuple_GET_SIZE(args[2])) {
        PyErr_SetString(PyExc_TypeError, "restride() takes an array, two tuples of the same length, and an offset");
        return NULL;
    }
    Py_ssize_t ndim = PyTuple_GET_SIZE(args[1]);
    if (ndim > NUMPY_DIMS) {
        PyErr_Format(PyExc_RuntimeError, "a tensor has at most %d dimensions, not %zd", NUMPY_DIMS, ndim);
        return NULL;
    }
    npy_intp shape[NUMPY_DIMS], strides[NUMPY_DIMS];
    PyArrayObject *from = (PyArrayObject *)args[0];
    Py_ssize_t offset = PyNumber_AsSsize_t(args[3], PyExc_OverflowError);
    if ((offset == -1 && PyErr_Occurred()) || read_lengths(args[1], shape) < 0 || read_lengths(args[2], strides) < 0)
        return PyErr_ExceptionMatches(PyExc_OverflowError) ? refuse_view(args[0], args) : NULL;
    if (!lie_inside(args[0], PyArray_BYTES(from), offset, (int)ndim, shape, strides))
        return refuse_view(args[0], args);
    PyArray_Descr *dtype = PyArray_DESCR(from);
    Py_INCREF(dtype);
    PyObject *made = PyArray_NewFromDescr(&PyArray_Type, dtype, (int)ndim, shape, strides,
                                          (char *)((uintptr_t)PyArray_BYTES(from) + (uintptr_t)offset),
                                          PyArray_FLAGS(from) & NPY_ARRAY_WRITEABLE, NULL);
    if (made == NULL) /* sizes whose product is too large */
        return PyErr_ExceptionMatches(PyExc_ValueError) ? refuse_view(args[0], args) : NULL;
    if (PyArray_SetBaseObject((PyArrayObject *)made, Py_NewRef(args[0])) < 0)
        Py_CLEAR(made);
    return made;
}

PyObject *
hot_data_ptr(PyObject *Py_UNUSED(module), PyObject *array)
{
    if (require_numpy() < 0)
        return NULL;
    if (!PyArray_Check(array)) {
        PyErr_Format(PyExc_TypeError, "data_ptr() takes an array, not %.100s", Py_TYPE(array)->tp_name);
        return NULL;
    }
    return PyLong_FromVoidPtr(PyArray_DATA((PyArrayObject *)array));
}
