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

/* Planes of an image, or volumes, and the result's size.  Planes have a depth of 1. */
typedef struct {
    npy_intp planes, size[3], made[3], shape[5];
    int type, ndim, spatial;
} images_t;

/* Read [.., height, width] or, of three spatial dimensions, [.., depth, height, width] of floats; 0: the rule. */
static int
read_images(PyObject *value, int spatial, images_t *images)
{
    PyArrayObject *array = (PyArrayObject *)value;
    int ndim = is_array(value) ? PyArray_NDIM(array) : 0;
    if ((ndim != spatial + 1 && ndim != spatial + 2) || !PyArray_ISCARRAY_RO(array) ||
        (PyArray_TYPE(array) != NPY_FLOAT && PyArray_TYPE(array) != NPY_DOUBLE) || PyArray_SIZE(array) == 0 ||
        PyArray_SIZE(array) > MOST_ELEMENTS || !has_packed_strides(array))
        return 0; /* strides of dimensions of size 1 may say how channels lie */
    copy_numbers(images->shape, PyArray_DIMS(array), ndim);
    npy_intp places = 1;
    images->size[0] = images->made[0] = 1;
    for (int i = 3 - spatial; i < 3; i++) {
        images->size[i] = images->shape[ndim - 3 + i];
        places *= images->size[i];
    }
    images->planes = PyArray_SIZE(array) / places;
    images->type = PyArray_TYPE(array);
    images->ndim = ndim;
    images->spatial = spatial;
    return places > 1;
}

/* Say how large the result is along one spatial dimension. */
static void
set_made(images_t *images, int dim, npy_intp count)
{
    images->made[dim] = images->shape[images->ndim - 3 + dim] = count;
}

static npy_intp
places_in(const npy_intp *size)
{
    return size[0] * size[1] * size[2];
}

/* As many numbers as there are spatial dimensions, the first for all if it is alone; before them 1s. */
static int
read_numbers(PyObject *value, int spatial, npy_intp *numbers)
{
    npy_intp given[MAX_DIMS];
    int n = read_list(value, given);
    if (n != 1 && n != spatial)
        return 0;
    for (int i = 0; i < 3; i++)
        numbers[i] = i < 3 - spatial ? 1 : given[n == 1 ? 0 : i - (3 - spatial)];
    return 1;
}

static int
are_all(PyObject *value, int spatial, npy_intp wanted)
{
    npy_intp numbers[3];
    if (!read_numbers(value, spatial, numbers))
        return 0;
    for (int i = 3 - spatial; i < 3; i++) {
        if (numbers[i] != wanted)
            return 0;
    }
    return 1;
}

/* Read kernel and stride of windows that lie inside of the image; 0: the rule. */
static int
read_windows(PyObject *const *args, Py_ssize_t n, images_t *images, npy_intp *kernel, npy_intp *stride)
{
    npy_intp steps[MAX_DIMS];
    if (n < 2 || !read_numbers(args[1], images->spatial, kernel))
        return 0;
    int count = n < 3 ? 0 : read_list(args[2], steps);
    if (count == 0)
        memcpy(stride, kernel, 3 * sizeof(npy_intp));
    else if (!read_numbers(args[2], images->spatial, stride))
        return 0;
    for (int i = 3 - images->spatial; i < 3; i++) {
        if (kernel[i] < 1 || stride[i] < 1 || kernel[i] > images->size[i])
            return 0;
        set_made(images, i, (images->size[i] - kernel[i]) / stride[i] + 1);
    }
    return 1;
}

static double
element(const char *data, npy_intp at, int type)
{
    return type == NPY_FLOAT ? (double)((const float *)(const void *)data)[at]
                             : ((const double *)(const void *)data)[at];
}

/* Where a place of a window lies, counted from the window's first one. */
static npy_intp
offset_of(const images_t *images, const npy_intp *kernel, npy_intp k)
{
    npy_intp z = k / (kernel[1] * kernel[2]), y = k / kernel[2] % kernel[1], x = k % kernel[2];
    return (z * images->size[1] + y) * images->size[2] + x;
}

/* Where a window begins in its plane. */
static npy_intp
start_of(const images_t *images, const npy_intp *stride, npy_intp window)
{
    npy_intp z = window / (images->made[1] * images->made[2]), y = window / images->made[2] % images->made[1],
             x = window % images->made[2];
    return (z * stride[0] * images->size[1] + y * stride[1]) * images->size[2] + x * stride[2];
}

#define DEFINE_MEAN(real)                                                                               \
    static void mean_##real(const real *from, real *to, const images_t *images, const npy_intp *kernel, \
                            const npy_intp *stride)                                                     \
    {                                                                                                   \
        npy_intp taps = places_in(kernel), offsets[MOST_TAPS];                                          \
        for (npy_intp k = 0; k < taps; k++)                                                             \
            offsets[k] = offset_of(images, kernel, k);                                                  \
        for (npy_intp plane = 0; plane < images->planes; plane++, from += places_in(images->size)) {    \
            for (npy_intp i = 0; i < places_in(images->made); i++) {                                    \
                const real *window = from + start_of(images, stride, i);                                \
                real total = window[0];                                                                 \
                for (npy_intp k = 1; k < taps; k++)                                                     \
                    total += window[offsets[k]];                                                        \
                *to++ = total / (real)taps;                                                             \
            }                                                                                           \
        }                                                                                               \
    }

DEFINE_MEAN(float)
DEFINE_MEAN(double)

static PyObject *
pooled_mean(PyObject *const *args, Py_ssize_t n, int spatial)
{
    images_t images;
    npy_intp kernel[3], stride[3];
    if (n < 1 || n > 7 || !read_images(args[0], spatial, &images) || !read_windows(args, n, &images, kernel, stride) ||
        places_in(kernel) > MOST_TAPS || (n > 3 && !are_all(args[3], spatial, 0)) || (n > 4 && args[4] != Py_False) ||
        (n > 6 && args[6] != Py_None))
        return NULL;
    PyObject *made = PyArray_SimpleNew(images.ndim, images.shape, images.type);
    if (made == NULL)
        return NULL;
    void *to = PyArray_DATA((PyArrayObject *)made), *from = PyArray_DATA((PyArrayObject *)args[0]);
    if (images.type == NPY_FLOAT)
        mean_float(from, to, &images, kernel, stride);
    else
        mean_double(from, to, &images, kernel, stride);
    return made;
}

SHORTCUT(pool_mean)
{
    return pooled_mean(args, n, 2);
}

SHORTCUT(pool_mean_3d)
{
    return pooled_mean(args, n, 3);
}

/* The greatest element of a window, the first of several; -1: one is NaN. */
static npy_intp
greatest(const char *plane, const images_t *images, const npy_intp *start, const npy_intp *end)
{
    npy_intp best = (start[0] * images->size[1] + start[1]) * images->size[2] + start[2];
    double value = element(plane, best, images->type);
    for (npy_intp z = start[0]; z < end[0]; z++) {
        for (npy_intp y = start[1]; y < end[1]; y++) {
            for (npy_intp x = start[2]; x < end[2]; x++) {
                npy_intp at = (z * images->size[1] + y) * images->size[2] + x;
                double other = element(plane, at, images->type);
                if (isnan(other))
                    return -1;
                if (other > value) {
                    value = other;
                    best = at;
                }
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
maxima(PyObject *self, const images_t *images, const side_t *sides)
{
    PyObject *values = PyArray_SimpleNew(images->ndim, (npy_intp *)images->shape, images->type);
    PyObject *places = values == NULL ? NULL : PyArray_SimpleNew(images->ndim, (npy_intp *)images->shape, NPY_INT64);
    npy_intp itemsize = PyArray_ITEMSIZE((PyArrayObject *)self), done = 0, count = places_in(images->made);
    int is_number = places != NULL;
    for (npy_intp plane = 0; is_number && plane < images->planes; plane++) {
        const char *from = PyArray_BYTES((PyArrayObject *)self) + plane * places_in(images->size) * itemsize;
        for (npy_intp window = 0; window < count; window++, done++) {
            npy_intp start[3], end[3], rest = window;
            for (int dim = 2; dim >= 0; dim--) {
                bounds_of(&sides[dim], rest % images->made[dim], &start[dim], &end[dim]);
                rest /= images->made[dim];
            }
            npy_intp at = greatest(from, images, start, end);
            is_number = at >= 0;
            if (!is_number)
                break;
            ((npy_int64 *)PyArray_DATA((PyArrayObject *)places))[done] = at;
            memcpy(PyArray_BYTES((PyArrayObject *)values) + done * itemsize, from + at * itemsize, (size_t)itemsize);
        }
    }
    PyObject *both = is_number ? PyTuple_Pack(2, values, places) : NULL;
    Py_XDECREF(values);
    Py_XDECREF(places);
    return both;
}

static PyObject *
pooled_max(PyObject *const *args, Py_ssize_t n, int spatial)
{
    images_t images;
    npy_intp kernel[3], stride[3];
    if (n < 1 || n > 6 || !read_images(args[0], spatial, &images) || !read_windows(args, n, &images, kernel, stride) ||
        (n > 3 && !are_all(args[3], spatial, 0)) || (n > 4 && !are_all(args[4], spatial, 1)) ||
        (n > 5 && args[5] != Py_False))
        return NULL;
    side_t sides[3];
    for (int i = 0; i < 3; i++)
        sides[i] = (side_t){kernel[i], stride[i], 0, 0};
    return maxima(args[0], &images, sides);
}

SHORTCUT(pool_max)
{
    return pooled_max(args, n, 2);
}

SHORTCUT(pool_max_3d)
{
    return pooled_max(args, n, 3);
}

/* The size of an adaptive pooling's result. */
static int
read_adaptive(PyObject *const *args, Py_ssize_t n, int spatial, images_t *images, side_t *sides)
{
    npy_intp wanted[MAX_DIMS];
    if (n != 2 || !read_images(args[0], spatial, images) || read_list(args[1], wanted) != spatial)
        return 0;
    sides[0] = (side_t){0, 0, 1, 1};
    for (int i = 3 - spatial; i < 3; i++) {
        npy_intp count = wanted[i - (3 - spatial)];
        if (count < 1 || count > 64)
            return 0;
        set_made(images, i, count);
        sides[i] = (side_t){0, 0, images->size[i], count};
    }
    return 1;
}

SHORTCUT(pool_adaptive_max)
{
    images_t images;
    side_t sides[3];
    return read_adaptive(args, n, 2, &images, sides) ? maxima(args[0], &images, sides) : NULL;
}

SHORTCUT(pool_adaptive_max_3d)
{
    images_t images;
    side_t sides[3];
    return read_adaptive(args, n, 3, &images, sides) ? maxima(args[0], &images, sides) : NULL;
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

/* The means along each spatial dimension after the other, by way of two pieces of memory. */
static PyObject *
adaptive_mean(PyObject *const *args, Py_ssize_t n, int spatial)
{
    images_t images;
    side_t sides[3];
    if (!read_adaptive(args, n, spatial, &images, sides))
        return NULL;
    npy_intp most = 1;
    for (int i = 0; i < 3; i++) {
        if (sides[i].size > LONGEST_SIDE * sides[i].count - sides[i].count || sides[i].size < sides[i].count)
            return NULL;
        most *= sides[i].size;
    }
    PyObject *made = PyArray_SimpleNew(images.ndim, images.shape, images.type);
    void *between = made == NULL ? NULL : PyMem_Malloc((size_t)(2 * images.planes * most * 8));
    if (between == NULL) {
        Py_XDECREF(made);
        return NULL;
    }
    void *from = PyArray_DATA((PyArrayObject *)args[0]);
    npy_intp size[3] = {images.size[0], images.size[1], images.size[2]};
    for (int i = 3 - spatial; i < 3; i++) {
        void *to = i == 2 ? PyArray_DATA((PyArrayObject *)made) : (char *)between + (i % 2) * images.planes * most * 8;
        npy_intp outer = images.planes, inner = 1;
        for (int k = 0; k < 3; k++) {
            outer *= k < i ? size[k] : 1;
            inner *= k > i ? size[k] : 1;
        }
        if (images.type == NPY_FLOAT)
            along_float(from, to, outer, &sides[i], inner);
        else
            along_double(from, to, outer, &sides[i], inner);
        size[i] = sides[i].count;
        from = to;
    }
    PyMem_Free(between);
    return made;
}

SHORTCUT(pool_adaptive_mean)
{
    return adaptive_mean(args, n, 2);
}

SHORTCUT(pool_adaptive_mean_3d)
{
    return adaptive_mean(args, n, 3);
}

/* ---- gradients ---- */

/* Does an array have the sizes of the result, in rows? */
static int
is_result(PyObject *value, const images_t *images, int type)
{
    PyArrayObject *array = (PyArrayObject *)value;
    return is_array(value) && PyArray_ISCARRAY_RO(array) && PyArray_TYPE(array) == type &&
           PyArray_NDIM(array) == images->ndim &&
           PyArray_CompareLists(PyArray_DIMS(array), images->shape, images->ndim);
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
        npy_intp taps = places_in(kernel);                                                                \
        for (npy_intp plane = 0; plane < images->planes; plane++, to += places_in(images->size)) {        \
            for (npy_intp i = 0; i < places_in(images->made); i++) {                                      \
                real share = *from++ / (real)taps, *window = to + start_of(images, stride, i);            \
                for (npy_intp k = 0; k < taps; k++)                                                       \
                    window[offset_of(images, kernel, k)] += share;                                        \
            }                                                                                             \
        }                                                                                                 \
    }

DEFINE_SPREAD(float)
DEFINE_SPREAD(double)

/* (grad, self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override) */
static PyObject *
spread_mean(PyObject *const *args, Py_ssize_t n, int spatial)
{
    images_t images;
    npy_intp kernel[3], stride[3];
    if (n != 8 || !read_images(args[1], spatial, &images) || !read_windows(args + 1, 3, &images, kernel, stride) ||
        places_in(kernel) > MOST_TAPS || !are_all(args[4], spatial, 0) || args[5] != Py_False || args[7] != Py_None ||
        !is_result(args[0], &images, images.type))
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

SHORTCUT(pool_mean_backward)
{
    return spread_mean(args, n, 2);
}

/* (grad, self, kernel_size, stride, padding, dilation, ceil_mode, indices) */
static PyObject *
spread_max(PyObject *const *args, Py_ssize_t n, int spatial)
{
    images_t images;
    npy_intp kernel[3], stride[3];
    if (n != 8 || !read_images(args[1], spatial, &images) || !read_windows(args + 1, 3, &images, kernel, stride) ||
        !are_all(args[4], spatial, 0) || !are_all(args[5], spatial, 1) || args[6] != Py_False ||
        !is_result(args[0], &images, images.type) || !is_result(args[7], &images, NPY_INT64))
        return NULL;
    const npy_int64 *at = PyArray_DATA((PyArrayObject *)args[7]);
    npy_intp each = places_in(images.made), count = images.planes * each, size = places_in(images.size);
    for (npy_intp i = 0; i < count; i++) {
        if (at[i] < 0 || at[i] >= size)
            return NULL;
    }
    PyObject *made = zero_images(args[1], &images);
    void *to = made == NULL ? NULL : PyArray_DATA((PyArrayObject *)made);
    const void *from = PyArray_DATA((PyArrayObject *)args[0]);
    for (npy_intp i = 0; to != NULL && i < count; i++) {
        npy_intp where = i / each * size + at[i];
        if (images.type == NPY_FLOAT)
            ((float *)to)[where] += ((const float *)from)[i];
        else
            ((double *)to)[where] += ((const double *)from)[i];
    }
    return made;
}

SHORTCUT(pool_max_backward)
{
    return spread_max(args, n, 2);
}

SHORTCUT(pool_max_backward_3d)
{
    return spread_max(args, n, 3);
}
