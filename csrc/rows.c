/* Functions of rows: softmax, its logarithm and layer normalisation of the last dimension, and their gradients.
 *
 * Row-major floats of one dtype only; the Python rules, which are the twins, have the rest and the errors.  Sums are
 * added up in another order than NumPy's, so results may differ from those of the rules in their last bits.
 * See Note [Shortcuts are rules in C].
 */
#include "views.h"
#include <math.h>
#include <numpy/ufuncobject.h>

#define MOST_ELEMENTS (1 << 22) /* of an array; larger ones: the rules, which work through them in blocks */

/* NumPy's loops for the exponential of float and double; NULL: not looked up yet. */
static PyUFuncGenericFunction exp_loops[2];
static void *exp_data[2];

/* Look the loops up; 0: there are none. */
static int
find_exp(void)
{
    static int is_done;
    if (is_done)
        return exp_loops[0] != NULL && exp_loops[1] != NULL;
    PyObject *numpy = PyImport_ImportModule("numpy");
    PyObject *exp = numpy == NULL ? NULL : PyObject_GetAttrString(numpy, "exp");
    if (exp != NULL && strcmp(Py_TYPE(exp)->tp_name, "numpy.ufunc") == 0) {
        const PyUFuncObject *of = (const PyUFuncObject *)exp;
        for (int i = 0; of->nin == 1 && of->nout == 1 && i < of->ntypes; i++) {
            int which = of->types[2 * i] == NPY_FLOAT ? 0 : of->types[2 * i] == NPY_DOUBLE ? 1 : -1;
            if (which >= 0 && of->types[2 * i + 1] == of->types[2 * i] && exp_loops[which] == NULL) {
                exp_loops[which] = of->functions[i];
                exp_data[which] = of->data == NULL ? NULL : of->data[i];
            }
        }
        is_done = 1; /* the ufunc, and with it the loops, stays: the module has it */
    }
    Py_XDECREF(exp);
    Py_XDECREF(numpy);
    if (PyErr_Occurred())
        PyErr_Clear(); /* the rule raises it */
    return exp_loops[0] != NULL && exp_loops[1] != NULL;
}

static void
exp_in_place(void *data, npy_intp n, int type)
{
    int which = type == NPY_DOUBLE;
    char *both[2] = {data, data};
    npy_intp size = which ? sizeof(double) : sizeof(float), steps[2] = {size, size};
    exp_loops[which](both, &n, steps, exp_data[which]);
}

/* ---- loops; eight sums at a time, which compilers turn into vectors ---- */

#define LANES 8
#define PIECE 2048 /* sums of more are added up as doubles: rounding would take digits of sums of long rows */

#define DEFINE_LOOPS(real)                                                                                       \
    static real greatest_##real(const real *row, npy_intp n)                                                     \
    {                                                                                                            \
        real best = row[0], lanes[LANES];                                                                        \
        npy_intp i = 0;                                                                                          \
        if (n >= LANES) {                                                                                        \
            memcpy(lanes, row, sizeof(lanes));                                                                   \
            for (i = LANES; i + LANES <= n; i += LANES)                                                          \
                for (int k = 0; k < LANES; k++)                                                                  \
                    lanes[k] = row[i + k] > lanes[k] ? row[i + k] : lanes[k];                                    \
            for (int k = 0; k < LANES; k++)                                                                      \
                best = lanes[k] > best ? lanes[k] : best;                                                        \
        }                                                                                                        \
        for (; i < n; i++)                                                                                       \
            best = row[i] > best ? row[i] : best;                                                                \
        return best;                                                                                             \
    }                                                                                                            \
    static real total_of_piece_##real(const real *row, npy_intp n)                                               \
    {                                                                                                            \
        real lanes[LANES] = {0}, sum = 0;                                                                        \
        npy_intp i = 0, whole = n - n % LANES;                                                                   \
        for (; i < whole; i += LANES)                                                                            \
            for (int k = 0; k < LANES; k++)                                                                      \
                lanes[k] += row[i + k];                                                                          \
        for (; i < n; i++)                                                                                       \
            sum += row[i];                                                                                       \
        for (int k = 0; k < LANES; k++)                                                                          \
            sum += lanes[k];                                                                                     \
        return sum;                                                                                              \
    }                                                                                                            \
    static real total_##real(const real *row, npy_intp n)                                                        \
    {                                                                                                            \
        double sum = 0;                                                                                          \
        for (; n > PIECE; n -= PIECE, row += PIECE)                                                              \
            sum += total_of_piece_##real(row, PIECE);                                                            \
        return (real)(sum + total_of_piece_##real(row, n));                                                      \
    }                                                                                                            \
    static real product_of_piece_##real(const real *a, const real *b, npy_intp n)                                \
    {                                                                                                            \
        real lanes[LANES] = {0}, sum = 0;                                                                        \
        npy_intp i = 0, whole = n - n % LANES;                                                                   \
        for (; i < whole; i += LANES)                                                                            \
            for (int k = 0; k < LANES; k++)                                                                      \
                lanes[k] += a[i + k] * b[i + k];                                                                 \
        for (; i < n; i++)                                                                                       \
            sum += a[i] * b[i];                                                                                  \
        for (int k = 0; k < LANES; k++)                                                                          \
            sum += lanes[k];                                                                                     \
        return sum;                                                                                              \
    }                                                                                                            \
    static real product_##real(const real *a, const real *b, npy_intp n)                                         \
    {                                                                                                            \
        double sum = 0;                                                                                          \
        for (; n > PIECE; n -= PIECE, a += PIECE, b += PIECE)                                                    \
            sum += product_of_piece_##real(a, b, PIECE);                                                         \
        return (real)(sum + product_of_piece_##real(a, b, n));                                                   \
    }                                                                                                            \
    static void shift_##real(const real *from, real *to, npy_intp rows, npy_intp n)                              \
    {                                                                                                            \
        for (; rows > 0; rows--, from += n, to += n) {                                                           \
            real top = greatest_##real(from, n);                                                                 \
            for (npy_intp i = 0; i < n; i++)                                                                     \
                to[i] = from[i] - top;                                                                           \
        }                                                                                                        \
    }                                                                                                            \
    static void scale_##real(real *to, npy_intp rows, npy_intp n)                                                \
    {                                                                                                            \
        for (; rows > 0; rows--, to += n) {                                                                      \
            real sum = total_##real(to, n);                                                                      \
            for (npy_intp i = 0; i < n; i++)                                                                     \
                to[i] /= sum;                                                                                    \
        }                                                                                                        \
    }                                                                                                            \
    /* softmax in place; rows of minus infinity become 0; the logarithms of the sums */                          \
    static void weigh_##real(real *to, real *sums, npy_intp rows, npy_intp n)                                    \
    {                                                                                                            \
        real *row = to;                                                                                          \
        for (npy_intp i = 0; i < rows; i++, row += n) {                                                          \
            real top = greatest_##real(row, n);                                                                  \
            top = top == -(real)INFINITY ? 0 : top;                                                              \
            sums[i] = top;                                                                                       \
            for (npy_intp k = 0; k < n; k++)                                                                     \
                row[k] -= top;                                                                                   \
        }                                                                                                        \
        exp_in_place(to, rows * n, sizeof(real) == 4 ? NPY_FLOAT : NPY_DOUBLE);                                  \
        row = to;                                                                                                \
        for (npy_intp i = 0; i < rows; i++, row += n) {                                                          \
            real sum = total_##real(row, n);                                                                     \
            sum = sum == 0 ? 1 : sum;                                                                            \
            sums[i] += (real)log((double)sum);                                                                   \
            for (npy_intp k = 0; k < n; k++)                                                                     \
                row[k] /= sum;                                                                                   \
        }                                                                                                        \
    }                                                                                                            \
    /* `to` has exponentials of shifted rows; afterwards logarithms */                                           \
    static void logarithm_##real(const real *from, real *to, npy_intp rows, npy_intp n)                          \
    {                                                                                                            \
        for (; rows > 0; rows--, from += n, to += n) {                                                           \
            real top = greatest_##real(from, n), sum = (real)log((double)total_##real(to, n));                   \
            for (npy_intp i = 0; i < n; i++)                                                                     \
                to[i] = from[i] - top - sum;                                                                     \
        }                                                                                                        \
    }                                                                                                            \
    static void softmax_back_##real(const real *grad, const real *made, real *to, npy_intp rows, npy_intp n)     \
    {                                                                                                            \
        for (; rows > 0; rows--, grad += n, made += n, to += n) {                                                \
            real sum = product_##real(grad, made, n);                                                            \
            for (npy_intp i = 0; i < n; i++)                                                                     \
                to[i] = (grad[i] - sum) * made[i];                                                               \
        }                                                                                                        \
    }                                                                                                            \
    /* `to` has exponentials of the output */                                                                    \
    static void logarithm_back_##real(const real *grad, real *to, npy_intp rows, npy_intp n)                     \
    {                                                                                                            \
        for (; rows > 0; rows--, grad += n, to += n) {                                                           \
            real sum = total_##real(grad, n);                                                                    \
            for (npy_intp i = 0; i < n; i++)                                                                     \
                to[i] = grad[i] - to[i] * sum;                                                                   \
        }                                                                                                        \
    }                                                                                                            \
    static void normalise_##real(const real *from, const real *weight, const real *bias, double eps, real *to,   \
                                 real *means, real *scales, npy_intp rows, npy_intp n)                           \
    {                                                                                                            \
        for (; rows > 0; rows--, from += n, to += n) {                                                           \
            real mean = total_##real(from, n) / (real)n;                                                         \
            for (npy_intp i = 0; i < n; i++)                                                                     \
                to[i] = from[i] - mean;                                                                          \
            real scale = 1 / (real)sqrt((double)(product_##real(to, to, n) / (real)n + (real)eps));              \
            *means++ = mean;                                                                                     \
            *scales++ = scale;                                                                                   \
            if (weight == NULL) {                                                                                \
                for (npy_intp i = 0; i < n; i++)                                                                 \
                    to[i] *= scale;                                                                              \
            }                                                                                                    \
            else {                                                                                               \
                for (npy_intp i = 0; i < n; i++)                                                                 \
                    to[i] = to[i] * scale * weight[i];                                                           \
            }                                                                                                    \
            for (npy_intp i = 0; bias != NULL && i < n; i++)                                                     \
                to[i] += bias[i];                                                                                \
        }                                                                                                        \
    }                                                                                                            \
    /* `room` has two rows; NULL: what is not requested */                                                       \
    static void normalise_back_##real(const real *grad, const real *from, const real *means, const real *scales, \
                                      const real *weight, real *to, real *to_weight, real *to_bias, real *room,  \
                                      npy_intp rows, npy_intp n)                                                 \
    {                                                                                                            \
        real *normal = room, *made = room + n;                                                                   \
        for (; rows > 0; rows--, grad += n, from += n) {                                                         \
            real mean = *means++, scale = *scales++;                                                             \
            for (npy_intp i = 0; i < n; i++)                                                                     \
                normal[i] = (from[i] - mean) * scale;                                                            \
            if (to_weight != NULL) {                                                                             \
                for (npy_intp i = 0; i < n; i++)                                                                 \
                    to_weight[i] += grad[i] * normal[i];                                                         \
            }                                                                                                    \
            if (to_bias != NULL) {                                                                               \
                for (npy_intp i = 0; i < n; i++)                                                                 \
                    to_bias[i] += grad[i];                                                                       \
            }                                                                                                    \
            if (to == NULL)                                                                                      \
                continue;                                                                                        \
            const real *slope = grad;                                                                            \
            if (weight != NULL) {                                                                                \
                for (npy_intp i = 0; i < n; i++)                                                                 \
                    made[i] = grad[i] * weight[i];                                                               \
                slope = made;                                                                                    \
            }                                                                                                    \
            real flat = total_##real(slope, n) / (real)n, along = product_##real(slope, normal, n) / (real)n;    \
            for (npy_intp i = 0; i < n; i++)                                                                     \
                to[i] = (slope[i] - flat - normal[i] * along) * scale;                                           \
            to += n;                                                                                             \
        }                                                                                                        \
    }

DEFINE_LOOPS(float)
DEFINE_LOOPS(double)

/* ---- reading arguments ---- */

/* Rows of a row-major array. */
typedef struct {
    PyArrayObject *array;
    npy_intp count, length;
    int type;
} rows_t;

/* Is it an array of floats that lies as a new one does, those of its dimensions that have size 1 included? */
static int
is_plain(PyObject *value)
{
    PyArrayObject *array = (PyArrayObject *)value;
    if (!is_array(value) || (PyArray_TYPE(array) != NPY_FLOAT && PyArray_TYPE(array) != NPY_DOUBLE) ||
        !PyArray_ISALIGNED(array) || !PyArray_ISNOTSWAPPED(array) || PyArray_SIZE(array) == 0 ||
        PyArray_SIZE(array) > MOST_ELEMENTS)
        return 0;
    return has_packed_strides(array);
}

static int
read_rows(PyObject *value, rows_t *rows)
{
    if (!is_plain(value) || PyArray_NDIM((PyArrayObject *)value) == 0)
        return 0;
    rows->array = (PyArrayObject *)value;
    rows->type = PyArray_TYPE(rows->array);
    rows->length = PyArray_DIM(rows->array, PyArray_NDIM(rows->array) - 1);
    rows->count = PyArray_SIZE(rows->array) / rows->length;
    return 1;
}

static int
is_last(PyObject *dim, const rows_t *rows)
{
    int ndim = PyArray_NDIM(rows->array), number;
    return read_dim(dim, ndim, &number) && number == ndim - 1;
}

/* An array like another one in dtype and shape, as it is or copied in row-major order; NULL: it is not like it. */
static PyObject *
rows_like(PyObject *value, const rows_t *rows)
{
    PyArrayObject *array = (PyArrayObject *)value;
    if (!is_array(value) || PyArray_TYPE(array) != rows->type || !PyArray_ISNOTSWAPPED(array) ||
        PyArray_NDIM(array) != PyArray_NDIM(rows->array) ||
        !PyArray_CompareLists(PyArray_DIMS(array), PyArray_DIMS(rows->array), PyArray_NDIM(array)))
        return NULL;
    return is_plain(value) ? Py_NewRef(value) : PyArray_NewCopy(array, NPY_CORDER);
}

static void *
data_of(const void *array)
{
    return PyArray_DATA((PyArrayObject *)array);
}

static PyObject *
empty_like(const rows_t *rows)
{
    return PyArray_SimpleNew(PyArray_NDIM(rows->array), PyArray_DIMS(rows->array), rows->type);
}

/* ---- softmax ---- */

/* Both begin with this: exp(x - the largest of its row), in a new array.  NULL: the general kernel has to do it. */
static PyObject *
exponentials(PyObject *const *args, Py_ssize_t n, rows_t *rows)
{
    if (n != 3 || args[2] != Py_False || !read_rows(args[0], rows) || !is_last(args[1], rows) || !find_exp())
        return NULL;
    PyObject *made = empty_like(rows);
    if (made == NULL)
        return NULL;
    if (rows->type == NPY_FLOAT)
        shift_float(data_of(rows->array), data_of(made), rows->count, rows->length);
    else
        shift_double(data_of(rows->array), data_of(made), rows->count, rows->length);
    exp_in_place(data_of(made), rows->count * rows->length, rows->type);
    return made;
}

SHORTCUT(rows_softmax)
{
    rows_t rows;
    PyObject *made = exponentials(args, n, &rows);
    if (made == NULL)
        return NULL;
    if (rows.type == NPY_FLOAT)
        scale_float(data_of(made), rows.count, rows.length);
    else
        scale_double(data_of(made), rows.count, rows.length);
    return made;
}

SHORTCUT(rows_log_softmax)
{
    rows_t rows;
    PyObject *made = exponentials(args, n, &rows);
    if (made == NULL)
        return NULL;
    if (rows.type == NPY_FLOAT)
        logarithm_float(data_of(rows.array), data_of(made), rows.count, rows.length);
    else
        logarithm_double(data_of(rows.array), data_of(made), rows.count, rows.length);
    return made;
}

/* Read gradient, output, dimension and dtype: the gradient, a new reference; NULL: the rule. */
static PyObject *
read_backward(PyObject *const *args, Py_ssize_t n, rows_t *rows)
{
    if (n != 4 || !read_rows(args[1], rows) || !is_last(args[2], rows) || args[3] != hot.dtypes[rows->type])
        return NULL;
    return rows_like(args[0], rows);
}

SHORTCUT(rows_softmax_backward)
{
    rows_t rows;
    PyObject *grad = read_backward(args, n, &rows), *made = grad == NULL ? NULL : empty_like(&rows);
    if (made != NULL && rows.type == NPY_FLOAT)
        softmax_back_float(data_of(grad), data_of(rows.array), data_of(made), rows.count, rows.length);
    else if (made != NULL)
        softmax_back_double(data_of(grad), data_of(rows.array), data_of(made), rows.count, rows.length);
    Py_XDECREF(grad);
    return made;
}

SHORTCUT(rows_log_softmax_backward)
{
    rows_t rows;
    PyObject *grad = find_exp() ? read_backward(args, n, &rows) : NULL, *made = grad == NULL ? NULL : empty_like(&rows);
    if (made != NULL) {
        npy_intp size = rows.count * rows.length;
        memcpy(data_of(made), data_of(rows.array), (size_t)(size * PyArray_ITEMSIZE(rows.array)));
        exp_in_place(data_of(made), size, rows.type);
        if (rows.type == NPY_FLOAT)
            logarithm_back_float(data_of(grad), data_of(made), rows.count, rows.length);
        else
            logarithm_back_double(data_of(grad), data_of(made), rows.count, rows.length);
    }
    Py_XDECREF(grad);
    return made;
}

/* weigh_rows(scores, sums): softmax in place, for attention; False: it must be done in Python. */
PyObject *
hot_weigh_rows(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    rows_t rows, sums;
    if (nargs != 2) {
        PyErr_SetString(PyExc_TypeError, "weigh_rows() takes scores and memory for sums");
        return NULL;
    }
    if (require_numpy() < 0)
        return NULL;
    if (!read_rows(args[0], &rows) || !is_plain(args[1]) || !PyArray_ISWRITEABLE(rows.array) || !find_exp())
        Py_RETURN_FALSE;
    sums.array = (PyArrayObject *)args[1];
    if (PyArray_TYPE(sums.array) != rows.type || PyArray_SIZE(sums.array) != rows.count ||
        !PyArray_ISWRITEABLE(sums.array))
        Py_RETURN_FALSE;
    if (rows.type == NPY_FLOAT)
        weigh_float(data_of(rows.array), data_of(sums.array), rows.count, rows.length);
    else
        weigh_double(data_of(rows.array), data_of(sums.array), rows.count, rows.length);
    Py_RETURN_TRUE;
}

/* ---- layer normalisation ---- */

/* Read a vector of the rows' dtype and length, or None; 0: the rule. */
static int
read_vector(PyObject *value, const rows_t *rows, const void **data)
{
    PyArrayObject *array = (PyArrayObject *)value;
    *data = NULL;
    if (value == Py_None)
        return 1;
    if (!is_plain(value) || PyArray_TYPE(array) != rows->type || PyArray_NDIM(array) != 1 ||
        PyArray_DIM(array, 0) != rows->length)
        return 0;
    *data = PyArray_DATA(array);
    return 1;
}

static int
is_length(PyObject *shape, const rows_t *rows)
{
    npy_intp sizes[MAX_DIMS];
    return read_list(shape, sizes) == 1 && sizes[0] == rows->length;
}

/* Memory for one number of each row: the shape of the rows with a last dimension of size 1. */
static PyObject *
empty_of_rows(const rows_t *rows)
{
    npy_intp shape[MAX_DIMS];
    int ndim = PyArray_NDIM(rows->array);
    memcpy(shape, PyArray_DIMS(rows->array), (size_t)ndim * sizeof(npy_intp));
    shape[ndim - 1] = 1;
    return PyArray_SimpleNew(ndim, shape, rows->type);
}

/* A tuple of three; steals them.  NULL stands for None unless there was an error. */
static PyObject *
three(PyObject *a, PyObject *b, PyObject *c)
{
    PyObject *all = PyErr_Occurred() ? NULL : PyTuple_New(3);
    if (all == NULL) {
        Py_XDECREF(a);
        Py_XDECREF(b);
        Py_XDECREF(c);
        return NULL;
    }
    PyTuple_SET_ITEM(all, 0, a == NULL ? Py_NewRef(Py_None) : a);
    PyTuple_SET_ITEM(all, 1, b == NULL ? Py_NewRef(Py_None) : b);
    PyTuple_SET_ITEM(all, 2, c == NULL ? Py_NewRef(Py_None) : c);
    return all;
}

SHORTCUT(rows_layer_norm)
{
    rows_t rows;
    const void *weight, *bias;
    if (n != 5 || !read_rows(args[0], &rows) || PyArray_NDIM(rows.array) > MAX_DIMS || !is_length(args[1], &rows) ||
        !read_vector(args[2], &rows, &weight) || !read_vector(args[3], &rows, &bias) || !PyFloat_CheckExact(args[4]))
        return NULL;
    double eps = PyFloat_AS_DOUBLE(args[4]);
    PyObject *made = empty_like(&rows), *means = empty_of_rows(&rows), *scales = empty_of_rows(&rows);
    if (made != NULL && means != NULL && scales != NULL) {
        if (rows.type == NPY_FLOAT)
            normalise_float(data_of(rows.array), weight, bias, eps, data_of(made), data_of(means), data_of(scales),
                            rows.count, rows.length);
        else
            normalise_double(data_of(rows.array), weight, bias, eps, data_of(made), data_of(means), data_of(scales),
                             rows.count, rows.length);
    }
    return three(made, means, scales);
}

/* Read statistics: one number of each row. */
static int
read_statistics(PyObject *value, const rows_t *rows)
{
    return is_plain(value) && PyArray_TYPE((PyArrayObject *)value) == rows->type &&
           PyArray_SIZE((PyArrayObject *)value) == rows->count;
}

static int
read_mask(PyObject *value, int *mask)
{
    if (!PyList_CheckExact(value) || PyList_GET_SIZE(value) != 3)
        return 0;
    for (int i = 0; i < 3; i++) {
        PyObject *one = PyList_GET_ITEM(value, i);
        if (!PyBool_Check(one))
            return 0;
        mask[i] = one == Py_True;
    }
    return 1;
}

SHORTCUT(rows_layer_norm_backward)
{
    rows_t rows;
    const void *weight, *bias;
    int mask[3];
    if (n != 8 || !read_rows(args[1], &rows) || PyArray_NDIM(rows.array) > MAX_DIMS || !is_length(args[2], &rows) ||
        !read_statistics(args[3], &rows) || !read_statistics(args[4], &rows) || !read_vector(args[5], &rows, &weight) ||
        !read_vector(args[6], &rows, &bias) || !read_mask(args[7], mask))
        return NULL;
    PyObject *grad = rows_like(args[0], &rows);
    if (grad == NULL)
        return NULL;
    size_t size = (size_t)PyArray_ITEMSIZE(rows.array);
    void *room = PyMem_Calloc((size_t)rows.length * 2, size);
    PyObject *made = mask[0] ? empty_like(&rows) : NULL;
    PyObject *to_weight = mask[1] ? PyArray_ZEROS(1, &rows.length, rows.type, 0) : NULL;
    PyObject *to_bias = mask[2] ? PyArray_ZEROS(1, &rows.length, rows.type, 0) : NULL;
    void *to = made == NULL ? NULL : data_of(made), *w = to_weight == NULL ? NULL : data_of(to_weight),
         *b = to_bias == NULL ? NULL : data_of(to_bias);
    if (room == NULL)
        PyErr_NoMemory();
    else if (!PyErr_Occurred() && rows.type == NPY_FLOAT)
        normalise_back_float(data_of(grad), data_of(rows.array), data_of(args[3]), data_of(args[4]), weight, to, w, b,
                             room, rows.count, rows.length);
    else if (!PyErr_Occurred())
        normalise_back_double(data_of(grad), data_of(rows.array), data_of(args[3]), data_of(args[4]), weight, to, w, b,
                              room, rows.count, rows.length);
    PyMem_Free(room);
    Py_DECREF(grad);
    return three(made, to_weight, to_bias);
}
