/* Python subclasses of callables keep vectorcall, and lose it when their `__call__` is assigned.
 *
 * CPython 3.12 does both by itself.  3.11 does not inherit the flag in mutable classes, and never clears it.
 */
#include "hot.h"

static void
refresh_flag(PyTypeObject *type)
{
    if (type->tp_call == PyVectorcall_Call && type->tp_vectorcall_offset > 0)
        type->tp_flags |= Py_TPFLAGS_HAVE_VECTORCALL;
    else
        type->tp_flags &= ~Py_TPFLAGS_HAVE_VECTORCALL;
}

/* `__init_subclass__` of a callable type. */
PyObject *
keep_vectorcall(PyObject *type, PyObject *args, PyObject *kwargs, PyTypeObject *base)
{
    refresh_flag((PyTypeObject *)type);
    PyObject *above = PyObject_CallFunctionObjArgs((PyObject *)&PySuper_Type, base, type, NULL);
    PyObject *next = above == NULL ? NULL : PyObject_GetAttrString(above, "__init_subclass__");
    PyObject *result = next == NULL ? NULL : PyObject_Call(next, args, kwargs);
    Py_XDECREF(above);
    Py_XDECREF(next);
    return result;
}

#if PY_VERSION_HEX >= 0x030C0000

int
watch_call(PyTypeObject *Py_UNUSED(type))
{
    return 0;
}

#else

/* The type and every class below it. */
static int
refresh_all(PyTypeObject *type)
{
    refresh_flag(type);
    PyObject *below = PyObject_CallMethod((PyObject *)type, "__subclasses__", NULL);
    if (below == NULL)
        return -1;
    int failed = 0;
    for (Py_ssize_t i = 0; !failed && i < PyList_GET_SIZE(below); i++)
        failed = refresh_all((PyTypeObject *)PyList_GET_ITEM(below, i)) < 0;
    Py_DECREF(below);
    return failed ? -1 : 0;
}

static int
watched_setattro(PyObject *type, PyObject *name, PyObject *value)
{
    if (PyType_Type.tp_setattro(type, name, value) < 0)
        return -1;
    if (!PyUnicode_Check(name) || PyUnicode_CompareWithASCIIString(name, "__call__") != 0)
        return 0;
    return refresh_all((PyTypeObject *)type);
}

static PyTypeObject watched_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "wye._hot.CallableType",
    .tp_doc = "The class of callable types: assigning `__call__` has its effect.",
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_setattro = watched_setattro,
};

/* Notice assignments to `__call__` of this type and of classes made from it. */
int
watch_call(PyTypeObject *type)
{
    watched_type.tp_base = &PyType_Type;
    if (PyType_Ready(&watched_type) < 0)
        return -1;
    Py_SET_TYPE((PyObject *)type, &watched_type); /* both static: neither is counted */
    return 0;
}

#endif
