/* Views of arrays, computed as shapes and strides.  See Note [Shortcuts are rules in C] (shortcuts.c). */
#include "views.h"

int
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

PyObject *
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

/* Read a list of integers; -1: not a list, or it holds other objects. */
int
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

/* ---- shapes ---- */

/* Replace the -1 of a shape, given the number of elements. */
int
infer_shape(npy_intp *shape, int n, npy_intp numel)
{
    npy_intp known = 1;
    int unknown = -1;
    for (int i = 0; i < n; i++) {
        if (shape[i] < -1 || (shape[i] == -1 && unknown >= 0))
            return 0;
        if (shape[i] == -1)
            unknown = i;
        else if (MULTIPLY_OVERFLOWS(known, shape[i], &known))
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
int
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

/* Is it the memory format of row-major tensors? */
static int
is_row_format(PyObject *format)
{
    static PyObject *known; /* lives as long as the process */
    if (known != NULL)
        return format == known;
    PyObject *name = PyObject_GetAttrString(format, "name");
    if (name != NULL && PyUnicode_Check(name) && PyUnicode_CompareWithASCIIString(name, "contiguous_format") == 0)
        known = Py_NewRef(format);
    Py_XDECREF(name);
    PyErr_Clear(); /* the rule refuses what has no name */
    return format == known;
}

PyObject *
array_clone(PyObject *Py_UNUSED(ops), PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    PyArrayObject *array = n == 1 && is_array(args[0]) ? (PyArrayObject *)args[0] : NULL;
    Py_ssize_t named = kwnames == NULL ? 0 : PyTuple_GET_SIZE(kwnames);
    PyObject *format = named == 1 ? args[1] : Py_None;
    if (array == NULL || named > 1 || PyArray_SIZE(array) == 0)
        return NULL;
    if (format != Py_None)
        return is_row_format(format) ? PyArray_NewCopy(array, NPY_CORDER) : NULL;
    return has_packed_strides(array) ? PyArray_NewCopy(array, NPY_CORDER) : NULL; /* or a copy that lies otherwise */
}

SHORTCUT(array_alias)
{
    geometry_t g;
    return n == 1 && geometry_of(args[0], &g) ? array_of(args[0], &g) : NULL;
}

SHORTCUT(array_view)
{
    geometry_t old, g;
    if (n != 2 || !geometry_of(args[0], &old) || (g.ndim = read_list(args[1], g.shape)) < 0 ||
        !infer_shape(g.shape, g.ndim, PyArray_SIZE((PyArrayObject *)args[0])) ||
        !view_step(&old, &g, PyArray_ITEMSIZE((PyArrayObject *)args[0])))
        return NULL;
    return array_of(args[0], &g);
}

SHORTCUT(array_expand)
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

SHORTCUT(array_permute)
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

SHORTCUT(array_transpose)
{
    geometry_t g;
    int a, b;
    if (n != 3 || !geometry_of(args[0], &g) || !read_dim(args[1], g.ndim, &a) || !read_dim(args[2], g.ndim, &b))
        return NULL;
    swap(&g, a, b);
    return array_of(args[0], &g);
}

SHORTCUT(array_t)
{
    geometry_t g;
    if (n != 1 || !geometry_of(args[0], &g) || g.ndim > 2)
        return NULL;
    if (g.ndim == 2)
        swap(&g, 0, 1);
    return array_of(args[0], &g);
}

SHORTCUT(array_select)
{
    geometry_t g;
    npy_intp at;
    int dim;
    if (n != 3 || !geometry_of(args[0], &g) || !read_dim(args[1], g.ndim, &dim) || !read_int(args[2], &at) ||
        !select_step(&g, dim, at))
        return NULL;
    return array_of(args[0], &g);
}

/* The same, as a copy in rows. */
SHORTCUT(array_select_copy)
{
    PyObject *seen = array_select(NULL, args, n, NULL);
    PyObject *copy = seen == NULL ? NULL : PyArray_NewCopy((PyArrayObject *)seen, NPY_CORDER);
    Py_XDECREF(seen);
    return copy;
}

SHORTCUT(array_slice)
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

SHORTCUT(array_unsqueeze)
{
    geometry_t g;
    int dim;
    if (n != 2 || !geometry_of(args[0], &g) || !read_dim(args[1], g.ndim + 1, &dim) ||
        !unsqueeze_step(&g, dim, PyArray_ITEMSIZE((PyArrayObject *)args[0])))
        return NULL;
    return array_of(args[0], &g);
}

SHORTCUT(array_squeeze)
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

SHORTCUT(array_squeeze_dim)
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

SHORTCUT(array_split)
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

SHORTCUT(array_split_with_sizes)
{
    geometry_t g;
    npy_intp sizes[MAX_DIMS], sum = 0, start = 0;
    int dim = 0, pieces;
    if (n < 2 || !geometry_of(args[0], &g) || g.ndim == 0 || (pieces = read_list(args[1], sizes)) < 0 ||
        (n > 2 && !read_dim(args[2], g.ndim, &dim)))
        return NULL;
    for (int i = 0; i < pieces; i++) {
        if (sizes[i] < 0 || ADD_OVERFLOWS(sum, sizes[i], &sum))
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

SHORTCUT(array_unbind)
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

/* The only element as a Python number, of the dtypes whose elements NumPy gives as such. */
/* Along two dimensions at once, as the last dimension. */
SHORTCUT(array_diagonal)
{
    geometry_t g;
    npy_intp offset = 0;
    int first = 0, second = 1;
    if (n < 1 || n > 4 || !geometry_of(args[0], &g) || g.ndim < 2 || (n > 1 && !read_int(args[1], &offset)) ||
        (n > 2 && !read_dim(args[2], g.ndim, &first)) || (n > 3 && !read_dim(args[3], g.ndim, &second)) ||
        first == second || offset > g.shape[second] || offset < -g.shape[first])
        return NULL;
    npy_intp rows = g.shape[first] + (offset < 0 ? offset : 0), columns = g.shape[second] - (offset > 0 ? offset : 0);
    npy_intp size = rows < columns ? rows : columns, stride = g.strides[first] + g.strides[second];
    if (size <= 0)
        return NULL;
    g.offset += offset < 0 ? -offset * g.strides[first] : offset * g.strides[second];
    take_out(&g, first > second ? first : second);
    take_out(&g, first > second ? second : first);
    g.shape[g.ndim] = size;
    g.strides[g.ndim++] = stride;
    return array_of(args[0], &g);
}

SHORTCUT(array_item)
{
    PyArrayObject *array = (PyArrayObject *)args[0];
    int number = PyArray_TYPE(array);
    if (n != 1 || PyArray_SIZE(array) != 1 || !PyArray_ISNOTSWAPPED(array) ||
        !(PyTypeNum_ISNUMBER(number) || PyTypeNum_ISBOOL(number) || number == NPY_HALF) || number == NPY_LONGDOUBLE ||
        number == NPY_CLONGDOUBLE)
        return NULL;
    return PyArray_GETITEM(array, PyArray_BYTES(array));
}
