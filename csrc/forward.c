/* A callable that forwards to another one, which may be exchanged: operator packets and custom operators.
 * One more C call instead of one more Python frame. */
#include "hot.h"

static PyObject *
forward_vectorcall(PyObject *self, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    PyObject *target = ((Forward *)self)->target;
    if (target == NULL) {
        PyErr_Format(PyExc_TypeError, "this %.100s has nothing to call", Py_TYPE(self)->tp_name);
        return NULL;
    }
    Py_INCREF(target); /* the call may exchange it */
    PyObject *result = NULL;
    if (Py_EnterRecursiveCall(" in a wye operator") == 0) {
        result = PyObject_Vectorcall(target, args, nargsf, kwnames);
        Py_LeaveRecursiveCall();
    }
    Py_DECREF(target);
    return result;
}

static PyObject *
forward_new(PyTypeObject *type, PyObject *Py_UNUSED(args), PyObject *Py_UNUSED(kwargs))
{
    Forward *self = (Forward *)type->tp_alloc(type, 0);
    if (self != NULL)
        self->vectorcall = forward_vectorcall;
    return (PyObject *)self;
}

/* Python subclasses are called by vectorcall too, which CPython 3.11 does not pass on by itself. */
PyObject *
keep_vectorcall(PyObject *type, PyObject *args, PyObject *kwargs, PyTypeObject *base)
{
    PyTypeObject *sub = (PyTypeObject *)type;
    if (sub->tp_call == PyVectorcall_Call && sub->tp_vectorcall_offset == base->tp_vectorcall_offset)
        sub->tp_flags |= Py_TPFLAGS_HAVE_VECTORCALL;
    PyObject *above = PyObject_CallFunctionObjArgs((PyObject *)&PySuper_Type, base, type, NULL);
    PyObject *next = above == NULL ? NULL : PyObject_GetAttrString(above, "__init_subclass__");
    PyObject *result = next == NULL ? NULL : PyObject_Call(next, args, kwargs);
    Py_XDECREF(above);
    Py_XDECREF(next);
    return result;
}

static int
forward_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((Forward *)self)->target);
    return 0;
}

static int
forward_clear(PyObject *self)
{
    Py_CLEAR(((Forward *)self)->target);
    return 0;
}

static void
forward_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    if (((Forward *)self)->weakrefs != NULL)
        PyObject_ClearWeakRefs(self);
    forward_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyObject *
forward_to(PyObject *self, PyObject *target)
{
    if (!PyCallable_Check(target)) {
        PyErr_Format(PyExc_TypeError, "forward_to() takes a callable, not %.100s", Py_TYPE(target)->tp_name);
        return NULL;
    }
    Py_XSETREF(((Forward *)self)->target, Py_NewRef(target));
    Py_RETURN_NONE;
}

static PyObject *
forward_init_subclass(PyObject *type, PyObject *args, PyObject *kwargs)
{
    return keep_vectorcall(type, args, kwargs, hot.forward_type);
}

static PyMethodDef forward_methods[] = {
    {"forward_to", forward_to, METH_O, "forward_to($self, target, /)\n--\n\nFrom now on, call this."},
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
    {Py_tp_doc, "A callable that forwards to another one, which may be exchanged."},
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
    return add_type(module, &forward_spec, &hot.forward_type);
}
