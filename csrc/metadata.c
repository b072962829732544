/* A tensor's metadata (shape, dtype, strides and so on) and its elements as Python has them, read without a Python frame.
 *
 * Each question is tried before the Python member of the same name, which answers for anything but a plain tensor over
 * an array of NumPy's: tensors without data, subclasses with handlers, wrong arguments.  Shapes, strides and dtypes of
 * tensors that function transforms have wrapped around such a tensor are read here, too.  The twin is that Python code.
 */
#include "metadata.h"

#define MOST_WRAPPERS 16

/* Look through the wrappers of function transforms, and leave out the batch dimensions. */
static APART int
show_wrapped(PyObject *tensor, shown_t *shown)
{
    Py_ssize_t dims[MOST_WRAPPERS];
    int n = 0;
    for (int i = 0; i <= MOST_WRAPPERS && Py_TYPE(tensor) == hot.plain_type; i++) {
        const Wrapped *batched = wrapped_as(tensor, hot.batched_array);
        const Wrapped *wrapped = batched == NULL ? wrapped_as(tensor, hot.grad_array) : batched;
        if (wrapped == NULL)
            break;
        if (i == MOST_WRAPPERS || wrapped->inner == NULL || !is_tensor(wrapped->inner))
            return 0;
        if (batched != NULL)
            dims[n++] = batched->dim;
        tensor = wrapped->inner;
    }
    PyArrayObject *array = plain_array(tensor);
    if (array == NULL || PyArray_NDIM(array) > MAX_DIMS)
        return 0;
    npy_intp *sizes = shown->room, *strides = shown->room + MAX_DIMS;
    int ndim = PyArray_NDIM(array);
    for (int i = 0; i < ndim; i++) {
        sizes[i] = PyArray_DIM(array, i);
        strides[i] = PyArray_STRIDE(array, i);
    }
    while (n-- > 0) { /* the innermost batch first: each dimension is one of what is left */
        Py_ssize_t dim = dims[n];
        if (dim < 0 || dim >= ndim)
            return 0;
        ndim--;
        memmove(sizes + dim, sizes + dim + 1, (size_t)(ndim - dim) * sizeof(npy_intp));
        memmove(strides + dim, strides + dim + 1, (size_t)(ndim - dim) * sizeof(npy_intp));
    }
    shown->array = array;
    shown->ndim = ndim;
    shown->is_wrapped = 1;
    shown->sizes = sizes;
    shown->strides = strides;
    return 1;
}

/* Describe a tensor over an array of NumPy's, or one that is wrapped around such a tensor; 0: Python has to look. */
int
show_tensor(PyObject *tensor, shown_t *shown)
{
    PyArrayObject *array = plain_array(tensor);
    if (array == NULL)
        return Py_TYPE(tensor) == hot.plain_type && hot.batched_array != NULL && show_wrapped(tensor, shown);
    shown->array = array;
    shown->ndim = PyArray_NDIM(array);
    shown->is_wrapped = 0;
    shown->sizes = PyArray_DIMS(array);
    shown->strides = PyArray_STRIDES(array);
    return 1;
}

/* The same for members, which look through functional tensors as well: a value that is out of date has the metadata that
 * it will have. */
int
show_for_member(PyObject *tensor, shown_t *shown)
{
    if (show_tensor(tensor, shown))
        return 1;
    const Wrapped *data = Py_TYPE(tensor) == hot.plain_type && hot.functional_array != NULL
                              ? wrapped_as(tensor, hot.functional_array)
                              : NULL;
    if (data == NULL || data->inner == NULL || !is_tensor(data->inner) || !show_tensor(data->inner, shown))
        return 0;
    shown->is_wrapped = 1;
    return 1;
}

/* ---- the answers ---- */

static PyObject *
numbers(PyTypeObject *type, int n, const npy_intp *values, npy_intp unit)
{
    PyObject *tuple = type->tp_alloc(type, n);
    for (int i = 0; tuple != NULL && i < n; i++) {
        PyObject *number = PyLong_FromSsize_t(unit == 1 ? values[i] : values[i] / unit);
        if (number == NULL)
            Py_CLEAR(tuple);
        else
            PyTuple_SET_ITEM(tuple, i, number);
    }
    return tuple;
}

#define ANSWER(name) static PyObject *name(const asked_t *asked)

ANSWER(answer_shape)
{
    if (asked->n != 0 || hot.size_type == NULL)
        return NULL;
    return numbers(hot.size_type, asked->ndim, asked->sizes, 1);
}

/* The dimension that the only argument names, counted from the front; -1: Python looks at it. */
static int
one_dim(const asked_t *asked)
{
    if (asked->n != 1 || !PyLong_CheckExact(asked->args[0]))
        return -1;
    int overflow, ndim = asked->ndim;
    long dim = PyLong_AsLongAndOverflow(asked->args[0], &overflow);
    return overflow != 0 || dim < -ndim || dim >= ndim ? -1 : (int)(dim < 0 ? dim + ndim : dim);
}

static int
wants_all(const asked_t *asked)
{
    return asked->n == 0 || (asked->n == 1 && asked->args[0] == Py_None);
}

ANSWER(answer_size)
{
    if (wants_all(asked))
        return hot.size_type == NULL ? NULL : numbers(hot.size_type, asked->ndim, asked->sizes, 1);
    int dim = one_dim(asked);
    return dim < 0 ? NULL : PyLong_FromSsize_t(asked->sizes[dim]);
}

ANSWER(answer_stride)
{
    npy_intp unit = PyArray_ITEMSIZE(asked->array);
    if (unit <= 0)
        return NULL;
    if (wants_all(asked))
        return numbers(&PyTuple_Type, asked->ndim, asked->strides, unit);
    int dim = one_dim(asked);
    return dim < 0 ? NULL : PyLong_FromSsize_t(asked->strides[dim] / unit);
}

ANSWER(answer_dtype)
{
    return has_known_dtype(asked->array) ? Py_XNewRef(hot.dtypes[PyArray_TYPE(asked->array)]) : NULL;
}

ANSWER(answer_ndim)
{
    return asked->n != 0 ? NULL : PyLong_FromLong(asked->ndim);
}

ANSWER(answer_numel)
{
    return asked->n != 0 ? NULL : PyLong_FromSsize_t(PyArray_MultiplyList(asked->sizes, asked->ndim));
}

ANSWER(answer_itemsize)
{
    return asked->n != 0 ? NULL : PyLong_FromSsize_t(PyArray_ITEMSIZE(asked->array));
}

ANSWER(answer_nbytes)
{
    return asked->n != 0 ? NULL : PyLong_FromSsize_t(PyArray_NBYTES(asked->array));
}

ANSWER(answer_length)
{
    return asked->n != 0 || asked->ndim == 0 ? NULL : PyLong_FromSsize_t(asked->sizes[0]);
}

ANSWER(answer_is_contiguous)
{
    return asked->n != 0 ? NULL : PyBool_FromLong(PyArray_IS_C_CONTIGUOUS(asked->array));
}

ANSWER(answer_is_floating_point)
{
    int number = PyArray_TYPE(asked->array);
    return asked->n != 0 || number >= N_DTYPES ? NULL : PyBool_FromLong(PyTypeNum_ISFLOAT(number));
}

ANSWER(answer_is_complex)
{
    int number = PyArray_TYPE(asked->array);
    return asked->n != 0 || number >= N_DTYPES ? NULL : PyBool_FromLong(PyTypeNum_ISCOMPLEX(number));
}

ANSWER(answer_storage_offset)
{
    const Storage *storage = asked->tensor->storage;
    npy_intp unit = PyArray_ITEMSIZE(asked->array);
    if (asked->n != 0 || unit <= 0)
        return NULL;
    if (storage == NULL)
        return PyLong_FromLong(0);
    return storage->start == NULL ? NULL : PyLong_FromSsize_t((PyArray_BYTES(asked->array) - storage->start) / unit);
}

ANSWER(answer_requires_grad)
{
    return PyBool_FromLong(requires_grad(asked->tensor));
}

/* Has autograd nothing to say of the tensor?  A view may get its node when asked: see Note [Views and history]. */
static int
has_no_history(const TensorBase *tensor)
{
    return tensor->autograd == NULL && (tensor->base == NULL || !requires_grad(tensor));
}

/* Without autograd's data, it is a leaf without gradient, computed by no node. */
ANSWER(answer_is_leaf)
{
    return has_no_history(asked->tensor) ? Py_NewRef(Py_True) : NULL;
}

ANSWER(answer_no_gradient)
{
    return has_no_history(asked->tensor) ? Py_NewRef(Py_None) : NULL;
}

ANSWER(answer_output_nr)
{
    return asked->tensor->autograd == NULL ? PyLong_FromLong(0) : NULL;
}

ANSWER(answer_retains_grad)
{
    return asked->tensor->autograd == NULL ? Py_NewRef(Py_False) : NULL;
}

/* Without lazy bits, it is neither conjugated nor negated. */
ANSWER(answer_not_lazy)
{
    return asked->n == 0 && (asked->tensor->keys.lo & hot.view_keys.lo) == 0 ? Py_NewRef(Py_False) : NULL;
}

/* With all keys of plain tensors, it was not made in inference mode. */
ANSWER(answer_is_inference)
{
    return asked->n == 0 && (hot.array_keys.lo & ~asked->tensor->keys.lo) == 0 ? Py_NewRef(Py_False) : NULL;
}

ANSWER(answer_version)
{
    if (!(asked->tensor->keys.lo & hot.inference_keys.lo))
        return NULL; /* an inference tensor: Python refuses */
    const Version *version = (const Version *)asked->tensor->version;
    return PyLong_FromLongLong(version == NULL ? 0 : version->count);
}

/* ---- where it is ---- */

/* Is the backend that of plain tensors? */
static int
is_here(const TensorBase *tensor)
{
    return tensor->keys.hi == 0 && (tensor->keys.lo & BACKENDS_LOW) == (hot.array_keys.lo & BACKENDS_LOW);
}

ANSWER(answer_device)
{
    return PyObject_GetAttr((PyObject *)asked->tensor, asked->known); /* the attribute in which Python stores it */
}

ANSWER(answer_is_cpu)
{
    return is_here(asked->tensor) ? Py_NewRef(Py_True) : NULL;
}

ANSWER(answer_is_elsewhere)
{
    return is_here(asked->tensor) ? Py_NewRef(Py_False) : NULL;
}

ANSWER(answer_get_device)
{
    return asked->n == 0 && is_here(asked->tensor) ? PyLong_FromLong(-1) : NULL;
}

ANSWER(answer_known)
{
    return Py_XNewRef(asked->known);
}

/* ---- its elements ---- */

/* Is it a tensor with exactly the keys of plain ones, in a thread where no mode handles calls? */
static int
is_bare(const TensorBase *tensor)
{
    keys_t now = included();
    return tensor->keys.lo == hot.array_keys.lo && tensor->keys.hi == hot.array_keys.hi &&
           (now.lo & hot.handler_keys.lo) == 0;
}

ANSWER(answer_numpy)
{
    if (asked->n != 0 || !is_bare(asked->tensor))
        return NULL;
    Storage *storage = storage_of(asked->tensor);
    if (storage == NULL || storage->guarded)
        return NULL;
    PyObject *made = array_at((PyObject *)asked->array, PyArray_BYTES(asked->array), (PyObject *)asked->array);
    if (made != NULL)
        storage->resizable = 0; /* NumPy sees the memory too: it cannot move */
    return made;
}

ANSWER(answer_tolist)
{
    if (asked->n != 0 || (asked->tensor->keys.lo & hot.view_keys.lo) != 0 || !has_known_dtype(asked->array))
        return NULL;
    return PyArray_ToList(asked->array);
}

ANSWER(answer_data_ptr)
{
    const Storage *storage = asked->tensor->storage;
    if (asked->n != 0 || (storage != NULL && storage->guarded))
        return NULL;
    return PyLong_FromVoidPtr(PyArray_SIZE(asked->array) == 0 ? NULL : PyArray_DATA(asked->array));
}

/* ---- for C ---- */

static PyObject *
ask_attribute(PyObject *tensor, const char *name)
{
    return PyObject_GetAttrString(tensor, name);
}

/* The shape of any tensor. */
PyObject *
shape_of_tensor(PyObject *tensor)
{
    shown_t shown;
    if (hot.size_type == NULL || !show_tensor(tensor, &shown))
        return ask_attribute(tensor, "shape");
    return numbers(hot.size_type, shown.ndim, shown.sizes, 1);
}

PyObject *
dtype_of_tensor(PyObject *tensor)
{
    shown_t shown;
    PyObject *known =
        show_tensor(tensor, &shown) && has_known_dtype(shown.array) ? hot.dtypes[PyArray_TYPE(shown.array)] : NULL;
    return known == NULL ? ask_attribute(tensor, "dtype") : Py_NewRef(known);
}

PyObject *
device_of_tensor(PyObject *tensor)
{
    shown_t shown;
    if (Py_TYPE(tensor) == hot.plain_type && is_here((TensorBase *)tensor) && hot.cpu_device != NULL &&
        show_tensor(tensor, &shown))
        return Py_NewRef(hot.cpu_device);
    return ask_attribute(tensor, "device");
}

/* The only element, where the operators that read it would run the kernels of arrays; NULL: ask Python. */
static PyObject *
only_element(const asked_t *asked)
{
    return asked->n != 0 ? NULL : read_element(asked->ops, (PyObject *)asked->tensor, (PyObject *)asked->array);
}

/* The only element of a tensor of real numbers: Python's rules say which complex ones are real. */
static PyObject *
real_element(const asked_t *asked)
{
    return PyTypeNum_ISCOMPLEX(PyArray_TYPE(asked->array)) ? NULL : only_element(asked);
}

/* Where gradients are lost, Python's method warns. */
ANSWER(answer_float)
{
    if (requires_grad(asked->tensor))
        return NULL;
    PyObject *number = real_element(asked), *made = number == NULL ? NULL : PyNumber_Float(number);
    Py_XDECREF(number);
    return made;
}

ANSWER(answer_int)
{
    PyObject *number = real_element(asked), *made = number == NULL ? NULL : PyNumber_Long(number);
    Py_XDECREF(number);
    return made;
}

ANSWER(answer_index)
{
    int number = PyArray_TYPE(asked->array);
    return PyTypeNum_ISINTEGER(number) || PyTypeNum_ISBOOL(number) ? answer_int(asked) : NULL;
}

ANSWER(answer_bool)
{
    PyObject *number = only_element(asked);
    int is_true = number == NULL ? -1 : PyObject_IsTrue(number);
    Py_XDECREF(number);
    return is_true < 0 ? NULL : PyBool_FromLong(is_true);
}

static const question_t questions[] = {
    {"shape", answer_shape, 0, NULL, 1, LEARNS_NOTHING},
    {"dtype", answer_dtype, 0, NULL, 1, LEARNS_DTYPE},
    {"ndim", answer_ndim, 0, NULL, 1, LEARNS_NOTHING},
    {"itemsize", answer_itemsize, 0, NULL, 1, LEARNS_NOTHING},
    {"nbytes", answer_nbytes, 0, NULL, 0, LEARNS_NOTHING},
    {"requires_grad", answer_requires_grad, 0, NULL, 1, LEARNS_NOTHING},
    {"is_leaf", answer_is_leaf, 0, NULL, 0, LEARNS_NOTHING},
    {"grad", answer_no_gradient, 0, NULL, 0, LEARNS_NOTHING},
    {"grad_fn", answer_no_gradient, 0, NULL, 0, LEARNS_NOTHING},
    {"output_nr", answer_output_nr, 0, NULL, 0, LEARNS_NOTHING},
    {"retains_grad", answer_retains_grad, 0, NULL, 0, LEARNS_NOTHING},
    {"_version", answer_version, 0, NULL, 0, LEARNS_NOTHING},
    {"device", answer_device, 0, NULL, 1, READS_DEVICE},
    {"is_cpu", answer_is_cpu, 0, NULL, 1, LEARNS_NOTHING},
    {"is_cuda", answer_is_elsewhere, 0, NULL, 1, LEARNS_NOTHING},
    {"is_meta", answer_is_elsewhere, 0, NULL, 1, LEARNS_NOTHING},
    {"layout", answer_known, 0, NULL, 0, LEARNS_ANSWER},
    {"dim", answer_ndim, 1, NULL, 1, LEARNS_NOTHING},
    {"ndimension", answer_ndim, 1, NULL, 1, LEARNS_NOTHING},
    {"size", answer_size, 1, NULL, 1, LEARNS_NOTHING},
    {"stride", answer_stride, 1, NULL, 1, LEARNS_NOTHING},
    {"numel", answer_numel, 1, NULL, 1, LEARNS_NOTHING},
    {"nelement", answer_numel, 1, NULL, 1, LEARNS_NOTHING},
    {"element_size", answer_itemsize, 1, NULL, 1, LEARNS_NOTHING},
    {"storage_offset", answer_storage_offset, 1, NULL, 0, LEARNS_NOTHING},
    {"is_contiguous", answer_is_contiguous, 1, NULL, 0, LEARNS_NOTHING},
    {"is_floating_point", answer_is_floating_point, 1, NULL, 1, LEARNS_NOTHING},
    {"is_complex", answer_is_complex, 1, NULL, 1, LEARNS_NOTHING},
    {"is_conj", answer_not_lazy, 1, NULL, 1, LEARNS_NOTHING},
    {"is_neg", answer_not_lazy, 1, NULL, 1, LEARNS_NOTHING},
    {"is_inference", answer_is_inference, 1, NULL, 0, LEARNS_NOTHING},
    {"get_device", answer_get_device, 1, NULL, 0, LEARNS_NOTHING},
    {"data_ptr", answer_data_ptr, 1, NULL, 0, LEARNS_NOTHING},
    {"numpy", answer_numpy, 1, NULL, 0, LEARNS_NOTHING},
    {"tolist", answer_tolist, 1, NULL, 0, LEARNS_NOTHING},
    {"__len__", answer_length, 1, NULL, 1, LEARNS_NOTHING},
    {"__float__", answer_float, 1, NULL, 0, LEARNS_NOTHING},
    {"__int__", answer_int, 1, NULL, 0, LEARNS_NOTHING},
    {"__bool__", answer_bool, 1, NULL, 0, LEARNS_NOTHING},
    {"__index__", answer_index, 1, NULL, 0, LEARNS_NOTHING},
    {"__getitem__", NULL, 1, getitem_vectorcall, 0, LEARNS_NOTHING},
    {"backward", NULL, 1, backward_vectorcall, 0, LEARNS_NOTHING},
};

const question_t *
question_about(const char *name)
{
    for (size_t i = 0; i < sizeof(questions) / sizeof(questions[0]); i++) {
        if (strcmp(name, questions[i].name) == 0)
            return &questions[i];
    }
    return NULL;
}
