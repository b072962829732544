/* Shortcuts: what the engine tries before a rule in Python.  Views are computed here as shapes and strides, indices of
 * numbers and slices as one view; composites over views call their operators from here.
 *
 * A shortcut answers in the common case only and leaves errors, their messages, and everything unusual to the rule that
 * it is tried before; that rule is its twin.  See Note [Shortcuts are rules in C].
 *
 * Note [Shortcuts are rules in C]
 * A shortcut returns exactly what its rule returns, or declines.  What a mode sees does not change either: composites call the same
 * operators with the same arguments, and indexing makes one view of several operators only where each of them would
 * have reached the array kernel whose shortcut is used here.
 * Broken by: changing a rule in src/wye/aten that has a shortcut without changing the shortcut.
 * Guarded by: tests/parity/test_shortcuts.py::test_shortcuts_give_what_rules_give
 */
#include "arrays.h"

typedef struct {
    int ndim;
    npy_intp shape[MAX_DIMS + 1], strides[MAX_DIMS + 1], offset;
} geometry_t;

static int
geometry_of(PyObject *array, geometry_t *g)
{
    PyArrayObject *from = (PyArrayObject *)array;
    g->ndim = PyArray_NDIM(from);
    if (g->ndim > MAX_DIMS || PyArray_ITEMSIZE(from) <= 0)
        return 0;
    for (int i = 0; i < g->ndim; i++) {
        g->shape[i] = PyArray_DIM(from, i);
        g->strides[i] = PyArray_STRIDE(from, i);
    }
    g->offset = 0;
    return 1;
}

static PyObject *
array_of(PyObject *array, const geometry_t *g)
{
    PyArrayObject *from = (PyArrayObject *)array;
    PyArray_Descr *dtype = PyArray_DESCR(from);
    if (g->ndim > MAX_DIMS)
        return NULL;
    Py_INCREF(dtype);
    PyObject *made =
        PyArray_NewFromDescr(&PyArray_Type, dtype, g->ndim, g->shape, g->strides, PyArray_BYTES(from) + g->offset,
                             PyArray_FLAGS(from) & NPY_ARRAY_WRITEABLE, NULL);
    if (made != NULL && PyArray_SetBaseObject((PyArrayObject *)made, Py_NewRef(array)) < 0)
        Py_CLEAR(made);
    return made;
}

/* ---- reading arguments; 0: the rule has to look at them ---- */

static int
read_int(PyObject *value, npy_intp *number)
{
    if (!PyLong_CheckExact(value))
        return 0;
    int overflow;
    long long wide = PyLong_AsLongLongAndOverflow(value, &overflow);
    *number = (npy_intp)wide;
    return overflow == 0;
}

static int
read_dim(PyObject *value, int ndim, int *dim)
{
    npy_intp number;
    if (!read_int(value, &number) || number < -ndim || number >= ndim)
        return 0;
    *dim = (int)(number < 0 ? number + ndim : number);
    return 1;
}

/* Read a list of integers; -1: not a list, or it holds other objects. */
static int
read_list(PyObject *list, npy_intp *numbers)
{
    if (!PyList_CheckExact(list) && !PyTuple_Check(list))
        return -1;
    Py_ssize_t n = PySequence_Fast_GET_SIZE(list);
    if (n > MAX_DIMS)
        return -1;
    for (Py_ssize_t i = 0; i < n; i++) {
        if (!read_int(PySequence_Fast_GET_ITEM(list, i), &numbers[i]))
            return -1;
    }
    return (int)n;
}

/* Clamp huge steps, so that the arithmetic cannot overflow. */
static int
is_step(npy_intp step)
{
    return step > 0 && step <= INT32_MAX;
}

static PyObject *
list_of(const npy_intp *numbers, int n)
{
    PyObject *list = PyList_New(n);
    for (int i = 0; list != NULL && i < n; i++) {
        PyObject *number = PyLong_FromSsize_t(numbers[i]);
        if (number == NULL)
            Py_CLEAR(list);
        else
            PyList_SET_ITEM(list, i, number);
    }
    return list;
}

/* ---- steps: a geometry becomes another one; 0: the rule has to do it ---- */

static int
take_out(geometry_t *g, int dim)
{
    for (int i = dim; i + 1 < g->ndim; i++) {
        g->shape[i] = g->shape[i + 1];
        g->strides[i] = g->strides[i + 1];
    }
    g->ndim--;
    return 1;
}

static int
select_step(geometry_t *g, int dim, npy_intp at)
{
    npy_intp size = g->shape[dim];
    if (at < -size || at >= size)
        return 0;
    g->offset += (at < 0 ? at + size : at) * g->strides[dim];
    return take_out(g, dim);
}

static void
slice_step(geometry_t *g, int dim, npy_intp start, npy_intp end, npy_intp step)
{
    npy_intp size = g->shape[dim];
    start = start < 0 ? start + size : start;
    end = end < 0 ? end + size : end;
    start = start < 0 ? 0 : start > size ? size : start;
    end = end < start ? start : end > size ? size : end;
    g->offset += start * g->strides[dim];
    g->shape[dim] = end == start ? 0 : (end - start - 1) / step + 1;
    g->strides[dim] *= step;
}

static int
unsqueeze_step(geometry_t *g, int dim, npy_intp itemsize)
{
    if (g->ndim >= MAX_DIMS)
        return 0;
    npy_intp stride = dim < g->ndim ? g->shape[dim] * g->strides[dim] : itemsize;
    for (int i = g->ndim; i > dim; i--) {
        g->shape[i] = g->shape[i - 1];
        g->strides[i] = g->strides[i - 1];
    }
    g->shape[dim] = 1;
    g->strides[dim] = stride;
    g->ndim++;
    return 1;
}

/* Replace the -1 of a shape, given the number of elements. */
static int
infer_shape(npy_intp *shape, int n, npy_intp numel)
{
    npy_intp known = 1;
    int unknown = -1;
    for (int i = 0; i < n; i++) {
        if (shape[i] < -1 || (shape[i] == -1 && unknown >= 0))
            return 0;
        if (shape[i] == -1)
            unknown = i;
        else if (__builtin_mul_overflow(known, shape[i], &known))
            return 0;
    }
    if (unknown < 0)
        return known == numel;
    if (known == 0 || numel % known != 0)
        return 0;
    shape[unknown] = numel / known;
    return 1;
}

static void
row_major(geometry_t *g, npy_intp itemsize)
{
    npy_intp step = itemsize;
    for (int i = g->ndim - 1; i >= 0; i--) {
        g->strides[i] = step;
        step *= g->shape[i] > 1 ? g->shape[i] : 1;
    }
}

/* The strides that show an array in another shape with as many elements; 0: no strides can. */
static int
view_step(const geometry_t *old, geometry_t *g, npy_intp itemsize)
{
    g->offset = 0;
    if (old->ndim == 0) {
        for (int i = 0; i < g->ndim; i++)
            g->strides[i] = itemsize;
        return 1;
    }
    int same = old->ndim == g->ndim, empty = 0;
    for (int i = 0; i < old->ndim; i++) {
        same = same && old->shape[i] == g->shape[i];
        empty = empty || old->shape[i] == 0;
    }
    if (empty && same)
        memcpy(g->strides, old->strides, sizeof(npy_intp) * (size_t)g->ndim);
    else if (empty)
        row_major(g, itemsize);
    if (empty)
        return 1;
    /* Groups of contiguous old dimensions are split into new ones, starting from the last. */
    int todo = g->ndim - 1;
    npy_intp step = old->strides[old->ndim - 1], group = 1;
    for (int dim = old->ndim - 1; dim >= 0; dim--) {
        group *= old->shape[dim];
        if (dim > 0 && (old->shape[dim - 1] == 1 || old->strides[dim - 1] == group * step))
            continue;
        npy_intp taken = 1;
        while (todo >= 0 && (taken < group || g->shape[todo] == 1)) {
            g->strides[todo] = taken * step;
            taken *= g->shape[todo];
            todo--;
        }
        if (taken != group)
            return 0;
        if (dim > 0)
            step = old->strides[dim - 1];
        group = 1;
    }
    return todo == -1;
}

/* ---- views of arrays ---- */

#define VIEW(name) static PyObject *name(PyObject *Py_UNUSED(ops), PyObject *const *args, Py_ssize_t n)

VIEW(array_alias)
{
    geometry_t g;
    return n == 1 && geometry_of(args[0], &g) ? array_of(args[0], &g) : NULL;
}

VIEW(array_view)
{
    geometry_t old, g;
    if (n != 2 || !geometry_of(args[0], &old) || (g.ndim = read_list(args[1], g.shape)) < 0 ||
        !infer_shape(g.shape, g.ndim, PyArray_SIZE((PyArrayObject *)args[0])) ||
        !view_step(&old, &g, PyArray_ITEMSIZE((PyArrayObject *)args[0])))
        return NULL;
    return array_of(args[0], &g);
}

VIEW(array_expand)
{
    geometry_t old, g;
    npy_intp size[MAX_DIMS];
    if (n != 2 || !geometry_of(args[0], &old) || (g.ndim = read_list(args[1], size)) < old.ndim)
        return NULL;
    int gap = g.ndim - old.ndim;
    g.offset = 0;
    for (int dim = g.ndim - 1; dim >= 0; dim--) {
        npy_intp wanted = size[dim];
        g.shape[dim] = wanted;
        g.strides[dim] = 0;
        if (dim < gap) {
            if (wanted < 0)
                return NULL;
            if (wanted == 1 && dim + 1 < g.ndim)
                g.strides[dim] = g.shape[dim + 1] * g.strides[dim + 1];
        }
        else if (wanted == -1 || wanted == old.shape[dim - gap]) {
            g.shape[dim] = old.shape[dim - gap];
            g.strides[dim] = old.strides[dim - gap];
        }
        else if (old.shape[dim - gap] != 1 || wanted < 0) {
            return NULL;
        }
    }
    return array_of(args[0], &g);
}

VIEW(array_permute)
{
    geometry_t old, g;
    npy_intp dims[MAX_DIMS];
    uint64_t seen = 0;
    if (n != 2 || !geometry_of(args[0], &old) || read_list(args[1], dims) != old.ndim)
        return NULL;
    g.ndim = old.ndim;
    g.offset = 0;
    for (int i = 0; i < g.ndim; i++) {
        npy_intp dim = dims[i] < 0 ? dims[i] + g.ndim : dims[i];
        if (dim < 0 || dim >= g.ndim || (seen >> dim & 1) != 0)
            return NULL;
        seen |= UINT64_C(1) << dim;
        g.shape[i] = old.shape[dim];
        g.strides[i] = old.strides[dim];
    }
    return array_of(args[0], &g);
}

static void
swap(geometry_t *g, int a, int b)
{
    npy_intp size = g->shape[a], stride = g->strides[a];
    g->shape[a] = g->shape[b];
    g->strides[a] = g->strides[b];
    g->shape[b] = size;
    g->strides[b] = stride;
}

VIEW(array_transpose)
{
    geometry_t g;
    int a, b;
    if (n != 3 || !geometry_of(args[0], &g) || !read_dim(args[1], g.ndim, &a) || !read_dim(args[2], g.ndim, &b))
        return NULL;
    swap(&g, a, b);
    return array_of(args[0], &g);
}

VIEW(array_t)
{
    geometry_t g;
    if (n != 1 || !geometry_of(args[0], &g) || g.ndim > 2)
        return NULL;
    if (g.ndim == 2)
        swap(&g, 0, 1);
    return array_of(args[0], &g);
}

VIEW(array_select)
{
    geometry_t g;
    npy_intp at;
    int dim;
    if (n != 3 || !geometry_of(args[0], &g) || !read_dim(args[1], g.ndim, &dim) || !read_int(args[2], &at) ||
        !select_step(&g, dim, at))
        return NULL;
    return array_of(args[0], &g);
}

VIEW(array_slice)
{
    geometry_t g;
    npy_intp start = 0, end = NPY_MAX_INTP, step = 1;
    int dim = 0;
    if (!geometry_of(args[0], &g) || g.ndim == 0 || (n > 1 && !read_dim(args[1], g.ndim, &dim)) ||
        (n > 2 && args[2] != Py_None && !read_int(args[2], &start)) ||
        (n > 3 && args[3] != Py_None && !read_int(args[3], &end)) || (n > 4 && !read_int(args[4], &step)) ||
        !is_step(step))
        return NULL;
    slice_step(&g, dim, start, end, step);
    return array_of(args[0], &g);
}

VIEW(array_unsqueeze)
{
    geometry_t g;
    int dim;
    if (n != 2 || !geometry_of(args[0], &g) || !read_dim(args[1], g.ndim + 1, &dim) ||
        !unsqueeze_step(&g, dim, PyArray_ITEMSIZE((PyArrayObject *)args[0])))
        return NULL;
    return array_of(args[0], &g);
}

VIEW(array_squeeze)
{
    geometry_t g;
    if (n != 1 || !geometry_of(args[0], &g))
        return NULL;
    for (int dim = g.ndim - 1; dim >= 0; dim--) {
        if (g.shape[dim] == 1)
            take_out(&g, dim);
    }
    return array_of(args[0], &g);
}

VIEW(array_squeeze_dim)
{
    geometry_t g;
    int dim;
    if (n != 2 || !geometry_of(args[0], &g) || !read_dim(args[1], g.ndim, &dim))
        return NULL;
    if (g.shape[dim] == 1)
        take_out(&g, dim);
    return array_of(args[0], &g);
}

/* Append a slice of an array along a dimension to a list. */
static int
append_piece(PyObject *list, PyObject *array, const geometry_t *g)
{
    PyObject *piece = array_of(array, g);
    int failed = piece == NULL || PyList_Append(list, piece) < 0;
    Py_XDECREF(piece);
    return failed ? -1 : 0;
}

VIEW(array_split)
{
    geometry_t g;
    npy_intp each;
    int dim = 0;
    if (n < 2 || !geometry_of(args[0], &g) || g.ndim == 0 || !read_int(args[1], &each) || each <= 0 ||
        (n > 2 && !read_dim(args[2], g.ndim, &dim)))
        return NULL;
    npy_intp size = g.shape[dim], start = 0;
    PyObject *list = PyList_New(0);
    do {
        g.shape[dim] = size - start < each ? size - start : each;
        g.offset = start * g.strides[dim];
        if (list == NULL || append_piece(list, args[0], &g) < 0)
            Py_CLEAR(list);
        start += g.shape[dim];
    } while (list != NULL && start < size);
    return list;
}

VIEW(array_split_with_sizes)
{
    geometry_t g;
    npy_intp sizes[MAX_DIMS], sum = 0, start = 0;
    int dim = 0, pieces;
    if (n < 2 || !geometry_of(args[0], &g) || g.ndim == 0 || (pieces = read_list(args[1], sizes)) < 0 ||
        (n > 2 && !read_dim(args[2], g.ndim, &dim)))
        return NULL;
    for (int i = 0; i < pieces; i++) {
        if (sizes[i] < 0 || __builtin_add_overflow(sum, sizes[i], &sum))
            return NULL;
    }
    PyObject *list = sum == g.shape[dim] ? PyList_New(0) : NULL;
    for (int i = 0; list != NULL && i < pieces; i++) {
        g.shape[dim] = sizes[i];
        g.offset = start * g.strides[dim];
        if (append_piece(list, args[0], &g) < 0)
            Py_CLEAR(list);
        start += sizes[i];
    }
    return list;
}

VIEW(array_unbind)
{
    geometry_t g;
    int dim = 0;
    if (!geometry_of(args[0], &g) || g.ndim == 0 || (n > 1 && !read_dim(args[1], g.ndim, &dim)))
        return NULL;
    npy_intp size = PyArray_DIM((PyArrayObject *)args[0], dim), step = PyArray_STRIDE((PyArrayObject *)args[0], dim);
    take_out(&g, dim);
    PyObject *list = PyList_New(0);
    for (npy_intp at = 0; list != NULL && at < size; at++) {
        g.offset = at * step;
        if (append_piece(list, args[0], &g) < 0)
            Py_CLEAR(list);
    }
    return list;
}

/* ---- composites of tensors ---- */

/* The array of a tensor, or NULL. */
static PyObject *
array_in(PyObject *tensor)
{
    PyObject *data = is_tensor(tensor) ? ((TensorBase *)tensor)->data : NULL;
    return is_array(data) ? data : NULL;
}

#define COMPOSITE(name) static PyObject *name(PyObject *ops, PyObject *const *args, Py_ssize_t n)

/* Call the operator with this number; steals `second`. */
static PyObject *
call_op(PyObject *ops, Py_ssize_t number, PyObject *first, PyObject *second)
{
    if (second == NULL)
        return NULL;
    PyObject *both[] = {first, second};
    PyObject *result = PyObject_Vectorcall(PyTuple_GET_ITEM(ops, number), both, 2, NULL);
    Py_DECREF(second);
    return result;
}

/* The only element as a Python number, of the dtypes whose elements NumPy gives as such. */
VIEW(array_item)
{
    PyArrayObject *array = (PyArrayObject *)args[0];
    int number = PyArray_TYPE(array);
    if (n != 1 || PyArray_SIZE(array) != 1 || !PyArray_ISNOTSWAPPED(array) ||
        !(PyTypeNum_ISNUMBER(number) || PyTypeNum_ISBOOL(number) || number == NPY_HALF) || number == NPY_LONGDOUBLE ||
        number == NPY_CLONGDOUBLE)
        return NULL;
    return PyArray_GETITEM(array, PyArray_BYTES(array));
}

COMPOSITE(tensor_item)
{
    PyObject *array = n == 1 && PyTuple_GET_SIZE(ops) == 1 ? array_in(args[0]) : NULL;
    if (array == NULL || PyArray_SIZE((PyArrayObject *)array) != 1)
        return NULL;
    return PyObject_Vectorcall(PyTuple_GET_ITEM(ops, 0), args, 1, NULL);
}

COMPOSITE(tensor_contiguous)
{
    PyObject *array = n == 1 && PyTuple_GET_SIZE(ops) == 0 ? array_in(args[0]) : NULL;
    return array != NULL && PyArray_IS_C_CONTIGUOUS((PyArrayObject *)array) ? Py_NewRef(args[0]) : NULL;
}

COMPOSITE(tensor_reshape)
{
    PyObject *array = n == 2 && PyTuple_GET_SIZE(ops) == 1 ? array_in(args[0]) : NULL;
    geometry_t old, g;
    if (array == NULL)
        return NULL;
    if (PyArray_IS_C_CONTIGUOUS((PyArrayObject *)array))
        return call_op(ops, 0, args[0], Py_NewRef(args[1]));
    if (!geometry_of(array, &old) || (g.ndim = read_list(args[1], g.shape)) < 0 ||
        !infer_shape(g.shape, g.ndim, PyArray_SIZE((PyArrayObject *)array)) ||
        !view_step(&old, &g, PyArray_ITEMSIZE((PyArrayObject *)array)))
        return NULL;
    return call_op(ops, 0, args[0], list_of(g.shape, g.ndim));
}

COMPOSITE(tensor_flatten)
{
    PyObject *array = n <= 3 && PyTuple_GET_SIZE(ops) == 1 ? array_in(args[0]) : NULL;
    int ndim = array == NULL ? 0 : PyArray_NDIM((PyArrayObject *)array), start = 0, end = ndim - 1, left = 0;
    npy_intp shape[MAX_DIMS];
    if (ndim == 0 || ndim > MAX_DIMS || (n > 1 && !read_dim(args[1], ndim, &start)) ||
        (n > 2 && !read_dim(args[2], ndim, &end)) || start > end)
        return NULL;
    if (start == end)
        return Py_NewRef(args[0]);
    for (int i = 0; i < ndim; i++) {
        npy_intp size = PyArray_DIM((PyArrayObject *)array, i);
        if (i > start && i <= end)
            shape[left - 1] *= size;
        else
            shape[left++] = size;
    }
    return call_op(ops, 0, args[0], list_of(shape, left));
}

COMPOSITE(tensor_numpy_t)
{
    PyObject *array = n == 1 && PyTuple_GET_SIZE(ops) == 1 ? array_in(args[0]) : NULL;
    npy_intp dims[MAX_DIMS];
    int ndim = array == NULL ? MAX_DIMS + 1 : PyArray_NDIM((PyArrayObject *)array);
    if (ndim > MAX_DIMS)
        return NULL;
    for (int i = 0; i < ndim; i++)
        dims[i] = ndim - 1 - i;
    return call_op(ops, 0, args[0], list_of(dims, ndim));
}

/* New row-major memory with the shape and dtype of a row-major tensor; NULL: the tensor is not row-major. */
static PyObject *
array_like(PyObject *tensor, int zeros)
{
    PyArrayObject *array = (PyArrayObject *)array_in(tensor);
    if (array == NULL || PyArray_SIZE(array) == 0 || PyArray_TYPE(array) >= N_DTYPES || !PyArray_ISNOTSWAPPED(array))
        return NULL;
    npy_intp step = PyArray_ITEMSIZE(array);
    for (int i = PyArray_NDIM(array) - 1; i >= 0; i--) {
        if (PyArray_STRIDE(array, i) != step)
            return NULL; /* strides of dimensions of size 1 count, too */
        step *= PyArray_DIM(array, i);
    }
    PyArray_Descr *dtype = PyArray_DESCR(array);
    Py_INCREF(dtype);
    return zeros ? PyArray_Zeros(PyArray_NDIM(array), PyArray_DIMS(array), dtype, 0)
                 : PyArray_Empty(PyArray_NDIM(array), PyArray_DIMS(array), dtype, 0);
}

/* A plain tensor over an array that no other object uses; steals `array`. */
static PyObject *
fresh_over(PyObject *array)
{
    PyObject *tensor = array == NULL ? NULL : hot_wrap(NULL, &array, 1);
    Py_XDECREF(array);
    return tensor;
}

COMPOSITE(tensor_empty_like)
{
    return n == 1 && PyTuple_GET_SIZE(ops) == 0 ? fresh_over(array_like(args[0], 0)) : NULL;
}

COMPOSITE(tensor_zeros_like)
{
    return n == 1 && PyTuple_GET_SIZE(ops) == 0 ? fresh_over(array_like(args[0], 1)) : NULL;
}

COMPOSITE(tensor_ones_like)
{
    PyObject *array = n == 1 && PyTuple_GET_SIZE(ops) == 0 ? array_like(args[0], 0) : NULL;
    PyObject *one = array == NULL ? NULL : PyLong_FromLong(1);
    if (array != NULL && (one == NULL || PyArray_FillWithScalar((PyArrayObject *)array, one) < 0))
        Py_CLEAR(array);
    Py_XDECREF(one);
    return fresh_over(array);
}

/* Without a device, new tensors are on the CPU. */
COMPOSITE(select_backend)
{
    return PyTuple_GET_SIZE(ops) == 1 ? run_on_cpu(PyTuple_GET_ITEM(ops, 0), args, n) : NULL;
}

/* ---- indexing ---- */

enum { SELECT, SLICE, UNSQUEEZE, ALIAS, N_INDEXING };
static const shortcut_fn indexing[N_INDEXING] = {array_select, array_slice, array_unsqueeze, array_alias};

/* Would the operator with this number run the array kernel whose shortcut is above? */
static int
reaches_array(PyObject *ops, int number, keys_t keys)
{
    const plan_t *plan = ((Op *)PyTuple_GET_ITEM(ops, number))->plan;
    return plan != NULL && plan->found != NULL && plan->seen.lo == keys.lo && plan->seen.hi == keys.hi &&
           plan->found->kind == ARRAYS && ((const ArrayCall *)plan->found->how)->shortcut == indexing[number];
}

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
        if ((used >> number & 1) != 0 && !reaches_array(ops, number, keys))
            return NULL;
    }
    PyObject *made = array_of(array, &g);
    return made == NULL ? NULL : view_tensor(made, tensor, 1);
}

/* ---- for Python ---- */

static const struct {
    const char *name;
    shortcut_fn fn;
} shortcuts[] = {
    {"alias", array_alias},
    {"view", array_view},
    {"expand", array_expand},
    {"permute", array_permute},
    {"transpose", array_transpose},
    {"t", array_t},
    {"select", array_select},
    {"slice", array_slice},
    {"unsqueeze", array_unsqueeze},
    {"squeeze", array_squeeze},
    {"squeeze_dim", array_squeeze_dim},
    {"split", array_split},
    {"split_with_sizes", array_split_with_sizes},
    {"unbind", array_unbind},
    {"item", array_item},
    {"item_of", tensor_item},
    {"contiguous", tensor_contiguous},
    {"reshape", tensor_reshape},
    {"flatten", tensor_flatten},
    {"numpy_t", tensor_numpy_t},
    {"empty_like", tensor_empty_like},
    {"zeros_like", tensor_zeros_like},
    {"ones_like", tensor_ones_like},
    {"select_backend", select_backend},
};

PyObject *
operators_in(PyObject *const *args, Py_ssize_t n)
{
    PyObject *ops = PyTuple_New(n);
    for (Py_ssize_t i = 0; ops != NULL && i < n; i++) {
        if (!PyObject_TypeCheck(args[i], hot.op_type)) {
            PyErr_Format(PyExc_TypeError, "expected an operator, not %.100s", Py_TYPE(args[i])->tp_name);
            Py_CLEAR(ops);
        }
        else {
            PyTuple_SET_ITEM(ops, i, Py_NewRef(args[i]));
        }
    }
    return ops;
}

PyObject *
hot_shortcut(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    const char *name = nargs < 1 || !PyUnicode_Check(args[0]) ? NULL : PyUnicode_AsUTF8(args[0]);
    if (name == NULL) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_TypeError, "shortcut() takes a name and operators");
        return NULL;
    }
    PyObject *ops = operators_in(args + 1, nargs - 1);
    for (size_t i = 0; ops != NULL && i < sizeof(shortcuts) / sizeof(shortcuts[0]); i++) {
        if (strcmp(name, shortcuts[i].name) != 0)
            continue;
        Shortcut *made = (Shortcut *)hot.shortcut_type->tp_alloc(hot.shortcut_type, 0);
        if (made == NULL)
            break;
        made->fn = shortcuts[i].fn;
        made->ops = ops;
        return (PyObject *)made;
    }
    if (ops == NULL || PyErr_Occurred()) {
        Py_XDECREF(ops);
        return NULL;
    }
    Py_DECREF(ops);
    Py_RETURN_NONE;
}

static int
shortcut_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((Shortcut *)self)->ops);
    return 0;
}

static void
shortcut_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_CLEAR(((Shortcut *)self)->ops);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot shortcut_slots[] = {
    {Py_tp_traverse, shortcut_traverse},
    {Py_tp_dealloc, shortcut_dealloc},
    {0, NULL},
};

static PyType_Spec shortcut_spec = {
    .name = "wye._hot.shortcut",
    .basicsize = sizeof(Shortcut),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = shortcut_slots,
};

int
shortcuts_init_types(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &shortcut_spec, NULL);
    Py_XSETREF(hot.shortcut_type, (PyTypeObject *)type);
    return type == NULL ? -1 : 0;
}
