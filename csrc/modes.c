/* A thread's stack of modes: how a mode gets on it, and off.  Twin: src/wye/_pure/modes.py, which explains it.
 *
 * Here is what happens to nearly all modes; what is left goes through methods in Python: wye/modes/stack.py, mode.py.
 */
#include "hot.h"

typedef struct {
    PyObject_HEAD
    PyObject *keys;      /* a KeyBits: included in the thread's exactly while a mode is active */
    PyObject *thread;    /* has the stack of each thread, `top`, and its `notes` */
    PyObject *handler;   /* the name of the method that handles calls */
    PyObject *elsewhere; /* the name of an attribute: not None where a mode goes to another stack; NULL: none does */
    PyObject *place;     /* likewise: not None where a mode is not simply put on top */
    char has_notes;
    uint64_t seen_by; /* the thread that `here` belongs to */
    PyObject *here;   /* what it has of the stack; NULL: not known */
} ModeStack;

#define STACK_REFS(X) X(keys) X(thread) X(handler) X(elsewhere) X(place) X(here)

static struct {
    PyObject *dict, *top, *notes, *entered, *stack, *leave_late, *enter_specially, *leave_specially;
} names;

static int
is_stack(PyObject *value)
{
    return hot.mode_stack_type != NULL && PyObject_TypeCheck(value, hot.mode_stack_type);
}

/* ---- the stack ---- */

/* What this thread has of a stack: a dictionary; a new reference.  Mostly one thread asks, again and again. */
static PyObject *
here_of(ModeStack *stack)
{
    uint64_t thread = PyThreadState_GetID(PyThreadState_Get());
    if (stack->here == NULL || stack->seen_by != thread) {
        PyObject *here = PyObject_GetAttr(stack->thread, names.dict);
        if (here == NULL || !PyDict_Check(here)) {
            if (here != NULL)
                PyErr_SetString(PyExc_TypeError, "a thread's part of a stack of modes must be a dictionary");
            Py_XDECREF(here);
            return NULL;
        }
        stack->seen_by = thread;
        Py_XSETREF(stack->here, Py_NewRef(here));
        return here;
    }
    return Py_NewRef(stack->here);
}

/* A value of that dictionary; a new reference. */
static PyObject *
item_of(PyObject *here, PyObject *name)
{
    PyObject *value = PyDict_GetItemWithError(here, name);
    if (value == NULL && !PyErr_Occurred())
        PyErr_SetObject(PyExc_AttributeError, name);
    return Py_XNewRef(value);
}

/* Make `top` the stack where `before` was, and let the thread's keys follow. */
static int
swap(ModeStack *stack, PyObject *here, PyObject *before, PyObject *top)
{
    if (PyDict_SetItem(here, names.top, top) < 0)
        return -1;
    keys_t keys = ((KeyBits *)stack->keys)->keys, include = included();
    if (top == Py_None)
        set_thread_keys((keys_t){include.lo & ~keys.lo, include.hi & ~keys.hi}, excluded());
    else if (before == Py_None)
        set_thread_keys((keys_t){include.lo | keys.lo, include.hi | keys.hi}, excluded());
    return 0;
}

/* How a mode was entered, oldest first, or NULL; a new reference.  `makes`: begin with nothing. */
static PyObject *
entries_of(PyObject *mode, int makes)
{
    PyObject *dict = PyObject_GenericGetDict(mode, NULL);
    if (dict == NULL)
        return NULL;
    PyObject *entries = Py_XNewRef(PyDict_GetItemWithError(dict, names.entered));
    if (entries != NULL && !PyList_CheckExact(entries)) {
        PyErr_Format(PyExc_TypeError, "%U of a mode must be a list", names.entered);
        Py_CLEAR(entries);
    }
    else if (entries == NULL && makes && !PyErr_Occurred()) {
        entries = PyList_New(0);
        if (entries != NULL && PyDict_SetItem(dict, names.entered, entries) < 0)
            Py_CLEAR(entries);
    }
    Py_DECREF(dict);
    return entries;
}

/* Make `after`, or `mode` over what there is (NULL), the stack until the mode is left. */
static int
enter(ModeStack *stack, PyObject *mode, PyObject *after)
{
    int failed = -1;
    PyObject *here = here_of(stack), *entries = here == NULL ? NULL : entries_of(mode, 1);
    PyObject *before = entries == NULL ? NULL : item_of(here, names.top);
    PyObject *notes = before == NULL ? NULL : item_of(here, names.notes);
    PyObject *top = notes == NULL ? NULL : after == NULL ? PyTuple_Pack(2, mode, before) : Py_NewRef(after);
    PyObject *entry = top == NULL ? NULL : PyTuple_Pack(3, notes, before, top);
    if (entry != NULL && PyList_Append(entries, entry) == 0)
        failed = swap(stack, here, before, top);
    Py_XDECREF(entry);
    Py_XDECREF(top);
    Py_XDECREF(notes);
    Py_XDECREF(before);
    Py_XDECREF(entries);
    Py_XDECREF(here);
    return failed;
}

/* Leave a mode that was entered last, in this thread.  0: it is something else, and nothing was done. */
static int
leave_last(ModeStack *stack, PyObject *mode)
{
    PyObject *entries = stack->has_notes ? NULL : entries_of(mode, 0);
    Py_ssize_t n = entries == NULL ? 0 : PyList_GET_SIZE(entries);
    if (n == 0) {
        Py_XDECREF(entries);
        return PyErr_Occurred() ? -1 : 0;
    }
    int done = 0;
    PyObject *entry = Py_NewRef(PyList_GET_ITEM(entries, n - 1)), *here = here_of(stack);
    PyObject *top = here == NULL ? NULL : item_of(here, names.top),
             *notes = top == NULL ? NULL : item_of(here, names.notes);
    if (notes == NULL)
        done = -1;
    else if (PyTuple_CheckExact(entry) && PyTuple_GET_SIZE(entry) == 3 && PyTuple_GET_ITEM(entry, 0) == notes &&
             PyTuple_GET_ITEM(entry, 2) == top && PyList_GET_SIZE(entries) == n) {
        done = PyList_SetSlice(entries, n - 1, n, NULL) < 0 || swap(stack, here, top, PyTuple_GET_ITEM(entry, 1)) < 0
                   ? -1
                   : 1;
    }
    Py_XDECREF(notes);
    Py_XDECREF(top);
    Py_XDECREF(here);
    Py_DECREF(entry);
    Py_DECREF(entries);
    return done;
}

static PyObject *
stack_enter(PyObject *self, PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 2) {
        PyErr_SetString(PyExc_TypeError, "enter() takes a mode, and the stack with it");
        return NULL;
    }
    return enter((ModeStack *)self, args[0], args[1]) < 0 ? NULL : Py_NewRef(Py_None);
}

static PyObject *
stack_leave(PyObject *self, PyObject *mode)
{
    int done = leave_last((ModeStack *)self, mode);
    if (done != 0)
        return done < 0 ? NULL : Py_NewRef(Py_None);
    return PyObject_CallMethodOneArg(self, names.leave_late, mode);
}

static PyObject *
stack_restore(PyObject *self, PyObject *top)
{
    ModeStack *stack = (ModeStack *)self;
    PyObject *here = here_of(stack), *before = here == NULL ? NULL : item_of(here, names.top);
    int failed = before == NULL || swap(stack, here, before, top) < 0;
    Py_XDECREF(before);
    Py_XDECREF(here);
    return failed ? NULL : Py_NewRef(Py_None);
}

static PyObject *
stack_push(PyObject *self, PyObject *mode)
{
    ModeStack *stack = (ModeStack *)self;
    PyObject *here = here_of(stack), *before = here == NULL ? NULL : item_of(here, names.top);
    PyObject *top = before == NULL ? NULL : PyTuple_Pack(2, mode, before);
    int failed = top == NULL || swap(stack, here, before, top) < 0;
    Py_XDECREF(top);
    Py_XDECREF(before);
    Py_XDECREF(here);
    return failed ? NULL : Py_NewRef(Py_None);
}

static PyObject *
stack_pop(PyObject *self, PyObject *Py_UNUSED(unused))
{
    ModeStack *stack = (ModeStack *)self;
    PyObject *here = here_of(stack), *top = here == NULL ? NULL : item_of(here, names.top), *mode = NULL;
    if (top == Py_None)
        PyErr_SetString(PyExc_RuntimeError, "trying to pop from empty mode stack");
    else if (top != NULL && !(PyTuple_CheckExact(top) && PyTuple_GET_SIZE(top) == 2))
        PyErr_SetString(PyExc_TypeError, "a stack is a mode and what is under it");
    else if (top != NULL && swap(stack, here, top, PyTuple_GET_ITEM(top, 1)) == 0)
        mode = Py_NewRef(PyTuple_GET_ITEM(top, 0));
    Py_XDECREF(top);
    Py_XDECREF(here);
    return mode;
}

static PyObject *
stack_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *parameters[] = {"keys", "thread", "handler", "elsewhere", "place", NULL};
    PyObject *keys, *thread, *handler, *elsewhere = Py_None, *place = Py_None;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OOU|OO", parameters, &keys, &thread, &handler, &elsewhere, &place))
        return NULL;
    if ((elsewhere != Py_None && !PyUnicode_Check(elsewhere)) || (place != Py_None && !PyUnicode_Check(place))) {
        PyErr_SetString(PyExc_TypeError, "handler, elsewhere and place are names");
        return NULL;
    }
    if (!is_keybits(keys)) {
        PyErr_Format(PyExc_TypeError, "keys must be a key set, not %.100s", Py_TYPE(keys)->tp_name);
        return NULL;
    }
    ModeStack *self = (ModeStack *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->keys = Py_NewRef(keys);
        self->thread = Py_NewRef(thread);
        self->handler = Py_NewRef(handler);
        self->elsewhere = elsewhere == Py_None ? NULL : Py_NewRef(elsewhere);
        self->place = place == Py_None ? NULL : Py_NewRef(place);
    }
    return (PyObject *)self;
}

static int
stack_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
#define VISIT(name) Py_VISIT(((ModeStack *)self)->name);
    STACK_REFS(VISIT)
    return 0;
}

static void
stack_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
#define CLEAR(name) Py_CLEAR(((ModeStack *)self)->name);
    STACK_REFS(CLEAR)
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMethodDef stack_methods[] = {
    {"enter", (PyCFunction)(void (*)(void))stack_enter, METH_FASTCALL,
     "enter($self, mode, after, /)\n--\n\nMake after, in which mode is, the stack until mode is left."},
    {"leave", stack_leave, METH_O, "leave($self, mode, /)\n--\n\nRestore the stack from before mode was last entered."},
    {"restore", stack_restore, METH_O,
     "restore($self, top, /)\n--\n\n"
     "Make top the stack, and include its keys in the thread's exactly if it has modes."},
    {"push", stack_push, METH_O, "push($self, mode, /)\n--\n\nPut a mode on top, until it is popped."},
    {"pop", stack_pop, METH_NOARGS, "pop($self, /)\n--\n\nTake the top mode off the stack."},
    {NULL, NULL, 0, NULL},
};

static PyMemberDef stack_members[] = {
    {"keys", T_OBJECT_EX, offsetof(ModeStack, keys), READONLY, "Included in the thread's while a mode is active."},
    {"thread", T_OBJECT_EX, offsetof(ModeStack, thread), READONLY,
     "Its top is the innermost mode and what is under it."},
    {"has_notes", T_BOOL, offsetof(ModeStack, has_notes), 0, "Has a thread ever left a mode of another one?"},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot stack_slots[] = {
    {Py_tp_doc, "ModeStackBase(keys, thread, handler, elsewhere=None, place=None)\n--\n\n"
                "The active modes of one kind in each thread: how they come and go."},
    {Py_tp_new, stack_new},
    {Py_tp_traverse, stack_traverse},
    {Py_tp_dealloc, stack_dealloc},
    {Py_tp_methods, stack_methods},
    {Py_tp_members, stack_members},
    {0, NULL},
};

/* Nothing is cleared: what is around a stack breaks the cycles that it is in. */
static PyType_Spec stack_spec = {
    .name = "wye._hot.ModeStackBase",
    .basicsize = sizeof(ModeStack),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .slots = stack_slots,
};

/* ---- modes ---- */

/* What the class of a mode says.  A version tag stands for one state of one class, and is never given again. */
typedef struct {
    PyTypeObject *type; /* borrowed, as the rest: alive while a mode of the class is */
    unsigned int version;
    ModeStack *stack;
    int is_function;    /* is the handler a plain function? */
    int goes_elsewhere; /* does the class name a place, or another stack? */
    int has_place;
} facts_t;

#define N_FACTS 32
static facts_t known[N_FACTS];

/* Is this attribute of a class None, or not asked for?  -1: error. */
static int
is_none(PyObject *value, PyObject *name)
{
    if (name == NULL)
        return 1;
    PyObject *found = PyObject_GetAttr(value, name);
    if (found == NULL)
        return -1;
    int none = found == Py_None;
    Py_DECREF(found);
    return none;
}

static int
learn(PyTypeObject *type, facts_t *facts)
{
    PyObject *cls = (PyObject *)type, *stack = PyObject_GetAttr(cls, names.stack);
    if (stack == NULL || !is_stack(stack)) {
        if (stack != NULL)
            PyErr_Format(PyExc_TypeError, "%U of a mode must be a stack of modes", names.stack);
        Py_XDECREF(stack);
        return -1;
    }
    *facts = (facts_t){type, type->tp_version_tag, (ModeStack *)stack, 0, 0, 0};
    Py_DECREF(stack); /* the class has it */
    PyObject *handler = PyObject_GetAttr(cls, facts->stack->handler);
    if (handler == NULL)
        return -1;
    facts->is_function = PyFunction_Check(handler);
    Py_DECREF(handler);
    int here = is_none(cls, facts->stack->elsewhere), on_top = here < 0 ? -1 : is_none(cls, facts->stack->place);
    facts->goes_elsewhere = !here;
    facts->has_place = !on_top;
    if (facts->version != type->tp_version_tag) /* 0: it is not known */
        facts->version = 0;
    return on_top < 0 ? -1 : 0;
}

/* What the class of a mode says, in `facts`. */
static int
facts_of(PyObject *mode, facts_t *facts)
{
    PyTypeObject *type = Py_TYPE(mode);
    facts_t *slot = &known[((uintptr_t)type >> 6) % N_FACTS];
    if (slot->type != type || slot->version != type->tp_version_tag || slot->version == 0) {
        if (learn(type, facts) < 0)
            return -1;
        *slot = *facts;
        return 0;
    }
    *facts = *slot;
    return 0;
}

/* Is this attribute None in a mode, which is not None in its class if `in_class`?  -1: error. */
static int
is_none_in(PyObject *mode, PyObject *name, int in_class)
{
    if (name == NULL)
        return 1;
    if (in_class)
        return is_none(mode, name);
    PyObject *dict = PyObject_GenericGetDict(mode, NULL);
    if (dict == NULL)
        return -1;
    PyObject *value = PyDict_GetItemWithError(dict, name);
    int none = value == NULL ? (PyErr_Occurred() ? -1 : 1) : value == Py_None;
    Py_DECREF(dict);
    return none;
}

/* Does a mode simply go on top of its stack?  -1: error. */
static int
goes_on_top(PyObject *mode, const facts_t *facts)
{
    ModeStack *stack = facts->stack;
    int simple = facts->is_function ? is_none_in(mode, stack->elsewhere, facts->goes_elsewhere) : 0;
    if (simple <= 0)
        return simple;
    simple = is_none_in(mode, stack->place, facts->has_place);
    if (simple != 0 || stack->has_notes)
        return simple; /* a place matters where there is another mode already */
    PyObject *here = here_of(stack), *top = here == NULL ? NULL : item_of(here, names.top);
    simple = top == NULL ? -1 : top == Py_None;
    Py_XDECREF(top);
    Py_XDECREF(here);
    return simple;
}

static PyObject *
mode_enter(PyObject *self, PyObject *Py_UNUSED(unused))
{
    facts_t facts;
    if (facts_of(self, &facts) < 0)
        return NULL;
    Py_INCREF(facts.stack);
    int done = goes_on_top(self, &facts);
    if (done > 0)
        done = enter(facts.stack, self, NULL) < 0 ? -1 : 1;
    Py_DECREF(facts.stack);
    if (done != 0)
        return done < 0 ? NULL : Py_NewRef(self);
    return PyObject_CallMethodNoArgs(self, names.enter_specially);
}

static PyObject *
mode_exit(PyObject *self, PyObject *const *Py_UNUSED(args), Py_ssize_t Py_UNUSED(nargs))
{
    facts_t facts;
    if (facts_of(self, &facts) < 0)
        return NULL;
    Py_INCREF(facts.stack);
    int done = is_none_in(self, facts.stack->elsewhere, facts.goes_elsewhere);
    if (done > 0)
        done = leave_last(facts.stack, self);
    Py_DECREF(facts.stack);
    if (done != 0)
        return done < 0 ? NULL : Py_NewRef(Py_None);
    return PyObject_CallMethodNoArgs(self, names.leave_specially);
}

static PyMethodDef mode_methods[] = {
    {"__enter__", mode_enter, METH_NOARGS, "__enter__($self, /)\n--\n\n"},
    {"__exit__", (PyCFunction)(void (*)(void))mode_exit, METH_FASTCALL, "__exit__($self, /, *exc)\n--\n\n"},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot mode_slots[] = {
    {Py_tp_doc, "What gets on a stack of modes when it is entered, and off when it is left."},
    {Py_tp_methods, mode_methods},
    {0, NULL},
};

/* Without fields of its own: a class of modes may have other bases. */
static PyType_Spec mode_spec = {
    .name = "wye._hot.ModeBase",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = mode_slots,
};

int
modes_init_types(PyObject *module)
{
    const struct {
        PyObject **where;
        const char *text;
    } all[] = {
        {&names.dict, "__dict__"},
        {&names.top, "top"},
        {&names.notes, "notes"},
        {&names.entered, "_entered"},
        {&names.stack, "_stack"},
        {&names.leave_late, "_leave_late"},
        {&names.enter_specially, "_enter_specially"},
        {&names.leave_specially, "_leave_specially"},
    };
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        if ((*all[i].where = PyUnicode_InternFromString(all[i].text)) == NULL)
            return -1;
    }
    return add_type(module, &stack_spec, &hot.mode_stack_type) < 0 || add_type(module, &mode_spec, &hot.mode_type) < 0
               ? -1
               : 0;
}
