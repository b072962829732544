/* Versions: how often the memory of tensors was written to. */
#include "arrays.h"

static int
version_init(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"count", NULL};
    return PyArg_ParseTupleAndKeywords(args, kwargs, "|L", names, &((Version *)self)->count) ? 0 : -1;
}

static void
version_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMemberDef version_members[] = {
    {"count", T_LONGLONG, offsetof(Version, count), 0, "How often the memory was written to."},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot version_slots[] = {
    {Py_tp_doc, "Version(count=0)\n--\n\nCounts the writes to memory that several tensors see."},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_init, version_init},
    {Py_tp_dealloc, version_dealloc},
    {Py_tp_members, version_members},
    {0, NULL},
};

static PyType_Spec version_spec = {
    .name = "wye._hot.Version",
    .basicsize = sizeof(Version),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = version_slots,
};

static int
bump(PyObject *value)
{
    if (is_tensor(value)) {
        Version *version = version_of((TensorBase *)value);
        if (version == NULL)
            return -1;
        version->count++;
        if (!(((TensorBase *)value)->keys.lo & hot.inference_keys.lo) && hot.inference_keys.lo != 0 &&
            !in_inference()) {
            PyErr_SetString(PyExc_RuntimeError,
                            "Inplace update to inference tensor outside InferenceMode is not allowed.You can make a "
                            "clone to get a normal tensor before doing inplace update.See "
                            "https://github.com/pytorch/rfcs/pull/17 for more details.");
            return -1;
        }
    }
    else if (PyList_CheckExact(value)) {
        if (Py_EnterRecursiveCall(" in a list of tensors"))
            return -1;
        int failed = 0;
        for (Py_ssize_t i = 0; !failed && i < PyList_GET_SIZE(value); i++) {
            PyObject *item = Py_NewRef(PyList_GET_ITEM(value, i));
            failed = bump(item) < 0;
            Py_DECREF(item);
        }
        Py_LeaveRecursiveCall();
        return failed ? -1 : 0;
    }
    return 0;
}

/* The value of the argument with this number, or NULL when the caller left it out. */
PyObject *
argument(const Signature *sig, Py_ssize_t number, args_t args)
{
    if (number < args.n_positional)
        return args.values[number];
    Py_ssize_t n = args.kwnames == NULL || number >= sig->n_args ? 0 : PyTuple_GET_SIZE(args.kwnames);
    for (Py_ssize_t k = 0; k < n; k++) {
        if (PyUnicode_Compare(PyTuple_GET_ITEM(args.kwnames, k), PyTuple_GET_ITEM(sig->names, number)) == 0)
            return args.values[args.n_positional + k];
    }
    return NULL;
}

/* Is this bit of an int set?  -1: error. */
static int
has_bit(PyObject *bits, Py_ssize_t number)
{
    PyObject *width = PyLong_FromSsize_t(number);
    PyObject *shifted = width == NULL ? NULL : PyNumber_Rshift(bits, width);
    int found = shifted == NULL ? -1 : (int)(PyLong_AsUnsignedLongLongMask(shifted) & 1);
    Py_XDECREF(width);
    Py_XDECREF(shifted);
    return found;
}

/* Count a write to the arguments whose bits are set: `writes` has the first 64 of them, `beyond` all where it is given. */
int
bump_versions(const Signature *sig, uint64_t writes, PyObject *beyond, args_t args)
{
    for (; writes != 0; writes &= writes - 1) {
        PyObject *value = argument(sig, TRAILING_ZEROS(writes), args);
        if (value != NULL && bump(value) < 0)
            return -1;
    }
    for (Py_ssize_t number = 64; beyond != NULL && number < sig->n_args; number++) {
        int is_written = has_bit(beyond, number);
        PyObject *value = is_written > 0 ? argument(sig, number, args) : NULL;
        if (is_written < 0 || (value != NULL && bump(value) < 0))
            return -1;
    }
    return 0;
}

int
versions_init_types(PyObject *module)
{
    return add_type(module, &version_spec, &hot.version_type);
}
