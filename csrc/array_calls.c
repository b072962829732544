/* Arrays with NumPy's face, and simple calls of them: operators and universal functions of arrays of one dtype.
 * Twin: _pure/array_calls.py, which explains the classes.  What is not simple goes to Python: wye.numpy.
 */
#include "array_calls.h"
#include <structmember.h>

typedef struct {
    PyObject_HEAD
    vectorcallfunc vectorcall;
    PyObject *same;    /* a dict: by dtype, what computes it from tensors of that dtype */
    PyObject *numbers; /* a dict: by dtype, the same where the second is a number of Python */
    PyObject *python;  /* what is called otherwise */
    char swapped;      /* `x.f(y)` is `f(y, x)` */
} ArrayOperator;

typedef struct {
    PyObject_HEAD
    vectorcallfunc vectorcall;
    PyObject *operators; /* a dict: by universal function, its ArrayOperator */
    PyObject *own;       /* a dict: the universal functions that run on plain data */
    PyObject *python;
} ArrayProtocol;

PyTypeObject *array_base;
static PyTypeObject *operator_type;
static PyObject *call_name, *at_name; /* "__call__", "at" */

/* ---- arrays ---- */

static PyObject *
base_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *tensor;
    if ((kwargs != NULL && PyDict_GET_SIZE(kwargs) != 0) || !PyArg_ParseTuple(args, "O:Array", &tensor))
        return kwargs != NULL && !PyErr_Occurred() ? PyErr_Format(PyExc_TypeError, "Array() takes one tensor") : NULL;
    ArrayBase *self = (ArrayBase *)type->tp_alloc(type, 0);
    if (self != NULL)
        self->tensor = Py_NewRef(tensor);
    return (PyObject *)self;
}

static int
base_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((ArrayBase *)self)->tensor);
    Py_VISIT(((ArrayBase *)self)->source);
    return 0;
}

static int
base_clear(PyObject *self)
{
    Py_CLEAR(((ArrayBase *)self)->tensor);
    Py_CLEAR(((ArrayBase *)self)->source);
    return 0;
}

static void
base_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_TRASHCAN_BEGIN(self, base_dealloc); /* an array may hold an array, and so on */
    base_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
    Py_TRASHCAN_END
}

static PyMemberDef base_members[] = {
    {"_tensor", T_OBJECT_EX, offsetof(ArrayBase, tensor), 0, "the tensor inside"},
    {"_source", T_OBJECT, offsetof(ArrayBase, source), 0, "what it is a copy of, or None"},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot base_slots[] = {
    {Py_tp_doc, "ArrayBase(tensor, /)\n--\n\nAn object around a tensor."},
    {Py_tp_new, base_new},
    {Py_tp_traverse, base_traverse},
    {Py_tp_clear, base_clear},
    {Py_tp_dealloc, base_dealloc},
    {Py_tp_members, base_members},
    {0, NULL},
};

static PyType_Spec base_spec = {
    .name = "wye._hot.ArrayBase",
    .basicsize = sizeof(ArrayBase),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .slots = base_slots,
};

/* ---- simple calls ---- */

int
has_tensor(PyObject *value)
{
    return PyObject_TypeCheck(value, array_base) && ((ArrayBase *)value)->tensor != NULL &&
           is_tensor(((ArrayBase *)value)->tensor);
}

/* The tensor of an array, or a tensor itself; NULL: it is neither.  Borrowed. */
static PyObject *
inside(PyObject *value)
{
    if (has_tensor(value))
        return ((ArrayBase *)value)->tensor;
    return hot.plain_type != NULL && Py_TYPE(value) == hot.plain_type ? value : NULL;
}

/* An array of some class around a tensor; steals `tensor`. */
PyObject *
array_around(PyTypeObject *type, PyObject *tensor)
{
    ArrayBase *made = (ArrayBase *)type->tp_alloc(type, 0);
    if (made == NULL)
        Py_DECREF(tensor);
    else
        made->tensor = tensor;
    return (PyObject *)made;
}

/* Can a tensor have the strides of an array? */
static int
has_strides_of_tensors(PyArrayObject *array)
{
    npy_intp size = PyArray_ITEMSIZE(array);
    for (int i = 0; i < PyArray_NDIM(array); i++) {
        npy_intp stride = PyArray_STRIDE(array, i);
        if (stride < 0 || stride % size != 0 || (stride == 0 && PyArray_DIM(array, i) > 1))
            return 0;
    }
    return 1;
}

static THREAD_LOCAL int copies_arrays; /* See Note [Operands that change later] (wye/numpy/arrays.py) */

/* copy_arrays(on): from now on, are ndarrays that become tensors in this thread copied?  What it was before. */
PyObject *
hot_copy_arrays(PyObject *Py_UNUSED(module), PyObject *on)
{
    int before = copies_arrays;
    copies_arrays = on == Py_True;
    return PyBool_FromLong(before);
}

/* A tensor over the memory of an ndarray with elements of `dtype`, or a copy; NULL without an error: Python knows. */
static PyObject *
tensor_sharing(PyObject *value, PyObject *dtype)
{
    PyArrayObject *array = (PyArrayObject *)value;
    int number = PyArray_TYPE(array);
    if (number < 0 || number >= N_DTYPES || hot.dtypes[number] != dtype || !PyArray_ISBEHAVED(array) ||
        PyArray_SIZE(array) == 0 || !has_strides_of_tensors(array))
        return NULL;
    if (copies_arrays) {
        PyObject *copy = PyArray_NewCopy(array, NPY_KEEPORDER);
        return copy == NULL ? NULL : tensor_of_array(copy);
    }
    PyObject *seen = array_at(value, PyArray_BYTES(array), value); /* its owner can change its shape */
    PyObject *made = seen == NULL ? NULL : tensor_of_array(seen);
    Storage *storage = made == NULL ? NULL : storage_of((TensorBase *)made);
    if (storage == NULL) {
        Py_XDECREF(made);
        return NULL;
    }
    storage->resizable = 0;
    Py_XSETREF(storage->source, Py_NewRef(value));
    return made;
}

/* share_array(array): the same of any array; None: Python knows. */
PyObject *
hot_share_array(PyObject *Py_UNUSED(module), PyObject *array)
{
    int number = is_array(array) ? PyArray_TYPE((PyArrayObject *)array) : -1;
    PyObject *dtype = number >= 0 && number < N_DTYPES ? hot.dtypes[number] : NULL;
    PyObject *made = dtype == NULL || hot.plain_type == NULL ? NULL : tensor_sharing(array, dtype);
    return made != NULL || PyErr_Occurred() ? made : Py_NewRef(Py_None);
}

/* A number as a tensor without dimensions, where elements of `dtype` hold it; NULL without an error: Python knows. */
static PyObject *
tensor_of_number(PyObject *value, PyObject *dtype)
{
    if (hot.dtypes[NPY_DOUBLE] != dtype)
        return NULL;
    double number;
    if (PyFloat_Check(value)) {
        number = PyFloat_AS_DOUBLE(value);
    }
    else {
        int overflow;
        long long whole = PyLong_AsLongLongAndOverflow(value, &overflow);
        if (overflow != 0 || whole > (1LL << 53) || whole < -(1LL << 53))
            return NULL;
        number = (double)whole;
    }
    PyObject *array = PyArray_SimpleNew(0, NULL, NPY_DOUBLE);
    if (array == NULL)
        return NULL;
    *(double *)PyArray_DATA((PyArrayObject *)array) = number;
    return tensor_of_array(array);
}

/* A number of Python, or NumPy's float64, which computes as Python's float with elements of that dtype. */
static int
is_number(PyObject *value, PyObject *dtype)
{
    return PyFloat_CheckExact(value) || PyLong_CheckExact(value) ||
           (PyFloat_Check(value) && hot.array_type != NULL && hot.dtypes[NPY_DOUBLE] == dtype &&
            Py_TYPE(value) == &PyDoubleArrType_Type);
}

/* The inputs of a call of two as `given`, and the table that has it; 0: it is not simple.  One of `given` is set. */
static int
read_two(ArrayOperator *op, PyObject *const *inputs, PyObject *dtype, PyObject **given, PyObject **table)
{
    if (given[0] != NULL && given[1] != NULL) {
        PyObject *other = dtype_of_tensor(given[1]);
        Py_XDECREF(other);
        return other == dtype && PyObject_TypeCheck(inputs[0], array_base) == PyObject_TypeCheck(inputs[1], array_base);
    }
    int place = given[0] == NULL; /* of the tensor */
    int is_array_there = PyObject_TypeCheck(inputs[place], array_base);
    PyObject *other = inputs[1 - place];
    if (is_number(other, dtype)) {
        if (place == 0 && PyDict_GetItemWithError(op->numbers, dtype) != NULL) {
            *table = op->numbers;
            given[1] = PyFloat_Check(other) && !PyFloat_CheckExact(other) ? PyFloat_FromDouble(PyFloat_AS_DOUBLE(other))
                                                                          : Py_NewRef(other);
        }
        else if ((is_array_there || place == 0 || is_scalar(other)) && has_no_mode()) {
            given[1 - place] = tensor_of_number(other, dtype);
        }
    }
    else if (is_array(other) && (is_array_there || place == 0) && has_no_mode()) {
        given[1 - place] = tensor_sharing(other, dtype);
    }
    return given[1 - place] != NULL;
}

/* What computes a call of `given`, by dtype; NULL: nothing does, or an error.  `given` are the tensors and the number of
 * `inputs`, or NULL: references of its own, since the attributes of subclasses run Python, which may write to arrays. */
static PyObject *
find_simple(ArrayOperator *op, PyObject *const *inputs, Py_ssize_t n, PyObject **given)
{
    PyObject *table = op->same, *found = NULL;
    given[0] = Py_XNewRef(inside(inputs[0]));
    given[1] = n == 2 ? Py_XNewRef(inside(inputs[1])) : NULL;
    if (given[0] == NULL && given[1] == NULL)
        return NULL;
    PyObject *dtype = dtype_of_tensor(given[0] != NULL ? given[0] : given[1]);
    if (dtype != NULL && (n == 1 || read_two(op, inputs, dtype, given, &table)) && !PyErr_Occurred())
        found = Py_XNewRef(PyDict_GetItemWithError(table, dtype));
    Py_XDECREF(dtype);
    return found;
}

/* Do the shapes of two tensors fit together?  Also 1 for sizes that are no plain numbers.  Cold path: after an error. */
static int
shapes_fit(PyObject *left, PyObject *right)
{
    PyObject *a = PyObject_GetAttrString(left, "shape"), *b = a == NULL ? NULL : PyObject_GetAttrString(right, "shape");
    int fit = 1;
    if (b != NULL && PyTuple_Check(a) && PyTuple_Check(b)) {
        Py_ssize_t i = PyTuple_GET_SIZE(a), j = PyTuple_GET_SIZE(b);
        while (fit && --i >= 0 && --j >= 0) {
            PyObject *one = PyTuple_GET_ITEM(a, i), *two = PyTuple_GET_ITEM(b, j);
            if (PyLong_CheckExact(one) && PyLong_CheckExact(two)) {
                long long m = PyLong_AsLongLong(one), k = PyLong_AsLongLong(two);
                fit = m == k || m == 1 || k == 1;
            }
        }
    }
    PyErr_Clear();
    Py_XDECREF(a);
    Py_XDECREF(b);
    return fit;
}

/* The error of an operator on `given` stays, or is cleared for Python to say it as NumPy does: a ValueError. */
static void
leave_error(PyObject *const *given)
{
    if (given[1] == NULL || !is_tensor(given[1]) || !PyErr_ExceptionMatches(PyExc_RuntimeError) ||
        PyErr_ExceptionMatches(PyExc_RecursionError))
        return;
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    if (shapes_fit(given[0], given[1])) {
        PyErr_Restore(type, value, traceback);
        return;
    }
    Py_DECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(traceback);
}

/* The result of a simple call; NULL without an error: the call is not simple. */
static PyObject *
run_simple(ArrayOperator *op, PyObject *const *inputs, Py_ssize_t n)
{
    PyObject *given[2] = {NULL, NULL}, *result = NULL, *found = find_simple(op, inputs, n, given);
    if (found != NULL) {
        result = PyObject_Vectorcall(found, given, (size_t)n, NULL);
        Py_DECREF(found);
        if (result == NULL)
            leave_error(given);
    }
    Py_XDECREF(given[0]);
    Py_XDECREF(given[1]);
    if (result == NULL)
        return NULL;
    for (Py_ssize_t i = 0; i < n; i++) {
        if (PyObject_TypeCheck(inputs[i], array_base))
            return array_around(Py_TYPE(inputs[i]), result);
    }
    return result;
}

static PyObject *
operator_call(PyObject *self, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    ArrayOperator *op = (ArrayOperator *)self;
    Py_ssize_t n = PyVectorcall_NARGS(nargsf);
    if (kwnames == NULL && (n == 1 || n == 2)) {
        PyObject *const turned[2] = {args[n - 1], args[0]};
        PyObject *result = run_simple(op, op->swapped ? turned : args, n);
        if (result != NULL || PyErr_Occurred())
            return result;
    }
    return PyObject_Vectorcall(op->python, args, nargsf, kwnames);
}

static PyObject *
protocol_call(PyObject *self, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    ArrayProtocol *protocol = (ArrayProtocol *)self;
    Py_ssize_t n = PyVectorcall_NARGS(nargsf);
    if (n < 4 || !PyUnicode_Check(args[2]))
        return PyObject_Vectorcall(protocol->python, args, nargsf, kwnames);
    int is_call = args[2] == call_name || PyUnicode_Compare(args[2], call_name) == 0;
    if (PyDict_GetItemWithError(protocol->own, args[1]) != NULL && PyUnicode_Compare(args[2], at_name) != 0) {
        PyObject *result = run_own_universal(args[1], args[2], is_call, (args_t){args + 3, n - 3, kwnames});
        if (result != NULL)
            return result;
    }
    if (PyErr_Occurred())
        return NULL;
    if (kwnames == NULL && is_call && n <= 5) {
        PyObject *found = PyDict_GetItemWithError(protocol->operators, args[1]);
        if (found != NULL && Py_TYPE(found) == operator_type) {
            Py_INCREF(found);
            PyObject *result = run_simple((ArrayOperator *)found, args + 3, n - 3);
            Py_DECREF(found);
            if (result != NULL)
                return result;
        }
        if (PyErr_Occurred())
            return NULL;
    }
    return PyObject_Vectorcall(protocol->python, args, nargsf, kwnames);
}

/* As a method: `x.f(y)` calls `f(x, y)`. */
PyObject *
callable_get(PyObject *self, PyObject *object, PyObject *Py_UNUSED(type))
{
    return object == NULL || object == Py_None ? Py_NewRef(self) : PyMethod_New(self, object);
}

static PyObject *
operator_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *same, *numbers, *python;
    int swapped = 0;
    if (kwargs != NULL && PyDict_GET_SIZE(kwargs) != 0)
        return PyErr_Format(PyExc_TypeError, "ArrayOperator() takes no keyword arguments");
    if (!PyArg_ParseTuple(args, "O!O!O|p:ArrayOperator", &PyDict_Type, &same, &PyDict_Type, &numbers, &python,
                          &swapped))
        return NULL;
    ArrayOperator *self = (ArrayOperator *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->vectorcall = operator_call;
    self->same = Py_NewRef(same);
    self->numbers = Py_NewRef(numbers);
    self->python = Py_NewRef(python);
    self->swapped = (char)swapped;
    return (PyObject *)self;
}

static PyObject *
protocol_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *operators, *own, *python;
    if (kwargs != NULL && PyDict_GET_SIZE(kwargs) != 0)
        return PyErr_Format(PyExc_TypeError, "ArrayProtocol() takes no keyword arguments");
    if (!PyArg_ParseTuple(args, "O!O!O:ArrayProtocol", &PyDict_Type, &operators, &PyDict_Type, &own, &python))
        return NULL;
    ArrayProtocol *self = (ArrayProtocol *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->vectorcall = protocol_call;
    self->operators = Py_NewRef(operators);
    self->own = Py_NewRef(own);
    self->python = Py_NewRef(python);
    return (PyObject *)self;
}

static int
operator_traverse(PyObject *self, visitproc visit, void *arg)
{
    ArrayOperator *op = (ArrayOperator *)self;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(op->same);
    Py_VISIT(op->numbers);
    Py_VISIT(op->python);
    return 0;
}

static int
operator_clear(PyObject *self)
{
    ArrayOperator *op = (ArrayOperator *)self;
    Py_CLEAR(op->same);
    Py_CLEAR(op->numbers);
    Py_CLEAR(op->python);
    return 0;
}

static int
protocol_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((ArrayProtocol *)self)->operators);
    Py_VISIT(((ArrayProtocol *)self)->own);
    Py_VISIT(((ArrayProtocol *)self)->python);
    return 0;
}

static int
protocol_clear(PyObject *self)
{
    Py_CLEAR(((ArrayProtocol *)self)->operators);
    Py_CLEAR(((ArrayProtocol *)self)->own);
    Py_CLEAR(((ArrayProtocol *)self)->python);
    return 0;
}

static void
operator_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_TRASHCAN_BEGIN(self, operator_dealloc); /* what it calls otherwise may be another one, and so on */
    operator_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
    Py_TRASHCAN_END
}

static void
protocol_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_TRASHCAN_BEGIN(self, protocol_dealloc);
    protocol_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
    Py_TRASHCAN_END
}

static PyMemberDef operator_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(ArrayOperator, vectorcall), READONLY, NULL},
    {"same", T_OBJECT_EX, offsetof(ArrayOperator, same), READONLY, "by dtype: what computes tensors of it"},
    {"numbers", T_OBJECT_EX, offsetof(ArrayOperator, numbers), READONLY, "by dtype: the same with a number"},
    {"python", T_OBJECT_EX, offsetof(ArrayOperator, python), READONLY, "what is called otherwise"},
    {"swapped", T_BOOL, offsetof(ArrayOperator, swapped), READONLY, "is the second argument the first input?"},
    {"__wrapped__", T_OBJECT_EX, offsetof(ArrayOperator, python), READONLY, "where `inspect` finds the signature"},
    {NULL, 0, 0, 0, NULL},
};

static PyObject *
operator_name(PyObject *self, void *Py_UNUSED(closure))
{
    return PyObject_GetAttrString(((ArrayOperator *)self)->python, "__name__");
}

static PyGetSetDef operator_getset[] = {
    {"__name__", operator_name, NULL, "The name of Python's method.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMemberDef protocol_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(ArrayProtocol, vectorcall), READONLY, NULL},
    {"operators", T_OBJECT_EX, offsetof(ArrayProtocol, operators), READONLY, "by universal function"},
    {"own", T_OBJECT_EX, offsetof(ArrayProtocol, own), READONLY, "the universal functions that run on plain data"},
    {"python", T_OBJECT_EX, offsetof(ArrayProtocol, python), READONLY, "what is called otherwise"},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot operator_slots[] = {
    {Py_tp_doc, "ArrayOperator(same, numbers, python, swapped=False, /)\n--\n\nAn elementwise method of arrays."},
    {Py_tp_new, operator_new},
    {Py_tp_call, PyVectorcall_Call},
    {Py_tp_descr_get, callable_get},
    {Py_tp_traverse, operator_traverse},
    {Py_tp_clear, operator_clear},
    {Py_tp_dealloc, operator_dealloc},
    {Py_tp_members, operator_members},
    {Py_tp_getset, operator_getset},
    {0, NULL},
};

static PyType_Slot protocol_slots[] = {
    {Py_tp_doc, "ArrayProtocol(operators, own, python, /)\n--\n\nNumPy's ``__array_ufunc__`` of arrays and tensors."},
    {Py_tp_new, protocol_new},
    {Py_tp_call, PyVectorcall_Call},
    {Py_tp_descr_get, callable_get},
    {Py_tp_traverse, protocol_traverse},
    {Py_tp_clear, protocol_clear},
    {Py_tp_dealloc, protocol_dealloc},
    {Py_tp_members, protocol_members},
    {0, NULL},
};

static PyType_Spec operator_spec = {
    .name = "wye._hot.ArrayOperator",
    .basicsize = sizeof(ArrayOperator),
    .flags = CALLABLE,
    .slots = operator_slots,
};
static PyType_Spec protocol_spec = {
    .name = "wye._hot.ArrayProtocol",
    .basicsize = sizeof(ArrayProtocol),
    .flags = CALLABLE,
    .slots = protocol_slots,
};

int
array_calls_init_types(PyObject *module)
{
    static PyTypeObject *protocol_type;
    call_name = PyUnicode_InternFromString("__call__");
    at_name = PyUnicode_InternFromString("at");
    return call_name == NULL || at_name == NULL || add_type(module, &base_spec, &array_base) < 0 ||
                   add_type(module, &operator_spec, &operator_type) < 0 ||
                   add_type(module, &protocol_spec, &protocol_type) < 0 || array_functions_init_types(module) < 0
               ? -1
               : 0;
}
