/* Products of small matrices and vectors, where calling BLAS takes longer than the sums.
 *
 * Real floats of any strides; the Python rules (aten/kernels/linalg.py), which are the twins, have the rest and the
 * errors.  Sums are short, so that one number after the other may be added.  See Note [Shortcuts are rules in C].
 */
#include "views.h"

#define MOST_STEPS 4096 /* multiplications; more are faster in BLAS */
#define LONGEST_SUM 64

/* Matrices as they lie in memory; a vector is one column. */
typedef struct {
    const char *at;
    npy_intp count, rows, columns;
    npy_intp by_matrix, by_row, by_column; /* bytes */
    int type;
} matrices_t;

/* Read an array with this number of dimensions: 1: a vector, 2: a matrix, 3: a batch; 0: the rule. */
static int
read_matrices(PyObject *value, int ndim, matrices_t *found)
{
    PyArrayObject *array = (PyArrayObject *)value;
    if (!is_array(value) || PyArray_NDIM(array) != ndim || !PyArray_ISALIGNED(array) || !PyArray_ISNOTSWAPPED(array))
        return 0;
    const npy_intp *shape = PyArray_DIMS(array), *strides = PyArray_STRIDES(array);
    int row = ndim == 3;
    *found = (matrices_t){PyArray_BYTES(array),
                          row ? shape[0] : 1,
                          shape[row],
                          ndim > 1 ? shape[row + 1] : 1,
                          row ? strides[0] : 0,
                          strides[row],
                          ndim > 1 ? strides[row + 1] : 0,
                          PyArray_TYPE(array)};
    return (found->type == NPY_FLOAT || found->type == NPY_DOUBLE) && found->count > 0 && found->rows > 0 &&
           found->columns > 0;
}

/* Can these be multiplied here? */
static int
are_small_factors(const matrices_t *x, const matrices_t *y)
{
    npy_intp steps = x->count;
    return x->type == y->type && x->count == y->count && x->columns == y->rows && x->columns <= LONGEST_SUM &&
           !MULTIPLY_OVERFLOWS(steps, x->rows, &steps) && !MULTIPLY_OVERFLOWS(steps, x->columns, &steps) &&
           !MULTIPLY_OVERFLOWS(steps, y->columns, &steps) && steps <= MOST_STEPS;
}

#define DEFINE_FOR(real)                                                                                         \
    /* The right factor row by row: where it lies, or a copy of it. */                                           \
    static const real *rows_##real(const matrices_t *y, const char *at, real *room, npy_intp *step)              \
    {                                                                                                            \
        if (y->by_column == (npy_intp)sizeof(real) && y->by_row % (npy_intp)sizeof(real) == 0) {                 \
            *step = y->by_row / (npy_intp)sizeof(real);                                                          \
            return (const real *)(const void *)at;                                                               \
        }                                                                                                        \
        *step = y->columns;                                                                                      \
        for (npy_intp k = 0; k < y->rows; k++) {                                                                 \
            for (npy_intp j = 0; j < y->columns; j++)                                                            \
                room[k * y->columns + j] = *(const real *)(const void *)(at + k * y->by_row + j * y->by_column); \
        }                                                                                                        \
        return room;                                                                                             \
    }                                                                                                            \
                                                                                                                 \
    static void multiply_##real(const matrices_t *x, const matrices_t *y, npy_intp number, real *to)             \
    {                                                                                                            \
        real room[MOST_STEPS];                                                                                   \
        npy_intp step, n = y->columns;                                                                           \
        const char *left = x->at + number * x->by_matrix;                                                        \
        const real *right = rows_##real(y, y->at + number * y->by_matrix, room, &step);                          \
        for (npy_intp i = 0; i < x->rows; i++) {                                                                 \
            real *restrict sums = to + i * n;                                                                    \
            memset(sums, 0, (size_t)n * sizeof(real));                                                           \
            for (npy_intp k = 0; k < x->columns; k++) {                                                          \
                real factor = *(const real *)(const void *)(left + i * x->by_row + k * x->by_column);            \
                const real *restrict row = right + k * step;                                                     \
                for (npy_intp j = 0; j < n; j++)                                                                 \
                    sums[j] += factor * row[j];                                                                  \
            }                                                                                                    \
        }                                                                                                        \
    }                                                                                                            \
                                                                                                                 \
    static void add_##real(const matrices_t *x, real *to, npy_intp rows, npy_intp columns)                       \
    {                                                                                                            \
        for (npy_intp i = 0; i < rows; i++) {                                                                    \
            for (npy_intp j = 0; j < columns; j++)                                                               \
                to[i * columns + j] += *(const real *)(const void *)(x->at + i * x->by_row + j * x->by_column);  \
        }                                                                                                        \
    }

DEFINE_FOR(float)
DEFINE_FOR(double)

/* The products, in an array of these dimensions: the last `ndim` of count, rows and columns. */
static PyObject *
multiply(const matrices_t *x, const matrices_t *y, const npy_intp *shape, int ndim)
{
    PyObject *made = PyArray_SimpleNew(ndim, shape, x->type);
    char *to = made == NULL ? NULL : PyArray_BYTES((PyArrayObject *)made);
    npy_intp step = x->rows * y->columns;
    for (npy_intp i = 0; to != NULL && i < x->count; i++) {
        if (x->type == NPY_FLOAT)
            multiply_float(x, y, i, (float *)(void *)to + i * step);
        else
            multiply_double(x, y, i, (double *)(void *)to + i * step);
    }
    return made;
}

SHORTCUT(multiply_matrices)
{
    matrices_t x, y;
    if (n != 2 || !read_matrices(args[0], 2, &x) || !read_matrices(args[1], 2, &y) || !are_small_factors(&x, &y))
        return NULL;
    npy_intp shape[] = {x.rows, y.columns};
    return multiply(&x, &y, shape, 2);
}

SHORTCUT(multiply_vector)
{
    matrices_t x, y;
    if (n != 2 || !read_matrices(args[0], 2, &x) || !read_matrices(args[1], 1, &y) || !are_small_factors(&x, &y))
        return NULL;
    return multiply(&x, &y, &x.rows, 1);
}

SHORTCUT(multiply_vectors)
{
    matrices_t x, y;
    if (n != 2 || !read_matrices(args[0], 1, &x) || !read_matrices(args[1], 1, &y))
        return NULL;
    x = (matrices_t){x.at, 1, 1, x.rows, 0, 0, x.by_row, x.type};
    return are_small_factors(&x, &y) ? multiply(&x, &y, NULL, 0) : NULL;
}

SHORTCUT(multiply_batches)
{
    matrices_t x, y;
    if (n != 2 || !read_matrices(args[0], 3, &x) || !read_matrices(args[1], 3, &y) || !are_small_factors(&x, &y))
        return NULL;
    npy_intp shape[] = {x.count, x.rows, y.columns};
    return multiply(&x, &y, shape, 3);
}

SHORTCUT(add_product)
{
    matrices_t x, y, added;
    if (n != 3 || !read_matrices(args[1], 2, &x) || !read_matrices(args[2], 2, &y) || !are_small_factors(&x, &y) ||
        !is_array(args[0]) || !read_matrices(args[0], PyArray_NDIM((PyArrayObject *)args[0]) == 1 ? 1 : 2, &added) ||
        added.type != x.type)
        return NULL;
    if (PyArray_NDIM((PyArrayObject *)args[0]) == 1) /* one row for all */
        added = (matrices_t){added.at, 1, x.rows, added.rows, 0, 0, added.by_row, added.type};
    if (added.rows != x.rows || added.columns != y.columns)
        return NULL;
    npy_intp shape[] = {x.rows, y.columns};
    PyObject *made = multiply(&x, &y, shape, 2);
    if (made != NULL && x.type == NPY_FLOAT)
        add_float(&added, PyArray_DATA((PyArrayObject *)made), x.rows, y.columns);
    else if (made != NULL)
        add_double(&added, PyArray_DATA((PyArrayObject *)made), x.rows, y.columns);
    return made;
}
