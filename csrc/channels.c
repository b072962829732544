/* Batch normalisation of small arrays, in training and with statistics that were kept, and its gradients.
 *
 * Row-major arrays of floats whose parameters have the same dtype; the Python rules (aten/kernels/nn_norm.py), which are
 * the twins, have the rest and the errors.  See Note [Shortcuts are rules in C].
 */
#include "views.h"
#include <math.h>

#define MOST_ELEMENTS (1 << 14)

/* An array [batch, channels, *places]. */
typedef struct {
    PyArrayObject *array;
    int type;
    npy_intp batch, channels, places;
} batch_t;

static int
is_packed(PyObject *value)
{
    PyArrayObject *array = (PyArrayObject *)value;
    if (!is_array(value) || !PyArray_ISCARRAY_RO(array))
        return 0;
    return has_packed_strides(array);
}

static int
read_batch(PyObject *value, batch_t *batch)
{
    PyArrayObject *array = (PyArrayObject *)value;
    if (!is_packed(value) || PyArray_NDIM(array) < 2 || PyArray_NDIM(array) > MAX_DIMS || PyArray_SIZE(array) == 0 ||
        PyArray_SIZE(array) > MOST_ELEMENTS)
        return 0;
    *batch = (batch_t){array, PyArray_TYPE(array), PyArray_DIM(array, 0), PyArray_DIM(array, 1), 1};
    batch->places = PyArray_SIZE(array) / batch->batch / batch->channels;
    return batch->type == NPY_FLOAT || batch->type == NPY_DOUBLE;
}

/* One number of each channel, or None; 0: the rule. */
static int
read_channels(PyObject *value, const batch_t *batch, void **at)
{
    PyArrayObject *array = (PyArrayObject *)value;
    *at = NULL;
    if (value == Py_None)
        return 1;
    if (!is_packed(value) || PyArray_TYPE(array) != batch->type || PyArray_NDIM(array) != 1 ||
        PyArray_DIM(array, 0) != batch->channels)
        return 0;
    *at = PyArray_DATA(array);
    return 1;
}

#define DEFINE_CHANNEL(T, NAME, SQRT)                                                                              \
    /* One channel: its normal form, mean and one over its deviation; running statistics are updated. */           \
    /* Sums are doubles: those of many floats would lose digits that differences of sums need. */                  \
    static void NAME(const batch_t *b, npy_intp c, const T *x, const T *weight, const T *bias, T *running_mean,    \
                     T *running_var, double momentum, double eps, T *to, T *means, T *scales)                      \
    {                                                                                                              \
        npy_intp step = b->channels * b->places, first = c * b->places;                                            \
        T count = (T)(b->batch * b->places);                                                                       \
        double sum = 0, squares = 0;                                                                               \
        for (npy_intp i = 0; i < b->batch; i++)                                                                    \
            for (npy_intp k = 0; k < b->places; k++)                                                               \
                sum += x[i * step + first + k];                                                                    \
        T mean = (T)(sum / count);                                                                                 \
        for (npy_intp i = 0; i < b->batch; i++)                                                                    \
            for (npy_intp k = 0; k < b->places; k++) {                                                             \
                T centred = x[i * step + first + k] - mean;                                                        \
                squares += (double)centred * centred;                                                              \
            }                                                                                                      \
        T scale = 1 / SQRT((T)(squares / count) + (T)eps), factor = weight == NULL ? scale : scale * weight[c];    \
        T shift = bias == NULL ? 0 : bias[c];                                                                      \
        for (npy_intp i = 0; i < b->batch; i++)                                                                    \
            for (npy_intp k = 0; k < b->places; k++) {                                                             \
                npy_intp at = i * step + first + k;                                                                \
                to[at] = (x[at] - mean) * factor + shift;                                                          \
            }                                                                                                      \
        means[c] = mean;                                                                                           \
        scales[c] = scale;                                                                                         \
        if (running_mean != NULL)                                                                                  \
            running_mean[c] = running_mean[c] * (T)(1 - momentum) + mean * (T)momentum;                            \
        if (running_var != NULL)                                                                                   \
            running_var[c] = running_var[c] * (T)(1 - momentum) + (T)(squares / (count - 1)) * (T)momentum;        \
    }                                                                                                              \
                                                                                                                   \
    /* The gradients of one channel; those that are NULL are not wanted. */                                        \
    static void NAME##_back(const batch_t *b, npy_intp c, const T *g, const T *x, const T *weight, const T *means, \
                            const T *scales, T *to, T *to_weight, T *to_bias)                                      \
    {                                                                                                              \
        npy_intp step = b->channels * b->places, first = c * b->places;                                            \
        T count = (T)(b->batch * b->places), scale = scales[c];                                                    \
        double sum = 0, along = 0;                                                                                 \
        for (npy_intp i = 0; i < b->batch; i++)                                                                    \
            for (npy_intp k = 0; k < b->places; k++) {                                                             \
                npy_intp at = i * step + first + k;                                                                \
                sum += g[at];                                                                                      \
                along += (double)g[at] * ((x[at] - means[c]) * scale);                                             \
            }                                                                                                      \
        T factor = weight == NULL ? scale : scale * weight[c];                                                     \
        T flat = (T)(sum / count), tilt = (T)(along / count);                                                      \
        for (npy_intp i = 0; to != NULL && i < b->batch; i++)                                                      \
            for (npy_intp k = 0; k < b->places; k++) {                                                             \
                npy_intp at = i * step + first + k;                                                                \
                to[at] = (g[at] - flat - (x[at] - means[c]) * scale * tilt) * factor;                              \
            }                                                                                                      \
        if (to_weight != NULL)                                                                                     \
            to_weight[c] = (T)along;                                                                               \
        if (to_bias != NULL)                                                                                       \
            to_bias[c] = (T)sum;                                                                                   \
    }

#define DEFINE_KEPT(T, NAME, SQRT)                                                                                 \
    /* The same of one channel with statistics that were kept. */                                                  \
    static void NAME(const batch_t *b, npy_intp c, const T *x, const T *weight, const T *bias, const T *means,     \
                     const T *vars, double eps, T *to)                                                             \
    {                                                                                                              \
        npy_intp step = b->channels * b->places, first = c * b->places;                                            \
        T scale = 1 / SQRT(vars[c] + (T)eps), factor = weight == NULL ? scale : scale * weight[c];                 \
        for (npy_intp i = 0; i < b->batch; i++)                                                                    \
            for (npy_intp k = 0; k < b->places; k++) {                                                             \
                npy_intp at = i * step + first + k;                                                                \
                to[at] = (x[at] - means[c]) * factor;                                                              \
                if (bias != NULL)                                                                                  \
                    to[at] += bias[c];                                                                             \
            }                                                                                                      \
    }                                                                                                              \
                                                                                                                   \
    static void NAME##_back(const batch_t *b, npy_intp c, const T *g, const T *x, const T *weight, const T *means, \
                            const T *vars, double eps, T *to, T *to_weight, T *to_bias)                            \
    {                                                                                                              \
        npy_intp step = b->channels * b->places, first = c * b->places;                                            \
        T scale = 1 / SQRT(vars[c] + (T)eps), factor = weight == NULL ? scale : scale * weight[c];                 \
        double sum = 0, along = 0;                                                                                 \
        for (npy_intp i = 0; i < b->batch; i++)                                                                    \
            for (npy_intp k = 0; k < b->places; k++) {                                                             \
                npy_intp at = i * step + first + k;                                                                \
                sum += g[at];                                                                                      \
                along += (double)g[at] * ((x[at] - means[c]) * scale);                                             \
                if (to != NULL)                                                                                    \
                    to[at] = g[at] * factor;                                                                       \
            }                                                                                                      \
        if (to_weight != NULL)                                                                                     \
            to_weight[c] = (T)along;                                                                               \
        if (to_bias != NULL)                                                                                       \
            to_bias[c] = (T)sum;                                                                                   \
    }
DEFINE_KEPT(float, float_kept, sqrtf)
DEFINE_KEPT(double, double_kept, sqrt)
DEFINE_CHANNEL(float, float_channel, sqrtf)
DEFINE_CHANNEL(double, double_channel, sqrt)

static void *
data_of(PyObject *array)
{
    return array == NULL ? NULL : PyArray_DATA((PyArrayObject *)array);
}

/* A tuple of three results, None for NULL; steals them. */
static PyObject *
three(PyObject *a, PyObject *b, PyObject *c)
{
    PyObject *all = PyErr_Occurred() ? NULL : PyTuple_New(3), *parts[] = {a, b, c};
    for (int i = 0; i < 3; i++) {
        if (all == NULL)
            Py_XDECREF(parts[i]);
        else
            PyTuple_SET_ITEM(all, i, parts[i] == NULL ? Py_NewRef(Py_None) : parts[i]);
    }
    return all;
}

static PyObject *
new_batch(const batch_t *batch)
{
    return PyArray_SimpleNew(PyArray_NDIM(batch->array), PyArray_DIMS(batch->array), batch->type);
}

static PyObject *
new_channels(const batch_t *batch)
{
    npy_intp count = batch->channels;
    return PyArray_SimpleNew(1, &count, batch->type);
}

static int
is_writable(PyObject *value)
{
    return value == Py_None || PyArray_ISWRITEABLE((PyArrayObject *)value);
}

static PyObject *
new_nothing(const batch_t *batch)
{
    npy_intp none = 0;
    return PyArray_SimpleNew(1, &none, batch->type);
}

/* With the statistics that were kept. */
static PyObject *
normalise_by_kept(const batch_t *b, const void *weight, const void *bias, const void *mean, const void *var, double eps)
{
    PyObject *made = new_batch(b), *none = new_nothing(b), *nor = new_nothing(b);
    const void *x = PyArray_DATA(b->array);
    for (npy_intp c = 0; !PyErr_Occurred() && c < b->channels; c++) {
        if (b->type == NPY_FLOAT)
            float_kept(b, c, x, weight, bias, mean, var, eps, data_of(made));
        else
            double_kept(b, c, x, weight, bias, mean, var, eps, data_of(made));
    }
    return three(made, none, nor);
}

SHORTCUT(channels_batch_norm)
{
    batch_t b;
    void *weight, *bias, *mean, *var;
    if (n != 8 || !read_batch(args[0], &b) || !read_channels(args[1], &b, &weight) ||
        !read_channels(args[2], &b, &bias) || !read_channels(args[3], &b, &mean) || !read_channels(args[4], &b, &var) ||
        !PyFloat_CheckExact(args[6]) || !PyFloat_CheckExact(args[7]))
        return NULL;
    double momentum = PyFloat_AS_DOUBLE(args[6]), eps = PyFloat_AS_DOUBLE(args[7]);
    if (args[5] == Py_False && mean != NULL && var != NULL)
        return normalise_by_kept(&b, weight, bias, mean, var, eps);
    if (args[5] != Py_True || !is_writable(args[3]) || !is_writable(args[4]) || (mean != NULL && mean == var) ||
        b.batch * b.places < 2)
        return NULL;
    if (!(eps > 1e-30))
        return NULL; /* a channel that is constant stays 0 */
    PyObject *made = new_batch(&b), *means = new_channels(&b), *scales = new_channels(&b);
    const void *x = PyArray_DATA(b.array);
    int ok = made != NULL && means != NULL && scales != NULL;
    for (npy_intp c = 0; ok && c < b.channels; c++) {
        if (b.type == NPY_FLOAT)
            float_channel(&b, c, x, weight, bias, mean, var, momentum, eps, data_of(made), data_of(means),
                          data_of(scales));
        else
            double_channel(&b, c, x, weight, bias, mean, var, momentum, eps, data_of(made), data_of(means),
                           data_of(scales));
    }
    return three(made, means, scales);
}

static int
read_mask(PyObject *value, int *mask)
{
    if (!PyList_CheckExact(value) || PyList_GET_SIZE(value) != 3)
        return 0;
    for (int i = 0; i < 3; i++) {
        mask[i] = PyList_GET_ITEM(value, i) == Py_True;
        if (!PyBool_Check(PyList_GET_ITEM(value, i)))
            return 0;
    }
    return 1;
}

SHORTCUT(channels_batch_norm_backward)
{
    batch_t b, g;
    void *weight, *mean, *scale;
    int mask[3];
    if (n != 10 || !read_batch(args[1], &b) || !read_batch(args[0], &g) || g.type != b.type ||
        PyArray_NDIM(g.array) != PyArray_NDIM(b.array) ||
        !PyArray_CompareLists(PyArray_DIMS(g.array), PyArray_DIMS(b.array), PyArray_NDIM(b.array)) ||
        !read_channels(args[2], &b, &weight) || !PyBool_Check(args[7]) || !PyFloat_CheckExact(args[8]) ||
        !read_mask(args[9], mask))
        return NULL;
    /* statistics of the batch are a mean and a factor, those that were kept a mean and a variance */
    int trains = args[7] == Py_True;
    if (!read_channels(args[trains ? 5 : 3], &b, &mean) || !read_channels(args[trains ? 6 : 4], &b, &scale) ||
        mean == NULL || scale == NULL || (trains && b.batch * b.places < 2))
        return NULL;
    double eps = PyFloat_AS_DOUBLE(args[8]);
    PyObject *made = mask[0] ? new_batch(&b) : NULL, *to_weight = mask[1] ? new_channels(&b) : NULL,
             *to_bias = mask[2] ? new_channels(&b) : NULL;
    const void *grad = PyArray_DATA(g.array), *x = PyArray_DATA(b.array);
    for (npy_intp c = 0; !PyErr_Occurred() && c < b.channels; c++) {
        if (!trains && b.type == NPY_FLOAT)
            float_kept_back(&b, c, grad, x, weight, mean, scale, eps, data_of(made), data_of(to_weight),
                            data_of(to_bias));
        else if (!trains)
            double_kept_back(&b, c, grad, x, weight, mean, scale, eps, data_of(made), data_of(to_weight),
                             data_of(to_bias));
        else if (b.type == NPY_FLOAT)
            float_channel_back(&b, c, grad, x, weight, mean, scale, data_of(made), data_of(to_weight),
                               data_of(to_bias));
        else
            double_channel_back(&b, c, grad, x, weight, mean, scale, data_of(made), data_of(to_weight),
                                data_of(to_bias));
    }
    return three(made, to_weight, to_bias);
}
