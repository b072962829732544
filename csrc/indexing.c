/* Indexing with numbers, slices, None and the ellipsis: one view for all of them.
 * See Note [Shortcuts are rules in C] (shortcuts.c). */
#include "views.h"
#include "metadata.h"

enum { SELECT, SLICE, UNSQUEEZE, ALIAS, N_INDEXING };
static const shortcut_fn indexing[N_INDEXING] = {array_select, array_slice, array_unsqueeze, array_alias};

/* The bounds of a slice of numbers. */
static int
read_slice(PyObject *part, npy_intp *start, npy_intp *end, npy_intp *step)
{
    const PySliceObject *slice = (PySliceObject *)part;
    *start = 0;
    *end = NPY_MAX_INTP;
    *step = 1;
    return (slice->start == Py_None || read_int(slice->start, start)) &&
           (slice->stop == Py_None || read_int(slice->stop, end)) &&
           (slice->step == Py_None || read_int(slice->step, step)) && is_step(*step);
}

/* Apply the parts of an index to a geometry, and set a bit for each operator they stand for; 0: ask Python. */
static int
index_steps(PyObject *const *parts, Py_ssize_t n, int alone, geometry_t *g, npy_intp itemsize, unsigned *used)
{
    int dim = 0, taken = 0, ndim = g->ndim;
    for (Py_ssize_t i = 0; i < n; i++)
        taken += parts[i] != Py_None && parts[i] != Py_Ellipsis;
    if (taken > ndim)
        return 0;
    for (Py_ssize_t i = 0; i < n; i++) {
        npy_intp start, end, step;
        if (dim > g->ndim - (parts[i] != Py_None && parts[i] != Py_Ellipsis))
            return 0; /* after a second ellipsis there is nothing left */
        if (PyLong_CheckExact(parts[i])) {
            if (!read_int(parts[i], &start) || !select_step(g, dim, start))
                return 0;
            *used |= 1u << SELECT;
        }
        else if (PySlice_Check(parts[i])) {
            if (!read_slice(parts[i], &start, &end, &step))
                return 0;
            if (alone || start != 0 || step != 1 || end < g->shape[dim]) {
                slice_step(g, dim, start, end, step);
                *used |= 1u << SLICE;
            }
            dim++;
        }
        else if (parts[i] == Py_None) {
            if (!unsqueeze_step(g, dim, itemsize))
                return 0;
            *used |= 1u << UNSQUEEZE;
            dim++;
        }
        else if (parts[i] == Py_Ellipsis) {
            dim += ndim - taken;
        }
        else {
            return 0;
        }
    }
    if (*used == 0)
        *used = 1u << ALIAS;
    return 1;
}

/* tensor[index] of numbers, slices, None and the ellipsis as one view; NULL without an error: ask Python. */
PyObject *
index_as_view(PyObject *ops, PyObject *tensor, PyObject *array, PyObject *index)
{
    geometry_t g;
    unsigned used = 0;
    int is_tuple = PyTuple_CheckExact(index);
    PyObject *const *parts = is_tuple ? &PyTuple_GET_ITEM(index, 0) : &index;
    if (PyTuple_GET_SIZE(ops) != N_INDEXING || !geometry_of(array, &g) ||
        !index_steps(parts, is_tuple ? PyTuple_GET_SIZE(index) : 1, !is_tuple, &g,
                     PyArray_ITEMSIZE((PyArrayObject *)array), &used))
        return NULL;
    keys_t keys = with_thread_state(((TensorBase *)tensor)->keys);
    for (int number = 0; number < N_INDEXING; number++) {
        if ((used >> number & 1) != 0 && !reaches(ops, number, keys, indexing[number]))
            return NULL;
    }
    PyObject *made = array_of(array, &g);
    return made == NULL ? NULL : view_tensor(made, tensor, 1);
}

/* Call an operator of indexing with a tensor and up to four numbers; steals `tensor`. */
static PyObject *
call_with_numbers(PyObject *ops, int number, PyObject *tensor, const npy_intp *numbers, int n)
{
    PyObject *values[6] = {NULL, tensor}, *result = NULL;
    int made = 0;
    while (made < n && (values[made + 2] = PyLong_FromSsize_t(numbers[made])) != NULL)
        made++;
    if (made == n)
        result = PyObject_Vectorcall(PyTuple_GET_ITEM(ops, number), values + 1,
                                     (size_t)(n + 1) | PY_VECTORCALL_ARGUMENTS_OFFSET, NULL);
    while (made > 0)
        Py_DECREF(values[--made + 2]);
    Py_DECREF(tensor);
    return result;
}

/* What one part of an index shows of a tensor, as `_plain_parts` in Python says it; steals `seen`. */
static PyObject *
take_part(PyObject *ops, PyObject *seen, PyObject *part, int dim, npy_intp size, int alone)
{
    npy_intp numbers[4] = {dim, 0, 0, 1};
    if (part == Py_None)
        return call_with_numbers(ops, UNSQUEEZE, seen, numbers, 1);
    if (PyLong_CheckExact(part)) {
        read_int(part, &numbers[1]);
        return call_with_numbers(ops, SELECT, seen, numbers, 2);
    }
    read_slice(part, &numbers[1], &numbers[2], &numbers[3]);
    if (!alone && numbers[1] == 0 && numbers[3] == 1 && numbers[2] >= size)
        return seen;
    return call_with_numbers(ops, SLICE, seen, numbers, numbers[3] == 1 ? 3 : 4);
}

/* tensor[index] for tensors of transforms, by the operators that the index stands for; NULL without an error: ask
 * Python, and nothing was called. */
PyObject *
index_by_operators(PyObject *ops, PyObject *tensor, PyObject *index)
{
    shown_t shown;
    geometry_t g;
    npy_intp sizes[MAX_DIMS];
    unsigned used = 0;
    int is_tuple = PyTuple_CheckExact(index), dim = 0, taken = 0;
    PyObject *const *parts = is_tuple ? &PyTuple_GET_ITEM(index, 0) : &index;
    Py_ssize_t n = is_tuple ? PyTuple_GET_SIZE(index) : 1;
    if (PyTuple_GET_SIZE(ops) != N_INDEXING || Py_TYPE(tensor) != hot.plain_type || !show_for_member(tensor, &shown) ||
        shown.ndim > MAX_DIMS)
        return NULL;
    g.ndim = shown.ndim;
    g.offset = 0;
    copy_numbers(g.shape, shown.sizes, shown.ndim);
    copy_numbers(g.strides, shown.strides, shown.ndim);
    copy_numbers(sizes, shown.sizes, shown.ndim); /* the array may be gone after a call */
    if (!index_steps(parts, n, !is_tuple, &g, 1, &used) || (!is_tuple && index == Py_Ellipsis))
        return NULL;
    for (Py_ssize_t i = 0; i < n; i++)
        taken += parts[i] != Py_None && parts[i] != Py_Ellipsis;
    PyObject *seen = Py_NewRef(tensor);
    int at = 0; /* the dimension of the tensor that a part is about */
    for (Py_ssize_t i = 0; seen != NULL && i < n; i++) {
        if (parts[i] == Py_Ellipsis) {
            dim += shown.ndim - taken;
            at += shown.ndim - taken;
            continue;
        }
        seen = take_part(ops, seen, parts[i], dim, parts[i] == Py_None ? 0 : sizes[at], !is_tuple);
        at += parts[i] != Py_None;
        dim += !PyLong_CheckExact(parts[i]);
    }
    return seen == tensor ? call_with_numbers(ops, ALIAS, seen, NULL, 0) : seen;
}
