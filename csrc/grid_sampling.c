/* Samples of small images and volumes at the places of a grid, and their gradients.
 *
 * Twin: src/wye/aten/arrays/grid_sampling.py, which does the same operations and is asked where nothing is done here: for
 * large arrays, and for infinities and NaN.
 */
#include "views.h"
#include <math.h>

enum { LINEAR, NEAREST, CUBIC };
enum { ZEROS, BORDER, REFLECTION };

#define MOST_MIXED (1 << 14) /* pixels that are mixed */

typedef struct {
    int mode, padding, corners, dims, taps, taps_in_all, type;
    npy_intp images, channels, points, plane, size[3];
} sampling_t;

#define real float
#define NAMED(name) name##_float
#define abs_of_float fabsf
#define rest_of_float fmodf
#define floor_of_float floorf
#define round_of_float rintf
#include "grid_axis.h"
#undef real
#undef NAMED
#define real double
#define NAMED(name) name##_double
#define abs_of_double fabs
#define rest_of_double fmod
#define floor_of_double floor
#define round_of_double rint
#include "grid_axis.h"
#undef real
#undef NAMED

static int
is_plain(PyObject *value, int type, int ndim)
{
    return is_array(value) && PyArray_TYPE((PyArrayObject *)value) == type &&
           PyArray_NDIM((PyArrayObject *)value) == ndim && PyArray_ISCARRAY_RO((PyArrayObject *)value);
}

/* Read (x, grid, mode, padding, corners); 0: the rule. */
static int
read_sampling(PyObject *const *args, sampling_t *how)
{
    PyArrayObject *x = (PyArrayObject *)args[0], *grid = (PyArrayObject *)args[1];
    how->type = is_array(args[0]) ? PyArray_TYPE(x) : -1;
    int ndim = is_array(args[0]) ? PyArray_NDIM(x) : 0;
    npy_intp mode, padding;
    if ((how->type != NPY_FLOAT && how->type != NPY_DOUBLE) || (ndim != 4 && ndim != 5) ||
        !is_plain(args[0], how->type, ndim) || !is_plain(args[1], how->type, ndim) || !read_int(args[2], &mode) ||
        !read_int(args[3], &padding) || !PyBool_Check(args[4]) || mode < 0 || mode > CUBIC || padding < 0 ||
        padding > REFLECTION || (mode == CUBIC && ndim == 5))
        return 0;
    how->mode = (int)mode;
    how->padding = (int)padding;
    how->corners = args[4] == Py_True;
    how->dims = ndim - 2;
    how->taps = mode == NEAREST ? 1 : mode == CUBIC ? 4 : 2;
    how->images = PyArray_DIM(x, 0);
    how->channels = PyArray_DIM(x, 1);
    how->taps_in_all = how->points = how->plane = 1;
    for (int i = 0; i < how->dims; i++) {
        how->size[i] = PyArray_DIM(x, 2 + i);
        how->plane *= how->size[i];
        how->points *= PyArray_DIM(grid, 1 + i);
        how->taps_in_all *= how->taps;
    }
    return PyArray_SIZE(x) > 0 && PyArray_SIZE(x) <= MOST_MIXED && PyArray_SIZE(grid) > 0 &&
           PyArray_SIZE(grid) <= MOST_MIXED && PyArray_DIM(grid, 0) == how->images &&
           PyArray_DIM(grid, ndim - 1) == how->dims &&
           how->taps_in_all * how->images * how->channels * how->points <= MOST_MIXED;
}

/* grid_samples(x, grid, mode, padding, corners): images at the places of a grid; None: Python computes them. */
PyObject *
hot_grid_samples(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    sampling_t how;
    if (nargs != 5) {
        PyErr_SetString(PyExc_TypeError, "grid_samples() takes images, a grid, a mode, a padding and a bool");
        return NULL;
    }
    if (!read_sampling(args, &how))
        Py_RETURN_NONE;
    npy_intp shape[5] = {how.images, how.channels};
    memcpy(shape + 2, PyArray_DIMS((PyArrayObject *)args[1]) + 1, (size_t)how.dims * sizeof(npy_intp));
    PyObject *made = PyArray_SimpleNew(how.dims + 2, shape, how.type);
    if (made == NULL)
        return NULL;
    void *to = PyArray_DATA((PyArrayObject *)made);
    const void *x = PyArray_DATA((PyArrayObject *)args[0]), *grid = PyArray_DATA((PyArrayObject *)args[1]);
    if (how.type == NPY_FLOAT ? sample_float(x, grid, to, &how) : sample_double(x, grid, to, &how))
        return made;
    Py_DECREF(made);
    Py_RETURN_NONE;
}

static int
is_finite(PyObject *value, int type)
{
    PyArrayObject *array = (PyArrayObject *)value;
    const void *data = PyArray_DATA(array);
    for (npy_intp i = 0; i < PyArray_SIZE(array); i++) {
        if (!isfinite(type == NPY_FLOAT ? (double)((const float *)data)[i] : ((const double *)data)[i]))
            return 0;
    }
    return 1;
}

/* The gradient of images as an array of their type, from sums in float64. */
static PyObject *
narrowed(PyObject *sums, int type)
{
    PyObject *made = type == NPY_DOUBLE ? Py_NewRef(sums) : PyArray_Cast((PyArrayObject *)sums, type);
    Py_DECREF(sums);
    return made;
}

/* grid_sample_gradients(grad, x, grid, mode, padding, corners, needs): a tuple of the gradients of images and grid, or
 * of None for each that is not needed; None: Python computes them. */
PyObject *
hot_grid_sample_gradients(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    sampling_t how;
    if (nargs != 7 || !PyTuple_CheckExact(args[6]) || PyTuple_GET_SIZE(args[6]) != 2) {
        PyErr_SetString(PyExc_TypeError,
                        "grid_sample_gradients() takes a gradient, what grid_samples() does, and needs");
        return NULL;
    }
    if (!read_sampling(args + 1, &how) || !is_plain(args[0], how.type, how.dims + 2) ||
        PyArray_SIZE((PyArrayObject *)args[0]) != how.images * how.channels * how.points)
        Py_RETURN_NONE;
    for (int i = 0; i < 3; i++) {
        if (!is_finite(args[i], how.type))
            Py_RETURN_NONE;
    }
    PyArrayObject *x = (PyArrayObject *)args[1], *grid = (PyArrayObject *)args[2];
    int for_x = PyTuple_GET_ITEM(args[6], 0) == Py_True, for_grid = PyTuple_GET_ITEM(args[6], 1) == Py_True;
    PyObject *to_x = for_x ? PyArray_ZEROS(PyArray_NDIM(x), PyArray_DIMS(x), NPY_DOUBLE, 0) : Py_NewRef(Py_None);
    PyObject *to_grid =
        for_grid ? PyArray_SimpleNew(PyArray_NDIM(grid), PyArray_DIMS(grid), how.type) : Py_NewRef(Py_None);
    PyObject *both = NULL;
    if (to_x != NULL && to_grid != NULL) {
        void *sums = for_x ? PyArray_DATA((PyArrayObject *)to_x) : NULL;
        void *slopes = for_grid ? PyArray_DATA((PyArrayObject *)to_grid) : NULL;
        const void *grad = PyArray_DATA((PyArrayObject *)args[0]);
        int is_done = how.type == NPY_FLOAT
                          ? spread_float(grad, PyArray_DATA(x), PyArray_DATA(grid), sums, slopes, &how)
                          : spread_double(grad, PyArray_DATA(x), PyArray_DATA(grid), sums, slopes, &how);
        if (is_done && for_x)
            to_x = narrowed(to_x, how.type);
        if (to_x != NULL)
            both = is_done ? PyTuple_Pack(2, to_x, to_grid) : Py_NewRef(Py_None);
    }
    Py_XDECREF(to_x);
    Py_XDECREF(to_grid);
    return both;
}
