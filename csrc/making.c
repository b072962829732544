/* New arrays: what factories make of sizes and numbers, and arrays of Python's numbers in nested lists.
 *
 * Small arrays of the common dtypes only; everything else is left to the Python rules, which are the twins.
 * See Note [Shortcuts are rules in C].
 */
#include "views.h"
#include <float.h>
#include <math.h>

#define MOST_BYTES (1 << 20) /* larger arrays: Python, where the time does not matter and errors have their messages */

/* ---- options ---- */

/* NumPy's number of a dtype; -1: it is not one of NumPy's own. */
static int
number_of(PyObject *dtype)
{
    for (int number = 0; dtype != NULL && number < N_DTYPES; number++) {
        if (hot.dtypes[number] == dtype)
            return number;
    }
    return -1;
}

/* Read the options of a factory; `number` is -1 where there is no dtype.  0: Python has to look at them. */
static int
read_options(PyObject *const *values, PyObject *kwnames, int *number)
{
    *number = -1;
    for (Py_ssize_t i = 0; kwnames != NULL && i < PyTuple_GET_SIZE(kwnames); i++) {
        PyObject *name = PyTuple_GET_ITEM(kwnames, i), *value = values[i];
        if (value == Py_None)
            continue;
        if (PyUnicode_CompareWithASCIIString(name, "dtype") == 0) {
            *number = number_of(value);
            if (*number < 0)
                return 0;
        }
        else if (PyUnicode_CompareWithASCIIString(name, "device") == 0) {
            if (value != hot.cpu_device)
                return 0;
        }
        else if (PyUnicode_CompareWithASCIIString(name, "layout") == 0) {
            if (value != hot.strided)
                return 0;
        }
        else if (value != Py_False || PyUnicode_CompareWithASCIIString(name, "pin_memory") != 0) {
            return 0;
        }
    }
    return 1;
}

static PyObject *
new_array(int ndim, const npy_intp *shape, int number, int zeros)
{
    PyArray_Descr *dtype = number < 0 ? NULL : PyArray_DescrFromType(number);
    npy_intp bytes = dtype == NULL ? 0 : PyDataType_ELSIZE(dtype);
    if (dtype != NULL && ndim == 1 && shape[0] == 0)
        return PyArray_Empty(1, (npy_intp *)shape, dtype, 0);
    for (int i = 0; i < ndim; i++) {
        if (shape[i] <= 0 || shape[i] > MOST_BYTES)
            bytes = 0; /* strides of empty arrays are made in Python */
        else if (bytes <= MOST_BYTES)
            bytes *= shape[i];
    }
    if (bytes <= 0 || bytes > MOST_BYTES) {
        Py_XDECREF(dtype);
        return NULL;
    }
    return zeros ? PyArray_Zeros(ndim, (npy_intp *)shape, dtype, 0) : PyArray_Empty(ndim, (npy_intp *)shape, dtype, 0);
}

/* ---- numbers ---- */

/* A Python number: an integer or a float. */
typedef struct {
    int is_float, is_bool;
    double real;
    long long whole; /* of an integer */
} number_t;

static int
read_number(PyObject *value, number_t *number)
{
    number->is_float = PyFloat_CheckExact(value);
    number->is_bool = PyBool_Check(value);
    if (number->is_float) {
        number->real = PyFloat_AS_DOUBLE(value);
        number->whole = 0;
        return 1;
    }
    if (!number->is_bool && !PyLong_CheckExact(value))
        return 0;
    int overflow;
    number->whole = PyLong_AsLongLongAndOverflow(value, &overflow);
    number->real = (double)number->whole;
    return overflow == 0;
}

/* Can an element of this dtype hold the number as `full` stores it?  Python refuses or converts what it cannot. */
static int
holds(int type, const number_t *number)
{
    switch (type) {
    case NPY_BOOL:
        return !number->is_float;
    case NPY_INT64:
        return !number->is_float;
    case NPY_FLOAT:
        return number->is_float ? !isfinite(number->real) || fabs(number->real) <= FLT_MAX
                                : llabs(number->whole) <= (1 << 24);
    case NPY_DOUBLE:
        return number->is_float || llabs(number->whole) <= (INT64_C(1) << 53);
    default:
        return 0;
    }
}

static void
store_number(char *where, int type, const number_t *number)
{
    switch (type) {
    case NPY_BOOL:
        *(npy_bool *)where = number->whole != 0;
        break;
    case NPY_INT64:
        *(npy_int64 *)(void *)where = (npy_int64)number->whole;
        break;
    case NPY_FLOAT: /* from an integer in one step */
        *(float *)(void *)where = number->is_float ? (float)number->real : (float)number->whole;
        break;
    default:
        *(double *)(void *)where = number->real;
    }
}

/* A new array with one number in every place; NULL without an error: Python. */
static PyObject *
filled(int ndim, const npy_intp *shape, int type, const number_t *number)
{
    if (!holds(type, number))
        return NULL;
    PyObject *made = new_array(ndim, shape, type, 0);
    if (made != NULL) {
        char *where = PyArray_BYTES((PyArrayObject *)made), *end = where + PyArray_NBYTES((PyArrayObject *)made);
        for (npy_intp step = PyArray_ITEMSIZE((PyArrayObject *)made); where < end; where += step)
            store_number(where, type, number);
    }
    return made;
}

/* ---- factories ---- */

/* The sizes and options of a factory; a missing dtype is the default one.  -1: Python. */
static int
read_factory(PyObject *const *args, Py_ssize_t n, PyObject *kwnames, npy_intp *shape, int *number)
{
    int ndim = n == 1 ? read_list(args[0], shape) : -1;
    if (ndim < 0 || !read_options(args + n, kwnames, number))
        return -1;
    if (*number < 0)
        *number = number_of(hot.default_dtype);
    return ndim;
}

FACTORY(make_empty)
{
    npy_intp shape[MAX_DIMS];
    int number, ndim = hot.fills_new_memory ? -1 : read_factory(args, n, kwnames, shape, &number);
    return ndim < 0 ? NULL : new_array(ndim, shape, number, 0);
}

FACTORY(make_zeros)
{
    npy_intp shape[MAX_DIMS];
    int number, ndim = read_factory(args, n, kwnames, shape, &number);
    return ndim < 0 ? NULL : new_array(ndim, shape, number, 1);
}

FACTORY(make_ones)
{
    const number_t one = {0, 0, 1.0, 1};
    npy_intp shape[MAX_DIMS];
    int number, ndim = read_factory(args, n, kwnames, shape, &number);
    return ndim < 0 ? NULL : filled(ndim, shape, number, &one);
}

FACTORY(make_full)
{
    npy_intp shape[MAX_DIMS];
    number_t value;
    int number, ndim = n == 2 ? read_list(args[0], shape) : -1;
    if (ndim < 0 || !read_number(args[1], &value) || !read_options(args + n, kwnames, &number))
        return NULL;
    if (number < 0)
        number = value.is_float ? number_of(hot.default_dtype) : value.is_bool ? NPY_BOOL : NPY_INT64;
    return filled(ndim, shape, number, &value);
}

FACTORY(make_scalar)
{
    number_t value;
    int number;
    if (n != 1 || !read_number(args[0], &value) || !read_options(args + n, kwnames, &number))
        return NULL;
    return filled(0, NULL, number < 0 ? number_of(hot.default_dtype) : number, &value);
}

FACTORY(make_eye)
{
    npy_intp shape[2];
    int number;
    if (n < 1 || n > 2 || !read_int(args[0], &shape[0]) || !read_int(args[n - 1], &shape[1]) ||
        !read_options(args + n, kwnames, &number))
        return NULL;
    const number_t one = {0, 0, 1.0, 1};
    number = number < 0 ? number_of(hot.default_dtype) : number;
    PyObject *made = holds(number, &one) ? new_array(2, shape, number, 1) : NULL;
    for (npy_intp i = 0; made != NULL && i < shape[0] && i < shape[1]; i++)
        store_number(PyArray_GETPTR2((PyArrayObject *)made, i, i), number, &one);
    return made;
}

/* start, start + step, ... before end, each computed from its number, as the rule does. */
static PyObject *
range_array(const number_t *start, const number_t *end, const number_t *step, int number)
{
    int has_floats = start->is_float || end->is_float || step->is_float;
    if (number < 0)
        number = has_floats ? number_of(hot.default_dtype) : NPY_INT64;
    if ((number != NPY_FLOAT && number != NPY_DOUBLE && number != NPY_INT64) || (number == NPY_INT64 && has_floats) ||
        !holds(NPY_DOUBLE, start) || !holds(NPY_DOUBLE, end) || !holds(NPY_DOUBLE, step))
        return NULL;
    double length = ceil((end->real - start->real) / step->real); /* a step of 0: not finite */
    if (!(length >= 1 && length <= MOST_BYTES))
        return NULL;
    npy_intp size = (npy_intp)length;
    PyObject *made = new_array(1, &size, number, 0);
    char *data = made == NULL ? NULL : PyArray_BYTES((PyArrayObject *)made);
    for (npy_intp i = 0; data != NULL && i < size; i++) {
        double real = (double)i * step->real; /* rounded before the sum: the module is compiled for ISO C */
        real = real + start->real;
        if (number == NPY_INT64)
            ((npy_int64 *)(void *)data)[i] = start->whole + i * step->whole;
        else if (number == NPY_FLOAT)
            ((float *)(void *)data)[i] = (float)real;
        else
            ((double *)(void *)data)[i] = real;
    }
    return made;
}

FACTORY(make_range)
{
    number_t start = {0, 0, 0.0, 0}, end, step = {0, 0, 1.0, 1};
    int number;
    if (n < 1 || n > 3 || !read_number(args[n == 1 ? 0 : 1], &end) || (n > 1 && !read_number(args[0], &start)) ||
        (n > 2 && !read_number(args[2], &step)) || !read_options(args + n, kwnames, &number))
        return NULL;
    return range_array(&start, &end, &step, number);
}

FACTORY(make_linspace)
{
    number_t start, end;
    npy_intp steps;
    int number;
    if (n != 3 || !read_number(args[0], &start) || !read_number(args[1], &end) || !read_int(args[2], &steps) ||
        !read_options(args + n, kwnames, &number))
        return NULL;
    number = number < 0 ? number_of(hot.default_dtype) : number;
    if ((number != NPY_FLOAT && number != NPY_DOUBLE) || !holds(number, &start) || !holds(number, &end) ||
        !isfinite(start.real) || !isfinite(end.real) || steps < 2)
        return NULL;
    PyObject *made = new_array(1, &steps, number, 0);
    if (made == NULL)
        return NULL;
    void *data = PyArray_DATA((PyArrayObject *)made);
    for (npy_intp i = 0; i < steps; i++) { /* counted from the nearer end, so that both ends are exact */
        npy_intp from = i < steps / 2 ? i : steps - 1 - i;
        if (number == NPY_FLOAT) {
            float first = (float)start.real, last = (float)end.real, step = (last - first) / (float)(steps - 1);
            float part = (float)from * step;
            ((float *)data)[i] = i < steps / 2 ? part + first : last - part;
        }
        else {
            double step = (end.real - start.real) / (double)(steps - 1), part = (double)from * step;
            ((double *)data)[i] = i < steps / 2 ? part + start.real : end.real - part;
        }
    }
    return made;
}

/* The positions in a triangle of a matrix, row by row. */
static PyObject *
triangle_indices(PyObject *const *args, Py_ssize_t n, PyObject *kwnames, int is_upper)
{
    npy_intp rows, columns, offset = 0, shape[2] = {2, 0};
    int number;
    if (n < 2 || n > 3 || !read_int(args[0], &rows) || !read_int(args[1], &columns) ||
        (n == 3 && !read_int(args[2], &offset)) || !read_options(args + n, kwnames, &number) ||
        (number >= 0 && number != NPY_INT64) || rows < 0 || columns < 0 || rows > 1024 || columns > 1024 ||
        offset > 1024 || offset < -1024)
        return NULL;
    for (npy_intp i = 0; i < rows; i++) {
        npy_intp cut = i + offset + (is_upper ? 0 : 1); /* the first column on the other side */
        cut = cut < 0 ? 0 : cut > columns ? columns : cut;
        shape[1] += is_upper ? columns - cut : cut;
    }
    PyObject *made = new_array(2, shape, NPY_INT64, 0);
    npy_int64 *to = made == NULL ? NULL : PyArray_DATA((PyArrayObject *)made);
    for (npy_intp i = 0; to != NULL && i < rows; i++) {
        for (npy_intp j = 0; j < columns; j++) {
            if (is_upper ? j - i < offset : j - i > offset)
                continue;
            to[shape[1]] = j;
            *to++ = i;
        }
    }
    return made;
}

FACTORY(make_tril_indices)
{
    return triangle_indices(args, n, kwnames, 0);
}

FACTORY(make_triu_indices)
{
    return triangle_indices(args, n, kwnames, 1);
}

/* ---- storing ---- */

/* May elements be stored in these places one by one: in rows, or along one dimension with room for each? */
static int
is_simple(PyArrayObject *array)
{
    return PyArray_ISNOTSWAPPED(array) &&
           (PyArray_IS_C_CONTIGUOUS(array) ||
            (PyArray_NDIM(array) == 1 && PyArray_STRIDE(array, 0) >= PyArray_ITEMSIZE(array)));
}

static npy_intp
step_of(PyArrayObject *array)
{
    return PyArray_IS_C_CONTIGUOUS(array) ? PyArray_ITEMSIZE(array) : PyArray_STRIDE(array, 0);
}

static int
is_writable(PyObject *value)
{
    return is_array(value) && PyArray_ISWRITEABLE((PyArrayObject *)value) && is_simple((PyArrayObject *)value);
}

/* Store the element at `from` in every place. */
static void
fill_with(PyArrayObject *array, const char *from)
{
    char *where = PyArray_BYTES(array);
    npy_intp itemsize = PyArray_ITEMSIZE(array), step = step_of(array);
    for (npy_intp i = PyArray_SIZE(array); i > 0; i--, where += step)
        memcpy(where, from, (size_t)itemsize);
}

FACTORY(store_number_in)
{
    number_t number;
    double room[2] = {0.0, 0.0};
    if (n != 2 || kwnames != NULL || !is_writable(args[0]) || !read_number(args[1], &number) ||
        !holds(PyArray_TYPE((PyArrayObject *)args[0]), &number))
        return NULL;
    store_number((char *)room, PyArray_TYPE((PyArrayObject *)args[0]), &number);
    fill_with((PyArrayObject *)args[0], (const char *)room);
    return Py_NewRef(args[0]);
}

FACTORY(store_zero_in)
{
    const char zero[16] = {0};
    if (n != 1 || kwnames != NULL || !is_writable(args[0]) || PyArray_TYPE((PyArrayObject *)args[0]) >= N_DTYPES ||
        PyArray_ITEMSIZE((PyArrayObject *)args[0]) > (npy_intp)sizeof(zero))
        return NULL;
    fill_with((PyArrayObject *)args[0], zero);
    return Py_NewRef(args[0]);
}

static int
have_one_dtype(PyObject *one, PyObject *other)
{
    return PyArray_DESCR((PyArrayObject *)one) == PyArray_DESCR((PyArrayObject *)other) &&
           PyArray_TYPE((PyArrayObject *)one) < N_DTYPES && PyArray_TYPE((PyArrayObject *)one) != NPY_OBJECT;
}

FACTORY(store_element_in)
{
    char room[32];
    if (n != 2 || kwnames != NULL || !is_writable(args[0]) || !is_array(args[1]) || !have_one_dtype(args[0], args[1]) ||
        PyArray_NDIM((PyArrayObject *)args[1]) != 0 ||
        PyArray_ITEMSIZE((PyArrayObject *)args[0]) > (npy_intp)sizeof(room))
        return NULL;
    memcpy(room, PyArray_DATA((PyArrayObject *)args[1]), (size_t)PyArray_ITEMSIZE((PyArrayObject *)args[0]));
    fill_with((PyArrayObject *)args[0], room);
    return Py_NewRef(args[0]);
}

/* Copy elements of the same dtype and shape. */
FACTORY(store_elements_in)
{
    if (n < 2 || kwnames != NULL || !is_writable(args[0]) || !is_array(args[1]) || !have_one_dtype(args[0], args[1]) ||
        !is_simple((PyArrayObject *)args[1]))
        return NULL;
    PyArrayObject *to = (PyArrayObject *)args[0], *from = (PyArrayObject *)args[1];
    if (PyArray_NDIM(to) != PyArray_NDIM(from) ||
        !PyArray_CompareLists(PyArray_DIMS(to), PyArray_DIMS(from), PyArray_NDIM(to)) ||
        PyArray_NBYTES(to) > MOST_BYTES)
        return NULL;
    npy_intp itemsize = PyArray_ITEMSIZE(to);
    if (PyArray_IS_C_CONTIGUOUS(to) && PyArray_IS_C_CONTIGUOUS(from)) {
        char *first = PyArray_BYTES(to), *start = PyArray_BYTES(from);
        npy_intp size = PyArray_NBYTES(to);
        if (first != start && first < start + size && start < first + size)
            return NULL; /* refused */
        memmove(first, start, (size_t)size);
        return Py_NewRef(args[0]);
    }
    char *low[2], *high[2];
    array_extent(args[0], &low[0], &high[0]);
    array_extent(args[1], &low[1], &high[1]);
    if (low[0] < high[1] && low[1] < high[0])
        return NULL; /* they may overlap */
    char *where = PyArray_BYTES(to), *what = PyArray_BYTES(from);
    for (npy_intp i = PyArray_SIZE(to); i > 0; i--, where += step_of(to), what += step_of(from))
        memcpy(where, what, (size_t)itemsize);
    return Py_NewRef(args[0]);
}

/* May an array without gaps lie in rows, as a new one that is like `value` does?  What has other strides in dimensions of
 * size 1, or another order of dimensions, keeps these: that is for Python. */
static int
gives_rows(PyObject *value)
{
    if (!is_array(value))
        return 0;
    PyArrayObject *array = (PyArrayObject *)value;
    if (PyArray_SIZE(array) == 0 || PyArray_TYPE(array) >= N_DTYPES || PyArray_TYPE(array) == NPY_OBJECT ||
        !PyArray_ISNOTSWAPPED(array) || PyArray_NBYTES(array) > MOST_BYTES)
        return 0;
    if (PyArray_NDIM(array) == 1 && PyArray_DIM(array, 0) > 1)
        return 1;
    return has_packed_strides(array);
}

/* A new array like the first argument, filled with what the second one says. */
static PyObject *
filled_like(PyObject *const *args, Py_ssize_t n, PyObject *kwnames, shortcut_fn store)
{
    if (n != 2 || kwnames != NULL || !gives_rows(args[0]))
        return NULL;
    PyArrayObject *array = (PyArrayObject *)args[0];
    PyObject *made = new_array(PyArray_NDIM(array), PyArray_DIMS(array), PyArray_TYPE(array), 0);
    PyObject *filled = made == NULL ? NULL : store(NULL, (PyObject *[]){made, args[1]}, 2, NULL);
    Py_XDECREF(made);
    return filled;
}

FACTORY(fill_like)
{
    return filled_like(args, n, kwnames, store_number_in);
}

FACTORY(fill_like_element)
{
    return filled_like(args, n, kwnames, store_element_in);
}

FACTORY(zero_like)
{
    if (n != 1 || kwnames != NULL || !gives_rows(args[0]))
        return NULL;
    PyArrayObject *array = (PyArrayObject *)args[0];
    return new_array(PyArray_NDIM(array), PyArray_DIMS(array), PyArray_TYPE(array), 1);
}

/* The elements of the second array, as they would lie in the first one. */
FACTORY(copy_like)
{
    if (n < 2 || kwnames != NULL || !is_array(args[1]) || !gives_rows(args[0]) || !have_one_dtype(args[0], args[1]))
        return NULL;
    PyArrayObject *to = (PyArrayObject *)args[0], *from = (PyArrayObject *)args[1];
    if (!PyArray_IS_C_CONTIGUOUS(to) || PyArray_NDIM(to) != PyArray_NDIM(from) || /* gaps are kept */
        !PyArray_CompareLists(PyArray_DIMS(to), PyArray_DIMS(from), PyArray_NDIM(to)))
        return NULL;
    return PyArray_NewCopy(from, NPY_CORDER);
}

/* ---- joining ---- */

/* Are these row-major arrays of one dtype, with at most `most` dimensions and with elements? */
static int
can_join(PyObject *list, int most)
{
    if (!PyList_CheckExact(list) || PyList_GET_SIZE(list) == 0 || !is_array(PyList_GET_ITEM(list, 0)))
        return 0;
    PyArrayObject *first = (PyArrayObject *)PyList_GET_ITEM(list, 0);
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list); i++) {
        PyArrayObject *one = (PyArrayObject *)PyList_GET_ITEM(list, i);
        if (!is_array((PyObject *)one) || !have_one_dtype((PyObject *)first, (PyObject *)one) ||
            !PyArray_ISNOTSWAPPED(one) || !PyArray_IS_C_CONTIGUOUS(one) || PyArray_SIZE(one) == 0 ||
            PyArray_NDIM(one) != PyArray_NDIM(first))
            return 0;
    }
    return PyArray_NDIM(first) <= most;
}

/* Put the arrays side by side: of each `rows` times a part of its bytes. */
static PyObject *
joined(PyObject *list, int ndim, const npy_intp *shape, npy_intp rows)
{
    PyArrayObject *first = (PyArrayObject *)PyList_GET_ITEM(list, 0);
    PyObject *made = new_array(ndim, shape, PyArray_TYPE(first), 0);
    char *where = made == NULL ? NULL : PyArray_BYTES((PyArrayObject *)made);
    for (npy_intp row = 0; made != NULL && row < rows; row++) {
        for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list); i++) {
            PyArrayObject *one = (PyArrayObject *)PyList_GET_ITEM(list, i);
            npy_intp part = PyArray_NBYTES(one) / rows;
            memcpy(where, PyArray_BYTES(one) + row * part, (size_t)part);
            where += part;
        }
    }
    return made;
}

FACTORY(join_arrays)
{
    int dim = 0;
    if (n < 1 || n > 2 || kwnames != NULL || !can_join(args[0], 3))
        return NULL;
    PyArrayObject *first = (PyArrayObject *)PyList_GET_ITEM(args[0], 0);
    int ndim = PyArray_NDIM(first);
    npy_intp shape[3], rows = 1;
    if (ndim == 0 || (n > 1 && !read_dim(args[1], ndim, &dim)))
        return NULL;
    for (int i = 0; i < ndim; i++) {
        shape[i] = PyArray_DIM(first, i);
        rows *= i < dim ? shape[i] : 1;
    }
    for (Py_ssize_t k = 1; k < PyList_GET_SIZE(args[0]); k++) {
        PyArrayObject *one = (PyArrayObject *)PyList_GET_ITEM(args[0], k);
        for (int i = 0; i < ndim; i++) {
            if (i != dim && PyArray_DIM(one, i) != shape[i])
                return NULL;
        }
        shape[dim] += PyArray_DIM(one, dim);
    }
    return joined(args[0], ndim, shape, rows);
}

FACTORY(stack_arrays)
{
    int dim = 0;
    if (n < 1 || n > 2 || kwnames != NULL || !can_join(args[0], 2))
        return NULL;
    PyArrayObject *first = (PyArrayObject *)PyList_GET_ITEM(args[0], 0);
    int ndim = PyArray_NDIM(first);
    npy_intp shape[3], rows = 1;
    if (n > 1 && !read_dim(args[1], ndim + 1, &dim))
        return NULL;
    for (Py_ssize_t k = 1; k < PyList_GET_SIZE(args[0]); k++) {
        PyArrayObject *one = (PyArrayObject *)PyList_GET_ITEM(args[0], k);
        if (!PyArray_CompareLists(PyArray_DIMS(one), PyArray_DIMS(first), ndim))
            return NULL;
    }
    for (int i = 0; i <= ndim; i++) {
        shape[i] = i == dim ? PyList_GET_SIZE(args[0]) : PyArray_DIM(first, i < dim ? i : i - 1);
        rows *= i < dim ? shape[i] : 1;
    }
    return joined(args[0], ndim + 1, shape, rows);
}

/* ---- arrays of Python's numbers ---- */

enum { BOOLS, INTEGERS, FLOATS };

typedef struct {
    int ndim, kind;
    npy_intp shape[MAX_DIMS], count;
} nest_t;

static int
is_list(PyObject *value)
{
    return PyList_CheckExact(value) || PyTuple_CheckExact(value);
}

/* Look at the numbers below `value`, at this depth.  0: not only numbers, too many, or lists of several lengths. */
static int
inspect(PyObject *value, int depth, nest_t *nest)
{
    if (!is_list(value)) {
        int kind = PyFloat_CheckExact(value) ? FLOATS : PyBool_Check(value) ? BOOLS : INTEGERS, overflow = 0;
        if (kind == INTEGERS && PyLong_CheckExact(value))
            PyLong_AsLongLongAndOverflow(value, &overflow);
        else if (kind == INTEGERS)
            return 0;
        nest->kind = kind > nest->kind ? kind : nest->kind;
        return depth == nest->ndim && overflow == 0 && ++nest->count <= MOST_BYTES;
    }
    Py_ssize_t n = PySequence_Fast_GET_SIZE(value);
    if (depth >= nest->ndim || n != nest->shape[depth])
        return 0;
    for (Py_ssize_t i = 0; i < n; i++) {
        if (!inspect(PySequence_Fast_GET_ITEM(value, i), depth + 1, nest))
            return 0;
    }
    return 1;
}

static char *
store_all(PyObject *value, char *where, int type, npy_intp itemsize)
{
    if (!is_list(value)) {
        number_t number = {0, 0, 0.0, 0};
        read_number(value, &number);
        store_number(where, type, &number);
        return where + itemsize;
    }
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(value); i++)
        where = store_all(PySequence_Fast_GET_ITEM(value, i), where, type, itemsize);
    return where;
}

/* A number, or nested lists of numbers, as a new plain tensor; None: Python has to make it. */
PyObject *
hot_tensor_of(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 2) {
        PyErr_SetString(PyExc_TypeError, "tensor_of() takes data and a dtype or None");
        return NULL;
    }
    nest_t nest = {0, BOOLS, {0}, 0};
    for (PyObject *value = args[0]; is_list(value); value = PySequence_Fast_GET_ITEM(value, 0)) {
        Py_ssize_t n = PySequence_Fast_GET_SIZE(value);
        if (n == 0 || nest.ndim == MAX_DIMS || !knows_numpy())
            Py_RETURN_NONE;
        nest.shape[nest.ndim++] = n;
    }
    if (!knows_numpy() || !inspect(args[0], 0, &nest))
        Py_RETURN_NONE;
    int number = args[1] != Py_None      ? number_of(args[1])
                 : nest.kind == FLOATS   ? number_of(hot.default_dtype)
                 : nest.kind == INTEGERS ? NPY_INT64
                                         : NPY_BOOL;
    int is_float = number == NPY_FLOAT || number == NPY_DOUBLE;
    if (!is_float && (nest.kind == FLOATS || (number != NPY_INT64 && (number != NPY_BOOL || nest.kind != BOOLS))))
        Py_RETURN_NONE;
    PyObject *array = new_array(nest.ndim, nest.shape, number, 0);
    if (array == NULL) {
        if (PyErr_Occurred())
            return NULL;
        Py_RETURN_NONE;
    }
    store_all(args[0], PyArray_BYTES((PyArrayObject *)array), number, PyArray_ITEMSIZE((PyArrayObject *)array));
    PyObject *made = hot_wrap(NULL, &array, 1);
    Py_DECREF(array);
    return made;
}
