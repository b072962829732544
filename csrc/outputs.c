/* Results that go where the caller says: `f(..., out=tensor)` for small tensors.
 *
 * The functional operator makes the result, whose dtype and shape show whether it fits; then it is copied.  What does
 * not fit at once is left to the rule in Python, which is the twin.
 * See Note [Small outputs].
 * See Note [Shortcuts are rules in C].
 */
#include "views.h"

#define MOST_ELEMENTS 8192
#define MOST_VALUES 16

/* Is it a plain tensor over small row-major memory that can be written? */
static int
takes_results(PyObject *tensor)
{
    if (Py_TYPE(tensor) != hot.plain_type || !is_array(((TensorBase *)tensor)->data))
        return 0;
    PyArrayObject *array = (PyArrayObject *)((TensorBase *)tensor)->data;
    return PyArray_TYPE(array) < N_DTYPES && PyArray_ISCARRAY(array) && PyArray_SIZE(array) > 0 &&
           PyArray_SIZE(array) <= MOST_ELEMENTS;
}

/* May the memory of a row-major array be that of an operand that is another array? */
static int
may_share(PyArrayObject *target, PyObject *operand)
{
    if (!is_tensor(operand))
        return 0;
    PyObject *data = ((TensorBase *)operand)->data;
    if (data == (PyObject *)target)
        return 0;
    if (!is_array(data))
        return 1;
    if (PyArray_BASE(target) == NULL && PyArray_BASE((PyArrayObject *)data) == NULL)
        return 0; /* each owns its memory */
    const char *first = PyArray_BYTES((PyArrayObject *)data), *last = first;
    for (int i = 0; i < PyArray_NDIM((PyArrayObject *)data); i++) {
        npy_intp far = (PyArray_DIM((PyArrayObject *)data, i) - 1) * PyArray_STRIDE((PyArrayObject *)data, i);
        if (far < 0)
            first += far;
        else
            last += far;
    }
    return first < PyArray_BYTES(target) + PyArray_NBYTES(target) &&
           PyArray_BYTES(target) < last + PyArray_ITEMSIZE((PyArrayObject *)data);
}

/* Copy a result that has the dtype and the shape of the target; 0: it has not, -1: an error. */
static int
store(PyArrayObject *target, PyObject *made)
{
    PyObject *data = is_tensor(made) ? ((TensorBase *)made)->data : NULL;
    if (data == NULL || !is_array(data))
        return 0;
    PyArrayObject *result = (PyArrayObject *)data;
    if (PyArray_DESCR(result) != PyArray_DESCR(target) || PyArray_NDIM(result) != PyArray_NDIM(target) ||
        !PyArray_CompareLists(PyArray_DIMS(result), PyArray_DIMS(target), PyArray_NDIM(target)))
        return 0;
    if (PyArray_IS_C_CONTIGUOUS(result))
        memmove(PyArray_DATA(target), PyArray_DATA(result), (size_t)PyArray_NBYTES(target));
    else if (PyArray_CopyInto(target, result) < 0)
        return -1;
    return 1;
}

/* The names of keywords without the one at `at`; NULL without an error: there is no other. */
static PyObject *
names_without(PyObject *names, Py_ssize_t at)
{
    Py_ssize_t n = PyTuple_GET_SIZE(names);
    PyObject *left = n == 1 ? NULL : PyTuple_New(n - 1);
    for (Py_ssize_t i = 0; left != NULL && i < n; i++) {
        if (i != at)
            PyTuple_SET_ITEM(left, i - (i > at), Py_NewRef(PyTuple_GET_ITEM(names, i)));
    }
    return left;
}

PyObject *
store_in_output(PyObject *ops, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    Py_ssize_t n_names = kwnames == NULL ? 0 : PyTuple_GET_SIZE(kwnames), at = 0;
    if (PyTuple_GET_SIZE(ops) != 1 || n_names == 0 || n + n_names > MOST_VALUES)
        return NULL;
    while (at < n_names && PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(kwnames, at), "out") != 0)
        at++;
    PyObject *out = at < n_names ? args[n + at] : NULL, *values[MOST_VALUES];
    if (out == NULL || !takes_results(out))
        return NULL;
    PyArrayObject *target = (PyArrayObject *)Py_NewRef(((TensorBase *)out)->data);
    Py_ssize_t n_values = 0;
    int is_clear = 1;
    for (Py_ssize_t i = 0; i < n + n_names; i++) {
        if (i != n + at) {
            values[n_values++] = args[i];
            is_clear &= !may_share(target, args[i]);
        }
    }
    PyObject *left = is_clear ? names_without(kwnames, at) : NULL, *made = NULL;
    if (is_clear && !(left == NULL && PyErr_Occurred()))
        made = run_arrays_on_cpu(PyTuple_GET_ITEM(ops, 0), (args_t){values, n, left});
    Py_XDECREF(left);
    /* The kernel may have been Python, which can do anything to the output: it is looked at again. */
    int stored = 0;
    if (made != NULL && takes_results(out) && ((TensorBase *)out)->data == (PyObject *)target)
        stored = store(target, made);
    Py_XDECREF(made);
    Py_DECREF(target);
    return stored > 0 ? Py_NewRef(out) : NULL;
}
