/* Convolutions of small arrays, and their gradients: plain loops, where preparing matrix products would take longer.
 *
 * Twin: wye/aten/kernels/nn_conv.py, which asks here first, and has larger arrays and everything unusual.
 */
#include "views.h"

#define MOST_PRODUCTS (1 << 14)
#define SPATIAL 3 /* dimensions; fewer are preceded by some of size 1 */

enum { RESULT, INPUT, WEIGHT, N_KINDS };

/* y = x * w: y has [batch, features, *out], x has [batch, channels, *in], w has [features, channels of a group, *taps]. */
typedef struct {
    npy_intp batch, groups, features, channels; /* of a group */
    npy_intp in[SPATIAL], out[SPATIAL], taps[SPATIAL], stride[SPATIAL], padding[SPATIAL], dilation[SPATIAL];
} conv_t;

/* The first and the last window, exclusive, that have a tap inside the input. */
static void
find_range(const conv_t *c, int dim, npy_intp tap, npy_intp *from, npy_intp *to)
{
    npy_intp shift = tap * c->dilation[dim] - c->padding[dim], step = c->stride[dim];
    *from = shift >= 0 ? 0 : (-shift + step - 1) / step;
    *to = shift >= c->in[dim] ? 0 : (c->in[dim] - 1 - shift) / step + 1;
    if (*to > c->out[dim])
        *to = c->out[dim];
}

#define DEFINE_TAP(T, NAME)                                                                                          \
    /* One tap between a channel and a feature of one image, all windows. */                                         \
    static void NAME(int kind, const conv_t *c, const npy_intp *tap, T *x, T *w, T *y)                               \
    {                                                                                                                \
        npy_intp from[SPATIAL], to[SPATIAL], shift[SPATIAL];                                                         \
        T sum = 0;                                                                                                   \
        for (int i = 0; i < SPATIAL; i++) {                                                                          \
            find_range(c, i, tap[i], &from[i], &to[i]);                                                              \
            shift[i] = tap[i] * c->dilation[i] - c->padding[i];                                                      \
        }                                                                                                            \
        for (npy_intp a = from[0]; a < to[0]; a++) {                                                                 \
            for (npy_intp b = from[1]; b < to[1]; b++) {                                                             \
                T *row = x + ((a * c->stride[0] + shift[0]) * c->in[1] + b * c->stride[1] + shift[1]) * c->in[2];    \
                T *line = y + (a * c->out[1] + b) * c->out[2];                                                       \
                for (npy_intp e = from[2]; e < to[2]; e++) {                                                         \
                    npy_intp at = e * c->stride[2] + shift[2];                                                       \
                    if (kind == RESULT)                                                                              \
                        line[e] += *w * row[at];                                                                     \
                    else if (kind == INPUT)                                                                          \
                        row[at] += *w * line[e];                                                                     \
                    else                                                                                             \
                        sum += line[e] * row[at];                                                                    \
                }                                                                                                    \
            }                                                                                                        \
        }                                                                                                            \
        if (kind == WEIGHT)                                                                                          \
            *w += sum;                                                                                               \
    }                                                                                                                \
                                                                                                                     \
    static void NAME##s(int kind, const conv_t *c, T *x, T *w, T *y)                                                 \
    {                                                                                                                \
        npy_intp inside = c->in[0] * c->in[1] * c->in[2], outside = c->out[0] * c->out[1] * c->out[2], tap[SPATIAL]; \
        npy_intp taps = c->taps[0] * c->taps[1] * c->taps[2], pairs = c->features * c->channels;                     \
        for (npy_intp i = 0; i < c->batch * c->groups * pairs; i++) {                                                \
            npy_intp group = i / pairs % c->groups, image = i / pairs / c->groups;                                   \
            npy_intp feature = group * c->features + i % pairs / c->channels, channel = i % c->channels;             \
            T *plane = x + ((image * c->groups + group) * c->channels + channel) * inside;                           \
            T *result = y + (image * c->groups * c->features + feature) * outside;                                   \
            T *factors = w + (feature * c->channels + channel) * taps;                                               \
            for (tap[0] = 0; tap[0] < c->taps[0]; tap[0]++)                                                          \
                for (tap[1] = 0; tap[1] < c->taps[1]; tap[1]++)                                                      \
                    for (tap[2] = 0; tap[2] < c->taps[2]; tap[2]++)                                                  \
                        NAME(kind, c, tap, plane, factors++, result);                                                \
        }                                                                                                            \
    }
DEFINE_TAP(float, float_tap)
DEFINE_TAP(double, double_tap)

/* A number for each spatial dimension: as many as there are, or one for all. */
static int
read_spatial(PyObject *value, int dims, npy_intp least, npy_intp rest, npy_intp *numbers)
{
    npy_intp given[MAX_DIMS];
    int n = read_list(value, given);
    if (n != dims && n != 1)
        return 0;
    for (int i = 0; i < SPATIAL; i++) {
        int at = i - (SPATIAL - dims);
        numbers[i] = at < 0 ? rest : given[n == 1 ? 0 : at];
        if (numbers[i] < least || numbers[i] > (1 << 20))
            return 0;
    }
    return 1;
}

/* The sizes of an array's spatial dimensions. */
static void
read_sizes(PyArrayObject *array, npy_intp *sizes)
{
    int dims = PyArray_NDIM(array) - 2;
    for (int i = 0; i < SPATIAL; i++)
        sizes[i] = i < SPATIAL - dims ? 1 : PyArray_DIM(array, i - (SPATIAL - dims) + 2);
}

/* Do these shapes belong together, and are there few enough products? */
static int
is_small(const conv_t *c)
{
    npy_intp products = c->batch * c->groups;
    const npy_intp factors[] = {c->features, c->channels, c->taps[0],   c->taps[1],   c->taps[2],  c->out[0],
                                c->out[1],   c->out[2],   c->in[0] > 0, c->in[1] > 0, c->in[2] > 0};
    for (size_t i = 0; i < sizeof(factors) / sizeof(factors[0]); i++) {
        if (factors[i] <= 0 || MULTIPLY_OVERFLOWS(products, factors[i], &products) || products > MOST_PRODUCTS)
            return 0;
    }
    for (int i = 0; i < SPATIAL; i++) {
        npy_intp last = (c->out[i] - 1) * c->stride[i] + (c->taps[i] - 1) * c->dilation[i] + 1;
        if (last > c->in[i] + 2 * c->padding[i])
            return 0;
    }
    return products > 0;
}

static int
read_conv(PyObject *const *args, conv_t *c)
{
    PyArrayObject *arrays[3];
    for (int i = 0; i < 3; i++) {
        arrays[i] = (PyArrayObject *)args[i];
        if (!is_array(args[i]) || !PyArray_ISCARRAY_RO(arrays[i]) ||
            PyArray_TYPE(arrays[i]) != PyArray_TYPE(arrays[0]) || PyArray_NDIM(arrays[i]) != PyArray_NDIM(arrays[0]) ||
            PyArray_SIZE(arrays[i]) > MOST_PRODUCTS)
            return 0;
    }
    PyArrayObject *x = arrays[0], *w = arrays[1], *y = arrays[2];
    int dims = PyArray_NDIM(x) - 2;
    if ((PyArray_TYPE(x) != NPY_FLOAT && PyArray_TYPE(x) != NPY_DOUBLE) || dims < 1 || dims > SPATIAL ||
        !read_spatial(args[3], dims, 1, 1, c->stride) || !read_spatial(args[4], dims, 0, 0, c->padding) ||
        !read_spatial(args[5], dims, 1, 1, c->dilation) || !read_int(args[6], &c->groups) || c->groups < 1)
        return 0;
    read_sizes(x, c->in);
    read_sizes(y, c->out);
    read_sizes(w, c->taps);
    c->batch = PyArray_DIM(x, 0);
    c->channels = PyArray_DIM(w, 1);
    c->features = PyArray_DIM(w, 0) / c->groups;
    return PyArray_DIM(y, 0) == c->batch && PyArray_DIM(x, 1) == c->channels * c->groups &&
           PyArray_DIM(w, 0) == c->features * c->groups && PyArray_DIM(y, 1) == PyArray_DIM(w, 0) && is_small(c);
}

/* convolve(kind, x, weight, y, stride, padding, dilation, groups): see _pure/shortcuts.py. */
PyObject *
hot_convolve(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    conv_t c;
    long kind = nargs == 8 ? PyLong_AsLong(args[0]) : -1;
    if (kind < 0 || kind >= N_KINDS) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_TypeError,
                            "convolve() takes a kind, x, weight, y, stride, padding, dilation and groups");
        return NULL;
    }
    PyArrayObject *made = (PyArrayObject *)args[kind == RESULT ? 3 : kind == INPUT ? 1 : 2];
    if (!read_conv(args + 1, &c) || !PyArray_ISWRITEABLE(made))
        Py_RETURN_FALSE;
    memset(PyArray_DATA(made), 0, (size_t)PyArray_NBYTES(made));
    void *x = PyArray_DATA((PyArrayObject *)args[1]), *w = PyArray_DATA((PyArrayObject *)args[2]),
         *y = PyArray_DATA((PyArrayObject *)args[3]);
    if (PyArray_TYPE(made) == NPY_FLOAT)
        float_taps((int)kind, &c, x, w, y);
    else
        double_taps((int)kind, &c, x, w, y);
    Py_RETURN_TRUE;
}
