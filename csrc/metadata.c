/* A tensor's metadata (shape, dtype, strides and so on), read without a Python frame.
 *
 * Each member is tried before the Python member of the same name, which answers for anything but a plain tensor over
 * an array of NumPy's: tensors without data, subclasses with handlers, wrong arguments.  The twin is that Python code.
 */
#include "arrays.h"

/* An answer, or NULL; NULL without an error means: ask the Python member. */
typedef PyObject *(*answer_fn)(PyArrayObject *array, PyObject *self, PyObject *const *args, Py_ssize_t n);

typedef struct {
    const char *name;
    answer_fn answer;
    int is_method;
} question_t;

typedef struct {
    PyObject_HEAD
    vectorcallfunc vectorcall;
    answer_fn answer;
    PyObject *python; /* a function or a property */
    PyObject *ops;    /* a tuple of the operators that it stands for */
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

static PyObject *
answer_shape(PyArrayObject *array, PyObject *Py_UNUSED(self), PyObject *const *Py_UNUSED(args), Py_ssize_t n)
{
    if (n != 0 || hot.size_type == NULL)
        return NULL;
    return numbers(hot.size_type, PyArray_NDIM(array), PyArray_DIMS(array), 1);
}

/* The dimension that the only argument names, counted from the front; -1: Python looks at it. */
static int
one_dim(PyArrayObject *array, PyObject *const *args)
{
    if (!PyLong_CheckExact(args[0]))
        return -1;
    int overflow, ndim = PyArray_NDIM(array);
    long dim = PyLong_AsLongAndOverflow(args[0], &overflow);
    return overflow != 0 || dim < -ndim || dim >= ndim ? -1 : (int)(dim < 0 ? dim + ndim : dim);
}

static PyObject *
answer_size(PyArrayObject *array, PyObject *self, PyObject *const *args, Py_ssize_t n)
{
    if (n == 0 || (n == 1 && args[0] == Py_None))
        return answer_shape(array, self, args, 0);
    int dim = n == 1 ? one_dim(array, args) : -1;
    return dim < 0 ? NULL : PyLong_FromSsize_t(PyArray_DIM(array, dim));
}

static PyObject *
answer_stride(PyArrayObject *array, PyObject *Py_UNUSED(self), PyObject *const *args, Py_ssize_t n)
{
    npy_intp unit = PyArray_ITEMSIZE(array);
    if (unit <= 0)
        return NULL;
    if (n == 0 || (n == 1 && args[0] == Py_None))
        return numbers(&PyTuple_Type, PyArray_NDIM(array), PyArray_STRIDES(array), unit);
    int dim = n == 1 ? one_dim(array, args) : -1;
    return dim < 0 ? NULL : PyLong_FromSsize_t(PyArray_STRIDE(array, dim) / unit);
}

static PyObject *
answer_dtype(PyArrayObject *array, PyObject *Py_UNUSED(self), PyObject *const *Py_UNUSED(args), Py_ssize_t Py_UNUSED(n))
{
    int number = PyArray_TYPE(array);
    return number < N_DTYPES && PyArray_ISNOTSWAPPED(array) ? Py_XNewRef(hot.dtypes[number]) : NULL;
}

static PyObject *
answer_ndim(PyArrayObject *array, PyObject *Py_UNUSED(self), PyObject *const *Py_UNUSED(args), Py_ssize_t n)
{
    return n != 0 ? NULL : PyLong_FromLong(PyArray_NDIM(array));
}

static PyObject *
answer_numel(PyArrayObject *array, PyObject *Py_UNUSED(self), PyObject *const *Py_UNUSED(args), Py_ssize_t n)
{
    return n != 0 ? NULL : PyLong_FromSsize_t(PyArray_SIZE(array));
}

static PyObject *
answer_itemsize(PyArrayObject *array, PyObject *Py_UNUSED(self), PyObject *const *Py_UNUSED(args), Py_ssize_t n)
{
    return n != 0 ? NULL : PyLong_FromSsize_t(PyArray_ITEMSIZE(array));
}

static PyObject *
answer_nbytes(PyArrayObject *array, PyObject *Py_UNUSED(self), PyObject *const *Py_UNUSED(args), Py_ssize_t n)
{
    return n != 0 ? NULL : PyLong_FromSsize_t(PyArray_NBYTES(array));
}

static PyObject *
answer_length(PyArrayObject *array, PyObject *Py_UNUSED(self), PyObject *const *Py_UNUSED(args), Py_ssize_t n)
{
    return n != 0 || PyArray_NDIM(array) == 0 ? NULL : PyLong_FromSsize_t(PyArray_DIM(array, 0));
}

static PyObject *
answer_is_contiguous(PyArrayObject *array, PyObject *Py_UNUSED(self), PyObject *const *Py_UNUSED(args), Py_ssize_t n)
{
    return n != 0 ? NULL : PyBool_FromLong(PyArray_IS_C_CONTIGUOUS(array));
}

static PyObject *
answer_is_floating_point(PyArrayObject *array, PyObject *Py_UNUSED(self), PyObject *const *Py_UNUSED(args),
                         Py_ssize_t n)
{
    int number = PyArray_TYPE(array);
    return n != 0 || number >= N_DTYPES ? NULL : PyBool_FromLong(PyTypeNum_ISFLOAT(number));
}

static PyObject *
answer_is_complex(PyArrayObject *array, PyObject *Py_UNUSED(self), PyObject *const *Py_UNUSED(args), Py_ssize_t n)
{
    int number = PyArray_TYPE(array);
    return n != 0 || number >= N_DTYPES ? NULL : PyBool_FromLong(PyTypeNum_ISCOMPLEX(number));
}

static PyObject *
answer_storage_offset(PyArrayObject *array, PyObject *self, PyObject *const *Py_UNUSED(args), Py_ssize_t n)
{
    const Storage *storage = ((TensorBase *)self)->storage;
    npy_intp unit = PyArray_ITEMSIZE(array);
    if (n != 0 || unit <= 0)
        return NULL;
    if (storage == NULL)
        return PyLong_FromLong(0);
    return storage->start == NULL ? NULL : PyLong_FromSsize_t((PyArray_BYTES(array) - storage->start) / unit);
}

static const question_t questions[] = {
    {"shape", answer_shape, 0},
    {"dtype", answer_dtype, 0},
    {"ndim", answer_ndim, 0},
    {"itemsize", answer_itemsize, 0},
    {"nbytes", answer_nbytes, 0},
    {"dim", answer_ndim, 1},
    {"ndimension", answer_ndim, 1},
    {"size", answer_size, 1},
    {"stride", answer_stride, 1},
    {"numel", answer_numel, 1},
    {"nelement", answer_numel, 1},
    {"element_size", answer_itemsize, 1},
    {"storage_offset", answer_storage_offset, 1},
    {"is_contiguous", answer_is_contiguous, 1},
    {"is_floating_point", answer_is_floating_point, 1},
    {"is_complex", answer_is_complex, 1},
    {"__len__", answer_length, 1},
    {"__getitem__", NULL, 1},
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

static PyObject *
method_vectorcall(PyObject *object, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    Member *member = (Member *)object;
    Py_ssize_t n = PyVectorcall_NARGS(nargsf);
    if (LIKELY(n > 0 && kwnames == NULL)) {
        PyArrayObject *array = plain_array(args[0]);
        PyObject *answer = array == NULL ? NULL : member->answer(array, args[0], args + 1, n - 1);
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
    int number = PyArray_TYPE(array);
    if (number < N_DTYPES && PyArray_ISNOTSWAPPED(array) && hot.dtypes[number] == NULL)
        hot.dtypes[number] = Py_NewRef(answer);
}

static PyObject *
getter_get(PyObject *self, PyObject *object, PyObject *type)
{
    if (object == NULL || object == Py_None)
        return Py_NewRef(self);
    Member *member = (Member *)self;
    PyArrayObject *array = plain_array(object);
    PyObject *answer = array == NULL ? NULL : member->answer(array, object, NULL, 0);
    if (LIKELY(answer != NULL) || PyErr_Occurred())
        return answer;
    answer = Py_TYPE(member->python)->tp_descr_get(member->python, object, type);
    if (answer != NULL && array != NULL && member->answer == answer_dtype &&
        ((TensorBase *)object)->data == (PyObject *)array)
        learn_dtype(array, answer);
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
    return 0;
}

static void
member_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_CLEAR(((Member *)self)->python);
    Py_CLEAR(((Member *)self)->ops);
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
            made->vectorcall = question->answer == NULL ? getitem_vectorcall : method_vectorcall;
            made->answer = question->answer;
            made->python = Py_NewRef(args[1]);
        }
        return (PyObject *)made;
    }
    return Py_NewRef(args[1]); /* nothing to add */
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

int
metadata_init_types(PyObject *module)
{
    PyObject *getter = PyType_FromModuleAndSpec(module, &getter_spec, NULL);
    PyObject *method = getter == NULL ? NULL : PyType_FromModuleAndSpec(module, &method_spec, NULL);
    Py_XSETREF(hot.getter_type, (PyTypeObject *)getter);
    Py_XSETREF(hot.method_type, (PyTypeObject *)method);
    return method == NULL ? -1 : 0;
}
