/* What a call of a function of NumPy's table is, for those that are like it: kinds, shapes and constants of its arguments.
 * See Note [Repeated calls] (wye/numpy/repeating.py).
 */
#include "array_lines.h"
#include "views.h"

#define MOST_DEPTH 3 /* of lists in lists */

/* Is it an immutable object that equals those with the same contents? */
static int
is_plain_constant(PyObject *value)
{
    return value == Py_None || PyBool_Check(value) || PyLong_CheckExact(value) || PyFloat_CheckExact(value) ||
           PyUnicode_CheckExact(value) || value == Py_Ellipsis || PyType_Check(value) || PyArray_DescrCheck(value) ||
           Py_TYPE(value) == &PyDoubleArrType_Type;
}

static int
is_known_constant(PyObject *value)
{
    if (is_plain_constant(value))
        return 1;
    if (!PySlice_Check(value))
        return 0;
    const PySliceObject *slice = (PySliceObject *)value;
    return is_plain_constant(slice->start) && is_plain_constant(slice->stop) && is_plain_constant(slice->step);
}

static int
same_constant(PyObject *one, PyObject *other)
{
    if (one == other)
        return 1;
    if (Py_TYPE(one) != Py_TYPE(other))
        return 0;
    if (PyFloat_Check(one)) { /* NumPy's float64, too */
        double a = PyFloat_AS_DOUBLE(one), b = PyFloat_AS_DOUBLE(other);
        return memcmp(&a, &b, sizeof(a)) == 0; /* 0.0 is not -0.0 */
    }
    if (PyLong_CheckExact(one) || PyUnicode_CheckExact(one)) {
        int same = PyObject_RichCompareBool(one, other, Py_EQ);
        if (same < 0)
            PyErr_Clear();
        return same > 0;
    }
    if (PySlice_Check(one)) {
        const PySliceObject *a = (PySliceObject *)one, *b = (PySliceObject *)other;
        return same_constant(a->start, b->start) && same_constant(a->stop, b->stop) && same_constant(a->step, b->step);
    }
    return 0;
}

/* Describe a tensor over an array; 0: it is not a plain one. */
static int
read_tensor(call_t *call, token_t *token, PyObject *value)
{
    const TensorBase *tensor = (TensorBase *)value;
    if (Py_TYPE(value) != hot.plain_type || (tensor->keys.lo & ~REQUIRES_GRAD) != hot.array_keys.lo ||
        tensor->keys.hi != hot.array_keys.hi || tensor->data == NULL || !is_array(tensor->data))
        return 0;
    PyArrayObject *array = (PyArrayObject *)tensor->data;
    int number = PyArray_TYPE(array), ndim = PyArray_NDIM(array);
    if (number < 0 || number == NPY_LONGDOUBLE || number > NPY_CDOUBLE || ndim > FEW_DIMS || PyArray_SIZE(array) == 0)
        return 0;
    token->kind = ARRAY;
    token->keys = tensor->keys.lo;
    token->dual = tensor->dual;
    token->number = number;
    token->ndim = ndim;
    copy_numbers(token->shape, PyArray_DIMS(array), ndim);
    copy_numbers(token->strides, PyArray_STRIDES(array), ndim);
    call->tensors[call->n_tensors] = Py_NewRef(value);
    for (token->first = 0; call->tensors[token->first] != value;)
        token->first++;
    call->n_tensors++;
    return 1;
}

/* Describe an argument; 0: calls with such ones are not alike, or an error. */
static int
read_value(call_t *call, PyObject *value, int depth)
{
    if (call->n_tokens == MOST_TOKENS)
        return 0;
    token_t *token = &call->tokens[call->n_tokens++];
    token->kind = CONSTANT;
    token->object = value;
    if (is_known_constant(value))
        return 1;
    token->object = (PyObject *)Py_TYPE(value);
    if (has_tensor(value)) {
        const ArrayBase *array = (ArrayBase *)value;
        call->array_class = Py_TYPE(value);
        return (array->source == NULL || array->source == Py_None) && read_tensor(call, token, array->tensor);
    }
    if (Py_TYPE(value) == hot.plain_type) {
        call->has_tensors = 1;
        return read_tensor(call, token, value);
    }
    if (is_array(value)) { /* made a tensor here, since the operators want one */
        PyObject *tensor = hot_share_array(NULL, value);
        int ok = tensor != NULL && tensor != Py_None && read_tensor(call, token, tensor);
        token->keys = 0;
        Py_XDECREF(tensor);
        return ok;
    }
    if (!(PyList_CheckExact(value) || PyTuple_CheckExact(value)) || depth == MOST_DEPTH)
        return 0;
    token->kind = SEQUENCE;
    Py_ssize_t n = PySequence_Fast_GET_SIZE(value);
    if (n > MOST_TOKENS)
        return 0;
    token->n_items = (int)n;
    for (Py_ssize_t i = 0; i < n; i++) { /* what is made may collect garbage, whose finalizers may change a list */
        if (PySequence_Fast_GET_SIZE(value) != n || !read_value(call, PySequence_Fast_GET_ITEM(value, i), depth + 1))
            return 0;
    }
    return 1;
}

void
clear_array_call(call_t *call)
{
    for (int i = 0; i < call->n_tensors; i++)
        Py_DECREF(call->tensors[i]);
}

/* Describe a call; 0: there are no others like it, or an error.  `call` is to be cleared in any case. */
int
read_array_call(call_t *call, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    Py_ssize_t n_names = kwnames == NULL ? 0 : PyTuple_GET_SIZE(kwnames);
    call->n_tokens = call->n_tensors = 0;
    call->array_class = NULL;
    call->has_tensors = 0;
    if (n + n_names > MOST_TOKENS || hot.recording != 0 || !has_no_mode() ||
        (included().lo & hot.function_keys.lo) != 0)
        return 0;
    call->n_args = (int)n;
    call->n_names = (int)n_names;
    for (Py_ssize_t i = 0; i < n_names; i++)
        call->names[i] = PyTuple_GET_ITEM(kwnames, i);
    for (Py_ssize_t i = 0; i < n + n_names; i++) {
        if (!read_value(call, args[i], 0))
            return 0;
    }
    return call->array_class != NULL || call->has_tensors;
}

static int
same_token(const token_t *kept, const token_t *given)
{
    if (kept->kind != given->kind)
        return 0;
    if (kept->kind == CONSTANT)
        return same_constant(kept->object, given->object);
    if (kept->object != given->object)
        return 0;
    if (kept->kind == SEQUENCE)
        return kept->n_items == given->n_items;
    size_t bytes = (size_t)given->ndim * sizeof(npy_intp);
    return kept->keys == given->keys && kept->dual == given->dual && kept->first == given->first &&
           kept->number == given->number && kept->ndim == given->ndim &&
           memcmp(kept->shape, given->shape, bytes) == 0 && memcmp(kept->strides, given->strides, bytes) == 0;
}

int
is_like_kept(const kept_t *kept, const call_t *call)
{
    if (kept->n_args != call->n_args || kept->n_names != call->n_names || kept->n_tokens != call->n_tokens ||
        kept->include.lo != tls.include.lo || kept->include.hi != tls.include.hi ||
        kept->exclude.lo != tls.exclude.lo || kept->exclude.hi != tls.exclude.hi ||
        kept->without_grad != records_nothing)
        return 0;
    for (int i = 0; i < kept->n_names; i++) {
        if (kept->names[i] != call->names[i])
            return 0; /* names are interned */
    }
    for (int i = 0; i < kept->n_tokens; i++) {
        if (!same_token(&kept->tokens[i], &call->tokens[i]))
            return 0;
    }
    return 1;
}
