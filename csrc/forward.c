/* A callable that forwards to another one, which may be replaced: operator packets and custom operators.
 * One more C call instead of one more Python frame. */
#include "hot.h"

PyObject *
forward_vectorcall(PyObject *self, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    Forward *forward = (Forward *)self;
    args_t given = {args, PyVectorcall_NARGS(nargsf), kwnames};
    PyObject *result = NULL;
    if (forward->first != NULL) {
        PyObject *first = Py_NewRef(forward->first);
        int taken = call_if_fits(first, given, &result);
        Py_DECREF(first);
        if (taken)
            return result;
    }
    PyObject *target = forward->target;
    if (target == NULL) {
        PyErr_Format(PyExc_TypeError, "this %.100s has nothing to call", Py_TYPE(self)->tp_name);
        return NULL;
    }
    Py_INCREF(target); /* the call may replace it */
    if (LIKELY(PyObject_TypeCheck(target, hot.op_type) &&
               PyType_HasFeature(Py_TYPE(target), Py_TPFLAGS_HAVE_VECTORCALL)))
        result = ((Op *)target)->vectorcall(target, args, nargsf, kwnames); /* which checks the depth of recursion */
    else if (Py_EnterRecursiveCall(" in a wye operator") == 0) {
        result = PyObject_Vectorcall(target, args, nargsf, kwnames);
        Py_LeaveRecursiveCall();
    }
    Py_DECREF(target);
    return result;
}

PyObject *
forward_new(PyTypeObject *type, PyObject *Py_UNUSED(args), PyObject *Py_UNUSED(kwargs))
{
    Forward *self = (Forward *)type->tp_alloc(type, 0);
    if (self != NULL)
        self->vectorcall = forward_vectorcall;
    return (PyObject *)self;
}

int
forward_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((Forward *)self)->target);
    Py_VISIT(((Forward *)self)->first);
    return 0;
}

int
forward_clear(PyObject *self)
{
    Py_CLEAR(((Forward *)self)->target);
    Py_CLEAR(((Forward *)self)->first);
    return 0;
}

void
forward_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_TRASHCAN_BEGIN(self, forward_dealloc) /* forwards can be nested to any depth */
        if (((Forward *)self)->weakrefs != NULL) PyObject_ClearWeakRefs(self);
    forward_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
    Py_TRASHCAN_END
}

static PyObject *
forward_to(PyObject *self, PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs < 1 || nargs > 2 || !PyCallable_Check(args[0])) {
        PyErr_Format(PyExc_TypeError, "forward_to() takes a callable, not %.100s",
                     nargs < 1 ? "nothing" : Py_TYPE(args[0])->tp_name);
        return NULL;
    }
    PyObject *first = nargs == 2 && args[1] != Py_None ? args[1] : NULL;
    if (first != NULL && !PyObject_TypeCheck(first, hot.op_type)) {
        PyErr_Format(PyExc_TypeError, "forward_to() takes an operator to try first, not %.100s",
                     Py_TYPE(first)->tp_name);
        return NULL;
    }
    Py_XSETREF(((Forward *)self)->target, Py_NewRef(args[0]));
    Py_XSETREF(((Forward *)self)->first, Py_XNewRef(first));
    Py_RETURN_NONE;
}

static PyObject *
forward_init_subclass(PyObject *type, PyObject *args, PyObject *kwargs)
{
    return keep_vectorcall(type, args, kwargs, hot.forward_type);
}

static PyMethodDef forward_methods[] = {
    {"forward_to", (PyCFunction)(void (*)(void))forward_to, METH_FASTCALL,
     "forward_to($self, target, first=None, /)\n--\n\n"
     "From now on, call this; or the operator `first` where the arguments fit it without conversion."},
    {"__init_subclass__", (PyCFunction)(void (*)(void))forward_init_subclass, METH_VARARGS | METH_KEYWORDS | METH_CLASS,
     NULL},
    {NULL, NULL, 0, NULL},
};

static PyMemberDef forward_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Forward, vectorcall), READONLY, NULL},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(Forward, weakrefs), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot forward_slots[] = {
    {Py_tp_doc, "A callable that forwards to another one, which may be replaced."},
    {Py_tp_new, forward_new},
    {Py_tp_call, PyVectorcall_Call},
    {Py_tp_traverse, forward_traverse},
    {Py_tp_clear, forward_clear},
    {Py_tp_dealloc, forward_dealloc},
    {Py_tp_methods, forward_methods},
    {Py_tp_members, forward_members},
    {0, NULL},
};

static PyType_Spec forward_spec = {
    .name = "wye._hot.Forward",
    .basicsize = sizeof(Forward),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL,
    .slots = forward_slots,
};

int
forward_init_types(PyObject *module)
{
    return add_type(module, &forward_spec, &hot.forward_type) < 0 ? -1 : watch_call(hot.forward_type);
}
