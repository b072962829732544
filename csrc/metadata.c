/* A tensor's metadata (shape, dtype, strides and so on) and its elements as Python has them, read without a Python frame.
 *
 * Each member is tried before the Python member of the same name, which answers for anything but a plain tensor over
 * an array of NumPy's: tensors without data, subclasses with handlers, wrong arguments.  Shapes, strides and dtypes of
 * tensors that function transforms have wrapped around such a tensor are read here, too.  The twin is that Python code.
 */
#include "levels.h"

/* What is asked of a tensor. */
typedef struct {
    PyArrayObject *array; /* its own, or of the tensor that is wrapped */
    int ndim;
    const npy_intp *sizes, *strides;
    TensorBase *tensor;
    PyObject *const *args; /* after the tensor */
    Py_ssize_t n;
    PyObject *ops;   /* a tuple of operators */
    PyObject *known; /* what Python answered before, where that is always the same; else NULL */
} asked_t;

/* An answer, or NULL; NULL without an error means: ask the Python member. */
typedef PyObject *(*answer_fn)(const asked_t *asked);

typedef struct {
    const char *name;
    answer_fn answer;
    int is_method;
    vectorcallfunc call; /* of a method that takes arguments; NULL: method_vectorcall */
    int of_wrapped;      /* is the answer for wrapped tensors the same, with their sizes and strides? */
} question_t;

typedef struct {
    PyObject_HEAD
    vectorcallfunc vectorcall;
    answer_fn answer;
    PyObject *python; /* a function or a property */
    PyObject *ops;    /* a tuple of the operators that it stands for */
    PyObject *known;  /* Python's answer, where it is the same for all plain tensors; NULL: not requested yet */
    int of_wrapped;
} Member;

/* The array of a tensor whose metadata C may read (no handler in Python); else NULL. */
static inline PyArrayObject *
plain_array(PyObject *self)
{
    if (Py_TYPE(self) != hot.plain_type &&
        (!PyObject_TypeCheck(self, hot.tensor_type) || (((TensorBase *)self)->keys.lo & hot.handler_keys.lo) != 0))
        return NULL;
    PyObject *data = ((TensorBase *)self)->data;
    return is_array(data) ? (PyArrayObject *)data : NULL;
}

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

/* Is it a dtype of NumPy's own, in this machine's byte order? */
static int
has_known_dtype(PyArrayObject *array)
{
    return PyArray_TYPE(array) < N_DTYPES && PyArray_ISNOTSWAPPED(array);
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

static PyObject *getitem_vectorcall(PyObject *object, PyObject *const *args, size_t nargsf, PyObject *kwnames);
static PyObject *backward_vectorcall(PyObject *object, PyObject *const *args, size_t nargsf, PyObject *kwnames);

static const question_t questions[] = {
    {"shape", answer_shape, 0, NULL, 1},
    {"dtype", answer_dtype, 0, NULL, 1},
    {"ndim", answer_ndim, 0, NULL, 1},
    {"itemsize", answer_itemsize, 0, NULL, 1},
    {"nbytes", answer_nbytes, 0, NULL, 0},
    {"requires_grad", answer_requires_grad, 0, NULL, 1},
    {"is_leaf", answer_is_leaf, 0, NULL, 0},
    {"grad", answer_no_gradient, 0, NULL, 0},
    {"grad_fn", answer_no_gradient, 0, NULL, 0},
    {"output_nr", answer_output_nr, 0, NULL, 0},
    {"retains_grad", answer_retains_grad, 0, NULL, 0},
    {"_version", answer_version, 0, NULL, 0},
    {"device", answer_device, 0, NULL, 1},
    {"is_cpu", answer_is_cpu, 0, NULL, 1},
    {"is_cuda", answer_is_elsewhere, 0, NULL, 1},
    {"is_meta", answer_is_elsewhere, 0, NULL, 1},
    {"layout", answer_known, 0, NULL, 0},
    {"dim", answer_ndim, 1, NULL, 1},
    {"ndimension", answer_ndim, 1, NULL, 1},
    {"size", answer_size, 1, NULL, 1},
    {"stride", answer_stride, 1, NULL, 1},
    {"numel", answer_numel, 1, NULL, 1},
    {"nelement", answer_numel, 1, NULL, 1},
    {"element_size", answer_itemsize, 1, NULL, 1},
    {"storage_offset", answer_storage_offset, 1, NULL, 0},
    {"is_contiguous", answer_is_contiguous, 1, NULL, 0},
    {"is_floating_point", answer_is_floating_point, 1, NULL, 1},
    {"is_complex", answer_is_complex, 1, NULL, 1},
    {"is_conj", answer_not_lazy, 1, NULL, 1},
    {"is_neg", answer_not_lazy, 1, NULL, 1},
    {"is_inference", answer_is_inference, 1, NULL, 0},
    {"get_device", answer_get_device, 1, NULL, 0},
    {"data_ptr", answer_data_ptr, 1, NULL, 0},
    {"numpy", answer_numpy, 1, NULL, 0},
    {"tolist", answer_tolist, 1, NULL, 0},
    {"__len__", answer_length, 1, NULL, 1},
    {"__float__", answer_float, 1, NULL, 0},
    {"__int__", answer_int, 1, NULL, 0},
    {"__bool__", answer_bool, 1, NULL, 0},
    {"__index__", answer_index, 1, NULL, 0},
    {"__getitem__", NULL, 1, getitem_vectorcall, 0},
    {"backward", NULL, 1, backward_vectorcall, 0},
};

/* ---- members of a class ---- */

/* `x[index]` */
static PyObject *
getitem_vectorcall(PyObject *object, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    Member *member = (Member *)object;
    if (LIKELY(PyVectorcall_NARGS(nargsf) == 2 && kwnames == NULL)) {
        PyArrayObject *array = plain_array(args[0]);
        PyObject *made = array == NULL ? NULL : index_as_view(member->ops, args[0], (PyObject *)array, args[1]);
        if (made != NULL || PyErr_Occurred())
            return made;
    }
    return PyObject_Vectorcall(member->python, args, nargsf, kwnames);
}

/* `x.backward()`, where the graph may be kept */
static PyObject *
backward_vectorcall(PyObject *object, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    Py_ssize_t n_names = kwnames == NULL ? 0 : PyTuple_GET_SIZE(kwnames);
    if (LIKELY(PyVectorcall_NARGS(nargsf) == 1 && n_names <= 1)) {
        int is_plain =
            n_names == 0 || ((args[1] == Py_True || args[1] == Py_False) &&
                             PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(kwnames, 0), "retain_graph") == 0);
        int done = is_plain ? try_backward(args[0], n_names == 1 && args[1] == Py_True) : 0;
        if (done != 0)
            return done < 0 ? NULL : Py_NewRef(Py_None);
    }
    return PyObject_Vectorcall(((Member *)object)->python, args, nargsf, kwnames);
}

static PyObject *
method_vectorcall(PyObject *object, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    Member *member = (Member *)object;
    Py_ssize_t n = PyVectorcall_NARGS(nargsf);
    if (LIKELY(n > 0 && kwnames == NULL)) {
        shown_t shown;
        PyObject *answer = NULL;
        if (show_tensor(args[0], &shown) && (!shown.is_wrapped || member->of_wrapped)) {
            const asked_t asked = {shown.array, shown.ndim, shown.sizes, shown.strides, (TensorBase *)args[0],
                                   args + 1,    n - 1,      member->ops, NULL};
            answer = member->answer(&asked);
        }
        if (LIKELY(answer != NULL) || PyErr_Occurred())
            return answer;
    }
    return PyObject_Vectorcall(member->python, args, nargsf, kwnames);
}

/* `x.f()` calls `f(x)`, and CPython makes no bound method for that. */
static PyObject *
method_get(PyObject *self, PyObject *object, PyObject *Py_UNUSED(type))
{
    return object == NULL || object == Py_None ? Py_NewRef(self) : PyMethod_New(self, object);
}

/* Remember the answer of Python about a dtype of NumPy's own: it is always the same. */
static void
learn_dtype(PyArrayObject *array, PyObject *answer)
{
    if (has_known_dtype(array) && hot.dtypes[PyArray_TYPE(array)] == NULL)
        hot.dtypes[PyArray_TYPE(array)] = Py_NewRef(answer);
}

static PyObject *
getter_get(PyObject *self, PyObject *object, PyObject *type)
{
    if (object == NULL || object == Py_None)
        return Py_NewRef(self);
    Member *member = (Member *)self;
    shown_t shown;
    PyObject *answer = NULL;
    int is_shown = show_tensor(object, &shown) && (!shown.is_wrapped || member->of_wrapped);
    if (is_shown) {
        const asked_t asked = {shown.array, shown.ndim, shown.sizes, shown.strides, (TensorBase *)object,
                               NULL,        0,          member->ops, member->known};
        answer = member->answer(&asked);
    }
    if (LIKELY(answer != NULL) || PyErr_Occurred())
        return answer;
    answer = Py_TYPE(member->python)->tp_descr_get(member->python, object, type);
    if (answer == NULL || !is_shown || shown.is_wrapped)
        return answer;
    if (member->answer == answer_dtype && ((TensorBase *)object)->data == (PyObject *)shown.array)
        learn_dtype(shown.array, answer);
    else if (member->answer == answer_known && member->known == NULL)
        member->known = Py_NewRef(answer);
    return answer;
}

static int
getter_set(PyObject *self, PyObject *object, PyObject *value)
{
    PyObject *python = ((Member *)self)->python;
    return Py_TYPE(python)->tp_descr_set(python, object, value);
}

/* Its name, documentation and signature are those of the Python member. */
static PyObject *
member_getattro(PyObject *self, PyObject *name)
{
    PyObject *python = ((Member *)self)->python;
    if (PyUnicode_CompareWithASCIIString(name, "__doc__") == 0 ||
        PyUnicode_CompareWithASCIIString(name, "__module__") == 0)
        return PyObject_GetAttr(python, name);
    PyObject *found = PyObject_GenericGetAttr(self, name);
    if (found != NULL || !PyErr_ExceptionMatches(PyExc_AttributeError))
        return found;
    PyErr_Clear();
    return PyObject_GetAttr(python, name);
}

static int
member_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((Member *)self)->python);
    Py_VISIT(((Member *)self)->ops);
    Py_VISIT(((Member *)self)->known);
    return 0;
}

static void
member_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_CLEAR(((Member *)self)->python);
    Py_CLEAR(((Member *)self)->ops);
    Py_CLEAR(((Member *)self)->known);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMemberDef getter_members[] = {
    {"__wrapped__", T_OBJECT, offsetof(Member, python), READONLY, "The Python member behind it."},
    {NULL, 0, 0, 0, NULL},
};

static PyMemberDef method_members[] = {
    {"__wrapped__", T_OBJECT, offsetof(Member, python), READONLY, "The Python member behind it."},
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Member, vectorcall), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot getter_slots[] = {
    {Py_tp_descr_get, getter_get},
    {Py_tp_descr_set, getter_set},
    {Py_tp_getattro, member_getattro},
    {Py_tp_traverse, member_traverse},
    {Py_tp_dealloc, member_dealloc},
    {Py_tp_members, getter_members},
    {0, NULL},
};

static PyType_Slot method_slots[] = {
    {Py_tp_call, PyVectorcall_Call},
    {Py_tp_descr_get, method_get},
    {Py_tp_getattro, member_getattro},
    {Py_tp_traverse, member_traverse},
    {Py_tp_dealloc, member_dealloc},
    {Py_tp_members, method_members},
    {0, NULL},
};

static PyType_Spec getter_spec = {
    .name = "wye._hot.property",
    .basicsize = sizeof(Member),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = getter_slots,
};

static PyType_Spec method_spec = {
    .name = "wye._hot.method",
    .basicsize = sizeof(Member),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_METHOD_DESCRIPTOR |
             Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = method_slots,
};

PyObject *
hot_member(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    const char *name = nargs < 2 || !PyUnicode_Check(args[0]) ? NULL : PyUnicode_AsUTF8(args[0]);
    if (name == NULL) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_TypeError, "member() takes a name, a function or property, and operators");
        return NULL;
    }
    for (size_t i = 0; i < sizeof(questions) / sizeof(questions[0]); i++) {
        const question_t *question = &questions[i];
        if (strcmp(name, question->name) != 0)
            continue;
        if (question->is_method ? !PyFunction_Check(args[1]) : !PyObject_TypeCheck(args[1], &PyProperty_Type)) {
            PyErr_Format(PyExc_TypeError, "member() takes a %s for %s, not %.100s",
                         question->is_method ? "function" : "property", name, Py_TYPE(args[1])->tp_name);
            return NULL;
        }
        PyTypeObject *type = question->is_method ? hot.method_type : hot.getter_type;
        PyObject *ops = operators_in(args + 2, nargs - 2);
        Member *made = ops == NULL ? NULL : (Member *)type->tp_alloc(type, 0);
        if (made == NULL) {
            Py_XDECREF(ops);
        }
        else {
            made->ops = ops;
            made->vectorcall = question->call == NULL ? method_vectorcall : question->call;
            made->answer = question->answer;
            made->of_wrapped = question->of_wrapped;
            made->python = Py_NewRef(args[1]);
            if (question->answer == answer_device && (made->known = PyUnicode_InternFromString("_device")) == NULL)
                Py_CLEAR(made);
        }
        return (PyObject *)made;
    }
    return Py_NewRef(args[1]); /* nothing to add */
}

/* The dtypes of NumPy's own, as pairs of NumPy's number and ours. */
int
set_dtypes(PyObject *pairs)
{
    for (Py_ssize_t i = 0; PyTuple_CheckExact(pairs) && i < PyTuple_GET_SIZE(pairs); i++) {
        int number;
        PyObject *dtype;
        if (!PyArg_ParseTuple(PyTuple_GET_ITEM(pairs, i), "iO", &number, &dtype))
            return -1;
        if (number >= 0 && number < N_DTYPES)
            Py_XSETREF(hot.dtypes[number], Py_NewRef(dtype));
    }
    return 0;
}

int
set_size_type(PyObject *value)
{
    if (!PyType_Check(value) || !PyType_IsSubtype((PyTypeObject *)value, &PyTuple_Type) ||
        ((PyTypeObject *)value)->tp_basicsize != PyTuple_Type.tp_basicsize) {
        PyErr_SetString(PyExc_TypeError, "size_type must be a subclass of tuple without attributes");
        return -1;
    }
    Py_XSETREF(hot.size_type, (PyTypeObject *)Py_NewRef(value));
    return 0;
}

/* ---- shapes ---- */

/* A part of a shape is a shape. */
static PyObject *
sizes_subscript(PyObject *self, PyObject *key)
{
    PyObject *found = PyTuple_Type.tp_as_mapping->mp_subscript(self, key);
    if (found == NULL || !PySlice_Check(key) || hot.size_type == NULL || Py_TYPE(found) == hot.size_type)
        return found;
    Py_ssize_t n = PyTuple_GET_SIZE(found);
    PyObject *made = hot.size_type->tp_alloc(hot.size_type, n);
    for (Py_ssize_t i = 0; made != NULL && i < n; i++)
        PyTuple_SET_ITEM(made, i, Py_NewRef(PyTuple_GET_ITEM(found, i)));
    Py_DECREF(found);
    return made;
}

static PyType_Slot sizes_slots[] = {
    {Py_tp_doc, "A tuple of sizes whose slices are of the configured type of shapes."},
    {Py_mp_subscript, sizes_subscript},
    {0, NULL},
};

static PyType_Spec sizes_spec = {
    .name = "wye._hot.Sizes",
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = sizes_slots,
};

int
sizes_init_types(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &sizes_spec, (PyObject *)&PyTuple_Type);
    int failed = type == NULL || PyModule_AddType(module, (PyTypeObject *)type) < 0;
    Py_XDECREF(type);
    return failed ? -1 : 0;
}

int
metadata_init_types(PyObject *module)
{
    PyObject *getter = PyType_FromModuleAndSpec(module, &getter_spec, NULL);
    PyObject *method = getter == NULL ? NULL : PyType_FromModuleAndSpec(module, &method_spec, NULL);
    Py_XSETREF(hot.getter_type, (PyTypeObject *)getter);
    Py_XSETREF(hot.method_type, (PyTypeObject *)method);
    return method == NULL ? -1 : 0;
}
