/* Choosing elements by a condition, and gradients of parts: zeros with a gradient in its place.
 *
 * Small row-major arrays of one dtype, and single elements that were expanded; the Python rules, which are the twins,
 * have the rest and the errors.  See Note [Shortcuts are rules in C].
 */
#include "views.h"
#include <float.h>
#include <math.h>

#define MOST_ELEMENTS (1 << 14)

/* An operand: where its elements lie, and how far apart; 0: it is one element for all. */
typedef struct {
    const char *at;
    npy_intp step;
} place_t;

static int
is_one_element(PyArrayObject *array)
{
    for (int i = 0; i < PyArray_NDIM(array); i++) {
        if (PyArray_STRIDE(array, i) != 0)
            return 0;
    }
    return 1;
}

static int
has_shape_of(PyArrayObject *array, PyArrayObject *other)
{
    return PyArray_NDIM(array) == PyArray_NDIM(other) &&
           PyArray_CompareLists(PyArray_DIMS(array), PyArray_DIMS(other), PyArray_NDIM(array));
}

/* Is it an array whose elements can be copied as they are? */
static int
is_simple(PyObject *value)
{
    return is_array(value) && PyArray_TYPE((PyArrayObject *)value) < N_DTYPES &&
           PyArray_SIZE((PyArrayObject *)value) > 0 && PyArray_ISALIGNED((PyArrayObject *)value) &&
           PyArray_ISNOTSWAPPED((PyArrayObject *)value);
}

/* Place an operand beside an array of the result's shape; 0: the rule. */
static int
place(PyArrayObject *array, PyArrayObject *whole, place_t *where)
{
    where->at = PyArray_BYTES(array);
    where->step = 0;
    if (PyArray_NDIM(array) == 0)
        return 1;
    if (!has_shape_of(array, whole))
        return 0;
    if (has_packed_strides(array))
        where->step = PyArray_ITEMSIZE(array);
    return where->step != 0 || is_one_element(array);
}

static void
choose(place_t mask, place_t yes, place_t no, char *to, npy_intp size, npy_intp n)
{
    for (npy_intp i = 0; i < n; i++, mask.at += mask.step, yes.at += yes.step, no.at += no.step, to += size) {
        const char *from = *mask.at ? yes.at : no.at;
        if (size == 4)
            memcpy(to, from, 4);
        else if (size == 8)
            memcpy(to, from, 8);
        else
            memcpy(to, from, (size_t)size);
    }
}

/* An operand with the result's shape that lies in rows, so that the result does; NULL: there is none. */
static PyArrayObject *
widest(PyObject *const *args)
{
    PyArrayObject *found = NULL;
    for (int i = 0; i < 3; i++) {
        PyArrayObject *array = (PyArrayObject *)args[i];
        if (is_array(args[i]) && (found == NULL || PyArray_NDIM(array) > PyArray_NDIM(found)) &&
            has_packed_strides(array))
            found = array;
    }
    return found;
}

/* Does the order of a mask's dimensions alone decide that of the result, which is row-major then?  The mask comes first:
 * see pointwise_strides (tensors/layout.py).  Dimensions of size 1 are left to the rule. */
static int
decides_order(PyArrayObject *mask, PyArrayObject *whole)
{
    for (int i = 0; i < PyArray_NDIM(mask); i++) {
        if (PyArray_DIM(mask, i) < 2)
            return 0;
    }
    return mask == whole && has_packed_strides(mask);
}

/* `place`, of a copy in rows where the array lies otherwise and the mask decides how the result does. */
static int
place_anyhow(PyArrayObject *array, PyArrayObject *mask, PyArrayObject *whole, place_t *where, PyObject **copy)
{
    if (place(array, whole, where))
        return 1;
    if (!has_shape_of(array, whole) || !decides_order(mask, whole) || PyArray_SIZE(array) > MOST_ELEMENTS)
        return 0;
    *copy = PyArray_NewCopy(array, NPY_CORDER);
    return *copy != NULL && place((PyArrayObject *)*copy, whole, where);
}

SHORTCUT(choose_where)
{
    if (n != 3 || !is_simple(args[0]) || !is_simple(args[1]) || !is_simple(args[2]))
        return NULL;
    PyArrayObject *mask = (PyArrayObject *)args[0], *yes = (PyArrayObject *)args[1], *no = (PyArrayObject *)args[2];
    PyArrayObject *whole = widest(args);
    place_t places[3];
    PyObject *copies[2] = {NULL, NULL}, *made = NULL;
    if (PyArray_TYPE(mask) != NPY_BOOL || PyArray_TYPE(yes) != PyArray_TYPE(no) || whole == NULL ||
        PyArray_SIZE(whole) > MOST_ELEMENTS || PyArray_NDIM(whole) > MAX_DIMS || !place(mask, whole, &places[0]))
        return NULL;
    if (place_anyhow(yes, mask, whole, &places[1], &copies[0]) && place_anyhow(no, mask, whole, &places[2], &copies[1]))
        made = PyArray_SimpleNew(PyArray_NDIM(whole), PyArray_DIMS(whole), PyArray_TYPE(yes));
    if (made != NULL)
        choose(places[0], places[1], places[2], PyArray_BYTES((PyArrayObject *)made), PyArray_ITEMSIZE(yes),
               PyArray_SIZE(whole));
    Py_XDECREF(copies[0]);
    Py_XDECREF(copies[1]);
    return made;
}

/* Store a number as a float or double, where the rule would store the same; 0: ask the rule. */
static int
store_float(PyObject *value, int type, double *room)
{
    npy_intp whole;
    double number;
    if (PyFloat_CheckExact(value))
        number = PyFloat_AS_DOUBLE(value);
    else if (read_int(value, &whole) && whole <= (1 << 24) && whole >= -(1 << 24))
        number = (double)whole;
    else
        return 0;
    if (type == NPY_DOUBLE)
        *room = number;
    else if (type == NPY_FLOAT && !(isfinite(number) && fabs(number) > FLT_MAX))
        *(float *)(void *)room = (float)number;
    else
        return 0;
    return 1;
}

/* Read an array of floats, a mask of its shape and a number; 0: the rule. */
static int
read_fill(PyObject *const *args, Py_ssize_t n, place_t *places, double *number)
{
    if (n != 3 || !is_simple(args[0]) || !is_simple(args[1]))
        return 0;
    PyArrayObject *array = (PyArrayObject *)args[0], *mask = (PyArrayObject *)args[1];
    int type = PyArray_TYPE(array);
    if (PyArray_TYPE(mask) != NPY_BOOL || PyArray_SIZE(array) > MOST_ELEMENTS || PyArray_NDIM(array) > MAX_DIMS ||
        !place(array, array, &places[1]) || !place(mask, array, &places[0]) || !store_float(args[2], type, number))
        return 0;
    return PyArray_NDIM(array) > 0 || PyArray_NDIM(mask) == 0;
}

SHORTCUT(choose_fill)
{
    place_t places[2];
    double number;
    if (!read_fill(args, n, places, &number))
        return NULL;
    PyArrayObject *array = (PyArrayObject *)args[0];
    PyObject *made = PyArray_SimpleNew(PyArray_NDIM(array), PyArray_DIMS(array), PyArray_TYPE(array));
    if (made != NULL)
        choose(places[0], (place_t){(const char *)&number, 0}, places[1], PyArray_BYTES((PyArrayObject *)made),
               PyArray_ITEMSIZE(array), PyArray_SIZE(array));
    return made;
}

SHORTCUT(choose_fill_in_place)
{
    place_t places[2];
    double number;
    if (!read_fill(args, n, places, &number))
        return NULL;
    PyArrayObject *array = (PyArrayObject *)args[0];
    const char *start = PyArray_BYTES(array), *mask = places[0].at;
    if (!PyArray_ISWRITEABLE(array) || (places[1].step == 0 && PyArray_NDIM(array) > 0) ||
        (mask < start + PyArray_NBYTES(array) && start < mask + PyArray_SIZE(array)))
        return NULL;
    choose(places[0], (place_t){(const char *)&number, 0}, places[1], PyArray_BYTES(array), PyArray_ITEMSIZE(array),
           PyArray_SIZE(array));
    return Py_NewRef(args[0]);
}

/* `where` of a tensor and a number, which is first or second.  Declines where anything would see its parts. */
static PyObject *
where_number(PyObject *ops, PyObject *const *args, Py_ssize_t n, int number_at)
{
    if (n != 3 || PyTuple_GET_SIZE(ops) != 1 || !is_tensor(args[0]) || !is_tensor(args[3 - number_at]))
        return NULL;
    TensorBase *condition = (TensorBase *)args[0], *tensor = (TensorBase *)args[3 - number_at];
    keys_t keys =
        with_thread_state((keys_t){condition->keys.lo | tensor->keys.lo, condition->keys.hi | tensor->keys.hi});
    if (Py_TYPE(condition) != hot.plain_type || Py_TYPE(tensor) != hot.plain_type || requires_grad(tensor) ||
        ((condition->keys.lo | tensor->keys.lo) & hot.view_keys.lo) != 0 || !is_simple(condition->data) ||
        !is_simple(tensor->data) || !reaches(ops, 0, keys, choose_where))
        return NULL;
    PyArrayObject *mask = (PyArrayObject *)condition->data, *array = (PyArrayObject *)tensor->data;
    PyArrayObject *whole = has_packed_strides(array) && PyArray_NDIM(array) >= PyArray_NDIM(mask) ? array : mask;
    place_t places[2];
    double number;
    PyObject *copy = NULL, *made = NULL;
    if (PyArray_TYPE(mask) != NPY_BOOL || !has_packed_strides(whole) || PyArray_SIZE(whole) > MOST_ELEMENTS ||
        PyArray_NDIM(whole) > MAX_DIMS || !place(mask, whole, &places[0]) ||
        !store_float(args[number_at], PyArray_TYPE(array), &number))
        return NULL;
    if (place_anyhow(array, mask, whole, &places[1], &copy))
        made = PyArray_SimpleNew(PyArray_NDIM(whole), PyArray_DIMS(whole), PyArray_TYPE(array));
    place_t constant = {(const char *)&number, 0};
    if (made != NULL)
        choose(places[0], number_at == 1 ? constant : places[1], number_at == 1 ? places[1] : constant,
               PyArray_BYTES((PyArrayObject *)made), PyArray_ITEMSIZE(array), PyArray_SIZE(whole));
    Py_XDECREF(copy);
    return made == NULL ? NULL : tensor_of_array(made);
}

PyObject *
choose_number_first(PyObject *ops, PyObject *const *args, Py_ssize_t n, PyObject *Py_UNUSED(kwnames))
{
    return where_number(ops, args, n, 1);
}

PyObject *
choose_number_second(PyObject *ops, PyObject *const *args, Py_ssize_t n, PyObject *Py_UNUSED(kwnames))
{
    return where_number(ops, args, n, 2);
}

/* ---- gradients of parts ---- */

/* Zeros of the sizes in the second argument, with the dtype of the first; NULL: the rule. */
static PyObject *
zeros_for(PyObject *const *args, geometry_t *g)
{
    npy_intp shape[MAX_DIMS], size = 1;
    int ndim = is_simple(args[0]) ? read_list(args[1], shape) : -1;
    for (int i = 0; i < ndim; i++) {
        if (shape[i] < 0 || (shape[i] > 0 && size > MOST_ELEMENTS * 16 / shape[i]))
            return NULL;
        size *= shape[i];
    }
    if (ndim < 1 || size == 0)
        return NULL;
    PyObject *made = PyArray_ZEROS(ndim, shape, PyArray_TYPE((PyArrayObject *)args[0]), 0);
    if (made != NULL && !geometry_of(made, g))
        Py_CLEAR(made);
    return made;
}

/* Store a gradient in a part of zeros; steals `zeros`.  NULL without an error: the rule. */
static PyObject *
store_part(PyObject *zeros, const geometry_t *g, PyObject *grad)
{
    PyArrayObject *from = (PyArrayObject *)grad;
    int fits = PyArray_NDIM(from) == g->ndim && PyArray_CompareLists(PyArray_DIMS(from), (npy_intp *)g->shape, g->ndim);
    PyObject *part = fits ? array_of(zeros, g) : NULL;
    if (part == NULL || PyArray_CopyInto((PyArrayObject *)part, from) < 0)
        Py_CLEAR(zeros);
    Py_XDECREF(part);
    return zeros;
}

SHORTCUT(place_selected)
{
    geometry_t g;
    npy_intp at;
    int dim;
    PyObject *zeros = n == 4 && read_int(args[3], &at) ? zeros_for(args, &g) : NULL;
    if (zeros != NULL && read_dim(args[2], g.ndim, &dim) && select_step(&g, dim, at))
        return store_part(zeros, &g, args[0]);
    Py_XDECREF(zeros);
    return NULL;
}

SHORTCUT(place_sliced)
{
    geometry_t g;
    npy_intp start, end, step;
    int dim;
    PyObject *zeros =
        n == 6 && read_int(args[3], &start) && read_int(args[4], &end) && read_int(args[5], &step) && is_step(step)
            ? zeros_for(args, &g)
            : NULL;
    if (zeros != NULL && read_dim(args[2], g.ndim, &dim)) {
        slice_step(&g, dim, start, end, step);
        return store_part(zeros, &g, args[0]);
    }
    Py_XDECREF(zeros);
    return NULL;
}
