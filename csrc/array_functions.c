/* Functions of NumPy that are not universal, methods and indices of arrays with NumPy's face.
 * Twin: _pure/array_functions.py.  What is not simple goes to Python: wye.numpy.
 */
#include "array_calls.h"
#include "views.h"
#include <structmember.h>

typedef struct {
    PyObject_HEAD
    vectorcallfunc vectorcall;
    PyObject *functions; /* a dict: by function of NumPy, the one of tensors */
    PyObject *own;       /* a dict: by function of NumPy, what `run_own` takes */
    PyObject *python;    /* does it all */
    PyObject *present;   /* what a program gets for a result that is no tensor */
    PyObject *mend;      /* raises what NumPy would, given a RuntimeError */
} ArrayFunctions;

typedef struct {
    PyObject_HEAD
    vectorcallfunc vectorcall;
    PyObject *protocol; /* an ArrayFunctions */
    PyObject *function; /* of NumPy */
} ArrayMethod;

typedef struct {
    PyObject_HEAD
    vectorcallfunc vectorcall;
    PyObject *python; /* takes every index */
    PyObject *select; /* a copy of one element of a dimension: (tensor, dimension, position) */
} ArrayIndex;

static PyTypeObject *functions_type;

/* ---- functions of tensors for those of NumPy ---- */

/* What a function of tensors returned, or raised, as a program of NumPy gets it; steals `result`. */
static PyObject *
finished(ArrayFunctions *self, PyTypeObject *type, PyObject *result)
{
    if (result != NULL && Py_TYPE(result) == hot.plain_type)
        return array_around(type, result);
    if (result != NULL) {
        PyObject *shown = PyObject_CallFunctionObjArgs(self->present, result, (PyObject *)type, NULL);
        Py_DECREF(result);
        return shown;
    }
    if (!PyErr_ExceptionMatches(PyExc_RuntimeError) || PyErr_ExceptionMatches(PyExc_RecursionError))
        return NULL;
    PyObject *kind, *error, *traceback;
    PyErr_Fetch(&kind, &error, &traceback);
    PyErr_NormalizeException(&kind, &error, &traceback);
    if (traceback != NULL)
        PyException_SetTraceback(error, traceback);
    PyObject *nothing = PyObject_CallOneArg(self->mend, error);
    if (nothing == NULL) {
        Py_XDECREF(kind);
        Py_XDECREF(error);
        Py_XDECREF(traceback);
    }
    else { /* it is what NumPy would raise */
        Py_DECREF(nothing);
        PyErr_Restore(kind, error, traceback);
    }
    return NULL;
}

/* The class of arrays among the types of a call; borrowed. */
static PyTypeObject *
array_class(PyObject *types)
{
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(types); i++) {
        PyObject *type = PyTuple_GET_ITEM(types, i);
        if (PyType_Check(type) && PyType_IsSubtype((PyTypeObject *)type, array_base))
            return (PyTypeObject *)type;
    }
    return NULL;
}

/* ---- functions of NumPy ---- */

#define MAX_ARGUMENTS 32

/* NumPy's own function, called with a tuple and a dictionary; NULL without an error: it is not to run.  See `run_own`. */
static PyObject *
run_own_with(PyObject *own, PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *values[MAX_ARGUMENTS], *key, *value, *kwnames = NULL;
    Py_ssize_t n = PyTuple_GET_SIZE(args), n_all = n, at = 0;
    if (n + PyDict_GET_SIZE(kwargs) > MAX_ARGUMENTS)
        return NULL;
    for (Py_ssize_t i = 0; i < n; i++)
        values[i] = PyTuple_GET_ITEM(args, i);
    if (PyDict_GET_SIZE(kwargs) > 0) {
        if ((kwnames = PyTuple_New(PyDict_GET_SIZE(kwargs))) == NULL)
            return NULL;
        while (PyDict_Next(kwargs, &at, &key, &value)) {
            PyTuple_SET_ITEM(kwnames, n_all - n, Py_NewRef(key));
            values[n_all++] = value;
        }
    }
    PyObject *result = run_own(own, type, (args_t){values, n, kwnames});
    Py_XDECREF(kwnames);
    return result;
}

static PyObject *
functions_call(PyObject *object, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    ArrayFunctions *self = (ArrayFunctions *)object;
    if (kwnames == NULL && PyVectorcall_NARGS(nargsf) == 5 && PyTuple_CheckExact(args[2]) &&
        PyTuple_CheckExact(args[3]) && PyDict_CheckExact(args[4])) {
        PyObject *own = Py_XNewRef(PyDict_GetItemWithError(self->own, args[1]));
        PyTypeObject *type = array_class(args[2]);
        PyObject *result = own == NULL ? NULL : run_own_with(own, type, args[3], args[4]);
        Py_XDECREF(own);
        if (result != NULL || PyErr_Occurred())
            return result;
        PyObject *ours = type == NULL ? NULL : Py_XNewRef(PyDict_GetItemWithError(self->functions, args[1]));
        if (ours != NULL) {
            PyObject *found =
                PyDict_GET_SIZE(args[4]) == 0
                    ? PyObject_Vectorcall(ours, &PyTuple_GET_ITEM(args[3], 0), (size_t)PyTuple_GET_SIZE(args[3]), NULL)
                    : PyObject_Call(ours, args[3], args[4]);
            result = finished(self, type, found);
            Py_DECREF(ours);
            return result;
        }
        if (PyErr_Occurred())
            return NULL;
    }
    return PyObject_Vectorcall(self->python, args, nargsf, kwnames);
}

/* x.f(...): the function of tensors, without a way through NumPy. */
static PyObject *
method_call(PyObject *object, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    ArrayMethod *self = (ArrayMethod *)object;
    ArrayFunctions *protocol = (ArrayFunctions *)self->protocol;
    if (PyVectorcall_NARGS(nargsf) > 0 && has_tensor(args[0])) {
        PyTypeObject *type = Py_TYPE(args[0]);
        PyObject *own = Py_XNewRef(PyDict_GetItemWithError(protocol->own, self->function));
        PyObject *found = own == NULL ? NULL : run_own(own, type, (args_t){args, PyVectorcall_NARGS(nargsf), kwnames});
        Py_XDECREF(own);
        if (found != NULL || PyErr_Occurred())
            return found;
        PyObject *ours = Py_XNewRef(PyDict_GetItemWithError(protocol->functions, self->function));
        if (ours != NULL) {
            PyObject *result = finished(protocol, type, PyObject_Vectorcall(ours, args, nargsf, kwnames));
            Py_DECREF(ours);
            return result;
        }
        if (PyErr_Occurred())
            return NULL;
    }
    return PyObject_Vectorcall(self->function, args, nargsf, kwnames);
}

/* ---- indices ---- */

enum { NOT_SIMPLE, POSITION, SOME };

static int
is_whole(PyObject *value)
{
    return value == Py_None || PyLong_CheckExact(value);
}

static int
index_kind(PyObject *part)
{
    if (PyLong_CheckExact(part))
        return POSITION;
    if (part == Py_None || part == Py_Ellipsis)
        return SOME;
    if (!PySlice_Check(part))
        return NOT_SIMPLE;
    const PySliceObject *slice = (PySliceObject *)part;
    npy_intp step = 1;
    int is_forward = slice->step == Py_None || (read_int(slice->step, &step) && step > 0);
    return is_forward && is_whole(slice->start) && is_whole(slice->stop) ? SOME : NOT_SIMPLE;
}

/* One element, as a copy, which later writes do not change: all parts but the last select. */
static PyObject *
element(ArrayIndex *self, PyObject *tensor, PyObject *const *parts, Py_ssize_t n)
{
    PyObject *zero = PyLong_FromLong(0), *from = Py_NewRef(tensor), *result = NULL;
    if (n > 1) {
        PyObject *front = PyTuple_New(n - 1);
        for (Py_ssize_t i = 0; front != NULL && i < n - 1; i++)
            PyTuple_SET_ITEM(front, i, Py_NewRef(parts[i]));
        Py_SETREF(from, front == NULL ? NULL : PyObject_GetItem(tensor, front));
        Py_XDECREF(front);
    }
    if (zero != NULL && from != NULL)
        result = PyObject_CallFunctionObjArgs(self->select, from, zero, parts[n - 1], NULL);
    Py_XDECREF(zero);
    Py_XDECREF(from);
    return result;
}

/* x[index] of numbers, slices, None and the ellipsis; NULL without an error: Python knows. */
static PyObject *
simple_item(ArrayIndex *self, PyObject *array, PyObject *index)
{
    PyObject *tensor = ((ArrayBase *)array)->tensor, *source = ((ArrayBase *)array)->source;
    if (source != NULL && source != Py_None)
        return NULL; /* a view of it must know where it is from */
    if (Py_TYPE(tensor) != hot.plain_type || !is_array(((TensorBase *)tensor)->data) || !has_no_mode())
        return NULL;
    int is_tuple = PyTuple_CheckExact(index), dims = PyArray_NDIM((PyArrayObject *)((TensorBase *)tensor)->data);
    PyObject *const *parts = is_tuple ? &PyTuple_GET_ITEM(index, 0) : &index;
    Py_ssize_t n = is_tuple ? PyTuple_GET_SIZE(index) : 1, positions = 0, ellipses = 0;
    for (Py_ssize_t i = 0; i < n; i++) {
        int kind = index_kind(parts[i]);
        if (kind == NOT_SIMPLE)
            return NULL;
        positions += kind == POSITION;
        ellipses += parts[i] == Py_Ellipsis;
    }
    if (n == 0 || dims == 0 || ellipses > 1)
        return NULL;
    Py_INCREF(tensor);
    PyObject *result = positions == n && n == dims ? element(self, tensor, parts, n) : PyObject_GetItem(tensor, index);
    Py_DECREF(tensor);
    if (result == NULL && (PyErr_ExceptionMatches(PyExc_IndexError) || PyErr_ExceptionMatches(PyExc_ValueError)))
        PyErr_Clear(); /* Python says it as NumPy does */
    return result;
}

static PyObject *
index_call(PyObject *object, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    ArrayIndex *self = (ArrayIndex *)object;
    if (kwnames == NULL && PyVectorcall_NARGS(nargsf) == 2 && has_tensor(args[0])) {
        PyTypeObject *type = Py_TYPE(args[0]);
        PyObject *found = simple_item(self, args[0], args[1]);
        if (found != NULL)
            return array_around(type, found);
        if (PyErr_Occurred())
            return NULL;
    }
    PyObject *found = PyObject_Vectorcall(self->python, args, nargsf, kwnames);
    if (found != NULL && Py_TYPE(found) == hot.plain_type && PyVectorcall_NARGS(nargsf) > 0)
        return array_around(Py_TYPE(args[0]), found); /* an ArrayLine's, called again */
    return found;
}

/* ---- types: objects with a pointer to C and up to five references ---- */

typedef struct {
    PyObject_HEAD
    vectorcallfunc vectorcall;
    PyObject *references[];
} Callable;

static Py_ssize_t
n_references(PyObject *self)
{
    return (Py_TYPE(self)->tp_basicsize - (Py_ssize_t)sizeof(Callable)) / (Py_ssize_t)sizeof(PyObject *);
}

static PyObject *
made_of(PyTypeObject *type, PyObject *args, PyObject *kwargs, vectorcallfunc call)
{
    Callable *self = (Callable *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->vectorcall = call;
    Py_ssize_t n = n_references((PyObject *)self);
    if ((kwargs != NULL && PyDict_GET_SIZE(kwargs) != 0) || PyTuple_GET_SIZE(args) != n) {
        PyErr_Format(PyExc_TypeError, "%s() takes %zd arguments", type->tp_name, n);
        Py_DECREF(self);
        return NULL;
    }
    for (Py_ssize_t i = 0; i < n; i++)
        self->references[i] = Py_NewRef(PyTuple_GET_ITEM(args, i));
    return (PyObject *)self;
}

static PyObject *
functions_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    for (Py_ssize_t i = 0; i < 2 && i < PyTuple_GET_SIZE(args); i++) {
        if (!PyDict_CheckExact(PyTuple_GET_ITEM(args, i)))
            return PyErr_Format(PyExc_TypeError, "ArrayFunctions() takes two dictionaries and three functions");
    }
    return made_of(type, args, kwargs, functions_call);
}

static PyObject *
method_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    if (PyTuple_GET_SIZE(args) > 0 && Py_TYPE(PyTuple_GET_ITEM(args, 0)) != functions_type)
        return PyErr_Format(PyExc_TypeError, "ArrayMethod() takes an ArrayFunctions and a function");
    return made_of(type, args, kwargs, method_call);
}

static PyObject *
index_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    return made_of(type, args, kwargs, index_call);
}

static int
callable_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    for (Py_ssize_t i = 0; i < n_references(self); i++)
        Py_VISIT(((Callable *)self)->references[i]);
    return 0;
}

static int
callable_clear(PyObject *self)
{
    for (Py_ssize_t i = 0; i < n_references(self); i++)
        Py_CLEAR(((Callable *)self)->references[i]);
    return 0;
}

static void
callable_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_TRASHCAN_BEGIN(self, callable_dealloc); /* what it calls otherwise may be another one, and so on */
    callable_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
    Py_TRASHCAN_END
}

static PyMemberDef functions_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Callable, vectorcall), READONLY, NULL},
    {"functions", T_OBJECT_EX, offsetof(ArrayFunctions, functions), READONLY, "by function of NumPy"},
    {"own", T_OBJECT_EX, offsetof(ArrayFunctions, own), READONLY, "by function of NumPy: what runs on plain data"},
    {"python", T_OBJECT_EX, offsetof(ArrayFunctions, python), READONLY, "what is called otherwise"},
    {NULL, 0, 0, 0, NULL},
};

static PyMemberDef method_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Callable, vectorcall), READONLY, NULL},
    {"function", T_OBJECT_EX, offsetof(ArrayMethod, function), READONLY, "NumPy's function"},
    {"__wrapped__", T_OBJECT_EX, offsetof(ArrayMethod, function), READONLY, "where `inspect` finds the signature"},
    {NULL, 0, 0, 0, NULL},
};

static PyObject *
method_name(PyObject *self, void *Py_UNUSED(closure))
{
    return PyObject_GetAttrString(((ArrayMethod *)self)->function, "__name__");
}

static PyGetSetDef method_getset[] = {
    {"__name__", method_name, NULL, "that of NumPy's function", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
static PyGetSetDef no_getset[] = {{NULL, NULL, NULL, NULL, NULL}};

static PyMemberDef index_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Callable, vectorcall), READONLY, NULL},
    {"python", T_OBJECT_EX, offsetof(ArrayIndex, python), READONLY, "what is called otherwise"},
    {"__wrapped__", T_OBJECT_EX, offsetof(ArrayIndex, python), READONLY, "where `inspect` finds the signature"},
    {NULL, 0, 0, 0, NULL},
};

static PyObject *
index_name(PyObject *self, void *Py_UNUSED(closure))
{
    return PyObject_GetAttrString(((ArrayIndex *)self)->python, "__name__");
}

static PyGetSetDef index_getset[] = {
    {"__name__", index_name, NULL, "The name of Python's method.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

#define SLOTS(new, members, getset, doc)     \
    {                                        \
        {Py_tp_doc, doc},                    \
        {Py_tp_new, new},                    \
        {Py_tp_call, PyVectorcall_Call},     \
        {Py_tp_descr_get, callable_get},     \
        {Py_tp_traverse, callable_traverse}, \
        {Py_tp_clear, callable_clear},       \
        {Py_tp_dealloc, callable_dealloc},   \
        {Py_tp_members, members},            \
        {Py_tp_getset, getset},              \
        {0, NULL},                           \
    }

static PyType_Slot functions_slots[] =
    SLOTS(functions_new, functions_members, no_getset,
          "ArrayFunctions(functions, own, python, present, mend, /)\n--\n\nNumPy's ``__array_function__``.");
static PyType_Slot method_slots[] =
    SLOTS(method_new, method_members, method_getset,
          "ArrayMethod(functions, function, /)\n--\n\nA function of NumPy as a method of arrays.");
static PyType_Slot index_slots[] = SLOTS(index_new, index_members, index_getset,
                                         "ArrayIndex(python, select, /)\n--\n\nThe ``__getitem__`` of arrays.");

static PyType_Spec functions_spec = {.name = "wye._hot.ArrayFunctions",
                                     .basicsize = sizeof(ArrayFunctions),
                                     .flags = CALLABLE,
                                     .slots = functions_slots};
static PyType_Spec method_spec = {
    .name = "wye._hot.ArrayMethod", .basicsize = sizeof(ArrayMethod), .flags = CALLABLE, .slots = method_slots};
static PyType_Spec index_spec = {
    .name = "wye._hot.ArrayIndex", .basicsize = sizeof(ArrayIndex), .flags = CALLABLE, .slots = index_slots};

int
array_functions_init_types(PyObject *module)
{
    static PyTypeObject *method_type, *index_type;
    return array_lines_init_types(module) < 0 || add_type(module, &functions_spec, &functions_type) < 0 ||
                   add_type(module, &method_spec, &method_type) < 0 || add_type(module, &index_spec, &index_type) < 0
               ? -1
               : 0;
}
