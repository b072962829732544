/* Programs: elementwise functions of small arrays as lists of NumPy's inner loops.
 *
 * A call of a ufunc takes half a microsecond before it computes anything.  A program runs the loops of several ufuncs
 * one after the other on pieces of scratch memory instead, so that a function made of ten of them costs little more
 * than one.  They are the loops that NumPy itself would run, so the results are the same, bit by bit.
 * Python makes programs of the rules themselves (src/wye/aten/arrays/programs.py): the rule is the twin.
 * See Note [Shortcuts are rules in C].
 */
#include "programs.h"
#include <float.h>
#include <math.h>

#define SCRATCH 2048 /* elements of 8 bytes in all */
#define WIDENED 256  /* elements of operands that are repeated, in all; more: memory of their own */

/* Is the array row-major, with the strides that a new one gets in dimensions of size 1, too? */
static int
is_packed(PyArrayObject *array)
{
    return has_packed_strides(array) && PyArray_ISALIGNED(array) && PyArray_ISNOTSWAPPED(array);
}

/* Store a number as an element where the rule would store the same; 0: ask the rule. */
static int
store_operand(PyObject *value, const operand_t *operand, int type, double *room)
{
    double number = operand->fallback;
    if (value != NULL && PyFloat_CheckExact(value))
        number = PyFloat_AS_DOUBLE(value);
    else if (value != NULL && PyBool_Check(value) && operand->low == operand->high)
        number = value == Py_True; /* a choice of which the program knows one side */
    else if (value != NULL) {
        npy_intp whole;
        if (!read_int(value, &whole) || whole > (1 << 24) || whole < -(1 << 24))
            return 0;
        number = (double)whole;
    }
    if (!(number >= operand->low && number <= operand->high) || (type == NPY_FLOAT && fabs(number) > FLT_MAX))
        return 0; /* a default of NaN: the number has to be given */
    if (type == NPY_FLOAT)
        *(float *)(void *)room = (float)number;
    else
        *room = number;
    return 1;
}

static int
is_name(PyObject *one, PyObject *other)
{
    return one == other || PyUnicode_Compare(one, other) == 0;
}

/* The operands in the program's order; 0: the rule has to look at them. */
static int
place_operands(const program_t *program, PyObject *const *args, Py_ssize_t n, PyObject *kwnames, PyObject **given)
{
    for (int i = 0; i < program->n_operands; i++)
        given[i] = i < n ? args[i] : NULL;
    for (Py_ssize_t k = 0; kwnames != NULL && k < PyTuple_GET_SIZE(kwnames); k++) {
        int i = 0;
        while (i < program->n_operands && !is_name(program->operands[i].name, PyTuple_GET_ITEM(kwnames, k)))
            i++;
        if (i == program->n_operands || given[i] != NULL)
            return 0;
        given[i] = args[n + k];
    }
    return n <= program->n_operands;
}

/* Would a result in the place of `first` be read as another operand that overlaps with it? */
static int
overlaps(PyArrayObject *first, PyArrayObject *other)
{
    char *a = PyArray_BYTES(first), *b = PyArray_BYTES(other);
    npy_intp size = PyArray_NBYTES(first), others = PyArray_NBYTES(other);
    int is_same = a == b && PyArray_NDIM(first) == PyArray_NDIM(other) &&
                  PyArray_CompareLists(PyArray_DIMS(first), PyArray_DIMS(other), PyArray_NDIM(first));
    return !is_same && a < b + others && b < a + size;
}

/* What a call computes: the shape of its results, and whether each array has it. */
typedef struct {
    int ndim, is_even;
    npy_intp shape[MAX_DIMS], size;
    const npy_intp *strides; /* of all arrays, where these lie alike without gaps, and not in rows; else NULL */
    int is_turned;           /* are results not row-major? */
    int fastest[MAX_DIMS];   /* then their dimensions, the one that varies fastest first */
} extent_t;

/* Make the shape one that another array fits to; 0: they do not fit. */
static int
widen(extent_t *extent, PyArrayObject *array)
{
    int ndim = PyArray_NDIM(array), gap;
    if (ndim > MAX_DIMS)
        return 0;
    for (; extent->ndim < ndim; extent->ndim++) {
        memmove(extent->shape + 1, extent->shape, (size_t)extent->ndim * sizeof(npy_intp));
        extent->shape[0] = 1;
    }
    gap = extent->ndim - ndim;
    for (int i = 0; i < ndim; i++) {
        npy_intp size = PyArray_DIM(array, i);
        if (extent->shape[gap + i] == 1)
            extent->shape[gap + i] = size;
        else if (size != 1 && size != extent->shape[gap + i])
            return 0;
    }
    return 1;
}

/* The stride of an operand as if it had been expanded to the shape of the results. */
static npy_intp
expanded_stride(PyArrayObject *array, const extent_t *extent, int dim)
{
    int own = dim - (extent->ndim - PyArray_NDIM(array));
    return own < 0 || PyArray_DIM(array, own) != extent->shape[dim] ? 0 : PyArray_STRIDE(array, own);
}

/* Does the order of the results' dimensions follow from the strides of the operands alone?  Dimensions of size 1 count
 * there, but not where all arrays have one shape and lie in one of the usual ways: that is left to the rule. */
static int
is_ordered_by_strides(const program_t *program, PyObject *const *given, const extent_t *extent)
{
    int has_ones = 0;
    for (int i = 0; i < extent->ndim; i++)
        has_ones |= extent->shape[i] == 1;
    if (!has_ones || !extent->is_even)
        return 1;
    for (int i = 0; i < program->n_operands; i++) {
        if (program->operands[i].is_number || !is_array(given[i]))
            continue;
        for (int dim = 0; dim < PyArray_NDIM((PyArrayObject *)given[i]); dim++) {
            if (PyArray_DIM((PyArrayObject *)given[i], dim) > 1 && PyArray_STRIDE((PyArrayObject *)given[i], dim) == 0)
                return 1; /* expanded */
        }
    }
    return 0;
}

/* Are results row-major, although some operands are not packed?  See pointwise_strides (tensors/layout.py), and there the
 * order of dimensions by the strides of the operands. */
static int
has_row_major_results(const program_t *program, PyObject *const *given, const extent_t *extent)
{
    if (!is_ordered_by_strides(program, given, extent))
        return 0;
    for (int slow = extent->ndim - 2; slow >= 0; slow--) {
        for (int fast = slow + 1, order = 0; fast < extent->ndim && order == 0; fast++) {
            for (int i = 0; i < program->n_operands && order == 0; i++) {
                if (program->operands[i].is_number || !is_array(given[i]))
                    continue;
                npy_intp a = expanded_stride((PyArrayObject *)given[i], extent, fast),
                         b = expanded_stride((PyArrayObject *)given[i], extent, slow);
                if (a == 0 || b == 0)
                    continue;
                if (a > b || (a == b && extent->shape[fast] > extent->shape[slow]))
                    return 0;
                order = a < b;
            }
        }
    }
    return 1;
}

/* Which of two dimensions varies faster, by the first operand to decide: 1 for `later`, -1 for `earlier`, 0: none. */
static int
is_swapped(const program_t *program, PyObject *const *given, const extent_t *extent, int earlier, int later)
{
    for (int i = 0; i < program->n_operands; i++) {
        if (program->operands[i].is_number || !is_array(given[i]))
            continue;
        npy_intp a = expanded_stride((PyArrayObject *)given[i], extent, earlier),
                 b = expanded_stride((PyArrayObject *)given[i], extent, later);
        if (a == 0 || b == 0)
            continue;
        if (a != b)
            return a < b ? -1 : 1;
        if (extent->shape[earlier] > extent->shape[later])
            return 1;
    }
    return 0;
}

enum { IN_ROWS = 1, ALIKE, ANYHOW };

/* How do arrays lie?  Where all have one shape, the rule looks at this before it compares strides. */
static int
lie(const program_t *program, PyObject *const *given, const extent_t *extent)
{
    PyArrayObject *first = (PyArrayObject *)given[0];
    int are_same = 1, are_rows = 1;
    if (!extent->is_even)
        return ANYHOW;
    for (int i = 0; i < program->n_operands; i++) {
        PyArrayObject *array = (PyArrayObject *)given[i];
        if (program->operands[i].is_number)
            continue; /* a factor, as `alpha` */
        if (!is_array(given[i]) || PyArray_NDIM(array) != extent->ndim)
            return ANYHOW; /* of another shape, as the rule sees it */
        are_same &= PyArray_CompareLists(PyArray_STRIDES(array), PyArray_STRIDES(first), extent->ndim);
        are_rows &= PyArray_IS_C_CONTIGUOUS(array) != 0;
    }
    return are_rows ? IN_ROWS : are_same || extent->ndim == 4 ? ALIKE : ANYHOW; /* 4: perhaps channels come last */
}

/* The order of the results' dimensions by the strides of the operands; 0: the rule.  See pointwise_strides
 * (tensors/layout.py). */
static int
order_results(const program_t *program, PyObject *const *given, extent_t *extent)
{
    int how = lie(program, given, extent);
    if (how != ANYHOW)
        return how == IN_ROWS;
    int *order = extent->fastest, n = extent->ndim;
    for (int i = 0; i < n; i++)
        order[i] = n - 1 - i;
    for (int i = 1; i < n; i++) {
        for (int at = i, before = i - 1; before >= 0; before--) {
            int swapped = is_swapped(program, given, extent, order[before], order[at]);
            if (swapped < 0)
                break;
            if (swapped > 0) {
                int dim = order[before];
                order[before] = order[at];
                order[at] = dim;
                at = before;
            }
        }
    }
    for (int i = 0; i < n; i++)
        extent->is_turned |= order[i] != n - 1 - i;
    return 1;
}

/* The shape of the results; 0: the rule.  Arrays of several shapes are repeated along dimensions in which they have the
 * size 1. */
static int
measure(const program_t *program, PyObject *const *given, extent_t *extent)
{
    PyArrayObject *first = (PyArrayObject *)given[0];
    *extent = (extent_t){.is_even = 1, .size = PyArray_SIZE(first)};
    if (!widen(extent, first))
        return 0;
    for (int i = 1; i < program->n_operands; i++) {
        PyArrayObject *array = (PyArrayObject *)given[i];
        if (program->operands[i].is_number || !is_array(given[i]) || PyArray_NDIM(array) == 0)
            continue; /* one element for all of them */
        if (PyArray_NDIM(array) == PyArray_NDIM(first) &&
            PyArray_CompareLists(PyArray_DIMS(array), PyArray_DIMS(first), PyArray_NDIM(first)))
            continue;
        extent->is_even = 0;
        if (!widen(extent, array))
            return 0;
    }
    if (!extent->is_even)
        extent->size = PyArray_OverflowMultiplyList(extent->shape, extent->ndim); /* -1: too large */
    if (extent->size <= 0 || extent->size > program->most)
        return 0;
    return extent->is_even || has_row_major_results(program, given, extent) || order_results(program, given, extent);
}

static int
has_extent(PyArrayObject *array, const extent_t *extent)
{
    return PyArray_NDIM(array) == extent->ndim &&
           PyArray_CompareLists(PyArray_DIMS(array), extent->shape, extent->ndim);
}

/* Do all arrays lie in memory without gaps, in the same order of dimensions?  Their elements can be taken as they lie, and
 * results lie likewise: see pointwise_strides (tensors/layout.py). */
static int
lie_alike(const program_t *program, PyObject *const *given, const extent_t *extent)
{
    PyArrayObject *first = (PyArrayObject *)given[0];
    npy_intp step = PyArray_ITEMSIZE(first);
    const variant_t *variant = &program->variants[PyArray_TYPE(first) == NPY_DOUBLE];
    if (!extent->is_even || extent->ndim < 2 || variant->n_results > 1) /* of two results the rule knows the order */
        return 0;
    /* find the dimension that comes next in memory; sizes of 1 are left to the rule */
    for (int n = 0; n < extent->ndim; n++) {
        int dim = 0;
        while (dim < extent->ndim && (PyArray_STRIDE(first, dim) != step || extent->shape[dim] < 2))
            dim++;
        if (dim == extent->ndim)
            return 0;
        step *= extent->shape[dim];
    }
    for (int i = 0; i < program->n_operands; i++) {
        PyArrayObject *array = (PyArrayObject *)given[i];
        if (program->operands[i].is_number || !is_array(given[i]) || (i > 0 && PyArray_NDIM(array) == 0))
            continue;
        if (PyArray_ITEMSIZE(array) != PyArray_ITEMSIZE(first) || !PyArray_ISALIGNED(array) ||
            !PyArray_ISNOTSWAPPED(array) ||
            !PyArray_CompareLists(PyArray_STRIDES(array), PyArray_STRIDES(first), extent->ndim))
            return 0;
    }
    return 1;
}

/* Memory for the operands that are repeated. */
typedef struct {
    double room[WIDENED];
    npy_intp used;
    void *more[MOST_OPERANDS];
} repeated_t;

/* The elements of an array, packed and repeated to the shape of the results; NULL: no memory. */
static char *
repeat(PyArrayObject *array, const extent_t *extent, repeated_t *repeated, int number)
{
    npy_intp itemsize = PyArray_ITEMSIZE(array), steps[MAX_DIMS], counter[MAX_DIMS] = {0};
    char *to = (char *)(repeated->room + repeated->used);
    if (extent->size > WIDENED - repeated->used)
        to = repeated->more[number] = PyMem_Malloc((size_t)(extent->size * itemsize));
    else
        repeated->used += extent->size;
    if (to == NULL)
        return NULL;
    int gap = extent->ndim - PyArray_NDIM(array);
    for (int i = 0; i < extent->ndim; i++)
        steps[i] = i < gap || PyArray_DIM(array, i - gap) == 1 ? 0 : PyArray_STRIDE(array, i - gap);
    const char *from = PyArray_BYTES(array);
    for (npy_intp i = 0; i < extent->size; i++) {
        memcpy(to + i * itemsize, from, (size_t)itemsize);
        for (int k = 0; k < extent->ndim; k++) {
            int dim = extent->is_turned ? extent->fastest[k] : extent->ndim - 1 - k;
            from += steps[dim];
            if (++counter[dim] < extent->shape[dim])
                break;
            from -= steps[dim] * counter[dim];
            counter[dim] = 0;
        }
    }
    return to;
}

/* Is it one element that was expanded, as the gradient of a sum is?  Dimensions of size 1 are left to the rule. */
static int
is_one_element(PyArrayObject *array)
{
    for (int i = 0; i < PyArray_NDIM(array); i++) {
        if (PyArray_STRIDE(array, i) != 0 || PyArray_DIM(array, i) < 2)
            return 0;
    }
    return PyArray_NDIM(array) > 0 && PyArray_ISALIGNED(array) && PyArray_ISNOTSWAPPED(array);
}

static int
is_float(int type)
{
    return type == NPY_FLOAT || type == NPY_DOUBLE;
}

/* The float type of all arrays, or of those that others are promoted to; -1: the rule.  A float without dimensions
 * promotes no array that has some. */
static int
type_of_operands(const program_t *program, PyObject *const *given, int *is_mixed)
{
    int type = PyArray_TYPE((PyArrayObject *)given[0]);
    *is_mixed = 0;
    if (!program->promotes)
        return is_float(type) ? type : -1;
    int found = -1;
    for (int i = 0; i < program->n_operands; i++) {
        PyArrayObject *array = (PyArrayObject *)given[i];
        if (program->operands[i].is_number || !is_array(given[i]))
            continue;
        type = PyArray_TYPE(array);
        if (!is_float(type)) {
            if (type != NPY_BOOL && type != NPY_INT64 && type != NPY_INT32)
                return -1;
            *is_mixed = 1;
        }
        else if (found >= 0 && found != type)
            return -1;
        else
            found = type;
    }
    int has_dims = 0, float_has_dims = 0;
    for (int i = 0; *is_mixed && i < program->n_operands; i++) {
        PyArrayObject *array = (PyArrayObject *)given[i];
        if (program->operands[i].is_number || !is_array(given[i]))
            continue;
        if (!is_packed(array))
            return -1; /* packed: how converted copies would lie does not matter */
        has_dims |= PyArray_NDIM(array) > 0;
        float_has_dims |= PyArray_NDIM(array) > 0 && is_float(PyArray_TYPE(array));
    }
    if (has_dims && !float_has_dims)
        return -1;
    return found;
}

/* Are all arrays packed, or one element that was expanded? */
static int
are_in_rows(const program_t *program, PyObject *const *given)
{
    for (int i = 0; i < program->n_operands; i++) {
        PyArrayObject *array = (PyArrayObject *)given[i];
        if (!program->operands[i].is_number && is_array(given[i]) && !is_packed(array) &&
            (program->in_place || !is_one_element(array)))
            return 0;
    }
    return 1;
}

/* Place arrays and numbers; 0: they are not plain, or not of one dtype. */
static int
read_operands(const program_t *program, PyObject *const *given, int type, extent_t *extent, place_t *places,
              double *numbers, repeated_t *repeated)
{
    PyArrayObject *first = (PyArrayObject *)given[0];
    if (!is_packed(first) && !extent->is_turned && lie_alike(program, given, extent))
        extent->strides = PyArray_STRIDES(first);
    if (extent->strides == NULL && !are_in_rows(program, given) &&
        (program->in_place ||
         (extent->is_even && !has_row_major_results(program, given, extent) && !order_results(program, given, extent))))
        return 0;
    for (int i = 0; i < program->n_operands; i++) {
        PyArrayObject *array = (PyArrayObject *)given[i];
        if (program->operands[i].is_number || (i > 0 && given[i] != NULL && !is_array(given[i]))) {
            if (!store_operand(given[i], &program->operands[i], type, &numbers[i]))
                return 0;
            places[i] = (place_t){(char *)&numbers[i], 0};
            continue;
        }
        if (!is_array(given[i]) || PyArray_TYPE(array) != type || (program->in_place && overlaps(first, array)))
            return 0;
        if (!program->in_place && extent->strides == NULL && is_one_element(array)) {
            places[i] = (place_t){PyArray_BYTES(array), 0};
            continue;
        }
        int packed = extent->strides != NULL || (is_packed(array) && (!extent->is_turned || PyArray_NDIM(array) == 0));
        if (!packed && (!PyArray_ISALIGNED(array) || !PyArray_ISNOTSWAPPED(array)))
            return 0;
        places[i] = (place_t){PyArray_BYTES(array), i > 0 && PyArray_NDIM(array) == 0 ? 0 : PyArray_ITEMSIZE(array)};
        if (!packed || (places[i].step > 0 && !extent->is_even && !has_extent(array, extent))) {
            if (extent->size > MOST_ELEMENTS)
                return 0;
            places[i].at = repeat(array, extent, repeated, i);
            if (places[i].at == NULL)
                return 0;
        }
    }
    return 1;
}

static PyObject *
new_result(const extent_t *extent, int type, PyArrayObject *first)
{
    npy_intp strides[MAX_DIMS], step = size_of(type);
    for (int i = 0; extent->is_turned && i < extent->ndim; i++) {
        strides[extent->fastest[i]] = step;
        step *= extent->shape[extent->fastest[i]];
    }
    if (extent->is_turned)
        return PyArray_New(&PyArray_Type, extent->ndim, (npy_intp *)extent->shape, type, strides, NULL, 0, 0, NULL);
    if (extent->strides == NULL)
        return PyArray_SimpleNew(extent->ndim, (npy_intp *)extent->shape, type);
    for (int i = 0; i < extent->ndim; i++)
        strides[i] = extent->strides[i] / PyArray_ITEMSIZE(first) * size_of(type);
    return PyArray_New(&PyArray_Type, extent->ndim, (npy_intp *)extent->shape, type, strides, NULL, 0, 0, NULL);
}

/* The arrays of results: new ones, or the first operand. */
static int
make_results(const program_t *program, const variant_t *variant, const extent_t *extent, PyObject *first,
             PyObject **results, int over)
{
    int start = program->n_operands + variant->n_constants;
    for (int i = 0; i < variant->n_results; i++) {
        results[i] = over ? Py_NewRef(first) : new_result(extent, variant->types[start + i], (PyArrayObject *)first);
        if (results[i] == NULL) {
            if (i > 0)
                Py_DECREF(results[0]);
            return 0;
        }
    }
    return 1;
}

/* Run the program on pieces that fit the scratch memory. */
static void
run_pieces(const program_t *program, const variant_t *variant, place_t *places, PyObject **results, npy_intp size)
{
    double scratch[SCRATCH];
    int start = program->n_operands + variant->n_constants, end = start + variant->n_results;
    npy_intp length = SCRATCH / (variant->n_scratch > 0 ? variant->n_scratch : 1);
    for (int i = 0; i < variant->n_constants; i++)
        places[program->n_operands + i] = (place_t){(char *)&variant->constants[i], 0};
    for (int i = start; i < end; i++)
        places[i] = (place_t){PyArray_BYTES((PyArrayObject *)results[i - start]), size_of(variant->types[i])};
    for (int i = end; i < variant->n_registers; i++)
        places[i] = (place_t){(char *)(scratch + (i - end) * length), size_of(variant->types[i])};
    for (npy_intp done = 0; done < size; done += length) {
        npy_intp piece = size - done < length ? size - done : length;
        run_steps(variant, places, piece);
        for (int i = 0; i < end; i++) {
            if (i < program->n_operands || i >= start)
                places[i].at += piece * places[i].step;
        }
    }
}

/* Can the result be stored in the memory of the first operand, which nobody needs any more?  The last step writes it. */
static int
can_write_over(const program_t *program, const variant_t *variant, PyObject *const *given, const extent_t *extent)
{
    PyArrayObject *first = (PyArrayObject *)given[0];
    int start = program->n_operands + variant->n_constants;
    if (variant->n_results != 1 || variant->types[start] != PyArray_TYPE(first) || extent->strides != NULL ||
        extent->is_turned || !has_extent(first, extent) || !is_packed(first) || !PyArray_ISWRITEABLE(first))
        return 0;
    for (int i = 1; i < program->n_operands; i++) {
        if (is_array(given[i]) && overlaps(first, (PyArrayObject *)given[i]))
            return 0;
    }
    return 1;
}

/* The shape of the results, which can be stored; 0: the rule. */
static int
can_store(const program_t *program, PyObject *const *given, extent_t *extent)
{
    PyArrayObject *first = (PyArrayObject *)given[0];
    return measure(program, given, extent) &&
           (!program->in_place || (PyArray_ISWRITEABLE(first) && has_extent(first, extent)));
}

/* Run a program on operands in its order, arrays of one float type. */
static PyObject *
run_on(program_t *program, PyObject *const *given, int type, int over)
{
    PyObject *results[2];
    extent_t extent;
    if (!can_store(program, given, &extent))
        return NULL;
    int is_new = program->uses[type == NPY_DOUBLE] == NULL;
    const variant_t *variant = variant_for(program, type == NPY_DOUBLE);
    place_t places[MOST_REGISTERS + 1];
    double numbers[MOST_OPERANDS];
    repeated_t repeated;
    repeated.used = 0;
    memset(repeated.more, 0, sizeof(repeated.more));
    if (variant == NULL || (is_new && !can_store(program, given, &extent)))
        return NULL; /* Python makes a program: others may have changed the arrays meanwhile */
    int start = program->n_operands + variant->n_constants;
    int is_done = read_operands(program, given, type, &extent, places, numbers, &repeated) &&
                  !(extent.is_turned && (program->in_place || variant->n_results > 1)) &&
                  !(program->in_place && variant->types[start] != type) &&
                  make_results(program, variant, &extent, given[0], results,
                               program->in_place || (over && can_write_over(program, variant, given, &extent)));
    if (is_done && extent.size > MOST_ELEMENTS) {
        Py_BEGIN_ALLOW_THREADS;
        run_pieces(program, variant, places, results, extent.size);
        Py_END_ALLOW_THREADS;
    }
    else if (is_done) {
        run_pieces(program, variant, places, results, extent.size);
    }
    for (int i = 0; i < MOST_OPERANDS; i++)
        PyMem_Free(repeated.more[i]);
    if (!is_done || variant->n_results == 1)
        return is_done ? results[0] : NULL;
    PyObject *both = PyTuple_Pack(2, results[0], results[1]);
    Py_DECREF(results[0]);
    Py_DECREF(results[1]);
    return both;
}

/* The same of operands among which there are integers or bools, which are converted first. */
static PyObject *
run_converted(program_t *program, PyObject *const *given, int type)
{
    PyObject *operands[MOST_OPERANDS], *copies[MOST_OPERANDS] = {NULL}, *result = NULL;
    int i = 0;
    for (; i < program->n_operands; i++) {
        operands[i] = given[i];
        if (program->operands[i].is_number || !is_array(given[i]) || PyArray_TYPE((PyArrayObject *)given[i]) == type)
            continue;
        if (PyArray_SIZE((PyArrayObject *)given[i]) > MOST_ELEMENTS)
            break;
        operands[i] = copies[i] = PyArray_Cast((PyArrayObject *)given[i], type);
        if (copies[i] == NULL)
            break;
    }
    if (i == program->n_operands)
        result = run_on(program, operands, type, 0);
    for (i = 0; i < program->n_operands; i++)
        Py_XDECREF(copies[i]);
    return result;
}

static PyObject *
run_anywhere(PyObject *capsule, PyObject *const *args, Py_ssize_t n, PyObject *kwnames, int over)
{
    program_t *program = (program_t *)PyCapsule_GetPointer(capsule, program_name);
    PyObject *given[MOST_OPERANDS];
    if (program == NULL)
        return NULL;
    if (!place_operands(program, args, n, kwnames, given) || !is_array(given[0]))
        return NULL;
    int is_mixed, type = type_of_operands(program, given, &is_mixed);
    if (type < 0)
        return NULL;
    return is_mixed ? run_converted(program, given, type) : run_on(program, given, type, over);
}

PyObject *
run_program(PyObject *capsule, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    return run_anywhere(capsule, args, n, kwnames, 0);
}

/* The same; the result may lie in the memory of the first operand. */
PyObject *
run_program_over(PyObject *capsule, PyObject *const *args, Py_ssize_t n)
{
    return run_anywhere(capsule, args, n, NULL, 1);
}
