/* What a registration leaves behind: a handle that undoes it, and the place in a program where it was made.
 *
 * Warm: programs register thousands of kernels as they are imported.
 */
#include "hot.h"

typedef struct {
    PyObject_HEAD
    PyObject *undo; /* None: it is undone */
    PyObject *entry;
    PyObject *key;
    PyObject *kernel;
} Handle;

#define HANDLE_REFS(X) X(undo) X(entry) X(key) X(kernel)

static PyObject *
handle_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *undo, *entry = Py_None, *key = Py_None, *kernel = Py_None;
    if (kwargs != NULL && PyDict_GET_SIZE(kwargs) != 0) {
        PyErr_SetString(PyExc_TypeError, "Handle() takes no keyword arguments");
        return NULL;
    }
    if (!PyArg_UnpackTuple(args, "Handle", 1, 4, &undo, &entry, &key, &kernel))
        return NULL;
    Handle *self = (Handle *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->undo = Py_NewRef(undo);
        self->entry = Py_NewRef(entry);
        self->key = Py_NewRef(key);
        self->kernel = Py_NewRef(kernel);
    }
    return (PyObject *)self;
}

static int
handle_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
#define VISIT(name) Py_VISIT(((Handle *)self)->name);
    HANDLE_REFS(VISIT)
    return 0;
}

static int
handle_clear(PyObject *self)
{
#define CLEAR(name) Py_CLEAR(((Handle *)self)->name);
    HANDLE_REFS(CLEAR)
    return 0;
}

static void
handle_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    handle_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMemberDef handle_members[] = {
    {"_undo", T_OBJECT, offsetof(Handle, undo), 0, "Takes the registration back; None: that is done."},
    {"entry", T_OBJECT, offsetof(Handle, entry), 0, "The entry of the operator."},
    {"key", T_OBJECT, offsetof(Handle, key), 0, "The key of the kernel."},
    {"kernel", T_OBJECT, offsetof(Handle, kernel), 0, "The kernel."},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot handle_slots[] = {
    {Py_tp_doc, "Handle(undo, entry=None, key=None, kernel=None, /)\n--\n\nWhat is known of a registration."},
    {Py_tp_new, handle_new},
    {Py_tp_traverse, handle_traverse},
    {Py_tp_clear, handle_clear},
    {Py_tp_dealloc, handle_dealloc},
    {Py_tp_members, handle_members},
    {0, NULL},
};

static PyType_Spec handle_spec = {
    .name = "wye._hot.Handle",
    .basicsize = sizeof(Handle),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .slots = handle_slots,
};

/* The frame `depth` below, then the nearest one that is not in a file of the directory, or runs no function: what files
 * of the directory register while they are loaded is theirs.  A new reference. */
static PyFrameObject *
frame_outside(PyObject *directory, Py_ssize_t depth)
{
    PyFrameObject *frame = PyEval_GetFrame(); /* the caller's: this is no Python function */
    Py_XINCREF(frame);
    for (; frame != NULL; depth--) {
        if (depth <= 1) {
            PyCodeObject *code = PyFrame_GetCode(frame);
            int is_function = (code->co_flags & CO_OPTIMIZED) != 0;
            Py_ssize_t inside =
                is_function ? PyUnicode_Tailmatch(code->co_filename, directory, 0, PY_SSIZE_T_MAX, -1) : 0;
            Py_DECREF(code);
            if (inside == 0)
                return frame;
            if (inside < 0) {
                Py_DECREF(frame);
                return NULL;
            }
        }
        PyFrameObject *back = PyFrame_GetBack(frame);
        if (back == NULL)
            return frame;
        Py_SETREF(frame, back);
    }
    PyErr_SetString(PyExc_RuntimeError, "no Python function is running");
    return NULL;
}

PyObject *
hot_place_of_caller(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    Py_ssize_t depth = nargs == 2 ? PyNumber_AsSsize_t(args[1], PyExc_OverflowError) : 1;
    if (depth == -1 && PyErr_Occurred())
        return NULL;
    if (nargs < 1 || nargs > 2 || !PyUnicode_Check(args[0])) {
        PyErr_SetString(PyExc_TypeError, "place_of_caller() takes a directory and a number");
        return NULL;
    }
    PyFrameObject *frame = frame_outside(args[0], depth);
    if (frame == NULL)
        return NULL;
    PyObject *place = Py_BuildValue("(Ni)", PyFrame_GetCode(frame), PyFrame_GetLasti(frame));
    Py_DECREF(frame);
    return place;
}

int
registrations_init_types(PyObject *module)
{
    return add_type(module, &handle_spec, &hot.handle_type);
}
