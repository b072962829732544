/* The thread's included and excluded keys, and the guard that changes them.  See _pure.StateGuard. */
#include "hot.h"
#include <pythread.h>

THREAD_LOCAL thread_keys tls;

void
set_thread_keys(keys_t include, keys_t exclude)
{
    tls.include = (keys_t){include.lo ^ hot.default_include.lo, (include.hi ^ hot.default_include.hi) & ~hot.recording};
    tls.exclude = (keys_t){exclude.lo ^ hot.default_exclude.lo, exclude.hi ^ hot.default_exclude.hi};
}

PyObject *
hot_get_state(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(unused))
{
    PyObject *include = keyset_with_grad(included());
    PyObject *exclude = include == NULL ? NULL : keyset_with_grad(excluded());
    PyObject *both = exclude == NULL ? NULL : PyTuple_Pack(2, include, exclude);
    Py_XDECREF(include);
    Py_XDECREF(exclude);
    return both;
}

PyObject *
hot_includes(PyObject *Py_UNUSED(module), PyObject *keys)
{
    if (!is_keybits(keys)) {
        PyErr_SetString(PyExc_TypeError, "includes() takes a key set");
        return NULL;
    }
    keys_t asked = ((KeyBits *)keys)->keys, include = included();
    return PyBool_FromLong(((asked.lo & include.lo) | (asked.hi & include.hi)) != 0);
}

PyObject *
hot_set_state(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 2 || !is_keybits(args[0]) || !is_keybits(args[1])) {
        PyErr_SetString(PyExc_TypeError, "set_state() takes two key sets");
        return NULL;
    }
    set_thread_keys(((KeyBits *)args[0])->keys, ((KeyBits *)args[1])->keys);
    Py_RETURN_NONE;
}

/* ---- are gradients recorded? ---- */

THREAD_LOCAL int records_nothing;
int tangents_are_followed;

/* Let calls pass autograd by where nothing is recorded, unless tangents may have to be computed. */
static void
exclude_grad_bit(void)
{
    keys_t exclude = excluded();
    if (records_nothing && !tangents_are_followed)
        exclude.lo |= REQUIRES_GRAD;
    else
        exclude.lo &= ~REQUIRES_GRAD;
    tls.exclude.lo = exclude.lo ^ hot.default_exclude.lo;
}

void
set_recording(int records)
{
    if (records == records_nothing) {
        records_nothing = !records;
        exclude_grad_bit();
    }
}

PyObject *
hot_is_grad_enabled(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(unused))
{
    return PyBool_FromLong(!records_nothing);
}

/* set_grad_mode(enabled, keys=True): see _pure/state.py. */
PyObject *
hot_set_grad_mode(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs < 1 || nargs > 2) {
        PyErr_SetString(PyExc_TypeError, "set_grad_mode() takes a bool, and whether the keys change, too");
        return NULL;
    }
    int enabled = PyObject_IsTrue(args[0]), with_keys = nargs < 2 ? 1 : PyObject_IsTrue(args[1]);
    if (enabled < 0 || with_keys < 0)
        return NULL;
    if (with_keys)
        set_recording(enabled);
    else
        records_nothing = !enabled;
    Py_RETURN_NONE;
}

/* Tangents are computed from now on, or no more: then recording is passed by again. */
void
follow_tangents(int on)
{
    tangents_are_followed = on;
    exclude_grad_bit();
}

/* ---- StateGuard ---- */

typedef struct {
    unsigned long thread;
    keys_t include, exclude;
} saved_t;

#define N_INLINE 2 /* entered again before it is left: rare, and then rarely deep */

typedef struct {
    PyObject_HEAD
    keys_t add_include, add_exclude, keep_include, keep_exclude;
    Py_ssize_t depth, room;
    saved_t inline_saved[N_INLINE];
    saved_t *more; /* depth N_INLINE and beyond */
} StateGuard;

static int
take_keys(PyObject *value, const char *name, keys_t *keys)
{
    if (!is_keybits(value)) {
        PyErr_Format(PyExc_TypeError, "%s must be a key set, not %.100s", name, Py_TYPE(value)->tp_name);
        return -1;
    }
    *keys = ((KeyBits *)value)->keys;
    return 0;
}

static PyObject *
guard_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"add_include", "add_exclude", "keep_include", "keep_exclude", NULL};
    PyObject *add_include, *add_exclude, *keep_include = Py_None, *keep_exclude = Py_None;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OO|OO", names, &add_include, &add_exclude, &keep_include,
                                     &keep_exclude))
        return NULL;
    StateGuard *guard = (StateGuard *)type->tp_alloc(type, 0);
    if (guard == NULL)
        return NULL;
    guard->keep_include = guard->keep_exclude = (keys_t){UINT64_MAX, UINT64_MAX};
    if (take_keys(add_include, names[0], &guard->add_include) < 0 ||
        take_keys(add_exclude, names[1], &guard->add_exclude) < 0 ||
        (keep_include != Py_None && take_keys(keep_include, names[2], &guard->keep_include) < 0) ||
        (keep_exclude != Py_None && take_keys(keep_exclude, names[3], &guard->keep_exclude) < 0)) {
        Py_DECREF(guard);
        return NULL;
    }
    return (PyObject *)guard;
}

static void
guard_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyMem_Free(((StateGuard *)self)->more);
    type->tp_free(self);
    Py_DECREF(type);
}

static saved_t *
guard_saved(StateGuard *guard, Py_ssize_t depth)
{
    return depth < N_INLINE ? &guard->inline_saved[depth] : &guard->more[depth - N_INLINE];
}

static keys_t
changed(keys_t seen, keys_t keep, keys_t add)
{
    return (keys_t){(seen.lo & keep.lo) | add.lo, (seen.hi & keep.hi) | add.hi};
}

static PyObject *
guard_enter(PyObject *self, PyObject *Py_UNUSED(unused))
{
    StateGuard *guard = (StateGuard *)self;
    if (guard->depth >= N_INLINE + guard->room) {
        Py_ssize_t room = guard->room * 2 + 8;
        saved_t *more = PyMem_Realloc(guard->more, (size_t)room * sizeof(saved_t));
        if (more == NULL)
            return PyErr_NoMemory();
        guard->more = more;
        guard->room = room;
    }
    saved_t *saved = guard_saved(guard, guard->depth++);
    *saved = (saved_t){PyThread_get_thread_ident(), included(), excluded()};
    set_thread_keys(changed(saved->include, guard->keep_include, guard->add_include),
                    changed(saved->exclude, guard->keep_exclude, guard->add_exclude));
    return Py_NewRef(self);
}

static PyObject *
guard_exit(PyObject *self, PyObject *const *Py_UNUSED(args), Py_ssize_t Py_UNUSED(nargs))
{
    StateGuard *guard = (StateGuard *)self;
    if (guard->depth == 0) {
        PyErr_SetString(PyExc_RuntimeError, "this guard was left without having been entered");
        return NULL;
    }
    /* Several threads may be inside: each leaves by its own last entry. */
    unsigned long thread = PyThread_get_thread_ident();
    Py_ssize_t at = guard->depth - 1;
    while (at >= 0 && guard_saved(guard, at)->thread != thread)
        at--;
    if (at < 0) {
        PyErr_SetString(PyExc_RuntimeError, "a guard must be left in the thread that entered it");
        return NULL;
    }
    saved_t saved = *guard_saved(guard, at);
    guard->depth--;
    for (; at < guard->depth; at++)
        *guard_saved(guard, at) = *guard_saved(guard, at + 1);
    set_thread_keys(saved.include, saved.exclude);
    Py_RETURN_NONE;
}

/* run(fn, *args): call fn inside the guard; one call instead of a `with` block. */
static PyObject *
guard_run(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    if (nargs < 1) {
        PyErr_SetString(PyExc_TypeError, "run() takes a function first");
        return NULL;
    }
    const StateGuard *guard = (const StateGuard *)self;
    keys_t include = included(), exclude = excluded();
    set_thread_keys(changed(include, guard->keep_include, guard->add_include),
                    changed(exclude, guard->keep_exclude, guard->add_exclude));
    PyObject *result = PyObject_Vectorcall(args[0], args + 1, (size_t)(nargs - 1), kwnames);
    set_thread_keys(include, exclude);
    return result;
}

/* ask(here, key, top, name, *four): see _pure/state.py. */
static PyObject *
guard_ask(PyObject *self, PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 8 || !PyDict_Check(args[0]) || !PyTuple_Check(args[2]) || PyTuple_GET_SIZE(args[2]) != 2 ||
        !PyUnicode_Check(args[3])) {
        PyErr_SetString(PyExc_TypeError,
                        "ask() takes a dictionary, a key, a mode and what is under it, a name, and four arguments");
        return NULL;
    }
    PyObject *here = args[0], *key = args[1], *top = args[2];
    if (PyDict_SetItem(here, key, PyTuple_GET_ITEM(top, 1)) < 0)
        return NULL;
    const StateGuard *guard = (const StateGuard *)self;
    keys_t include = included(), exclude = excluded();
    set_thread_keys(changed(include, guard->keep_include, guard->add_include),
                    changed(exclude, guard->keep_exclude, guard->add_exclude));
    PyObject *given[] = {PyTuple_GET_ITEM(top, 0), args[4], args[5], args[6], args[7]};
    PyObject *result = PyObject_VectorcallMethod(args[3], given, 5, NULL);
    set_thread_keys(include, exclude);
    if (result != NULL) {
        if (PyDict_SetItem(here, key, top) < 0)
            Py_CLEAR(result);
        return result;
    }
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    if (PyDict_SetItem(here, key, top) < 0)
        PyErr_Clear(); /* the handler's error says more */
    PyErr_Restore(type, value, traceback);
    return NULL;
}

/* apply(): change the thread's keys as entering does; nothing is kept to be restored. */
static PyObject *
guard_apply(PyObject *self, PyObject *Py_UNUSED(unused))
{
    const StateGuard *guard = (const StateGuard *)self;
    set_thread_keys(changed(included(), guard->keep_include, guard->add_include),
                    changed(excluded(), guard->keep_exclude, guard->add_exclude));
    Py_RETURN_NONE;
}

static PyMethodDef guard_methods[] = {
    {"apply", guard_apply, METH_NOARGS,
     "apply($self, /)\n--\n\nChange the thread's keys as entering does, until they are changed again."},
    {"ask", (PyCFunction)(void (*)(void))guard_ask, METH_FASTCALL,
     "ask($self, here, key, top, name, func, types, args, kwargs, /)\n--\n\n"
     "Call a method of the mode on top of a stack inside the guard, while it is off the stack."},
    {"run", (PyCFunction)(void (*)(void))guard_run, METH_FASTCALL | METH_KEYWORDS,
     "run($self, fn, /, *args, **kwargs)\n--\n\nCall fn inside the guard."},
    {"__enter__", guard_enter, METH_NOARGS, "__enter__($self, /)\n--\n\n"},
    {"__exit__", (PyCFunction)(void (*)(void))guard_exit, METH_FASTCALL, "__exit__($self, /, *exc)\n--\n\n"},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot guard_slots[] = {
    {Py_tp_doc, "StateGuard(add_include, add_exclude, keep_include=None, keep_exclude=None)\n--\n\n"
                "Changes the thread's key state while entered, and restores what it saw."},
    {Py_tp_new, guard_new},
    {Py_tp_dealloc, guard_dealloc},
    {Py_tp_methods, guard_methods},
    {0, NULL},
};

static PyType_Spec guard_spec = {
    .name = "wye._hot.StateGuard",
    .basicsize = sizeof(StateGuard),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = guard_slots,
};

int
state_init_types(PyObject *module)
{
    return add_type(module, &guard_spec, &hot.guard_type);
}
