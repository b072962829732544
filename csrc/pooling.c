/* Pooling of small images: means and maxima of whole windows.
 *
 * Row-major floats without padding and gaps only; the Python rules, which are the twins, have the rest and the errors.
 * Sums are added up in the order of the rules.  See Note [Shortcuts are rules in C].
 */
#include "views.h"
#include <math.h>

#define MOST_ELEMENTS (1 << 13)
#define MOST_TAPS 16   /* places in a window whose mean is taken: the rule adds up longer ones in another order */
#define LONGEST_SIDE 7 /* of an adaptive window: NumPy adds up longer ones in another order */

/* Planes of an image, and the result's size. */
typedef struct {
    npy_intp planes, height, width, high, wide, shape[4];
    int type;
} images_t;

/* Read planes [.., height, width] of floats; 0: the rule. */
static int
read_images(PyObject *value, images_t *images)
{
    PyArrayObject *array = (PyArrayObject *)value;
    int ndim = is_array(value) ? PyArray_NDIM(array) : 0;
    if ((ndim != 3 && ndim != 4) || !PyArray_ISCARRAY_RO(array) ||
        (PyArray_TYPE(array) != NPY_FLOAT && PyArray_TYPE(array) != NPY_DOUBLE) || PyArray_SIZE(array) == 0 ||
        PyArray_SIZE(array) > MOST_ELEMENTS)
        return 0;
    memcpy(images->shape, PyArray_DIMS(array), (size_t)ndim * sizeof(npy_intp));
    npy_intp step = PyArray_ITEMSIZE(array);
    for (int i = ndim - 1; i >= 0; i--) {
        if (PyArray_STRIDE(array, i) != step)
            return 0; /* strides of dimensions of size 1 may say how channels lie */
        step *= images->shape[i];
    }
    images->height = images->shape[ndim - 2];
    images->width = images->shape[ndim - 1];
    images->planes = PyArray_SIZE(array) / (images->height * images->width);
    images->type = PyArray_TYPE(array);
    return images->height * images->width > 1 ? ndim : 0;
}

/* One or two numbers, the first for both dimensions if it is alone. */
static int
read_pair(PyObject *value, npy_intp *pair)
{
    int n = read_list(value, pair);
    if (n == 1)
        pair[1] = pair[0];
    return n == 1 || n == 2;
}

static int
is_pair_of(PyObject *value, npy_intp wanted)
{
    npy_intp pair[MAX_DIMS];
    return read_pair(value, pair) && pair[0] == wanted && pair[1] == wanted;
}

/* Read kernel and stride of windows that lie inside of the image; 0: the rule. */
static int
read_windows(PyObject *const *args, Py_ssize_t n, images_t *images, int ndim, npy_intp *kernel, npy_intp *stride)
{
    npy_intp given[MAX_DIMS], steps[MAX_DIMS];
    if (n < 2 || !read_pair(args[1], given))
        return 0;
    int count = n < 3 ? 0 : read_list(args[2], steps);
    if (count < 0 || count > 2)
        return 0;
    for (int i = 0; i < 2; i++) {
        kernel[i] = given[i];
        stride[i] = count == 0 ? given[i] : steps[count == 1 ? 0 : i];
        if (kernel[i] < 1 || stride[i] < 1 || kernel[i] > (i == 0 ? images->height : images->width))
            return 0;
    }
    images->high = images->shape[ndim - 2] = (images->height - kernel[0]) / stride[0] + 1;
    images->wide = images->shape[ndim - 1] = (images->width - kernel[1]) / stride[1] + 1;
    return 1;
}

static double
element(const char *data, npy_intp at, int type)
{
    return type == NPY_FLOAT ? (double)((const float *)(const void *)data)[at]
                             : ((const double *)(const void *)data)[at];
}

#define DEFINE_MEAN(real)                                                                                   \
    static void mean_##real(const real *from, real *to, const images_t *images, const npy_intp *kernel,     \
                            const npy_intp *stride)                                                         \
    {                                                                                                       \
        for (npy_intp plane = 0; plane < images->planes; plane++, from += images->height * images->width) { \
            for (npy_intp y = 0; y < images->high; y++) {                                                   \
                for (npy_intp x = 0; x < images->wide; x++) {                                               \
                    const real *window = from + y * stride[0] * images->width + x * stride[1];              \
                    real total = window[0];                                                                 \
                    for (npy_intp i = 0; i < kernel[0]; i++) {                                              \
                        for (npy_intp j = i == 0 ? 1 : 0; j < kernel[1]; j++)                               \
                            total += window[i * images->width + j];                                         \
                    }                                                                                       \
                    *to++ = total / (real)(kernel[0] * kernel[1]);                                          \
                }                                                                                           \
            }                                                                                               \
        }                                                                                                   \
    }

DEFINE_MEAN(float)
DEFINE_MEAN(double)

SHORTCUT(pool_mean)
{
    images_t images;
    npy_intp kernel[2], stride[2];
    int ndim = n > 0 && n <= 7 ? read_images(args[0], &images) : 0;
    if (ndim == 0 || !read_windows(args, n, &images, ndim, kernel, stride) || kernel[0] * kernel[1] > MOST_TAPS ||
        (n > 3 && !is_pair_of(args[3], 0)) || (n > 4 && args[4] != Py_False) || (n > 6 && args[6] != Py_None))
        return NULL;
    PyObject *made = PyArray_SimpleNew(ndim, images.shape, images.type);
    if (made == NULL)
        return NULL;
    void *to = PyArray_DATA((PyArrayObject *)made), *from = PyArray_DATA((PyArrayObject *)args[0]);
    if (images.type == NPY_FLOAT)
        mean_float(from, to, &images, kernel, stride);
    else
        mean_double(from, to, &images, kernel, stride);
    return made;
}

/* The greatest element of a window, the first of several; -1: one is NaN. */
static npy_intp
greatest(const char *plane, const images_t *images, const npy_intp *start, const npy_intp *end)
{
    npy_intp best = start[0] * images->width + start[1];
    double value = element(plane, best, images->type);
    for (npy_intp y = start[0]; y < end[0]; y++) {
        for (npy_intp x = start[1]; x < end[1]; x++) {
            double other = element(plane, y * images->width + x, images->type);
            if (isnan(other))
                return -1;
            if (other > value) {
                value = other;
                best = y * images->width + x;
            }
        }
    }
    return best;
}

/* Where the window with this number begins and ends along one dimension. */
typedef struct {
    npy_intp kernel, stride; /* 0: adaptive */
    npy_intp size, count;
} side_t;

static void
bounds_of(const side_t *side, npy_intp at, npy_intp *start, npy_intp *end)
{
    *start = side->stride > 0 ? at * side->stride : at * side->size / side->count;
    *end = side->stride > 0 ? *start + side->kernel : ((at + 1) * side->size + side->count - 1) / side->count;
}

/* The maximum of each window, and its place in its plane. */
static PyObject *
maxima(PyObject *self, const images_t *images, int ndim, const side_t *sides)
{
    PyObject *values = PyArray_SimpleNew(ndim, (npy_intp *)images->shape, images->type);
    PyObject *places = values == NULL ? NULL : PyArray_SimpleNew(ndim, (npy_intp *)images->shape, NPY_INT64);
    npy_intp itemsize = PyArray_ITEMSIZE((PyArrayObject *)self), done = 0;
    int is_number = places != NULL;
    for (npy_intp plane = 0; is_number && plane < images->planes; plane++) {
        const char *from = PyArray_BYTES((PyArrayObject *)self) + plane * images->height * images->width * itemsize;
        for (npy_intp y = 0; is_number && y < images->high; y++) {
            for (npy_intp x = 0; is_number && x < images->wide; x++, done++) {
                npy_intp start[2], end[2];
                bounds_of(&sides[0], y, &start[0], &end[0]);
                bounds_of(&sides[1], x, &start[1], &end[1]);
                npy_intp at = greatest(from, images, start, end);
                is_number = at >= 0;
                if (!is_number)
                    break;
                ((npy_int64 *)PyArray_DATA((PyArrayObject *)places))[done] = at;
                memcpy(PyArray_BYTES((PyArrayObject *)values) + done * itemsize, from + at * itemsize,
                       (size_t)itemsize);
            }
        }
    }
    PyObject *both = is_number ? PyTuple_Pack(2, values, places) : NULL;
    Py_XDECREF(values);
    Py_XDECREF(places);
    return both;
}

SHORTCUT(pool_max)
{
    images_t images;
    npy_intp kernel[2], stride[2];
    int ndim = n > 0 && n <= 6 ? read_images(args[0], &images) : 0;
    if (ndim == 0 || !read_windows(args, n, &images, ndim, kernel, stride) || (n > 3 && !is_pair_of(args[3], 0)) ||
        (n > 4 && !is_pair_of(args[4], 1)) || (n > 5 && args[5] != Py_False))
        return NULL;
    side_t sides[] = {{kernel[0], stride[0], 0, 0}, {kernel[1], stride[1], 0, 0}};
    return maxima(args[0], &images, ndim, sides);
}

/* The size of an adaptive pooling's result. */
static int
read_adaptive(PyObject *const *args, Py_ssize_t n, images_t *images, side_t *sides)
{
    npy_intp wanted[MAX_DIMS];
    int ndim = n == 2 ? read_images(args[0], images) : 0;
    if (ndim == 0 || read_list(args[1], wanted) != 2 || wanted[0] < 1 || wanted[1] < 1 || wanted[0] > 64 ||
        wanted[1] > 64)
        return 0;
    images->high = images->shape[ndim - 2] = wanted[0];
    images->wide = images->shape[ndim - 1] = wanted[1];
    sides[0] = (side_t){0, 0, images->height, wanted[0]};
    sides[1] = (side_t){0, 0, images->width, wanted[1]};
    return ndim;
}

SHORTCUT(pool_adaptive_max)
{
    images_t images;
    side_t sides[2];
    int ndim = read_adaptive(args, n, &images, sides);
    return ndim == 0 ? NULL : maxima(args[0], &images, ndim, sides);
}

#define DEFINE_ADAPTIVE(real)                                                                                \
    /* The means of windows along one dimension of [outer, size, inner], into [outer, count, inner]. */      \
    static void along_##real(const real *from, real *to, npy_intp outer, const side_t *side, npy_intp inner) \
    {                                                                                                        \
        for (npy_intp group = 0; group < outer; group++, from += side->size * inner) {                       \
            for (npy_intp at = 0; at < side->count; at++) {                                                  \
                npy_intp start, end;                                                                         \
                bounds_of(side, at, &start, &end);                                                           \
                for (npy_intp k = 0; k < inner; k++) {                                                       \
                    real total = from[start * inner + k];                                                    \
                    for (npy_intp i = start + 1; i < end; i++)                                               \
                        total += from[i * inner + k];                                                        \
                    *to++ = total / (real)(end - start);                                                     \
                }                                                                                            \
            }                                                                                                \
        }                                                                                                    \
    }

DEFINE_ADAPTIVE(float)
DEFINE_ADAPTIVE(double)

SHORTCUT(pool_adaptive_mean)
{
    images_t images;
    side_t sides[2];
    int ndim = read_adaptive(args, n, &images, sides);
    for (int i = 0; ndim > 0 && i < 2; i++) {
        if (sides[i].size > LONGEST_SIDE * sides[i].count - sides[i].count || sides[i].size < sides[i].count)
            return NULL;
    }
    PyObject *made = ndim == 0 ? NULL : PyArray_SimpleNew(ndim, images.shape, images.type);
    void *between = made == NULL ? NULL : PyMem_Malloc((size_t)(images.planes * images.high * images.width * 8));
    if (between == NULL) {
        Py_XDECREF(made);
        return NULL;
    }
    void *from = PyArray_DATA((PyArrayObject *)args[0]), *to = PyArray_DATA((PyArrayObject *)made);
    if (images.type == NPY_FLOAT) {
        along_float(from, between, images.planes, &sides[0], images.width);
        along_float(between, to, images.planes * images.high, &sides[1], 1);
    }
    else {
        along_double(from, between, images.planes, &sides[0], images.width);
        along_double(between, to, images.planes * images.high, &sides[1], 1);
    }
    PyMem_Free(between);
    return made;
}

/* ---- gradients ---- */

/* Does an array have the sizes of the result, in rows? */
static int
is_result(PyObject *value, const images_t *images, int ndim, int type)
{
    PyArrayObject *array = (PyArrayObject *)value;
    return is_array(value) && PyArray_ISCARRAY_RO(array) && PyArray_TYPE(array) == type &&
           PyArray_NDIM(array) == ndim && PyArray_CompareLists(PyArray_DIMS(array), images->shape, ndim);
}

/* New zeros with the sizes of the image. */
static PyObject *
zero_images(PyObject *self, const images_t *images)
{
    PyArrayObject *array = (PyArrayObject *)self;
    return PyArray_ZEROS(PyArray_NDIM(array), PyArray_DIMS(array), images->type, 0);
}

#define DEFINE_SPREAD(real)                                                                               \
    static void spread_##real(const real *from, real *to, const images_t *images, const npy_intp *kernel, \
                              const npy_intp *stride)                                                     \
    {                                                                                                     \
        for (npy_intp plane = 0; plane < images->planes; plane++, to += images->height * images->width) { \
            for (npy_intp i = 0; i < images->high * images->wide; i++) {                                  \
                npy_intp y = i / images->wide * stride[0], x = i % images->wide * stride[1];              \
                real share = *from++ / (real)(kernel[0] * kernel[1]);                                     \
                for (npy_intp k = 0; k < kernel[0] * kernel[1]; k++)                                      \
                    to[(y + k / kernel[1]) * images->width + x + k % kernel[1]] += share;                 \
            }                                                                                             \
        }                                                                                                 \
    }

DEFINE_SPREAD(float)
DEFINE_SPREAD(double)

/* (grad, self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override) */
SHORTCUT(pool_mean_backward)
{
    images_t images;
    npy_intp kernel[2], stride[2];
    int ndim = n == 8 ? read_images(args[1], &images) : 0;
    if (ndim == 0 || !read_windows(args + 1, 3, &images, ndim, kernel, stride) || kernel[0] * kernel[1] > MOST_TAPS ||
        !is_pair_of(args[4], 0) || args[5] != Py_False || args[7] != Py_None ||
        !is_result(args[0], &images, ndim, images.type))
        return NULL;
    PyObject *made = zero_images(args[1], &images);
    if (made == NULL)
        return NULL;
    void *to = PyArray_DATA((PyArrayObject *)made), *from = PyArray_DATA((PyArrayObject *)args[0]);
    if (images.type == NPY_FLOAT)
        spread_float(from, to, &images, kernel, stride);
    else
        spread_double(from, to, &images, kernel, stride);
    return made;
}

/* (grad, self, kernel_size, stride, padding, dilation, ceil_mode, indices) */
SHORTCUT(pool_max_backward)
{
    images_t images;
    npy_intp kernel[2], stride[2];
    int ndim = n == 8 ? read_images(args[1], &images) : 0;
    if (ndim == 0 || !read_windows(args + 1, 3, &images, ndim, kernel, stride) || !is_pair_of(args[4], 0) ||
        !is_pair_of(args[5], 1) || args[6] != Py_False || !is_result(args[0], &images, ndim, images.type) ||
        !is_result(args[7], &images, ndim, NPY_INT64))
        return NULL;
    const npy_int64 *at = PyArray_DATA((PyArrayObject *)args[7]);
    npy_intp count = images.planes * images.high * images.wide, size = images.height * images.width;
    for (npy_intp i = 0; i < count; i++) {
        if (at[i] < 0 || at[i] >= size)
            return NULL;
    }
    PyObject *made = zero_images(args[1], &images);
    void *to = made == NULL ? NULL : PyArray_DATA((PyArrayObject *)made);
    const void *from = PyArray_DATA((PyArrayObject *)args[0]);
    for (npy_intp i = 0; to != NULL && i < count; i++) {
        npy_intp where = i / (images.high * images.wide) * size + at[i];
        if (images.type == NPY_FLOAT)
            ((float *)to)[where] += ((const float *)from)[i];
        else
            ((double *)to)[where] += ((const double *)from)[i];
    }
    return made;
}
