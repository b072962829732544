/* Arrays with NumPy's face, and simple calls of them: operators and universal functions of arrays of one dtype.
 * Twin: _pure/array_calls.py, which explains the classes.  What is not simple goes to Python: wye.numpy.
 */
#include "graph.h"
#include "hot.h"
#include <structmember.h>

typedef struct {
    PyObject_HEAD
    PyObject *tensor;
} ArrayBase;

typedef struct {
    PyObject_HEAD
    vectorcallfunc vectorcall;
    PyObject *same;    /* a dict: by dtype, what computes it from tensors of that dtype */
    PyObject *numbers; /* a dict: by dtype, the same where the second is a number of Python */
    PyObject *python;  /* what is called otherwise */
} ArrayOperator;

typedef struct {
    PyObject_HEAD
    vectorcallfunc vectorcall;
    PyObject *operators; /* a dict: by universal function, its ArrayOperator */
    PyObject *python;
} ArrayProtocol;

static PyTypeObject *base_type, *operator_type;
static PyObject *call_name; /* "__call__" */

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
    return 0;
}

static int
base_clear(PyObject *self)
{
    Py_CLEAR(((ArrayBase *)self)->tensor);
    return 0;
}

static void
base_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    base_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMemberDef base_members[] = {
    {"_tensor", T_OBJECT_EX, offsetof(ArrayBase, tensor), 0, "the tensor inside"},
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

static int
has_tensor(PyObject *value)
{
    return PyObject_TypeCheck(value, base_type) && ((ArrayBase *)value)->tensor != NULL &&
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

/* The result of a simple call; NULL without an error: the call is not simple. */
static PyObject *
run_simple(ArrayOperator *op, PyObject *const *inputs, Py_ssize_t n)
{
    PyObject *given[2] = {inside(inputs[0]), NULL};
    if (given[0] == NULL)
        return NULL;
    PyObject *dtype = dtype_of_tensor(given[0]), *table = op->same, *found = NULL;
    if (dtype == NULL)
        return NULL;
    if (n == 2) {
        given[1] = inside(inputs[1]);
        if (given[1] == NULL && (PyFloat_CheckExact(inputs[1]) || PyLong_CheckExact(inputs[1]))) {
            table = op->numbers;
            given[1] = inputs[1];
        }
        else if (given[1] == NULL || has_tensor(inputs[0]) != has_tensor(inputs[1])) {
            Py_DECREF(dtype);
            return NULL;
        }
        else {
            PyObject *other = dtype_of_tensor(given[1]);
            int is_same = other == dtype;
            Py_XDECREF(other);
            if (!is_same) {
                Py_DECREF(dtype);
                return NULL;
            }
        }
    }
    found = Py_XNewRef(PyDict_GetItemWithError(table, dtype));
    Py_DECREF(dtype);
    if (found == NULL)
        return NULL;
    PyTypeObject *type = has_tensor(inputs[0]) ? Py_TYPE(inputs[0]) : NULL;
    Py_INCREF(given[0]);
    Py_XINCREF(given[1]);
    PyObject *result = PyObject_Vectorcall(found, given, (size_t)n, NULL);
    Py_DECREF(given[0]);
    Py_XDECREF(given[1]);
    Py_DECREF(found);
    /* Python says it as NumPy does: shapes that do not fit are a ValueError */
    if (result == NULL && PyErr_ExceptionMatches(PyExc_RuntimeError) && !PyErr_ExceptionMatches(PyExc_RecursionError))
        PyErr_Clear();
    if (result == NULL || type == NULL)
        return result;
    ArrayBase *made = (ArrayBase *)type->tp_alloc(type, 0);
    if (made == NULL) {
        Py_DECREF(result);
        return NULL;
    }
    made->tensor = result;
    return (PyObject *)made;
}

static PyObject *
operator_call(PyObject *self, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    ArrayOperator *op = (ArrayOperator *)self;
    Py_ssize_t n = PyVectorcall_NARGS(nargsf);
    if (kwnames == NULL && (n == 1 || n == 2)) {
        PyObject *result = run_simple(op, args, n);
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
    if (kwnames == NULL && (n == 4 || n == 5) &&
        (args[2] == call_name || (PyUnicode_Check(args[2]) && PyUnicode_Compare(args[2], call_name) == 0))) {
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
static PyObject *
callable_get(PyObject *self, PyObject *object, PyObject *Py_UNUSED(type))
{
    return object == NULL || object == Py_None ? Py_NewRef(self) : PyMethod_New(self, object);
}

static PyObject *
operator_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *same, *numbers, *python;
    if (kwargs != NULL && PyDict_GET_SIZE(kwargs) != 0)
        return PyErr_Format(PyExc_TypeError, "ArrayOperator() takes no keyword arguments");
    if (!PyArg_ParseTuple(args, "O!O!O:ArrayOperator", &PyDict_Type, &same, &PyDict_Type, &numbers, &python))
        return NULL;
    ArrayOperator *self = (ArrayOperator *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->vectorcall = operator_call;
    self->same = Py_NewRef(same);
    self->numbers = Py_NewRef(numbers);
    self->python = Py_NewRef(python);
    return (PyObject *)self;
}

static PyObject *
protocol_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *operators, *python;
    if (kwargs != NULL && PyDict_GET_SIZE(kwargs) != 0)
        return PyErr_Format(PyExc_TypeError, "ArrayProtocol() takes no keyword arguments");
    if (!PyArg_ParseTuple(args, "O!O:ArrayProtocol", &PyDict_Type, &operators, &python))
        return NULL;
    ArrayProtocol *self = (ArrayProtocol *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->vectorcall = protocol_call;
    self->operators = Py_NewRef(operators);
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
    Py_VISIT(((ArrayProtocol *)self)->python);
    return 0;
}

static int
protocol_clear(PyObject *self)
{
    Py_CLEAR(((ArrayProtocol *)self)->operators);
    Py_CLEAR(((ArrayProtocol *)self)->python);
    return 0;
}

static void
operator_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    operator_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static void
protocol_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    protocol_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMemberDef operator_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(ArrayOperator, vectorcall), READONLY, NULL},
    {"same", T_OBJECT_EX, offsetof(ArrayOperator, same), READONLY, "by dtype: what computes tensors of it"},
    {"numbers", T_OBJECT_EX, offsetof(ArrayOperator, numbers), READONLY, "by dtype: the same with a number"},
    {"python", T_OBJECT_EX, offsetof(ArrayOperator, python), READONLY, "what is called otherwise"},
    {NULL, 0, 0, 0, NULL},
};

static PyMemberDef protocol_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(ArrayProtocol, vectorcall), READONLY, NULL},
    {"operators", T_OBJECT_EX, offsetof(ArrayProtocol, operators), READONLY, "by universal function"},
    {"python", T_OBJECT_EX, offsetof(ArrayProtocol, python), READONLY, "what is called otherwise"},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot operator_slots[] = {
    {Py_tp_doc, "ArrayOperator(same, numbers, python, /)\n--\n\nAn elementwise method of arrays."},
    {Py_tp_new, operator_new},
    {Py_tp_call, PyVectorcall_Call},
    {Py_tp_descr_get, callable_get},
    {Py_tp_traverse, operator_traverse},
    {Py_tp_clear, operator_clear},
    {Py_tp_dealloc, operator_dealloc},
    {Py_tp_members, operator_members},
    {0, NULL},
};

static PyType_Slot protocol_slots[] = {
    {Py_tp_doc, "ArrayProtocol(operators, python, /)\n--\n\nNumPy's ``__array_ufunc__`` of arrays and tensors."},
    {Py_tp_new, protocol_new},
    {Py_tp_call, PyVectorcall_Call},
    {Py_tp_descr_get, callable_get},
    {Py_tp_traverse, protocol_traverse},
    {Py_tp_clear, protocol_clear},
    {Py_tp_dealloc, protocol_dealloc},
    {Py_tp_members, protocol_members},
    {0, NULL},
};

#define CALLABLE                                                                                           \
    (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_METHOD_DESCRIPTOR | \
     Py_TPFLAGS_IMMUTABLETYPE)

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
    return call_name == NULL || add_type(module, &base_spec, &base_type) < 0 ||
                   add_type(module, &operator_spec, &operator_type) < 0 ||
                   add_type(module, &protocol_spec, &protocol_type) < 0
               ? -1
               : 0;
}
