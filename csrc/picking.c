/* Picking and placing elements: gather, scatter, take, put, slices along one dimension, triangles, flips, searches.
 *
 * Small row-major arrays of the common dtypes with valid positions only; the Python rules, which are the twins, have the
 * rest and the errors.  See Note [Shortcuts are rules in C].
 */
#include "views.h"
#include <float.h>
#include <math.h>

#define MOST_ELEMENTS (1 << 16) /* of an array; larger ones: the rule, where the time does not matter */

/* Is it a small row-major array of NumPy's own numbers, with elements? */
static int
is_plain(PyObject *value)
{
    PyArrayObject *array = (PyArrayObject *)value;
    return is_array(value) && PyArray_TYPE(array) < N_DTYPES && PyArray_TYPE(array) != NPY_OBJECT &&
           PyArray_IS_C_CONTIGUOUS(array) && PyArray_ISALIGNED(array) && PyArray_ISNOTSWAPPED(array) &&
           PyArray_SIZE(array) > 0 && PyArray_SIZE(array) <= MOST_ELEMENTS && PyArray_NDIM(array) <= MAX_DIMS &&
           PyArray_ITEMSIZE(array) <= 16;
}

/* Does it also have the strides of a new array in dimensions of size 1? */
static int
is_packed(PyObject *value)
{
    PyArrayObject *array = (PyArrayObject *)value;
    if (!is_plain(value))
        return 0;
    return has_packed_strides(array);
}

static int
is_index(PyObject *value)
{
    return is_plain(value) && PyArray_TYPE((PyArrayObject *)value) == NPY_INT64;
}

static int
same_dtype(PyObject *one, PyObject *other)
{
    return PyArray_TYPE((PyArrayObject *)one) == PyArray_TYPE((PyArrayObject *)other);
}

/* Is every position from [low, high)? */
static int
are_inside(PyObject *index, npy_intp low, npy_intp high)
{
    const npy_int64 *at = PyArray_DATA((PyArrayObject *)index);
    for (npy_intp i = PyArray_SIZE((PyArrayObject *)index); i > 0; i--, at++) {
        if (*at < low || *at >= high)
            return 0;
    }
    return 1;
}

/* May results be stored in this array while the others are read? */
static int
is_target(PyObject *target, PyObject *one, PyObject *other)
{
    PyObject *others[] = {one, other};
    char *low, *high, *start, *end;
    if (!is_plain(target) || !PyArray_ISWRITEABLE((PyArrayObject *)target))
        return 0;
    array_extent(target, &low, &high);
    for (int i = 0; i < 2; i++) {
        if (others[i] == NULL)
            continue;
        array_extent(others[i], &start, &end);
        if (low < end && start < high)
            return 0;
    }
    return 1;
}

static PyObject *
new_like(PyObject *array, int ndim, const npy_intp *shape)
{
    return PyArray_SimpleNew(ndim, (npy_intp *)shape, PyArray_TYPE((PyArrayObject *)array));
}

static PyObject *
copy_of(PyObject *array)
{
    PyArrayObject *from = (PyArrayObject *)array;
    PyObject *made = new_like(array, PyArray_NDIM(from), PyArray_DIMS(from));
    if (made != NULL)
        memcpy(PyArray_DATA((PyArrayObject *)made), PyArray_DATA(from), (size_t)PyArray_NBYTES(from));
    return made;
}

/* A Python number as an element of a common dtype; 0: the rule converts or refuses it. */
static int
read_element_of(PyObject *value, int type, char *room)
{
    npy_intp whole = 0;
    int is_float = PyFloat_CheckExact(value);
    if (!is_float && !read_int(value, &whole))
        return 0;
    double real = is_float ? PyFloat_AS_DOUBLE(value) : (double)whole;
    if (type == NPY_INT64 && !is_float)
        memcpy(room, &whole, sizeof(whole));
    else if (type == NPY_DOUBLE && (is_float || llabs(whole) <= (INT64_C(1) << 53)))
        memcpy(room, &real, sizeof(real));
    else if (type == NPY_FLOAT && (is_float ? !isfinite(real) || fabs(real) <= FLT_MAX : llabs(whole) <= (1 << 24)))
        memcpy(room, &(float){(float)real}, sizeof(float));
    else
        return 0;
    return 1;
}

static void
add_element(char *to, const char *from, int type)
{
    if (type == NPY_FLOAT)
        *(float *)(void *)to += *(const float *)(const void *)from;
    else if (type == NPY_DOUBLE)
        *(double *)(void *)to += *(const double *)(const void *)from;
    else
        *(npy_uint64 *)(void *)to += *(const npy_uint64 *)(const void *)from;
}

static int
can_add(PyObject *array)
{
    int type = PyArray_TYPE((PyArrayObject *)array);
    return type == NPY_FLOAT || type == NPY_DOUBLE || type == NPY_INT64;
}

/* ---- along one dimension, at positions of an array of as many dimensions ---- */

typedef enum { TAKE, PUT, ADD } action_t;

/* Does the index fit the array, as gather and scatter want it? */
static int
index_fits(PyObject *array, int dim, PyObject *index, PyObject *src)
{
    PyArrayObject *at = (PyArrayObject *)index, *of = (PyArrayObject *)array, *from = (PyArrayObject *)src;
    int ndim = PyArray_NDIM(of);
    if (PyArray_NDIM(at) != ndim || (src != NULL && PyArray_NDIM(from) != ndim))
        return 0;
    for (int i = 0; i < ndim; i++) {
        if ((i != dim && PyArray_DIM(at, i) > PyArray_DIM(of, i)) ||
            (src != NULL && PyArray_DIM(at, i) > PyArray_DIM(from, i)))
            return 0;
    }
    return are_inside(index, 0, PyArray_DIM(of, dim));
}

/* For each position of the index: do something between that place of `array` and the next one of `other`, which has
 * these strides. */
static void
walk(PyObject *array, int dim, PyObject *index, char *other, const npy_intp *strides, action_t action)
{
    PyArrayObject *of = (PyArrayObject *)array, *at = (PyArrayObject *)index;
    npy_intp counter[MAX_DIMS] = {0}, itemsize = PyArray_ITEMSIZE(of);
    int ndim = PyArray_NDIM(of), type = PyArray_TYPE(of);
    char *place = PyArray_BYTES(of);
    const npy_int64 *position = PyArray_DATA(at);
    for (npy_intp left = PyArray_SIZE(at); left > 0; left--, position++) {
        char *here = place + *position * PyArray_STRIDE(of, dim);
        if (action == TAKE)
            memcpy(other, here, (size_t)itemsize);
        else if (action == PUT)
            memcpy(here, other, (size_t)itemsize);
        else
            add_element(here, other, type);
        for (int i = ndim - 1; i >= 0; i--) {
            npy_intp along = i == dim ? 0 : PyArray_STRIDE(of, i);
            place += along;
            other += strides[i];
            if (++counter[i] < PyArray_DIM(at, i))
                break;
            place -= along * counter[i];
            other -= strides[i] * counter[i];
            counter[i] = 0;
        }
    }
}

SHORTCUT(pick_gather)
{
    int dim;
    if (n != 3 || !is_plain(args[0]) || !is_index(args[2]) || PyArray_NDIM((PyArrayObject *)args[0]) == 0 ||
        !read_dim(args[1], PyArray_NDIM((PyArrayObject *)args[0]), &dim) || !index_fits(args[0], dim, args[2], NULL))
        return NULL;
    PyArrayObject *index = (PyArrayObject *)args[2];
    PyObject *made = new_like(args[0], PyArray_NDIM(index), PyArray_DIMS(index));
    if (made != NULL)
        walk(args[0], dim, args[2], PyArray_BYTES((PyArrayObject *)made), PyArray_STRIDES((PyArrayObject *)made), TAKE);
    return made;
}

/* Scatter an array or a number, into a copy or in place. */
static PyObject *
scatter(PyObject *const *args, Py_ssize_t n, action_t action, int is_number, int in_place)
{
    const npy_intp nowhere[MAX_DIMS] = {0};
    char room[16];
    int dim;
    if (n != 4 || !is_plain(args[0]) || !is_index(args[2]) || PyArray_NDIM((PyArrayObject *)args[0]) == 0 ||
        !read_dim(args[1], PyArray_NDIM((PyArrayObject *)args[0]), &dim) || (action == ADD && !can_add(args[0])))
        return NULL;
    if (is_number ? !read_element_of(args[3], PyArray_TYPE((PyArrayObject *)args[0]), room)
                  : !is_plain(args[3]) || !same_dtype(args[0], args[3]))
        return NULL;
    PyObject *src = is_number ? NULL : args[3];
    if (!index_fits(args[0], dim, args[2], src) || (in_place && !is_target(args[0], args[2], src)))
        return NULL;
    PyObject *made = in_place ? Py_NewRef(args[0]) : copy_of(args[0]);
    if (made != NULL)
        walk(made, dim, args[2], is_number ? room : PyArray_BYTES((PyArrayObject *)src),
             is_number ? nowhere : PyArray_STRIDES((PyArrayObject *)src), action);
    return made;
}

SHORTCUT(pick_scatter)
{
    return scatter(args, n, PUT, 0, 0);
}

SHORTCUT(pick_scatter_in_place)
{
    return scatter(args, n, PUT, 0, 1);
}

SHORTCUT(pick_scatter_number)
{
    return scatter(args, n, PUT, 1, 0);
}

SHORTCUT(pick_scatter_number_in_place)
{
    return scatter(args, n, PUT, 1, 1);
}

SHORTCUT(pick_scatter_add)
{
    return scatter(args, n, ADD, 0, 0);
}

SHORTCUT(pick_scatter_add_in_place)
{
    return scatter(args, n, ADD, 0, 1);
}

/* Sums into what is there; other reductions are made by the rule. */
static int
is_sum(PyObject *const *args, Py_ssize_t n)
{
    return n == 5 && PyUnicode_Check(args[4]) && PyUnicode_CompareWithASCIIString(args[4], "sum") == 0;
}

SHORTCUT(pick_scatter_reduce)
{
    return is_sum(args, n) ? scatter(args, 4, ADD, 0, 0) : NULL;
}

SHORTCUT(pick_scatter_reduce_in_place)
{
    return is_sum(args, n) ? scatter(args, 4, ADD, 0, 1) : NULL;
}

/* Elements one after the other where a mask of the same shape is true, into a copy. */
SHORTCUT(pick_masked_scatter)
{
    if (n != 3 || !is_packed(args[0]) || !is_plain(args[1]) || !is_plain(args[2]) || !same_dtype(args[0], args[2]) ||
        PyArray_TYPE((PyArrayObject *)args[1]) != NPY_BOOL ||
        PyArray_NDIM((PyArrayObject *)args[1]) != PyArray_NDIM((PyArrayObject *)args[0]) ||
        !PyArray_CompareLists(PyArray_DIMS((PyArrayObject *)args[1]), PyArray_DIMS((PyArrayObject *)args[0]),
                              PyArray_NDIM((PyArrayObject *)args[0])))
        return NULL;
    const npy_bool *mask = PyArray_DATA((PyArrayObject *)args[1]);
    npy_intp size = PyArray_SIZE((PyArrayObject *)args[0]), itemsize = PyArray_ITEMSIZE((PyArrayObject *)args[0]);
    npy_intp wanted = 0;
    for (npy_intp i = 0; i < size; i++)
        wanted += mask[i] != 0;
    PyObject *made = wanted > PyArray_SIZE((PyArrayObject *)args[2]) ? NULL : copy_of(args[0]);
    const char *from = PyArray_BYTES((PyArrayObject *)args[2]);
    for (npy_intp i = 0; made != NULL && i < size; i++) {
        if (!mask[i])
            continue;
        memcpy(PyArray_BYTES((PyArrayObject *)made) + i * itemsize, from, (size_t)itemsize);
        from += itemsize;
    }
    return made;
}

/* ---- slices along one dimension ---- */

/* An array as `outer` groups of `size` rows of `bytes`. */
typedef struct {
    npy_intp outer, size, bytes;
} rows_t;

static rows_t
rows_along(PyObject *value, int dim)
{
    PyArrayObject *array = (PyArrayObject *)value;
    rows_t rows = {1, PyArray_DIM(array, dim), PyArray_ITEMSIZE(array)};
    for (int i = 0; i < PyArray_NDIM(array); i++) {
        if (i != dim)
            *(i < dim ? &rows.outer : &rows.bytes) *= PyArray_DIM(array, i);
    }
    return rows;
}

static int
read_rows(PyObject *const *args, PyObject *index, int *dim)
{
    return is_plain(args[0]) && PyArray_NDIM((PyArrayObject *)args[0]) > 0 && is_index(index) &&
           PyArray_NDIM((PyArrayObject *)index) == 1 && read_dim(args[1], PyArray_NDIM((PyArrayObject *)args[0]), dim);
}

SHORTCUT(pick_index_select)
{
    int dim;
    npy_intp shape[MAX_DIMS];
    if (n != 3 || !read_rows(args, args[2], &dim))
        return NULL;
    PyArrayObject *from = (PyArrayObject *)args[0], *index = (PyArrayObject *)args[2];
    rows_t rows = rows_along(args[0], dim);
    if (!are_inside(args[2], 0, rows.size))
        return NULL;
    npy_intp count = PyArray_SIZE(index);
    memcpy(shape, PyArray_DIMS(from), (size_t)PyArray_NDIM(from) * sizeof(npy_intp));
    shape[dim] = count;
    PyObject *made = new_like(args[0], PyArray_NDIM(from), shape);
    char *to = made == NULL ? NULL : PyArray_BYTES((PyArrayObject *)made);
    const npy_int64 *at = PyArray_DATA(index);
    for (npy_intp group = 0; to != NULL && group < rows.outer; group++) {
        const char *start = PyArray_BYTES(from) + group * rows.size * rows.bytes;
        for (npy_intp i = 0; i < count; i++, to += rows.bytes)
            memcpy(to, start + at[i] * rows.bytes, (size_t)rows.bytes);
    }
    return made;
}

/* Put or add slices of a source at positions along a dimension. */
static PyObject *
place_slices(PyObject *const *args, Py_ssize_t n, action_t action, int in_place)
{
    int dim;
    if (n != 4 || !read_rows(args, args[2], &dim) || !is_plain(args[3]) || !same_dtype(args[0], args[3]) ||
        PyArray_NDIM((PyArrayObject *)args[3]) != PyArray_NDIM((PyArrayObject *)args[0]) ||
        (action == ADD && !can_add(args[0])))
        return NULL;
    PyArrayObject *self = (PyArrayObject *)args[0], *index = (PyArrayObject *)args[2],
                  *source = (PyArrayObject *)args[3];
    for (int i = 0; i < PyArray_NDIM(self); i++) {
        if (PyArray_DIM(source, i) != (i == dim ? PyArray_SIZE(index) : PyArray_DIM(self, i)))
            return NULL;
    }
    rows_t rows = rows_along(args[0], dim);
    if (!are_inside(args[2], 0, rows.size) || (in_place && !is_target(args[0], args[2], args[3])))
        return NULL;
    PyObject *made = in_place ? Py_NewRef(args[0]) : copy_of(args[0]);
    const char *from = PyArray_BYTES(source);
    const npy_int64 *at = PyArray_DATA(index);
    npy_intp count = PyArray_SIZE(index), itemsize = PyArray_ITEMSIZE(self);
    for (npy_intp group = 0; made != NULL && group < rows.outer; group++) {
        char *start = PyArray_BYTES((PyArrayObject *)made) + group * rows.size * rows.bytes;
        for (npy_intp i = 0; i < count; i++, from += rows.bytes) {
            char *to = start + at[i] * rows.bytes;
            if (action == PUT)
                memcpy(to, from, (size_t)rows.bytes);
            for (npy_intp k = 0; action == ADD && k < rows.bytes; k += itemsize)
                add_element(to + k, from + k, PyArray_TYPE(self));
        }
    }
    return made;
}

SHORTCUT(pick_index_add)
{
    return place_slices(args, n, ADD, 0);
}

SHORTCUT(pick_index_add_in_place)
{
    return place_slices(args, n, ADD, 1);
}

SHORTCUT(pick_index_copy)
{
    return place_slices(args, n, PUT, 0);
}

SHORTCUT(pick_index_copy_in_place)
{
    return place_slices(args, n, PUT, 1);
}

static PyObject *
fill_slices(PyObject *const *args, Py_ssize_t n, int in_place)
{
    int dim;
    char room[16];
    if (n != 4 || !read_rows(args, args[2], &dim) ||
        !read_element_of(args[3], PyArray_TYPE((PyArrayObject *)args[0]), room))
        return NULL;
    rows_t rows = rows_along(args[0], dim);
    if ((!in_place && !is_packed(args[0])) || !are_inside(args[2], -rows.size, rows.size) ||
        (in_place && !is_target(args[0], args[2], NULL)))
        return NULL;
    PyObject *made = in_place ? Py_NewRef(args[0]) : copy_of(args[0]);
    const npy_int64 *at = PyArray_DATA((PyArrayObject *)args[2]);
    npy_intp itemsize = PyArray_ITEMSIZE((PyArrayObject *)args[0]);
    for (npy_intp group = 0; made != NULL && group < rows.outer; group++) {
        for (npy_intp i = 0; i < PyArray_SIZE((PyArrayObject *)args[2]); i++) {
            npy_intp row = group * rows.size + (at[i] < 0 ? at[i] + rows.size : at[i]);
            char *to = PyArray_BYTES((PyArrayObject *)made) + row * rows.bytes;
            for (npy_intp k = 0; k < rows.bytes; k += itemsize)
                memcpy(to + k, room, (size_t)itemsize);
        }
    }
    return made;
}

SHORTCUT(pick_index_fill)
{
    return fill_slices(args, n, 0);
}

SHORTCUT(pick_index_fill_in_place)
{
    return fill_slices(args, n, 1);
}

/* ---- all elements in a row ---- */

SHORTCUT(pick_take)
{
    if (n != 2 || !is_plain(args[0]) || !is_index(args[1]))
        return NULL;
    PyArrayObject *from = (PyArrayObject *)args[0], *index = (PyArrayObject *)args[1];
    npy_intp size = PyArray_SIZE(from), itemsize = PyArray_ITEMSIZE(from);
    if (!are_inside(args[1], -size, size))
        return NULL;
    PyObject *made = new_like(args[0], PyArray_NDIM(index), PyArray_DIMS(index));
    const npy_int64 *at = PyArray_DATA(index);
    for (npy_intp i = 0; made != NULL && i < PyArray_SIZE(index); i++)
        memcpy(PyArray_BYTES((PyArrayObject *)made) + i * itemsize,
               PyArray_BYTES(from) + (at[i] < 0 ? at[i] + size : at[i]) * itemsize, (size_t)itemsize);
    return made;
}

SHORTCUT(pick_put_in_place)
{
    if (n < 3 || n > 4 || (n == 4 && args[3] != Py_False) || !is_index(args[1]) || !is_plain(args[2]) ||
        !is_target(args[0], args[1], args[2]) || !same_dtype(args[0], args[2]))
        return NULL;
    PyArrayObject *to = (PyArrayObject *)args[0], *index = (PyArrayObject *)args[1];
    npy_intp size = PyArray_SIZE(to), itemsize = PyArray_ITEMSIZE(to);
    if (!are_inside(args[1], -size, size) || PyArray_SIZE(index) != PyArray_SIZE((PyArrayObject *)args[2]))
        return NULL;
    const npy_int64 *at = PyArray_DATA(index);
    const char *from = PyArray_BYTES((PyArrayObject *)args[2]);
    for (npy_intp i = 0; i < PyArray_SIZE(index); i++)
        memcpy(PyArray_BYTES(to) + (at[i] < 0 ? at[i] + size : at[i]) * itemsize, from + i * itemsize,
               (size_t)itemsize);
    return Py_NewRef(args[0]);
}

/* ---- places that do not depend on elements ---- */

SHORTCUT(pick_flip)
{
    npy_intp dims[MAX_DIMS], counter[MAX_DIMS] = {0};
    int count = n == 2 && is_packed(args[0]) ? read_list(args[1], dims) : -1;
    if (count < 0)
        return NULL;
    PyArrayObject *from = (PyArrayObject *)args[0];
    int ndim = PyArray_NDIM(from), is_turned[MAX_DIMS] = {0};
    for (int i = 0; i < count; i++) {
        npy_intp dim = dims[i] < 0 ? dims[i] + ndim : dims[i];
        if (dim < 0 || dim >= ndim || is_turned[dim])
            return NULL;
        is_turned[dim] = 1;
    }
    npy_intp itemsize = PyArray_ITEMSIZE(from);
    const char *place = PyArray_BYTES(from);
    for (int i = 0; i < ndim; i++)
        place += is_turned[i] ? (PyArray_DIM(from, i) - 1) * PyArray_STRIDE(from, i) : 0;
    PyObject *made = new_like(args[0], ndim, PyArray_DIMS(from));
    char *to = made == NULL ? NULL : PyArray_BYTES((PyArrayObject *)made);
    for (npy_intp left = PyArray_SIZE(from); to != NULL && left > 0; left--, to += itemsize) {
        memcpy(to, place, (size_t)itemsize);
        for (int i = ndim - 1; i >= 0; i--) {
            npy_intp along = is_turned[i] ? -PyArray_STRIDE(from, i) : PyArray_STRIDE(from, i);
            place += along;
            if (++counter[i] < PyArray_DIM(from, i))
                break;
            place -= along * counter[i];
            counter[i] = 0;
        }
    }
    return made;
}

SHORTCUT(pick_roll)
{
    npy_intp shifts[MAX_DIMS], dims[MAX_DIMS];
    if (n != 3 || !is_packed(args[0]) || read_list(args[1], shifts) != 1 || read_list(args[2], dims) != 1)
        return NULL;
    int ndim = PyArray_NDIM((PyArrayObject *)args[0]);
    npy_intp dim = dims[0] < 0 ? dims[0] + ndim : dims[0];
    if (dim < 0 || dim >= ndim)
        return NULL;
    rows_t rows = rows_along(args[0], (int)dim);
    npy_intp shift = shifts[0] % rows.size, whole = rows.size * rows.bytes;
    npy_intp behind = (shift < 0 ? shift + rows.size : shift) * rows.bytes; /* bytes that come first in the result */
    PyObject *made = new_like(args[0], ndim, PyArray_DIMS((PyArrayObject *)args[0]));
    for (npy_intp group = 0; made != NULL && group < rows.outer; group++) {
        const char *from = PyArray_BYTES((PyArrayObject *)args[0]) + group * whole;
        char *to = PyArray_BYTES((PyArrayObject *)made) + group * whole;
        memcpy(to, from + whole - behind, (size_t)behind);
        memcpy(to + behind, from, (size_t)(whole - behind));
    }
    return made;
}

/* Values around the last dimensions; counts below 0 cut off. */
SHORTCUT(pick_pad)
{
    npy_intp pad[MAX_DIMS], shape[MAX_DIMS], from[MAX_DIMS] = {0}, first[MAX_DIMS] = {0}, counter[MAX_DIMS] = {0};
    char room[16] = {0};
    int count = n >= 2 && n <= 3 && is_packed(args[0]) ? read_list(args[1], pad) : -1;
    PyArrayObject *self = (PyArrayObject *)args[0];
    int ndim = count < 0 ? 0 : PyArray_NDIM(self);
    if (ndim == 0 || count % 2 != 0 || count / 2 > ndim ||
        (n == 3 && !read_element_of(args[2], PyArray_TYPE(self), room)) || (n == 2 && !can_add(args[0])))
        return NULL;
    npy_intp copied[MAX_DIMS], itemsize = PyArray_ITEMSIZE(self), size = 1, parts = 1, most = 0;
    memcpy(shape, PyArray_DIMS(self), (size_t)ndim * sizeof(npy_intp));
    memcpy(copied, shape, (size_t)ndim * sizeof(npy_intp));
    for (int i = 0; i < count / 2; i++) {
        int dim = ndim - 1 - i;
        npy_intp before = pad[2 * i], after = pad[2 * i + 1];
        if (llabs(before) > MOST_ELEMENTS || llabs(after) > MOST_ELEMENTS)
            return NULL;
        most = before > most ? before : most;
        most = after > most ? after : most;
        shape[dim] += before + after;
        from[dim] = before < 0 ? -before : 0;
        first[dim] = before > 0 ? before : 0;
        copied[dim] -= from[dim] + (after < 0 ? -after : 0);
        if (copied[dim] <= 0)
            return NULL;
    }
    for (int i = 0; i < ndim; i++) {
        size *= shape[i];
        parts *= i < ndim - 1 ? copied[i] : 1;
        if (size <= 0 || size > MOST_ELEMENTS)
            return NULL;
    }
    if (most == 0)
        return NULL; /* a copy of a part, which may lie otherwise */
    PyObject *made = new_like(args[0], ndim, shape);
    for (npy_intp i = 0; made != NULL && i < size; i++)
        memcpy(PyArray_BYTES((PyArrayObject *)made) + i * itemsize, room, (size_t)itemsize);
    for (npy_intp part = 0; made != NULL && part < parts; part++) {
        npy_intp source = 0, target = 0;
        for (int i = 0; i < ndim; i++) {
            source = source * PyArray_DIM(self, i) + from[i] + counter[i];
            target = target * shape[i] + first[i] + counter[i];
        }
        memcpy(PyArray_BYTES((PyArrayObject *)made) + target * itemsize, PyArray_BYTES(self) + source * itemsize,
               (size_t)(copied[ndim - 1] * itemsize));
        for (int i = ndim - 2; i >= 0 && ++counter[i] == copied[i]; i--)
            counter[i] = 0;
    }
    return made;
}

/* Zeros on one side of a diagonal of the last two dimensions. */
static PyObject *
triangle(PyObject *const *args, Py_ssize_t n, int is_upper)
{
    npy_intp diagonal = 0;
    if (n < 1 || n > 2 || !is_plain(args[0]) || PyArray_NDIM((PyArrayObject *)args[0]) < 2 ||
        (n == 2 && (!read_int(args[1], &diagonal) || diagonal > MOST_ELEMENTS || diagonal < -MOST_ELEMENTS)))
        return NULL;
    PyArrayObject *from = (PyArrayObject *)args[0];
    int ndim = PyArray_NDIM(from);
    npy_intp rows = PyArray_DIM(from, ndim - 2), columns = PyArray_DIM(from, ndim - 1);
    npy_intp itemsize = PyArray_ITEMSIZE(from);
    PyObject *made = copy_of(args[0]);
    char *to = made == NULL ? NULL : PyArray_BYTES((PyArrayObject *)made);
    for (npy_intp row = 0; to != NULL && row < PyArray_SIZE(from) / columns; row++, to += columns * itemsize) {
        npy_intp cut = row % rows + diagonal + (is_upper ? 0 : 1); /* the first column on the other side */
        cut = cut < 0 ? 0 : cut > columns ? columns : cut;
        if (is_upper)
            memset(to, 0, (size_t)(cut * itemsize));
        else
            memset(to + cut * itemsize, 0, (size_t)((columns - cut) * itemsize));
    }
    return made;
}

SHORTCUT(pick_tril)
{
    return triangle(args, n, 0);
}

SHORTCUT(pick_triu)
{
    return triangle(args, n, 1);
}

/* ---- searches ---- */

static int
is_ahead(const char *found, const char *value, int type)
{
    if (type == NPY_FLOAT)
        return !(*(const float *)(const void *)found >= *(const float *)(const void *)value);
    if (type == NPY_DOUBLE)
        return !(*(const double *)(const void *)found >= *(const double *)(const void *)value);
    return *(const npy_int64 *)(const void *)found < *(const npy_int64 *)(const void *)value;
}

/* The first places where values could be inserted into one sequence. */
static PyObject *
search(PyObject *sequence, PyObject *values)
{
    if (!is_plain(sequence) || !is_plain(values) || !same_dtype(sequence, values) || !can_add(sequence) ||
        PyArray_NDIM((PyArrayObject *)sequence) != 1)
        return NULL;
    PyArrayObject *in = (PyArrayObject *)sequence, *of = (PyArrayObject *)values;
    npy_intp itemsize = PyArray_ITEMSIZE(in);
    PyObject *made = PyArray_SimpleNew(PyArray_NDIM(of), PyArray_DIMS(of), NPY_INT64);
    npy_int64 *to = made == NULL ? NULL : PyArray_DATA((PyArrayObject *)made);
    for (npy_intp i = 0; made != NULL && i < PyArray_SIZE(of); i++) {
        npy_intp low = 0, high = PyArray_SIZE(in);
        while (low < high) {
            npy_intp middle = (low + high) >> 1;
            if (is_ahead(PyArray_BYTES(in) + middle * itemsize, PyArray_BYTES(of) + i * itemsize, PyArray_TYPE(in)))
                low = middle + 1;
            else
                high = middle;
        }
        to[i] = low;
    }
    return made;
}

SHORTCUT(pick_searchsorted)
{
    return n == 2 ? search(args[0], args[1]) : NULL;
}

SHORTCUT(pick_bucketize)
{
    return n == 2 ? search(args[1], args[0]) : NULL;
}
